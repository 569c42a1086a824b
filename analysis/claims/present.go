package claims

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
	"filterbench/internal/stat"
)

// Summary is a result in the form of the JSON and CSV output. What is absent is
// null there.
type Summary struct {
	ID        string    `json:"id"`
	Sources   []string  `json:"sources"`
	Statement string    `json:"statement"`
	Verdict   Verdict   `json:"verdict"`
	Condition string    `json:"condition,omitempty"`
	Line      string    `json:"line"`
	Effect    *Quantity `json:"effect"`
	Interval  *Interval `json:"interval"`
	P         *float64  `json:"p"`          // of the test behind the verdict
	Adjusted  *float64  `json:"p_adjusted"` // after Holm's correction in the family
	Records   Used      `json:"records"`
	Needs     string    `json:"needs,omitempty"`
	Rule      string    `json:"rule,omitempty"`
	Flips     string    `json:"flips,omitempty"`
	Missing   string    `json:"missing,omitempty"`
	Figure    string    `json:"figure,omitempty"`
}

// Quantity is the size of an effect.
type Quantity struct {
	What  string  `json:"what"`
	Value float64 `json:"value"`
	Unit  string  `json:"unit,omitempty"`
}

// Interval is the interval of an effect.
type Interval struct {
	Lo         float64 `json:"lo"`
	Hi         float64 `json:"hi"`
	Confidence float64 `json:"confidence"`
}

// Used is the records behind a verdict.
type Used struct {
	Count int      `json:"count"`
	IDs   []string `json:"ids"`
}

// Summary puts a result into the form of the output.
func (r Result) Summary() Summary {
	ids := r.Records()
	s := Summary{
		ID: r.ID, Sources: r.Sources, Statement: r.Statement, Verdict: r.Verdict, Condition: r.Condition, Line: r.Line,
		P: finite(r.P), Adjusted: finite(r.Adjusted), Records: Used{len(ids), ids},
		Needs: r.Needs, Rule: r.Rule, Flips: r.Flips, Missing: r.Missing, Figure: r.Figure,
	}
	if r.Effect.Known() && finite(r.Effect.Value) != nil {
		s.Effect = &Quantity{r.What, r.Effect.Value, r.Unit}
		if finite(r.Effect.Lo) != nil && finite(r.Effect.Hi) != nil {
			s.Interval = &Interval{r.Effect.Lo, r.Effect.Hi, stat.Confidence}
		}
	}
	return s
}

func finite(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}

// Amount writes the effect with its unit and interval, "" if there is none.
func (r Result) Amount() string {
	switch {
	case !r.Effect.Known():
		return ""
	case r.Unit == "share":
		return withPercent(r.Effect)
	case r.Effect.Lo == r.Effect.Hi:
		return strings.TrimSpace(number(r.Effect.Value) + " " + r.Unit)
	}
	return fmt.Sprintf("%s (%s to %s)", strings.TrimSpace(number(r.Effect.Value)+" "+r.Unit), number(r.Effect.Lo), number(r.Effect.Hi))
}

// Row is one cell among the evidence.
type Row struct {
	Experiment, Part, Variant, Workload string
	Size                                uint64 // keys, or slots
	Fill                                float64
	N                                   int    // repetitions
	Counts                              string // what was counted
}

// Rows lists the cells that the rule used.
func (r Result) Rows() []Row {
	var rows []Row
	for _, c := range r.Cells {
		rows = append(rows, Row{c.Experiment, c.Part, c.Variant, c.Workload, c.Size(), c.Fill, len(c.Records), counts(c)})
	}
	return rows
}

// counts says what a cell counted, over all repetitions.
func counts(c analysis.Cell) string {
	var a, b uint64
	pair := func(format string, add func(*record.Record) (uint64, uint64)) string {
		for _, r := range c.Records {
			x, y := add(r)
			a, b = a+x, b+y
		}
		return fmt.Sprintf(format, count(a), count(b))
	}
	switch c.Kind {
	case record.KindFPR:
		return pair("%s of %s lookups", func(r *record.Record) (uint64, uint64) { return r.FPR.Positives, r.FPR.Queries })
	case record.KindLoad:
		return pair("%s fillings, %s keys", func(r *record.Record) (uint64, uint64) { return uint64(len(r.Load.Accepted)), sum(r.Load.Accepted) })
	case record.KindKicks:
		return pair("%s inserts in windows, %s refused", func(r *record.Record) (n, refused uint64) {
			for _, w := range r.Kicks.Windows {
				n, refused = n+measure.Events(w.Kicks), refused+measure.Events(w.Refused)
			}
			return n, refused
		})
	case record.KindDuplicates:
		return pair("%s hot keys, %s copies refused", func(r *record.Record) (uint64, uint64) {
			return measure.Events(r.Duplicates.Accepted), measure.Events(r.Duplicates.Refused)
		})
	case record.KindDrift:
		return pair("%s live keys looked up, %s denied", func(r *record.Record) (live, missing uint64) {
			for _, k := range r.Drift.Checkpoints {
				live, missing = live+k.Live, missing+k.Missing
			}
			return live, missing
		})
	case record.KindErasure:
		return pair("%s deletes of absent keys, %s done", func(r *record.Record) (uint64, uint64) { return r.Erasure.Attempts, r.Erasure.Succeeded })
	case record.KindChurn:
		return pair("%s live keys looked up, %s denied", func(r *record.Record) (live, missing uint64) {
			for _, k := range r.Churn.Checkpoints {
				live, missing = live+k.Live, missing+k.Missing
			}
			return live, missing
		})
	case record.KindHeap:
		return pair("%s keys, %s bytes of heap", func(r *record.Record) (uint64, uint64) { return r.Heap.Inserted, uint64(max(0, r.Heap.Bytes)) })
	case record.KindLatency, record.KindArrivals, record.KindCold, record.KindParallel:
		return pair("%s operations timed one by one or together in %s samples", clocked)
	case record.KindBins:
		return pair("%s fillings, %s keys", func(r *record.Record) (uint64, uint64) {
			return uint64(len(r.Bins.Longest)), uint64(len(r.Bins.Longest)) * r.Bins.Keys
		})
	case record.KindPlaces:
		return pair("%s of %s keys", func(r *record.Record) (uint64, uint64) { return r.Places.Same, r.Places.Keys })
	case record.KindCycle:
		return pair("%s groups, %s keys refused", func(r *record.Record) (uint64, uint64) {
			return measure.Events(r.Cycle.Refused), measure.Events(r.Cycle.Kicks)
		})
	}
	return pair("%s timed operations in %s samples", func(r *record.Record) (ops, samples uint64) {
		for _, s := range r.Time.Samples {
			ops, samples = ops+s.Ops, samples+1
		}
		return ops, samples
	})
}

func sum(list []uint64) uint64 {
	total := uint64(0)
	for _, n := range list {
		total += n
	}
	return total
}

// Tally counts the results of each verdict, in the order of [Verdicts].
func Tally(results []Result) []int {
	tally := make([]int, len(Verdicts()))
	for _, r := range results {
		tally[slices.Index(Verdicts(), r.Verdict)]++
	}
	return tally
}
