// What the loops over keys share. Keys are taken in groups of eight. The lines of a group
// further on are prefetched, and their offsets kept in a ring of RING bytes, 64 a group, of which a
// file may define another number; a word of positions is mixed for eight keys at a time.
//
//	DI table      R8 blocks     SI hashes of the present group    CX groups left to look at
//	R13 groups left to prefetch  R14, R15 places in the ring, in bytes, to prefetch and to look at
//	R12 keys from SI to the group to prefetch                      Z28, Z27, Z26 constants of the mixing

#ifndef RING
#define RING 256
#endif

// START loads the constants of the mixing, and ends at done if there is no group.
#define START \
	SHRQ         $3, CX                  \
	JZ           done                    \
	MOVQ         $0x9e3779b97f4a7c15, AX \
	VPBROADCASTQ AX, Z28                 \
	MOVQ         $0xbf58476d1ce4e5b9, AX \
	VPBROADCASTQ AX, Z27                 \
	MOVQ         $0x94d049bb133111eb, AX \
	VPBROADCASTQ AX, Z26                 \
	MOVQ         CX, R13                 \
	XORQ         R14, R14                \
	XORQ         R15, R15                \
	XORQ         R12, R12

// OFFSET prefetches the line of one key of the group to prefetch, and keeps its offset at
// BX. log is the logarithm of the bytes of a block.
#define OFFSET(at, log) \
	MOVQ       (at*8)(SI)(R12*8), AX \
	MULQ       R8                    \
	SHLQ       $log, DX              \
	MOVQ       DX, (at*8)(BX)        \
	PREFETCHT0 (DI)(DX*1)

// FETCH prefetches the lines of a group. BX is its place in the ring.
#define FETCH(log) \
	OFFSET(0, log) \
	OFFSET(1, log) \
	OFFSET(2, log) \
	OFFSET(3, log) \
	OFFSET(4, log) \
	OFFSET(5, log) \
	OFFSET(6, log) \
	OFFSET(7, log) \
	ADDQ $64, R14  \
	ANDQ $(RING-1), R14 \
	DECQ R13

// AGAIN goes to the next group.
#define AGAIN \
	ADDQ $64, SI   \
	ADDQ $64, R15  \
	ANDQ $(RING-1), R15 \
	MOVQ $(RING/8-8), R12  \
	DECQ CX        \
	JNZ  group

// MIX moves the state Z5 of eight keys on and leaves their next word in Z6.
#define MIX \
	VPADDQ  Z28, Z5, Z5 \
	VPSRLQ  $30, Z5, Z6 \
	VPXORQ  Z5, Z6, Z6  \
	VPMULLQ Z27, Z6, Z6 \
	VPSRLQ  $27, Z6, Z7 \
	VPXORQ  Z7, Z6, Z6  \
	VPMULLQ Z26, Z6, Z6 \
	VPSRLQ  $31, Z6, Z7 \
	VPXORQ  Z7, Z6, Z6
