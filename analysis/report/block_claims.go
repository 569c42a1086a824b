package report

import (
	"fmt"
	"slices"
	"strings"

	"filterbench/analysis/claims"
)

// chapter is a part of the report about some families of claims.
type chapter struct {
	id       string   // of its block, as in claims:space
	title    string   // of its heading in the report
	families []string // of the claims
}

// chapters lists the chapters that begin with a table of claims, in report order.
var chapters = []chapter{
	{"rates", "False positives", []string{"FPR"}},
	{"space", "Space", []string{"SPC"}},
	{"load", "Load, kicks and inserts", []string{"LOAD"}},
	{"duplicates", "Duplicates and deletion", []string{"DUP", "DEL"}},
	{"speed", "Speed", []string{"SPD"}},
	{"systems", "Systems", []string{"SYS"}},
}

// anchor is how Markdown links to a heading.
func anchor(title string) string {
	kept := strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r >= 'a' && r <= 'z' || r == '-':
			return r
		}
		return -1
	}, strings.ToLower(title))
	return "#" + kept
}

// ledger returns the verdicts on all claims, computed once.
func (c *context) ledger() ([]claims.Result, error) {
	if c.results == nil {
		results, err := claims.Evaluate(c.d)
		if err != nil {
			return nil, err
		}
		c.results = results
	}
	return c.results, nil
}

// ledgerBlock is the ledger on a page: how many claims met which verdict, and a line
// for each claim that leads to its chapter.
func ledgerBlock(c *context) (string, error) {
	if len(c.measured) == 0 {
		return notMeasured, nil
	}
	results, err := c.ledger()
	if err != nil {
		return "", err
	}
	var tally []string
	for i, n := range claims.Tally(results) {
		tally = append(tally, fmt.Sprintf("%s %s", count(n), claims.Verdicts()[i]))
	}
	t := newTable("Claim", "What is said", "Verdict", "Effect")
	t.words = true
	for _, r := range results {
		t.add(fmt.Sprintf("[%s](%s)", r.ID, anchor(chapterOf(r).title)), r.Statement, emphasised(r.Verdict), effect(r))
	}
	return fmt.Sprintf("Of %s, %s.\n\n%s", plural(len(results), "claim", "claims"), sentence(tally), t), nil
}

// effect is the number that a verdict turns on, and what it is.
func effect(r claims.Result) string {
	if r.Amount() == "" {
		return ""
	}
	return r.Amount() + ", " + r.What
}

// emphasised lets verdicts be told apart at a glance.
func emphasised(v claims.Verdict) string {
	switch v {
	case claims.Refuted:
		return "**refuted**"
	case claims.Undecided:
		return "*undecided*"
	}
	return string(v)
}

// chapterOf returns the chapter in which a claim is explained.
func chapterOf(r claims.Result) chapter {
	i := slices.IndexFunc(chapters, func(ch chapter) bool { return slices.Contains(ch.families, r.Family()) })
	if i < 0 {
		panic("report: no chapter for claim " + r.ID)
	}
	return chapters[i]
}

// chapterBlock is the table of a chapter's claims with the numbers behind each, and a
// list of those that this run leaves open.
func chapterBlock(c *context, ch chapter) (string, error) {
	if len(c.measured) == 0 {
		return notMeasured, nil
	}
	results, err := c.ledger()
	if err != nil {
		return "", err
	}
	decided := newTable("Claim", "What is said", "Verdict", "What was found")
	open := newTable("Claim", "What is said", "Why it is open")
	decided.words, open.words = true, true
	for _, r := range results {
		switch {
		case !slices.Contains(ch.families, r.Family()):
		case r.Verdict == claims.Undecided:
			open.add(c.linked(r), r.Statement, r.Line)
		default:
			decided.add(c.linked(r), r.Statement, emphasised(r.Verdict), found(r))
		}
	}
	var parts []string
	if text := decided.String(); text != "" {
		parts = append(parts, strings.TrimSpace(text))
	}
	if text := open.String(); text != "" {
		parts = append(parts, "Left open by this run:\n\n"+strings.TrimSpace(text))
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

// found is the line of a decided claim with its condition, and where it would turn.
func found(r claims.Result) string {
	text := r.Line
	if r.Condition != "" {
		text += " *Condition: " + r.Condition + ".*"
	}
	if r.Flips != "" {
		text += " *It would turn " + r.Flips + ".*"
	}
	return text
}
