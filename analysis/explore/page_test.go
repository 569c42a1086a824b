package explore

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"filterbench/analysis/advise"
	"filterbench/analysis/choose"
	"filterbench/analysis/figures"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
	"filterbench/internal/stat"
	"filterbench/variants/families"
)

// estimate is what the page says of one observation.
type estimate struct {
	ID            string
	Unit          string
	Point         []string
	Value, Lo, Hi float64
	Theory        *float64
}

func (e estimate) key() string { return e.ID + " " + e.Unit + " " + strings.Join(e.Point, " ") }

// estimates are all of them, computed in the page.
func (b *browser) estimates(t *testing.T) map[string]estimate {
	t.Helper()
	all := map[string]estimate{}
	const step = 2000
	for from := 0; ; from += step {
		var list []estimate
		b.eval(t, fmt.Sprintf("explorer.estimates(%d, %d)", from, from+step), &list)
		for _, e := range list {
			if _, twice := all[e.key()]; twice {
				t.Errorf("%s is there twice", e.key())
			}
			all[e.key()] = e
		}
		if len(list) < step {
			return all
		}
	}
}

// observed are the samples of one unit at one point of a cell, as package record has them.
type observed struct {
	kind    string
	amounts []float64
	records []*record.Record
}

// observe groups what package record samples as the page does.
func observe(t *testing.T) map[string]*observed {
	t.Helper()
	d, _ := run()
	cells, err := allCells(d)
	if err != nil {
		t.Fatal(err)
	}
	first, rank := map[string]string{}, map[string]int{}
	for _, c := range cells {
		for i, r := range c.Records {
			first[r.ID], rank[r.ID] = c.Records[0].ID, i
		}
	}
	all := map[string]*observed{}
	for _, s := range record.Samples(d.Records) {
		key := first[s.Record.ID]
		var point []string
		for _, l := range s.Point {
			point = append(point, l.Value)
		}
		for _, v := range s.Values {
			e := estimate{ID: key, Unit: v.Unit, Point: point}
			o := all[e.key()]
			if o == nil {
				o = &observed{kind: s.Record.Kind}
				all[e.key()] = o
			}
			o.amounts, o.records = append(o.amounts, v.Amount), append(o.records, s.Record)
		}
	}
	return all
}

// estimate is what package stat makes of samples, in the form that the page draws.
func (o *observed) estimate(unit string) (value, lo, hi float64) {
	switch unit {
	case record.UnitLoad, record.UnitDistinctLoad:
		d := stat.NewDistribution(o.amounts)
		return d.Quantile(0.5).Value / 100, d.Quantile(0.05).Value / 100, d.Quantile(0.95).Value / 100
	case record.UnitLongest:
		d, sum := stat.NewDistribution(o.amounts), 0.0
		for _, x := range o.amounts {
			sum += x
		}
		return sum / float64(len(o.amounts)), d.Quantile(0.05).Value, d.Quantile(0.95).Value
	}
	m := stat.NewMedian(o.amounts)
	return m.Value, m.Lo, m.Hi
}

// pooled are the units of counts, whose estimate is of the counts of all seeds.
var pooled = []string{record.UnitFalsePositives, record.UnitFalseNegatives, record.UnitRefused, record.UnitWrongDeletes, record.UnitSamePlaces}

// Every number that the page draws is what packages record, measure and stat give for the
// same records: all units of all cells of the reference run.
func numbersAreThoseOfTheRecords(t *testing.T, b *browser) {
	var known []string
	b.eval(t, "explorer.knownKinds", &known)
	got, want := b.estimates(t), observe(t)
	compared, unknown := 0, map[string]bool{}
	for key, o := range want {
		if !slices.Contains(known, o.kind) {
			unknown[o.kind] = true
			continue
		}
		unit := strings.Fields(key)[1]
		e, ok := got[key]
		if !ok {
			t.Errorf("the page has nothing of %s (%s)", key, o.kind)
			continue
		}
		delete(got, key)
		if slices.Contains(pooled, unit) {
			continue // below
		}
		compared++
		value, lo, hi := o.estimate(unit)
		if !near(e.Value, value) || !near(e.Lo, lo) || !near(e.Hi, hi) {
			t.Errorf("%s (%s): the page has %g (%g to %g), not %g (%g to %g)", key, o.kind, e.Value, e.Lo, e.Hi, value, lo, hi)
		}
	}
	for key := range got {
		if !slices.ContainsFunc([]string{": "}, func(s string) bool { return strings.Contains(key, s) }) {
			t.Errorf("the page made up %s", key)
		}
	}
	for kind := range unknown {
		t.Logf("kind %s has no samples in samples.js: the page shows the plain numbers of its payload", kind)
	}
	t.Logf("%d estimates compared", compared)
	if compared < 3000 {
		t.Error("hardly anything was compared")
	}
}

// Rates pooled over seeds, with their wide intervals, and their theory: those of package
// measure in every cell.
func ratesAreThoseOfMeasure(t *testing.T, b *browser) {
	got := b.estimates(t)
	d, _ := run()
	cells, err := allCells(d)
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	check := func(e estimate, p stat.Proportion, theory float64) {
		t.Helper()
		g, ok := got[e.key()]
		switch {
		case !ok:
			t.Errorf("the page has nothing of %s", e.key())
		case !near(g.Value, p.Rate) || !near(g.Lo, p.WideLo) || !near(g.Hi, p.WideHi):
			t.Errorf("%s: the page has %g (%g to %g), not %g (%g to %g)", e.key(), g.Value, g.Lo, g.Hi, p.Rate, p.WideLo, p.WideHi)
		case math.IsNaN(theory) != (g.Theory == nil), g.Theory != nil && math.Abs(*g.Theory/theory-1) > 1e-5 && theory > 0:
			t.Errorf("%s: theory on the page is %v, not %g", e.key(), g.Theory, theory)
		}
		compared++
	}
	for _, c := range cells {
		switch c.Kind {
		case record.KindFPR:
			if f, err := measure.FPR(c); err == nil {
				check(estimate{ID: c.Records[0].ID, Unit: record.UnitFalsePositives}, f.Proportion, f.Theory)
			}
		case record.KindChurn:
			points, err := measure.Churn(c)
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range points {
				check(estimate{ID: c.Records[0].ID, Unit: record.UnitFalsePositives, Point: []string{fmt.Sprintf("%.6g", p.Turnover)}}, p.Proportion, p.Theory)
			}
		case record.KindErasure:
			var hits, trials []uint64
			for _, r := range c.Records {
				hits, trials = append(hits, r.Erasure().Succeeded), append(trials, r.Erasure().Attempts)
			}
			check(estimate{ID: c.Records[0].ID, Unit: record.UnitWrongDeletes}, stat.NewProportion(hits, trials), math.NaN())
		}
	}
	t.Logf("%d rates compared", compared)
	if compared < 1000 {
		t.Error("hardly anything was compared")
	}
}

// near allows for the rounding errors of another order of summation.
func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*math.Max(math.Abs(a), math.Abs(b))+1e-300 }

// Net times and floors are those of package measure.
func timesAreThoseOfMeasure(t *testing.T, b *browser) {
	b.show(t, "y=lookup&x=keys")
	got := b.estimates(t)
	d, _ := run()
	cells, err := allCells(d)
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, c := range cells {
		if c.Kind != record.KindTime || c.Variant == record.NullVariant {
			continue
		}
		for _, op := range c.Ops {
			m, ok := measure.Time(c, op)
			if !ok || !m.HasNet() {
				continue
			}
			e := got[estimate{ID: c.Records[0].ID, Unit: record.UnitNetTime, Point: []string{op}}.key()]
			if !near(e.Value, m.Net.Value) || !near(e.Lo, m.Net.Lo) || !near(e.Hi, m.Net.Hi) {
				t.Errorf("%s, %s: the page has %+v, not %+v", c.Variant, op, e, m.Net)
			}
			compared++
		}
	}
	if compared < 500 {
		t.Errorf("only %d times were compared", compared)
	}
}

// The sliders rank as the model of package measure does: set by hand, read from the table.
func slidersRankAsTheModel(t *testing.T, b *browser) {
	b.show(t, "tab=cost&rows=all")
	d, _ := run()
	sizes, err := measure.CostMap(d)
	if err != nil || len(sizes) == 0 {
		t.Fatal(err, sizes)
	}
	rng := rand.New(rand.NewPCG(14, 6))
	leaders := map[string]bool{}
	for range 40 {
		n, exponent, bits, deletes := rng.IntN(len(sizes)), math.Round(10*(1+6*rng.Float64()))/10, math.Round(2*(6+36*rng.Float64()))/2, rng.IntN(2) == 1
		b.eval(t, fmt.Sprintf(`for (const [id, v] of [["work", %g], ["n", %d], ["bits", %g]]) { const e = document.getElementById("slider-" + id); e.value = v; e.dispatchEvent(new Event("input")); }
			const button = document.querySelector('[data-key="del"]'); if ((button.getAttribute("aria-pressed") === "true") !== %t) button.click(); 0`, exponent, n, bits, deletes), nil)
		var rows []struct {
			Variant string
			Cost    float64
		}
		b.eval(t, `[...document.querySelectorAll("#ranking tbody tr")].map((r) => ({ variant: r.dataset.variant, cost: +r.dataset.cost }))`, &rows)
		work := math.Pow(10, exponent)
		want := []measure.Contender{{Variant: measure.NoFilter, Rate: 1}}
		for _, c := range sizes[n].Contenders {
			f := families.Named(strings.Split(c.Variant, "(")[0])
			if (bits > 40 || c.Bits <= bits) && (!deletes || f.Has(families.Deletes) && !f.HasAny(families.Unsound|families.Static)) {
				want = append(want, c)
			}
		}
		slices.SortStableFunc(want, func(a, b measure.Contender) int { return cmpFloat(a.Overhead(work), b.Overhead(work)) })
		if len(rows) != len(want) {
			t.Fatalf("work 10^%g, n %d, bits %g, deletes %t: %d rows, want %d", exponent, n, bits, deletes, len(rows), len(want))
		}
		for i, r := range rows {
			if !near(r.Cost, want[i].Overhead(work)) {
				t.Errorf("work 10^%g, n %d, bits %g, deletes %t: row %d is %s at %g ns, want %s at %g", exponent, n, bits, deletes, i, r.Variant, r.Cost, want[i].Variant, want[i].Overhead(work))
				break
			}
		}
		leaders[rows[0].Variant] = true
	}
	if len(leaders) < 4 {
		t.Errorf("the sliders change the best to %v only", leaders)
	}
}

func cmpFloat(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// How often each is the best of resampled runs agrees with the 1000 resamples of package
// measure. The page takes 400 others; both err by sampling, and the test allows five standard
// errors of the difference: a false alarm once in two million, at a fixed seed in any case.
func chancesAreThoseOfTheModel(t *testing.T, b *browser) {
	b.show(t, "tab=cost")
	d, _ := run()
	sizes, err := measure.CostMap(d)
	if err != nil {
		t.Fatal(err)
	}
	for n, size := range sizes {
		for _, best := range size.Grid {
			b.show(t, fmt.Sprintf("tab=cost&n=%d&work=%g", n, math.Log10(best.Work)))
			var chances map[string]float64
			b.eval(t, "explorer.chances()", &chances)
			p := best.Probability
			if off := math.Abs(chances[best.Variant] - p); off > 5*math.Sqrt(math.Max(p*(1-p), 0.002)*(1.0/1000+1.0/400)) {
				t.Errorf("%d keys, work %g: %s is the best in %g of runs on the page, %g in Go", size.Keys, best.Work, best.Variant, chances[best.Variant], p)
			}
		}
	}
}

// randomNeeds are needs of every kind, with one of keys, rate and memory left open in most.
func randomNeeds() (needs []advise.Need) {
	rng := rand.New(rand.NewPCG(14, 7))
	maybe := func(x float64) float64 {
		if rng.IntN(2) == 0 {
			return 0
		}
		return x
	}
	for range 240 {
		n := advise.Need{
			Keys: math.Round(math.Pow(10, 1+8*rng.Float64())), Rate: math.Pow(10, -6*rng.Float64()-0.2),
			Deletes: rng.IntN(2) == 0, Static: rng.IntN(4) == 0, Growth: maybe(1 + 7*rng.Float64()),
			HitRatio: maybe(rng.Float64()), MissCost: maybe(math.Pow(10, 7*rng.Float64())),
		}
		n.Bytes = math.Round(n.Keys * (4 + 20*rng.Float64()) / 8)
		switch rng.IntN(5) {
		case 0:
			n.Keys = 0
		case 1:
			n.Rate = 0
		case 2, 3:
			n.Bytes = 0
		}
		switch rng.IntN(6) {
		case 0:
			n.Copies = advise.Stream{Rule: "each", Value: float64(1 + rng.IntN(40))}
		case 1:
			n.Copies = advise.Stream{Rule: "zipf", Value: 0.3 + rng.Float64()}
		case 2:
			n.Copies = advise.Stream{Rule: "hot", Value: 0.001 + 0.1*rng.Float64()}
		}
		if rng.IntN(3) == 0 {
			n.Calls = "single"
		}
		needs = append(needs, n)
	}
	return needs
}

// The adviser of the page designs, prices and ranks as package advise does, for needs of every
// kind: each design, number, reason and verdict.
func advisesAsThePackage(t *testing.T, b *browser) {
	d, _ := run()
	model, err := choose.Model(d, nameOf(d.Dir))
	if err != nil {
		t.Fatal(err)
	}
	needs := randomNeeds()
	needs = append(needs, advise.Need{Keys: 5}, advise.Need{Keys: -1, Rate: 0.1, Bytes: 9}, advise.Need{Keys: 9, Rate: 0.1, Copies: advise.Stream{Rule: "hot", Value: 2}})
	asked, err := json.Marshal(needs)
	if err != nil {
		t.Fatal(err)
	}
	var got []struct {
		advise.Ranking
		Error string
	}
	b.eval(t, "explorer.advise("+string(asked)+")", &got)
	designs, feasible := 0, 0
	for i, n := range needs {
		want, err := advise.Rank(n, model)
		if err != nil {
			if got[i].Error != err.Error() {
				t.Errorf("%+v: %q on the page, %q in Go", n, got[i].Error, err)
			}
			continue
		}
		if got[i].Verdict != want.Verdict || got[i].Solved != want.Solved || len(got[i].Answers) != len(want.Answers) {
			t.Errorf("%+v: %q, solved for %q on the page; %q, %q in Go", n, got[i].Verdict, got[i].Solved, want.Verdict, want.Solved)
			continue
		}
		byName := map[string]advise.Answer{}
		for _, w := range want.Answers {
			byName[w.Variant] = w
		}
		for j, there := range want.Answers {
			g := got[i].Answers[j]
			w := byName[g.Variant]
			// two that tie but for the last bit of a power may stand in the other order
			if g.Variant != there.Variant && !near(g.Rate, there.Rate) && (g.Cost == nil || there.Cost == nil || !near(g.Cost.NS, there.Cost.NS)) {
				t.Errorf("%+v: row %d is %s on the page, %s in Go", n, j, g.Variant, there.Variant)
				break
			}
			designs++
			if w.Feasible {
				feasible++
			}
			if said(g) != said(w) || !near(g.Rate, w.Rate) || g.Bytes != w.Bytes || g.Held != w.Held || g.Side != w.Side || !near(g.PerKey, w.PerKey) || math.Abs(g.Best-w.Best) > 1e-5 ||
				!priced(g.Cost, w.Cost) || !priced(g.Hit, w.Hit) || !priced(g.Miss, w.Miss) || !priced(g.Insert, w.Insert) {
				t.Errorf("%+v: row %d is\n%s, %+v on the page,\n%s, %+v in Go", n, j, said(g), g.Design, said(w), w.Design)
				break
			}
		}
	}
	t.Logf("%d designs compared, %d of them feasible", designs, feasible)
	if designs < 5000 || feasible < 1000 {
		t.Error("hardly anything was compared")
	}
}

// said is what an answer says in words.
func said(a advise.Answer) string {
	within := ""
	if w := a.Within; w != nil {
		within = fmt.Sprintf("%s %.9g %g", w.Variant, w.Rate, w.Bytes)
	}
	return fmt.Sprint(a.Variant, a.Family, a.Feasible, a.Why, a.Short, a.Beyond, a.Copies, a.Deletes, a.Try, a.Notes, within, len(a.IDs))
}

func priced(g, w *advise.Estimate) bool {
	return g == nil && w == nil || g != nil && w != nil && near(g.NS, w.NS) && near(g.Lo, w.Lo) && near(g.Hi, w.Hi) && g.Outside == w.Outside
}

// The address holds the whole view: opened anew it shows the same points; each figure of the
// report has cells there.
func addressRestoresTheView(t *testing.T, b *browser) {
	shown := func() (table [][]any) {
		b.eval(t, "explorer.table()", &table)
		return table
	}
	for _, f := range figures.Catalogue() {
		state, _ := State(f.ID)
		if strings.HasPrefix(state, "tab=") {
			continue
		}
		b.show(t, state)
		if n := len(shown()) - 1; n < 3 {
			t.Errorf("figure %s: its state shows %d points", f.ID, n)
		}
		var marks int
		b.eval(t, `document.querySelectorAll("#chart svg").length`, &marks)
		if marks == 0 {
			t.Errorf("figure %s: its state draws nothing", f.ID)
		}
	}
	// by hand: another axis, a panel, a filter, words, a point
	b.show(t, "y=lookup&x=keys&experiment=throughput&part=size")
	b.eval(t, `const choose = (key, v) => { const e = document.querySelector('[data-key="' + key + '"]'); e.value = v; e.dispatchEvent(new Event(e.type === "search" ? "input" : "change")); };
		choose("x", "bytes"); choose("facet", "op"); choose("as", "best"); choose("q", "f=12");
		document.querySelector('[data-key="opmiss"]').click();
		dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" })); 0`, nil)
	before := shown()
	var hash, card, sameCard string
	b.eval(t, "location.hash.slice(1)", &hash)
	b.eval(t, `document.getElementById("details").textContent`, &card)
	for _, part := range []string{"x=bytes", "facet=op", "as=best", "op=miss", "q=f=12", "at="} {
		if !strings.Contains(hash, part) {
			t.Errorf("the address %q lacks %s", hash, part)
		}
	}
	if len(before) < 3 || !strings.Contains(card, "bench run --experiment throughput") {
		t.Fatalf("%d rows; the card says %q", len(before), card)
	}
	b.load(t, hash)
	b.eval(t, `document.getElementById("details").textContent`, &sameCard)
	if after := shown(); fmt.Sprint(after) != fmt.Sprint(before) || card != sameCard {
		t.Errorf("opened anew, %q shows other points or another card", hash)
	}
	// a step back takes the last choice off again
	b.eval(t, `document.querySelector('[data-key="on-pareto"]').click(); 0`, nil)
	b.do(t, chromedp.Evaluate(`history.back()`, nil), chromedp.Poll("location.hash.slice(1) === "+quoted(hash)+" && explorer.state() === "+quoted(hash), nil, chromedp.WithPollingTimeout(10*time.Second)))
}

// A run that is dropped on the page, compressed or not, is compared with the first: a filter
// that was made twice as slow stands out, and nothing else does.
func droppedRunIsCompared(t *testing.T, b *browser) {
	b.show(t, "tab=compare")
	d, _ := run()
	const slowed = "cuckoo(b=4,f=12)"
	var lines strings.Builder
	for _, r := range d.Records {
		if r.Experiment != "throughput" || r.Part != "size" {
			continue
		}
		text, err := r.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		line := map[string]any{}
		if err := json.Unmarshal(text, &line); err != nil {
			t.Fatal(err)
		}
		if samples, ok := line["time"].(map[string]any); ok && r.Variant == slowed {
			for _, s := range samples["samples"].([]any) {
				s := s.(map[string]any)
				for _, clock := range []string{"elapsed_ns", "cpu_ns"} {
					if ns, ok := s[clock].(float64); ok {
						s[clock] = 3 * ns
					}
				}
			}
		}
		text, err = json.Marshal(line)
		if err != nil {
			t.Fatal(err)
		}
		lines.Write(append(text, '\n'))
	}
	b.eval(t, `explorer.take([new File([`+quoted(lines.String())+`], "mine.jsonl")]).then(() => 0)`, nil)
	b.show(t, "tab=compare&unit=net-ns/op")
	var rows []string
	b.eval(t, `[...document.querySelectorAll("#changes tbody tr")].map((r) => r.querySelector("th").textContent)`, &rows)
	if len(rows) < 4 {
		t.Fatalf("the slowed filter has %d changes that are told apart", len(rows))
	}
	for _, r := range rows {
		if r != slowed {
			t.Errorf("%s is said to have changed", r)
		}
	}
	b.eval(t, `explorer.take([new File(["no records\n"], "notes.txt")]).then(() => 0)`, nil)
	var said string
	b.eval(t, `document.getElementById("say").textContent`, &said)
	if !strings.Contains(said, "notes.txt: line 1") {
		t.Errorf("of a file that is no records the page says %q", said)
	}
}

// Verdicts are those of package claims, and each claim's records can be shown.
func claimsAreThoseOfTheLedger(t *testing.T, b *browser) {
	b.show(t, "tab=claims")
	_, verdicts := run()
	var rows map[string]string
	b.eval(t, `Object.fromEntries([...document.querySelectorAll(".claim")].map((c) => [c.id.slice(6), c.querySelector(".verdict").title]))`, &rows)
	if len(rows) != len(verdicts) {
		t.Errorf("%d claims on the page, %d in the ledger", len(rows), len(verdicts))
	}
	for i, v := range verdicts {
		if rows[v.ID] != string(v.Verdict) {
			t.Errorf("%s: %q on the page, %q in the ledger", v.ID, rows[v.ID], v.Verdict)
		}
		if i%6 > 0 || len(v.Cells) == 0 {
			continue
		}
		b.show(t, "tab=claims&claim="+v.ID)
		var n int
		b.eval(t, `(() => { const link = [...document.querySelectorAll("#claim-`+v.ID+` button")].at(-1); link.click(); return explorer.view.list.length; })()`, &n)
		if n == 0 {
			t.Errorf("%s: its %d cells show no point", v.ID, len(v.Cells))
		}
	}
}

// Nothing is wider than the window, on a phone and on a desk.
func pageFitsTheWindow(t *testing.T, b *browser) {
	for _, size := range [][2]int64{{390, 844}, {1280, 800}} {
		b.do(t, chromedp.EmulateViewport(size[0], size[1]))
		for _, state := range []string{"", "tab=cost", "tab=claims&claim=FPR-8", "tab=compare", states["time-by-size"], states["libraries"], "theme=dark&" + states["overload"]} {
			b.show(t, state)
			var wide []float64
			b.eval(t, `[document.documentElement.scrollWidth, innerWidth]`, &wide)
			if wide[0] > wide[1] {
				t.Errorf("%d pixels: %q is %g wide", size[0], state, wide[0])
			}
		}
	}
}

// How long the page takes, told and not tested: to the first paint, until all is there, and
// for each of some views from the change of the address to the end of the layout.
func timings(t *testing.T, b *browser) {
	var first, ready float64
	b.eval(t, `performance.getEntriesByName("first-contentful-paint")[0].startTime`, &first)
	b.eval(t, `explorer.ready`, &ready)
	t.Logf("first paint after %.0f ms, all of it after %.0f ms", first, ready)
	for _, state := range []string{states["poster"], states["time-by-size"], states["overload"], "x=bits", "tab=cost&work=5", "tab=claims"} {
		times := []float64{}
		for i := range 7 {
			b.show(t, fmt.Sprintf("%s&turn=%d", state, i))
			var took float64
			b.eval(t, "explorer.took", &took)
			times = append(times, took)
		}
		slices.Sort(times)
		t.Logf("%5.0f ms (best %.0f) %s", times[3], times[0], state)
	}
}
