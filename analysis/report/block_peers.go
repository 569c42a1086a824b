package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/variants/families"
)

// peerGroup is a choice of comparisons with libraries.
type peerGroup struct {
	title      string
	same, bare bool
}

func (g peerGroup) of(list []measure.PeerBar) (chosen []measure.PeerBar) {
	for _, b := range list {
		if b.Same == g.same && b.Bare == g.bare {
			chosen = append(chosen, b)
		}
	}
	return chosen
}

var peerGroups = []peerGroup{
	{"Fastest at its rate, the library with its own hash", false, false},
	{"Fastest at its rate, the library without its hash", false, true},
	{"Of its own kind, the library with its own hash", true, false},
	{"Of its own kind, the library without its hash", true, true},
}

// peersBlock sets libraries of others against the filters here.
func peersBlock(c *context) (string, error) {
	list, alone, err := measure.PeerBars(c.d)
	if err != nil {
		return "", err
	}
	if len(list)+len(alone) == 0 {
		return notMeasured, nil
	}
	var parts []string
	if summary := peerSummary(list); summary != "" {
		parts = append(parts, summary, peersSlower(list))
	}
	if text := peersNotMet(list); text != "" {
		parts = append(parts, text)
	}
	if text := peersAlone(alone); text != "" {
		parts = append(parts, text)
	}
	if text := peerHashes(list); text != "" {
		parts = append(parts, text)
	}
	for _, g := range peerGroups {
		if chosen := g.of(list); len(chosen) > 0 {
			parts = append(parts, details(g.title, peerTable(chosen)))
		}
	}
	if table := hashTable(list); table != "" {
		parts = append(parts, details("What the hash of a library takes", table))
	}
	return strings.Join(parts, "\n\n"), nil
}

// hashTable sets libraries with their hash beside the same without it.
func hashTable(list []measure.PeerBar) string {
	t := newTable("Library", "Keys", "Calls", "Operation", "ns with its hash", "ns without", "Times as long", "95 % interval")
	t.words = true
	for _, b := range list {
		if b.Same || b.OwnRatio.N == 0 {
			continue
		}
		t.add(code(b.Library), count(b.Keys), b.Call, b.Op, decimal(b.OwnNS.Value), decimal(b.LibraryNS.Value),
			barNumber(b.OwnRatio.Value), barNumber(b.OwnRatio.Lo)+" to "+barNumber(b.OwnRatio.Hi))
	}
	return t.String()
}

// peerTable lists comparisons, each with both times, rates and sizes.
func peerTable(list []measure.PeerBar) string {
	t := newTable("Library", "Keys", "Calls", "Operation", "Its ns", "Filter here", "Its ns", "Times as long", "95 % interval", "Rates", "Bits per key", "Bar")
	t.words = true
	for _, b := range list {
		t.add(code(b.Library), count(b.Keys), b.Call, b.Op, decimal(b.LibraryNS.Value), code(b.Filter), decimal(b.FilterNS.Value),
			choose(b.Noise, "~", barNumber(b.Ratio.Value)), barNumber(b.Ratio.Lo)+" to "+barNumber(b.Ratio.Hi),
			percent(b.LibraryRate.Rate)+", "+percent(b.FilterRate.Rate), decimal(b.LibraryBPK)+", "+decimal(b.FilterBPK), string(b.Standing))
	}
	return t.String()
}

// peerSummary counts the standings of lookups and inserts in each group.
func peerSummary(list []measure.PeerBar) string {
	t := newTable("At least twice as fast as libraries", "Operations", "Cells", "Met", "Not met", "Not decided", "Least")
	for _, g := range peerGroups {
		for _, inserts := range []bool{false, true} {
			chosen := slices.DeleteFunc(g.of(list), func(b measure.PeerBar) bool { return (b.Op == "insert") != inserts })
			if len(chosen) == 0 {
				continue
			}
			standings := map[measure.Standing]int{}
			for _, b := range chosen {
				standings[b.Standing]++
			}
			least := slices.MinFunc(chosen, func(a, b measure.PeerBar) int { return cmp.Compare(a.Ratio.Value, b.Ratio.Value) })
			t.add(g.title, choose(inserts, "inserts", "lookups"), count(len(chosen)), count(standings[measure.Met]), count(standings[measure.NotMet]),
				count(standings[measure.NotDecided]), fmt.Sprintf("%s (%s to %s): %s", barNumber(least.Ratio.Value), barNumber(least.Ratio.Lo), barNumber(least.Ratio.Hi), peerName(least)))
		}
	}
	return strings.TrimSpace(t.String())
}

// peerName names a comparison.
func peerName(b measure.PeerBar) string {
	return fmt.Sprintf("%s against %s, %s keys, %s, %s", code(b.Filter), code(b.Library), count(b.Keys), choose(b.Call == "batch", "in batches", "single calls"), b.Op)
}

// peersSlower says whether a filter here, the fastest at a library's rate, is slower
// than the library with its own hash in some cell.
func peersSlower(list []measure.PeerBar) string {
	var behind, open []string
	cells := peerGroups[0].of(list)
	for _, b := range cells {
		switch {
		case b.Slower():
			behind = append(behind, peerName(b))
		case b.Ratio.Lo < 1 || b.Noise:
			open = append(open, peerName(b))
		}
	}
	switch {
	case len(behind) > 0:
		return "Slower than a library with its own hash: " + strings.Join(behind, "; ") + "."
	case len(open) > 0:
		return fmt.Sprintf("Slower than no library with its own hash for certain; in %s of %s not decided: %s.", count(len(open)), plural(len(cells), "cell", "cells"), strings.Join(open, "; "))
	}
	return fmt.Sprintf("In none of %s is the filter here slower than a library with its own hash.", plural(len(cells), "cell", "cells"))
}

// peersNotMet lists the cells in which the bar is not met, with what was measured that
// bears on it.
func peersNotMet(list []measure.PeerBar) string {
	var lines []string
	for _, b := range peerGroups[0].of(list) {
		if b.Standing == measure.NotMet {
			lines = append(lines, fmt.Sprintf("- %s, %s times as long: %s.", peerName(b), barNumber(b.Ratio.Value), strings.Join(peerReasons(b), "; ")))
		}
	}
	if len(lines) == 0 {
		return ""
	}
	return "The bar is not met here:\n\n" + strings.Join(lines, "\n")
}

// What counts as a full table of slots, and as a rate or a size that is another one.
const (
	fullTable   = 0.9
	lowerRate   = 0.7
	largerTable = 1.5
)

// peerReasons puts into words what was measured of a cell beside the two times.
func peerReasons(b measure.PeerBar) []string {
	ns := func(x float64) string { return decimal(x) + " ns" }
	list := []string{fmt.Sprintf("the library takes %s and the filter here %s", ns(b.LibraryNS.Value), ns(b.FilterNS.Value))}
	if b.Floor.N > 0 {
		half := b.LibraryNS.Value / 2
		list = append(list, fmt.Sprintf("half of the library's time is %s, and one random line of memory takes %s%s", ns(half), ns(b.Floor.Value), choose(b.Floor.Value > half, ", so that no filter meets the bar", "")))
	}
	if b.Op == "insert" && b.FilterLoad >= fullTable {
		other := choose(b.LibraryLoad >= fullTable, " like the library's", "")
		list = append(list, fmt.Sprintf("the table here ends with %s of its slots taken%s, where an insert moves others", percent1(b.FilterLoad), other))
	}
	if b.Batched.N > 0 {
		list = append(list, fmt.Sprintf("in batches the filter here takes %s", ns(b.Batched.Value)))
	}
	if b.FilterRate.Rate < lowerRate*b.LibraryRate.Rate {
		list = append(list, fmt.Sprintf("its rate is %s, the library's %s", percent(b.FilterRate.Rate), percent(b.LibraryRate.Rate)))
	}
	if b.LibraryBPK > largerTable*b.FilterBPK {
		list = append(list, fmt.Sprintf("the library has %s bits per key, the filter here %s", decimal(b.LibraryBPK), decimal(b.FilterBPK)))
	}
	return list
}

// peersAlone names the libraries that nothing stands against.
func peersAlone(alone []measure.Alone) string {
	if len(alone) == 0 {
		return ""
	}
	var lines []string
	for _, a := range alone {
		lines = append(lines, fmt.Sprintf("- %s with %s: %s.", code(a.Library), plural(a.Keys, "key", "keys"), a.Why))
	}
	return "Compared with nothing:\n\n" + strings.Join(lines, "\n")
}

// peerHashes says which libraries come without their hash too, and why others do not.
func peerHashes(list []measure.PeerBar) string {
	var reasons []string
	libraries := map[string][]string{} // by reason; "" for those that come without
	for _, b := range list {
		family := analysis.FamilyOf(b.Library)
		reason := ""
		if f := families.Named(family); f != nil {
			reason = f.OwnHash
		}
		if !b.Bare && reason == "" {
			continue
		}
		if !slices.Contains(reasons, reason) {
			reasons = append(reasons, reason)
		}
		if !slices.Contains(libraries[reason], code(family)) {
			libraries[reason] = append(libraries[reason], code(family))
		}
	}
	if len(reasons) == 0 {
		return ""
	}
	var lines []string
	for _, reason := range reasons {
		lines = append(lines, fmt.Sprintf("- %s: %s.", sentence(libraries[reason]), choose(reason == "", "measured once more with the caller's hash in the place of the library's", reason)))
	}
	return "The hash of the libraries:\n\n" + strings.Join(lines, "\n")
}
