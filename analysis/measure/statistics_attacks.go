package measure

import (
	"fmt"

	"filterbench/internal/record"
	"filterbench/variants/families"
)

// crawled returns the state of a crawl when so many times the items had come that its filter
// is made for.
func crawled(r *record.Record, times float64) (at record.Crawled) {
	for _, s := range r.Crawl().Steps {
		if float64(s.Fresh) <= times*float64(r.Capacity+r.Slots)+0.5 {
			at = s
		}
	}
	return at
}

// CrawlSkipped is how many new items were skipped until so many times the capacity had come.
func CrawlSkipped(times float64) Statistic {
	return Statistic{Name: fmt.Sprintf("share of new items skipped wrongly until %g times the items had come that the filter is made for", times), Scale: ByCounts,
		Count: func(r *record.Record) (hits, trials uint64) {
			s := crawled(r, times)
			return s.Skipped, s.Fresh
		}}
}

// CrawlFetchedAgain is how many of the items that came again were fetched again by then.
func CrawlFetchedAgain(times float64) Statistic {
	return Statistic{Name: fmt.Sprintf("share of known items fetched again until %g times the items had come that the filter is made for", times), Scale: ByCounts,
		Count: func(r *record.Record) (hits, trials uint64) {
			s := crawled(r, times)
			return s.Again + s.Forgotten, s.Repeats
		}}
}

// CrawlMemory is what the table takes over what the other takes, when the items had come that
// both are made for. A set of strings takes their bytes besides.
var CrawlMemory = Statistic{Name: "bits of the table over those of the other, its strings included, when the items had come that both are made for", Scale: ByLog,
	Of: func(w Row) float64 { return CrawlBits(w.Of[0], 1) / CrawlBits(w.Over[0], 1) }}

// CrawlBits returns the bits for each item that came.
func CrawlBits(r *record.Record, times float64) float64 {
	s := crawled(r, times)
	bits := float64(s.Bits)
	if r.Variant == "set(of=string)" {
		bits += 8 * float64(s.Text)
	}
	return bits / float64(s.Fresh)
}

// What adversaries get.
var (
	NamedRight = Statistic{Name: "share of the names that are members", Scale: ByCounts, Count: func(r *record.Record) (uint64, uint64) {
		return r.Adversary().Worked, r.Adversary().Chosen
	}}
	PollutedRate = Statistic{Name: "rate of false positives after the chosen inserts", Scale: ByCounts, Count: func(r *record.Record) (uint64, uint64) {
		return r.Adversary().Positives, r.Adversary().Queries
	}}
	MembersDenied = Statistic{Name: "members denied for each chosen key", Scale: ByMean, Of: func(w Row) float64 {
		return ratio(w.Of[0].Adversary().Denied, w.Of[0].Adversary().Chosen)
	}}
)

// lostPerFault is how many keys a flipped bit of the table loses, on average.
func lostPerFault(r *record.Record) float64 {
	return ratio(r.Faults().Table.Lost, r.Faults().Table.Tried)
}

// What faults do.
var (
	LostPerFlip     = Statistic{Name: "keys lost by a flipped bit of the table", Scale: ByMean, Of: func(w Row) float64 { return lostPerFault(w.Of[0]) }}
	LostPerFlipOver = Statistic{Name: "keys lost by a flipped bit of the table over those of the other", Scale: ByLog, Of: func(w Row) float64 {
		return lostPerFault(w.Of[0]) / lostPerFault(w.Over[0])
	}}
	CutUnnoticed = Statistic{Name: "share of files cut short that are read without an error", Scale: ByCounts, Count: func(r *record.Record) (uint64, uint64) {
		f := r.Faults().Cut
		return f.Tried - f.Told - f.Panics, f.Tried
	}}
	FlipUnnoticed = Statistic{Name: "share of files with a flipped bit that are read without an error", Scale: ByCounts, Count: func(r *record.Record) (uint64, uint64) {
		f := r.Faults().Flipped
		return f.Tried - f.Told - f.Panics, f.Tried
	}}
)

// What inserts say of themselves.
var (
	ReportWrong = Statistic{Name: "share of inserts whose report is not what a lookup before had said, or that report an old key as new", Scale: ByCounts, Count: func(r *record.Record) (uint64, uint64) {
		f := r.Firsts()
		return f.Disagree + f.ToldNew, f.Fresh + f.Repeats
	}}
	NewToldOld = Statistic{Name: "share of new keys reported as old", Scale: ByCounts, Count: func(r *record.Record) (uint64, uint64) {
		return r.Firsts().Old, r.Firsts().Fresh
	}}
	BothToldNew = Statistic{Name: "share of keys of which more than one of the goroutines that inserted it at once was told that it was the first", Scale: ByCounts, Count: func(r *record.Record) (hits, trials uint64) {
		for _, x := range r.Firsts().Races {
			hits, trials = hits+x.Twice, trials+x.Keys
		}
		return hits, trials
	}}
)

// CrawlExpected is the share of new items that formulas expect a filter to skip until so many
// times the items had come that it is made for: each with the rate at what it holds then. ok is
// false for a filter that has no formula.
func CrawlExpected(r *record.Record, times float64) (share float64, ok bool) {
	const steps = 500
	items := times * float64(r.Capacity+r.Slots) / steps
	held, skipped := 0.0, 0.0
	for range steps {
		p, ok := families.Predict(r.Shape, uint64(held+items/2))
		if !ok {
			return 0, false
		}
		skipped += p.FPR * items
		held += (1 - p.FPR) * items
	}
	return skipped / (skipped + held), true
}
