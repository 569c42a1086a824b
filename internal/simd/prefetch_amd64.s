//go:build !purego

#include "textflag.h"

// func prefetch(base unsafe.Pointer, offsets *uint64, n int)
TEXT ·prefetch(SB), NOSPLIT, $0-24
	MOVQ base+0(FP), AX
	MOVQ offsets+8(FP), SI
	MOVQ n+16(FP), CX
	MOVQ CX, DX
	SHRQ $2, DX
	JZ   rest

four:
	MOVQ        (SI), R8
	MOVQ        8(SI), R9
	MOVQ        16(SI), R10
	MOVQ        24(SI), R11
	PREFETCHT0  (AX)(R8*1)
	PREFETCHT0  (AX)(R9*1)
	PREFETCHT0  (AX)(R10*1)
	PREFETCHT0  (AX)(R11*1)
	ADDQ        $32, SI
	DECQ        DX
	JNZ         four

rest:
	ANDQ $3, CX
	JZ   done

one:
	MOVQ       (SI), R8
	PREFETCHT0 (AX)(R8*1)
	ADDQ       $8, SI
	DECQ       CX
	JNZ        one

done:
	RET

// func prefetchCells(base unsafe.Pointer, cells *uint64, n int, shift uint)
TEXT ·prefetchCells(SB), NOSPLIT, $0-32
	MOVQ base+0(FP), AX
	MOVQ cells+8(FP), SI
	MOVQ n+16(FP), DX
	MOVQ shift+24(FP), CX
	TESTQ DX, DX
	JZ   none

cell:
	MOVQ       (SI), R8
	SHRQ       CX, R8
	PREFETCHT0 (AX)(R8*1)
	ADDQ       $8, SI
	DECQ       DX
	JNZ        cell

none:
	RET
