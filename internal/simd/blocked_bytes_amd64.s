//go:build !purego

#include "funcdata.h"
#include "textflag.h"
#include "group_amd64.h"

// Lookups in blocks of 512 bits by bytes: the eight positions of a round, of each of eight
// keys, are a byte of the line and a bit of that byte. A permutation of a line's bytes
// reads those of one key, and leaves the others' lanes as they are; then the bits of all
// eight keys are tested at once. So a round takes a few instructions for a group, and one a
// key. Keys are taken in groups of eight, and the lines of a group are prefetched fifteen groups ahead.
//
//	DI table    R8 blocks     SI hashes of the present group    CX groups left to look at
//	R13 groups left to prefetch   R15 place in the ring, in bytes, to look at; R11 the same as an address
//	R12 keys from SI to the group to prefetch, whose place is at BX     R9 found    R10 hits
//	R14 bits that the keys lack: a byte is a key's
//	K1 to K7 the lanes of the keys 1 to 7     Z28, Z27, Z26 constants of the mixing
//	Z22 the bit of every number below 8       X21 ones

DATA ones<>+0(SB)/8, $0x8040201008040201
GLOBL ones<>(SB), RODATA|NOPTR, $8

// FAR prefetches the line of a key of the group to prefetch, and keeps its offset.
#define FAR(key) \
	MOVQ       (key*8)(SI)(R12*8), AX \
	MULQ       R8                     \
	SHLQ       $6, DX                 \
	MOVQ       DX, (key*8)(BX)        \
	PREFETCHT0 (DI)(DX*1)

// READ reads the bytes of a key.
#define READ(key, k) \
	MOVQ   (key*8)(R11), AX      \
	VPERMB (DI)(AX*1), Z0, k, Z2

#define FIRST \
	MOVQ   (R11), AX          \
	VPERMB (DI)(AX*1), Z0, Z2

#define READALL \
	FIRST       \
	READ(1, K1) \
	READ(2, K2) \
	READ(3, K3) \
	READ(4, K4) \
	READ(5, K5) \
	READ(6, K6) \
	READ(7, K7)

#define FARREAD(key, k) \
	FAR(key)     \
	READ(key, k)

#define FARREADALL \
	FAR(0)         \
	FIRST          \
	FARREAD(1, K1) \
	FARREAD(2, K2) \
	FARREAD(3, K3) \
	FARREAD(4, K4) \
	FARREAD(5, K5) \
	FARREAD(6, K6) \
	FARREAD(7, K7)

// POSITIONS leaves in Z0 which byte of the line each position is in, and in Z1 its bit there.
// The round is at R, its words at W.
#define POSITIONS(R, W) \
	VMOVDQU64      (W), Z4       \
	VMOVDQU64      64(W), Z5     \
	VPBROADCASTQ   (R), Z6       \
	VPBROADCASTQ   8(R), Z7      \
	VPBROADCASTQ   16(R), Z8     \
	VPMULTISHIFTQB Z4, Z6, Z0    \
	VPMULTISHIFTQB Z5, Z6, Z6    \
	VPMULTISHIFTQB Z4, Z7, Z1    \
	VPMULTISHIFTQB Z5, Z7, Z7    \
	VPTERNLOGQ     $0xd8, Z8, Z6, Z0 \
	VPTERNLOGQ     $0xd8, Z8, Z7, Z1 \
	VPERMB         Z22, Z1, Z1

// LANES makes the mask of a key's lanes of that of the key before.
#define LANES(k) \
	SHLQ  $8, AX \
	KMOVQ AX, k

// func containsBlockedBytes(table *uint64, blocks uint64, hashes *uint64, n int, found *bool, words int, rounds *[3]uint64, turns int) (hits int)
//
// n is a multiple of 8. words is how many mixed words a key has, and rounds how its positions
// are taken from them, eight at a time, in so many turns: where in a mixed word begin the bytes of the
// line that the positions are in, where the bits of those, and which of them are taken from the
// word after.
TEXT ·containsBlockedBytes(SB), 0, $1440-72
	NO_LOCAL_POINTERS
	MOVQ table+0(FP), DI
	MOVQ blocks+8(FP), R8
	MOVQ hashes+16(FP), SI
	MOVQ n+24(FP), CX
	MOVQ found+32(FP), R9
	XORQ R10, R10
	START
	VPBROADCASTQ ones<>(SB), Z22
	MOVQ         $0x0101010101010101, AX
	VMOVQ        AX, X21
	MOVQ         $0xff, AX
	LANES(K1)
	LANES(K2)
	LANES(K3)
	LANES(K4)
	LANES(K5)
	LANES(K6)
	LANES(K7)
	XORQ         R14, R14

first:
	LEAQ ring-1024(SP)(R14*1), BX
	FAR(0)
	FAR(1)
	FAR(2)
	FAR(3)
	FAR(4)
	FAR(5)
	FAR(6)
	FAR(7)
	ADDQ $64, R14
	ADDQ $8, R12
	DECQ R13
	JZ   group
	CMPQ R14, $960
	JLT  first

group:
	VMOVDQU64 (SI), Z5
	LEAQ      square-1440(SP), BX
	MOVQ      words+40(FP), DX

mixed:
	MIX
	VMOVDQU64 Z6, (BX)
	ADDQ      $64, BX
	DECQ      DX
	JNZ       mixed

	MOVQ rounds+48(FP), AX
	LEAQ square-1440(SP), BX
	POSITIONS(AX, BX)
	LEAQ ring-1024(SP)(R15*1), R11
	TESTQ R13, R13
	JZ    near
	LEAQ  -64(R15), AX
	ANDQ  $1023, AX
	LEAQ  ring-1024(SP)(AX*1), BX
	MOVQ  $120, R12
	DECQ  R13
	FARREADALL
	JMP   test

near:
	READALL

test:
	VPTESTNMB Z2, Z1, K0
	KMOVQ     K0, R14
	MOVQ      turns+56(FP), R12
	DECQ      R12
	JZ        answer
	MOVQ      rounds+48(FP), DX
	LEAQ      square-1440(SP), BX

round:
	ADDQ      $24, DX
	ADDQ      $64, BX
	POSITIONS(DX, BX)
	READALL
	VPTESTNMB Z2, Z1, K0
	KMOVQ     K0, AX
	ORQ       AX, R14
	DECQ      R12
	JNZ       round

answer:
	VMOVQ     R14, X0
	VPXOR     X1, X1, X1
	VPCMPEQB  X0, X1, X0
	VPMOVMSKB X0, AX
	MOVBLZX   AX, AX
	POPCNTQ   AX, AX
	ADDQ      AX, R10
	VPANDQ    X21, X0, X0
	VMOVQ     X0, (R9)
	ADDQ      $8, R9
	ADDQ      $64, SI
	ADDQ      $64, R15
	ANDQ      $1023, R15
	DECQ      CX
	JNZ       group

done:
	MOVQ R10, hits+64(FP)
	VZEROUPPER
	RET
