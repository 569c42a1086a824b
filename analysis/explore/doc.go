// Package explore writes the explorer: one HTML file that holds all records of one or
// several runs and needs no server and no network. A reader chooses axes, panels and
// filters, asks for the front of the best, for the cost of a choice and for what claims
// rest on, and adds a run of their own.
//
//	records --columns--> gzip --\
//	analysis --facts--> gzip ----> page.html with the program of folder web
//
// The page computes its statistics itself, so that it can do so for records that are
// dropped on it too. What takes formulas or rules is computed here and goes along as
// [facts]: theory for each cell, the laws between cells, verdicts, the cost model, what is
// known of families. Tests open the page in a browser and hold its numbers against those of
// packages measure and record, for every cell of the reference run.
//
// The program is JavaScript in web/src. It is bundled with Observable Plot by `make
// explorer`, which needs npm; what comes of that, web/dist, is committed, so that the page is
// written by Go alone. A test holds web/dist/source.sha256 against the sources.
//
// The same runs give the same bytes.
package explore
