//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// func uint64sWide(dst, keys *uint64, n int, start uint64)
//
// Z0 holds eight keys on their way to hashes, Z1 what is mixed into them; Z4 to Z6 are
// the multipliers of Uint64, Z7 is the start.
TEXT ·uint64sWide(SB), NOSPLIT, $0-32
	MOVQ         dst+0(FP), DI
	MOVQ         keys+8(FP), SI
	MOVQ         n+16(FP), CX
	SHRQ         $3, CX
	JZ           done
	MOVQ         $const_metroK3, AX
	VPBROADCASTQ AX, Z4
	MOVQ         $const_metroK1, AX
	VPBROADCASTQ AX, Z5
	MOVQ         $const_metroK0, AX
	VPBROADCASTQ AX, Z6
	VPBROADCASTQ start+24(FP), Z7

group:
	VPMULLQ   (SI), Z4, Z0
	VPADDQ    Z7, Z0, Z0
	VPRORQ    $55, Z0, Z1
	VPMULLQ   Z5, Z1, Z1
	VPXORQ    Z1, Z0, Z0
	VPRORQ    $28, Z0, Z1
	VPXORQ    Z1, Z0, Z0
	VPMULLQ   Z6, Z0, Z0
	VPRORQ    $29, Z0, Z1
	VPXORQ    Z1, Z0, Z0
	VMOVDQU64 Z0, (DI)
	ADDQ      $64, SI
	ADDQ      $64, DI
	DECQ      CX
	JNZ       group
	VZEROUPPER

done:
	RET
