//go:build !purego

#include "funcdata.h"
#include "go_asm.h"
#include "textflag.h"
#include "buckets_amd64.h"
#include "lanes_amd64.h"

// KEEP keeps at DX the bytes and bits at which the buckets begin and the fingerprint in
// every lane.
#define KEEP \
	VPMULUDQ  Z27, Z1, Z1 \
	VPMULUDQ  Z27, Z3, Z3 \
	VPMULLQ   Z26, Z2, Z2 \
	VPSRLQ    $3, Z1, Z4  \
	VPSRLQ    $3, Z3, Z5  \
	VPANDQ    Z24, Z1, Z1 \
	VPANDQ    Z24, Z3, Z3 \
	VMOVDQU64 Z4, (DX)    \
	VMOVDQU64 Z5, 64(DX)  \
	VMOVDQU64 Z1, 128(DX) \
	VMOVDQU64 Z3, 192(DX) \
	VMOVDQU64 Z2, 256(DX)

// FREE leaves in z, of the words x, the highest bits of the lanes that are the
// fingerprint's in Z0, and some others beside them. It changes x.
#define FREE(x, z) \
	VPXORQ  Z0, x, x  \
	VPSUBQ  Z26, x, z \
	VPANDNQ z, x, z

// func containsCuckoo(table *byte, c *Cuckoo, hashes *uint64, n int, found *bool) (hits int)
//
// n is a multiple of 8.
TEXT ·containsCuckoo(SB), 0, $2568-48
	NO_LOCAL_POINTERS
	MOVQ table+0(FP), DI
	MOVQ c+8(FP), R8
	MOVQ hashes+16(FP), SI
	MOVQ n+24(FP), CX
	MOVQ found+32(FP), R9
	XORQ R10, R10
	SHRQ $3, CX
	JZ   done

	VMOVQ        Cuckoo_Shift(R8), X22
	VPBROADCASTQ Cuckoo_Tags(R8), Z31
	VPBROADCASTQ Cuckoo_Steps(R8), Z28
	VPBROADCASTQ Cuckoo_Stride(R8), Z27
	VPBROADCASTQ Cuckoo_Lows(R8), Z26
	VPBROADCASTQ Cuckoo_Highs(R8), Z25
	MOVQ         Cuckoo_Any(R8), DX // buckets, if they are not a power of two
	MOVQ         DX, any-2568(SP)
	VPBROADCASTQ DX, Z20
	MOVQ         Cuckoo_Second(R8), R8 // bits from the first group of lanes to the second
	MOVQ         R8, AX
	ANDQ         $7, AX
	VMOVQ        AX, X19
	SHRQ         $3, R8
	JZ           whole
	ADDQ         DI, R8

whole:
	MOVQ         $0x9e3779b97f4a7c15, AX
	VPBROADCASTQ AX, Z30
	MOVQ         $0xbf58476d1ce4e5b9, AX
	VPBROADCASTQ AX, Z29
	MOVQ         $7, AX
	VPBROADCASTQ AX, Z24
	MOVQ         $1, AX
	VPBROADCASTQ AX, Z23
	LANEMASKS
	MOVQ         CX, R13
	XORQ         R14, R14
	XORQ         R15, R15
	XORQ         R12, R12
	MOVQ         $8, R11

locate:
	LEAQ      ring-2560(SP)(R14*1), DX
	VMOVDQU64 (SI)(R12*8), Z0
	CMPQ      any-2568(SP), $0
	JNE       any
	POWER
	STEP
	XOR
	JMP       keep

any:
	ANY
	STEP
	LESS

keep:
	KEEP
	ADDQ    $320, R14
	XORL    AX, AX
	CMPQ    R14, $2560
	CMOVQEQ AX, R14
	DECQ    R13
	DECQ    R11
	JLE     look
	AHEAD8(0, 1)
	AHEAD8(64, 1)
	ADDQ    $8, R12
	TESTQ   R13, R13
	JNZ     locate

look:
	LEAQ       ring-2560(SP)(R15*1), BX
	VMOVDQU64  256(BX), Z0
	GATHERAHEAD(VPBROADCASTQ, 0, 1, Z3)
	GATHERAHEAD(VPBROADCASTQ, 64, 1, Z4)
	VPSRLVQ    128(BX), Z3, Z3
	VPSRLVQ    192(BX), Z4, Z4
	FREE(Z3, Z5)
	FREE(Z4, Z6)
	VPORQ      Z5, Z6, Z6
	TESTQ      R8, R8
	JZ         answer
	GATHER(VPBROADCASTQ, 0, R8, 1, Z3)
	GATHER(VPBROADCASTQ, 64, R8, 1, Z4)
	VPSRLQ     X19, Z3, Z3
	VPSRLQ     X19, Z4, Z4
	FREE(Z3, Z5)
	FREE(Z4, Z7)
	VPORQ      Z5, Z6, Z6
	VPORQ      Z7, Z6, Z6

answer:
	VPTESTMQ   Z25, Z6, K0
	KMOVB      K0, AX
	ANSWER
	ADDQ       $64, SI
	ADDQ       $320, R15
	XORL       AX, AX
	CMPQ       R15, $2560
	CMOVQEQ    AX, R15
	MOVQ       $56, R12
	DECQ       CX
	JZ         done
	TESTQ      R13, R13
	JNZ        locate
	JMP        look // what was prefetched last is prefetched again, which costs little

done:
	MOVQ R10, hits+40(FP)
	VZEROUPPER
	RET
