// TOUCH asks for the line at an offset in units of scale bytes, which is kept at BX.
#define TOUCH(at, scale) \
	MOVQ       at(BX), AX        \
	PREFETCHT0 (DI)(AX*scale)

#define TOUCH8(at, scale) \
	TOUCH(at+0, scale)  \
	TOUCH(at+8, scale)  \
	TOUCH(at+16, scale) \
	TOUCH(at+24, scale) \
	TOUCH(at+32, scale) \
	TOUCH(at+40, scale) \
	TOUCH(at+48, scale) \
	TOUCH(at+56, scale)
