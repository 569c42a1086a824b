// Package analysis turns recorded counts into estimates with intervals, and sets
// theory beside them. It reads the files of a run and nothing else: no filter is
// built here, so anyone can analyse a run again on another machine.
//
//	records.jsonl --Load--> Dataset --Cells--> Cell --analysis/measure--> Point --Query--> Series
//
// A [Cell] holds the records that differ in repetition and seed only. That is the
// whole defence against averaging over something hidden: a measure sees one cell,
// never a mixture, and [Dataset.Query] refuses to put two cells on one spot of
// one curve, naming the field in which they differ.
//
// # Statistics
//
// They live in internal/stat, what is measured of each kind of trial in analysis/measure.
// Proportions (false positives among queries) are pooled over the seeds and get exact
// Clopper-Pearson intervals. The scatter between seeds is kept apart as the dispersion
// phi = chi-squared/(R-1): one filter is one draw, and where filters scatter more than
// sampling explains, phi exceeds one. Agreement with theory is judged with the interval
// widened by max(1, t sqrt(phi)/z), with t and z the quantiles of Student's and the
// normal distribution.
//
// Times get the median over repetitions with a distribution-free interval between order
// statistics; the cost of the measuring loop is removed by pairing each repetition with
// the null filter's of the same repetition.
//
// Loads at the first refusal are distributions over independent fillings; their
// quantiles carry order-statistic intervals. Kicks are histograms, merged exactly.
//
// Everything is a pure function of the records: same records, same bytes out.
// Nothing here prints, and no value is shared between goroutines.
package analysis
