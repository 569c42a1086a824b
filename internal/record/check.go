package record

import (
	"fmt"
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
	kind, ok := KindOf(r.Kind)
	switch {
	case !ok:
		return fmt.Errorf("kind %q: must be one of %s", r.Kind, kindNames())
	case r.Outcome == nil && r.Failed == "":
		return fmt.Errorf("no outcome; must have %q or \"failed\"", r.Kind)
	case r.Outcome != nil && r.Failed != "":
		return tooMany(r.Outcome.Kind(), "failed")
	case r.Outcome != nil && r.Outcome.Kind() != r.Kind:
		return fmt.Errorf("outcome %q of a trial of kind %q; must be %q", r.Outcome.Kind(), r.Kind, r.Kind)
	case r.Extra && !kind.Repeats:
		return fmt.Errorf("\"extra\" in a trial of kind %q: its trials are not repeated beyond the plan", r.Kind)
	case r.SpinNS < 0:
		return fmt.Errorf("spin_ns %d: must not be negative", r.SpinNS)
	case r.Failed != "":
		return nil
	}
	return r.Outcome.check(r.Trial)
}

func tooMany(outcomes ...string) error {
	return fmt.Errorf("%d outcomes (%s); must have exactly one", len(outcomes), strings.Join(outcomes, ", "))
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
