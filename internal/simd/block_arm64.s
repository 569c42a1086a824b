//go:build !purego

#include "textflag.h"
#include "neon_arm64.h"

// The kernels of blocks on NEON: a key at a time, its positions side by side. The lines of
// keys are prefetched 32 keys ahead.
//
//	R0 table    R1 blocks    R2 hash of the key    R3 keys left    R4 found    R5 hits
//	R8, R9, R10 constants of the mixing    R11 state of the mixing    R12 the mixed word
//	R13, R14, R15 for prefetching

// func containsBlockedNEON(table *uint64, blocks uint64, hashes *uint64, n int, found *bool, whole int, fields *[64]byte) (hits int)
//
// n is at least 1. whole is how many words of seven positions each key has before its last
// one. fields is where the positions of a whole word are and then those of the last: for
// eight of them the two bytes of the word that hold one, and how far to shift these.
//
// The block is a table of 64 bytes in V0 to V3. V4 has the answers so far, V31 ones, V30
// 63s, V29 sevens, and V20 to V23 are the fields.
TEXT ·containsBlockedNEON(SB), NOSPLIT, $0-64
	MOVD  table+0(FP), R0
	MOVD  blocks+8(FP), R1
	MOVD  hashes+16(FP), R2
	MOVD  n+24(FP), R3
	MOVD  found+32(FP), R4
	MOVD  whole+40(FP), R6
	MOVD  fields+48(FP), R7
	MOVD  ZR, R5
	VLD1  (R7), [V20.B16, V21.B16, V22.B16, V23.B16]
	VMOVI $1, V31.B16
	VMOVI $63, V30.B16
	VMOVI $7, V29.B16
	CONSTANTS
	FIRST(6)

key:
	CMP $32, R3
	BLE near
	AHEAD(256, 6)

near:
	MOVD.P 8(R2), R11
	UMULH  R1, R11, R13
	ADD    R13<<6, R0, R13
	VLD1   (R13), [V0.B16, V1.B16, V2.B16, V3.B16]
	VMOVI  $255, V4.B16
	MOVD   R6, R14
	CBZ    R14, last

// FIELDS tests the bits at eight positions of a word: bits 3 to 8 of a position say in which
// byte of the block it is, and bits 0 to 2 where in that.
#define FIELDS(bytes, shifts) \
	FMOVD  R12, F5                \
	VTBL   bytes.B16, [V5.B16], V5.B16 \
	USHL16(shifts, 5, 5)          \
	SHRN3(5, 6)                   \
	XTN(5, 7)                     \
	VAND   V30.B16, V6.B16, V6.B16 \
	VAND   V29.B16, V7.B16, V7.B16 \
	USHL8(7, 31, 7)               \
	VTBL   V6.B8, [V0.B16, V1.B16, V2.B16, V3.B16], V6.B8 \
	VCMTST V7.B8, V6.B8, V6.B8    \
	VAND   V6.B16, V4.B16, V4.B16

round:
	MIX
	FIELDS(V20, 21)
	SUBS $1, R14, R14
	BNE  round

last:
	MIX
	FIELDS(V22, 23)
	VMOV V4.D[0], R13
	CMN  $1, R13
	CSET EQ, R13
	MOVB.P R13, 1(R4)
	ADD  R13, R5, R5
	SUBS $1, R3, R3
	BNE  key
	MOVD R5, hits+56(FP)
	RET

// The eight positions of a key in a split block, five bits each: for each of two vectors of
// four words the four bytes of the mixed word from which a position is taken, and how far
// they are shifted.
DATA split<>+0(SB)/8, $0x0302010003020100
DATA split<>+8(SB)/8, $0x0403020104030201
DATA split<>+16(SB)/8, $0x0605040305040302
DATA split<>+24(SB)/8, $0x0706050406050403
DATA split<>+32(SB)/8, $0x000000fb00000000
DATA split<>+40(SB)/8, $0x000000f9000000fe
DATA split<>+48(SB)/8, $0x000000ff000000fc
DATA split<>+56(SB)/8, $0x000000fd000000fa
GLOBL split<>(SB), RODATA|NOPTR, $64

// SPLIT leaves in R13 the address of the block of a key, and in V4 and V5 its bit of every
// word.
#define SPLIT \
	MOVD.P 8(R2), R11              \
	UMULH  R1, R11, R13            \
	ADD    R13<<5, R0, R13         \
	MIX                            \
	FMOVD  R12, F6                 \
	VTBL   V20.B16, [V6.B16], V4.B16 \
	VTBL   V21.B16, [V6.B16], V5.B16 \
	USHL32(22, 4, 4)               \
	USHL32(23, 5, 5)               \
	VAND   V30.B16, V4.B16, V4.B16 \
	VAND   V30.B16, V5.B16, V5.B16 \
	USHL32(4, 31, 4)               \
	USHL32(5, 31, 5)

// WORDS loads the constants of SPLIT: V20 to V23 are the table above, V31 ones, V30 31s.
#define WORDS \
	MOVD  $split<>(SB), R13  \
	VLD1  (R13), [V20.B16, V21.B16, V22.B16, V23.B16] \
	MOVD  $1, R13            \
	VDUP  R13, V31.S4        \
	MOVD  $31, R13           \
	VDUP  R13, V30.S4

// func containsSplitNEON(table *uint64, blocks uint64, hashes *uint64, n int, found *bool) (hits int)
//
// n is at least 1.
TEXT ·containsSplitNEON(SB), NOSPLIT, $0-48
	MOVD table+0(FP), R0
	MOVD blocks+8(FP), R1
	MOVD hashes+16(FP), R2
	MOVD n+24(FP), R3
	MOVD found+32(FP), R4
	MOVD ZR, R5
	CONSTANTS
	WORDS
	FIRST(5)

key:
	CMP $32, R3
	BLE near
	AHEAD(256, 5)

near:
	SPLIT
	VLD1   (R13), [V0.B16, V1.B16]
	BIC(0, 4, 4)
	BIC(1, 5, 5)
	VORR   V4.B16, V5.B16, V4.B16
	UMAXP(4, 4, 4)
	VMOV   V4.D[0], R13
	CMP    $0, R13
	CSET   EQ, R13
	MOVB.P R13, 1(R4)
	ADD    R13, R5, R5
	SUBS   $1, R3, R3
	BNE    key
	MOVD   R5, hits+40(FP)
	RET

// func insertSplitNEON(table *uint64, blocks uint64, hashes *uint64, n int)
//
// n is at least 1.
TEXT ·insertSplitNEON(SB), NOSPLIT, $0-32
	MOVD table+0(FP), R0
	MOVD blocks+8(FP), R1
	MOVD hashes+16(FP), R2
	MOVD n+24(FP), R3
	CONSTANTS
	WORDS
	FIRST(5)

key:
	CMP $32, R3
	BLE near
	AHEAD(256, 5)

near:
	SPLIT
	VLD1 (R13), [V0.B16, V1.B16]
	VORR V4.B16, V0.B16, V0.B16
	VORR V5.B16, V1.B16, V1.B16
	VST1 [V0.B16, V1.B16], (R13)
	SUBS $1, R3, R3
	BNE  key
	RET
