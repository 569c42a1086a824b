//go:build !purego

#include "funcdata.h"
#include "go_asm.h"
#include "textflag.h"
#include "neon_arm64.h"

// Lookups in cuckoo filters on NEON. Where a key lies takes products of 64 bits, which NEON
// has not: that is found key by key, and kept in a ring of four groups of eight keys, of which
// the lines are prefetched three groups ahead. The two buckets of a key are looked at side by
// side.
//
//	R0 table    R1 hashes to locate    R2 groups left to look at    R3 groups left to locate
//	R4 found    R5 hits    R6, R7 places in the ring, to locate and to look at
//	R8 Shift    R9 Tags    R10 Steps    R11 Stride    R12 Lows    R13 Any
//	R14 bytes from a bucket's first group to its second    R15, R16 constants of the mixing
//	R17 the end of the ring    R25 its start    R26 1 in every byte
//	V24 Lows    V25 Highs    V26 how far a second group is shifted    V27 1 in every byte
//
// A key takes 48 bytes in the ring: the addresses of its buckets, how far what is read there
// is shifted, and twice the fingerprint in every lane.

// STEP leaves in R22 the step that leads from the bucket of a fingerprint R21, of which it
// is one less, to the other.
#define STEP \
	ADD   $1, R21, R21       \
	MUL   R15, R21, R22      \
	EOR   R22>>32, R22, R22  \
	MUL   R16, R22, R22      \
	UMULH R10, R22, R22

// FREE leaves in V3, of the words V0, the highest bits of the lanes that are the
// fingerprint's in V2, and some others beside them.
#define FREE \
	VEOR V2.B16, V0.B16, V0.B16 \
	VSUB V24.D2, V0.D2, V3.D2   \
	BIC(0, 3, 3)

// LOOK leaves ones in a lane of a register where that bucket of a key has its fingerprint.
#define LOOK(key, answer) \
	LDP    (48*key)(R7), (R19, R20)  \
	FMOVD  (R19), F0                 \
	VLD1   (R20), V0.D[1]            \
	FMOVQ  (48*key+16)(R7), F1       \
	FMOVQ  (48*key+32)(R7), F2       \
	USHL64(1, 0, 0)                  \
	FREE                             \
	VCMTST V25.D2, V3.D2, answer.D2

// MORE adds what the second groups of the buckets have.
#define MORE(key, answer) \
	LDP    (48*key)(R7), (R19, R20)  \
	ADD    R14, R19, R19             \
	ADD    R14, R20, R20             \
	FMOVD  (R19), F0                 \
	VLD1   (R20), V0.D[1]            \
	FMOVQ  (48*key+32)(R7), F2       \
	USHL64(26, 0, 0)                 \
	FREE                             \
	VCMTST V25.D2, V3.D2, V3.D2      \
	VORR   V3.B16, answer.B16, answer.B16

// func containsCuckooNEON(table *byte, c *Cuckoo, hashes *uint64, n int, found *bool) (hits int)
//
// n is a multiple of 8, and not 0.
TEXT ·containsCuckooNEON(SB), 0, $1536-48
	NO_LOCAL_POINTERS
	MOVD  table+0(FP), R0
	MOVD  c+8(FP), R19
	MOVD  hashes+16(FP), R1
	MOVD  n+24(FP), R2
	MOVD  found+32(FP), R4
	MOVD  ZR, R5
	MOVD  Cuckoo_Shift(R19), R8
	MOVD  Cuckoo_Tags(R19), R9
	MOVD  Cuckoo_Steps(R19), R10
	MOVD  Cuckoo_Stride(R19), R11
	MOVD  Cuckoo_Lows(R19), R12
	MOVD  Cuckoo_Highs(R19), R20
	MOVD  Cuckoo_Any(R19), R13
	MOVD  Cuckoo_Second(R19), R14
	VDUP  R12, V24.D2
	VDUP  R20, V25.D2
	AND   $7, R14, R20
	NEG   R20, R20
	VDUP  R20, V26.D2
	VMOVI $1, V27.B16
	MOVD  $0x0101010101010101, R26
	MOVD  $0x9e3779b97f4a7c15, R15
	MOVD  $0xbf58476d1ce4e5b9, R16
	MOVD  $ring-1536(SP), R25
	ADD   $1536, R25, R17
	MOVD  R25, R6
	MOVD  R25, R7
	LSR   $3, R2, R2
	MOVD  R2, R3
	LSR   $3, R14, R14
	MOVD  $4, R24

first:
	CBZ R3, look

locate:
	MOVD $8, R23

key:
	MOVD.P 8(R1), R19
	CBNZ   R13, any
	LSR    R8, R19, R20
	UMULL  R9, R19, R21
	LSR    $32, R21, R21
	STEP
	ADD    $1, R22, R22
	EOR    R20, R22, R22
	B      keep

any:
	UMULH R13, R19, R20
	MUL   R13, R19, R19
	UMULH R9, R19, R21
	STEP

	// Twice the step and 1, less the first bucket, and if that is below 0, the number of
	// buckets more.
	LSL  $1, R22, R22
	ADD  $1, R22, R22
	SUBS R20, R22, R22
	ADD  R13, R22, R19
	CSEL LO, R19, R22, R22

keep:
	MUL    R11, R20, R20
	MUL    R11, R22, R22
	MUL    R12, R21, R21
	ADD    R20>>3, R0, R19
	PRFM   (R19), PLDL1KEEP
	AND    $7, R20, R20
	NEG    R20, R20
	STP    (R21, R21), 32(R6)
	ADD    R22>>3, R0, R21
	PRFM   (R21), PLDL1KEEP
	AND    $7, R22, R22
	NEG    R22, R22
	STP    (R20, R22), 16(R6)
	STP.P  (R19, R21), 48(R6)
	SUBS   $1, R23, R23
	BNE    key
	CMP    R17, R6
	CSEL   EQ, R25, R6, R6
	SUB    $1, R3, R3
	SUBS   $1, R24, R24
	BGT    first

look:
	LOOK(0, V16)
	LOOK(1, V17)
	LOOK(2, V18)
	LOOK(3, V19)
	LOOK(4, V20)
	LOOK(5, V21)
	LOOK(6, V22)
	LOOK(7, V23)
	CBZ  R14, answer
	MORE(0, V16)
	MORE(1, V17)
	MORE(2, V18)
	MORE(3, V19)
	MORE(4, V20)
	MORE(5, V21)
	MORE(6, V22)
	MORE(7, V23)

answer:
	UMAXP(17, 16, 16)
	UMAXP(19, 18, 18)
	UMAXP(21, 20, 20)
	UMAXP(23, 22, 22)
	UMAXP(18, 16, 16)
	UMAXP(22, 20, 20)
	VUZP1  V20.H8, V16.H8, V16.H8
	XTN(16, 16)
	VAND   V27.B16, V16.B16, V16.B16
	VMOV   V16.D[0], R19
	MOVD.P R19, 8(R4)
	MUL    R26, R19, R19
	ADD    R19>>56, R5, R5
	ADD    $384, R7, R7
	CMP    R17, R7
	CSEL   EQ, R25, R7, R7
	SUBS   $1, R2, R2
	BEQ    done
	CBNZ   R3, locate
	B      look

done:
	MOVD R5, hits+40(FP)
	RET
