package choose

import (
	"maps"
	"math"
	"slices"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
	"filterbench/internal/stat"
	"filterbench/variants/theory"
)

// Stream is how a filter did on a stream in which keys repeat, every copy of which was
// inserted and, when it left the window, deleted.
type Stream struct {
	Variant, Workload string
	Bits              float64 // for each different key in the window, all that the filter keeps
	Offered           uint64  // different keys in the window at the end, accepted or not; all repetitions
	Refused, Copies   uint64  // copies that were refused, of all that came
	Lost              uint64  // keys in the window that are denied, those of which no copy was ever accepted included
	Denied            uint64  // of these, keys that were accepted
	Counted           bool
	Wrong             float64 // sum of errors of counts over the copies held
	Rate              stat.Proportion
}

// Sound reports whether the filter refused nothing and denied no key.
func (s Stream) Sound() bool { return s.Refused == 0 && s.Lost == 0 }

// Streams measures every filter on the streams of an experiment's part in which all
// copies are inserted and deleted. A key of which every copy was refused is no live key
// to the filter, and still one of the caller's: filters that saw the same stream tell
// how many there were.
func Streams(d *analysis.Dataset, experiment, part string) ([]Stream, error) {
	cells, err := d.Cells(experiment, part)
	if err != nil {
		return nil, err
	}
	offered := Offered(cells)
	var list []Stream
	for _, c := range cells {
		if c.Policy != record.PolicyEvery {
			continue
		}
		points, err := measure.Drift(c)
		if err != nil {
			return nil, err
		}
		end := points[len(points)-1].Sum
		s := Stream{Variant: c.Variant, Workload: c.Workload, Refused: end.Refused, Copies: end.Inserted, Counted: end.Counted}
		bits := 0.0
		for _, r := range c.Records {
			s.Offered += offered(r)
			bits += float64(r.Shape.Bits + 8*sideBytes(r))
		}
		s.Denied = end.Missing
		s.Lost = end.Missing + s.Offered - end.Live
		s.Bits = bits / float64(s.Offered)
		if end.Copies > 0 {
			s.Wrong = float64(end.Excess+end.Lack) / float64(end.Copies)
		}
		s.Rate = stat.NewProportion([]uint64{end.Positives}, []uint64{end.Queries})
		list = append(list, s)
	}
	return list, nil
}

// Offered returns how many different keys were in the window at the end of a record's
// stream: the most that any filter accepted which was given the same stream.
func Offered(cells []analysis.Cell) func(*record.Record) uint64 {
	type stream struct {
		workload string
		capacity uint64
		fill     float64
		rep      int
	}
	of := func(r *record.Record) stream { return stream{r.Workload, r.Capacity, r.Fill, r.Rep} }
	most := map[stream]uint64{}
	for _, c := range cells {
		for _, r := range c.Records {
			if n := len(r.Drift().Checkpoints); n > 0 {
				most[of(r)] = max(most[of(r)], r.Drift().Checkpoints[n-1].Live)
			}
		}
	}
	return func(r *record.Record) uint64 { return most[of(r)] }
}

// sideBytes are what a filter keeps beside its table at the end of a stream: the
// dictionary of a sidecuckoo filter, by the rule of its growth, for as many keys as are
// expected to have two copies or more in the window.
func sideBytes(r *record.Record) uint64 {
	if r.Shape.Family != "sidecuckoo" {
		return 0
	}
	window := uint64(math.Round(float64(r.Capacity) * r.Fill))
	keys := r.Drift().Checkpoints[len(r.Drift().Checkpoints)-1].Live
	repeated := min(uint64(math.Round(repeatedKeys(r.Workload, float64(window)))), keys)
	return theory.SideBytes(uint64(math.Round(theory.SideEntries(measure.Buckets(r.Shape), keys, repeated, r.Shape.FingerprintBits))))
}

// repeatedKeys is how many keys are expected to come twice or more in n inserts of a
// workload.
func repeatedKeys(workload string, n float64) float64 {
	of := func(key string) float64 { return analysis.Param(workload, key) }
	switch analysis.FamilyOf(workload) {
	case "repeat":
		if of("r") < 2 {
			return 0
		}
		return n / of("r")
	case "bursts":
		return n / (of("every") - 1 + of("r"))
	case "hot":
		return 1
	case "zipf":
		return zipfRepeated(of("s"), of("keys"), n)
	}
	return 0
}

func zipfRepeated(s, keys, n float64) float64 {
	if math.IsNaN(keys) {
		keys = 1e6 // what canonical names leave out
	}
	total := 0.0
	for x := 1.0; x <= keys; x++ {
		total += math.Pow(x, -s)
	}
	repeated := 0.0
	for x := 1.0; x <= keys; x++ {
		p := math.Pow(x, -s) / total
		repeated += 1 - math.Exp(n*math.Log1p(-p)) - n*p*math.Exp((n-1)*math.Log1p(-p))
	}
	return repeated
}

// Repeats is what a filter holds when every key comes equally often, all copies kept.
type Repeats struct {
	Variant string
	Copies  float64 // of every key
	Bits    float64 // for each different key at the first refusal, all that it keeps
}

// EveryKey measures the filters of an experiment's part whose keys all come r times.
func EveryKey(d *analysis.Dataset, experiment, part string) ([]Repeats, error) {
	cells, err := d.Cells(experiment, part)
	if err != nil {
		return nil, err
	}
	var list []Repeats
	for _, c := range cells {
		loads, err := measure.Load(c)
		if err != nil {
			return nil, err
		}
		r := Repeats{Variant: c.Variant, Copies: analysis.Param(c.Workload, "r")}
		shape := c.Shape()
		keys := loads.Distinct.Quantile(0.5).Value * float64(shape.Cells)
		bits := float64(shape.Bits)
		if shape.Family == "sidecuckoo" {
			repeated := 0.0
			if r.Copies >= 2 {
				repeated = keys
			}
			bits += 8 * float64(theory.SideBytes(uint64(math.Round(theory.SideEntries(measure.Buckets(shape), uint64(keys), uint64(repeated), shape.FingerprintBits)))))
		}
		r.Bits = bits / keys
		list = append(list, r)
	}
	return list, nil
}

// copyKeepers lists the filters that took every copy of a key that was offered.
func copyKeepers(d *analysis.Dataset) (map[string]bool, error) {
	cells, err := d.Cells("multisets", "copies")
	if err != nil {
		return nil, err
	}
	took := map[string]bool{}
	for _, c := range cells {
		m, err := measure.Duplicates(c)
		if err != nil {
			return nil, err
		}
		took[c.Variant] = len(m.Accepted) > 0 && m.Accepted[0][0] >= uint64(c.Copies)
	}
	return took, nil
}

// everyKey names the stream in which every key comes as often as any, up to mostCopies
// times.
const (
	everyKey   = "repeat"
	mostCopies = 16
)

// readStreams lists, as entries, the filters that are sound on a stream: bits are those
// on the stream, for each different key in its window.
func (r *Run) readStreams(d *analysis.Dataset) error {
	list, err := Streams(d, "multisets", "stream")
	if err != nil {
		return err
	}
	took, err := copyKeepers(d)
	if err != nil {
		return err
	}
	r.Streams = map[string][]Entry{}
	loses := map[string]bool{}
	for _, s := range list {
		loses[s.Variant] = loses[s.Variant] || s.Denied > 0
		if s.Sound() && took[s.Variant] {
			r.keep(s.Workload, s.Variant, s.Bits)
		}
	}
	repeats, err := EveryKey(d, "multisets", "repeat")
	if err != nil {
		return err
	}
	most := map[string]float64{}
	for _, x := range repeats {
		if x.Copies <= mostCopies {
			most[x.Variant] = max(most[x.Variant], x.Bits)
		}
	}
	for _, variant := range slices.Sorted(maps.Keys(most)) {
		if !loses[variant] {
			r.keep(everyKey, variant, most[variant])
		}
	}
	return nil
}

// keep adds a filter to those of a stream, with its bits there.
func (r *Run) keep(stream, variant string, bits float64) {
	all := slices.Concat(r.Rated, r.refusing)
	i := slices.IndexFunc(all, func(e Entry) bool { return e.Variant == variant && e.Experiment == "multisets" })
	if i < 0 {
		return
	}
	e := all[i]
	e.Bits, e.AnyBits = bits, bits
	r.Streams[stream] = append(r.Streams[stream], e)
}
