package theory

// CounterTail returns the probability that a counter of a counting Bloom filter
// has been asked to count to a number or beyond,
//
//	P(C >= count),   C binomial (kn, 1/m)
//
// with m counters, n keys, k probes per key; m, k >= 1.
// It is exact for independent uniform probes, each of which counts.
//
// Source: Fan, Cao, Almeida and Broder (2000), section V.C.
func CounterTail(cells, keys uint64, probes int, count uint64) float64 {
	checkTable(cells, probes)
	return binomialAtLeast(count, keys*uint64(probes), 1/float64(cells))
}

// CounterOverflows returns the expected number of counters, each w bits wide,
// that stand at their largest value 2^w - 1 and so have lost count, or are about
// to,
//
//	m * P(C >= 2^w - 1),   C binomial (kn, 1/m)
//
// with m counters, n keys, k probes per key; m, k >= 1 and 1 <= w <= 63. It is
// the number of counters that stick, if they do so at their largest value, as
// they must for deletes to be safe. It is exact for independent uniform probes,
// each of which counts, and insertions only.
//
// Source: as [CounterTail]. Published rates are of counters that would have to
// exceed their largest value, P(C >= 2^w): at the design that is 1/23 of this for
// w = 4.
func CounterOverflows(cells, keys uint64, probes, width int) float64 {
	if width < 1 || width > 63 {
		panic("theory: a counter has 1 to 63 bits")
	}
	return float64(cells) * CounterTail(cells, keys, probes, 1<<width-1)
}
