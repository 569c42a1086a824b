package measure

import (
	"fmt"
	"math"

	"filterbench/internal/record"
)

func grownBytes(r *record.Record) float64 {
	steps := r.Grown().Steps
	return float64(steps[len(steps)-1].Bits) / 8
}

// What copies of one key make of a table.
var (
	GrownBytes = Statistic{Name: "bytes of all tables after the copies", Scale: ByMedian, Of: func(w Row) float64 { return grownBytes(w.Of[0]) }}
	GrownTimes = Statistic{Name: "size of the tables after the copies over that before", Scale: ByLog, Of: func(w Row) float64 {
		return 8 * grownBytes(w.Of[0]) / float64(w.Of[0].Grown().Steps[0].Bits)
	}}
	GrownLayers = Statistic{Name: "layers after the copies", Scale: ByMedian, Of: func(w Row) float64 {
		steps := w.Of[0].Grown().Steps
		return float64(steps[len(steps)-1].Layers)
	}}
	ShutOut = Statistic{Name: "share of new keys refused after the copies", Scale: ByCounts, Count: func(r *record.Record) (uint64, uint64) {
		return r.Grown().Shut, r.Grown().Asked
	}}
	CompactionWalk = Statistic{Name: "slots that the first delete which compacts looks at", Scale: ByLog, Of: func(w Row) float64 { return float64(w.Of[0].Grown().Walked) }}
	CompactionTime = Statistic{Name: "ns that the first delete which compacts takes, by the server's clock", Scale: ByLog, Of: func(w Row) float64 { return float64(w.Of[0].Grown().BlockedNS) }}

	// The copies of the two selections differ by a multiple of four.
	CompactionDoubling = Statistic{Name: "time of that delete over that with four copies fewer", Scale: ByLog, Of: func(w Row) float64 {
		more, fewer := w.Of[0].Grown(), w.Over[0].Grown()
		return math.Pow(float64(more.BlockedNS)/float64(fewer.BlockedNS), 4/float64(more.Copies-fewer.Copies))
	}}
)

// GrownTo is the share of repetitions whose tables have that many bytes after the copies.
func GrownTo(bytes uint64) Statistic {
	return Statistic{Name: fmt.Sprintf("share of repetitions with %d bytes of tables after the copies", bytes), Scale: ByShare, Count: func(r *record.Record) (hits, trials uint64) {
		if grownBytes(r) == float64(bytes) {
			hits = 1
		}
		return hits, 1
	}}
}
