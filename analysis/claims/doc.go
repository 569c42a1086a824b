// Package claims is a ledger of what people say about filters, and the one place that
// decides whether it is so. A claim is a row of data; nobody types a verdict.
//
//	{ID: "FPR-8", Statement: "Towards full load a cuckoo filter's rate rises gently, ...",
//	 Demands: {Of: "overload family=cuckoo fill=1", Over: "... fill=0.5", Stat: RatePower, In: upTo(1.25)}, ...}
//
//	records -> selection -> statistic -> range -> verdict -> Holm over the family -> Result
//
// A claim says that statistics of selected cells lie in ranges: its demands. The rule in
// words, the records it needs, what is missing without them, the sentence with its numbers
// and the tests of both sides of every bound derive from them. A dozen rules may be
// functions instead, each for the reason that stands beside it.
//
// # Verdicts
//
// True as said: every interval lies inside its range. True only if: the same, and one of
// the claim's conditions is called for by the records; a condition is one that a reader can
// check. False: one interval lies wholly outside, allowing for the number of demands; worse
// than said where it is beyond what was claimed. Open: records or repetitions are missing,
// or the claim has no rule yet. Agreement with a formula is therefore shown, with a margin
// (an equivalence test), and never concluded from a failure to see a difference.
//
// # Statistics
//
// One repetition of an experiment is one independent draw of keys, hash and filter;
// everything inside it shares those. So a statistic is computed once for each repetition,
// over all the cells it needs, and the interval is that over the repetitions. P values of
// decided claims are corrected by Holm's method within their family, and a claim that does
// not survive it is open.
//
// # Frozen rules
//
// frozen.tsv pins the digest and date of every rule, and a test fails when a rule changes
// without its row; run it with -update to write the row. So a second run is judged under
// the same rules ([Replicate]). Rules that were changed after a look at their records say so.
//
// The package reads a dataset and returns values. It prints nothing, draws nothing and
// builds no filter.
package claims
