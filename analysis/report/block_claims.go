package report

import (
	"fmt"
	"strings"

	"filterbench/analysis/claims"
)

// claimsBlock is the ledger on a page: how many claims met which verdict, the
// decided ones with their line, and the ids of those that are open.
func claimsBlock(c *context) (string, error) {
	if len(c.measured) == 0 {
		return notMeasured, nil
	}
	results, err := claims.Evaluate(c.d)
	if err != nil {
		return "", err
	}
	var tally []string
	for i, n := range claims.Tally(results) {
		tally = append(tally, fmt.Sprintf("%s %s", count(n), claims.Verdicts()[i]))
	}
	decided := newTable("Claim", "What is said", "Verdict", "What was found")
	open := newTable("Claim", "What is said", "Why it is open")
	decided.words, open.words = true, true
	for _, r := range results {
		if r.Verdict == claims.Undecided {
			open.add(r.ID, r.Statement, r.Line)
			continue
		}
		decided.add(c.linked(r), r.Statement, string(r.Verdict), found(r))
	}
	parts := []string{fmt.Sprintf("Of %s, %s.", plural(len(results), "claim", "claims"), sentence(tally))}
	if text := decided.String(); text != "" {
		parts = append(parts, strings.TrimSpace(text))
	}
	if text := open.String(); text != "" {
		parts = append(parts, details("Claims that this run does not decide", text))
	}
	return strings.Join(parts, "\n\n"), nil
}

// linked is a claim's id, with a link to its figure if the run has it.
func (c *context) linked(r claims.Result) string {
	if _, ok := c.charts[r.Figure]; !ok {
		return r.ID
	}
	return fmt.Sprintf("[%s](%s/%s.png)", r.ID, c.figures, r.Figure)
}

// found is the line of a decided claim with its condition.
func found(r claims.Result) string {
	if r.Condition == "" {
		return r.Line
	}
	return r.Line + " *Condition: " + r.Condition + ".*"
}
