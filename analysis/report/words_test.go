package report

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"filterbench/analysis"
	"filterbench/internal/record"
)

// An interval leaves a number the digits that mean something, and is not repeated where
// it rounds to the number.
func TestDigits(t *testing.T) {
	for _, c := range []struct {
		got  value
		want string
	}{
		{ranged(10.7, 10.1, 11.3), "10.7 (10.1 to 11.3)"},
		{ranged(2.21, 2.0, 3.2), "2.2 (2.0 to 3.2)"},
		{ranged(12.6315789, 12.6315789, 12.6315789), "12.6"},
		{ranged(12345.6, 12000, 13000), "12,300 (12,000 to 13,000)"},
		{ranged(632, 428, 10880), "630 (430 to 11,000)"},
		{ranged(286720, 67, 983040), "290,000 (67 to 980,000)"},
		{shareRange(0.00838, 0.00815, 0.00861), "0.838 % (0.815 to 0.861 %)"},
		{share(0.99876), "99.88 %"},
		{share(0), "0 %"},
		{share(math.NaN()), "-"},
		{number(0.0001234), "0.000123"},
		{number(1234567), "1,230,000"},
		{count(1234567), "1,234,567"},
		{declared(0.1 + 0.2), "0.3"},
	} {
		if c.got.page != c.want {
			t.Errorf("%q, want %q", c.got.page, c.want)
		}
	}
	if v := ranged(1.23456789, 1.2, 1.3); !slices.Equal(v.csv, []string{"1.23457", "1.2", "1.3"}) {
		t.Errorf("for a CSV %q", v.csv)
	}
}

// A sentence without a number for a hole, or with one too many, is refused.
func TestHoles(t *testing.T) {
	if text, err := fill("{a} of {b}", holes{"a": count(1), "b": words("two")}); err != nil || text != "1 of two" {
		t.Errorf("%q, %v", text, err)
	}
	for _, h := range []holes{{"a": count(1)}, {"a": count(1), "b": count(2), "c": count(3)}} {
		if _, err := fill("{a} of {b}", h); err == nil {
			t.Errorf("%v fills two holes", h)
		}
	}
}

// The ends of a long table are those of the column that it names.
func TestEnds(t *testing.T) {
	var cells [][]value
	for _, x := range []float64{7, 3, 9, 1, 5, 8, 2, 6, 4, 0, math.NaN()} {
		cells = append(cells, []value{words("w"), number(x)})
	}
	var got []float64
	for _, row := range ends(cells, 1) {
		got = append(got, row[1].key)
	}
	if want := []float64{0, 1, 2, 3, 6, 7, 8, 9}; !slices.Equal(got, want) {
		t.Errorf("shown are %v, want %v", got, want)
	}
}

// The load under one hot key is that of the share which its column names.
func TestHotShareAsNamed(t *testing.T) {
	r := composedReference(t)
	rows, err := remedies(r.run)
	if err != nil {
		t.Fatal(err)
	}
	hot, err := loadsOf(r.run, "multisets", "hot")
	if err != nil || len(hot) == 0 {
		t.Fatal("no loads with a hot key", err)
	}
	for _, l := range hot {
		i := slices.IndexFunc(rows, func(m remedy) bool { return m.variant == l.Variant })
		want := l.Quantile(0.5).Value
		if got := rows[i].stops(l.Workload).key; got != want {
			t.Errorf("%s, %s: %g, want %g", l.Variant, l.Workload, got, want)
		}
	}
	if plain := rows[slices.IndexFunc(rows, func(m remedy) bool { return m.variant == "cuckoo(b=4,f=12)" })]; plain.stops("hot(share=0.02)").key > 0.05 {
		t.Errorf("a key that is every fiftieth insert stops a plain table at %s", plain.stops("hot(share=0.02)").page)
	}
}

// Keys that were refused outright are among those that a caller loses, and all callers
// have the same keys in their windows.
func TestRefusedKeysAreLost(t *testing.T) {
	rows, err := policies(composedReference(t).run)
	if err != nil || len(rows) != len(record.Policies) {
		t.Fatal(len(rows), err)
	}
	for _, p := range rows {
		if p.offered != rows[0].offered {
			t.Errorf("caller %s has %d keys, caller %s %d", p.name, p.offered, rows[0].name, rows[0].offered)
		}
		if p.name == record.PolicyEvery && (p.lost == 0 || p.denied != 0) {
			t.Errorf("caller %s loses %d keys, %d of them accepted; want some that were refused outright and none accepted", p.name, p.lost, p.denied)
		}
	}
}

// What is said of the callers holds for every stream of the table of causes, and on the
// first page.
func TestNoSentenceContradictsItsTable(t *testing.T) {
	c := composedReference(t)
	h, err := safePolicies(c.run)
	if err != nil {
		t.Fatal(err)
	}
	safe, unsafe, _ := strings.Cut(h["safe"].page, ". ")
	rows, err := causes(c.run)
	if err != nil {
		t.Fatal(err)
	}
	worst := map[string]float64{}
	for _, row := range rows {
		if row.Experiment == "drift" {
			worst[row.Policy] = max(worst[row.Policy], float64(row.sum.Missing+row.offered-row.sum.Live)/float64(row.offered))
		}
	}
	for _, p := range record.Policies {
		if strings.Contains(safe, p) != (worst[p] == 0) || strings.Contains(unsafe, p+" (") != (worst[p] > 0) {
			t.Errorf("caller %s loses %g of its keys, and the report says: %s", p, worst[p], h["safe"].page)
		}
	}
	_, denied, _ := strings.Cut(c.pages["REPORT.md"], "of keys that a filter of this project held, ")
	var missing uint64
	all, err := negatives(c.run)
	for _, n := range all {
		missing += n.Missing
	}
	if err != nil || !strings.HasPrefix(denied, count(missing).page) {
		t.Errorf("the first page says %.40q, the table %s", denied, count(missing).page)
	}
}

// The comparison with libraries counts every cell and names each that is lost; rows
// without the library's hash stand first.
func TestLibrariesAllCells(t *testing.T) {
	c := composedReference(t)
	all, err := peerBars(c.run)
	if err != nil {
		t.Fatal(err)
	}
	h, err := peersSlower(c.run)
	if err != nil {
		t.Fatal(err)
	}
	text := h["all"].page
	if !strings.Contains(text, plural(len(all), "comparison", "comparisons")) {
		t.Errorf("not all %d cells are counted: %s", len(all), text)
	}
	behind := 0
	for _, b := range all {
		if b.Ratio.Hi < 1 {
			behind++
			if !strings.Contains(text, code(b.Filter)+" against "+code(b.Library)+" in ") {
				t.Errorf("%s is slower and is not named", peerName(b))
			}
		}
	}
	if behind == 0 || !strings.Contains(text, fmt.Sprintf("loses %d:", behind)) {
		t.Errorf("%d are lost: %s", behind, text)
	}
	sums, err := peerSums(c.run)
	if err != nil || len(sums) == 0 || !strings.Contains(sums[0].title, "single calls, a million keys, the caller's hash") {
		t.Errorf("the first row is %+v, %v", sums, err)
	}
	for _, s := range sums {
		if s.faster+s.slower > s.cells || s.met > s.faster {
			t.Errorf("%s, %s: %d cells, %d faster, %d slower, %d twice as fast", s.title, s.ops, s.cells, s.faster, s.slower, s.met)
		}
	}
	rows, err := peersNotMet(c.run)
	if err != nil || len(rows) == 0 || rows[0].Ratio.Value > rows[len(rows)-1].Ratio.Value {
		t.Errorf("%d are not twice as fast, or not the worst first: %v", len(rows), err)
	}
}

// The table of answers is that of package choose: each first-page answer stands in it.
func TestAnswersAreChosen(t *testing.T) {
	c := composedReference(t)
	rows, err := needsAtRates([]float64{0.001})(c.run)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range rows {
		if n.found && !strings.Contains(c.pages["REPORT.md"], answer(n).page) {
			t.Errorf("%s: %q is not on the first page", n.need.Words, answer(n).page)
		}
	}
}

// The glossary describes every family of the run, and none twice.
func TestGlossary(t *testing.T) {
	c := composedReference(t)
	text := c.pages["report/glossary.md"]
	seen := map[string]bool{}
	for i := range c.d.Records {
		family := analysis.FamilyOf(c.d.Records[i].Variant)
		if n := strings.Count(text, "\n- **`"+family+"`**: "); n != 1 && !seen[family] {
			t.Errorf("%s is described %d times", family, n)
		}
		seen[family] = true
	}
}
