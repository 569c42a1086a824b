package report

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"filterbench/analysis/claims"
)

// rests matches a line by which prose says on which verdicts it rests:
//
//	<!-- rests on: SPC-1 refuted; LOAD-6 confirmed -->
var rests = regexp.MustCompile(`^<!-- rests on: (.*) -->$`)

// checkProse refuses a report whose prose rests on other verdicts than those that the
// records give. In a quick run, which decides less, prose may rest on a verdict that
// is undecided there.
func (c *context) checkProse(name string, list []segment) error {
	for _, s := range list {
		if s.id != "" {
			continue
		}
		for i, line := range strings.Split(s.text, "\n") {
			m := rests.FindStringSubmatch(strings.TrimSpace(line))
			if m == nil {
				if strings.Contains(line, "<!-- rests on") {
					return fmt.Errorf("%s:%d: must be alone on its line, as in <!-- rests on: SPC-1 refuted; LOAD-6 confirmed -->", name, s.line+i)
				}
				continue
			}
			for _, item := range strings.Split(m[1], ";") {
				if err := c.checkVerdict(strings.TrimSpace(item)); err != nil {
					return fmt.Errorf("%s:%d: %w", name, s.line+i, err)
				}
			}
		}
	}
	return nil
}

// checkVerdict compares "SPC-1 refuted" with the ledger.
func (c *context) checkVerdict(item string) error {
	id, words, _ := strings.Cut(item, " ")
	if !slices.Contains(claims.Verdicts(), claims.Verdict(words)) {
		return fmt.Errorf("%q: after the claim must stand one of its verdicts, %q", item, claims.Verdicts())
	}
	results, err := c.ledger()
	if err != nil {
		return err
	}
	i := slices.IndexFunc(results, func(r claims.Result) bool { return r.ID == id })
	if i < 0 {
		return fmt.Errorf("%q: the ledger has no claim %q", item, id)
	}
	verdict := results[i].Verdict
	quick := c.d.Manifest.Profile == "quick" && verdict == claims.Undecided
	if verdict == claims.Verdict(words) || quick {
		return nil
	}
	return fmt.Errorf("the text rests on %s being %s, and by the records it is %s: the text must follow", id, words, verdict)
}
