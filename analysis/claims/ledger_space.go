package claims

const (
	fullTables = "space: parts bloom, one-slot, two-slots, four-slots and eight-slots"
	equalRates = "In every repetition Bloom's bits at the rate of each filter are read off the line between its neighbours in the logarithm of the rate. "
)

// spaceClaims are the claims on space.
var spaceClaims = []Claim{
	{
		ID: "SPC-1", Sources: []string{"A"}, Figure: "space-crossing",
		Statement: "At an equal rate a cuckoo filter saves more than 40 % of the bits of a Bloom filter.",
		Needs:     fullTables,
		Rule:      equalRates + "One cuckoo filter, plain or semi-sorted, whose saving lies below 40 % refutes. Filters of rates that no Bloom filter of the run reaches are left out.",
		Flips:     "nowhere: as the rate falls the saving tends to one less ln 2 over the load",
		decide:    ruleSaving,
	},
	{
		ID: "SPC-2", Sources: []string{"D"}, Figure: "space-crossing",
		Statement: "Below a rate of 3 % a cuckoo filter saves 30 to 50 %; above, a Bloom filter is the smaller one.",
		Needs:     fullTables + "; part average",
		Rule:      equalRates + "The rate at which the curve of four slots crosses Bloom's must be within a quarter of 3 %, and below 3 % every saving of plain and of semi-sorted tables within 30 to 50 %. Averages over numbers of keys are those of bits per key at an equal rate, over sizes spread evenly between two powers of two.",
		Flips:     "at the crossings: with semi-sorting at a higher rate; with a power of two of buckets, on average over numbers of keys, at none",
		decide:    ruleCrossing,
	},
	{
		ID: "SPC-3", Sources: []string{"C", "paper"}, Figure: "space-crossing",
		Statement: "A cuckoo filter takes at most (log2(1/e)+log2(2b))/a bits per key, and four slots per bucket are best.",
		Needs:     fullTables,
		Rule:      "Bits per key over the formula, at the measured rate and load, must be at most 1.01, for every filter. The condition of the second half is the rate at which the curves of four and of two slots cross, and how those of one and of eight compare.",
		Flips:     "above the rate at which two slots cross four",
		decide:    ruleBestBucket,
	},
	{
		ID: "SPC-4", Sources: []string{"D"}, Figure: "space-crossing",
		Statement: "Cuckoo and Bloom filters take 15 and 20 bits per key below 0.1 %, 7 and 9.6 at 1 %, 7 and 5 at 5 %, 7 and 3 at 20 %.",
		Needs:     fullTables,
		Rule:      "Each of the eight numbers, with four slots per bucket for cuckoo, must hold within a tenth at its rate, 0.1 % for the first two. One that is wholly outside refutes.",
		Flips:     "for 7 bits at the rate that they buy",
		decide:    ruleFourPoints,
	},
	{
		ID: "SPC-5", Sources: []string{"D"}, Figure: "fpr-bloom-bits",
		Statement: "A counting Bloom filter takes 4 to 8 times the bits of a cuckoo filter.",
		Needs:     "fpr-bloom: part bits, counting filters; space: part four-slots",
		Rule:      "The ratio at the rate of each cuckoo filter of four slots, up to 10 %, must lie within 4 to 8. If some do and others do not, the rate at which four times are reached is the condition.",
		Flips:     "at high rates, where a cuckoo filter is the dearer of the two per bit of information",
		decide:    ruleCounting,
	},
	{
		ID: "SPC-6", Sources: []string{"A"}, Figure: "space-by-size",
		Statement: "A cuckoo filter needs a number of buckets that is a power of two, a Bloom filter does not.",
		Needs:     "space: parts sizes, average and four-slots",
		Rule:      "Cuckoo filters with other numbers of buckets refute if they take 99 % of their keys at every size, follow theory within 5 % together and 20 % each, and save a twentieth or more on average; they confirm if one of these fails for certain. The cost of rounding is the mean and the largest ratio of bits over sizes spread evenly between powers of two.",
		Flips:     "where the second bucket is found by exclusive or, which needs the power of two",
		decide:    ruleRounding,
	},
	{
		ID: "SPC-7", Sources: []string{"D"}, Arithmetic: true,
		Statement: "448 million keys at 1 % need 4,293,480,000 bits, 537 MB, and 440 million need 527 MB.",
		Rule:      "The bits of the ideal Bloom filter must be those stated within a thousandth, and the megabytes within a hundredth. Where a filter was built, of that size in the full profile and of a hundredth in the standard one, its heap must be that of the ideal bits within a hundredth.",
		decide:    ruleManyKeys,
	},
	{
		ID: "SPC-8", Sources: []string{"D"}, Arithmetic: true,
		Statement: "Ten million keys with four slots per bucket, a load of 0.95 and a slack of 1.05 need 26,315,789 buckets.",
		Rule:      "Keys over slots and load, with the slack, must be the stated number within a tenth.",
		decide:    ruleBuckets,
	},
	{
		ID: "SPC-9", Sources: []string{"D"},
		Statement: "For a thousand keys a hash table takes 8 KB and a cuckoo filter 15 KB, and below 50,000 keys hash tables win.",
		Figure:    "heap-by-size",
		Needs:     "memory: part integers, set(of=hash) and cuckoo(b=4,f=12)",
		Rule:      "The heap of Go's map of a thousand integers must be 8 KB and that of a cuckoo filter 15 KB, each within a quarter, and the number of keys from which on the filter is the smaller one, read off the line between neighbouring sizes in the logarithms, must be 50,000 within a factor of two.",
		Flips:     "at the size where what a filter keeps besides its table no longer decides",
		decide:    ruleSmallSets,
	},
	{
		ID: "SPC-10", Sources: []string{"D", "B"}, Figure: "heap-by-size",
		Statement: "A Bloom filter saves over 90 % of the space of the set itself.",
		Needs:     "memory: part integers, set(of=hash); part texts, set(of=string) on words and urls; bloom(fpr=0.01) beside each",
		Rule:      "The saving of heap of a Bloom filter of 1 % against Go's map of the keys themselves must be above 90 % at every size from a thousand keys on, for integers, words and URLs. Smaller sets, and the same keys packed in an array, which is arithmetic, are the condition.",
		Flips:     "for sets of fewer than a thousand keys, and against a packed array of short keys",
		decide:    ruleAgainstSet,
	},
	{
		ID: "SPC-11", Sources: []string{"E"}, Figure: "heap-by-size",
		Statement: "A hundred million URLs of 50 characters take 5 GB as a set, and 128 bits each as digests.",
		Needs:     "memory: part texts, set(of=string) and set(of=digest) on urls",
		Rule:      "What a URL costs in a set besides its characters is measured at the largest size that is a hundred million halved several times, for then the map is as full, and extrapolated to a hundred million of 50 characters: 5 GB within a quarter. A digest in a set must take 16 bytes within a quarter.",
		Flips:     "where only the characters, or only the digests, are counted",
		decide:    ruleURLs,
	},
	{
		ID: "SPC-12", Sources: []string{"C", "D"}, Figure: "space-crossing",
		Statement: "Semi-sorting the buckets of a cuckoo filter saves one bit per key.",
		Needs:     "space: part four-slots, plain and semi-sorted; part semisort-time",
		Rule:      "In every repetition the bits of plain tables at the rate of each semi-sorted one are read off the line between their neighbours. Per slot, at equal load, every saving must be 1 bit within 15 %. What it costs in time, the median difference of net times, is the condition.",
		Flips:     "per key, as each key answers for its share of the empty slots",
		decide:    ruleSemisort,
	},
	{
		ID: "SPC-13", Sources: []string{"D"},
		Statement: "Redis starts a Bloom filter with a rate of 0.01 and room for 100 keys, and keeps the rate as it grows.",
		Needs:     "space: parts scalable and sized",
		Rule:      "With growth 2 and tightening 0.5, as documented there, the rate after a million keys must be at most 0.01, and a twentieth more for layers so small that formulas err. Layers, and bits against a filter sized for its keys, are the condition unless they are within a tenth. That these are the defaults is documented, not measured.",
		Flips:     "where the room is set to the number of keys that come",
		decide:    ruleRedisDefaults,
	},
}
