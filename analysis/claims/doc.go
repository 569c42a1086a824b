// Package claims is a ledger of what people say about filters, and the one place
// that decides whether it is so. A claim is data: who says it, what, which records
// bear on it, and a rule. The rule is a function from records to a [Ruling];
// nobody types a verdict.
//
//	records -> Evidence.take -> rule -> Ruling -> Holm over the family -> Result
//
// # Statistics
//
// One repetition of an experiment is one independent draw of keys, hash and
// filter; everything inside it shares those. So a rule computes its statistic once
// for each repetition, over all the cells it needs, and the interval is Student's
// over the repetitions ([Estimate]). Scatter between filters, and what filters of
// one repetition have in common, are then in the interval by construction.
//
// A claim says that some quantities lie in some ranges. It is confirmed when every
// interval lies inside its range, refuted when one lies wholly outside, undecided
// otherwise. Agreement with theory is therefore shown, with a margin (an
// equivalence test), and never concluded from a failure to see a difference. P
// values of decided claims are corrected by Holm's method within their family, and
// a claim that does not survive it is undecided.
//
// A claim without the records that it needs is undecided and says what is missing.
// Claims of pure arithmetic need no records and are marked as such.
//
// The package reads a dataset and returns values. It prints nothing, draws nothing
// and knows no filter.
package claims
