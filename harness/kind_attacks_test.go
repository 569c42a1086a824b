package harness

import (
	"math"
	"testing"

	"filterbench/internal/record"
	"filterbench/internal/stattest"
	"filterbench/variants/theory"
)

// TestCrawl: an exact set makes no mistake, a filter that says yes to everything skips every
// item, one that refuses fetches again what it refused, and the items that a Bloom filter
// skips are those of its formula, summed up over the filling: both sides, with a false alarm
// in a million.
func TestCrawl(t *testing.T) {
	of := func(variant string, seed record.Seed) []record.Crawled {
		steps := measure(t, record.Trial{Kind: record.KindCrawl, Variant: variant, Capacity: 1000, Fill: 2, Copies: 3, Seed: seed}).Crawl().Steps
		if len(steps) != crawlSteps || steps[4].Fresh != 1000 || steps[9].Repeats != 4000 {
			t.Fatalf("%s: %d steps, the last is %+v", variant, len(steps), steps[len(steps)-1])
		}
		return steps
	}
	for _, variant := range []string{"exact", "set(of=string)", "set(of=digest)"} {
		if s := of(variant, 1)[9]; s.Skipped+s.Refused+s.Again+s.Forgotten != 0 || s.Known != 4000 || s.Text < 2000*8 {
			t.Errorf("%s: %+v", variant, s)
		}
	}
	if s := of("null", 1)[9]; s.Skipped != 2000 || s.Held() != 0 || s.Known != 0 {
		t.Errorf("null: %+v", s)
	}
	if s := of("quotient(r=14)", 1)[9]; s.Refused < 500 || s.Again < 100 || s.Forgotten != 0 || s.Known+s.Again > s.Repeats {
		t.Errorf("quotient: %+v", s)
	}
	if s := of("seiflotfy-cuckoo", 1)[9]; s.Forgotten == 0 {
		t.Errorf("seiflotfy loses keys when it refuses one, and the crawl did not see it: %+v", s)
	}
	over := make([]float64, 60)
	for i := range over {
		s := of("bloom(bpk=6)", record.Seed(i+1))[4]
		want, held := 0.0, 0.0
		for range 1000 {
			p := theory.BloomExactFPR(6000, uint64(math.Round(held)), 4)
			want, held = want+p, held+1-p
		}
		over[i] = float64(s.Skipped) / want
	}
	stattest.Mean(t, over, 1, 1e-6)
}

func adversary(t *testing.T, attack, knows, variant string, fill float64, draws int) *record.Adversary {
	t.Helper()
	return measure(t, record.Trial{Kind: record.KindAdversary, Variant: variant, Hash: "siphash", Capacity: 900, Fill: fill, Draws: draws, Attack: attack, Knows: knows}).Adversary()
}

// TestPollute: inserts that set k new bits each give the rate (nk/m)^k, and none of it without
// the key. False alarms: one in a million each.
func TestPollute(t *testing.T) {
	known := adversary(t, record.AttackPollute, record.KnowsKey, "bloom(bpk=10,k=5)", 1, 1)
	if known.Worked != 900 || known.Chosen != 900 {
		t.Errorf("with the key: %+v", known)
	}
	stattest.Rate(t, known.Positives, known.Queries, math.Pow(0.5, 5), 1e-6)
	// One table scatters about its formula, more than its lookups: half as much again is far out.
	secret := adversary(t, record.AttackPollute, record.KnowsAnswers, "bloom(bpk=10,k=5)", 1, 1)
	if rate, usual := float64(secret.Positives)/float64(secret.Queries), theory.BloomExactFPR(9000, 900, 5); rate < usual/1.5 || rate > usual*1.5 {
		t.Errorf("without the key the rate is %g; that of any keys is %g", rate, usual)
	}
}

// TestCollide: whoever finds 2b keys with the places of his own has the next one refused,
// with the key by computing and without it by asking; an exact table gives none away.
func TestCollide(t *testing.T) {
	for _, knows := range record.Knowledges {
		a := adversary(t, record.AttackCollide, knows, "cuckoo(b=2,f=6)", 0.2, 20)
		if a.Refused != 1 || a.Worked != a.Chosen || a.Chosen != 5 || a.Shut != 0 || a.Denied != 0 {
			t.Errorf("who knows the %s: %+v", knows, a)
		}
		if (a.Tried > 0) != (knows == record.KnowsKey) || (a.Asked > 0) != (knows == record.KnowsAnswers) {
			t.Errorf("who knows the %s tried %d and asked %d", knows, a.Tried, a.Asked)
		}
	}
	if a := adversary(t, record.AttackCollide, record.KnowsKey, "hashtable(d=2,b=4)", 0.2, 20); a.Chosen != 1 {
		t.Errorf("whole hashes: %+v", a)
	}
}

// TestReplayAndDelete: what is found is found again, and a deleted false positive loses about
// one member; an aimed one loses the member that was aimed at.
func TestReplayAndDelete(t *testing.T) {
	if a := adversary(t, record.AttackReplay, record.KnowsAnswers, "cuckoo(b=4,f=8)", 1, 10); a.Chosen != 10*replays || a.Worked != a.Chosen || a.Asked < 100 {
		t.Errorf("replay: %+v", a)
	}
	// A repaired key is positive again at the rate of others, some per cent at 8 bits: of 100 lookups
	// more than half by chance in fewer than one case in a million.
	if a := adversary(t, record.AttackReplay, record.KnowsAnswers, "adaptive(f=8)", 1, 10); a.Chosen != 10*replays || 2*a.Worked > a.Chosen {
		t.Errorf("replay against one that adapts: %+v", a)
	}
	for _, knows := range record.Knowledges {
		if a := adversary(t, record.AttackDelete, knows, "cuckoo(b=4,f=8)", 0.9, 10); a.Chosen != 10 || a.Worked < 9 || a.Denied < 7 || a.Denied > 10 {
			t.Errorf("delete by one who knows the %s: %+v", knows, a)
		}
	}
}

// TestInvert: with the key all members are named, and others at the rate of false positives;
// without it as many right as one in Draws, by chance.
func TestInvert(t *testing.T) {
	for _, variant := range []string{"bloom(fpr=0.01)", "cuckoo(b=4,f=8)"} {
		known := adversary(t, record.AttackInvert, record.KnowsKey, variant, 1, 50)
		if known.Worked != 900 || known.Tried != 50*900 || known.Chosen <= 900 {
			t.Errorf("%s, with the key: %+v", variant, known)
		}
		secret := adversary(t, record.AttackInvert, record.KnowsAnswers, variant, 1, 50)
		stattest.Rate(t, secret.Worked, secret.Chosen, 1.0/50, 1e-6)
	}
}

// TestFaults: a flipped bit of a Bloom filter loses nk/m keys on average, of a table of
// fingerprints its load; a form cut short is refused where its size is checked, and is not in
// a library that does not check it. The means have a false alarm in a million.
func TestFaults(t *testing.T) {
	of := func(variant string, seed record.Seed) *record.Faults {
		return measure(t, record.Trial{Kind: record.KindFaults, Variant: variant, Capacity: 900, Fill: 1, Draws: 100, Seed: seed}).Faults()
	}
	var bloom, cuckoo []float64
	for seed := record.Seed(1); seed <= 30; seed++ {
		bloom = append(bloom, float64(of("bloom(bpk=10,k=4)", seed).Table.Lost)/100)
		cuckoo = append(cuckoo, float64(of("cuckoo(b=4,f=12)", seed).Table.Lost)/100)
	}
	k, m := 4.0, 9000.0
	stattest.Mean(t, bloom, 900*(1-math.Pow(1-1/m, k)), 1e-6)
	stattest.Mean(t, cuckoo, 900.0/1024, 1e-6)
	if f := of("guava(fpr=0.01)", 1); f.Whole != 0 || f.Form == 0 || f.Cut.Told != 100 || f.Flipped.Told != 0 || f.Flipped.Lost == 0 {
		t.Errorf("guava: %+v", f)
	}
	if f := of("holiman-bloom(fpr=0.01)", 1); f.Flipped.Told != 100 {
		t.Errorf("holiman has a checksum: %+v", f)
	}
	if f := of("seiflotfy-cuckoo", 1); f.Cut.Told == 100 || f.Cut.Lost == 0 || f.Whole != 0 {
		t.Errorf("seiflotfy reads what is cut short: %+v", f)
	}
	if f := of("fuse(f=8)", 1); f.Whole != 0 || f.Flipped.Lost == 0 {
		t.Errorf("fuse: %+v", f)
	}
}

// TestFirsts: every report is that of a lookup before, whoever makes it; with a lock one of
// several goroutines alone is told that it was first.
func TestFirsts(t *testing.T) {
	for _, variant := range []string{"bloom(fpr=0.05)", "guava(fpr=0.05)", "redis-bf(fpr=0.05)", "bab-bloom(fpr=0.05)", "boom-bloom(fpr=0.05)", "ipfs-bloom(fpr=0.05)", "ristretto-bloom(fpr=0.05)"} {
		f := measure(t, record.Trial{Kind: record.KindFirsts, Variant: variant, Capacity: 5000, Fill: 1}).Firsts()
		if f.Disagree != 0 || f.ToldNew != 0 || f.Old == 0 || f.Old > 250 || f.Fresh != 5000 {
			t.Errorf("%s: %+v", variant, f)
		}
	}
	for _, guard := range []string{record.GuardAtomic, record.GuardMutex} {
		f := measure(t, record.Trial{Kind: record.KindFirsts, Variant: "bloom(bpk=10,k=7)", Capacity: 5000, Fill: 1, Guard: guard, Goroutines: []int{2, 3}}).Firsts()
		for _, r := range f.Races {
			if guard == record.GuardMutex && r.Twice != 0 || r.None > f.Old || r.Keys != 5000 { // who sets the last bit of a key is told
				t.Errorf("%s: %+v of %+v", guard, r, f)
			}
		}
	}
}

// TestKindsRefuse: a filter that has nothing of what a kind asks is refused beforehand.
func TestKindsRefuse(t *testing.T) {
	for _, c := range []struct{ kind, variant, more string }{
		{record.KindAdversary, "cuckoo(b=4,f=12)", "attacks = [\"pollute\"]\nknows = [\"key\"]\ndraws = 1"},
		{record.KindAdversary, "bloom(bpk=10)", "attacks = [\"delete\"]\nknows = [\"key\"]\ndraws = 1"},
		{record.KindAdversary, "bloom(bpk=10)", "attacks = [\"collide\"]\nknows = [\"key\"]\ndraws = 1"},
		{record.KindFaults, "exact", "draws = 1"},
		{record.KindFirsts, "cuckoo(b=4,f=12)", ""},
		{record.KindFirsts, "bloom(bpk=10)", "guards = [\"torn\"]\ngoroutines = [2]"},
		{record.KindFirsts, "bloom(bpk=10)", "guards = [\"atomic\"]"},
	} {
		text := "title = \"t\"\nquestion = \"q\"\nexpect = \"e\"\n[[part]]\nname = \"p\"\nkind = \"" + c.kind + "\"\nvariants = [\"" + c.variant + "\"]\nworkloads = [\"uniform\"]\ncapacity = [100]\nfill = [1]\nreps = 1\n" + c.more + "\n"
		e, err := Decode("x", "x.toml", []byte(text))
		if err == nil {
			_, err = Expand("standard", []Experiment{e})
		}
		if err == nil {
			t.Errorf("kind %s takes %s with %q", c.kind, c.variant, c.more)
		}
	}
}
