package harness

import (
	"fmt"
	"runtime"
	"sync/atomic"

	"filterbench/internal/contender"
	"filterbench/internal/record"
	"filterbench/variants"
	"filterbench/variants/catalog"
	"filterbench/variants/shared"
)

var _ = kinds.add(kind{
	name: record.KindFirsts, needs: []string{"capacity or slots", "fill"}, takes: []string{"hashes", "guards", "goroutines"},
	keyed: true,
	stage: single, // goroutines that meet need the cores
	suits: func(v variants.Variant, s *Settings) error {
		if p, is := catalog.ProgramOf(v.String()); is {
			switch {
			case !p.Filter.Reports:
				return fmt.Errorf("%s does not say what an insert did, which kind %s asks", v, record.KindFirsts)
			case s.Guards != nil:
				return fmt.Errorf(`%s is a program, which its threads share by its own means; leave out key "guards"`, v)
			}
			return nil
		}
		if (s.Guards == nil) != (s.Goroutines == nil) {
			return fmt.Errorf(`keys "guards" and "goroutines" need each other`)
		}
		for _, guard := range s.Guards {
			if err := shared.Suits(guard, v); err != nil {
				return err
			}
			if guard == record.GuardSharded || guard == record.GuardTorn {
				return fmt.Errorf("guard %q does not say what an insert did; take %s or %s", guard, record.GuardAtomic, record.GuardMutex)
			}
		}
		f, err := v.New(variants.Size{Keys: 64}, 0)
		if err != nil {
			return err
		}
		if _, ok := f.(variants.Reporter); !ok {
			return fmt.Errorf("%s does not say what an insert did, which kind %s asks", v, record.KindFirsts)
		}
		return nil
	},
	cost: func(w work) cost {
		c := cost{ns: 3 * w.keys * w.perKey, bytes: 2*w.shape.Bits/8 + 16*keysOf(w.Trial)}
		for _, n := range w.Goroutines {
			c.ns += w.keys * float64(n) * (w.perKey + 2*nsGuard)
		}
		return c
	},
	probe: probeFirsts, program: programFirsts,
})

// probeFirsts inserts keys by calls that say whether they changed the filter, twice each, and
// holds the first report to a lookup before it. Then, for each number of goroutines, all of
// them insert each key at once into an empty filter that they share: they wait for each other
// before every key.
func probeFirsts(t record.Trial, r *record.Record) error {
	b, err := newBench(t, 0)
	if err != nil {
		return err
	}
	r.Shape = b.filter.Shape()
	hashes := make([]uint64, keysOf(t))
	b.keys.HashInserts(hashes, 0, b.hashSeed)
	f, out := b.filter.(variants.Reporter), &record.Firsts{}
	for _, h := range hashes {
		was := b.filter.Contains(h)
		changed := f.Add(h)
		out.Fresh++
		if !changed {
			out.Old++
		}
		if changed == was {
			out.Disagree++
		}
	}
	for _, h := range hashes {
		out.Repeats++
		if f.Add(h) {
			out.ToldNew++
		}
	}
	if len(t.Goroutines) > 0 {
		out.AtOnce = runtime.GOMAXPROCS(0)
	}
	for _, n := range t.Goroutines {
		f, err := shared.New(t.Guard, b.variant, sizeOf(t), filterSeed(drawSeed(t, 0)))
		if err != nil {
			return err
		}
		out.Races = append(out.Races, raceOf(f.(variants.Reporter), hashes, n))
	}
	r.Outcome = out
	return nil
}

// patience is how often a goroutine looks for the others before it lets somebody else run.
const patience = 10_000

// raceOf lets n goroutines insert each key at once, and counts who was told what.
func raceOf(f variants.Reporter, hashes []uint64, n int) record.Raced {
	told := make([][]bool, n)
	var arrived atomic.Int64
	together(n, func(g int) {
		mine, procs := make([]bool, len(hashes)), runtime.GOMAXPROCS(0)
		for i, h := range hashes {
			arrived.Add(1)
			for all, spins := int64(n*(i+1)), 0; arrived.Load() < all; spins++ {
				if n > procs || spins > patience {
					runtime.Gosched()
				}
			}
			mine[i] = f.Add(h)
		}
		told[g] = mine
	})
	return racedOf(told)
}

// racedOf counts the keys by how many of those who inserted them were told that they were new.
func racedOf(told [][]bool) record.Raced {
	race := record.Raced{Goroutines: len(told), Keys: uint64(len(told[0]))}
	for i := range told[0] {
		firsts := 0
		for _, mine := range told {
			if mine[i] {
				firsts++
			}
		}
		switch {
		case firsts == 0:
			race.None++
		case firsts > 1:
			race.Twice++
		}
	}
	return race
}

func programFirsts(p program, r *record.Record) error {
	out := &record.Firsts{}
	for _, n := range append([]int{0}, p.trial.Goroutines...) {
		j, err := p.job(contender.JobReports, 0, keysOf(p.trial), 0)
		if err != nil {
			return err
		}
		j.Threads = n
		a, err := p.run(j, r)
		switch {
		case err != nil:
			return err
		case n > 0:
			out.AtOnce = runtime.NumCPU()
			out.Races = append(out.Races, racedOf(a.Told))
			continue
		}
		out.Fresh, out.Repeats = uint64(len(a.Taken)), uint64(len(a.After))
		out.Old, out.ToldNew = out.Fresh-contender.Count(a.Taken), contender.Count(a.After)
		for i, was := range a.Found {
			if a.Taken[i] == was {
				out.Disagree++
			}
		}
	}
	r.Outcome = out
	return nil
}
