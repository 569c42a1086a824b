package claims

// loadClaims are the claims on load, kicks and insertion.
var loadClaims = []Claim{
	{
		ID: "LOAD-1", Sources: []string{"A"}, Figure: "load-by-size",
		Statement: "Cuckoo hashing with two choices and one slot per bucket stops at a load of about 50 %.",
		Needs:     "load-factor: part large, one slot",
		Rule:      "The mean load at the first refusal in the largest table must be 50 % within a twentieth of it.",
		Missing:   "the rule looks at filters, which have the same two choices, and not yet at hash tables",
		decide:    ruleOneSlot,
	},
	{
		ID: "LOAD-2", Sources: []string{"A"}, Figure: "load-by-choices",
		Statement: "With three or four hash functions it reaches about 95 %.",
		Needs:     "load-factor: part tables, three and four choices, one slot",
		Rule:      "The mean load at the first refusal must be 95 % within a twentieth of it, with three choices and with four.",
		decide:    ruleMoreChoices,
	},
	{
		ID: "LOAD-3", Sources: []string{"A"}, Figure: "load-by-size",
		Statement: "With several slots per bucket it reaches about 85 %.",
		Needs:     "load-factor: part large, 2, 4 and 8 slots",
		Rule:      "The mean load in the largest table must be at least 85 %, and 85 % within a twentieth of it with two slots. What more slots reach is the condition.",
		Missing:   "the rule looks at filters, and not yet at hash tables",
		decide:    ruleSeveralSlots,
	},
	{
		ID: "LOAD-4", Sources: []string{"A"}, Figure: "load-by-choices",
		Statement: "Four hash functions and two slots per bucket reach 99 %.",
		Needs:     "load-factor: part tables, four choices, two slots",
		Rule:      "The mean load at the first refusal must be 99 % within a hundredth of it.",
		decide:    ruleFourByTwo,
	},
	{
		ID: "LOAD-5", Sources: []string{"D"}, Figure: "load-distribution",
		Statement: "Cuckoo filters reach a load of 0.95 and more, hash tables 0.7 to 0.8.",
		Needs:     "load-factor: parts small and large; memory: parts octave and slots",
		Rule:      "With four slots the mean load at the first refusal must be at least 95 % at every size. Hash tables are judged on Go's map of many tables: over an octave of sizes its highest load, keys times the bytes of a slot in an empty map over the bytes of the map, must be from 0.65 to 0.85, which one decimal may call 0.7 to 0.8. Fewer slots, and a table that has just grown, are the condition.",
		Flips:     "with fewer than four slots per bucket, and with hash tables that are not about to grow",
		decide:    ruleNinetyFive,
	},
	{
		ID: "LOAD-6", Sources: []string{"paper"}, Figure: "load-by-size",
		Statement: "With 1, 2, 4 and 8 slots per bucket cuckoo filters reach loads of 50, 84, 95 and 98 %.",
		Needs:     "load-factor: part large",
		Rule:      "The mean load at the first refusal in the largest table must be the stated one within a twentieth of it, for all four.",
		Flips:     "with fingerprints too short to tell buckets apart",
		decide:    ruleFourLoads,
	},
	{
		ID: "LOAD-7", Sources: []string{"A"},
		Statement: "Three keys with the same two places form a cycle of evictions.",
		Missing:   "it needs a trial in which the cycle is constructed, and a rule; a test of the hash table constructs it",
	},
	{
		ID: "LOAD-8", Sources: []string{"A"},
		Statement: "That the hash of a fingerprint is not zero suffices for a key's two buckets to differ.",
		Missing:   "it needs a variant that does not force the buckets apart, and the share of keys whose buckets coincide",
	},
	{
		ID: "LOAD-9", Sources: []string{"C", "D"}, Figure: "kicks-by-load",
		Statement: "The time of an insert becomes unstable when the table is nearly full.",
		Needs:     "kicks: windows of 2, 4 and 8 slots",
		Rule:      "The 99th percentile of kicks in the highest window must exceed that at half load by 10 or more, for each number of slots. The load at which it passes 10 with four slots is the condition.",
		Flips:     "below the load at which one insert in a hundred needs ten kicks",
		Missing:   "the nanoseconds of single inserts",
		decide:    ruleUnstable,
	},
	{
		ID: "LOAD-10", Sources: []string{"D"}, Figure: "kicks-by-load",
		Statement: "An insert takes constant time when averaged over the filling of a table.",
		Needs:     "load-factor: parts small and large, 2, 4 and 8 slots",
		Rule:      "Kicks per accepted insert up to the first refusal must not be more in the largest table than 1.1 times those in the smallest.",
		Missing:   "kicks at a fixed load by size, and sizes beyond a million slots",
		decide:    ruleConstantTime,
	},
	{
		ID: "LOAD-11", Sources: []string{"C"},
		Statement: "The fullest of n bins holds about ln n / ln ln n balls with one choice and ln ln n with two.",
		Missing:   "it needs balls thrown into bins, which is no filter",
	},
	{
		ID: "LOAD-12", Sources: []string{"D"},
		Statement: "A table should have a fifth in reserve and be rebuilt at a load of 90 %.",
		Missing:   "it needs the policy as a variant, with what rebuilding costs and refusals that it avoids",
	},
}
