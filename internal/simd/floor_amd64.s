//go:build !purego

#include "funcdata.h"
#include "textflag.h"

// Reading and writing lines of a table. Keys are taken in groups of eight, and the lines of a group are
// prefetched groups ahead, each between two words that are read or written: many prefetches in a row take longer.
//
//	DI table    R8 lines     SI hashes of the present group   CX groups left
//	R13 groups left to prefetch  R14, R15 places in the ring, in bytes, to prefetch and to read
//	R12 keys from SI to the group to prefetch      BX, R11 the groups at those places    R9 golden ratio

// FAR prefetches the line of a key, and keeps its offset.
#define FAR(at) \
	MOVQ       at(SI)(R12*8), AX \
	MULQ       R8                \
	SHLQ       $6, DX            \
	MOVQ       DX, at(BX)        \
	PREFETCHT0 (DI)(DX*1)

// SECOND is FAR for the second line of a key.
#define SECOND(at) \
	MOVQ       at(SI)(R12*8), AX \
	IMULQ      R9, AX            \
	MULQ       R8                \
	SHLQ       $6, DX            \
	MOVQ       DX, (512+at)(BX)  \
	PREFETCHT0 (DI)(DX*1)

// READ reads a word of a line, WRITE writes it too.
#define READ(at) \
	MOVQ at(R11), AX     \
	XORQ (DI)(AX*1), R10

#define WRITE(at) \
	MOVQ at(R11), AX \
	INCQ (DI)(AX*1)

#define READTWO(at) \
	READ(at)     \
	READ(512+at)

#define WRITETWO(at) \
	WRITE(at)     \
	WRITE(512+at)

#define FARTWO(at) \
	FAR(at)    \
	SECOND(at)

#define FARREAD(at) \
	FAR(at)  \
	READ(at)

#define FARWRITE(at) \
	FAR(at)   \
	WRITE(at)

#define FARREADTWO(at) \
	FARREAD(at)  \
	SECOND(at)   \
	READ(512+at)

#define FARWRITETWO(at) \
	FARWRITE(at)  \
	SECOND(at)    \
	WRITE(512+at)

#define EIGHT(each) \
	each(0)  \
	each(8)  \
	each(16) \
	each(24) \
	each(32) \
	each(40) \
	each(48) \
	each(56)

// LINES goes over the keys: it does far for each key of the first groups, then both for one
// key and the one a ring further on, and at the end last for each.
#define LINES(ring, far, both, last) \
	NO_LOCAL_POINTERS                    \
	MOVQ  table+0(FP), DI                \
	MOVQ  lines+8(FP), R8                \
	MOVQ  hashes+16(FP), SI              \
	MOVQ  n+24(FP), CX                   \
	MOVQ  $0x9e3779b97f4a7c15, R9        \
	XORQ  R10, R10                       \
	XORQ  R12, R12                       \
	XORQ  R14, R14                       \
	XORQ  R15, R15                       \
	SHRQ  $3, CX                         \
	JZ    done                           \
	MOVQ  CX, R13                        \
first:                                       \
	LEAQ  lines-1024(SP)(R14*1), BX      \
	EIGHT(far)                           \
	ADDQ  $64, R14                       \
	ADDQ  $8, R12                        \
	DECQ  R13                            \
	JZ    rest                           \
	CMPQ  R14, $(ring-64)                \
	JLT   first                          \
group:                                       \
	LEAQ  lines-1024(SP)(R14*1), BX      \
	LEAQ  lines-1024(SP)(R15*1), R11     \
	EIGHT(both)                          \
	ADDQ  $64, R14                       \
	ANDQ  $(ring-1), R14                 \
	ADDQ  $64, R15                       \
	ANDQ  $(ring-1), R15                 \
	ADDQ  $64, SI                        \
	DECQ  CX                             \
	DECQ  R13                            \
	JNZ   group                          \
rest:                                        \
	LEAQ  lines-1024(SP)(R15*1), R11     \
	EIGHT(last)                          \
	ADDQ  $64, R15                       \
	ANDQ  $(ring-1), R15                 \
	DECQ  CX                             \
	JNZ   rest                           \
done:

// func readOne(table *uint64, lines uint64, hashes *uint64, n int) (sum uint64)
//
// n is a multiple of 8.
TEXT ·readOne(SB), 0, $1024-40
	LINES(1024, FAR, FARREAD, READ)
	MOVQ R10, sum+32(FP)
	RET

// func readTwo(table *uint64, lines uint64, hashes *uint64, n int) (sum uint64)
//
// n is a multiple of 8.
TEXT ·readTwo(SB), 0, $1024-40
	LINES(512, FARTWO, FARREADTWO, READTWO)
	MOVQ R10, sum+32(FP)
	RET

// func writeOne(table *uint64, lines uint64, hashes *uint64, n int)
//
// n is a multiple of 8.
TEXT ·writeOne(SB), 0, $1024-32
	LINES(1024, FAR, FARWRITE, WRITE)
	RET

// func writeTwo(table *uint64, lines uint64, hashes *uint64, n int)
//
// n is a multiple of 8.
TEXT ·writeTwo(SB), 0, $1024-32
	LINES(512, FARTWO, FARWRITETWO, WRITETWO)
	RET
