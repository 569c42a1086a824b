package report

import (
	"fmt"
	"slices"
	"strings"

	"filterbench/analysis"
	"filterbench/analysis/choose"
	"filterbench/analysis/explore"
	"filterbench/analysis/measure"
	"filterbench/internal/digits"
	"filterbench/internal/record"
	"filterbench/internal/stat"
)

// front writes the first page.
func (r *run) front() (string, error) {
	p := &page{name: frontPage}
	fmt.Fprintf(&p.out, `# Filters, measured

A filter answers whether a key belongs to a set in a fraction of the space of the set. It never denies a member, and now and then it accepts a
key that it does not hold: a false positive. This page says which filter to take and what was found; every number is computed from the records
of one run. Behind it are the chapters: %s. Terms and filters are in the [glossary](%s).
Every record can be looked at in the [explorer](%s), a page to open in a browser: pick axes, compare, ask what a choice costs.

`, strings.Join(r.links(), ", "), r.from(chaptersFolder+"/glossary.md"), r.from(explore.File))
	for _, s := range []struct {
		title string
		write func(*page) error
	}{
		{"Experiments of its own", r.ownLinks},
		{"Which filter for what", r.whichFilter},
		{"What was found", r.findings},
		{"Does theory hold", r.theoryHolds},
		{"How fast, against bars", r.frontBars},
		{"What people say", r.frontClaims},
		{"What was run", r.machine},
		{"How to read", r.howToRead},
	} {
		before := p.out.Len()
		p.out.WriteString("## " + s.title + "\n\n")
		p.parts = 0
		if err := s.write(p); err != nil {
			return "", fmt.Errorf("%s: %w", s.title, err)
		}
		if p.parts == 0 { // a run need not have everything
			text := p.out.String()[:before]
			p.out.Reset()
			p.out.WriteString(text)
		}
	}
	return p.out.String(), nil
}

// links lists the chapters.
func (r *run) links() (links []string) {
	for _, ch := range r.chapters() {
		links = append(links, fmt.Sprintf("[%s](%s/%s.md)", strings.ToLower(ch.title), r.from(chaptersFolder), ch.id))
	}
	return append(links, fmt.Sprintf("[what people say](%s/claims.md)", r.from(chaptersFolder)))
}

// ownLinks leads to the experiments that no chapter knows.
func (r *run) ownLinks(p *page) error {
	var lines []string
	for _, s := range r.ownChapter().sections {
		lines = append(lines, fmt.Sprintf("- [%s](%s/experiments.md#%s)", s.title, r.from(chaptersFolder), anchor(s.title)))
	}
	p.put(strings.Join(lines, "\n"))
	return nil
}

// whichFilter is the table of needs and the poster.
func (r *run) whichFilter(p *page) error {
	if err := answersTable(choose.Rates).write(r, p); err != nil || p.parts == 0 {
		return err
	}
	p.put(fmt.Sprintf(`Bits are for each key, with all that the filter keeps, and in the rows with copies for each different key of a filter made for all that come; times are of lookups of absent keys, and of inserts, at about a million keys.%s *Any number
of keys* is the mean over the number of keys: most tables with slots double for one key too many. No filter of the run has fewer bits at no higher
rate, or surely less time with no more bits; [all rates and all filters](%s/space.md#which-filter-for-what-at-more-rates).`, r.bytesWords(), r.from(chaptersFolder)))
	for _, id := range frontFigures {
		if _, ok := r.charts[id]; ok {
			return figure(id).write(r, p)
		}
	}
	return nil
}

// answers are those to one need, rate by rate.
type answers struct {
	need  choose.Need
	cells []needAtRate
}

// answersTable has a row for each need that the run can answer, and a column for each rate.
func answersTable(rates []float64) table[answers] {
	t := table[answers]{rows: func(r *run) (rows []answers, err error) {
		all, err := needsAtRates(rates)(r)
		for i := 0; i < len(all); i += len(rates) {
			if a := (answers{all[i].need, all[i : i+len(rates)]}); slices.ContainsFunc(a.cells, func(n needAtRate) bool { return n.found }) {
				rows = append(rows, a)
			}
		}
		return rows, err
	}, columns: []column[answers]{{"What you need", func(a answers) value { return words(a.need.Words) }}}}
	for i, target := range rates {
		t.columns = append(t.columns, column[answers]{"False positives at most " + declaredPercent(target), func(a answers) value { return answer(a.cells[i]) }})
	}
	return t
}

// exampleKeys are as many as bits per key are turned into bytes for.
const exampleKeys = 40e6

// bytesWords turns the bits of a choice into bytes.
func (r *run) bytesWords() string {
	best, ok := r.choice.Choose(choose.Need{Keep: choose.Deletable}, choose.Rates[len(choose.Rates)-1])
	if !ok {
		return ""
	}
	return fmt.Sprintf(" For %s million keys, %s bits are %s MB.", plain(exampleKeys/1e6), number(best.Bits).page, digits.Significant(best.Bits*exampleKeys/8/1e6, 2))
}

// frontFigures may stand below the table of needs: the first that the run has does.
var frontFigures = []string{"poster"}

// answer writes a choice: the filter, and what it costs.
func answer(n needAtRate) value {
	if !n.found {
		return words("none measured")
	}
	c := n.best
	cost := number(c.Amount()).page + " bits"
	if c.Need.Op != "" {
		cost = fmt.Sprintf("%s ns, %s bits", netShort(c.Time[c.Need.Op]).page, number(c.Bits).page)
	}
	return words(fmt.Sprintf("%s: %s", code(c.Variant), cost))
}

// theoryHolds is the state of theory in a paragraph.
func (r *run) theoryHolds(p *page) error {
	if err := say(agreementSentence, agreementWords).write(r, p); err != nil {
		return err
	}
	if err := say("Of {lookups} of keys that a filter of this project held, {denied} denied{broken}.", negativesWords).write(r, p); err != nil {
		return err
	}
	if p.parts > 0 {
		p.put(fmt.Sprintf("[By experiment, with every rate](%s/rates.md#does-theory-hold)", r.from(chaptersFolder)))
	}
	return nil
}

func (r *run) frontBars(p *page) error {
	if err := (table[barSum]{rows: frontBars, columns: barSumColumns}).write(r, p); err != nil {
		return err
	}
	if p.parts > 0 {
		p.put(fmt.Sprintf("[All bars, each cell, and what keeps it above](%s/speed.md#bars-on-speed)", r.from(chaptersFolder)))
	}
	return nil
}

// frontClaims counts the verdicts and names the false ones.
func (r *run) frontClaims(p *page) error {
	if len(r.measured) == 0 {
		return nil
	}
	p.put(r.tally() + fmt.Sprintf(" Each with its rule and numbers: [claims](%s/claims.md). These are false:", r.from(chaptersFolder)))
	var lines []string
	for _, c := range r.falseClaims() {
		line := fmt.Sprintf("- **[%s](%s/claims.md#%s)** %s", c.ID, r.from(chaptersFolder), anchor(fmt.Sprintf("%s: %s", c.ID, c.Verdict)), c.Statement)
		if c.Amount() != "" {
			line += fmt.Sprintf(" *Found: %s, %s.*", c.What, c.Amount())
		}
		lines = append(lines, line)
	}
	p.put(strings.Join(lines, "\n"))
	return nil
}

// machine says what was run, on what.
func (r *run) machine(p *page) error {
	m := r.d.Manifest
	digest, err := resultsDigest(r.d)
	if err != nil {
		return err
	}
	type fact struct{ what, value string }
	facts := []fact{
		{"Profile", m.Profile},
		{"Trials", r.trials()},
		{"Measured", measuredOn(m.Runs)},
		{"Source", revisions(m.Runs)},
		{"Digest of the results", digest},
		{"Processor", fmt.Sprintf("%s, %s", m.Machine.CPU, plural(m.Machine.Cores, "core", "cores"))},
		{"Caches", caches(m.Machine.Caches)},
		{"Memory", memorySize(m.Machine.MemoryBytes)},
		{"System", strings.TrimSpace(m.Machine.OS + "/" + m.Machine.Arch + " " + m.Machine.Kernel)},
		{"Frequency governor", m.Machine.Governor},
		{"Huge pages", m.Machine.HugePages},
		{"Go", toolchain(m.Toolchain)},
		{"Timed loops off the core", offCore(r.d)},
		{"Speed of the core", coreSpeed(r.d)},
	}
	facts = slices.DeleteFunc(facts, func(f fact) bool { return f.value == "" })
	var lines []string
	for _, f := range r.d.Failures() {
		lines = append(lines, fmt.Sprintf("- %s, part %s, %s, repetition %d failed: %s", f.Experiment, f.Part, code(f.Variant), f.Rep, f.Reason))
	}
	err = table[fact]{rows: func(*run) ([]fact, error) { return facts, nil }, columns: []column[fact]{
		{"What", func(f fact) value { return words(f.what) }},
		{"Value", func(f fact) value { return words(f.value) }},
	}}.write(r, p)
	p.put(strings.Join(lines, "\n"))
	return err
}

// resultsDigest names a run by what it measured: the digest of all its records, and that of the
// counts if the manifest has it.
func resultsDigest(d *analysis.Dataset) (string, error) {
	of, err := record.DigestResults(d.Records, func(*record.Record) bool { return false })
	if err != nil {
		return "", err
	}
	text := "SHA-256 " + code(of.All)
	if r := d.Manifest.Results; r != nil {
		text += ", of the counts alone " + code(r.Counts)
	}
	return text, nil
}

// howToRead explains intervals, rates and times.
func (r *run) howToRead(p *page) error {
	least, most := seeds(r.d)
	p.put(fmt.Sprintf(`- Marks are measured and their bars are %s intervals. Dashed lines are theory, evaluated at the filter that was really built and at the keys that it
  really held. Dotted lines are bounds. Below every figure is a list of the points that are drawn.
- A rate is a count of yes answers among lookups of keys that are certainly absent, pooled over %s of its own (other keys, another hash, another
  filter), with an exact interval. Where filters scatter by more than lookups explain (*dispersion* above one), the interval is widened by
  max(1, t√φ/z): t and z are the quantiles of Student's and of the normal distribution, and φ is the dispersion.
- Points are exceptions when they contradict theory after Holm's correction, at %s for all points of an experiment together. *Resolution* is the
  smallest deviation that an interval could have shown.
- Times are medians over repetitions in which the contenders took turns, with intervals that assume nothing about their distribution. *Net* is the time less
  that of the same loop around a filter that does nothing. The time of a loop is the one that its thread spent on a core. ~ means that two times are not told apart.
- Counts are the same on every machine for a seed; times and bytes of the heap are those of this one.%s`,
		declaredPercent(stat.Confidence), pick(least == most, plural(least, "seed", "seeds"), fmt.Sprintf("%d to %d seeds", least, most)), declaredPercent(measure.FamilywiseLevel), r.cappedWords()))
	return nil
}

func (r *run) cappedWords() string {
	points := map[string]bool{}
	for i := range r.d.Records {
		if t := r.d.Records[i].Trial; t.Capped {
			t.Rep, t.Seed = 0, 0
			points[t.ID()] = true
		}
	}
	if len(points) == 0 {
		return ""
	}
	return fmt.Sprintf("\n- %s had the number of lookups cut for time, and so wider intervals than the rest.", plural(len(points), "point", "points"))
}

// seeds returns the smallest and the largest number of repetitions of a cell.
func seeds(d *analysis.Dataset) (least, most int) {
	perCell := map[string]int{}
	for i := range d.Records {
		t := d.Records[i].Trial
		t.Rep, t.Seed = 0, 0
		perCell[t.ID()]++
	}
	for _, n := range perCell {
		if least == 0 || n < least {
			least = n
		}
		most = max(most, n)
	}
	return least, most
}

func (r *run) trials() string {
	failed, extra := len(r.d.Failures()), 0
	for i := range r.d.Records {
		if r.d.Records[i].Extra {
			extra++
		}
	}
	s := fmt.Sprintf("%s planned, %s measured, %s failed", count(r.d.Manifest.Trials).page, count(len(r.d.Records)-failed).page, count(failed).page)
	if extra > 0 {
		s += fmt.Sprintf(", %s of these beyond the plan, because times did not grow with the size", count(extra).page)
	}
	if open := r.d.Manifest.Trials - (len(r.d.Records) - extra); open > 0 {
		s += fmt.Sprintf(", %s to be done when the run is resumed", count(open).page)
		var programs []string
		for _, l := range r.d.Manifest.Lacking {
			programs = append(programs, l.Filter)
		}
		if len(programs) > 0 {
			s += " where " + strings.Join(programs, ", ") + " can be run"
		}
	}
	return s
}

// caches lists the caches of a machine.
func caches(all []record.Cache) string {
	var names []string
	for _, c := range all {
		names = append(names, c.Name+" "+memorySize(c.Bytes))
	}
	return strings.Join(names, ", ")
}
