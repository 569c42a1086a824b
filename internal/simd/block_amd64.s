//go:build !purego

#include "funcdata.h"
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

// How far before the first bit of a line the words begin.
DATA starts<>+0(SB)/8, $0
DATA starts<>+8(SB)/8, $-64
DATA starts<>+16(SB)/8, $-128
DATA starts<>+24(SB)/8, $-192
DATA starts<>+32(SB)/8, $-256
DATA starts<>+40(SB)/8, $-320
DATA starts<>+48(SB)/8, $-384
DATA starts<>+56(SB)/8, $-448
GLOBL starts<>(SB), RODATA|NOPTR, $64

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
	FETCH(6)
	ADDQ  $8, R12
	DECQ  R11
	JNZ   first

group:
	TESTQ R13, R13
	JZ    mix
	LEAQ  ring-256(SP)(R14*1), BX
	FETCH(6)

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

// NEXT takes the positions of one probe of eight keys out of their words in Z6, and
// keeps them, the masks of one bit that number their words in the line, and their
// bits in those words.
#define NEXT \
	VPANDQ        Z25, Z6, Z2 \
	VPSRLQ        $9, Z6, Z6  \
	VEXTRACTI64X4 $1, Z2, Y3  \
	VMOVDQU       Y2, (DX)    \
	VPSRLQ        $6, Y3, Y4  \
	VPROLVQ       Y3, Y31, Y3 \
	VPSLLVQ       Y4, Y31, Y4 \
	VMOVDQU       Y4, 32(DX)  \
	VMOVDQU       Y3, 64(DX)

// SET gathers the bit of one probe in the line of one key. What its position is beyond
// the first bit of a word is how far one is shifted there, and 64 or more, as unsigned,
// shifts it out.
#define SET(key, line) \
	VPADDQ.BCST (key*8)(DX), Z24, Z3 \
	VPSLLVQ     Z3, Z31, Z3          \
	VPORQ       Z3, line, line

// PICK does the same by mask and bit: it loads more and computes less.
#define PICK(key, line) \
	KMOVB      (key*8)(DX), K1              \
	VPORQ.BCST (32+key*8)(DX), line, K1, line

// MERGE sets the bits of one key in its line of the table.
#define MERGE(key, line) \
	MOVQ      (key*8)(BX), AX        \
	VPORQ     (DI)(AX*1), line, line \
	VMOVDQU64 line, (DI)(AX*1)

// func insertBlocked(table *uint64, blocks uint64, hashes *uint64, n int, probes int)
//
// The bits of eight keys are gathered in as many registers. n is a multiple of 8, probes
// at least 1. The positions of a word are kept all at once before the first is read
// again: processors are slow to read a part of what was just written as a whole. Half of
// the keys go by SET and half by PICK, which burden different parts of the processor.
TEXT ·insertBlocked(SB), 0, $3328-40
	NO_LOCAL_POINTERS
	MOVQ table+0(FP), DI
	MOVQ blocks+8(FP), R8
	MOVQ hashes+16(FP), SI
	MOVQ n+24(FP), CX
	START
	MOVQ         $1, AX
	VPBROADCASTQ AX, Z31
	MOVQ         $511, AX
	VPBROADCASTQ AX, Z25
	VMOVDQU64    starts<>(SB), Z24
	MOVQ         $3, R11

first:
	TESTQ R13, R13
	JZ    group
	LEAQ  ring-3328(SP)(R14*1), BX
	FETCH(6)
	ADDQ  $8, R12
	DECQ  R11
	JNZ   first

group:
	VMOVDQU64 (SI), Z5
	MOVQ      probes+32(FP), R9
	VPXORQ    Z16, Z16, Z16
	VPXORQ    Z17, Z17, Z17
	VPXORQ    Z18, Z18, Z18
	VPXORQ    Z19, Z19, Z19
	VPXORQ    Z20, Z20, Z20
	VPXORQ    Z21, Z21, Z21
	VPXORQ    Z22, Z22, Z22
	VPXORQ    Z23, Z23, Z23

	LEAQ      square-3072(SP), DX

word:
	MIX
	MOVQ $7, R10

position:
	NEXT
	ADDQ $96, DX
	DECQ R9
	JZ   gather
	DECQ R10
	JNZ  position
	JMP  word

gather:
	TESTQ R13, R13
	JZ    fetched
	LEAQ  ring-3328(SP)(R14*1), BX
	FETCH(6)

fetched:
	LEAQ square-3072(SP), DX
	MOVQ probes+32(FP), R9

probe:
	SET(0, Z16)
	SET(1, Z17)
	SET(2, Z18)
	SET(3, Z19)
	PICK(4, Z20)
	PICK(5, Z21)
	PICK(6, Z22)
	PICK(7, Z23)
	ADDQ $96, DX
	DECQ R9
	JNZ  probe
	LEAQ ring-3328(SP)(R15*1), BX
	MERGE(0, Z16)
	MERGE(1, Z17)
	MERGE(2, Z18)
	MERGE(3, Z19)
	MERGE(4, Z20)
	MERGE(5, Z21)
	MERGE(6, Z22)
	MERGE(7, Z23)
	AGAIN

done:
	VZEROUPPER
	RET
