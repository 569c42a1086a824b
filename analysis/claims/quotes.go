package claims

import (
	_ "embed"
	"strings"
)

// quotes.tsv has the words of the sources: claim, source, the original, its translation.
//
//go:embed quotes.tsv
var quoteTable string

// Quote is a sentence of a source.
type Quote struct{ Tag, Original, English string }

// Quotes returns the words of the sources that a claim restates.
func (c Claim) Quotes() (list []Quote) {
	for _, line := range strings.Split(quoteTable, "\n") {
		if cell := strings.Split(line, "\t"); len(cell) == 4 && cell[0] == c.ID {
			list = append(list, Quote{cell[1], cell[2], cell[3]})
		}
	}
	return list
}
