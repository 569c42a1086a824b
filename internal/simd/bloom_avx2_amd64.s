//go:build !purego

#include "funcdata.h"
#include "go_asm.h"
#include "textflag.h"
#include "prefetch_amd64.h"

// Lookups in Bloom filters on AVX2: four keys at a time, in groups of eight, of which the
// lines of the first two probes are prefetched three groups ahead. Products of 64 bits are
// made of those of 32: VPMULUDQ takes the low halves.
//
//	DI table    SI hashes of the present group    CX groups left    R13 groups left to prefetch
//	R14, R15 places in the ring, in bytes, to prefetch and to look at
//	R12 keys from SI to the group to prefetch     R9 found          R10 hits    R8 probes but two
//	Y15 cells   Y14 mask of a cell   X13 log2 of the width of a cell   Y12 63
//	Y11, Y10, Y9 how the second hash moves at the first three steps   Y8 how that moves

// TIMES leaves in y the low 64 bits of x times a number whose low and high halves are in
// memory.
#define TIMES(x, y, low, high, s, t) \
	VPSRLQ   $32, x, s    \
	VPMULUDQ low, x, y    \
	VPMULUDQ high, x, t   \
	VPMULUDQ low, s, s    \
	VPADDQ   s, t, t      \
	VPSLLQ   $32, t, t    \
	VPADDQ   t, y, y

// PLACE leaves in p the first bit of the cells at the points x: the high half of x times
// the number of cells, which has 32 bits, in units of the width of a cell.
#define PLACE(x, p, s) \
	VPMULUDQ Y15, x, s    \
	VPSRLQ   $32, x, p    \
	VPMULUDQ Y15, p, p    \
	VPSRLQ   $32, s, s    \
	VPADDQ   s, p, p      \
	VPSRLQ   $32, p, p    \
	VPSLLQ   X13, p, p

// LOCATE4 keeps at BX the words and bits of the first two probes of four keys, and where
// their sequences go on. at is the first of them, in bytes.
#define LOCATE4(at) \
	VMOVDQU at(SI)(R12*8), Y0                                   \
	VPSRLQ  $30, Y0, Y1                                         \
	VPXOR   Y0, Y1, Y1                                          \
	TIMES(Y1, Y2, first-32(SP), firstup-64(SP), Y3, Y4)         \
	VPSRLQ  $27, Y2, Y1                                         \
	VPXOR   Y2, Y1, Y1                                          \
	TIMES(Y1, Y2, second-96(SP), secondup-128(SP), Y3, Y4)      \
	VPSRLQ  $31, Y2, Y1                                         \
	VPXOR   Y2, Y1, Y1                                          \
	VPOR    one-160(SP), Y1, Y1                                 \
	PLACE(Y0, Y3, Y2)                                           \
	VPADDQ  Y1, Y0, Y0                                          \
	VPADDQ  Y11, Y1, Y1                                         \
	PLACE(Y0, Y4, Y2)                                           \
	VPADDQ  Y1, Y0, Y0                                          \
	VPADDQ  Y10, Y1, Y1                                         \
	VPSRLQ  $6, Y3, Y5                                          \
	VPSRLQ  $6, Y4, Y6                                          \
	VPAND   Y12, Y3, Y3                                         \
	VPAND   Y12, Y4, Y4                                         \
	VMOVDQU Y5, at(BX)                                          \
	VMOVDQU Y6, (64+at)(BX)                                     \
	VMOVDQU Y3, (128+at)(BX)                                    \
	VMOVDQU Y4, (192+at)(BX)                                    \
	VMOVDQU Y0, (256+at)(BX)                                    \
	VMOVDQU Y1, (320+at)(BX)

// LOCATE locates the group to prefetch.
#define LOCATE \
	LEAQ    ring-1696(SP)(R14*1), BX \
	LOCATE4(0)                       \
	LOCATE4(32)                      \
	PREFETCH8(0, 8)                  \
	PREFETCH8(64, 8)                 \
	ADDQ    $384, R14                \
	XORL    AX, AX                   \
	CMPQ    R14, $1536               \
	CMOVQEQ AX, R14                  \
	DECQ    R13

// CLOSED adds to Y7 the lanes whose cell is 0: those words, shifted by bits.
#define CLOSED(words, bits) \
	VPSRLVQ  bits, words, words \
	VPAND    Y14, words, words  \
	VPCMPEQQ Y6, words, words   \
	VPOR     words, Y7, Y7

// LOOK4 looks four keys up. Y7 is all ones in the lanes that have met an empty cell; the
// others are read on, until there is none: those that are open after two probes, and if all
// are, without a look at which, so as not to wait for the answers.
#define LOOK4(at, to, some, probe, answer) \
	VMOVDQU    at(BX), Y0              \
	VMOVDQU    (64+at)(BX), Y1         \
	VPCMPEQD   Y2, Y2, Y2              \
	VPCMPEQD   Y3, Y3, Y3              \
	VPXOR      Y4, Y4, Y4              \
	VPXOR      Y5, Y5, Y5              \
	VPXOR      Y6, Y6, Y6              \
	VPXOR      Y7, Y7, Y7              \
	VPGATHERQQ Y2, (DI)(Y0*8), Y4      \
	VPGATHERQQ Y3, (DI)(Y1*8), Y5      \
	CLOSED(Y4, (128+at)(BX))           \
	CLOSED(Y5, (192+at)(BX))           \
	VMOVDQU    (256+at)(BX), Y0        \
	VMOVDQU    (320+at)(BX), Y1        \
	VMOVDQA    Y9, Y2                  \
	MOVQ       R8, DX                  \
	VPCMPEQQ   Y6, Y7, Y3              \
	VMOVMSKPD  Y7, AX                  \
	TESTL      AX, AX                  \
	JNE        some                    \
	VPCMPEQD   Y3, Y3, Y3              \
some:                                      \
	VMOVDQU    Y3, open-1760(SP)       \
probe:                                     \
	VMOVMSKPD  Y7, AX                  \
	CMPL       AX, $15                 \
	JEQ        answer                  \
	TESTQ      DX, DX                  \
	JZ         answer                  \
	PLACE(Y0, Y3, Y4)                  \
	VPADDQ     Y1, Y0, Y0              \
	VPADDQ     Y2, Y1, Y1              \
	VPADDQ     Y8, Y2, Y2              \
	VPSRLQ     $6, Y3, Y4              \
	VPAND      Y12, Y3, Y3             \
	VMOVDQU    Y3, bits-1728(SP)       \
	VMOVDQU    open-1760(SP), Y3       \
	VPXOR      Y5, Y5, Y5              \
	VPGATHERQQ Y3, (DI)(Y4*8), Y5      \
	CLOSED(Y5, bits-1728(SP))          \
	DECQ       DX                      \
	JMP        probe                   \
answer:                                    \
	VMOVMSKPD  Y7, AX                  \
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

// func containsBloomAVX2(table *uint64, b *Bloom, hashes *uint64, n int, found *bool) (hits int)
//
// n is a multiple of 8, and the number of probes at least 2.
TEXT ·containsBloomAVX2(SB), 0, $1760-48
	NO_LOCAL_POINTERS
	MOVQ table+0(FP), DI
	MOVQ b+8(FP), R8
	MOVQ hashes+16(FP), SI
	MOVQ n+24(FP), CX
	MOVQ found+32(FP), R9
	XORQ R10, R10
	SHRQ $3, CX
	JZ   done

	MOVQ   $0xbf58476d1ce4e5b9, AX
	KEEP(first-32(SP))
	SHRQ   $32, AX
	KEEP(firstup-64(SP))
	MOVQ   $0x94d049bb133111eb, AX
	KEEP(second-96(SP))
	SHRQ   $32, AX
	KEEP(secondup-128(SP))
	MOVQ   $1, AX
	KEEP(one-160(SP))
	MOVQ   Bloom_Cells(R8), AX
	EVERY(X15, Y15)
	MOVQ   Bloom_Mask(R8), AX
	EVERY(X14, Y14)
	MOVQ   $63, AX
	EVERY(X12, Y12)
	MOVQ   $0x6a09e667f3bcc909, AX
	EVERY(X11, Y11)
	MOVQ   $0x9e3779b97f4a7c15, AX
	EVERY(X8, Y8)
	VPADDQ Y8, Y11, Y10
	VPADDQ Y8, Y10, Y9
	MOVQ   Bloom_Width(R8), AX
	VMOVQ  AX, X13
	MOVQ   Bloom_Probes(R8), R8
	SUBQ   $2, R8
	MOVQ   CX, R13
	XORQ   R14, R14
	XORQ   R15, R15
	XORQ   R12, R12
	MOVQ   $4, R11

start:
	TESTQ R13, R13
	JZ    look

locate:
	LOCATE
	ADDQ $8, R12
	DECQ R11
	JGT  start

look:
	LEAQ    ring-1696(SP)(R15*1), BX
	LOOK4(0, 0, some0, probe0, answer0)
	LOOK4(32, 4, some1, probe1, answer1)
	ADDQ    $8, R9
	ADDQ    $64, SI
	ADDQ    $384, R15
	XORL    AX, AX
	CMPQ    R15, $1536
	CMOVQEQ AX, R15
	MOVQ    $24, R12
	DECQ    CX
	JZ      done
	TESTQ   R13, R13
	JNZ     locate
	JMP     look

done:
	MOVQ R10, hits+40(FP)
	VZEROUPPER
	RET
