package harness

import (
	"math/rand/v2"
	"slices"
	"testing"

	"filterbench/internal/hashing"
	"filterbench/internal/record"
	"filterbench/variants"
	"filterbench/variants/catalog"
	"filterbench/variants/theory"
	"filterbench/workloads"
)

// spy is a filter that holds nothing and notes what it is asked.
type spy struct {
	asked, deleted []uint64
	inserts        int
	refuse         int // which insert is refused, from 1
}

func (s *spy) Insert(uint64) error {
	if s.inserts++; s.inserts == s.refuse {
		return variants.ErrFull
	}
	return nil
}
func (s *spy) Contains(h uint64) bool { s.asked = append(s.asked, h); return false }
func (s *spy) Delete(h uint64) bool   { s.deleted = append(s.deleted, h); return false }
func (s *spy) Shape() theory.Shape    { return theory.Shape{} }

// spied is the bench of a trial with a spy in place of its filter.
func spied(t *testing.T, trial record.Trial) (*bench, *spy) {
	t.Helper()
	if trial.Workload == "" {
		trial.Workload = "uniform"
	}
	trial.Variant, trial.Seed, trial.Fill = "exact", 7, 1
	b, err := newBench(trial, 0)
	if err != nil {
		t.Fatal(err)
	}
	s := &spy{}
	b.filter = s
	return b, s
}

// TestCheckpointsAskNewKeys: no absent key is looked up at two checkpoints.
func TestCheckpointsAskNewKeys(t *testing.T) {
	b, s := spied(t, record.Trial{Capacity: 10, Queries: 1000})
	c := churn{bench: b, window: 10, at: 10}
	for _, turnover := range []float64{0, 1} {
		s.asked = s.asked[:len(s.asked):len(s.asked)]
		c.check(turnover)
	}
	slices.Sort(s.asked)
	if n := len(slices.Compact(s.asked)); n != 10+2*1000 {
		t.Errorf("%d different keys were looked up; want 10 members and twice 1000 absent ones", n)
	}
}

// TestChurnDeletesWhatWasAccepted: a refused key is not deleted when it leaves the
// window, and a delete that finds nothing is counted.
func TestChurnDeletesWhatWasAccepted(t *testing.T) {
	b, s := spied(t, record.Trial{Capacity: 10, Deletes: true})
	b.refused[3] = struct{}{}
	c := churn{bench: b, window: 10}
	for pos := range uint64(10) {
		if err := c.step(workloads.Op{Kind: workloads.Delete, Pos: pos}); err != nil {
			t.Fatal(err)
		}
	}
	if len(s.deleted) != 9 || c.undeleted != 9 {
		t.Errorf("%d deletes, %d of them counted as finding nothing; want 9 and 9", len(s.deleted), c.undeleted)
	}
}

// TestCopiesBeforeTheFirstRefusal: an insert that works again after a refusal does
// not count as before it.
func TestCopiesBeforeTheFirstRefusal(t *testing.T) {
	b, s := spied(t, record.Trial{Capacity: 10})
	s.refuse = 3
	if accepted, before, sequence := b.insertCopies(1, 5, tally{}, tally{}); accepted != 4 || before != 2 || sequence != "++-++" {
		t.Errorf("%d copies accepted, %d before the refusal, %s; want 4, 2 and ++-++", accepted, before, sequence)
	}
}

// TestVerifySkipsRefused, and counts as distinct only what was accepted.
func TestVerifySkipsRefused(t *testing.T) {
	b, s := spied(t, record.Trial{Workload: "repeat(r=4)", Capacity: 400})
	gone := b.keys.KeyOf(0)
	for i := range uint64(400) {
		if b.keys.KeyOf(i) == gone {
			b.refused[i] = struct{}{}
		}
	}
	refused := uint64(len(b.refused))
	members, missing := b.verify(0, 400)
	if want := 400 - refused; members != want || missing != want || len(s.asked) != int(want) {
		t.Errorf("%d members, %d missing, %d asked; want %d of each", members, missing, len(s.asked), want)
	}
	all := map[uint64]bool{}
	for i := range uint64(400) {
		all[b.keys.KeyOf(i)] = true
	}
	if got := b.distinct(400); got != uint64(len(all)-1) {
		t.Errorf("%d distinct keys accepted; want all %d but one", got, len(all))
	}
}

// TestTimingSeesFalseNegatives, and asks no absent key twice.
func TestTimingSeesFalseNegatives(t *testing.T) {
	b, s := spied(t, record.Trial{Capacity: 10, Lookups: 500})
	members := []uint64{1, 2, 3}
	run := timing[uint64]{
		bench: b, watch: &stopwatch{}, loop: looper[uint64]{seed: 1, hashTo: hashing.Uint64s}, members: members,
		lookups: b.keys.IntegerLookups, complete: true, rng: rand.NewPCG(1, 2),
	}
	if _, err := run.timeLookups("hit"); err == nil {
		t.Error("a filter that denies its members passed")
	}
	s.asked = nil
	for range 2 {
		if _, err := run.timeLookups("miss"); err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(s.asked)
	if n := len(slices.Compact(s.asked)); n != 1000 {
		t.Errorf("two loops of 500 misses asked %d different keys; want 1000", n)
	}
}

// TestLoopHashesWithItsSeed: in batches and one by one, what goes in is the hash
// of the key under the trial's seed, and a refused key is tried once.
func TestLoopHashesWithItsSeed(t *testing.T) {
	keys := make([]uint64, 1500)
	for i := range keys {
		keys[i] = uint64(i)
	}
	accepted := map[string][]int{}
	for _, single := range []bool{false, true} {
		for name, size := range map[string]variants.Size{"exact": {Keys: 1500}, "cuckoo(b=4,f=12)": {Slots: 1024}} {
			v, err := catalog.Parse(name)
			if err != nil {
				t.Fatal(err)
			}
			f, err := v.New(size, 5)
			if err != nil {
				t.Fatal(err)
			}
			l := looper[uint64]{seed: 77, single: single, hashTo: hashing.Uint64s}
			accepted[name] = append(accepted[name], l.insert(f, keys))
			for _, k := range keys {
				if name == "exact" && !f.Contains(hashing.Uint64(k, 77)) {
					t.Fatalf("single %v: key %d is not in under the trial's seed", single, k)
				}
			}
		}
	}
	if c := accepted["cuckoo(b=4,f=12)"]; accepted["exact"][0] != 1500 || c[0] != c[1] || c[0] > 1024 {
		t.Errorf("accepted %v; want 1500 by exact, and as many by cuckoo in batches as one by one", accepted)
	}
}

// TestSeedsAreIndependent: keys, hash and walk of a draw never share a seed.
func TestSeedsAreIndependent(t *testing.T) {
	seen := map[uint64]bool{}
	for draw := range 100 {
		s := drawSeed(record.Trial{Seed: 1}, draw)
		for _, seed := range []uint64{s, keySeed(s), hashSeed(s), filterSeed(s)} {
			if seen[seed] {
				t.Fatalf("draw %d: seed %x is used twice", draw, seed)
			}
			seen[seed] = true
		}
	}
}
