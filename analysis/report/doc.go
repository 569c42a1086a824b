// Package report fills REPORT.md. A person writes its prose; every number, table
// and figure stands between markers and is computed:
//
//	<!-- gen:figure:fpr-bloom-bits -->
//	... replaced by [Write] ...
//	<!-- /gen:figure:fpr-bloom-bits -->
//
// A block (blocks.go) is a function of the dataset that returns Markdown. The
// readings below the figures are sentences whose wording is chosen by what was
// computed: whether theory lies inside an interval, which filter is the fastest,
// where a curve passes a value. Nothing that could turn out otherwise is typed.
//
// [Write] fills the blocks and writes the figures, replacing each file in one
// step. [Check] does the same in memory and compares. Both depend on the dataset
// alone: no clock, no machine, no order of maps.
package report
