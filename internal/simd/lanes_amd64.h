// Words from eight places of a table side by side in one register, by a load for each that
// writes its lane: a gather is made of four times as many steps where processors are slow
// at it. With each load goes the prefetch of a line that is needed later. Sixteen prefetches in
// a row took a third longer than sixteen among loads on a Zen 5, in tables beyond its second-level cache.
//
//	DI table    BX offsets of the words to load    DX offsets of those to prefetch

// LANEMASKS leaves in K1 to K7 the masks of the lanes 1 to 7. It changes AX.
#define LANEMASKS \
	MOVL  $2, AX   \
	KMOVB AX, K1   \
	MOVL  $4, AX   \
	KMOVB AX, K2   \
	MOVL  $8, AX   \
	KMOVB AX, K3   \
	MOVL  $16, AX  \
	KMOVB AX, K4   \
	MOVL  $32, AX  \
	KMOVB AX, K5   \
	MOVL  $64, AX  \
	KMOVB AX, K6   \
	MOVL  $128, AX \
	KMOVB AX, K7

#define AHEAD(at, scale) \
	MOVQ       at(DX), AX        \
	PREFETCHT0 (DI)(AX*scale)

// LANE loads a word, with VPBROADCASTQ or VPBROADCASTD, into the lane k of z.
#define LANE(load, at, base, scale, k, z) \
	MOVQ at(BX), AX             \
	load (base)(AX*scale), k, z

// GATHER loads eight words of which the offsets in units of scale bytes lie at BX.
#define GATHER(load, at, base, scale, z) \
	MOVQ at(BX), AX                    \
	load (base)(AX*scale), z           \
	LANE(load, at+8, base, scale, K1, z)  \
	LANE(load, at+16, base, scale, K2, z) \
	LANE(load, at+24, base, scale, K3, z) \
	LANE(load, at+32, base, scale, K4, z) \
	LANE(load, at+40, base, scale, K5, z) \
	LANE(load, at+48, base, scale, K6, z) \
	LANE(load, at+56, base, scale, K7, z)

// GATHERAHEAD is GATHER with as many prefetches.
#define GATHERAHEAD(load, at, scale, z) \
	MOVQ at(BX), AX                  \
	load (DI)(AX*scale), z           \
	AHEAD(at, scale)                 \
	LANE(load, at+8, DI, scale, K1, z)  \
	AHEAD(at+8, scale)               \
	LANE(load, at+16, DI, scale, K2, z) \
	AHEAD(at+16, scale)              \
	LANE(load, at+24, DI, scale, K3, z) \
	AHEAD(at+24, scale)              \
	LANE(load, at+32, DI, scale, K4, z) \
	AHEAD(at+32, scale)              \
	LANE(load, at+40, DI, scale, K5, z) \
	AHEAD(at+40, scale)              \
	LANE(load, at+48, DI, scale, K6, z) \
	AHEAD(at+48, scale)              \
	LANE(load, at+56, DI, scale, K7, z) \
	AHEAD(at+56, scale)

// AHEAD8 prefetches eight lines.
#define AHEAD8(at, scale) \
	AHEAD(at+0, scale)  \
	AHEAD(at+8, scale)  \
	AHEAD(at+16, scale) \
	AHEAD(at+24, scale) \
	AHEAD(at+32, scale) \
	AHEAD(at+40, scale) \
	AHEAD(at+48, scale) \
	AHEAD(at+56, scale)

// ANSWER writes the bits of AX as eight answers, and adds their number to R10.
#define ANSWER \
	MOVQ    $0x0101010101010101, BX \
	PDEPQ   BX, AX, BX              \
	MOVQ    BX, (R9)                \
	POPCNTQ AX, AX                  \
	ADDQ    AX, R10                 \
	ADDQ    $8, R9
