// Where the keys of a cuckoo filter lie, eight at a time.
//
//	X22 Shift, Z31 Tags, Z28 Steps of a Cuckoo; Z30, Z29 constants of the mixing; Z23 1

// HIGH leaves in p the high half of x times n, which has 32 bits.
#define HIGH(x, n, p, z) \
	VPMULUDQ n, x, z  \
	VPSRLQ   $32, x, p \
	VPMULUDQ n, p, p  \
	VPSRLQ   $32, z, z \
	VPADDQ   z, p, p  \
	VPSRLQ   $32, p, p

// POWER leaves in Z1 the first buckets of the keys Z0 and in Z2 their fingerprints, less
// 1, for a power of two of buckets.
#define POWER \
	VPSRLQ   X22, Z0, Z1 \
	VPMULUDQ Z31, Z0, Z2 \
	VPSRLQ   $32, Z2, Z2

// STEP leaves in Z3 the steps that lead from the buckets of the fingerprints to the others.
#define STEP \
	VPADDQ  Z23, Z2, Z2   \
	VPMULLQ Z30, Z2, Z0   \
	VPSRLQ  $32, Z0, Z4   \
	VPXORQ  Z4, Z0, Z0    \
	VPMULLQ Z29, Z0, Z0   \
	HIGH(Z0, Z28, Z3, Z4)

// XOR leaves in Z3 the second buckets, for a power of two.
#define XOR \
	VPADDQ Z23, Z3, Z3 \
	VPXORQ Z1, Z3, Z3

// ANY is POWER for any number of buckets, which is in Z20.
#define ANY \
	HIGH(Z0, Z20, Z1, Z2) \
	VPMULLQ Z20, Z0, Z0   \
	HIGH(Z0, Z31, Z2, Z3)

// LESS leaves in Z3 the second buckets, for any number: twice the step and 1, less the
// first bucket, and if that is below 0, the number of buckets more.
#define LESS \
	VPADDQ  Z3, Z3, Z3  \
	VPADDQ  Z23, Z3, Z3 \
	VPSUBQ  Z1, Z3, Z3  \
	VPADDQ  Z20, Z3, Z4 \
	VPMINUQ Z4, Z3, Z3
