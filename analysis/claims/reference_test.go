package claims

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"

	"filterbench/analysis"
	"filterbench/internal/stat"
)

const referenceTable = "testdata/reference.tsv"

// reference reads the committed run once for all tests.
var reference = sync.OnceValues(func() (*data, error) {
	d, err := analysis.Load("../../results/reference")
	return &data{d: d, cells: map[string][]analysis.Cell{}}, err
})

func referenceData(t *testing.T) *data {
	t.Helper()
	shared, err := reference()
	if err != nil {
		t.Fatal(err)
	}
	return shared
}

// The verdict, effect and p-value that the committed run gives for every claim. A changed
// rule, selection or statistic shows here; so does a changed run, after which they are to
// be read again and written anew with -update.
func TestVerdictsOfTheCommittedRun(t *testing.T) {
	list, err := Evaluate(referenceData(t).d)
	if err != nil {
		t.Fatal(err)
	}
	var rows []string
	for _, r := range list {
		number := func(x float64) string { return strconv.FormatFloat(x, 'g', 8, 64) }
		rows = append(rows, strings.Join([]string{r.ID, string(r.Verdict), number(r.Effect.Value), number(r.Effect.Lo), number(r.Effect.Hi), number(r.P), strconv.Itoa(len(r.Records())), r.Line, r.Condition}, "\t"))
		if strings.Contains(r.Line+r.Condition, "(not ") || strings.ContainsAny(r.Line+r.Condition, "{}") {
			t.Errorf("%s: a hole is not filled: %s %s", r.ID, r.Line, r.Condition)
		}
		if (r.Verdict == Conditional) != (r.Condition != "") {
			t.Errorf("%s is %s and its condition %q", r.ID, r.Verdict, r.Condition)
		}
	}
	for _, c := range Ledger() { // those too that choose the same as wider ones in this run
		for _, s := range c.Selections() {
			rows = append(rows, c.ID+"\t"+string(s))
		}
	}
	got := strings.Join(rows, "\n") + "\n"
	if *update {
		if err := os.WriteFile(referenceTable, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(referenceTable)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(want), "\n")
	for i, row := range rows {
		if i >= len(lines) || lines[i] != row {
			t.Errorf("got  %s\nwant %s", row, lines[min(i, len(lines)-1)])
		}
	}
}

// A factor on any one statistic that takes it beyond its range overturns a claim that the
// committed run finds true: no demand is idle.
func TestEveryStatisticDecides(t *testing.T) {
	shared := referenceData(t)
	for _, c := range Ledger() {
		if c.Special != nil || c.Open() || c.Cases {
			continue
		}
		before := c.rule(&Evidence{data: shared})
		if before.Verdict != Confirmed && before.Verdict != Conditional {
			continue
		}
		for i := range c.Demands {
			d := &c.Demands[i]
			moved := 0
			after := c.rule(&Evidence{data: shared, change: func(of *Demand, x Estimate) Estimate {
				if of != d || !x.Known() {
					return x
				}
				moved++
				_, _, beyond := d.In.inside()
				at := beyond[len(beyond)-1]
				return stat.Normal(at, 1e-9*(1e-9+at*at), 8)
			}})
			if moved == 0 && d.Maybe {
				continue
			}
			if after.Verdict == Confirmed || after.Verdict == Conditional {
				t.Errorf("%s: with %q out of its range it is still %s (%d quantities moved)", c.ID, d.Say, after.Verdict, moved)
			}
		}
	}
}

// A condition is attached where the records call for it, and not where they do not.
func TestConditionsFollowRecords(t *testing.T) {
	tried := 0
	for _, c := range Ledger() {
		for n, u := range c.Unless {
			var inside, beyond []quantity
			for i := range u.Demands {
				d := &u.Demands[i]
				middle, _, out := d.In.inside()
				inside = append(inside, quantity{demand: d, x: made(d, middle)})
				beyond = append(beyond, quantity{demand: d, x: made(d, out[len(out)-1])})
			}
			in, _ := u.attached(inside)
			out, failed := u.attached(beyond)
			wantIn, wantOut := u.When == Inside, u.When == NotInside || u.When == Outside
			if in != wantIn || out != wantOut || out && len(failed) != len(beyond) {
				t.Errorf("%s, condition %d: attached %t inside and %t beyond (%q)", c.ID, n, in, out, failed)
			}
			tried++
		}
	}
	if tried < 15 {
		t.Errorf("only %d conditions were tried", tried)
	}
}

// A second run under the same rules stands beside the first.
func TestReplicate(t *testing.T) {
	shared := referenceData(t)
	list, err := Evaluate(shared.d)
	if err != nil {
		t.Fatal(err)
	}
	if err := Replicate(list, shared.d); err != nil {
		t.Fatal(err)
	}
	for _, r := range list {
		if r.Again == nil || r.Again.Verdict != r.Verdict || r.Summary().Again.Verdict != r.Verdict {
			t.Errorf("%s: the same run gives %s and then %+v", r.ID, r.Verdict, r.Again)
		}
	}
	if err := Replicate(list, &analysis.Dataset{}); err != nil || list[1].Again.Verdict != Undecided {
		t.Errorf("an empty run replicates %s: %v", fmt.Sprint(list[1].Again), err)
	}
}
