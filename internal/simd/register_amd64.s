//go:build !purego

#include "textflag.h"

#define RING 512
#include "group_amd64.h"

// BITS leaves in Z4 the bits of eight keys in their words of 64: R9 probes of six bits,
// ten to a mixed word.
#define BITS \
	VMOVDQU64 (SI), Z5        \
	VPXORQ    Z4, Z4, Z4      \
word:                         \
	MIX                       \
	MOVQ      $10, R12        \
probe:                        \
	VPROLVQ   Z6, Z31, Z3     \
	VPORQ     Z3, Z4, Z4      \
	VPSRLQ    $6, Z6, Z6      \
	DECQ      R9              \
	JZ        mixed           \
	DECQ      R12             \
	JNZ       probe           \
	JMP       word            \
mixed:

// func containsRegister(table *uint64, blocks uint64, hashes *uint64, n int, found *bool, probes int) (hits int)
//
// A block is a word of 64 bits. n is a multiple of 8, probes at least 1.
TEXT ·containsRegister(SB), NOSPLIT, $512-56
	MOVQ table+0(FP), DI
	MOVQ blocks+8(FP), R8
	MOVQ hashes+16(FP), SI
	MOVQ n+24(FP), CX
	MOVQ found+32(FP), R11
	XORQ R10, R10
	START
	MOVQ         $1, AX
	VPBROADCASTQ AX, Z31
	VPBROADCASTB AX, X30
	MOVQ         $7, R9

first:
	TESTQ R13, R13
	JZ    group
	LEAQ  ring-512(SP)(R14*1), BX
	FETCH(3)
	ADDQ  $8, R12
	DECQ  R9
	JNZ   first

group:
	TESTQ R13, R13
	JZ    mix
	LEAQ  ring-512(SP)(R14*1), BX
	FETCH(3)

mix:
	MOVQ probes+40(FP), R9
	BITS
	LEAQ        ring-512(SP)(R15*1), BX
	VMOVDQU64   (BX), Z0
	KXNORB      K1, K1, K1
	VPGATHERQQ  (DI)(Z0*1), K1, Z1
	VPANDNQ     Z4, Z1, Z2 // bits that the word lacks
	VPTESTNMQ   Z2, Z2, K1
	VMOVDQU8.Z  X30, K1, X3
	VMOVQ       X3, (R11)
	KMOVB       K1, AX
	POPCNTQ     AX, AX
	ADDQ        AX, R10
	ADDQ        $8, R11
	AGAIN

done:
	MOVQ R10, hits+48(FP)
	VZEROUPPER
	RET

// SETWORD sets the bits of one key.
#define SETWORD(at) \
	MOVQ (at*8)(BX), AX           \
	MOVQ bits-(64-at*8)(SP), DX   \
	ORQ  DX, (DI)(AX*1)

// func insertRegister(table *uint64, blocks uint64, hashes *uint64, n int, probes int)
TEXT ·insertRegister(SB), NOSPLIT, $576-40
	MOVQ table+0(FP), DI
	MOVQ blocks+8(FP), R8
	MOVQ hashes+16(FP), SI
	MOVQ n+24(FP), CX
	START
	MOVQ         $1, AX
	VPBROADCASTQ AX, Z31
	MOVQ         $7, R9

first:
	TESTQ R13, R13
	JZ    group
	LEAQ  ring-576(SP)(R14*1), BX
	FETCH(3)
	ADDQ  $8, R12
	DECQ  R9
	JNZ   first

group:
	TESTQ R13, R13
	JZ    mix
	LEAQ  ring-576(SP)(R14*1), BX
	FETCH(3)

mix:
	MOVQ probes+32(FP), R9
	BITS
	VMOVDQU64 Z4, bits-64(SP)
	LEAQ      ring-576(SP)(R15*1), BX
	SETWORD(0)
	SETWORD(1)
	SETWORD(2)
	SETWORD(3)
	SETWORD(4)
	SETWORD(5)
	SETWORD(6)
	SETWORD(7)
	AGAIN

done:
	VZEROUPPER
	RET
