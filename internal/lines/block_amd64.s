//go:build !purego

#include "textflag.h"
#include "group_amd64.h"

// The bit numbers of seven probes in a mixed word: nine bits each. The first table
// brings a probe's bit of its word to the bottom (rotations go by the low six bits),
// the second the number of its word (permutations go by the low three).
DATA shifts<>+0(SB)/8, $0
DATA shifts<>+8(SB)/8, $9
DATA shifts<>+16(SB)/8, $18
DATA shifts<>+24(SB)/8, $27
DATA shifts<>+32(SB)/8, $36
DATA shifts<>+40(SB)/8, $45
DATA shifts<>+48(SB)/8, $54
DATA shifts<>+56(SB)/8, $0
GLOBL shifts<>(SB), RODATA|NOPTR, $64

DATA places<>+0(SB)/8, $6
DATA places<>+8(SB)/8, $15
DATA places<>+16(SB)/8, $24
DATA places<>+24(SB)/8, $33
DATA places<>+32(SB)/8, $42
DATA places<>+40(SB)/8, $51
DATA places<>+48(SB)/8, $60
DATA places<>+56(SB)/8, $6
GLOBL places<>(SB), RODATA|NOPTR, $64

// func containsBlocked(table *uint64, blocks uint64, hashes *uint64, n int, found *bool, whole int, last uint64) (hits int)
//
// n is a multiple of 8. whole is how many words of seven positions each key has, at
// most 4, and last the mask of the positions of one more.
//
// The words of a group make a square, of which each key reads its column.
TEXT ·containsBlocked(SB), NOSPLIT, $576-64
	MOVQ table+0(FP), DI
	MOVQ blocks+8(FP), R8
	MOVQ hashes+16(FP), SI
	MOVQ n+24(FP), CX
	MOVQ found+32(FP), R9
	XORQ R10, R10
	START
	VMOVDQU64    shifts<>(SB), Z30
	VMOVDQU64    places<>(SB), Z29
	MOVQ         $1, AX
	VPBROADCASTQ AX, Z31
	MOVQ         $0x7f, AX
	KMOVB        AX, K2
	MOVQ         last+48(FP), AX
	KMOVB        AX, K3
	MOVQ         $3, R11

first:
	TESTQ R13, R13
	JZ    group
	LEAQ  ring-256(SP)(R14*1), BX
	ASK(6)
	ADDQ  $8, R12
	DECQ  R11
	JNZ   first

group:
	TESTQ R13, R13
	JZ    mix
	LEAQ  ring-256(SP)(R14*1), BX
	ASK(6)

mix:
	VMOVDQU64 (SI), Z5
	LEAQ      square-576(SP), BX
	MOVQ      whole+40(FP), DX
	INCQ      DX

mixed:
	MIX
	VMOVDQU64 Z6, (BX)
	ADDQ      $64, BX
	DECQ      DX
	JNZ       mixed

	LEAQ square-576(SP), BX
	LEAQ ring-256(SP)(R15*1), R11
	MOVQ $8, AX

key:
	MOVQ      (R11), DX
	VMOVDQU64 (DI)(DX*1), Z0
	KXORB     K4, K4, K4
	MOVQ      BX, R12
	MOVQ      whole+40(FP), DX
	TESTQ     DX, DX
	JZ        rest

round:
	VPBROADCASTQ (R12), Z1
	VPSRLVQ      Z30, Z1, Z2
	VPSRLVQ      Z29, Z1, Z3
	VPERMQ       Z0, Z3, Z4
	VPRORVQ      Z2, Z4, Z4
	VPTESTNMQ    Z31, Z4, K2, K1
	KORB         K1, K4, K4
	ADDQ         $64, R12
	DECQ         DX
	JNZ          round

rest:
	VPBROADCASTQ (R12), Z1
	VPSRLVQ      Z30, Z1, Z2
	VPSRLVQ      Z29, Z1, Z3
	VPERMQ       Z0, Z3, Z4
	VPRORVQ      Z2, Z4, Z4
	VPTESTNMQ    Z31, Z4, K3, K1
	XORL         DX, DX
	KORTESTB     K1, K4
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
	MOVQ R10, hits+56(FP)
	VZEROUPPER
	RET

// SET sets the bit of one key. Its address is in square, its bit in bits.
#define SET(at) \
	MOVQ square-(128-at*8)(SP), AX \
	MOVQ bits-(64-at*8)(SP), DX   \
	ORQ  DX, (DI)(AX*1)

// func insertBlocked(table *uint64, blocks uint64, hashes *uint64, n int, probes int)
//
// One probe of eight keys at a time. n is a multiple of 8, probes at least 1.
TEXT ·insertBlocked(SB), NOSPLIT, $384-40
	MOVQ table+0(FP), DI
	MOVQ blocks+8(FP), R8
	MOVQ hashes+16(FP), SI
	MOVQ n+24(FP), CX
	START
	MOVQ         $1, AX
	VPBROADCASTQ AX, Z31
	MOVQ         $56, AX
	VPBROADCASTQ AX, Z25
	MOVQ         $3, R11

first:
	TESTQ R13, R13
	JZ    group
	LEAQ  ring-384(SP)(R14*1), BX
	ASK(6)
	ADDQ  $8, R12
	DECQ  R11
	JNZ   first

group:
	TESTQ R13, R13
	JZ    mix
	LEAQ  ring-384(SP)(R14*1), BX
	ASK(6)

mix:
	VMOVDQU64 (SI), Z5
	LEAQ      ring-384(SP)(R15*1), BX
	VMOVDQU64 (BX), Z0
	MOVQ      probes+32(FP), R9

word:
	MIX
	MOVQ $7, R10

probe:
	VPSRLQ    $3, Z6, Z2
	VPANDQ    Z25, Z2, Z2
	VPADDQ    Z0, Z2, Z2  // the offset of the word
	VPROLVQ   Z6, Z31, Z3 // one, rotated by the position modulo 64
	VPSRLQ    $9, Z6, Z6
	VMOVDQU64 Z2, square-128(SP)
	VMOVDQU64 Z3, bits-64(SP)
	SET(0)
	SET(1)
	SET(2)
	SET(3)
	SET(4)
	SET(5)
	SET(6)
	SET(7)
	DECQ R9
	JZ   next
	DECQ R10
	JNZ  probe
	JMP  word

next:
	AGAIN

done:
	VZEROUPPER
	RET
