package claims

import (
	"math"
	"slices"
	"strings"
	"testing"

	"filterbench/analysis"
	"filterbench/analysis/figures"
	"filterbench/internal/stat"
)

// Every claim is there once, says who made it, and can be decided or says why not.
func TestLedgerIsComplete(t *testing.T) {
	seen := map[string]bool{}
	var tags []string
	for _, s := range Sources() {
		tags = append(tags, s.Tag)
	}
	for _, c := range Ledger() {
		if seen[c.ID] {
			t.Errorf("%s is there twice", c.ID)
		}
		seen[c.ID] = true
		if len(c.Sources) == 0 || !strings.HasSuffix(c.Statement, ".") {
			t.Errorf("%s lacks a source or a sentence: %q", c.ID, c.Statement)
		}
		for _, tag := range c.Sources {
			if !slices.Contains(tags, tag) {
				t.Errorf("%s has source %q, which is not in the table", c.ID, tag)
			}
		}
		if c.Open() && c.Missing == "" || c.Special != nil && c.Special_ == "" || c.Special != nil && len(c.Demands) > 0 {
			t.Errorf("%s has neither a rule with its words nor a reason", c.ID)
		}
		if _, ok := figures.Find(c.Figure); c.Figure != "" && !ok {
			t.Errorf("%s names figure %q, which is not in the catalogue", c.ID, c.Figure)
		}
		for _, d := range c.Demands {
			if d.In == (Range{}) || d.In.Lo > d.In.Hi || d.Say == "" {
				t.Errorf("%s: demand %q has range %+v", c.ID, d.Say, d.In)
			}
		}
	}
}

// A dozen claims are decided by functions; the others by demands.
func TestFewRulesAreSpecial(t *testing.T) {
	special := 0
	for _, c := range Ledger() {
		if c.Special != nil {
			special++
		}
	}
	if special > 12 {
		t.Errorf("%d rules are functions", special)
	}
}

// Without records every claim that needs some is open, and says which it needs.
func TestNoRecords(t *testing.T) {
	list, err := Evaluate(&analysis.Dataset{})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range list {
		switch {
		case r.Arithmetic():
			if r.Verdict == Undecided {
				t.Errorf("%s needs no records and is open: %s", r.ID, r.Line)
			}
		case r.Verdict != Undecided || !r.Open() && !strings.Contains(r.Line, string(r.Selections()[0].Experiments()[0])):
			t.Errorf("%s is %s: %s", r.ID, r.Verdict, r.Line)
		}
	}
}

// made places an estimate of a demand by its range: well inside, or on one side of a bound
// by a little more than its interval reaches.
func made(d *Demand, at float64) Estimate {
	x := Estimate{Value: at, Lo: at, Hi: at, N: 5}
	if !d.NoP {
		x = estimateAt(at, 1e-6*math.Max(1e-6, math.Abs(at)))
	}
	return x
}

// inside returns a value inside a range and values on both sides of each of its bounds,
// a thousandth of it away.
func (r Range) inside() (middle float64, near, beyond []float64) {
	step := func(bound float64) float64 { return 1e-3 * math.Max(math.Abs(bound), 1e-6) }
	middle = (r.Lo + r.Hi) / 2
	if math.IsInf(r.Lo, 0) {
		middle = r.Hi - 10*step(r.Hi)
	} else {
		if r.Lo != 0 || r.Hi > 0.02 {
			near, beyond = append(near, r.Lo+step(r.Lo)), append(beyond, r.Lo-step(r.Lo))
		}
	}
	if math.IsInf(r.Hi, 0) {
		middle = r.Lo + 10*step(r.Lo)
	} else if r.Lo != 0 || r.Hi > 0.02 {
		near, beyond = append(near, r.Hi-step(r.Hi)), append(beyond, r.Hi+step(r.Hi))
	} else {
		middle, beyond = 0, append(beyond, r.Hi*2, r.Hi/2) // never: one is too many
	}
	return middle, near, beyond
}

// Every demand of every claim decides at each of its bounds: statistics that are inside
// make it true, and any one of them beyond a bound makes it false, or true where the
// demands are those of the opposite.
func TestEveryBoundDecides(t *testing.T) {
	bounds := 0
	for _, c := range Ledger() {
		if c.Cases {
			continue // most cases decide; see TestCases
		}
		var list []quantity
		for i := range c.Demands {
			middle, _, _ := c.Demands[i].In.inside()
			list = append(list, quantity{demand: &c.Demands[i], x: made(&c.Demands[i], middle)})
		}
		if len(list) == 0 {
			continue
		}
		yes, no := Confirmed, Refuted
		if c.Inverse {
			yes, no = Refuted, Confirmed
		}
		if r := c.judged(list, words{quantities: list}); r.Verdict != yes {
			t.Errorf("%s: all inside: %s: %s", c.ID, r.Verdict, r.Line)
		}
		for i := range list {
			d := list[i].demand
			_, near, beyond := d.In.inside()
			for side, values := range [][]float64{near, beyond} {
				for _, at := range values {
					bounds++
					moved := slices.Clone(list)
					moved[i].x = made(d, at)
					want := []Verdict{yes, no}[side]
					got := c.judged(moved, words{quantities: moved}).Verdict
					if got == Worse && want == Refuted && d.Worse != 0 {
						got = Refuted
					}
					if got != want {
						t.Errorf("%s: %s at %g: %s, want %s", c.ID, d.Say, at, got, want)
					}
				}
			}
		}
	}
	if bounds < 300 {
		t.Errorf("only %d bounds were tried", bounds)
	}
}

func estimateAt(value, deviation float64) Estimate { return stat.Normal(value, deviation, 8) }

// The words of the sources belong to claims that cite them, and every claim that an article
// makes has some, but for those that put a question of ours.
func TestQuotes(t *testing.T) {
	ids := map[string]Claim{}
	for _, c := range Ledger() {
		ids[c.ID] = c
	}
	for _, line := range strings.Split(strings.TrimRight(quoteTable, "\n"), "\n") {
		cell := strings.Split(line, "\t")
		if len(cell) != 4 || cell[2] == "" || !slices.Contains(ids[cell[0]].Sources, cell[1]) {
			t.Errorf("no claim cites that source: %q", line)
		}
	}
	var without []string
	for _, c := range Ledger() {
		if len(c.Sources[0]) == 1 && len(c.Quotes()) == 0 {
			without = append(without, c.ID)
		}
	}
	if want := "FPR-15 SPC-12 SYS-8 SYS-11"; strings.Join(without, " ") != want {
		t.Errorf("without words of their source are %q, want %s", without, want)
	}
}
