package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"filterbench/analysis/advise"
	"filterbench/analysis/choose"
	"filterbench/internal/prob"
	"filterbench/variants"
	"filterbench/variants/catalog"
	"filterbench/variants/families"
)

// promised is a design that was built and filled.
type promised struct {
	answer  advise.Answer
	need    advise.Need
	hits, n uint64 // of absent keys
}

// randomNeed is a need of some ten thousand keys: small enough to build hundreds of filters.
func randomNeed(random *rand.Rand) advise.Need {
	n := advise.Need{
		Keys: math.Floor(math.Exp2(13.5 + 3*random.Float64())), Rate: math.Pow(10, -1-2*random.Float64()),
		Deletes: random.IntN(2) == 0, Static: random.IntN(3) == 0,
	}
	if !n.Static && random.IntN(4) == 0 {
		n.Growth = float64(2 + random.IntN(3))
	}
	if n.Deletes && random.IntN(2) == 0 {
		n.Copies = []advise.Stream{{Rule: "each", Value: 2}, {Rule: "each", Value: 6}, {Rule: "hot", Value: 0.01}, {Rule: "zipf", Value: 0.7}, {Rule: "zipf", Value: 1.1}, {Rule: "hot", Value: 0.0003}}[random.IntN(6)]
	}
	return n
}

// stream lists the copies of a need's keys, by the definition of its streams, in random order.
func stream(n advise.Need, keys []uint64, random *rand.Rand) (all []uint64) {
	count := float64(len(keys))
	sum := 0.0
	for i := range keys {
		sum += math.Pow(float64(i+1), -n.Copies.Value)
	}
	for i, key := range keys {
		copies := 1.0
		switch n.Copies.Rule {
		case "each":
			copies = n.Copies.Value
		case "hot":
			if i == 0 {
				copies = math.Max(1, math.Floor(count*n.Copies.Value/(1-n.Copies.Value)))
			}
		case "zipf":
			copies = math.Max(1, math.Round(count*math.Pow(float64(i+1), -n.Copies.Value)/sum))
		}
		for range int(copies) {
			all = append(all, key)
		}
	}
	random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all
}

// keep builds the design and holds it to all that is no matter of chance: its bytes, that it
// refuses nothing and denies no key, and that deletes of half of the copies leave the others.
func keep(t *testing.T, n advise.Need, a advise.Answer, random *rand.Rand) promised {
	t.Helper()
	v, err := catalog.Parse(a.Variant)
	if err != nil {
		t.Fatal(err)
	}
	f, err := v.New(variants.Size{Keys: uint64(a.Keys)}, random.Uint64())
	if err != nil {
		t.Fatalf("%s: %v", a.Variant, err)
	}
	keys := make([]uint64, int(a.Held))
	for i := range keys {
		keys[i] = random.Uint64()
	}
	all := stream(n, keys, random)
	for i, key := range all {
		if err := f.Insert(key); err != nil {
			t.Errorf("%s for %+v refuses insert %d of %d", a.Variant, n, i+1, len(all))
			return promised{answer: a, need: n}
		}
	}
	if b, ok := f.(variants.Builder); ok {
		if err := b.Build(); err != nil {
			t.Fatalf("%s: %v", a.Variant, err)
		}
	}
	side := uint64(0)
	if s, ok := f.(variants.Sider); ok {
		_, side = s.Side()
	}
	// A layer is added when an insert fails, which near the full load of the last one is a matter
	// of chance: of layers the promise is the most.
	if got := float64((f.Shape().Bits + 7) / 8); got != a.Bytes-a.Side && !(a.Family == "layered" && got < a.Bytes-a.Side) {
		t.Errorf("%s for %+v: %.0f bytes promised, %.0f taken", a.Variant, n, a.Bytes-a.Side, got)
	}
	if float64(side) > 2*a.Side+256 || float64(side) < a.Side/2-256 {
		t.Errorf("%s for %+v: %.0f bytes beside the table expected, %d taken", a.Variant, n, a.Side, side)
	}
	p := promised{answer: a, need: n}
	lookups := uint64(math.Min(200_000, 150/a.Rate))
	for range lookups {
		if f.Contains(random.Uint64()) {
			p.hits++
		}
	}
	p.n = lookups
	left := map[uint64]int{}
	for _, key := range all {
		left[key]++
	}
	if n.Deletes {
		for _, key := range all[:len(all)/2] {
			left[key]--
			if !f.(variants.Deleter).Delete(key) {
				t.Errorf("%s for %+v denies a key that is deleted", a.Variant, n)
				break
			}
		}
	}
	for _, key := range keys {
		if left[key] > 0 && !f.Contains(key) {
			t.Errorf("%s for %+v loses a key", a.Variant, n)
			break
		}
	}
	return p
}

// outside counts designs whose rate, times a factor, lies outside of the 95 % interval of
// what was measured.
func outside(designs []promised, factor float64) (count uint64) {
	for _, p := range designs {
		if lo, hi := prob.ClopperPearson(p.hits, p.n, 0.95); factor*p.answer.Rate < lo || factor*p.answer.Rate > hi {
			count++
		}
	}
	return count
}

// TestAdviserPromises designs filters for hundreds of random needs, builds and fills them.
// Bytes, refusals and lost keys are exact, of every design. Rates lie inside their
// interval in 95 % of designs: the number outside is binomial, and the test fails with a chance of
// 1e-6 at either end if it is. Were all promises a fifth too low or too high, it would fail.
func TestAdviserPromises(t *testing.T) {
	model, err := choose.Reference()
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(14, 2))
	var designs []promised
	kinds := map[string]int{}
	for range 200 {
		n := randomNeed(random)
		answers, err := advise.Solve(n, model)
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			a := answers[random.IntN(len(answers))]
			if a.Family == "none" || a.Rate == 0 && random.IntN(4) > 0 {
				continue
			}
			kinds[a.Family]++
			if p := keep(t, n, a, random); p.n > 0 && a.Rate > 0 {
				designs = append(designs, p)
			}
		}
	}
	if len(designs) < 400 || len(kinds) < 20 {
		t.Fatalf("only %d designs of %d families", len(designs), len(kinds))
	}
	// Intervals of counts hold 95 % at least, and somewhat more where counts are low.
	const least, most, alarm = 0.02, 0.05, 1e-6
	n := uint64(len(designs))
	misses := outside(designs, 1)
	_, above := prob.BinomialTails(misses, n, most)
	below, _ := prob.BinomialTails(misses, n, least)
	t.Logf("%d of %d designs of %d families are outside their interval", misses, n, len(kinds))
	if above < alarm || below < alarm {
		t.Errorf("%d of %d designs are outside their 95 %% interval", misses, n)
	}
	for _, factor := range []float64{0.8, 1.25} {
		if _, above := prob.BinomialTails(outside(designs, factor), n, most); above > alarm {
			t.Errorf("promises that are off by a factor of %g would pass: %d of %d outside", factor, outside(designs, factor), n)
		}
	}
}

// TestAdviserRefusals: where the adviser says that a family cannot keep a rate in a memory, no
// value of its parameter does, by sizes that constructors choose and rates of theory; and
// what it says would do is the least that does.
func TestAdviserRefusals(t *testing.T) {
	model, err := choose.Reference()
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(14, 3))
	// By keys alone: rates that are asked for, curves and dictionaries follow no short grid or shape.
	templates := map[string][]string{}
	for _, c := range model.Candidates {
		for x := 2; x <= 64; x++ {
			for _, text := range []string{fmt.Sprint(x), fmt.Sprint(float64(x) / 2)} {
				if name := strings.Replace(c.Name, "?", text, 1); !strings.Contains(name, "fpr") && c.Copies.Rule != advise.CopiesDictionary && c.Rate.Rule != advise.RateCurve {
					templates[c.Family] = append(templates[c.Family], name)
				}
			}
		}
	}
	refused := 0
	for range 40 {
		n := advise.Need{Keys: math.Floor(math.Exp2(12 + 15*random.Float64())), Rate: math.Pow(10, -1-4*random.Float64()), Deletes: random.IntN(2) == 0}
		n.Bytes = math.Floor(n.Keys * (6 + 14*random.Float64()) / 8)
		ranking, err := advise.Rank(n, model)
		if err != nil {
			t.Fatal(err)
		}
		able := map[string]float64{} // the least bytes of a family, by the adviser
		for _, a := range ranking.Answers {
			if least, ok := able[a.Family]; (a.Feasible || a.Short == "bytes") && (!ok || a.Bytes < least) {
				able[a.Family] = a.Bytes
			}
		}
		for family, least := range able {
			for _, name := range templates[family] {
				v, err := catalog.Parse(name)
				if err != nil {
					continue // beyond the parameter's range
				}
				s, err := v.Shape(variants.Size{Keys: uint64(n.Keys)})
				if err != nil {
					continue
				}
				p, ok := families.Predict(s, uint64(n.Keys))
				if !ok {
					continue
				}
				refused++
				if bytes := float64(s.Bits+7) / 8; p.FPR <= n.Rate*(1-1e-3) && bytes < least*(1-1e-3)-64 {
					t.Errorf("%+v: %s keeps the rate in %.0f bytes, and the adviser says %.0f is the least of its family", n, name, bytes, least)
				}
			}
		}
	}
	if refused < 10_000 {
		t.Errorf("only %d comparisons", refused)
	}
}
