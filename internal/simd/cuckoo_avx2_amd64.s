//go:build !purego

#include "funcdata.h"
#include "go_asm.h"
#include "textflag.h"

// Lookups in cuckoo filters on AVX2, for a power of two of buckets of one group of lanes:
// four keys at a time, in groups of eight, of which the lines are prefetched seven groups
// ahead, between the words that are read. Products of 64 bits are made of those of 32: VPMULUDQ takes the low halves.
//
//	DI table    SI hashes of the present group    CX groups left    R13 groups left to prefetch
//	R14, R15 places in the ring, in bytes, to prefetch and to look at
//	R12 keys from SI to the group to prefetch      R9 found          R10 hits
//	R8, BX the groups at those places
//	Y15 Tags    Y14 1      Y13, Y12 multiplier of a fingerprint and its high half
//	Y11, Y10 the next multiplier and its high half Y9 Steps          Y8 Stride

// LOCATE4 keeps at R8 the bytes and bits at which the buckets of four keys begin, and the
// fingerprint in every lane. at is the first of them, in bytes.
#define LOCATE4(at) \
	VMOVDQU  at(SI)(R12*8), Y0             \
	VPSRLQ   shift-32(SP), Y0, Y1          \
	VPMULUDQ Y15, Y0, Y2                   \
	VPSRLQ   $32, Y2, Y2                   \
	VPADDQ   Y14, Y2, Y2                   \
	VPMULUDQ Y13, Y2, Y3                   \
	VPMULUDQ Y12, Y2, Y4                   \
	VPSLLQ   $32, Y4, Y4                   \
	VPADDQ   Y4, Y3, Y3                    \
	VPSRLQ   $32, Y3, Y4                   \
	VPXOR    Y4, Y3, Y3                    \
	VPMULUDQ Y11, Y3, Y5                   \
	VPMULUDQ Y10, Y3, Y6                   \
	VPMULUDQ Y11, Y4, Y7                   \
	VPADDQ   Y7, Y6, Y6                    \
	VPSLLQ   $32, Y6, Y6                   \
	VPADDQ   Y6, Y5, Y5                    \
	VPMULUDQ Y9, Y5, Y6                    \
	VPSRLQ   $32, Y5, Y5                   \
	VPMULUDQ Y9, Y5, Y5                    \
	VPSRLQ   $32, Y6, Y6                   \
	VPADDQ   Y6, Y5, Y5                    \
	VPSRLQ   $32, Y5, Y5                   \
	VPADDQ   Y14, Y5, Y5                   \
	VPXOR    Y1, Y5, Y5                    \
	VPMULUDQ Y8, Y1, Y1                    \
	VPMULUDQ Y8, Y5, Y5                    \
	VPMULUDQ lows-64(SP), Y2, Y3           \
	VPMULUDQ upper-96(SP), Y2, Y4          \
	VPSLLQ   $32, Y4, Y4                   \
	VPADDQ   Y4, Y3, Y3                    \
	VPSRLQ   $3, Y1, Y6                    \
	VPSRLQ   $3, Y5, Y7                    \
	VPAND    seven-128(SP), Y1, Y1         \
	VPAND    seven-128(SP), Y5, Y5         \
	VMOVDQU  Y6, at(R8)                    \
	VMOVDQU  Y7, (64+at)(R8)               \
	VMOVDQU  Y1, (128+at)(R8)              \
	VMOVDQU  Y5, (192+at)(R8)              \
	VMOVDQU  Y3, (256+at)(R8)

// AHEAD4 prefetches the lines of four buckets at R8.
#define AHEAD4(at) \
	MOVQ       at(R8), AX      \
	PREFETCHT0 (DI)(AX*1)      \
	MOVQ       (at+8)(R8), AX  \
	PREFETCHT0 (DI)(AX*1)      \
	MOVQ       (at+16)(R8), AX \
	PREFETCHT0 (DI)(AX*1)      \
	MOVQ       (at+24)(R8), AX \
	PREFETCHT0 (DI)(AX*1)

// LOOK4 looks four keys up. A lane that is 0 has its highest bit set after the lowest was
// taken from it, and had not before; others beside the first such lane may look like it.
#define LOOK4(at, to) \
	VMOVDQU    at(BX), Y1              \
	VMOVDQU    (64+at)(BX), Y2         \
	VPCMPEQD   Y3, Y3, Y3              \
	VPCMPEQD   Y4, Y4, Y4              \
	VPXOR      Y5, Y5, Y5              \
	VPXOR      Y6, Y6, Y6              \
	VPGATHERQQ Y3, (DI)(Y1*1), Y5      \
	AHEAD4(at)                         \
	VPGATHERQQ Y4, (DI)(Y2*1), Y6      \
	AHEAD4(64+at)                      \
	VPSRLVQ    (128+at)(BX), Y5, Y5    \
	VPSRLVQ    (192+at)(BX), Y6, Y6    \
	VPXOR      (256+at)(BX), Y5, Y5    \
	VPXOR      (256+at)(BX), Y6, Y6    \
	VPSUBQ     lows-64(SP), Y5, Y1     \
	VPSUBQ     lows-64(SP), Y6, Y2     \
	VPANDN     Y1, Y5, Y1              \
	VPANDN     Y2, Y6, Y2              \
	VPOR       Y1, Y2, Y1              \
	VPAND      highs-160(SP), Y1, Y1   \
	VPXOR      Y2, Y2, Y2              \
	VPCMPEQQ   Y2, Y1, Y1              \
	VMOVMSKPD  Y1, AX                  \
	XORL       $15, AX                 \
	POPCNTL    AX, DX                  \
	ADDQ       DX, R10                 \
	IMULL      $0x204081, AX           \
	ANDL       $0x1010101, AX          \
	MOVL       AX, to(R9)

// KEEP writes a number in AX to four lanes on the stack.
#define KEEP(place) \
	VMOVQ        AX, X0     \
	VPBROADCASTQ X0, Y0     \
	VMOVDQU      Y0, place

// EVERY writes a number in AX to the lanes of a register.
#define EVERY(x, y) \
	VMOVQ        AX, x \
	VPBROADCASTQ x, y

// func containsCuckooAVX2(table *byte, c *Cuckoo, hashes *uint64, n int, found *bool) (hits int)
//
// n is a multiple of 8.
TEXT ·containsCuckooAVX2(SB), 0, $2720-48
	NO_LOCAL_POINTERS
	MOVQ table+0(FP), DI
	MOVQ c+8(FP), R8
	MOVQ hashes+16(FP), SI
	MOVQ n+24(FP), CX
	MOVQ found+32(FP), R9
	XORQ R10, R10
	SHRQ $3, CX
	JZ   done

	MOVQ Cuckoo_Shift(R8), AX
	KEEP(shift-32(SP))
	MOVQ Cuckoo_Lows(R8), AX
	KEEP(lows-64(SP))
	SHRQ $32, AX
	KEEP(upper-96(SP))
	MOVQ $7, AX
	KEEP(seven-128(SP))
	MOVQ Cuckoo_Highs(R8), AX
	KEEP(highs-160(SP))
	MOVQ Cuckoo_Tags(R8), AX
	EVERY(X15, Y15)
	MOVQ $1, AX
	EVERY(X14, Y14)
	MOVQ $0x9e3779b97f4a7c15, AX
	EVERY(X13, Y13)
	SHRQ $32, AX
	EVERY(X12, Y12)
	MOVQ $0xbf58476d1ce4e5b9, AX
	EVERY(X11, Y11)
	SHRQ $32, AX
	EVERY(X10, Y10)
	MOVQ Cuckoo_Steps(R8), AX
	EVERY(X9, Y9)
	MOVQ Cuckoo_Stride(R8), AX
	EVERY(X8, Y8)
	MOVQ CX, R13
	XORQ R14, R14
	XORQ R15, R15
	XORQ R12, R12
	MOVQ $8, R11

locate:
	LEAQ    ring-2720(SP)(R14*1), R8
	LOCATE4(0)
	LOCATE4(32)
	ADDQ    $320, R14
	XORL    AX, AX
	CMPQ    R14, $2560
	CMOVQEQ AX, R14
	DECQ    R13
	DECQ    R11
	JLE     look
	AHEAD4(0)
	AHEAD4(32)
	AHEAD4(64)
	AHEAD4(96)
	ADDQ    $8, R12
	TESTQ   R13, R13
	JNZ     locate

look:
	LEAQ    ring-2720(SP)(R15*1), BX
	LOOK4(0, 0)
	LOOK4(32, 4)
	ADDQ    $8, R9
	ADDQ    $64, SI
	ADDQ    $320, R15
	XORL    AX, AX
	CMPQ    R15, $2560
	CMOVQEQ AX, R15
	MOVQ    $56, R12
	DECQ    CX
	JZ      done
	TESTQ   R13, R13
	JNZ     locate
	JMP     look // what was prefetched last is prefetched again, which costs little

done:
	MOVQ R10, hits+40(FP)
	VZEROUPPER
	RET
