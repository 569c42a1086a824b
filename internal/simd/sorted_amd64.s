//go:build !purego

#include "funcdata.h"
#include "go_asm.h"
#include "textflag.h"
#include "buckets_amd64.h"
#include "lanes_amd64.h"

// Lookups in semi-sorted cuckoo filters, as containsCuckoo does them. A bucket is the number of a
// multiset of four nibbles, in twelve bits, and four rests. The nibbles of a bucket come from a
// table, and are laid over its rests, a lane each, once both were compared with a key's: a lane
// that is 0 then is its fingerprint.
//
//	R8 table of multisets    X16 bits of a rest    X17, X18, X19 how far nibbles 1 to 3 are moved
//	Z15 0x1111    Z14 a rest of ones    Z13 to Z10 the nibbles    Z9 0xfff

// KEEP keeps at DX the bytes and bits at which the buckets begin, and in every lane the rest and
// the nibble of the fingerprint.
#define KEEP \
	VPMULUDQ  Z27, Z1, Z1 \
	VPMULUDQ  Z27, Z3, Z3 \
	VPSRLQ    X16, Z2, Z6 \
	VPMULUDQ  Z15, Z6, Z6 \
	VPANDQ    Z14, Z2, Z2 \
	VPMULLQ   Z26, Z2, Z2 \
	VPSRLQ    $3, Z1, Z4  \
	VPSRLQ    $3, Z3, Z5  \
	VPANDQ    Z24, Z1, Z1 \
	VPANDQ    Z24, Z3, Z3 \
	VMOVDQU64 Z4, (DX)    \
	VMOVDQU64 Z5, 64(DX)  \
	VMOVDQU64 Z1, 128(DX) \
	VMOVDQU64 Z3, 192(DX) \
	VMOVDQU64 Z2, 256(DX) \
	VMOVDQU64 Z6, 320(DX)

// NIBBLES reads the nibbles of the buckets x into n.
#define NIBBLES(x, y, k, n) \
	VPANDQ     Z9, x, y           \
	KXNORB     k, k, k            \
	VPGATHERQQ (R8)(y*2), k, n

// FREE leaves in z, of the buckets x with the nibbles n, the highest bits of the lanes that are
// the fingerprint, and some others beside them. It changes x and n.
#define FREE(x, n, z) \
	VPSRLQ  $12, x, x   \
	VPXORQ  Z8, x, x    \
	VPXORQ  Z7, n, n    \
	VPANDQ  Z13, n, z   \
	VPORQ   z, x, x     \
	VPANDQ  Z12, n, z   \
	VPSLLQ  X17, z, z   \
	VPORQ   z, x, x     \
	VPANDQ  Z11, n, z   \
	VPSLLQ  X18, z, z   \
	VPORQ   z, x, x     \
	VPANDQ  Z10, n, z   \
	VPSLLQ  X19, z, z   \
	VPORQ   z, x, x     \
	VPSUBQ  Z26, x, z   \
	VPANDNQ z, x, z

// EVERY writes a number to all lanes.
#define EVERY(number, z) \
	MOVQ         number, AX \
	VPBROADCASTQ AX, z

// func containsSorted(table *byte, c *Cuckoo, rest uint64, multisets *uint16, hashes *uint64, n int, found *bool) (hits int)
//
// n is a multiple of 8, and a rest has at least four bits.
TEXT ·containsSorted(SB), 0, $3080-64
	NO_LOCAL_POINTERS
	MOVQ table+0(FP), DI
	MOVQ c+8(FP), R8
	MOVQ hashes+32(FP), SI
	MOVQ n+40(FP), CX
	MOVQ found+48(FP), R9
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
	MOVQ         DX, any-3080(SP)
	VPBROADCASTQ DX, Z20
	EVERY($0x9e3779b97f4a7c15, Z30)
	EVERY($0xbf58476d1ce4e5b9, Z29)
	EVERY($7, Z24)
	EVERY($1, Z23)
	EVERY($0x1111, Z15)
	EVERY($0xf, Z13)
	EVERY($0xf0, Z12)
	EVERY($0xf00, Z11)
	EVERY($0xf000, Z10)
	EVERY($0xfff, Z9)
	MOVQ         rest+16(FP), BX
	VMOVQ        BX, X16
	MOVQ         $1, AX
	SHLXQ        BX, AX, AX
	DECQ         AX
	VPBROADCASTQ AX, Z14
	SUBQ         $4, BX
	VMOVQ        BX, X17
	LEAQ         (BX)(BX*1), AX
	VMOVQ        AX, X18
	ADDQ         BX, AX
	VMOVQ        AX, X19
	MOVQ         multisets+24(FP), R8
	LANEMASKS
	MOVQ         CX, R13
	XORQ         R14, R14
	XORQ         R15, R15
	XORQ         R12, R12
	MOVQ         $8, R11

locate:
	LEAQ      ring-3072(SP)(R14*1), DX
	VMOVDQU64 (SI)(R12*8), Z0
	CMPQ      any-3080(SP), $0
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
	ADDQ    $384, R14
	XORL    AX, AX
	CMPQ    R14, $3072
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
	LEAQ      ring-3072(SP)(R15*1), BX
	VMOVDQU64 256(BX), Z8
	VMOVDQU64 320(BX), Z7
	GATHERAHEAD(VPBROADCASTQ, 0, 1, Z3)
	GATHERAHEAD(VPBROADCASTQ, 64, 1, Z4)
	VPSRLVQ   128(BX), Z3, Z3
	VPSRLVQ   192(BX), Z4, Z4
	NIBBLES(Z3, Z5, K1, Z0)
	NIBBLES(Z4, Z6, K2, Z1)
	MOVL      $2, AX
	KMOVB     AX, K1
	MOVL      $4, AX
	KMOVB     AX, K2
	FREE(Z3, Z0, Z5)
	FREE(Z4, Z1, Z6)
	VPORQ     Z5, Z6, Z6
	VPTESTMQ  Z25, Z6, K0
	KMOVB     K0, AX
	ANSWER
	ADDQ      $64, SI
	ADDQ      $384, R15
	XORL      AX, AX
	CMPQ      R15, $3072
	CMOVQEQ   AX, R15
	MOVQ      $56, R12
	DECQ      CX
	JZ        done
	TESTQ     R13, R13
	JNZ       locate
	JMP       look // what was prefetched last is prefetched again, which costs little

done:
	MOVQ R10, hits+56(FP)
	VZEROUPPER
	RET
