package theory

// Arguments outside a formula's domain are a caller's bug: the checks here panic.

func checkTable(cells uint64, probes int) {
	if cells == 0 {
		panic("theory: a table needs at least one cell")
	}
	checkProbes(probes)
}

func checkProbes(probes int) {
	if probes < 1 {
		panic("theory: a key needs at least one probe")
	}
}

func checkBlock(blockBits int) {
	if blockBits < 1 {
		panic("theory: a block needs at least one bit")
	}
}

func checkBuckets(buckets uint64) {
	if buckets == 0 {
		panic("theory: a table needs at least one bucket")
	}
}

func checkBucket(slots int) {
	if slots < 1 {
		panic("theory: a bucket needs at least one slot")
	}
}

func checkFingerprint(bits int) {
	if bits < 1 || bits > 63 {
		panic("theory: a fingerprint has 1 to 63 bits")
	}
}

func checkRate(fpr float64) {
	if !(fpr > 0 && fpr < 1) {
		panic("theory: a false positive rate must lie between 0 and 1")
	}
}

func checkPositive(x float64, what string) {
	if !(x > 0) {
		panic("theory: " + what + " must be positive")
	}
}
