package claims

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"filterbench/analysis"
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
	Digest    string    `json:"digest,omitempty"` // of the rule
	Since     string    `json:"since,omitempty"`  // when the rule was frozen
	Restated  string    `json:"restated,omitempty"`
	Again     *Again    `json:"replication,omitempty"`
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

// Again is what a second run says under the same rules.
type Again struct {
	Verdict Verdict `json:"verdict"`
	Line    string  `json:"line"`
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
		Needs: r.Needs(), Rule: r.Rule(), Digest: r.Frozen().Digest, Since: r.Frozen().Date, Restated: r.Changed, Flips: r.Flips, Missing: r.Missing, Figure: r.Figure,
	}
	if r.Again != nil {
		s.Again = &Again{r.Again.Verdict, r.Again.Line}
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
	for _, r := range c.Records {
		if r.Outcome != nil {
			x, y := r.Outcome.Tally()
			a, b = a+x, b+y
		}
	}
	kind, _ := record.KindOf(c.Kind)
	return fmt.Sprintf(kind.Summary, count(a), count(b))
}

// Tally counts the results of each verdict, in the order of [Verdicts].
func Tally(results []Result) []int {
	tally := make([]int, len(Verdicts()))
	for _, r := range results {
		tally[slices.Index(Verdicts(), r.Verdict)]++
	}
	return tally
}
