// PREFETCH1 prefetches the line at an offset in units of scale bytes, which is kept at BX.
#define PREFETCH1(at, scale) \
	MOVQ       at(BX), AX        \
	PREFETCHT0 (DI)(AX*scale)

#define PREFETCH8(at, scale) \
	PREFETCH1(at+0, scale)  \
	PREFETCH1(at+8, scale)  \
	PREFETCH1(at+16, scale) \
	PREFETCH1(at+24, scale) \
	PREFETCH1(at+32, scale) \
	PREFETCH1(at+40, scale) \
	PREFETCH1(at+48, scale) \
	PREFETCH1(at+56, scale)
