package report

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"filterbench/analysis/claims"
	"filterbench/internal/record"
)

// rests matches a line by which prose says on which verdicts it rests:
//
//	<!-- rests on: SPC-1 refuted; LOAD-6 confirmed -->
var rests = regexp.MustCompile(`^<!-- rests on: (.*) -->$`)

// checkProse refuses a report whose prose rests on other verdicts than those that the
// records give. In a quick run and in one of some experiments only, which decide less,
// prose may rest on a verdict that is undecided there.
func (c *context) checkProse(name string, list []segment) error {
	less := c.d.Manifest.Profile == "quick" || !c.whole(list)
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
				if err := c.checkVerdict(strings.TrimSpace(item), less); err != nil {
					return fmt.Errorf("%s:%d: %w", name, s.line+i, err)
				}
			}
		}
	}
	return nil
}

// whole reports whether the run has every experiment whose question the report puts.
func (c *context) whole(list []segment) bool {
	for _, s := range list {
		name, asked := strings.CutPrefix(s.id, "question:")
		if asked && !slices.ContainsFunc(c.d.Manifest.Experiments, func(e record.Source) bool { return e.Name == name }) {
			return false
		}
	}
	return true
}

// checkVerdict compares "SPC-1 refuted" with the ledger. With less, the verdict may be
// undecided instead.
func (c *context) checkVerdict(item string, less bool) error {
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
	if verdict == claims.Verdict(words) || less && verdict == claims.Undecided {
		return nil
	}
	return fmt.Errorf("the text rests on %s being %s, and by the records it is %s: the text must follow", id, words, verdict)
}
