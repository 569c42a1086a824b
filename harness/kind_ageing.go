package harness

import (
	"errors"
	"fmt"
	"slices"

	"filterbench/internal/record"
	"filterbench/variants"
	"filterbench/variants/families"
)

var _ = kinds.add(kind{
	name: record.KindAgeing, needs: []string{"capacity", "fill", "lookups", "turnovers", "windows"}, takes: []string{"hashes"},
	keyed: true,
	suits: func(v variants.Variant, _ *Settings) error {
		if !v.HasAny(families.Ages | families.Deletes) {
			return fmt.Errorf("%s neither forgets nor deletes, of which kind %s needs one", v, record.KindAgeing)
		}
		return nil
	},
	inserts: slidThrough,
	cost: func(w work) cost {
		checks := float64(len(w.Turnovers))
		return cost{ns: 2*float64(slidThrough(w.Trial))*w.perKey + checks*(float64(w.Lookups)+(2+lateTo)*w.keys)*w.perKey, bytes: 16 * slidThrough(w.Trial)}
	},
	probe: probeAgeing,
})

// lateAfter are the ages, in windows since they left it, up to which expired keys are looked
// up: within a generation of most filters, within a window, and long gone.
var lateAfter = []float64{0.125, 0.5, 1, 2, lateTo}

const lateTo = 4

// probeAgeing inserts keys as time passes, one a unit on average, and lets each expire a
// window of Fill times Capacity units after it came: a filter that ages is told the time, and
// from one that deletes the caller, who has a list, deletes. At each checkpoint every key in
// the window is looked up, as are those that left it, and absent keys.
func probeAgeing(t record.Trial, r *record.Record) error {
	b, err := newBench(t, 0)
	if err != nil {
		return err
	}
	r.Shape = b.filter.Shape()
	a := &ageing{bench: b, window: keysOf(t), out: &record.Ageing{}}
	a.hashes, a.came = make([]uint64, 0, slidThrough(t)), make([]uint64, 0, slidThrough(t))
	a.ager, _ = b.filter.(variants.Ager)
	a.remover, _ = b.filter.(variants.Deleter)
	for _, to := range lateAfter {
		a.out.Late = append(a.out.Late, record.Expiry{To: to})
	}
	for _, turnover := range t.Turnovers {
		for until := a.window + slides(turnover, a.window); a.now < until; a.now++ {
			if err := a.pass(); err != nil {
				return err
			}
		}
		a.check(turnover)
	}
	if a.ager != nil {
		a.out.Swept, a.out.AtOnce = a.ager.Swept()
	}
	r.Outcome = a.out
	return nil
}

// ageing is a filter whose keys expire.
type ageing struct {
	*bench
	ager    variants.Ager    // nil where the caller deletes
	remover variants.Deleter // nil where the filter ages by itself
	window  uint64           // in units of time
	now     uint64           // units of time since the start
	hashes  []uint64         // of all keys so far
	came    []uint64         // when each of them came
	gone    int              // keys that have left the window
	out     *record.Ageing
}

// pass lets a unit of time pass: keys leave, and others come.
func (a *ageing) pass() error {
	if a.now%chunk == 0 {
		a.checkStop()
	}
	if a.ager != nil {
		a.ager.Advance(a.now)
	}
	for ; a.gone < len(a.came) && a.came[a.gone]+a.window < a.now; a.gone++ {
		if _, no := a.refused[uint64(a.gone)]; a.ager == nil && !no {
			a.remover.Delete(a.hashes[a.gone])
			a.out.Deletes++
		}
	}
	for range arriving(a.trial.Window, a.now, a.window) {
		at := uint64(len(a.hashes))
		if at >= a.keys.Inserts() {
			return fmt.Errorf("workload %s has %d keys to insert, which is too few", a.trial.Workload, at)
		}
		a.keys.HashInserts(a.buffer[:1], at, a.hashSeed)
		err := a.filter.Insert(a.buffer[0])
		if errors.Is(err, variants.ErrFull) {
			a.refused[at] = struct{}{}
		} else if err != nil {
			return err
		}
		a.hashes, a.came = append(a.hashes, a.buffer[0]), append(a.came, a.now)
	}
	if listed := 8 * uint64(len(a.hashes)-a.gone); a.ager == nil {
		a.out.Listed = max(a.out.Listed, listed)
	}
	return nil
}

// arriving returns how many keys come at a unit of time: one, or by time in turn one at
// every second for two windows, and three in two for two windows.
func arriving(window string, now, length uint64) int {
	switch even := now%2 == 0; {
	case window == record.WindowCount:
		return 1
	case now/(2*length)%2 == 0 && even:
		return 1
	case now/(2*length)%2 == 0:
		return 0
	case even:
		return 2
	}
	return 1
}

// check adds a checkpoint. A key that came when the window began is in it.
func (a *ageing) check(turnover float64) {
	now := a.now - 1 // the last unit that has passed
	p := record.Aged{Turnover: turnover, Inserted: uint64(len(a.hashes)), Refused: uint64(len(a.refused))}
	for i := len(a.hashes) - 1; i >= 0; i-- {
		age := now - a.came[i]
		if float64(age) > (1+lateTo)*float64(a.window) {
			break
		}
		if _, no := a.refused[uint64(i)]; no {
			continue
		}
		yes := a.filter.Contains(a.hashes[i])
		if age <= a.window {
			p.Live++
			if !yes {
				p.Missing++
			}
			continue
		}
		late := float64(age-a.window) / float64(a.window)
		bin, _ := slices.BinarySearch(lateAfter, late)
		a.out.Late[bin].Asked++
		if yes {
			a.out.Late[bin].Yes++
		}
	}
	n := uint64(a.trial.Lookups)
	p.Queries, p.Positives = a.query(uint64(len(a.out.Checkpoints))*n, n)
	a.out.Checkpoints = append(a.out.Checkpoints, p)
}
