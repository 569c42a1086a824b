// Instructions of NEON that the assembler has no name for, on registers given by their
// numbers, and the mixing of positions.

// USHL8, USHL16, USHL32 and USHL64 shift the lanes of n by those of m: to the left, or to
// the right by the amount below 0.
#define USHL8(m, n, d)  WORD $(0x6e204400 | m<<16 | n<<5 | d) // USHL Vd.16B, Vn.16B, Vm.16B
#define USHL16(m, n, d) WORD $(0x6e604400 | m<<16 | n<<5 | d) // USHL Vd.8H, Vn.8H, Vm.8H
#define USHL32(m, n, d) WORD $(0x6ea04400 | m<<16 | n<<5 | d) // USHL Vd.4S, Vn.4S, Vm.4S
#define USHL64(m, n, d) WORD $(0x6ee04400 | m<<16 | n<<5 | d) // USHL Vd.2D, Vn.2D, Vm.2D

// BIC leaves in d the bits of n that m has not.
#define BIC(m, n, d) WORD $(0x4e601c00 | m<<16 | n<<5 | d) // BIC Vd.16B, Vn.16B, Vm.16B

// UMAXP leaves in the lower half of d the larger of each pair of lanes of n, and in the
// upper one those of m.
#define UMAXP(m, n, d) WORD $(0x6ea0a400 | m<<16 | n<<5 | d) // UMAXP Vd.4S, Vn.4S, Vm.4S

// SHRN3 shifts lanes of 16 bits to the right by 3 and keeps their low halves, XTN only keeps these.
#define SHRN3(n, d) WORD $(0x0f0d8400 | n<<5 | d) // SHRN Vd.8B, Vn.8H, #3
#define XTN(n, d)   WORD $(0x0e212800 | n<<5 | d) // XTN Vd.8B, Vn.8H

// CONSTANTS loads those of the mixing.
#define CONSTANTS \
	MOVD $0x9e3779b97f4a7c15, R8  \
	MOVD $0xbf58476d1ce4e5b9, R9  \
	MOVD $0x94d049bb133111eb, R10

// MIX moves the state R11 of a key on and leaves its next word in R12.
#define MIX \
	ADD R8, R11, R11         \
	EOR R11>>30, R11, R12    \
	MUL R9, R12, R12         \
	EOR R12>>27, R12, R12    \
	MUL R10, R12, R12        \
	EOR R12>>31, R12, R12

// AHEAD prefetches the line of the hash at an offset from R2, in blocks of 2^log bytes.
#define AHEAD(at, log) \
	MOVD  at(R2), R13      \
	UMULH R1, R13, R13     \
	ADD   R13<<log, R0, R13 \
	PRFM  (R13), PLDL1KEEP

// FIRST prefetches the lines of the first 32 keys, or of all if they are fewer.
#define FIRST(log) \
	MOVD  R2, R14           \
	MOVD  $32, R15          \
	CMP   R15, R3           \
	CSEL  LT, R3, R15, R15  \
first: \
	MOVD.P 8(R14), R13      \
	UMULH  R1, R13, R13     \
	ADD    R13<<log, R0, R13 \
	PRFM   (R13), PLDL1KEEP \
	SUBS   $1, R15, R15     \
	BNE    first
