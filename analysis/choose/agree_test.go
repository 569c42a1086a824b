package choose

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"filterbench/analysis/advise"
	"filterbench/analysis/measure"
	"filterbench/variants/families"
)

// only returns a model whose candidates may take the values of their parameters alone with
// which a run measured them.
func only(m *advise.Model, measured map[string]bool) *advise.Model {
	less := *m
	less.Candidates = nil
	for _, c := range m.Candidates {
		var values []float64
		for x, name := range c.Names(1e6) {
			if measured[name] {
				values = append(values, x)
			}
		}
		if len(values) > 0 {
			slices.Sort(values)
			if c.Grid.Decades {
				slices.Reverse(values) // by bits
			}
			c.Grid = advise.Grid{List: values}
			less.Candidates = append(less.Candidates, c)
		}
	}
	return &less
}

// TestTheTwoRankingsAgree: the report ranks what was measured, and bench choose what it designs.
// Asked for no other filters than were measured, the adviser gives every row of the table
// without copies the same answer, at more rates than the table has columns: of bits, one
// within two in a hundred of the other; of times, one whose interval meets the other's. What the
// adviser designs none of is named.
func TestTheTwoRankingsAgree(t *testing.T) {
	d, r := run(t)
	m, err := Model(d, "reference")
	if err != nil {
		t.Fatal(err)
	}
	measured, timed := map[string]bool{}, map[string]bool{}
	for _, e := range r.Rated {
		measured[e.Variant] = true
	}
	for _, e := range r.Timed {
		timed[e.Variant] = true
	}
	beyond := map[string]bool{"rocksdb-ribbon": true} // programs of others are measured and not designed
	rows, agree := 0, 0
	for _, rate := range []float64{0.05, 0.02, 0.01, 0.002, 0.001, 0.0001} {
		for _, need := range Needs {
			best, ok := r.Choose(need, rate)
			if !ok || need.Stream != "" || need.Plain || need.Op != "" && need.Op != "miss" {
				continue
			}
			rows++
			asked := advise.Need{Keys: float64(best.Keys), Rate: rate * (1 + measure.Margin), Calls: need.Call, Deletes: need.Keep != nil && !need.Keep(Entry{}), Static: need.Keep == nil}
			model := only(m, measured)
			if need.AnyN {
				asked.Keys = 40e6 // of which no power of two is just enough
			}
			if need.Op != "" {
				asked.Bytes, asked.MissCost = 8*asked.Keys, 1e-9
				model = only(m, timed)
			}
			ranking, err := advise.Rank(asked, model)
			if err != nil {
				t.Fatal(err)
			}
			first := ranking.Answers[0]
			mine, its := best.Amount(), first.PerKey
			same := math.Abs(its/mine-1) <= 0.02
			if need.Op != "" {
				its = math.NaN()
				if first.Miss != nil {
					its = first.Miss.NS
					same = !measure.Told(best.Time["miss"], Timing{Value: its, Lo: first.Miss.Lo, Hi: first.Miss.Hi}, r.Noise)
				}
			}
			row := fmt.Sprintf("%s at %g: the table has %s with %.2f, the adviser %s with %.2f", need.Words, rate, best.Variant, mine, first.Variant, its)
			switch {
			case !first.Feasible || !same && !beyond[families.NameOf(best.Variant)]:
				t.Error(row)
			case same:
				agree++
			default:
				t.Log(row)
			}
		}
	}
	t.Logf("%d of %d rows agree", agree, rows)
	if rows < 40 {
		t.Errorf("only %d rows are compared", rows)
	}
}
