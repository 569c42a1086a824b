package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
	"filterbench/internal/stat"
	"filterbench/variants/families"
)

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
func sheets(r *run) ([]sheet, error) {
	var all []sheet
	for _, experiment := range r.measured {
		cells, err := r.kind(record.KindAudit, experiment, "")
		if err != nil {
			return nil, err
		}
		for _, c := range cells {
			a, err := measure.Audit(c)
			if err != nil {
				return nil, err
			}
			s := analysis.Among(&all, func(s sheet) bool { return s.variant == c.Variant },
				sheet{variant: c.Variant, copies: c.Copies, peer: c.Records[0].Peer, again: !c.Records[0].Unseeded})
			measure.AddCounts(&s.sum, a.Audit)
			if c.Capacity > 0 {
				s.rate = &a.Promised
			}
		}
	}
	return all, nil
}

// librariesOnly keeps one sheet of each library. What is made at once from all keys has no
// audit; what is known of it stands on its sheet all the same.
func librariesOnly(r *run) ([]sheet, error) {
	all, err := sheets(r)
	if err != nil {
		return nil, err
	}
	rates, err := ratesOf(librariesExperiment)(r)
	for _, p := range rates {
		if l := families.Named(analysis.FamilyOf(p.Variant)); l != nil && l.Library != nil && l.Has(families.Static) {
			facts := &record.Library{Hash: l.Library.Hash, Seeds: l.Library.Seeds, Threads: l.Library.Threads}
			for _, d := range l.Library.Defects {
				facts.Defects = append(facts.Defects, record.Defect(d))
			}
			all = append(all, sheet{variant: p.Variant, peer: l.Peer(), sum: record.Audit{Library: facts}})
		}
	}
	seen := map[string]bool{}
	return slices.DeleteFunc(all, func(s sheet) bool {
		family := analysis.FamilyOf(s.variant)
		again := s.sum.Library == nil || seen[family]
		seen[family] = true
		return again
	}), err
}

// copiesText says how many copies of a key alone a filter took, and gave back.
func (s sheet) copiesText() string {
	most := "any of"
	if n := s.sum.Copies[len(s.sum.Copies)-1][0]; n < uint64(s.copies) {
		most = sizesOf(s.sum.Copies) + " of"
	}
	text := fmt.Sprintf("%s %d taken", most, s.copies)
	switch {
	case len(s.sum.Removed) == 0:
		return text + "; cannot delete"
	case slices.Equal(s.sum.Removed, s.sum.Copies):
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
		return "all taken, " + shareOf(s.sum.OverLost, s.sum.OverTried).page + " lost"
	case s.sum.OverLost == 0:
		return count(s.sum.OverRefused).page + " refused, none of the others lost"
	}
	return fmt.Sprintf("%s refused, of which %s are found; %s accepted keys lost", count(s.sum.OverRefused).page,
		shareOf(s.sum.OverStored, s.sum.OverRefused).page, count(s.sum.OverLost).page)
}

func (s sheet) denialText() string {
	asked, denied := s.sum.Members+s.sum.Lookups, s.sum.Missing+s.sum.Denied
	text := fmt.Sprintf("%s of %s", pick(denied == 0, "none", count(denied).page), count(asked).page)
	if s.sum.Undeleted > 0 {
		text += fmt.Sprintf("; %s of %s deletes found nothing", count(s.sum.Undeleted).page, count(s.sum.Deletes).page)
	}
	if s.sum.Counts && s.sum.Counted != s.sum.Entries {
		text += fmt.Sprintf("; says %s entries for %s", count(s.sum.Counted).page, count(s.sum.Entries).page)
	}
	return text
}

func (s sheet) rateValue() value {
	if s.rate == nil {
		return nothing
	}
	return rate(*s.rate)
}

// promise says whether the rate keeps what the documentation says.
func (s sheet) promise() string {
	if s.rate == nil || s.sum.Promise == 0 {
		return "-"
	}
	return kept(*s.rate, s.sum.Promise)
}

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
	return number(portion(s.sum.InsertAllocs, s.sum.AllocOps)).page + ", " + number(portion(s.sum.LookupAllocs, s.sum.AllocOps)).page
}

func (s sheet) twinText() string {
	switch {
	case s.sum.TwinDiffers > 0:
		return shareOf(s.sum.TwinDiffers, s.sum.TwinAsked).page + " of outcomes differ"
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

// readLibraries names the libraries that fail, by what they fail at.
func readLibraries(r *run) ([]holes, error) {
	all, err := sheets(r)
	var lose, deny, broken, unseeded []string
	libraries := 0
	for _, s := range all {
		if s.sum.Library == nil {
			continue
		}
		libraries++
		if s.sum.OverRefused > 0 && s.sum.OverLost > 0 {
			lose = append(lose, fmt.Sprintf("%s (%s for %s)", code(s.variant), count(s.sum.OverLost).page, plural(s.sum.OverRefused, "refusal", "refusals")))
		}
		if n := s.sum.Missing + s.sum.Denied; n > 0 {
			deny = append(deny, fmt.Sprintf("%s (%s%s)", code(s.variant), count(n).page, pick(s.sum.Library.Forgets, ", as its documentation says", "")))
		}
		if s.promise() == "broken" {
			broken = append(broken, fmt.Sprintf("%s (%s for %s)", code(s.variant), percent(s.rate.Rate), declaredPercent(s.sum.Promise)))
		}
		if !s.again {
			unseeded = append(unseeded, code(s.variant))
		}
	}
	if err != nil || libraries == 0 {
		return nil, err
	}
	return []holes{
		{"what": words("Accepted keys are lost by refused inserts in"), "who": words(list(lose))},
		{"what": words("Keys that are held are denied although only held keys were deleted in"), "who": words(list(deny))},
		{"what": words("A rate more than a tenth above what the documentation says in"), "who": words(list(broken))},
		{"what": words("Random numbers that nobody can seed, so that a run cannot be repeated exactly, in"), "who": words(list(unseeded))},
	}, nil
}

// defects lists known defects, each with all the libraries that have it.
func defects(r *run) (lines []holes, err error) {
	all, err := librariesOnly(r)
	var known []record.Defect
	who := map[record.Defect][]string{}
	for _, s := range all {
		for _, d := range s.sum.Library.Defects {
			if !slices.Contains(known, d) {
				known = append(known, d)
			}
			who[d] = append(who[d], code(analysis.FamilyOf(s.variant)))
		}
	}
	for _, d := range known {
		lines = append(lines, holes{"who": words(list(who[d])), "what": words(d.What), "test": name(d.Test)})
	}
	return lines, err
}

// libraryRate is a rate that was asked for, and what came.
type libraryRate struct {
	analysis.Cell
	measure.FalsePositives
	asked float64
}

func libraryRates(r *run) (rows []libraryRate, err error) {
	points, err := ratesOf(librariesExperiment)(r)
	for _, p := range points {
		if asked := analysis.Param(p.Variant, "fpr"); !math.IsNaN(asked) {
			rows = append(rows, libraryRate{p.Cell, p.FalsePositives, asked})
		}
	}
	return rows, err
}

func readLibraryRates(r *run) ([]holes, error) {
	rows, err := libraryRates(r)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	var outside, broken []string
	for _, l := range rows {
		where := fmt.Sprintf("%s with %s", code(l.Variant), plural(l.Capacity, "key", "keys"))
		if l.Decidable() && !l.Covers(l.Theory) {
			outside = append(outside, fmt.Sprintf("%s (%s times)", where, number(l.Rate/l.Theory).page))
		}
		if kept(l.Proportion, l.asked) == "broken" {
			broken = append(broken, fmt.Sprintf("%s (%s times)", where, number(l.Rate/l.asked).page))
		}
	}
	return []holes{
		{"what": words("What was asked for is missed by more than a tenth by"), "who": words(list(broken))},
		{"what": words("Theory lies outside the interval of"), "who": words(list(outside))},
	}, nil
}

// peerGroup is a choice of comparisons with libraries.
type peerGroup struct {
	title      string
	same, bare bool
	call       string // "" for any
	large      bool   // of a million keys
	texts      bool   // keys are texts, which each side hashes
}

// peerGroups are the rows of the summary, the fairest first.
var peerGroups = []peerGroup{
	{"single calls, a million keys, the caller's hash", false, true, "single", true, false},
	{"single calls, any size, the caller's hash", false, true, "single", false, false},
	{"any calls, the caller's hash", false, true, "", false, false},
	{"the same against its own kind", true, true, "", false, false},
	{"single calls, a million web addresses, hashed by each side", false, false, "single", true, true},
	{"any calls, the library's own hash", false, false, "", false, false},
	{"the same against its own kind", true, false, "", false, false},
}

func (g peerGroup) has(b measure.PeerBar) bool {
	texts := b.Workload != measure.Integers
	return texts == g.texts && b.Same == g.same && (b.Bare == g.bare || texts) && (g.call == "" || b.Call == g.call) && (!g.large || b.Keys > 500_000)
}

// peerSum counts the standings of one group.
type peerSum struct {
	title, ops                 string
	cells, faster, slower, met int
	least                      string
}

func peerBars(r *run) ([]measure.PeerBar, error) {
	all, _, err := measure.PeerBars(r.d)
	return all, err
}

// hashless reports whether a library takes the caller's hash anyhow, and so counts among
// those without a hash of their own.
func hashless(library string) bool {
	f := families.Named(analysis.FamilyOf(library))
	return f != nil && strings.HasPrefix(f.OwnHash, "without a hash")
}

func peerSums(r *run) (rows []peerSum, err error) {
	all, err := peerBars(r)
	if len(all) == 0 {
		return nil, err
	}
	for _, b := range all {
		if hashless(b.Library) && !b.Bare && b.Workload == measure.Integers {
			b.Bare = true
			all = append(all, b)
		}
	}
	for _, g := range peerGroups {
		for _, inserts := range []bool{false, true} {
			sum, least := peerSum{title: g.title, ops: pick(inserts, "inserts", "lookups"), least: "none measured in this run"}, math.Inf(1)
			for _, b := range all {
				if !g.has(b) || (b.Op == "insert") != inserts {
					continue
				}
				sum.cells++
				switch {
				case lost(b):
					sum.slower++
				case b.Ratio.Lo > 1 && !b.Noise:
					sum.faster++
				}
				if b.Standing == measure.Met {
					sum.met++
				}
				if b.Ratio.Value < least {
					least, sum.least = b.Ratio.Value, fmt.Sprintf("%s: %s", ratio(b.Ratio, false).page, peerName(b))
				}
			}
			rows = append(rows, sum)
		}
	}
	return rows, err
}

// peerName names a comparison.
func peerName(b measure.PeerBar) string {
	return fmt.Sprintf("%s against %s, %s %s, %s, %s", code(b.Filter), code(b.Library), count(b.Keys).page, keysOf(b), pick(b.Call == "batch", "in batches", "single calls"), b.Op)
}

// keysOf says what the keys of a comparison are.
func keysOf(b measure.PeerBar) string {
	return pick(b.Workload == measure.Integers, "keys", b.Workload)
}

// lost reports whether the filter here took longer in the whole interval of the median. The
// ratio may still be one that equal trials have too.
func lost(b measure.PeerBar) bool { return b.Ratio.N > 0 && b.Ratio.Hi < 1 }

// peersSlower counts all comparisons, and names the pairs of which the filter here loses one.
func peersSlower(r *run) (holes, error) {
	all, err := peerBars(r)
	if len(all) == 0 {
		return nil, err
	}
	behind, open := 0, 0
	var pairs []string
	least := map[string]measure.PeerBar{}
	times := map[string]int{}
	for _, b := range all {
		switch {
		case lost(b):
			behind++
			pair := code(b.Filter) + " against " + code(b.Library)
			if times[pair]++; times[pair] == 1 {
				pairs = append(pairs, pair)
			}
			if worst, seen := least[pair]; !seen || b.Ratio.Value < worst.Ratio.Value {
				least[pair] = b
			}
		case b.Ratio.Lo < 1 || b.Noise:
			open++
		}
	}
	for i, pair := range pairs {
		b := least[pair]
		pairs[i] = fmt.Sprintf("%s in %d, at worst %s times as fast%s", pair, times[pair], ranged(b.Ratio.Value, b.Ratio.Lo, b.Ratio.Hi).page, pick(b.Noise, " (equal trials differ as much)", ""))
	}
	return holes{"all": words(fmt.Sprintf("Of all %s the filter here loses %d: %s. In %s the interval holds one, or equal trials differ as much; in all others the filter here is faster.",
		plural(len(all), "comparison", "comparisons"), behind, list(pairs), count(open).page))}, err
}

// peersNotMet lists the cells in which the filter here is not twice as fast, the worst first.
func peersNotMet(r *run) (rows []measure.PeerBar, err error) {
	all, err := peerBars(r)
	for _, b := range all {
		if !b.Same && b.Standing == measure.NotMet {
			rows = append(rows, b)
		}
	}
	slices.SortStableFunc(rows, func(a, b measure.PeerBar) int { return cmp.Compare(a.Ratio.Value, b.Ratio.Value) })
	return rows, err
}

// peersAlone names the libraries that nothing stands against.
func peersAlone(r *run) (lines []holes, err error) {
	_, alone, err := measure.PeerBars(r.d)
	for _, a := range alone {
		lines = append(lines, holes{"library": name(a.Library), "keys": words(plural(a.Keys, "key", "keys")), "why": words(a.Why)})
	}
	return lines, err
}

// bareHash is why a library can be measured without its hash.
const bareHash = "measured once more with the caller's hash in its place"

// peerHashes says which libraries come without their hash too, and why others do not.
func peerHashes(r *run) (lines []holes, err error) {
	all, err := peerBars(r)
	var reasons []string
	libraries := map[string][]string{} // by reason
	for _, b := range all {
		family := analysis.FamilyOf(b.Library)
		reason := ""
		if f := families.Named(family); f != nil {
			reason = f.OwnHash
		}
		if b.Bare {
			reason = bareHash
		}
		if reason == "" {
			continue
		}
		if !slices.Contains(reasons, reason) {
			reasons = append(reasons, reason)
		}
		if !slices.Contains(libraries[reason], code(family)) {
			libraries[reason] = append(libraries[reason], code(family))
		}
	}
	for _, reason := range reasons {
		lines = append(lines, holes{"who": words(list(libraries[reason])), "why": words(reason)})
	}
	return lines, err
}

func hashesOfLibraries(r *run) ([]measure.PeerBar, error) {
	all, err := peerBars(r)
	return slices.DeleteFunc(all, func(b measure.PeerBar) bool { return b.Same || b.OwnRatio.N == 0 }), err
}
