//go:build !purego

#include "funcdata.h"
#include "go_asm.h"
#include "textflag.h"

// What is done for one key. All vectors are in registers from the sixteenth on: plain
// code does not use those, so nothing need be cleaned up before it goes on. Arguments go
// through plain registers: a vector is slow to read what was just written.

// Numbers for all lanes.
DATA one<>+0(SB)/8, $1
GLOBL one<>(SB), RODATA|NOPTR, $8
DATA low<>+0(SB)/8, $511
GLOBL low<>(SB), RODATA|NOPTR, $8
DATA first<>+0(SB)/8, $0xbf58476d1ce4e5b9
GLOBL first<>(SB), RODATA|NOPTR, $8
DATA second<>+0(SB)/8, $0x94d049bb133111eb
GLOBL second<>(SB), RODATA|NOPTR, $8

// How far before the first bit of a line the words begin.
DATA starts<>+0(SB)/8, $0
DATA starts<>+8(SB)/8, $-64
DATA starts<>+16(SB)/8, $-128
DATA starts<>+24(SB)/8, $-192
DATA starts<>+32(SB)/8, $-256
DATA starts<>+40(SB)/8, $-320
DATA starts<>+48(SB)/8, $-384
DATA starts<>+56(SB)/8, $-448
GLOBL starts<>(SB), RODATA|NOPTR, $64

// POSITIONS leaves the eight positions of a word in Y16, five bits and others above them.
#define POSITIONS(word) \
	MOVQ      $0x1f1f1f1f1f1f1f1f, DX \
	MOVQ      word, AX                \
	PDEPQ     DX, AX, AX              \
	VMOVQ     AX, X16                 \
	VPMOVZXBD X16, Y16

// func setSplit(block *[4]uint64, word uint64)
TEXT ·setSplit(SB), NOSPLIT, $0-16
	MOVQ         block+0(FP), DI
	POSITIONS(word+8(FP))
	VPBROADCASTD one<>(SB), Y17
	VPROLVD      Y16, Y17, Y17
	VPORD        (DI), Y17, Y17
	VMOVDQU32    Y17, (DI)
	RET

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

// PUT gathers the bit of the position at DX in a line. What the position is beyond the
// first bit of a word is how far one is shifted there, and 64 or more, as unsigned,
// shifts it out.
#define PUT(at, line) \
	VPADDQ.BCST at(DX), Z22, Z18 \
	VPSLLVQ     Z18, Z21, Z18    \
	VPORQ       Z18, line, line

// func setBlocked(block *[8]uint64, hash uint64, s *Lanes)
//
// Lanes go in pairs: one that repeats does no harm.
TEXT ·setBlocked(SB), NOSPLIT, $64-24
	NO_LOCAL_POINTERS
	MOVQ         hash+8(FP), AX
	VPBROADCASTQ AX, Z16
	MOVQ         s+16(FP), BX
	MOVQ         block+0(FP), DI
	MOVQ         Lanes_Rounds(BX), CX
	MOVQ         Lanes_Distinct(BX), R8
	VMOVDQU64    (DI), Z19
	VPXORQ       Z20, Z20, Z20
	VPBROADCASTQ one<>(SB), Z21
	VMOVDQU64    starts<>(SB), Z22
	VPBROADCASTQ low<>(SB), Z23
	LEAQ         at-64(SP), DX
	WORDS

round:
	VPSRLVQ   Lanes_Shifts(BX), Z16, Z18
	VPANDQ    Z23, Z18, Z18
	VMOVDQU64 Z18, (DX)
	PUT(0, Z19)
	PUT(8, Z20)
	CMPQ R8, $2
	JLE  next
	PUT(16, Z19)
	PUT(24, Z20)
	CMPQ R8, $4
	JLE  next
	PUT(32, Z19)
	PUT(40, Z20)
	CMPQ R8, $6
	JLE  next
	PUT(48, Z19)
	PUT(56, Z20)

next:
	ADDQ $64, BX
	DECQ CX
	JNZ  round

	VPORQ     Z20, Z19, Z19
	VMOVDQU64 Z19, (DI)
	RET

// func hasWord(word, hash uint64, s *Lanes) bool
TEXT ·hasWord(SB), NOSPLIT, $0-25
	MOVQ         hash+8(FP), AX
	VPBROADCASTQ AX, Z16
	MOVQ         s+16(FP), BX
	MOVQ         Lanes_Rounds(BX), CX
	MOVQ         word+0(FP), DX
	VPBROADCASTQ DX, Z20
	VPBROADCASTQ one<>(SB), Z19
	VMOVDQA64    Z19, Z21
	WORDS

round:
	VPSRLVQ Lanes_Shifts(BX), Z16, Z18
	VPRORVQ Z18, Z20, Z17
	VPANDQ  Z17, Z19, Z19
	ADDQ    $64, BX
	DECQ    CX
	JNZ     round

	VPTESTNMQ Z21, Z19, K1
	KORTESTB  K1, K1
	SETEQ     ret+24(FP)
	RET

// func wordBits(hash uint64, s *Lanes) uint64
TEXT ·wordBits(SB), NOSPLIT, $0-24
	MOVQ         hash+0(FP), AX
	VPBROADCASTQ AX, Z16
	MOVQ         s+8(FP), BX
	MOVQ         Lanes_Rounds(BX), CX
	VPBROADCASTQ one<>(SB), Z21
	VPXORQ       Z19, Z19, Z19
	WORDS

round:
	VPSRLVQ Lanes_Shifts(BX), Z16, Z18
	VPROLVQ Z18, Z21, Z18
	VPORQ   Z18, Z19, Z19
	ADDQ    $64, BX
	DECQ    CX
	JNZ     round

	VEXTRACTI64X4 $1, Z19, Y18
	VPORQ         Y18, Y19, Y19
	VEXTRACTI64X2 $1, Y19, X18
	VPORQ         X18, X19, X19
	VPSHUFD       $0x4e, X19, X18
	VPORQ         X18, X19, X19
	VMOVQ         X19, ret+16(FP)
	RET
