package harness

import (
	"fmt"
	"math"
	"slices"

	"filterbench/internal/record"
	"filterbench/variants"
	"filterbench/variants/families"
)

var _ = kinds.add(kind{
	name: record.KindRebuild, needs: []string{"capacity", "fill", "lookups", "turnovers", "stales"}, takes: []string{"hashes"},
	keyed: true,
	suits: func(v variants.Variant, _ *Settings) error {
		if v.HasAny(families.Deletes | refusals.any) {
			return fmt.Errorf("%s deletes or refuses; kind %s is for filters that do neither", v, record.KindRebuild)
		}
		return nil
	},
	inserts: slidThrough,
	cost: func(w work) cost {
		last := slices.Max(w.Turnovers)
		return cost{ns: w.keys * w.perKey * (2*last + last/w.Stale + 2), bytes: 8 * slidThrough(w.Trial)}
	},
	probe: probeRebuild,
})

// probeRebuild replaces live keys, the oldest by a new one, as often as the last turnover
// says. The filter, which cannot delete, is made anew of the live keys when the stale ones are
// the trial's share of these. About Lookups absent keys are looked up just after it was made
// and as many just before it is made anew, all together.
func probeRebuild(t record.Trial, r *record.Record) error {
	b, err := newBench(t, 0)
	if err != nil {
		return err
	}
	r.Shape = b.filter.Shape()
	n, total := keysOf(t), slides(t.Turnovers[len(t.Turnovers)-1], keysOf(t))
	every := max(1, uint64(math.Round(t.Stale*float64(n))))
	if every > total {
		return fmt.Errorf("%d keys are replaced and a rebuild comes after %d: give more turnovers", total, every)
	}
	out := &record.Rebuild{}
	each := max(1, uint64(t.Lookups)/(total/every))
	asked := uint64(0)
	ask := func(to *record.Asked) {
		queries, positives := b.query(asked, each)
		asked += queries
		to.Queries, to.Positives = to.Queries+queries, to.Positives+positives
	}
	made := uint64(0) // position of the oldest key when the filter was made
	if err := b.insert(0, n, nil); err != nil {
		return err
	}
	ask(&out.Fresh)
	for out.Replaced+every <= total {
		if err := b.insert(made+n, made+n+every, nil); err != nil {
			return err
		}
		out.Replaced += every
		ask(&out.Before)
		denied := uint64(0)
		_, denied = b.verify(made, made+every)
		out.Stale, out.StaleYes = out.Stale+every, out.StaleYes+every-denied
		made += every
		if out.Rebuilds%rebuildsVerified == 0 {
			live, missing := b.verify(made, made+n)
			out.Live, out.Missing = out.Live+live, out.Missing+missing
		}
		if b.filter, err = b.variant.New(sizeOf(t), filterSeed(drawSeed(t, 0))); err != nil {
			return err
		}
		if err := b.insert(made, made+n, nil); err != nil {
			return err
		}
		out.Rebuilds, out.Reinserted = out.Rebuilds+1, out.Reinserted+n
		ask(&out.Fresh)
	}
	r.Outcome = out
	return nil
}

// rebuildsVerified says before which rebuilds all live keys are looked up: one in so many.
const rebuildsVerified = 10
