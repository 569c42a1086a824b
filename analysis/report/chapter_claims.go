package report

import (
	"fmt"
	"slices"
	"strings"

	"filterbench/analysis/claims"
	"filterbench/analysis/figures"
)

// claimsPage writes the ledger: each claim once, under the chapter of its family, with
// its rule, its verdict and what was found.
func (r *run) claimsPage() (*page, error) {
	p := &page{name: "claims.md", files: map[string][]byte{}}
	fmt.Fprintf(&p.out, `# What people say, and what was found

Articles, lectures and papers assert much about these filters, and contradict each other. Each claim was restated in one sentence and given a
rule; a program applied the rule to the records of this run, and no verdict was written by hand. A claim says that some quantities lie in
some ranges: it is true as said when the interval of each lies inside its range, true only if a condition holds that the records call for,
false when one lies wholly outside (and worse than said where it lies beyond what was claimed), and open otherwise, also where records are missing. Agreement with a formula is shown within a stated margin, and not concluded from a failure to see a difference. Claims
of one family are corrected together for their number. %s explains a verdict with its records.

[Report](%s) · [glossary](glossary.md)

`, code("bench claims ID"), r.reportFrom(p.name))
	p.put(r.tally())
	if err := figure("claims").write(r, p); err != nil {
		return nil, err
	}
	for _, ch := range r.claimChapters() {
		fmt.Fprintf(&p.out, "- [%s](#%s)\n", ch.title, anchor(ch.title))
	}
	p.out.WriteString("\n")
	for _, ch := range r.claimChapters() {
		p.out.WriteString("## " + ch.title + "\n\n")
		for _, c := range r.results {
			if slices.Contains(ch.families, c.Family()) {
				p.put(r.claimText(c))
			}
		}
	}
	return p, nil
}

// claimChapters are the chapters to which claims belong.
func (r *run) claimChapters() []chapter {
	return slices.DeleteFunc(chapterList(), func(ch chapter) bool { return len(ch.families) == 0 })
}

// replicated counts the claims that both runs decide, and those of them with one verdict.
func (r *run) replicated() (both, same int) {
	for _, c := range r.results {
		if c.Again == nil || c.Verdict == claims.Undecided || c.Again.Verdict == claims.Undecided {
			continue
		}
		both++
		if c.Again.Verdict == c.Verdict {
			same++
		}
	}
	return both, same
}

// tally counts the verdicts.
func (r *run) tally() string {
	if len(r.measured) == 0 {
		return notMeasured
	}
	var counts []string
	for i, n := range claims.Tally(r.results) {
		if n > 0 {
			counts = append(counts, fmt.Sprintf("%s %s", count(n).page, claims.Verdicts()[i]))
		}
	}
	text := fmt.Sprintf("Of %s: %s.", plural(len(r.results), "claim", "claims"), strings.Join(counts, ", "))
	if both, same := r.replicated(); both > 0 {
		text += fmt.Sprintf(" A second run with other seeds also decides %d of them, %d the same way.", both, same)
	}
	return text
}

// claimText is all that the page says of one claim.
func (r *run) claimText(c claims.Result) string {
	lines := []string{fmt.Sprintf("### %s: %s", c.ID, c.Verdict), "> " + c.Statement + sources(c)}
	for _, q := range c.Quotes() {
		lines = append(lines, fmt.Sprintf("> %s: %s *%s*", q.Tag, q.Original, q.English))
	}
	if len(r.measured) > 0 {
		found := c.Line
		if c.Condition != "" {
			found += fmt.Sprintf(" **Only if** %s.", c.Condition)
		}
		if c.Amount() != "" {
			found += fmt.Sprintf(" (%s: %s)", c.What, c.Amount())
		}
		lines = append(lines, found)
	}
	if rule := ruleOf(c); rule != "" {
		lines = append(lines, "*Rule:* "+rule)
	}
	if frozen := c.Frozen(); frozen.Digest != "" {
		text := fmt.Sprintf("*Frozen:* rule %s, since %s.", code(frozen.Digest), frozen.Date)
		if c.Changed != "" {
			text += " *Restated:* " + c.Changed + "."
		}
		lines = append(lines, text)
	}
	if c.Again != nil {
		lines = append(lines, fmt.Sprintf("*A second run, under the same rule:* %s. %s", c.Again.Verdict, c.Again.Line))
	}
	if c.Flips != "" {
		lines = append(lines, fmt.Sprintf("*The verdict would change* %s.", strings.TrimSuffix(c.Flips, ".")))
	}
	if _, ok := r.charts[c.Figure]; ok {
		lines = append(lines, fmt.Sprintf("[Figure](%s/%s.svg)", r.figures("claims.md"), c.Figure))
	}
	return strings.Join(lines, "\n\n")
}

// sources names where a claim is from.
func sources(c claims.Result) string {
	var titles []string
	for _, s := range claims.Sources() {
		if slices.Contains(c.Sources, s.Tag) {
			titles = append(titles, s.Title)
		}
	}
	if len(titles) == 0 {
		return ""
	}
	return " (" + strings.Join(titles, "; ") + ")"
}

// ruleOf is the decision rule in words.
func ruleOf(c claims.Result) string { return c.Rule() }

// falseClaims are those that the records refute.
func (r *run) falseClaims() []claims.Result {
	return slices.DeleteFunc(slices.Clone(r.results), func(c claims.Result) bool { return c.Verdict != claims.Refuted && c.Verdict != claims.Worse })
}

// verdicts are what the figure of the claims shows: those of claims that one quantity
// decided, or left open, with the range in which it must lie.
func verdicts(results []claims.Result) (list []figures.Verdict) {
	for _, c := range results {
		if c.Decided.Known() && c.Decided.Lo < c.Decided.Hi && c.In != (claims.Range{}) && !c.Inverse {
			list = append(list, figures.Verdict{
				ID: c.ID, Family: c.Family(), Verdict: string(c.Verdict),
				Value: c.Decided.Value, Lo: c.Decided.Lo, Hi: c.Decided.Hi, From: c.In.Lo, To: c.In.Hi,
			})
		}
	}
	return list
}
