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

// func prefetchCells(base unsafe.Pointer, cells *uint64, n int, shift uint)
TEXT ·prefetchCells(SB), NOSPLIT, $0-32
	MOVD base+0(FP), R0
	MOVD cells+8(FP), R1
	MOVD n+16(FP), R2
	MOVD shift+24(FP), R4
	CBZ  R2, none

cell:
	MOVD.P 8(R1), R3
	LSR    R4, R3, R3
	ADD    R0, R3, R3
	PRFM   (R3), PLDL1KEEP
	SUB    $1, R2, R2
	CBNZ   R2, cell

none:
	RET
