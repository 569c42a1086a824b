//go:build !purego

#include "textflag.h"

// func prefetch(base unsafe.Pointer, offsets *uint64, n int)
TEXT ·prefetch(SB), NOSPLIT, $0-24
	MOVD base+0(FP), R0
	MOVD offsets+8(FP), R1
	MOVD n+16(FP), R2
	CBZ  R2, done

one:
	MOVD.P 8(R1), R3
	ADD    R0, R3, R3
	PRFM   (R3), PLDL1KEEP
	SUB    $1, R2, R2
	CBNZ   R2, one

done:
	RET
