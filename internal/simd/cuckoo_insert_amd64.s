//go:build !purego

#include "funcdata.h"
#include "go_asm.h"
#include "textflag.h"
#include "prefetch_amd64.h"
#include "buckets_amd64.h"

// PLACE finds the buckets, in Z1 and Z3, and the fingerprint, in Z2, of the eight keys
// R12 further than SI.
#define PLACE \
	VMOVDQU64 (SI)(R12*8), Z0 \
	POWER                     \
	STEP                      \
	XOR

// LOCATE keeps at BX, of the same keys, the bytes and bits at which the buckets begin and
// the fingerprint, and prefetches the lines.
#define LOCATE \
	PLACE                     \
	VPMULUDQ  Z27, Z1, Z1     \
	VPMULUDQ  Z27, Z3, Z3     \
	VPSRLQ    $3, Z1, Z4      \
	VPSRLQ    $3, Z3, Z5      \
	VPANDQ    Z24, Z1, Z1     \
	VPANDQ    Z24, Z3, Z3     \
	VMOVDQU64 Z4, (BX)        \
	VMOVDQU64 Z5, 64(BX)      \
	VMOVDQU64 Z1, 128(BX)     \
	VMOVDQU64 Z3, 192(BX)     \
	VMOVDQU64 Z2, 256(BX)     \
	PREFETCH8(0, 1)                 \
	PREFETCH8(64, 1)

// CONSTANTS loads what PLACE and LOCATE need of the filter at R8.
#define CONSTANTS \
	VMOVQ        Cuckoo_Shift(R8), X22 \
	VPBROADCASTQ Cuckoo_Tags(R8), Z31 \
	VPBROADCASTQ Cuckoo_Steps(R8), Z28 \
	VPBROADCASTQ Cuckoo_Stride(R8), Z27 \
	MOVQ         $0x9e3779b97f4a7c15, AX \
	VPBROADCASTQ AX, Z30 \
	MOVQ         $0xbf58476d1ce4e5b9, AX \
	VPBROADCASTQ AX, Z29 \
	MOVQ         $7, AX \
	VPBROADCASTQ AX, Z24 \
	MOVQ         $1, AX \
	VPBROADCASTQ AX, Z23

// TURN goes to the next of four places in the ring.
#define TURN(place) \
	ADDQ    $320, place  \
	XORL    AX, AX       \
	CMPQ    place, $1280 \
	CMOVQEQ AX, place

// INSERT puts one key's fingerprint into the emptier of its buckets, and the key itself
// behind those put aside, whose number grows by one if both are full. R8 is all bits of
// a slot but the highest, R11 the highest, of every slot.
#define INSERT(key) \
	MOVQ    (key*8)(BX), AX         \
	MOVQ    (64+key*8)(BX), DX      \
	MOVQ    (128+key*8)(BX), R12    \
	MOVQ    (192+key*8)(BX), R13    \
	SHRXQ   R12, (DI)(AX*1), R14    \
	SHRXQ   R13, (DI)(DX*1), CX     \
	MOVQ    R14, R15                \
	ANDQ    R8, R15                 \
	ADDQ    R8, R15                 \
	ORQ     R14, R15                \
	ANDNQ   R11, R15, R15           \
	MOVQ    CX, R14                 \
	ANDQ    R8, R14                 \
	ADDQ    R8, R14                 \
	ORQ     CX, R14                 \
	ANDNQ   R11, R14, R14           \
	CMPQ    R14, R15                \
	CMOVQHI R14, R15                \
	CMOVQHI DX, AX                  \
	CMOVQHI R13, R12                \
	MOVQ    (key*8)(SI), CX         \
	MOVQ    CX, (R9)(R10*8)         \
	XORL    DX, DX                  \
	TESTQ   R15, R15                \
	SETEQ   DX                      \
	ADDQ    DX, R10                 \
	DECQ    DX                      \
	ANDQ    (256+key*8)(BX), DX     \
	TZCNTQ  R15, R15                \
	ADDQ    R12, R15                \
	SUBQ    below-32(SP), R15       \
	SHLXQ   R15, DX, DX             \
	XORQ    DX, (DI)(AX*1)

// func insertCuckoo(table *byte, c *Cuckoo, hashes *uint64, n int, aside *uint64) (left int)
//
// n is a multiple of 8.
TEXT ·insertCuckoo(SB), 0, $1312-48
	NO_LOCAL_POINTERS
	MOVQ table+0(FP), DI
	MOVQ c+8(FP), R8
	MOVQ hashes+16(FP), SI
	MOVQ n+24(FP), CX
	MOVQ aside+32(FP), R9
	XORQ R10, R10
	SHRQ $3, CX
	JZ   done

	CONSTANTS
	MOVQ         Cuckoo_Highs(R8), R11
	MOVQ         R11, DX
	SUBQ         Cuckoo_Lows(R8), DX
	MOVQ         DX, R8
	TZCNTQ       R11, AX
	MOVQ         AX, below-32(SP) // a slot's bits but one
	MOVQ         CX, R13
	XORQ         R14, R14
	XORQ         R15, R15
	XORQ         R12, R12
	MOVQ         $3, DX

first:
	TESTQ R13, R13
	JZ    group
	LEAQ  ring-1312(SP)(R14*1), BX
	LOCATE
	TURN(R14)
	DECQ  R13
	ADDQ  $8, R12
	DECQ  DX
	JNZ   first

group:
	TESTQ R13, R13
	JZ    seat
	LEAQ  ring-1312(SP)(R14*1), BX
	LOCATE
	TURN(R14)
	DECQ  R13

seat:
	LEAQ ring-1312(SP)(R15*1), BX
	TURN(R15)
	MOVQ R13, fetching-24(SP)
	MOVQ R14, fetch-16(SP)
	MOVQ R15, look-8(SP)
	MOVQ CX, n+24(FP)
	INSERT(0)
	INSERT(1)
	INSERT(2)
	INSERT(3)
	INSERT(4)
	INSERT(5)
	INSERT(6)
	INSERT(7)
	MOVQ fetching-24(SP), R13
	MOVQ fetch-16(SP), R14
	MOVQ look-8(SP), R15
	MOVQ n+24(FP), CX
	MOVQ $24, R12
	ADDQ $64, SI
	DECQ CX
	JNZ  group

done:
	MOVQ R10, left+40(FP)
	VZEROUPPER
	RET

// func locateCuckoo(table *byte, c *Cuckoo, hashes *uint64, n int, first, second, tags *uint64)
//
// n is a multiple of 8, and not 0.
TEXT ·locateCuckoo(SB), NOSPLIT, $128-56
	MOVQ table+0(FP), DI
	MOVQ c+8(FP), R8
	MOVQ hashes+16(FP), SI
	MOVQ n+24(FP), CX
	MOVQ first+32(FP), R9
	MOVQ second+40(FP), R10
	MOVQ tags+48(FP), R11
	CONSTANTS
	XORQ R12, R12
	LEAQ bytes-128(SP), BX

eight:
	PLACE
	VMOVDQU64 Z1, (R9)(R12*8)
	VMOVDQU64 Z3, (R10)(R12*8)
	VMOVDQU64 Z2, (R11)(R12*8)
	VPMULUDQ  Z27, Z1, Z1
	VPMULUDQ  Z27, Z3, Z3
	VPSRLQ    $3, Z1, Z1
	VPSRLQ    $3, Z3, Z3
	VMOVDQU64 Z1, (BX)
	VMOVDQU64 Z3, 64(BX)
	PREFETCH8(0, 1)
	PREFETCH8(64, 1)
	ADDQ $8, R12
	CMPQ R12, CX
	JLT  eight
	VZEROUPPER
	RET
