package report

import (
	"fmt"
	"slices"
	"strings"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
	"filterbench/internal/stat"
)

// promiseMargin is how far above its promise a rate may lie before it counts as
// broken: sizes are rounded, and formulas are approximate.
const promiseMargin = 0.1

// librariesExperiment holds filters of others to theory and to what they promise.
const librariesExperiment = "libraries"

// sheet is the audit of one filter, over all parts of the experiment.
type sheet struct {
	variant string
	copies  int          // tried of each key
	peer    string       // module and version, "" for a filter of this project
	sum     record.Audit // of all parts
	rate    *stat.Proportion
	again   bool // its trials can be repeated
}

// sheets gathers the audits of the run by filter, in report order. The rate is that of
// a part in which the filter was sized for keys.
func sheets(c *context) ([]sheet, error) {
	var list []sheet
	for _, name := range c.measured {
		cells, err := c.d.Cells(name, "")
		if err != nil {
			return nil, err
		}
		for _, cell := range cells {
			if cell.Kind != record.KindAudit {
				continue
			}
			a, err := measure.Audit(cell)
			if err != nil {
				return nil, err
			}
			i := slices.IndexFunc(list, func(s sheet) bool { return s.variant == cell.Variant })
			if i < 0 {
				i = len(list)
				list = append(list, sheet{variant: cell.Variant, copies: cell.Copies, peer: cell.Records[0].Peer, sum: a.Audit, again: !cell.Records[0].Unseeded})
			} else {
				list[i].sum = measure.SumAudits(list[i].sum, a.Audit)
			}
			if cell.Capacity > 0 {
				list[i].rate = &a.Promised
			}
		}
	}
	return list, nil
}

// librariesBlock is the conformance sheet of every library in numbers.
func librariesBlock(c *context) (string, error) {
	list, err := sheets(c)
	if err != nil {
		return "", err
	}
	if len(list) == 0 {
		return notMeasured, nil
	}
	t := newTable("Filter", "Copies of one key", "Inserts beyond its room", "Held keys denied in legal use", "Rate, and the promise", "Allocations of an insert, a lookup", "The same again")
	t.words = true
	for _, s := range list {
		t.add(code(s.variant), s.copiesText(), s.refusalText(), s.denialText(), s.rateText(), s.allocationText(), s.twinText())
	}
	parts := append([]string{strings.TrimSpace(t.String())}, readLibraries(list)...)
	return strings.Join(parts, "\n\n"), nil
}

// copiesText says how many copies of a key alone a filter took, and gave back.
func (s sheet) copiesText() string {
	most := "any of"
	if n := s.sum.Copies[len(s.sum.Copies)-1][0]; n < uint64(s.copies) {
		most = sizesOf(s.sum.Copies) + " of"
	}
	text := fmt.Sprintf("%s %d taken", most, s.copies)
	if len(s.sum.Removed) == 0 {
		return text + "; cannot delete"
	}
	if slices.Equal(s.sum.Removed, s.sum.Copies) {
		return text + ", all deleted again"
	}
	return text + ", " + sizesOf(s.sum.Removed) + " deleted again"
}

// sizesOf writes the sizes of a histogram: "8" or "7 to 8".
func sizesOf(h record.Histogram) string {
	if len(h) == 1 {
		return fmt.Sprint(h[0][0])
	}
	return fmt.Sprintf("%d to %d", h[0][0], h[len(h)-1][0])
}

// refusalText says what refused inserts did.
func (s sheet) refusalText() string {
	switch {
	case s.sum.OverRefused == 0 && s.sum.OverLost == 0:
		return "all taken"
	case s.sum.OverRefused == 0:
		return fmt.Sprintf("all taken, %s lost", percent(portion(s.sum.OverLost, s.sum.OverTried)))
	case s.sum.OverLost == 0:
		return fmt.Sprintf("%s refused, none of the others lost", count(s.sum.OverRefused))
	}
	return fmt.Sprintf("%s refused, of which %s are found; %s accepted keys lost", count(s.sum.OverRefused),
		percent(portion(s.sum.OverStored, s.sum.OverRefused)), count(s.sum.OverLost))
}

func (s sheet) denialText() string {
	asked, denied := s.sum.Members+s.sum.Lookups, s.sum.Missing+s.sum.Denied
	text := fmt.Sprintf("%s of %s", choose(denied == 0, "none", count(denied)), count(asked))
	if s.sum.Undeleted > 0 {
		text += fmt.Sprintf("; %s of %s deletes found nothing", count(s.sum.Undeleted), count(s.sum.Deletes))
	}
	if s.sum.Counts && s.sum.Counted != s.sum.Entries {
		text += fmt.Sprintf("; says %s entries for %s", count(s.sum.Counted), count(s.sum.Entries))
	}
	return text
}

func (s sheet) rateText() string {
	if s.rate == nil {
		return "-"
	}
	text := fmt.Sprintf("%s (%s to %s)", percent(s.rate.Rate), percent(s.rate.WideLo), percent(s.rate.WideHi))
	if s.sum.Promise == 0 {
		return text
	}
	return fmt.Sprintf("%s; %s: %s", text, declaredPercent(s.sum.Promise), s.promise())
}

// promise says whether the rate keeps what the documentation says.
func (s sheet) promise() string { return kept(*s.rate, s.sum.Promise) }

// kept says whether a rate keeps a promise.
func kept(p stat.Proportion, promise float64) string {
	limit := promise * (1 + promiseMargin)
	switch {
	case p.WideLo > limit:
		return "broken"
	case p.WideHi <= limit:
		return "kept"
	}
	return "undecided"
}

func (s sheet) allocationText() string {
	return number(portion(s.sum.InsertAllocs, s.sum.AllocOps)) + ", " + number(portion(s.sum.LookupAllocs, s.sum.AllocOps))
}

func (s sheet) twinText() string {
	switch {
	case s.sum.TwinDiffers > 0:
		return fmt.Sprintf("%s of outcomes differ", percent(portion(s.sum.TwinDiffers, s.sum.TwinAsked)))
	case !s.again:
		return "here, but not in general"
	}
	return "yes"
}

func portion(n, of uint64) float64 {
	if of == 0 {
		return 0
	}
	return float64(n) / float64(of)
}

// readLibraries puts the sheets into words.
func readLibraries(list []sheet) []string {
	var lose, deny, broken, unseeded []string
	libraries := 0
	for _, s := range list {
		if s.sum.Library == nil {
			continue
		}
		libraries++
		if s.sum.OverRefused > 0 && s.sum.OverLost > 0 {
			lose = append(lose, fmt.Sprintf("%s (%s for %s)", code(s.variant), count(s.sum.OverLost), plural(s.sum.OverRefused, "refusal", "refusals")))
		}
		if n := s.sum.Missing + s.sum.Denied; n > 0 {
			deny = append(deny, fmt.Sprintf("%s (%s%s)", code(s.variant), count(n), choose(s.sum.Library.Forgets, ", as its documentation says", "")))
		}
		if s.rate != nil && s.sum.Promise > 0 && s.promise() == "broken" {
			broken = append(broken, fmt.Sprintf("%s (%s for %s)", code(s.variant), percent(s.rate.Rate), declaredPercent(s.sum.Promise)))
		}
		if !s.again {
			unseeded = append(unseeded, code(s.variant))
		}
	}
	if libraries == 0 {
		return nil
	}
	none := func(list []string) string { return choose(len(list) == 0, "none", sentence(list)) }
	return []string{
		fmt.Sprintf("- Accepted keys are lost by refused inserts in: %s.\n- Keys that are held are denied although only held keys were deleted in: %s.\n- A rate more than a tenth above what the documentation says in: %s.\n- Random numbers that nobody can seed, so that a run cannot be repeated exactly, in: %s.",
			none(lose), none(deny), none(broken), none(unseeded)),
	}
}

// defectsBlock lists versions, what documentation says, and known defects.
func defectsBlock(c *context) (string, error) {
	list, err := sheets(c)
	if err != nil {
		return "", err
	}
	t := newTable("Filter", "Library", "Hash", "What can be seeded", "Concurrent use, as documented")
	t.words = true
	var defects []defect
	seen := map[string]bool{}
	for _, s := range list {
		family := analysis.FamilyOf(s.variant)
		l := s.sum.Library
		if l == nil || seen[family] {
			continue
		}
		seen[family] = true
		module, version, _ := strings.Cut(s.peer, " ")
		t.add(code(family), module+" "+code(version), l.Hash, l.Seeds, l.Threads)
		defects = addDefects(defects, family, l.Defects)
	}
	if len(seen) == 0 {
		return notMeasured, nil
	}
	text := strings.TrimSpace(t.String())
	if len(defects) > 0 {
		text += "\n\nDefects, each with the test that shows it on the pinned version and fails once it is gone:\n"
	}
	for _, d := range defects {
		text += fmt.Sprintf("\n- %s: %s (%s)", sentence(d.families), d.What, code(d.Test))
	}
	return text, nil
}

// defect is one with the families that have it.
type defect struct {
	record.Defect
	families []string
}

// addDefects adds a family's defects, to those of others where they share one.
func addDefects(list []defect, family string, own []record.Defect) []defect {
	for _, d := range own {
		i := slices.IndexFunc(list, func(x defect) bool { return x.Defect == d })
		if i < 0 {
			i = len(list)
			list = append(list, defect{Defect: d})
		}
		list[i].families = append(list[i].families, code(family))
	}
	return list
}
