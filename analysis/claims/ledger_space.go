package claims

const (
	bothCurves = "fpr-bloom: part bits; fpr-cuckoo: all filters at their highest load"
	equalRates = "In every repetition Bloom's bits at the rate of each cuckoo filter are read off the line between its neighbours in the logarithm of the rate. "
)

// spaceClaims are the claims on space.
var spaceClaims = []Claim{
	{
		ID: "SPC-1", Sources: []string{"A"}, Figure: "space",
		Statement: "At an equal rate a cuckoo filter saves more than 40 % of the bits of a Bloom filter.",
		Needs:     bothCurves,
		Rule:      equalRates + "One cuckoo filter whose saving lies below 40 % refutes.",
		decide:    ruleSaving,
	},
	{
		ID: "SPC-2", Sources: []string{"D"}, Figure: "space",
		Statement: "Below a rate of 3 % a cuckoo filter saves 30 to 50 %; above, a Bloom filter is the smaller one.",
		Needs:     bothCurves,
		Rule:      equalRates + "The rate at which the curve of four slots crosses Bloom's must be within a quarter of 3 %, and below 3 % every saving within 30 to 50 %, even if each cuckoo filter is credited with the bit per slot that semi-sorting saves.",
		Flips:     "at the crossing, which moves to higher rates when semi-sorting is credited",
		Missing:   "records of semi-sorted tables, and averages over tables that are not full",
		decide:    ruleCrossing,
	},
	{
		ID: "SPC-3", Sources: []string{"C", "paper"}, Figure: "space",
		Statement: "A cuckoo filter takes at most (log2(1/e)+log2(2b))/a bits per key, and four slots per bucket are best.",
		Needs:     "fpr-cuckoo: all filters at their highest load",
		Rule:      "Bits per key over the formula, at the measured rate and load, must be at most 1.01. The condition of the second half is at which rates four slots take fewer bits than two and eight, read off the line between their points.",
		Flips:     "towards high rates, where two slots are better",
		Missing:   "one slot per bucket",
		decide:    ruleBestBucket,
	},
	{
		ID: "SPC-4", Sources: []string{"D"}, Figure: "space",
		Statement: "Cuckoo and Bloom filters take 15 and 20 bits per key below 0.1 %, 7 and 9.6 at 1 %, 7 and 5 at 5 %, 7 and 3 at 20 %.",
		Needs:     bothCurves,
		Rule:      "Each number for which both neighbours are measured (four slots per bucket for cuckoo; 0.1 and 1 % for both, 5 % for Bloom) must hold within a tenth. One that is wholly outside refutes.",
		Missing:   "cuckoo filters of rates above 3 %, Bloom filters above 15 %",
		decide:    ruleFourPoints,
	},
	{
		ID: "SPC-5", Sources: []string{"D"}, Figure: "fpr-bloom-bits",
		Statement: "A counting Bloom filter takes 4 to 8 times the bits of a cuckoo filter.",
		Needs:     "fpr-bloom: part bits, counting filters; fpr-cuckoo: four slots at the highest load",
		Rule:      "The ratio at the rate of each cuckoo filter of four slots must lie within 4 to 8. If some do and others do not, the rates are the condition.",
		Flips:     "at high rates, where a cuckoo filter is the dearer of the two per bit of information",
		decide:    ruleCounting,
	},
	{
		ID: "SPC-6", Sources: []string{"A"},
		Statement: "A cuckoo filter needs a number of buckets that is a power of two, a Bloom filter does not.",
		Needs:     "overload, real-keys, throughput: the shapes of all filters that were sized for keys",
		Rule:      "Every cuckoo table must have a power of two of buckets and at least one Bloom filter none of cells. What rounding costs on average over all numbers of keys is 1/ln 2, and twice the bits at worst: arithmetic.",
		Missing:   "records of cuckoo filters with any number of buckets, and sizes between two powers",
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
		ID: "SPC-12", Sources: []string{"C", "D"},
		Statement: "Semi-sorting the buckets of a cuckoo filter saves one bit per key.",
		Missing:   "it needs records of the semi-sorted variant, its bits and its time, and a rule",
	},
	{
		ID: "SPC-13", Sources: []string{"D"},
		Statement: "The filters of Redis start with a rate of 0.01 and room for 100 keys.",
		Missing:   "it needs records of the scalable variant that starts with these and takes a million keys, and a rule",
	},
}
