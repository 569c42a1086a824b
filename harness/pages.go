package harness

import (
	"slices"

	"filterbench/internal/record"
	"filterbench/variants"
)

// pages are the tables of a filter that was asked to lie on pages of some size: those
// that it had when it was made, before the first insert. A filter that allocates later,
// a library's or one without a table has none, and lies on small pages.
//
// The memory is Go's, and serves others when the filter is gone. So that later trials
// find it as it was, giveBack takes back what was advised, whichever kind of page it was.
type pages struct {
	tables [][]byte
	kind   string
}

// askForPages asks the system for pages of that kind under the filter's tables; kind
// "" asks for nothing. What was achieved is for huge to say.
func askForPages(f variants.Filter, kind string) pages {
	t, ok := f.(variants.Tabler)
	if !ok || kind == "" {
		return pages{}
	}
	p := pages{slices.DeleteFunc(t.Tables(), func(table []byte) bool { return len(table) == 0 }), kind}
	for _, table := range p.tables {
		if kind == record.PagesHuge {
			adviseHuge(table)
		} else {
			adviseSmall(table)
		}
	}
	return p
}

// bytes returns the size of the tables.
func (p pages) bytes() (n uint64) {
	for _, table := range p.tables {
		n += uint64(len(table))
	}
	return n
}

// huge returns how many bytes of the tables lie on huge pages, as far as the system
// tells: 0 where it does not.
func (p pages) huge() (n uint64) {
	for _, table := range p.tables {
		n += min(hugeBytes(table), uint64(len(table)))
	}
	return n
}

// giveBack ends the use of the tables: their contents are lost.
func (p pages) giveBack() {
	for _, table := range p.tables {
		renew(table)
	}
}
