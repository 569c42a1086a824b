package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"filterbench/analysis"
	"filterbench/analysis/choose"
	"filterbench/analysis/measure"
	"filterbench/internal/digits"
	"filterbench/internal/record"
)

// finding is something that the run has found: a headline that says it, a figure, a
// number with its interval, and where to read more. Headline and number are chosen by
// what was measured; a finding without records is left out.
type finding struct {
	headline string
	number   string
	holes    func(*run) (headline, number holes, err error)
	figures  []string // the first that the run has is shown
	link     string   // chapter and section
}

// findings writes those that the run has records for.
func (r *run) findings(p *page) error {
	for _, f := range findingList {
		head, number, err := f.holes(r)
		if err != nil {
			return err
		}
		if head == nil {
			continue
		}
		title, err := fill(f.headline, head)
		if err != nil {
			return err
		}
		text, err := fill(f.number, number)
		if err != nil {
			return err
		}
		p.put("### " + strings.ToUpper(title[:1]) + title[1:])
		for _, id := range f.figures {
			if _, ok := r.charts[id]; ok {
				if err := figure(id).write(r, p); err != nil {
					return err
				}
				break
			}
		}
		p.put(fmt.Sprintf("%s [More](%s/%s)", text, r.from(chaptersFolder), f.link))
	}
	return nil
}

var findingList = []finding{
	{
		headline: "Formulas {predict} the rate of false positives",
		number:   "Theory lies outside the 95 % interval of {outside} of {points} rates ({part}), where chance alone would put about {chance}; {exceptions} it for certain. Half of the intervals could have shown a deviation of {resolution}.",
		figures:  []string{"calibration"}, link: "rates.md#does-theory-hold",
		holes: func(r *run) (holes, holes, error) {
			s, err := sumAgreements(r)
			all, err2 := agreements(r)
			if err != nil || err2 != nil || s.points == 0 {
				return nil, nil, err
			}
			var widths []float64
			for _, a := range all {
				for _, p := range a.Points {
					widths = append(widths, (p.WideHi-p.WideLo)/2/p.Theory)
				}
			}
			slices.Sort(widths)
			return holes{"predict": words(pick(s.exceptions*20 < s.points, "predict", "do not predict"))},
				holes{"outside": count(s.outside), "points": count(s.points), "part": shareOf(s.outside, s.points), "chance": count(int(math.Round(s.byChance))), "exceptions": words(plural(s.exceptions, "contradicts", "contradict")),
					"resolution": share(widths[len(widths)/2])}, nil
		},
	},
	{
		headline: "at one false positive in a thousand, a filter that deletes takes {fewer} bits than a Bloom filter",
		number:   "{filter} takes {bits} bits for each key at a rate of {rate}, in a table that is as full as it gets; {bloom} takes {bloombits} at {bloomrate}.",
		figures:  []string{"space-crossing"}, link: "space.md#at-an-equal-rate",
		holes: func(r *run) (holes, holes, error) {
			best, ok := r.choice.Choose(choose.Need{Keep: choose.Deletable}, 0.001)
			bloom, found := r.choice.Choose(choose.Need{Keep: func(e choose.Entry) bool { return analysis.FamilyOf(e.Variant) == "bloom" }}, 0.001)
			if !ok || !found {
				return nil, nil, nil
			}
			return holes{"fewer": words(pick(best.Bits < bloom.Bits, "fewer", "more"))},
				holes{"filter": name(best.Variant), "bits": number(best.Bits), "rate": shareRange(best.Rate, best.RateLo, best.RateHi),
					"bloom": name(bloom.Variant), "bloombits": number(bloom.Bits), "bloomrate": shareRange(bloom.Rate, bloom.RateLo, bloom.RateHi)}, nil
		},
	},
	{
		headline: "but if you cannot choose the number of keys, you pay for tables that double",
		number:   "Over {sizes} numbers of keys {table} takes {mean} bits on average, {least} at the best and {most} at the worst; with any number of buckets it takes {any}, and {bloom} {bloombits}.",
		figures:  []string{"space-by-size"}, link: "space.md#at-an-equal-rate",
		holes: func(r *run) (holes, holes, error) {
			rows, err := bySizes(r)
			find := func(keep func(overSizes) bool) (overSizes, bool) {
				i := slices.IndexFunc(rows, keep)
				if i < 0 {
					return overSizes{}, false
				}
				return rows[i], true
			}
			table, ok1 := find(func(s overSizes) bool { return s.most > 1.5*s.least })
			any, ok2 := find(func(s overSizes) bool { return analysis.ParamText(s.variant, "buckets") == "any" })
			bloom, ok3 := find(func(s overSizes) bool { return analysis.FamilyOf(s.variant) == "bloom" })
			if err != nil || !ok1 || !ok2 || !ok3 {
				return nil, nil, err
			}
			cells, err := r.cells("space", "sizes")
			sizes := map[uint64]bool{}
			for _, c := range cells {
				sizes[c.Size()] = true
			}
			return holes{}, holes{"sizes": count(len(sizes)), "table": name(table.variant), "mean": number(table.mean), "least": number(table.least), "most": number(table.most),
				"any": number(any.mean), "bloom": name(bloom.variant), "bloombits": number(bloom.mean)}, err
		},
	},
	{
		headline: "one key that comes often stops a cuckoo filter at a load of {load}",
		number:   "Where one key is {share} of the inserts, half of {fillings} fillings of {filter} have refused one by a load of {quantile}; without it they reach {full}.",
		figures:  []string{"multiset-load"}, link: "duplicates.md#keys-that-come-more-than-once-what-to-use",
		holes: func(r *run) (holes, holes, error) {
			rows, err := loadsOf(r, "multisets", "hot")
			rows = slices.DeleteFunc(rows, func(l loads) bool { return familyOf(l.Cell) != "cuckoo" })
			all, err2 := loadsOf(r, "multisets", "repeat")
			i := slices.IndexFunc(all, func(l loads) bool { return familyOf(l.Cell) == "cuckoo" && analysis.Param(l.Workload, "r") == 1 })
			if err != nil || err2 != nil || len(rows) == 0 || i < 0 {
				return nil, nil, err
			}
			hot := slices.MaxFunc(rows, func(a, b loads) int {
				return compare(analysis.Param(a.Workload, "share"), analysis.Param(b.Workload, "share"))
			})
			q := hot.Quantile(0.5)
			return holes{"load": share(q.Value)}, holes{"share": words(declaredPercent(analysis.Param(hot.Workload, "share"))), "fillings": count(len(hot.Distribution)),
				"filter": name(hot.Variant), "quantile": quantile(q), "full": quantile(all[i].Quantile(0.5))}, nil
		},
	},
	{
		headline: "a caller that looks before it inserts {loses} keys, even if it knows which copy is the last",
		number:   "Of the keys in the window it denies {check} if it deletes every copy and {last} if it deletes with the last; a caller that inserts and deletes every copy loses {every}, and one that keeps an exact set beside the filter loses {known}.",
		figures:  []string{"drift-policies"}, link: "duplicates.md#copies-that-come-and-go",
		holes: func(r *run) (holes, holes, error) {
			rows, err := policies(r)
			if err != nil || len(rows) < len(record.Policies) {
				return nil, nil, err
			}
			numbers := holes{}
			loses := true
			for _, p := range rows {
				numbers[p.name] = shareOf(p.lost, p.offered)
				if (p.name == record.PolicyCheck || p.name == record.PolicyLast) && p.lost == 0 {
					loses = false
				}
			}
			return holes{"loses": words(pick(loses, "loses", "may keep its"))}, numbers, nil
		},
	},
	{
		headline: "{count} lose keys that they had accepted when they refuse one",
		number:   "{who}. The filters here lose none.",
		figures:  []string{"refusals"}, link: "libraries.md#what-they-do-with-your-keys",
		holes: func(r *run) (holes, holes, error) {
			all, err := sheets(r)
			var losers []string
			own := uint64(0)
			for _, s := range all {
				switch {
				case s.sum.Library == nil:
					own += s.sum.OverLost
				case s.sum.OverRefused > 0 && s.sum.OverLost > 0:
					losers = append(losers, fmt.Sprintf("%s loses %s keys in %s", code(s.variant), count(s.sum.OverLost).page, plural(s.sum.OverRefused, "refusal", "refusals")))
				}
			}
			if err != nil || len(losers) == 0 || own > 0 {
				return nil, nil, err
			}
			return holes{"count": words(plural(len(losers), "library", "libraries"))}, holes{"who": words(list(losers))}, nil
		},
	},
	{
		headline: "double hashing inside a cache line multiplies the rate by up to {times}",
		number:   "{filter} at {at}: {ratio} times the rate of independent probes; in one large table {large}.",
		figures:  []string{"schemes"}, link: "rates.md#probes-from-one-hash",
		holes: func(r *run) (holes, holes, error) {
			rows, err := schemes(r)
			in := func(panel string) (scheme, bool) {
				i := slices.IndexFunc(rows, func(s scheme) bool { return s.way == "double" && strings.HasPrefix(s.panel, panel) })
				if i < 0 {
					return scheme{}, false
				}
				return rows[i], true
			}
			block, ok := in("blocked")
			table, found := in("bloom")
			if err != nil || !ok || !found {
				return nil, nil, err
			}
			return holes{"times": number(block.worst.Y)}, holes{"filter": words(block.panel), "at": words(block.at), "ratio": ranged(block.worst.Y, block.worst.Lo, block.worst.Hi),
				"large": ranged(table.worst.Y, table.worst.Lo, table.worst.Hi)}, nil
		},
	},
	{
		headline: "four slots to a bucket reach a load of {load}, less in larger tables",
		number:   "One filling in a hundred of {slots} slots has refused a key by {quantile}; of {smallslots} slots by {small}.",
		figures:  []string{"load-by-size"}, link: "load.md#which-load-to-plan-for",
		holes: func(r *run) (holes, holes, error) {
			rows, err := plannedLoads(r)
			rows = slices.DeleteFunc(rows, func(l loads) bool { return l.Shape().BucketSlots != 4 || len(l.Distribution) < 100 })
			if err != nil || len(rows) < 2 {
				return nil, nil, err
			}
			bySlots := func(a, b loads) int { return compare(slotsOf(a.Cell), slotsOf(b.Cell)) }
			small, large := slices.MinFunc(rows, bySlots), slices.MaxFunc(rows, bySlots)
			if large.Quantile(0.5).Value >= small.Quantile(0.5).Value {
				return nil, nil, nil
			}
			return holes{"load": share(large.Quantile(0.5).Value)}, holes{"slots": count(large.Shape().Cells), "quantile": quantile(large.Quantile(0.01)),
				"smallslots": count(small.Shape().Cells), "small": quantile(small.Quantile(0.01))}, nil
		},
	},
	{
		headline: "batches make lookups in a cuckoo filter {times} times as fast as single calls",
		number:   "Among about a million keys a lookup of an absent key in {filter} takes {single} ns in single calls and {batch} ns in batches, with AVX-512; {plain} ns with AVX2.",
		figures:  []string{"time-by-size"}, link: "speed.md#time-by-size-hits-and-load",
		holes: func(r *run) (holes, holes, error) {
			time := func(variant, call, kernel string) (choose.Timing, bool) {
				for _, e := range r.choice.Timed {
					if t, ok := e.Time["miss"]; ok && e.Variant == variant && e.Call == call && e.Kernel == kernel {
						return t, true
					}
				}
				return choose.Timing{}, false
			}
			for _, e := range r.choice.Timed {
				single, ok := time(e.Variant, "single", "")
				batch, found := time(e.Variant, "batch", "")
				plain, without := time(e.Variant, "batch", record.SIMDAVX2)
				if !e.Deletes || !ok || !found || !without {
					continue
				}
				return holes{"times": words(digits.Trimmed(digits.Significant(single.Value/batch.Value, 2)))}, holes{"filter": name(e.Variant), "single": net(single), "batch": net(batch),
					"plain": net(plain)}, nil
			}
			return nil, nil, nil
		},
	},
	{
		headline: "with one hash for both, a filter here is at least twice as fast as a library in {met} of {cells} comparisons",
		number:   "Libraries that can be given the caller's hash get it in the place of their own, so that filters are compared and not hashes: {slower}, and the least favourable is {least}. The filter may have more bits than the library, which the table gives.",
		figures:  []string{"libraries"}, link: "libraries.md#how-fast-they-are",
		holes: func(r *run) (holes, holes, error) {
			all, err := peerBars(r)
			var bare []measure.PeerBar
			for _, b := range all {
				if (b.Bare || hashless(b.Library) && b.Workload == measure.Integers) && !b.Same {
					bare = append(bare, b)
				}
			}
			if err != nil || len(bare) == 0 {
				return nil, nil, err
			}
			met, slower := 0, 0
			least := slices.MinFunc(bare, func(a, b measure.PeerBar) int { return compare(a.Ratio.Value, b.Ratio.Value) })
			for _, b := range bare {
				if b.Standing == measure.Met {
					met++
				}
				if b.Slower() {
					slower++
				}
			}
			return holes{"met": count(met), "cells": count(len(bare))}, holes{"slower": words(pick(slower == 0, "no filter here is slower", fmt.Sprintf("in %d the filter here is slower", slower))),
				"least": words(fmt.Sprintf("%s times as fast, %s", ratio(least.Ratio, false).page, peerName(least)))}, nil
		},
	},
}
