package report

import (
	"fmt"
	"strings"

	"filterbench/analysis/figures"
	"filterbench/internal/record"
)

// hashTrouble is the factor beyond which a hash function is said to fail a kind
// of key: far more than chance or a bounded search explain.
const hashTrouble = 1.25

// readHashes names the functions that fail, and on which keys.
func readHashes(_ *context, chart chartType) (string, error) {
	names := map[string]bool{}
	for _, p := range chart.Panels {
		for _, curve := range p.Curves {
			names[curve.Name] = true
		}
	}
	failing := map[string]bool{}
	describe := func(kind, what string) string {
		list := figures.HashTrouble(chart, kind, hashTrouble)
		for _, entry := range list {
			name, _, _ := strings.Cut(entry, " ")
			failing[name] = true
		}
		if len(list) == 0 {
			return fmt.Sprintf("No function takes the %s beyond a factor of %s of what it should be.", what, number(hashTrouble))
		}
		return fmt.Sprintf("The %s is off by more than a factor of %s for:\n\n- %s", what, number(hashTrouble), strings.Join(list, "\n- "))
	}
	parts := []string{describe(record.KindFPR, "false positive rate"), describe(record.KindLoad, "load at the first refusal")}
	sound := len(names) - len(failing)
	parts = append(parts, fmt.Sprintf("%s of %s stay within that factor in every cell.", count(sound), plural(len(names), "function", "functions")))
	return strings.Join(parts, "\n\n"), nil
}
