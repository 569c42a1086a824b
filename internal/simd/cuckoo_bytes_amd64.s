//go:build !purego

#include "funcdata.h"
#include "go_asm.h"
#include "textflag.h"
#include "buckets_amd64.h"
#include "lanes_amd64.h"

// Lookups in cuckoo filters with four fingerprints of a byte: a bucket is a word of 32 bits,
// which no line of memory ends in, and bytes are compared as they are.
//
//	DI table     SI hashes of the present group    CX groups left to look at
//	R13 groups left to prefetch   R14, R15 places in the ring, to prefetch and to look at
//	R12 keys from SI to the group to prefetch      R9 found    R10 hits

// func containsCuckooBytes(table *byte, c *Cuckoo, hashes *uint64, n int, found *bool) (hits int)
//
// n is a multiple of 8.
TEXT ·containsCuckooBytes(SB), 0, $2048-48
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
	VPBROADCASTQ Cuckoo_Lows(R8), Z26
	MOVQ         $0x9e3779b97f4a7c15, AX
	VPBROADCASTQ AX, Z30
	MOVQ         $0xbf58476d1ce4e5b9, AX
	VPBROADCASTQ AX, Z29
	MOVQ         $1, AX
	VPBROADCASTQ AX, Z23
	LANEMASKS
	MOVQ         CX, R13
	XORQ         R14, R14
	XORQ         R15, R15
	XORQ         R12, R12
	MOVQ         $8, R11

locate:
	LEAQ      ring-2048(SP)(R14*1), DX
	VMOVDQU64 (SI)(R12*8), Z0
	POWER
	STEP
	XOR
	VPMULUDQ  Z26, Z2, Z2
	VPMOVQD   Z2, Y2
	VMOVDQU64 Z1, (DX)
	VMOVDQU64 Z3, 64(DX)
	VMOVDQU   Y2, 128(DX)
	ADDQ      $256, R14
	ANDQ      $2047, R14
	DECQ      R13
	DECQ      R11
	JLE       look
	AHEAD8(0, 4)
	AHEAD8(64, 4)
	ADDQ      $8, R12
	TESTQ     R13, R13
	JNZ       locate

look:
	LEAQ     ring-2048(SP)(R15*1), BX
	GATHERAHEAD(VPBROADCASTD, 0, 4, Y3)
	GATHERAHEAD(VPBROADCASTD, 64, 4, Y4)
	VPCMPEQB 128(BX), Y3, Y3
	VPCMPEQB 128(BX), Y4, Y4
	VPOR     Y3, Y4, Y3
	VPTESTMD Y3, Y3, K0
	KMOVB    K0, AX
	ANSWER
	ADDQ     $64, SI
	ADDQ     $256, R15
	ANDQ     $2047, R15
	MOVQ     $56, R12
	DECQ     CX
	JZ       done
	TESTQ    R13, R13
	JNZ      locate
	JMP      look    // what was prefetched last is prefetched again, which costs little

done:
	MOVQ R10, hits+40(FP)
	VZEROUPPER
	RET
