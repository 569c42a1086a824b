package measure

import (
	"slices"

	"filterbench/analysis"
	"filterbench/internal/monotone"
	"filterbench/internal/record"
)

// FinestFall is the least difference of two medians, in nanoseconds, that counts as a
// larger table's taking less time.
const FinestFall = monotone.Finest

// Growth is how the times of a run follow the sizes of tables, by the rule by which the
// harness measures again what does not grow.
type Growth struct {
	Series   int     // operations of contenders that were timed at several sizes
	Alarms   float64 // of which chance alone is expected to break so many pairs of sizes, at most
	Broken   int     // series in which a larger table took less time in the planned repetitions
	Repeated int     // of those, measured again at the sizes concerned
	Settled  int     // of those, without a break when all repetitions are taken together
	Falls    []Fall  // what all repetitions together leave
}

// Fall is a larger table that took less time than a smaller one, in all repetitions
// together.
type Fall struct {
	Trial        record.Trial // what its records share, without a size
	Op           string
	Small, Large monotone.Point
	Net          bool // times are net of the loop
}

// Repeated reports whether both points were measured again.
func (f Fall) Repeated() bool { return f.Small.Extra > 0 && f.Large.Extra > 0 }

// Growth compares times over sizes.
func GrowthOf(d *analysis.Dataset) Growth {
	var g Growth
	all := monotone.Find(d.Records)
	planned := monotone.Find(slices.DeleteFunc(slices.Clone(d.Records), func(r record.Record) bool { return r.Extra }))
	key := func(s monotone.Series) string { return s.Trial.ID() + s.Op }
	now := map[string]monotone.Series{}
	for _, s := range all {
		now[key(s)] = s
		for _, b := range s.Breaks() {
			g.Falls = append(g.Falls, Fall{Trial: s.Trial, Op: s.Op, Small: b.Small, Large: b.Large, Net: s.Net})
		}
	}
	for _, s := range planned {
		g.Series++
		g.Alarms += s.Alarms()
		breaks := s.Breaks()
		if len(breaks) == 0 {
			continue
		}
		g.Broken++
		if again := now[key(s)]; everyAgain(again, breaks) {
			g.Repeated++
			if len(again.Breaks()) == 0 {
				g.Settled++
			}
		}
	}
	slices.SortStableFunc(g.Falls, func(a, b Fall) int { return analysis.CompareTrials(a.Trial, b.Trial) })
	return g
}

// everyAgain reports whether every point of the breaks was measured again.
func everyAgain(s monotone.Series, breaks []monotone.Break) bool {
	extra := map[uint64]bool{}
	for _, p := range s.Points {
		extra[p.Size] = p.Extra > 0
	}
	return !slices.ContainsFunc(breaks, func(b monotone.Break) bool { return !extra[b.Small.Size] || !extra[b.Large.Size] })
}
