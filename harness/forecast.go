package harness

import (
	"time"

	"filterbench/internal/record"
)

// forecast tells how far a run has come and how long it will take yet. It begins with the
// estimates of the plan and corrects them, kind by kind, by what trials of the kind took.
// All numbers are seconds of the wall clock, that of counting trials shared by the cores.
type forecast struct {
	before  float64 // estimated work of what earlier runs recorded
	reserve float64 // estimated work that may come on top
	kinds   map[string]*kindWork

	estimator Estimator
}

// kindWork is the work of the trials of a kind.
type kindWork struct {
	planned float64 // estimated, of trials that are not done
	done    float64 // estimated, of those that are
	took    float64 // what those took
}

func (f *forecast) of(t record.Trial) (work *kindWork, workers float64) {
	if f.kinds == nil {
		f.kinds = map[string]*kindWork{}
	}
	if f.kinds[t.Kind] == nil {
		f.kinds[t.Kind] = &kindWork{}
	}
	if alone(t.Kind) {
		return f.kinds[t.Kind], 1
	}
	return f.kinds[t.Kind], float64(Workers())
}

// plan adds a trial that is to be done.
func (f *forecast) plan(t record.Trial) {
	work, workers := f.of(t)
	work.planned += f.estimator.Of(t).Seconds / workers
}

// done notes that a planned trial was done, and how long it took.
func (f *forecast) done(t record.Trial, took time.Duration) {
	work, workers := f.of(t)
	cost := f.estimator.Of(t).Seconds / workers
	work.planned = max(0, work.planned-cost)
	work.done += cost
	work.took += took.Seconds() / workers
}

// left returns how long the rest will take: as estimated, or corrected by what trials took.
// A kind of which nothing is done yet is corrected as all kinds together.
func (f *forecast) left(corrected bool) float64 {
	var done, took, left float64
	for _, k := range f.kinds {
		done, took = done+k.done, took+k.took
	}
	factor := func(k kindWork) float64 {
		switch {
		case corrected && k.done > 0:
			return k.took / k.done
		case corrected && done > 0:
			return took / done
		}
		return 1
	}
	for _, k := range f.kinds {
		left += k.planned * factor(*k)
	}
	return left
}

// share returns how much of the estimated work is done, from 0 to 1.
func (f *forecast) share() float64 {
	done := f.before
	for _, k := range f.kinds {
		done += k.done
	}
	rest := f.left(false) + f.reserve
	if rest <= 1e-9*done { // nothing, but for the rounding of sums
		return 1
	}
	return done / (done + rest)
}
