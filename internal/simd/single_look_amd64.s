//go:build !purego

#include "funcdata.h"
#include "go_asm.h"
#include "textflag.h"

// Lookups of one key from its hash on. Each begins with the table of its view, without which
// it goes on as plain Go. Vectors are in registers from the sixteenth on, see single_amd64.s.

DATA golden<>+0(SB)/8, $0x9e3779b97f4a7c15
GLOBL golden<>(SB), RODATA|NOPTR, $8
DATA first<>+0(SB)/8, $0xbf58476d1ce4e5b9
GLOBL first<>(SB), RODATA|NOPTR, $8
DATA second<>+0(SB)/8, $0x94d049bb133111eb
GLOBL second<>(SB), RODATA|NOPTR, $8
DATA one<>+0(SB)/8, $1
GLOBL one<>(SB), RODATA|NOPTR, $8
DATA ones<>+0(SB)/4, $1
GLOBL ones<>(SB), RODATA|NOPTR, $4
DATA fives<>+0(SB)/8, $0x1f1f1f1f1f1f1f1f
GLOBL fives<>(SB), RODATA|NOPTR, $8

// START loads the view into BX, the hash into DX and the table into DI, and leaves to other
// without a table. The number of the block is in SI.
#define START(other) \
	MOVQ  l+0(FP), BX           \
	MOVQ  hash+8(FP), DX        \
	MOVQ  Look_Table(BX), DI    \
	TESTQ DI, DI                \
	JZ    other                 \
	MULXQ Look_Blocks(BX), AX, SI

// MIX is hashing.Mix of DX, by way of R10.
#define MIX \
	MOVQ  DX, R10         \
	SHRQ  $30, R10        \
	XORQ  R10, DX         \
	IMULQ first<>(SB), DX \
	MOVQ  DX, R10         \
	SHRQ  $27, R10        \
	XORQ  R10, DX         \
	IMULQ second<>(SB), DX \
	MOVQ  DX, R10         \
	SHRQ  $31, R10        \
	XORQ  R10, DX

// func LookSplit(l *Look, hash uint64) bool
TEXT ·LookSplit(SB), NOSPLIT, $0-17
	START(other)
	SHLQ           $5, SI
	ADDQ           golden<>(SB), DX
	MIX
	PDEPQ          fives<>(SB), DX, DX // eight positions of five bits
	VMOVQ          DX, X0
	VPMOVZXBD      X0, Y0
	VPBROADCASTD   ones<>(SB), Y1
	VPSLLVD        Y0, Y1, Y1
	VMOVDQU        (DI)(SI*1), Y0
	VPTEST         Y1, Y0             // whether all bits of the key are among those of the block
	SETCS          ret+16(FP)
	VZEROUPPER
	RET

other:
	JMP ·lookElse(SB)

// WORDS mixes the words of the lanes into Z16: the hash is there in all of them. BX is
// the Lanes.
#define WORDS \
	VPADDQ       Lanes_Adds(BX), Z16, Z16 \
	VPSRLQ       $30, Z16, Z17             \
	VPXORQ       Z17, Z16, Z16             \
	VPMULLQ.BCST first<>(SB), Z16, Z16     \
	VPSRLQ       $27, Z16, Z17             \
	VPXORQ       Z17, Z16, Z16             \
	VPMULLQ.BCST second<>(SB), Z16, Z16    \
	VPSRLQ       $31, Z16, Z17             \
	VPXORQ       Z17, Z16, Z16

// func LookBlocked(l *Look, hash uint64) bool
//
// Permutations go by the low three bits of a word's number, rotations by the low six of
// a position: the bits above them do no harm.
TEXT ·LookBlocked(SB), NOSPLIT, $0-17
	START(other)
	SHLQ         $6, SI
	MOVQ         Look_Lanes(BX), CX
	TESTQ        CX, CX
	JZ           plain
	MOVQ         CX, BX
	VPBROADCASTQ DX, Z16
	VMOVDQU64    (DI)(SI*1), Z20
	WORDS
	VPSRLVQ      Lanes_Shifts(BX), Z16, Z18
	VPSRLQ       $6, Z18, Z17
	VPERMQ       Z20, Z17, Z17
	VPRORVQ      Z18, Z17, Z19
	MOVQ         Lanes_Rounds(BX), CX
	DECQ         CX
	JNZ          round

test:
	VPTESTNMQ.BCST one<>(SB), Z19, K1
	KORTESTB       K1, K1
	SETEQ          ret+16(FP)
	RET

round:
	VPSRLVQ 64+Lanes_Shifts(BX), Z16, Z18
	VPSRLQ  $6, Z18, Z17
	VPERMQ  Z20, Z17, Z17
	VPRORVQ Z18, Z17, Z17
	VPANDQ  Z17, Z19, Z19
	ADDQ    $64, BX
	DECQ    CX
	JNZ     round
	JMP     test

plain: // the positions one by one, seven of nine bits to a word
	ADDQ SI, DI
	MOVQ DX, R8
	MOVQ Look_Probes(BX), R9
	MOVL $1, AX

word:
	ADDQ golden<>(SB), R8
	MOVQ R8, DX
	MIX
	MOVL $7, R11
	CMPQ R9, R11
	CMOVQLT R9, R11
	SUBQ R11, R9

each:
	MOVQ  DX, CX
	SHRQ  $6, CX
	ANDL  $7, CX
	SHRXQ DX, (DI)(CX*8), CX
	ANDQ  CX, AX
	SHRQ  $9, DX
	DECQ  R11
	JNZ   each
	TESTQ R9, R9
	JNZ   word
	MOVB  AX, ret+16(FP)
	RET

other:
	JMP ·lookElse(SB)

// func LookWord(l *Look, hash uint64) bool
TEXT ·LookWord(SB), NOSPLIT, $0-17
	START(other)
	MOVQ              Look_Lanes(BX), CX
	TESTQ             CX, CX
	JZ                plain
	MOVQ              CX, BX
	VPBROADCASTQ      DX, Z16
	VPBROADCASTQ      (DI)(SI*8), Z20
	WORDS
	VPSRLVQ           Lanes_Shifts(BX), Z16, Z18
	VPRORVQ           Z18, Z20, Z19
	MOVQ              Lanes_Rounds(BX), CX
	DECQ              CX
	JNZ               round

test:
	VPTESTNMQ.BCST one<>(SB), Z19, K1
	KORTESTB       K1, K1
	SETEQ          ret+16(FP)
	RET

round:
	VPSRLVQ 64+Lanes_Shifts(BX), Z16, Z18
	VPRORVQ Z18, Z20, Z17
	VPANDQ  Z17, Z19, Z19
	ADDQ    $64, BX
	DECQ    CX
	JNZ     round
	JMP     test

plain: // the positions one by one, ten of six bits to a word
	MOVQ (DI)(SI*8), R8
	MOVQ Look_Probes(BX), R9
	MOVQ DX, SI
	XORL AX, AX

word:
	ADDQ golden<>(SB), SI
	MOVQ SI, DX
	MIX
	MOVL $10, R11
	CMPQ R9, R11
	CMOVQLT R9, R11
	SUBQ R11, R9

each:
	BTSQ  DX, AX
	SHRQ  $6, DX
	DECQ  R11
	JNZ   each
	TESTQ R9, R9
	JNZ   word
	ANDNQ AX, R8, AX // bits of the key that the word has not
	SETEQ ret+16(FP)
	RET

other:
	JMP ·lookElse(SB)

// func LookCuckoo(l *CuckooLook, hash uint64) bool
TEXT ·LookCuckoo(SB), NOSPLIT, $0-17
	MOVQ  l+0(FP), BX
	MOVQ  hash+8(FP), AX
	MOVQ  CuckooLook_Table(BX), DI
	TESTQ DI, DI
	JZ    other
	MOVL  AX, CX
	MOVQ  CuckooLook_Shift(BX), R8
	SHRXQ R8, AX, R8               // the first bucket
	IMULQ CuckooLook_Tags(BX), CX
	SHRQ  $32, CX
	INCQ  CX                       // the fingerprint
	MOVQ  CX, DX
	IMULQ golden<>(SB), DX
	MOVQ  DX, SI
	SHRQ  $32, SI
	XORQ  SI, DX
	IMULQ first<>(SB), DX
	MULXQ CuckooLook_Steps(BX), SI, R9
	INCQ  R9
	XORQ  R8, R9                   // the second
	MOVQ  CuckooLook_Bytes(BX), R10
	IMULQ R10, R8
	IMULQ R10, R9
	MOVQ  CuckooLook_Lows(BX), R10
	IMULQ R10, CX                  // the fingerprint in every slot
	MOVQ  (DI)(R8*1), R8
	MOVQ  (DI)(R9*1), R9
	XORQ  CX, R8
	XORQ  CX, R9
	MOVQ  R8, SI
	SUBQ  R10, SI
	ANDNQ SI, R8, R8               // slots that were equal have their highest bit now
	MOVQ  R9, DX
	SUBQ  R10, DX
	ANDNQ DX, R9, R9
	ORQ   R9, R8
	TESTQ R8, CuckooLook_Highs(BX)
	SETNE ret+16(FP)
	RET

other:
	JMP ·lookCuckooElse(SB)

// PROBE has bit 0 of AX stay if the bit at the point DX of the circle is set, and goes on to
// the next point, R8 further; R9 is what R8 grows by, and R11 what that does.
#define PROBE \
	MULXQ BloomLook_Cells(BX), CX, SI \
	ADDQ  R8, DX         \
	ADDQ  R9, R8         \
	ADDQ  R11, R9        \
	MOVQ  SI, CX         \
	SHRQ  $6, CX         \
	SHRXQ SI, (DI)(CX*8), CX \
	ANDQ  CX, AX

// func LookBloom(l *BloomLook, hash uint64) bool
//
// Of absent keys in a filter that is half full one in sixteen goes beyond the first four
// bits: that is a branch which can be foretold, where one at each bit cannot.
TEXT ·LookBloom(SB), NOSPLIT, $0-17
	MOVQ  l+0(FP), BX
	MOVQ  hash+8(FP), DX
	MOVQ  BloomLook_Table(BX), DI
	TESTQ DI, DI
	JZ    other
	MIX
	MOVQ  DX, R8
	ORQ   $1, R8
	MOVQ  hash+8(FP), DX
	MOVQ  $0x6a09e667f3bcc909, R9
	MOVQ  golden<>(SB), R11
	MOVL  $1, AX
	MOVQ  BloomLook_Probes(BX), R12
	SUBQ  $4, R12
	JLT   rest

four:
	PROBE
	PROBE
	PROBE
	PROBE
	TESTQ AX, AX
	JZ    done
	SUBQ  $4, R12
	JGE   four

rest:
	ADDQ $4, R12
	JZ   done

each:
	PROBE
	DECQ R12
	JNZ  each

done:
	MOVB AX, ret+16(FP)
	RET

other:
	JMP ·lookBloomElse(SB)

// func LookFuse(l *FuseLook, hash uint64) bool
TEXT ·LookFuse(SB), NOSPLIT, $0-17
	MOVQ  l+0(FP), BX
	MOVQ  hash+8(FP), DX
	MOVQ  FuseLook_Table(BX), DI
	TESTQ DI, DI
	JZ    other
	XORQ  FuseLook_Seed(BX), DX
	MIX
	MULXQ FuseLook_Firsts(BX), AX, SI
	MOVQ  FuseLook_Log(BX), R9
	MOVQ  FuseLook_Mask(BX), R8
	MOVQ  FuseLook_Length(BX), R11
	MOVQ  DX, AX
	IMULQ golden<>(SB), AX
	SHRQ  $40, AX                     // the fingerprint, and bits above it
	SHLXQ R9, SI, R10
	XORQ  (DI)(R10*1), AX
	ADDQ  R11, SI                     // of the second segment
	MOVQ  DX, CX
	SHRQ  $18, CX
	ANDQ  R8, CX
	XORQ  SI, CX
	SHLXQ R9, CX, CX
	XORQ  (DI)(CX*1), AX
	ADDQ  R11, SI                     // of the third
	MOVQ  DX, CX
	ANDQ  R8, CX
	XORQ  SI, CX
	SHLXQ R9, CX, CX
	XORQ  (DI)(CX*1), AX
	CMPQ  FuseLook_Four(BX), $0
	JNE   four

test:
	TESTQ AX, FuseLook_Print(BX)
	SETEQ ret+16(FP)
	RET

four:
	ADDQ  R11, SI
	SHRQ  $36, DX
	ANDQ  R8, DX
	XORQ  SI, DX
	SHLXQ R9, DX, DX
	XORQ  (DI)(DX*1), AX
	JMP   test

other:
	JMP ·lookFuseElse(SB)

// func LookWindow(l *WindowLook, hash uint64) bool
TEXT ·LookWindow(SB), NOSPLIT, $0-17
	MOVQ  l+0(FP), BX
	MOVQ  hash+8(FP), DX
	MOVQ  WindowLook_Table(BX), DI
	TESTQ DI, DI
	JZ    other
	MULXQ WindowLook_Windows(BX), DX, R8 // the first window, and the rest of the hash
	MULXQ WindowLook_Tags(BX), AX, CX
	INCQ  CX                             // the fingerprint
	MOVQ  CX, DX
	IMULQ golden<>(SB), DX
	MIX
	MULXQ WindowLook_Half(BX), AX, R9
	LEAQ  1(R9)(R9*1), R9
	SUBQ  R8, R9
	SBBQ  AX, AX
	ANDQ  WindowLook_Windows(BX), AX
	ADDQ  AX, R9                         // the second window
	IMULQ WindowLook_Spread(BX), CX
	ADDQ  WindowLook_Odd(BX), CX         // what both slots of a window are compared with
	MOVQ  WindowLook_Width(BX), AX
	IMULQ AX, R8
	IMULQ AX, R9
	MOVQ  R8, SI
	SHRQ  $3, SI
	ANDL  $7, R8
	SHRXQ R8, (DI)(SI*1), R8
	MOVQ  R9, SI
	SHRQ  $3, SI
	ANDL  $7, R9
	SHRXQ R9, (DI)(SI*1), R9
	XORQ  CX, R8
	XORQ  CX, R9
	MOVQ  WindowLook_Lows(BX), AX
	MOVQ  R8, SI
	SUBQ  AX, SI
	ANDNQ SI, R8, R8
	MOVQ  R9, DX
	SUBQ  AX, DX
	ANDNQ DX, R9, R9
	ORQ   R9, R8
	TESTQ R8, WindowLook_Highs(BX)
	SETNE ret+16(FP)
	RET

other:
	JMP ·lookWindowElse(SB)
