//go:build !purego

#include "textflag.h"

// Lookups in blocks of 512 bits on AVX2: a key at a time, the positions of a mixed word side
// by side. The lines of keys are prefetched 64 keys ahead.
//
//	DI table    R8 blocks    SI hash of the key    CX keys left    R9 found    R10 hits
//	R11, R12 constants of the mixing    R13 golden ratio    BX state of the mixing
//	Y0, Y1 the block     Y2 the bits at the positions so far
//	Y15 ones    Y14 31s    Y13, Y12 where the seven positions of a word begin, Y11, Y10 those of the last word

// WORD mixes the next word of the key into AX.
#define WORD \
	ADDQ  R13, BX \
	MOVQ  BX, AX  \
	MOVQ  BX, DX  \
	SHRQ  $30, DX \
	XORQ  DX, AX  \
	IMULQ R11, AX \
	MOVQ  AX, DX  \
	SHRQ  $27, DX \
	XORQ  DX, AX  \
	IMULQ R12, AX \
	MOVQ  AX, DX  \
	SHRQ  $31, DX \
	XORQ  DX, AX

// BITS reads the bits at the positions of a word: the block is sixteen words of 32 bits,
// eight in each of two registers, of which bit 8 of a position says which. What is above
// its nine bits does no harm.
#define BITS(low, high) \
	VMOVQ        AX, X3             \
	VPBROADCASTQ X3, Y3             \
	VPSRLVQ      low, Y3, Y4        \
	VPSRLVQ      high, Y3, Y5       \
	VSHUFPS      $0x88, Y5, Y4, Y4  \
	VPSRLD       $5, Y4, Y5         \
	VPERMD       Y0, Y5, Y6         \
	VPERMD       Y1, Y5, Y7         \
	VPSLLD       $23, Y4, Y5        \
	VBLENDVPS    Y5, Y7, Y6, Y6     \
	VPAND        Y14, Y4, Y4        \
	VPSRLVD      Y4, Y6, Y6         \
	VPAND        Y6, Y2, Y2

// func containsBlockedAVX2(table *uint64, blocks uint64, hashes *uint64, n int, found *bool, whole int, shifts *[16]uint64) (hits int)
//
// n is at least 1. whole is how many words of seven positions each key has before its last
// one. shifts is where the positions of a whole word begin, and then those of the last.
TEXT ·containsBlockedAVX2(SB), NOSPLIT, $0-64
	MOVQ     table+0(FP), DI
	MOVQ     blocks+8(FP), R8
	MOVQ     hashes+16(FP), SI
	MOVQ     n+24(FP), CX
	MOVQ     found+32(FP), R9
	MOVQ     shifts+48(FP), AX
	VMOVDQU  (AX), Y13
	VMOVDQU  32(AX), Y12
	VMOVDQU  64(AX), Y11
	VMOVDQU  96(AX), Y10
	XORQ     R10, R10
	MOVQ     $0xbf58476d1ce4e5b9, R11
	MOVQ     $0x94d049bb133111eb, R12
	MOVQ     $0x9e3779b97f4a7c15, R13
	VPCMPEQD Y15, Y15, Y15
	VPSRLD   $27, Y15, Y14
	VPSRLD   $31, Y15, Y15
	MOVQ     SI, BX
	MOVQ     $64, R14
	CMPQ     CX, R14
	CMOVQLT  CX, R14

first:
	MOVQ       (BX), AX
	MULQ       R8
	SHLQ       $6, DX
	PREFETCHT0 (DI)(DX*1)
	ADDQ       $8, BX
	DECQ       R14
	JNZ        first

key:
	CMPQ       CX, $64
	JLE        near
	MOVQ       512(SI), AX
	MULQ       R8
	SHLQ       $6, DX
	PREFETCHT0 (DI)(DX*1)

near:
	MOVQ     (SI), BX
	MOVQ     BX, AX
	MULQ     R8
	SHLQ     $6, DX
	VMOVDQU  (DI)(DX*1), Y0
	VMOVDQU  32(DI)(DX*1), Y1
	VPCMPEQD Y2, Y2, Y2
	MOVQ     whole+40(FP), R14
	TESTQ    R14, R14
	JZ       last

round:
	WORD
	BITS(Y13, Y12)
	DECQ R14
	JNZ  round

last:
	WORD
	BITS(Y11, Y10)
	XORL   AX, AX
	VPTEST Y15, Y2 // the carry says that all lowest bits are set
	SETCS  AX
	MOVB   AX, (R9)
	ADDQ   AX, R10
	ADDQ   $8, SI
	INCQ   R9
	DECQ   CX
	JNZ    key
	MOVQ   R10, hits+56(FP)
	VZEROUPPER
	RET
