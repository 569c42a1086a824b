//go:build !purego

#include "funcdata.h"
#include "textflag.h"
#include "group_amd64.h"

// The bits of a key in its line, without a loop over its probes. A position is three numbers
// below 8: of the word in the line, of the byte in the word, and of the bit in the byte.
// For each of the three, the positions of one mixed word make a matrix of 8 by 8 bits, a row a
// probe, with one bit in each row. A bit of the line is set if some probe has all its three
// bits, which is a product of such matrices; the instruction for it adds modulo 2 where
// this needs an or, so of equal positions all but the first are taken out before.

// Where the numbers of the words, bytes and bits begin in a mixed word, a byte a probe.
DATA fields<>+0(SB)/8, $0x063c332a21180f06
DATA fields<>+8(SB)/8, $0x033930271e150c03
DATA fields<>+16(SB)/8, $0x00362d241b120900
GLOBL fields<>(SB), RODATA|NOPTR, $24

// Byte i is one bit: the lowest of byte 0, the highest of byte 7; and the same backwards.
DATA ones<>+0(SB)/8, $0x8040201008040201
DATA ones<>+8(SB)/8, $0x0102040810204080
GLOBL ones<>(SB), RODATA|NOPTR, $16

// Of each row of a product of a matrix with itself, the columns of the rows before it.
DATA before<>+0(SB)/8, $0xfefcf8f0e0c08000
GLOBL before<>(SB), RODATA|NOPTR, $8

// Which byte of the matrices of eight keys each byte of a line is, for the first key.
DATA spread<>+0(SB)/8, $0x0000000000000000
DATA spread<>+8(SB)/8, $0x0101010101010101
DATA spread<>+16(SB)/8, $0x0202020202020202
DATA spread<>+24(SB)/8, $0x0303030303030303
DATA spread<>+32(SB)/8, $0x0404040404040404
DATA spread<>+40(SB)/8, $0x0505050505050505
DATA spread<>+48(SB)/8, $0x0606060606060606
DATA spread<>+56(SB)/8, $0x0707070707070707
GLOBL spread<>(SB), RODATA|NOPTR, $64

// MATRICES moves eight keys on to their next mixed word, keeps the matrices of bits and bytes of
// its probes at DX, and leaves that of words in Z10. R9 is how many words are left, with
// this one.
#define MATRICES \
	MIX                                \
	MOVQ           $0x7f7f7f7f7f7f7f7f, AX \
	CMPQ           R9, $1              \
	CMOVQEQ        R10, AX             \
	KMOVQ          AX, K1              \
	VPMULTISHIFTQB Z6, Z25, Z0         \
	VPMULTISHIFTQB Z6, Z24, Z1         \
	VPMULTISHIFTQB Z6, Z23, Z2         \
	VPERMB.Z       Z22, Z0, K1, Z0     \
	VPERMB         Z22, Z1, Z1         \
	VPERMB         Z22, Z2, Z2         \
	VGF2P8AFFINEQB $0, Z0, Z0, Z3      \
	VGF2P8AFFINEQB $0, Z1, Z1, Z4      \
	VGF2P8AFFINEQB $0, Z2, Z2, Z7      \
	VPTERNLOGQ     $0x80, Z3, Z4, Z7   \
	VPTESTNMB      Z20, Z7, K1         \
	VMOVDQU8.Z     Z0, K1, Z0          \
	VGF2P8AFFINEQB $0, Z0, Z22, Z10    \
	VGF2P8AFFINEQB $0, Z1, Z22, Z1     \
	VGF2P8AFFINEQB $0, Z2, Z21, Z2     \
	VMOVDQU64      Z2, (DX)            \
	VMOVDQU64      Z1, 64(DX)

// LINE multiplies the matrices of a key: those of bits and bytes at at(DX), that of words is in
// the register words. number is the register that says which of its bytes are the key's.
#define LINE(key, number, at, words, line) \
	VPERMB              words, number, line            \
	VPANDQ.BCST         (at+64+key*8)(DX), line, line  \
	VGF2P8AFFINEQB.BCST $0, (at+key*8)(DX), line, line

// SETONE sets the bits of a key that one mixed word gives.
#define SETONE(key, number) \
	LINE(key, number, 0, Z10, Z0)   \
	MOVQ      (key*8)(BX), AX       \
	VPORQ     (DI)(AX*1), Z0, Z0    \
	VMOVDQU64 Z0, (DI)(AX*1)

// SETTWO sets the bits of a key that two mixed words give.
#define SETTWO(key, number) \
	LINE(key, number, 0, Z9, Z0)         \
	LINE(key, number, 128, Z10, Z1)      \
	MOVQ       (key*8)(BX), AX           \
	VPTERNLOGQ $0xfe, (DI)(AX*1), Z0, Z1 \
	VMOVDQU64  Z1, (DI)(AX*1)

// func insertBlockedGFNI(table *uint64, blocks uint64, hashes *uint64, n int, words int, last uint64)
//
// n is a multiple of 8. words is how many mixed words a key has, at least 1, and last has a bit
// for each of their bytes that belongs to a probe in the last of them, for eight keys.
TEXT ·insertBlockedGFNI(SB), 0, $512-48
	NO_LOCAL_POINTERS
	MOVQ table+0(FP), DI
	MOVQ blocks+8(FP), R8
	MOVQ hashes+16(FP), SI
	MOVQ n+24(FP), CX
	START
	MOVQ         last+40(FP), R10
	VPBROADCASTQ fields<>+0(SB), Z25
	VPBROADCASTQ fields<>+8(SB), Z24
	VPBROADCASTQ fields<>+16(SB), Z23
	VPBROADCASTQ ones<>+0(SB), Z22
	VPBROADCASTQ ones<>+8(SB), Z21
	VPBROADCASTQ before<>+0(SB), Z20
	VMOVDQU64    spread<>(SB), Z12
	MOVQ         $0x0808080808080808, AX
	VPBROADCASTQ AX, Z11
	VPADDB       Z11, Z12, Z13
	VPADDB       Z11, Z13, Z14
	VPADDB       Z11, Z14, Z15
	VPADDB       Z11, Z15, Z16
	VPADDB       Z11, Z16, Z17
	VPADDB       Z11, Z17, Z18
	VPADDB       Z11, Z18, Z19
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
	MOVQ      words+32(FP), R9
	LEAQ      ring-256(SP)(R15*1), BX
	LEAQ      planes-512(SP), DX

pair:
	MATRICES
	DECQ R9
	JZ   one
	VMOVDQA64 Z10, Z9
	ADDQ $128, DX
	MATRICES
	SUBQ $128, DX
	SETTWO(0, Z12)
	SETTWO(1, Z13)
	SETTWO(2, Z14)
	SETTWO(3, Z15)
	SETTWO(4, Z16)
	SETTWO(5, Z17)
	SETTWO(6, Z18)
	SETTWO(7, Z19)
	DECQ R9
	JNZ  pair
	JMP  next

one:
	SETONE(0, Z12)
	SETONE(1, Z13)
	SETONE(2, Z14)
	SETONE(3, Z15)
	SETONE(4, Z16)
	SETONE(5, Z17)
	SETONE(6, Z18)
	SETONE(7, Z19)

next:
	AGAIN

done:
	VZEROUPPER
	RET
