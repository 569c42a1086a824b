package main

import (
	"bytes"
	"strings"
	"testing"

	"filterbench/internal/record"
)

// TestRunNamesTrialsOffSpeed: those before which the core was off its usual speed, by
// name, a few of them; nothing is said of a run that has none.
func TestRunNamesTrialsOffSpeed(t *testing.T) {
	for _, c := range []struct {
		off  int // of 20 trials
		want []string
	}{
		{0, nil},
		{1, []string{"before 1 of 20 timed trials the core ran more than 10 % off its usual speed:\n", "  demo-speed, part speed, bloom(bpk=10), repetition 0: -50 %\n"}},
		{7, []string{"before 7 of 20 ", ", repetition 4: -50 %\n", "  and 2 more\n"}},
	} {
		dir := resultsFolder(t, 0, 1)
		w, _, err := record.OpenWriter(dir+"/"+record.RecordsFile, nil)
		if err != nil {
			t.Fatal(err)
		}
		for rep := range 20 {
			r := madeUp("speed", rep, 1)
			if r.SpinNS = 30_000; rep < c.off {
				r.SpinNS = 60_000
			}
			if err := w.Append(r); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := sayCoreSpeed(&out, dir); err != nil {
			t.Fatal(err)
		}
		for _, want := range c.want {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%d off: %q lacks %q", c.off, out.String(), want)
			}
		}
		if c.want == nil && out.Len() > 0 || strings.Contains(out.String(), "repetition 5") {
			t.Errorf("%d off: %s", c.off, &out)
		}
	}
}
