//go:build !purego

#include "textflag.h"

// The kernels of blocks of one word on AVX2: four keys at a time. The words of keys are
// prefetched 64 keys ahead, each between two that are read.
//
//	DI table    R8 blocks    SI hashes of the present keys    CX keys left    R9 found    R10 hits
//	Y15 1s      Y14 63s      Y13 golden ratio    Y12, Y11 and Y10, Y9 constants of the mixing and their high halves

// TIMES leaves in y the low 64 bits of x times a number, of which low has the low 32 bits and high
// the others.
#define TIMES(x, y, low, high, s, t) \
	VPSRLQ   $32, x, s  \
	VPMULUDQ low, x, y  \
	VPMULUDQ high, x, t \
	VPMULUDQ low, s, s  \
	VPADDQ   s, t, t    \
	VPSLLQ   $32, t, t  \
	VPADDQ   t, y, y

// EVERY writes a number in AX to the lanes of a register.
#define EVERY(x, y) \
	VMOVQ        AX, x \
	VPBROADCASTQ x, y

#define CONSTANTS \
	MOVQ $0xbf58476d1ce4e5b9, AX \
	EVERY(X12, Y12)              \
	SHRQ $32, AX                 \
	EVERY(X11, Y11)              \
	MOVQ $0x94d049bb133111eb, AX \
	EVERY(X10, Y10)              \
	SHRQ $32, AX                 \
	EVERY(X9, Y9)                \
	MOVQ $0x9e3779b97f4a7c15, AX \
	EVERY(X13, Y13)              \
	MOVQ $63, AX                 \
	EVERY(X14, Y14)              \
	MOVQ $1, AX                  \
	EVERY(X15, Y15)

// PLACE leaves in DX the number of a key's word.
#define PLACE(at) \
	MOVQ at(SI), AX \
	MULQ R8

// AHEAD prefetches a key's word.
#define AHEAD(at) \
	PLACE(at)                \
	PREFETCHT0 (DI)(DX*8)

// START prefetches the words of the first 64 keys.
#define START \
	MOVQ    SI, BX                \
	MOVQ    $64, R13              \
	CMPQ    CX, R13               \
	CMOVQLT CX, R13               \
first:                                \
	MOVQ       (BX), AX           \
	MULQ       R8                 \
	PREFETCHT0 (DI)(DX*8)         \
	ADDQ       $8, BX             \
	DECQ       R13                \
	JNZ        first

// BITS leaves in Y4 the bits of four keys in their words: R11 probes of six bits, ten to a
// mixed word.
#define BITS \
	VMOVDQU (SI), Y0                \
	VPXOR   Y4, Y4, Y4              \
word:                                   \
	VPADDQ  Y13, Y0, Y0             \
	VPSRLQ  $30, Y0, Y1             \
	VPXOR   Y0, Y1, Y1              \
	TIMES(Y1, Y2, Y12, Y11, Y3, Y5) \
	VPSRLQ  $27, Y2, Y1             \
	VPXOR   Y2, Y1, Y1              \
	TIMES(Y1, Y2, Y10, Y9, Y3, Y5)  \
	VPSRLQ  $31, Y2, Y1             \
	VPXOR   Y2, Y1, Y1              \
	MOVQ    $10, R12                \
probe:                                  \
	VPAND   Y14, Y1, Y2             \
	VPSLLVQ Y2, Y15, Y2             \
	VPOR    Y2, Y4, Y4              \
	VPSRLQ  $6, Y1, Y1              \
	DECQ    R11                     \
	JZ      mixed                   \
	DECQ    R12                     \
	JNZ     probe                   \
	JMP     word                    \
mixed:

// func containsRegisterAVX2(table *uint64, blocks uint64, hashes *uint64, n int, found *bool, probes int) (hits int)
//
// A block is a word of 64 bits. n is a multiple of 4 and not 0, probes at least 1.
TEXT ·containsRegisterAVX2(SB), NOSPLIT, $0-56
	MOVQ table+0(FP), DI
	MOVQ blocks+8(FP), R8
	MOVQ hashes+16(FP), SI
	MOVQ n+24(FP), CX
	MOVQ found+32(FP), R9
	XORQ R10, R10
	CONSTANTS
	START

four:
	MOVQ probes+40(FP), R11
	BITS
	CMPQ CX, $64
	JLE  near
	AHEAD(512)
	PLACE(0)
	VMOVQ       (DI)(DX*8), X5
	AHEAD(520)
	PLACE(8)
	VPINSRQ     $1, (DI)(DX*8), X5, X5
	AHEAD(528)
	PLACE(16)
	VMOVQ       (DI)(DX*8), X6
	AHEAD(536)
	PLACE(24)
	VPINSRQ     $1, (DI)(DX*8), X6, X6
	JMP  test

near:
	PLACE(0)
	VMOVQ       (DI)(DX*8), X5
	PLACE(8)
	VPINSRQ     $1, (DI)(DX*8), X5, X5
	PLACE(16)
	VMOVQ       (DI)(DX*8), X6
	PLACE(24)
	VPINSRQ     $1, (DI)(DX*8), X6, X6

test:
	VINSERTI128 $1, X6, Y5, Y5
	VPANDN      Y4, Y5, Y5 // bits that the words lack
	VPXOR       Y6, Y6, Y6
	VPCMPEQQ    Y6, Y5, Y5
	VMOVMSKPD   Y5, AX
	POPCNTL     AX, DX
	ADDQ        DX, R10
	IMULL       $0x204081, AX
	ANDL        $0x1010101, AX
	MOVL        AX, (R9)
	ADDQ        $32, SI
	ADDQ        $4, R9
	SUBQ        $4, CX
	JNZ         four
	MOVQ        R10, hits+48(FP)
	VZEROUPPER
	RET

// SET sets the bits of a key in its word.
#define SET(at) \
	PLACE(at)                  \
	MOVQ bits-(32-at)(SP), BX  \
	ORQ  BX, (DI)(DX*8)

// func insertRegisterAVX2(table *uint64, blocks uint64, hashes *uint64, n int, probes int)
TEXT ·insertRegisterAVX2(SB), NOSPLIT, $32-40
	MOVQ table+0(FP), DI
	MOVQ blocks+8(FP), R8
	MOVQ hashes+16(FP), SI
	MOVQ n+24(FP), CX
	CONSTANTS
	START

four:
	MOVQ    probes+32(FP), R11
	BITS
	VMOVDQU Y4, bits-32(SP)
	CMPQ    CX, $64
	JLE     near
	AHEAD(512)
	AHEAD(520)
	AHEAD(528)
	AHEAD(536)

near:
	SET(0)
	SET(8)
	SET(16)
	SET(24)
	ADDQ $32, SI
	SUBQ $4, CX
	JNZ  four
	VZEROUPPER
	RET
