package harness

import (
	"fmt"
	"strings"
	"testing"
)

// TestPlanRefusesWhatItsRecordsWould: settings under which a trial could not be recorded, or
// would accuse its filter wrongly, are refused before anything is measured.
func TestPlanRefusesWhatItsRecordsWould(t *testing.T) {
	churn := "kind=\"churn\"\npositives=10\nmax_queries=1000\ndeletes=false\nturnovers=%s\n"
	timed := "kind=\"time\"\ncalls=[\"batch\"]\nlookups=100\nops=%s\n"
	for _, c := range []struct{ part, want string }{
		{fmt.Sprintf(churn, "[0, 1, 2]"), ""},
		{fmt.Sprintf(churn, "[1, 1]"), "must be in increasing order, no value twice: 1 follows 1"},
		{fmt.Sprintf(churn, "[0, 0.0001, 1, 2]"), "turnovers 0 and 0.0001 of a window of 1000 keys are the same checkpoint"},
		{fmt.Sprintf(timed, `["hit", "delete"]`), ""},
		{fmt.Sprintf(timed, `["delete", "hit"]`), "delete takes out the keys that hit looks up; it must stand behind the lookups"},
	} {
		text := "title=\"t\"\nquestion=\"q\"\nexpect=\"e\"\n[[part]]\nname=\"p\"\nvariants=[\"bloom(bpk=8)\"]\nworkloads=[\"uniform\"]\ncapacity=[1000]\nfill=[1]\nreps=1\n" + c.part
		e, err := Decode("x", "x.toml", []byte(text))
		var plan Plan
		if err == nil {
			plan, err = Expand("quick", []Experiment{e})
		}
		if err == nil {
			err = plan.CheckKeys()
		}
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v; want %q", c.part, err, c.want)
		}
	}
}
