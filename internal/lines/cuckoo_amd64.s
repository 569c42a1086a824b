//go:build !purego

#include "funcdata.h"
#include "textflag.h"

// TOUCH asks for the line of one bucket. Its offset is at BX.
#define TOUCH(at) \
	MOVQ       at(BX), AX    \
	PREFETCHT0 (DI)(AX*1)

#define TOUCH8(at) \
	TOUCH(at+0)  \
	TOUCH(at+8)  \
	TOUCH(at+16) \
	TOUCH(at+24) \
	TOUCH(at+32) \
	TOUCH(at+40) \
	TOUCH(at+48) \
	TOUCH(at+56)

// LOCATE finds the buckets and the fingerprint of the eight keys R12 further than SI,
// keeps at BX the bytes and bits at which the buckets begin and the fingerprint in
// every lane, and asks for the lines.
#define LOCATE \
	VMOVDQU64 (SI)(R12*8), Z0 \
	VPSRLQ    X22, Z0, Z1     \
	VPMULUDQ  Z31, Z0, Z2     \
	VPSRLQ    $32, Z2, Z2     \
	VPADDQ    Z23, Z2, Z2     \
	VPMULLQ   Z30, Z2, Z3     \
	VPSRLQ    $32, Z3, Z4     \
	VPXORQ    Z4, Z3, Z3      \
	VPMULLQ   Z29, Z3, Z3     \
	VPMULUDQ  Z28, Z3, Z4     \
	VPSRLQ    $32, Z3, Z3     \
	VPMULUDQ  Z28, Z3, Z3     \
	VPSRLQ    $32, Z4, Z4     \
	VPADDQ    Z4, Z3, Z3      \
	VPSRLQ    $32, Z3, Z3     \
	VPADDQ    Z23, Z3, Z3     \
	VPXORQ    Z1, Z3, Z3      \
	VPMULUDQ  Z27, Z1, Z1     \
	VPMULUDQ  Z27, Z3, Z3     \
	VPMULLQ   Z26, Z2, Z2     \
	VPSRLQ    $3, Z1, Z4      \
	VPSRLQ    $3, Z3, Z5      \
	VPANDQ    Z24, Z1, Z1     \
	VPANDQ    Z24, Z3, Z3     \
	VMOVDQU64 Z4, (BX)        \
	VMOVDQU64 Z5, 64(BX)      \
	VMOVDQU64 Z1, 128(BX)     \
	VMOVDQU64 Z3, 192(BX)     \
	VMOVDQU64 Z2, 256(BX)     \
	TOUCH8(0)                 \
	TOUCH8(64)                \
	ADDQ $320, R14            \
	XORL AX, AX               \
	CMPQ R14, $1280           \
	CMOVQEQ AX, R14           \
	DECQ R13

// func containsCuckoo(table *byte, c *Cuckoo, hashes *uint64, n int, found *bool) (hits int)
//
// n is a multiple of 8.
TEXT ·containsCuckoo(SB), 0, $1280-48
	NO_LOCAL_POINTERS
	MOVQ table+0(FP), DI
	MOVQ c+8(FP), R8
	MOVQ hashes+16(FP), SI
	MOVQ n+24(FP), CX
	MOVQ found+32(FP), R9
	XORQ R10, R10
	SHRQ $3, CX
	JZ   done

	VMOVQ        0(R8), X22
	VPBROADCASTQ 8(R8), Z31
	VPBROADCASTQ 16(R8), Z28
	VPBROADCASTQ 24(R8), Z27
	VPBROADCASTQ 32(R8), Z26
	VPBROADCASTQ 40(R8), Z25
	MOVQ         $0x9e3779b97f4a7c15, AX
	VPBROADCASTQ AX, Z30
	MOVQ         $0xbf58476d1ce4e5b9, AX
	VPBROADCASTQ AX, Z29
	MOVQ         $7, AX
	VPBROADCASTQ AX, Z24
	MOVQ         $1, AX
	VPBROADCASTQ AX, Z23
	VPBROADCASTB AX, X21
	MOVQ         CX, R13
	XORQ         R14, R14
	XORQ         R15, R15
	XORQ         R12, R12
	MOVQ         $3, R11

first:
	TESTQ R13, R13
	JZ    group
	LEAQ  ring-1280(SP)(R14*1), BX
	LOCATE
	ADDQ  $8, R12
	DECQ  R11
	JNZ   first

group:
	TESTQ R13, R13
	JZ    look
	LEAQ  ring-1280(SP)(R14*1), BX
	LOCATE

look:
	LEAQ       ring-1280(SP)(R15*1), BX
	VMOVDQU64  (BX), Z1
	VMOVDQU64  64(BX), Z2
	VMOVDQU64  256(BX), Z0
	KXNORB     K1, K1, K1
	KXNORB     K2, K2, K2
	VPGATHERQQ (DI)(Z1*1), K1, Z3
	VPGATHERQQ (DI)(Z2*1), K2, Z4
	VPSRLVQ    128(BX), Z3, Z3
	VPSRLVQ    192(BX), Z4, Z4
	VPXORQ     Z0, Z3, Z3
	VPXORQ     Z0, Z4, Z4
	VPSUBQ     Z26, Z3, Z5
	VPSUBQ     Z26, Z4, Z6
	VPANDNQ    Z5, Z3, Z5
	VPANDNQ    Z6, Z4, Z6
	VPORQ      Z5, Z6, Z6
	VPTESTMQ   Z25, Z6, K1
	VMOVDQU8.Z X21, K1, X3
	VMOVQ      X3, (R9)
	KMOVB      K1, AX
	POPCNTQ    AX, AX
	ADDQ       AX, R10
	ADDQ       $8, R9
	ADDQ       $64, SI
	ADDQ       $320, R15
	XORL       AX, AX
	CMPQ       R15, $1280
	CMOVQEQ    AX, R15
	MOVQ       $24, R12
	DECQ       CX
	JNZ        group

done:
	MOVQ R10, hits+40(FP)
	VZEROUPPER
	RET
