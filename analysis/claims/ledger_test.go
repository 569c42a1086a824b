package claims

import (
	"slices"
	"strings"
	"testing"

	"filterbench/analysis/figures"
)

// Every claim is there once, says who made it, and can be decided or says why not.
func TestLedgerIsComplete(t *testing.T) {
	seen := map[string]bool{}
	var tags []string
	for _, s := range Sources() {
		tags = append(tags, s.Tag)
	}
	for _, c := range Ledger() {
		if seen[c.ID] {
			t.Errorf("%s is there twice", c.ID)
		}
		seen[c.ID] = true
		if len(c.Sources) == 0 || !strings.HasSuffix(c.Statement, ".") {
			t.Errorf("%s lacks a source or a sentence: %q", c.ID, c.Statement)
		}
		for _, tag := range c.Sources {
			if !slices.Contains(tags, tag) {
				t.Errorf("%s has source %q, which is not in the table", c.ID, tag)
			}
		}
		if c.decide == nil && c.Missing == "" || c.decide != nil && (c.Rule == "" || c.Needs == "" && !c.Arithmetic) {
			t.Errorf("%s has neither a rule with its words nor a reason", c.ID)
		}
		if _, ok := figures.Find(c.Figure); c.Figure != "" && !ok {
			t.Errorf("%s names figure %q, which is not in the catalogue", c.ID, c.Figure)
		}
	}
}
