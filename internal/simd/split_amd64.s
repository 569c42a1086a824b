//go:build !purego

#include "textflag.h"

#define RING 512
#include "group_amd64.h"

// The eight positions in a mixed word: five bits each.
DATA fives<>+0(SB)/8, $0
DATA fives<>+8(SB)/8, $5
DATA fives<>+16(SB)/8, $10
DATA fives<>+24(SB)/8, $15
DATA fives<>+32(SB)/8, $20
DATA fives<>+40(SB)/8, $25
DATA fives<>+48(SB)/8, $30
DATA fives<>+56(SB)/8, $35
GLOBL fives<>(SB), RODATA|NOPTR, $64

// func containsSplit(table *uint64, blocks uint64, hashes *uint64, n int, found *bool) (hits int)
//
// A block is eight words of 32 bits, one probe each. n is a multiple of 8.
TEXT ·containsSplit(SB), NOSPLIT, $576-48
	MOVQ table+0(FP), DI
	MOVQ blocks+8(FP), R8
	MOVQ hashes+16(FP), SI
	MOVQ n+24(FP), CX
	MOVQ found+32(FP), R9
	XORQ R10, R10
	START
	VMOVDQU64    fives<>(SB), Z30
	MOVL         $1, AX
	VPBROADCASTD AX, Y31
	MOVQ         $7, R11

first:
	TESTQ R13, R13
	JZ    group
	LEAQ  ring-512(SP)(R14*1), BX
	FETCH(5)
	ADDQ  $8, R12
	DECQ  R11
	JNZ   first

group:
	TESTQ R13, R13
	JZ    mix
	LEAQ  ring-512(SP)(R14*1), BX
	FETCH(5)

mix:
	VMOVDQU64 (SI), Z5
	MIX
	VMOVDQU64 Z6, word-576(SP)
	LEAQ      word-576(SP), BX
	LEAQ      ring-512(SP)(R15*1), R11
	MOVQ      $8, AX

key:
	MOVQ         (R11), DX
	VPBROADCASTQ (BX), Z1
	VPSRLVQ      Z30, Z1, Z2
	VPMOVQD      Z2, Y2
	VMOVDQU      (DI)(DX*1), Y0
	VPRORVD      Y2, Y0, Y3
	VPTESTNMD    Y31, Y3, K1 // words whose bit is not set
	XORL         DX, DX
	KORTESTB     K1, K1
	SETEQ        DX
	MOVB         DX, (R9)
	ADDQ         DX, R10
	INCQ         R9
	ADDQ         $8, R11
	ADDQ         $8, BX
	DECQ         AX
	JNZ          key
	AGAIN

done:
	MOVQ R10, hits+40(FP)
	VZEROUPPER
	RET

// func insertSplit(table *uint64, blocks uint64, hashes *uint64, n int)
TEXT ·insertSplit(SB), NOSPLIT, $576-32
	MOVQ table+0(FP), DI
	MOVQ blocks+8(FP), R8
	MOVQ hashes+16(FP), SI
	MOVQ n+24(FP), CX
	START
	VMOVDQU64    fives<>(SB), Z30
	MOVL         $1, AX
	VPBROADCASTD AX, Y31
	MOVQ         $7, R11

first:
	TESTQ R13, R13
	JZ    group
	LEAQ  ring-512(SP)(R14*1), BX
	FETCH(5)
	ADDQ  $8, R12
	DECQ  R11
	JNZ   first

group:
	TESTQ R13, R13
	JZ    mix
	LEAQ  ring-512(SP)(R14*1), BX
	FETCH(5)

mix:
	VMOVDQU64 (SI), Z5
	MIX
	VMOVDQU64 Z6, word-576(SP)
	LEAQ      word-576(SP), BX
	LEAQ      ring-512(SP)(R15*1), R11
	MOVQ      $8, AX

key:
	MOVQ         (R11), DX
	VPBROADCASTQ (BX), Z1
	VPSRLVQ      Z30, Z1, Z2
	VPMOVQD      Z2, Y2
	VPROLVD      Y2, Y31, Y3
	VPOR         (DI)(DX*1), Y3, Y3
	VMOVDQU      Y3, (DI)(DX*1)
	ADDQ         $8, R11
	ADDQ         $8, BX
	DECQ         AX
	JNZ          key
	AGAIN

done:
	VZEROUPPER
	RET
