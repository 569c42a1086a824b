package theory

// The formulas of this file are reference lines. Xor and fuse filters are static, made at
// once from all keys, and store one fingerprint of f = log2(1/fpr) bits in each of somewhat
// more slots than keys. With f whole, as a table has it, the rate is 2^-f for any absent key,
// exactly.

// The slots per key of static filters, and the layout of quotient filters.
const (
	xorSlots     = 1.23  // and 32 slots for all keys together
	fuse3Slots   = 1.125 // three-wise, for millions of keys
	fuse4Slots   = 1.075 // four-wise, for millions of keys
	quotientBits = 2.125 // metadata of a slot: two bits and an eighth of an offset byte
	quotientLoad = 0.95  // share of slots that are used
	vectorBits   = 2.914 // metadata of a slot
	vectorLoad   = 0.93  // share of slots that are used
)

// XorBitsPerKey returns the bits per key of a large xor filter,
//
//	1.23 log2(1/fpr)
//
// with 0 < fpr < 1. It leaves out 32 slots of f bits for all keys together, which are
// more than 1 % below 2600 keys.
//
// Source: Graf and Lemire, "Xor filters", JEA 25 (2020).
func XorBitsPerKey(fpr float64) float64 { return xorSlots * fingerprint(fpr) }

// FuseBitsPerKey returns the bits per key of a large binary fuse filter,
//
//	1.125 log2(1/fpr)   with 3 probes
//	1.075 log2(1/fpr)   with 4
//
// with 0 < fpr < 1. It is the limit for millions of keys: smaller filters need more
// slots, with 3 probes and 10 000 keys 1.25 each.
//
// Source: Graf and Lemire, "Binary fuse filters", JEA 27 (2022).
func FuseBitsPerKey(fpr float64, probes int) float64 {
	switch probes {
	case 3:
		return fuse3Slots * fingerprint(fpr)
	case 4:
		return fuse4Slots * fingerprint(fpr)
	}
	panic("theory: a binary fuse filter has 3 or 4 probes")
}

// QuotientBitsPerKey returns the bits per key of a counting quotient filter of distinct
// keys at its highest load,
//
//	(log2(1/fpr) + 2.125) / 0.95
//
// with 0 < fpr < 1. It approximates: the rate is taken as 2^-r with remainders of r
// bits, not as the load times that. The number of slots is a power of two, which costs
// up to twice the space and is not in the formula.
//
// Source: Pandey, Bender, Johnson and Patro, SIGMOD 2017.
func QuotientBitsPerKey(fpr float64) float64 {
	return (fingerprint(fpr) + quotientBits) / quotientLoad
}

// VectorQuotientBitsPerKey returns the bits per key of a vector quotient filter at its
// highest load,
//
//	(log2(1/fpr) + 2.914) / 0.93
//
// with 0 < fpr < 1.
//
// Source: Pandey et al., "Vector quotient filters", SIGMOD 2021.
func VectorQuotientBitsPerKey(fpr float64) float64 {
	return (fingerprint(fpr) + vectorBits) / vectorLoad
}

// fingerprint returns log2(1/fpr), the bits of a fingerprint that are not a whole number.
func fingerprint(fpr float64) float64 {
	checkRate(fpr)
	return InformationBound(fpr)
}
