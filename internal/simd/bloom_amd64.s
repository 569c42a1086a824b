//go:build !purego

#include "funcdata.h"
#include "go_asm.h"
#include "textflag.h"
#include "lanes_amd64.h"

// MIX leaves in y the second hash of the eight hashes in x, which is odd.
#define MIX(x, y, z) \
	VPSRLQ  $30, x, y \
	VPXORQ  x, y, y   \
	VPMULLQ Z30, y, y \
	VPSRLQ  $27, y, z \
	VPXORQ  z, y, y   \
	VPMULLQ Z29, y, y \
	VPSRLQ  $31, y, z \
	VPXORQ  z, y, y   \
	VPORQ   Z23, y, y

// PLACE leaves in p the first bit of the cells at the points x: the high half of x
// times the number of cells, which has 32 bits, in units of the width of a cell.
#define PLACE(x, p, z) \
	VPMULUDQ Z28, x, z \
	VPSRLQ   $32, x, p \
	VPMULUDQ Z28, p, p \
	VPSRLQ   $32, z, z \
	VPADDQ   z, p, p   \
	VPSRLQ   $32, p, p \
	VPSLLQ   X22, p, p

// LOCATE keeps at DX the words and bits of the first two probes of the eight keys R12
// further than SI, and where their sequences go on.
#define LOCATE \
	VMOVDQU64 (SI)(R12*8), Z0 \
	MIX(Z0, Z1, Z2)           \
	PLACE(Z0, Z3, Z2)         \
	VPADDQ    Z1, Z0, Z0      \
	VPADDQ    Z27, Z1, Z1     \
	PLACE(Z0, Z4, Z2)         \
	VPADDQ    Z1, Z0, Z0      \
	VPADDQ    Z26, Z1, Z1     \
	VPSRLQ    $6, Z3, Z5      \
	VPSRLQ    $6, Z4, Z6      \
	VMOVDQU64 Z5, (DX)        \
	VMOVDQU64 Z6, 64(DX)      \
	VMOVDQU64 Z3, 128(DX)     \
	VMOVDQU64 Z4, 192(DX)     \
	VMOVDQU64 Z0, 256(DX)     \
	VMOVDQU64 Z1, 320(DX)     \
	ADDQ $384, R14            \
	XORL AX, AX               \
	CMPQ R14, $3072           \
	CMOVQEQ AX, R14           \
	DECQ R13

// func containsBloom(table *uint64, b *Bloom, hashes *uint64, n int, found *bool) (hits int)
//
// n is a multiple of 8, and the number of probes at least 2.
TEXT ·containsBloom(SB), 0, $3072-48
	NO_LOCAL_POINTERS
	MOVQ table+0(FP), DI
	MOVQ b+8(FP), R8
	MOVQ hashes+16(FP), SI
	MOVQ n+24(FP), CX
	MOVQ found+32(FP), R9
	XORQ R10, R10
	SHRQ $3, CX
	JZ   done

	VPBROADCASTQ Bloom_Cells(R8), Z28
	VMOVQ        Bloom_Width(R8), X22
	VPBROADCASTQ Bloom_Mask(R8), Z25
	MOVQ         Bloom_Probes(R8), R8
	SUBQ         $2, R8
	MOVQ         $0xbf58476d1ce4e5b9, AX
	VPBROADCASTQ AX, Z30
	MOVQ         $0x94d049bb133111eb, AX
	VPBROADCASTQ AX, Z29
	MOVQ         $0x6a09e667f3bcc909, AX
	VPBROADCASTQ AX, Z27     // how y moves at the first step
	MOVQ         $0x9e3779b97f4a7c15, AX
	VPBROADCASTQ AX, Z24     // how that moves
	VPADDQ       Z24, Z27, Z26
	VPADDQ       Z24, Z26, Z20
	MOVQ         $1, AX
	VPBROADCASTQ AX, Z23
	VPBROADCASTB AX, X21
	MOVQ         CX, R13
	XORQ         R14, R14
	XORQ         R15, R15
	XORQ         R12, R12
	MOVQ         $7, R11

first:
	TESTQ R13, R13
	JZ    group
	LEAQ  ring-3072(SP)(R14*1), DX
	LOCATE
	AHEAD8(0, 8)
	AHEAD8(64, 8)
	ADDQ  $8, R12
	DECQ  R11
	JNZ   first

group:
	LEAQ  ring-3072(SP)(R15*1), BX
	MOVQ  BX, DX // to prefetch again, for want of others
	TESTQ R13, R13
	JZ    look
	LEAQ  ring-3072(SP)(R14*1), DX
	LOCATE

look:
	LANEMASKS
	GATHERAHEAD(VPBROADCASTQ, 0, 8, Z3)
	GATHERAHEAD(VPBROADCASTQ, 64, 8, Z4)
	VMOVDQU64  128(BX), Z5
	VMOVDQU64  192(BX), Z6
	VPRORVQ    Z5, Z3, Z3
	VPRORVQ    Z6, Z4, Z4
	VPTESTMQ   Z25, Z3, K3
	VPTESTMQ   Z25, Z4, K3, K3
	VMOVDQU64  256(BX), Z0
	VMOVDQU64  320(BX), Z1
	VMOVDQA64  Z20, Z2
	MOVQ       R8, DX
	KMOVB      K3, AX // the lanes still open, of which alone the other probes are read
	KORTESTB   K3, K3
	JCC        probe
	MOVL       $255, AX // all are: so as not to wait for the answers

probe:
	TESTQ      DX, DX
	JZ         answer
	KORTESTB   K3, K3
	JZ         answer
	KMOVB      AX, K1 // not those that are open now, which would wait for the answers since
	PLACE(Z0, Z4, Z5)
	VPADDQ     Z1, Z0, Z0
	VPADDQ     Z2, Z1, Z1
	VPADDQ     Z24, Z2, Z2
	VPSRLQ     $6, Z4, Z5
	VPXORQ     Z3, Z3, Z3
	VPGATHERQQ (DI)(Z5*8), K1, Z3
	VPRORVQ    Z4, Z3, Z3
	VPTESTMQ   Z25, Z3, K3, K3
	DECQ       DX
	JMP        probe

answer:
	VMOVDQU8.Z X21, K3, X3
	VMOVQ      X3, (R9)
	KMOVB      K3, AX
	POPCNTQ    AX, AX
	ADDQ       AX, R10
	ADDQ       $8, R9
	ADDQ       $64, SI
	ADDQ       $384, R15
	XORL       AX, AX
	CMPQ       R15, $3072
	CMOVQEQ    AX, R15
	MOVQ       $56, R12
	DECQ       CX
	JNZ        group

done:
	MOVQ R10, hits+40(FP)
	VZEROUPPER
	RET
