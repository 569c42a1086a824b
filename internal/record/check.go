package record

import (
	"fmt"
	"slices"
	"strings"
)

// Check reports what is wrong with a record: another schema, an id that is not
// its trial's, a payload that is missing, double or of another kind, or counts
// that no trial can give, such as more positives than queries.
func (r *Record) Check() error {
	if r.Schema != Schema {
		return fmt.Errorf("schema %d: must be %d", r.Schema, Schema)
	}
	if want := r.Trial.ID(); r.ID != want {
		return fmt.Errorf("id %q does not belong to this trial, whose id is %q", r.ID, want)
	}
	if err := r.checkPayload(); err != nil {
		return err
	}
	if r.Failed != "" {
		return nil
	}
	return r.checkCounts()
}

// payload says whether the part of a record for one kind of trial is there.
type payload struct {
	kind string
	set  bool
}

func (r *Record) payloads() []payload {
	return []payload{
		{KindFPR, r.FPR != nil},
		{KindLoad, r.Load != nil},
		{KindKicks, r.Kicks != nil},
		{KindDuplicates, r.Duplicates != nil},
		{KindChurn, r.Churn != nil},
		{KindAudit, r.Audit != nil},
		{KindHeap, r.Heap != nil},
		{KindDrift, r.Drift != nil},
		{KindErasure, r.Erasure != nil},
		{KindTime, r.Time != nil},
		{KindBins, r.Bins != nil},
		{KindPlaces, r.Places != nil},
		{KindCycle, r.Cycle != nil},
		{KindLatency, r.Latency != nil},
		{KindArrivals, r.Arrivals != nil},
		{KindCold, r.Cold != nil},
		{KindParallel, r.Parallel != nil},
	}
}

// checkPayload demands the payload of the trial's kind, or a reason of failure,
// and nothing beside it.
func (r *Record) checkPayload() error {
	var kinds, found []string
	for _, p := range r.payloads() {
		kinds = append(kinds, p.kind)
		if p.set {
			found = append(found, p.kind)
		}
	}
	if r.Failed != "" {
		found = append(found, "failed")
	}
	switch {
	case !slices.Contains(kinds, r.Kind):
		return fmt.Errorf("kind %q: must be one of %s", r.Kind, strings.Join(kinds, ", "))
	case len(found) == 0:
		return fmt.Errorf("no outcome; must have %q or \"failed\"", r.Kind)
	case len(found) > 1:
		return fmt.Errorf("%d outcomes (%s); must have exactly one", len(found), strings.Join(found, ", "))
	case found[0] != r.Kind && found[0] != "failed":
		return fmt.Errorf("outcome %q of a trial of kind %q; must be %q", found[0], r.Kind, r.Kind)
	}
	return nil
}

// checkCounts dispatches on the one payload that is set.
func (r *Record) checkCounts() error {
	switch {
	case r.FPR != nil:
		return r.FPR.check(r.Trial)
	case r.Load != nil:
		return r.Load.check()
	case r.Kicks != nil:
		return r.Kicks.check()
	case r.Duplicates != nil:
		return r.Duplicates.check()
	case r.Churn != nil:
		return r.Churn.check()
	case r.Audit != nil:
		return r.Audit.check()
	case r.Heap != nil:
		return r.Heap.check()
	case r.Bins != nil:
		return r.Bins.check()
	case r.Places != nil:
		return r.Places.check()
	case r.Cycle != nil:
		return r.Cycle.check()
	case r.Latency != nil:
		return r.Latency.check()
	case r.Arrivals != nil:
		return r.Arrivals.check()
	case r.Cold != nil:
		return r.Cold.check()
	case r.Parallel != nil:
		return r.Parallel.check()
	case r.Drift != nil:
		return r.Drift.check()
	case r.Erasure != nil:
		return r.Erasure.check()
	}
	return r.Time.check()
}

// atMost is a part that cannot exceed its whole.
type atMost struct {
	part  string
	n     uint64
	whole string
	of    uint64
}

func checkParts(parts ...atMost) error {
	for _, p := range parts {
		if p.n > p.of {
			return fmt.Errorf("%s %d exceeds %s %d", p.part, p.n, p.whole, p.of)
		}
	}
	return nil
}

func (f *FPR) check(t Trial) error {
	stop := ""
	switch {
	case t.Target > 0 && f.Positives == t.Target:
		stop = StopTarget
	case t.Target > 0:
		stop = StopCap
	}
	if f.Stop != stop || f.Positives > t.Target && t.Target > 0 {
		return fmt.Errorf("stop %q with %d positives and a target of %d: must be %q", f.Stop, f.Positives, t.Target, stop)
	}
	return checkParts(
		atMost{"accepted", f.Accepted, "inserted", f.Inserted},
		atMost{"distinct", f.Distinct, "accepted", f.Accepted},
		atMost{"missing", f.Missing, "members", f.Members},
		atMost{"positives", f.Positives, "queried", f.Queries},
	)
}

func (l *Load) check() error {
	n := len(l.Accepted)
	if len(l.Distinct) != n || len(l.Kicks) != n && len(l.Kicks) != 0 {
		return fmt.Errorf("load has %d accepted, %d distinct and %d kicks; must be one of each a draw",
			n, len(l.Distinct), len(l.Kicks))
	}
	for i := range n {
		if l.Distinct[i] > l.Accepted[i] {
			return fmt.Errorf("draw %d: distinct %d exceeds accepted %d", i, l.Distinct[i], l.Accepted[i])
		}
	}
	if l.Unfilled < 0 || l.Unfilled > n {
		return fmt.Errorf("unfilled %d: must be from 0 to the %d draws", l.Unfilled, n)
	}
	return nil
}

// check demands sizes in increasing order and no size that was never seen.
func (h Histogram) check(name string) error {
	for i, bin := range h {
		if i > 0 && bin[0] <= h[i-1][0] {
			return fmt.Errorf("histogram %s: size %d after %d; must increase", name, bin[0], h[i-1][0])
		}
		if bin[1] == 0 {
			return fmt.Errorf("histogram %s: size %d has count 0; must be left out", name, bin[0])
		}
	}
	return nil
}

func (k *Kicks) check() error {
	for _, w := range k.Windows {
		if !(w.From < w.To) {
			return fmt.Errorf("window from %g to %g: must begin before it ends", w.From, w.To)
		}
		if err := w.Kicks.check("kicks"); err != nil {
			return err
		}
		if err := w.Refused.check("refused"); err != nil {
			return err
		}
	}
	return nil
}

func (d *Duplicates) check() error {
	for _, h := range []struct {
		name string
		h    Histogram
	}{{"accepted", d.Accepted}, {"refused", d.Refused}, {"taken", d.Taken}} {
		if err := h.h.check(h.name); err != nil {
			return err
		}
	}
	return checkParts(
		atMost{"missing", d.Missing, "checked", d.Checked},
		atMost{"leftover", d.Leftover, "background", d.Background},
	)
}

func (c *Churn) check() error {
	for i, p := range c.Checkpoints {
		err := checkParts(
			atMost{"refused", p.Refused, "inserted", p.Inserted},
			atMost{"missing", p.Missing, "live", p.Live},
			atMost{"positives", p.Positives, "queried", p.Queries},
		)
		if err != nil {
			return fmt.Errorf("checkpoint %d: %w", i, err)
		}
		if i > 0 && p.Turnover <= c.Checkpoints[i-1].Turnover {
			return fmt.Errorf("checkpoint %d: turnover %g after %g; must increase", i, p.Turnover, c.Checkpoints[i-1].Turnover)
		}
	}
	return nil
}

func (h *Heap) check() error {
	return checkParts(
		atMost{"accepted", h.Accepted, "inserted", h.Inserted},
		atMost{"missing", h.Missing, "accepted", h.Accepted},
	)
}
