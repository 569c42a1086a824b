//go:build !purego

#include "textflag.h"
#include "group_amd64.h"

// SECOND is OFFSET for the second line of a key.
#define SECOND(at) \
	MOVQ       (at*8)(SI)(R12*8), AX \
	IMULQ      R9, AX                \
	MULQ       R8                    \
	SHLQ       $6, DX                \
	MOVQ       DX, (256+at*8)(BX)    \
	PREFETCHT0 (DI)(DX*1)

#define FETCHTWO \
	SECOND(0) \
	SECOND(1) \
	SECOND(2) \
	SECOND(3) \
	SECOND(4) \
	SECOND(5) \
	SECOND(6) \
	SECOND(7) \
	FETCH(6)

// READ reads a word of one line.
#define READ(at) \
	MOVQ at(BX), AX      \
	XORQ (DI)(AX*1), R10

#define READ8(at) \
	READ(at+0)  \
	READ(at+8)  \
	READ(at+16) \
	READ(at+24) \
	READ(at+32) \
	READ(at+40) \
	READ(at+48) \
	READ(at+56)

// WRITE8 reads and writes a word of each of eight lines.
#define WRITE8(at) \
	WRITE(at+0)  \
	WRITE(at+8)  \
	WRITE(at+16) \
	WRITE(at+24) \
	WRITE(at+32) \
	WRITE(at+40) \
	WRITE(at+48) \
	WRITE(at+56)

#define WRITE(at) \
	MOVQ at(BX), AX      \
	INCQ (DI)(AX*1)

// func readOne(table *uint64, lines uint64, hashes *uint64, n int) (sum uint64)
//
// n is a multiple of 8.
TEXT ·readOne(SB), NOSPLIT, $256-40
	MOVQ table+0(FP), DI
	MOVQ lines+8(FP), R8
	MOVQ hashes+16(FP), SI
	MOVQ n+24(FP), CX
	XORQ R10, R10
	START
	MOVQ $3, R11

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
	JZ    look
	LEAQ  ring-256(SP)(R14*1), BX
	FETCH(6)

look:
	LEAQ ring-256(SP)(R15*1), BX
	READ8(0)
	AGAIN

done:
	MOVQ R10, sum+32(FP)
	VZEROUPPER
	RET

// func readTwo(table *uint64, lines uint64, hashes *uint64, n int) (sum uint64)
TEXT ·readTwo(SB), NOSPLIT, $512-40
	MOVQ table+0(FP), DI
	MOVQ lines+8(FP), R8
	MOVQ hashes+16(FP), SI
	MOVQ n+24(FP), CX
	XORQ R10, R10
	MOVQ $0x9e3779b97f4a7c15, R9
	START
	MOVQ $3, R11

first:
	TESTQ R13, R13
	JZ    group
	LEAQ  ring-512(SP)(R14*1), BX
	FETCHTWO
	ADDQ  $8, R12
	DECQ  R11
	JNZ   first

group:
	TESTQ R13, R13
	JZ    look
	LEAQ  ring-512(SP)(R14*1), BX
	FETCHTWO

look:
	LEAQ ring-512(SP)(R15*1), BX
	READ8(0)
	READ8(256)
	AGAIN

done:
	MOVQ R10, sum+32(FP)
	VZEROUPPER
	RET

// func writeOne(table *uint64, lines uint64, hashes *uint64, n int)
//
// n is a multiple of 8.
TEXT ·writeOne(SB), NOSPLIT, $256-32
	MOVQ table+0(FP), DI
	MOVQ lines+8(FP), R8
	MOVQ hashes+16(FP), SI
	MOVQ n+24(FP), CX
	START
	MOVQ $3, R11

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
	JZ    look
	LEAQ  ring-256(SP)(R14*1), BX
	FETCH(6)

look:
	LEAQ ring-256(SP)(R15*1), BX
	WRITE8(0)
	AGAIN

done:
	VZEROUPPER
	RET

// func writeTwo(table *uint64, lines uint64, hashes *uint64, n int)
TEXT ·writeTwo(SB), NOSPLIT, $512-32
	MOVQ table+0(FP), DI
	MOVQ lines+8(FP), R8
	MOVQ hashes+16(FP), SI
	MOVQ n+24(FP), CX
	MOVQ $0x9e3779b97f4a7c15, R9
	START
	MOVQ $3, R11

first:
	TESTQ R13, R13
	JZ    group
	LEAQ  ring-512(SP)(R14*1), BX
	FETCHTWO
	ADDQ  $8, R12
	DECQ  R11
	JNZ   first

group:
	TESTQ R13, R13
	JZ    look
	LEAQ  ring-512(SP)(R14*1), BX
	FETCHTWO

look:
	LEAQ ring-512(SP)(R15*1), BX
	WRITE8(0)
	WRITE8(256)
	AGAIN

done:
	VZEROUPPER
	RET
