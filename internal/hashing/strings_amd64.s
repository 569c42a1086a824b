//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// MetroHash64 of eight keys at a time, a lane of 64 bits each.
//
//	SI the next keys, R8 bytes each     DI where hashes go     CX groups of keys left    AX 0
//	Z31, Z30, Z29, Z28 multipliers      Z27 start of a hash    Z26, Z25, Z24 32, 16 and 8
//	Z10 where the rest of each key begins, Z11 how long it is, Z12 where it ends, Z13 how long all
//	of the key is    Z9 hashes          Z0 to Z3 state of long keys

// KEY reads where a key begins and how long it is into the lanes k.
#define KEY(k) \
	ADDQ         R8, SI        \
	VPBROADCASTQ (SI), k, Z10  \
	VPBROADCASTQ 8(SI), k, Z11

#define MASK(n, k) \
	MOVL  $n, DX \
	KMOVB DX, k

// WORD reads a word of the rest of the keys in K1, which may be any mask but K2.
#define WORD(at, z) \
	KMOVB      K1, K2                 \
	VPGATHERQQ at(AX)(Z10*1), K2, z

// ROUND moves the state v on by the words z, where K1 is set.
#define ROUND(z, k, v, w) \
	VPMULLQ k, z, z       \
	VPADDQ  z, v, K1, v   \
	VPRORQ  $29, v, K1, v \
	VPADDQ  w, v, K1, v

// FOLD is x ^= rotate((a+b)*k + c) * l.
#define FOLD(x, a, b, c, k, l) \
	VPADDQ  a, b, Z4    \
	VPMULLQ k, Z4, Z4   \
	VPADDQ  c, Z4, Z4   \
	VPRORQ  $37, Z4, Z4 \
	VPMULLQ l, Z4, Z4   \
	VPXORQ  Z4, x, x

// SHORT mixes the numbers z into the hashes, where K1 is set.
#define SHORT(z, rotate) \
	VPMULLQ Z28, z, z       \
	VPADDQ  z, Z9, K1, Z9   \
	VPRORQ  $rotate, Z9, z  \
	VPMULLQ Z30, z, z       \
	VPXORQ  z, Z9, K1, Z9

// PART takes so many bytes, of which the numbers are masked by z, from the low end of Z6 into Z5,
// where Z11 says that a key has them.
#define PART(bytes, z, rotate) \
	MOVQ         $bytes, DX                \
	VPBROADCASTQ DX, Z4                    \
	VPTESTMQ     Z4, Z11, K1               \
	VPANDQ       z, Z6, Z5                 \
	VPSRLQ       $(8*bytes), Z6, K1, Z6    \
	SHORT(Z5, rotate)

// func stringsWide(dst *uint64, keys *string, n int, start uint64)
TEXT ·stringsWide(SB), NOSPLIT, $0-32
	MOVQ $16, R8
	JMP  texts<>(SB)

// func slicesWide(dst *uint64, keys *[]byte, n int, start uint64)
TEXT ·slicesWide(SB), NOSPLIT, $0-32
	MOVQ $24, R8
	JMP  texts<>(SB)

// n is a multiple of 8. R8 is the bytes from one key's address and length to the next's.
TEXT texts<>(SB), NOSPLIT, $0-32
	MOVQ         dst+0(FP), DI
	MOVQ         keys+8(FP), SI
	MOVQ         n+16(FP), CX
	VPBROADCASTQ start+24(FP), Z27
	SHRQ         $3, CX
	JZ           done
	SUBQ         R8, SI
	MOVQ         $const_metroK0, AX
	VPBROADCASTQ AX, Z31
	MOVQ         $const_metroK1, AX
	VPBROADCASTQ AX, Z30
	MOVQ         $const_metroK2, AX
	VPBROADCASTQ AX, Z29
	MOVQ         $const_metroK3, AX
	VPBROADCASTQ AX, Z28
	MOVQ         $32, AX
	VPBROADCASTQ AX, Z26
	MOVQ         $16, AX
	VPBROADCASTQ AX, Z25
	MOVQ         $8, AX
	VPBROADCASTQ AX, Z24
	MOVQ         $7, AX
	VPBROADCASTQ AX, Z23
	MOVQ         $4095, AX
	VPBROADCASTQ AX, Z22
	MOVQ         $4088, AX
	VPBROADCASTQ AX, Z21
	MOVL         $0xffffffff, AX
	VPBROADCASTQ AX, Z20
	MOVQ         $0xffff, AX
	VPBROADCASTQ AX, Z19
	MOVQ         $0xff, AX
	VPBROADCASTQ AX, Z18
	MOVQ         $64, AX
	VPBROADCASTQ AX, Z17
	MASK(1, K7)
	XORQ         AX, AX

group:
	KEY(K7)
	MASK(2, K1)
	KEY(K1)
	MASK(4, K1)
	KEY(K1)
	MASK(8, K1)
	KEY(K1)
	MASK(16, K1)
	KEY(K1)
	MASK(32, K1)
	KEY(K1)
	MASK(64, K1)
	KEY(K1)
	MASK(128, K1)
	KEY(K1)
	VMOVDQA64 Z11, Z13
	VPADDQ    Z10, Z11, Z12
	VMOVDQA64 Z27, Z9

	// Keys of 32 bytes and more.
	VPCMPUQ   $5, Z26, Z11, K3
	KORTESTB  K3, K3
	JZ        sixteen
	VMOVDQA64 Z27, Z0
	VMOVDQA64 Z27, Z1
	VMOVDQA64 Z27, Z2
	VMOVDQA64 Z27, Z3
	KMOVB     K3, K1

long:
	WORD(0, Z4)
	WORD(8, Z5)
	WORD(16, Z6)
	WORD(24, Z7)
	ROUND(Z4, Z31, Z0, Z2)
	ROUND(Z5, Z30, Z1, Z3)
	ROUND(Z6, Z29, Z2, Z0)
	ROUND(Z7, Z28, Z3, Z1)
	VPADDQ   Z26, Z10, K1, Z10
	VPSUBQ   Z26, Z11, K1, Z11
	VPCMPUQ  $5, Z26, Z11, K1
	KORTESTB K1, K1
	JNZ      long
	FOLD(Z2, Z0, Z3, Z1, Z31, Z30)
	FOLD(Z3, Z1, Z2, Z0, Z30, Z31)
	FOLD(Z0, Z0, Z2, Z3, Z31, Z30)
	FOLD(Z1, Z1, Z3, Z2, Z30, Z31)
	VPXORQ   Z0, Z1, Z4
	VPADDQ   Z4, Z9, K3, Z9

sixteen:
	VPTESTMQ Z25, Z11, K1
	KORTESTB K1, K1
	JZ       eight
	WORD(0, Z0)
	WORD(8, Z1)
	VPMULLQ  Z29, Z0, Z0
	VPADDQ   Z9, Z0, Z0
	VPRORQ   $29, Z0, Z0
	VPMULLQ  Z28, Z0, Z0
	VPMULLQ  Z29, Z1, Z1
	VPADDQ   Z9, Z1, Z1
	VPRORQ   $29, Z1, Z1
	VPMULLQ  Z28, Z1, Z1
	VPMULLQ  Z31, Z0, Z4
	VPRORQ   $21, Z4, Z4
	VPADDQ   Z1, Z4, Z4
	VPXORQ   Z4, Z0, Z0
	VPMULLQ  Z28, Z1, Z4
	VPRORQ   $21, Z4, Z4
	VPADDQ   Z0, Z4, Z4
	VPXORQ   Z4, Z1, Z1
	VPADDQ   Z1, Z9, K1, Z9
	VPADDQ   Z25, Z10, K1, Z10

eight:
	VPTESTMQ Z24, Z11, K1
	KORTESTB K1, K1
	JZ       seven
	WORD(0, Z4)
	SHORT(Z4, 55)

	// The last bytes, fewer than eight, are the high ones of the eight before the end, which
	// belong to the key if it is no shorter. A shorter one is read from its beginning, unless
	// eight bytes from there on reach into the next page of memory, which need not exist: the eight
	// before its end do not reach into another one then.
seven:
	VPTESTMQ   Z23, Z11, K1
	KORTESTB   K1, K1
	JZ         finish
	VPANDQ     Z23, Z11, Z4
	VPSLLQ     $3, Z4, Z4
	VPSUBQ     Z4, Z17, Z4
	VPSUBQ     Z24, Z12, Z5
	VPCMPUQ    $1, Z24, Z13, K2
	VPANDQ     Z22, Z10, Z6
	VPCMPUQ    $2, Z21, Z6, K2, K2
	VMOVDQA64  Z10, K2, Z5
	VPXORQ     Z4, Z4, K2, Z4
	KMOVB      K1, K2
	VPGATHERQQ (AX)(Z5*1), K2, Z6
	VPSRLVQ    Z4, Z6, Z6
	PART(4, Z20, 26)
	PART(2, Z19, 48)
	PART(1, Z18, 37)

finish:
	VPRORQ    $28, Z9, Z4
	VPXORQ    Z4, Z9, Z9
	VPMULLQ   Z31, Z9, Z9
	VPRORQ    $29, Z9, Z4
	VPXORQ    Z4, Z9, Z9
	VMOVDQU64 Z9, (DI)
	ADDQ      $64, DI
	DECQ      CX
	JNZ       group
	VZEROUPPER

done:
	RET
