//go:build !purego

#include "textflag.h"

// The kernels of split blocks on AVX2: a key at a time, its eight words side by side. Keys
// come in groups of eight; while the keys of a group are looked at, the lines of the group
// eight further on are prefetched.
//
//	DI table    R8 blocks    SI hashes of the present group    CX groups left
//	R9 found    R10 hits     R11, R12 constants of the mixing  R13 golden ratio
//	Y15 ones    Y14 31s      Y13 where in its word a position begins

// Where the eight positions of a key begin: five bits each, the last two in the word
// that begins at bit 30.
DATA begins<>+0(SB)/4, $0
DATA begins<>+4(SB)/4, $5
DATA begins<>+8(SB)/4, $10
DATA begins<>+12(SB)/4, $15
DATA begins<>+16(SB)/4, $20
DATA begins<>+20(SB)/4, $25
DATA begins<>+24(SB)/4, $0
DATA begins<>+28(SB)/4, $5
GLOBL begins<>(SB), RODATA|NOPTR, $32

// AHEAD prefetches the line of a key, of which the hash is kept at an offset from SI.
#define AHEAD(at) \
	MOVQ       at(SI), AX    \
	MULQ       R8            \
	SHLQ       $5, DX        \
	PREFETCHT0 (DI)(DX*1)

#define AHEAD8(at) \
	AHEAD(at+0)  \
	AHEAD(at+8)  \
	AHEAD(at+16) \
	AHEAD(at+24) \
	AHEAD(at+32) \
	AHEAD(at+40) \
	AHEAD(at+48) \
	AHEAD(at+56)

// FIRST prefetches the lines of the first eight groups.
#define FIRST \
	MOVQ    SI, R14  \
	MOVQ    $8, R15  \
	CMPQ    CX, R15  \
	CMOVQLT CX, R15  \
first:                   \
	AHEAD8(0)        \
	ADDQ    $64, SI  \
	DECQ    R15      \
	JNZ     first    \
	MOVQ    R14, SI

// KEY leaves in DX the offset of the block of a key, and in Y0 its bit of every word.
#define KEY(at) \
	MOVQ         at(SI), AX       \
	MOVQ         AX, BX           \
	MULQ         R8               \
	SHLQ         $5, DX           \
	ADDQ         R13, BX          \
	MOVQ         BX, AX           \
	SHRQ         $30, AX          \
	XORQ         AX, BX           \
	IMULQ        R11, BX          \
	MOVQ         BX, AX           \
	SHRQ         $27, AX          \
	XORQ         AX, BX           \
	IMULQ        R12, BX          \
	MOVQ         BX, AX           \
	SHRQ         $31, AX          \
	XORQ         AX, BX           \
	VMOVQ        BX, X0           \
	SHRQ         $30, BX          \
	VMOVQ        BX, X1           \
	VPBROADCASTD X0, Y0           \
	VPBROADCASTD X1, Y1           \
	VPBLENDD     $0xc0, Y1, Y0, Y0 \
	VPSRLVD      Y13, Y0, Y0      \
	VPAND        Y14, Y0, Y0      \
	VPSLLVD      Y0, Y15, Y0

// HAS looks a key up. VPTEST sets the carry if no bit of Y0 is missing in Y1.
#define HAS(at, to) \
	KEY(at)                \
	VMOVDQU (DI)(DX*1), Y1 \
	XORL    AX, AX         \
	VPTEST  Y0, Y1         \
	SETCS   AX             \
	MOVB    AX, to(R9)     \
	ADDQ    AX, R10

// SET inserts a key.
#define SET(at) \
	KEY(at)                    \
	VPOR    (DI)(DX*1), Y0, Y0 \
	VMOVDQU Y0, (DI)(DX*1)

#define CONSTANTS \
	MOVQ         $0xbf58476d1ce4e5b9, R11 \
	MOVQ         $0x94d049bb133111eb, R12 \
	MOVQ         $0x9e3779b97f4a7c15, R13 \
	VPCMPEQD     Y15, Y15, Y15            \
	VPSRLD       $27, Y15, Y14            \
	VPSRLD       $31, Y15, Y15            \
	VMOVDQU      begins<>(SB), Y13

// func containsSplitAVX2(table *uint64, blocks uint64, hashes *uint64, n int, found *bool) (hits int)
//
// n is a multiple of 8.
TEXT ·containsSplitAVX2(SB), NOSPLIT, $0-48
	MOVQ table+0(FP), DI
	MOVQ blocks+8(FP), R8
	MOVQ hashes+16(FP), SI
	MOVQ n+24(FP), CX
	MOVQ found+32(FP), R9
	XORQ R10, R10
	SHRQ $3, CX
	CONSTANTS
	TESTQ CX, CX
	JZ   done
	FIRST

group:
	CMPQ CX, $8
	JLE  look
	AHEAD8(512)

look:
	HAS(0, 0)
	HAS(8, 1)
	HAS(16, 2)
	HAS(24, 3)
	HAS(32, 4)
	HAS(40, 5)
	HAS(48, 6)
	HAS(56, 7)
	ADDQ $64, SI
	ADDQ $8, R9
	DECQ CX
	JNZ  group

done:
	MOVQ R10, hits+40(FP)
	VZEROUPPER
	RET

// func insertSplitAVX2(table *uint64, blocks uint64, hashes *uint64, n int)
//
// n is a multiple of 8.
TEXT ·insertSplitAVX2(SB), NOSPLIT, $0-32
	MOVQ table+0(FP), DI
	MOVQ blocks+8(FP), R8
	MOVQ hashes+16(FP), SI
	MOVQ n+24(FP), CX
	SHRQ $3, CX
	CONSTANTS
	TESTQ CX, CX
	JZ   done
	FIRST

group:
	CMPQ CX, $8
	JLE  put
	AHEAD8(512)

put:
	SET(0)
	SET(8)
	SET(16)
	SET(24)
	SET(32)
	SET(40)
	SET(48)
	SET(56)
	ADDQ $64, SI
	DECQ CX
	JNZ  group

done:
	VZEROUPPER
	RET
