package harness

import "filterbench/internal/record"

var _ = kinds.add(kind{
	name: record.KindFPR, needs: []string{"capacity or slots", "fill", "positives or precision", "max_queries"}, takes: []string{"hashes"},
	atOnce: true,
	cost: func(w work) cost {
		absent := lookups(w.Trial, w.shape)
		return cost{ns: w.keys*(w.perKey+w.perHit) + w.refused*nsRefusal + absent*w.perLookup, bytes: repeatsHeld(w.Trial), lookups: absent}
	},
	probe: probeFPR, program: programFPR,
})

// probeFPR fills a filter, looks up every accepted member again and then absent
// keys, each once: a number of them, or until a number of false positives.
func probeFPR(t record.Trial, r *record.Record) error {
	b, err := newBench(t, 0)
	if err != nil {
		return err
	}
	filled, err := b.fill(keysOf(t))
	if err != nil {
		return err
	}
	r.Shape = b.filter.Shape()
	r.Outcome = &record.FPR{Filled: filled}
	if t.Target == 0 {
		r.FPR().Queries, r.FPR().Positives = b.query(0, t.Queries)
		return nil
	}
	r.FPR().Queries, r.FPR().Positives = b.queryUntil(t.Target, t.Queries)
	r.FPR().Stop = record.StopCap
	if r.FPR().Positives == t.Target {
		r.FPR().Stop = record.StopTarget
	}
	return nil
}
