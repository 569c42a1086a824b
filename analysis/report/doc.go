// Package report writes the report of a run: a first page that a person can use, and
// behind it a chapter for each field with every number.
//
//	dataset -> run (figures, verdicts, choices, once) -> first page, chapters, tables as CSV
//
// A chapter is data (chapter_*.go): sections with their figures by id, tables as
// columns of a title and a measure, sentences as templates with holes. A value carries
// both its rounded words for the page and its digits for a CSV. A table of more than 20
// rows is written as a CSV, and the page shows its ends. Nothing that could turn out
// otherwise is typed: a sentence that draws a conclusion is chosen by the numbers.
//
// An experiment that no chapter knows gets a section of its own, with a figure and
// tables by the kinds of its trials (own.go).
//
// [Write] writes and [Check] compares. Both depend on the dataset alone: no clock, no
// machine, no order of maps.
package report
