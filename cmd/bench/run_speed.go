package main

import (
	"fmt"
	"io"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
)

// mostNamed is how many trials a line for people names.
const mostNamed = 5

// sayCoreSpeed names the timed trials of a run before which the core was faster or slower
// than usual: their times are not comparable with the rest.
func sayCoreSpeed(w io.Writer, dir string) error {
	d, err := analysis.Load(dir)
	if err != nil {
		return err
	}
	s, ok := measure.CoreSpeedOf(d)
	if !ok || len(s.Off) == 0 {
		return nil
	}
	fmt.Fprintf(w, "before %d of %d timed trials the core ran more than %.0f %% off its usual speed:\n", len(s.Off), s.Trials, 100*measure.SpeedMargin)
	for i, r := range s.Off {
		if i == mostNamed {
			fmt.Fprintf(w, "  and %d more\n", len(s.Off)-i)
			break
		}
		fmt.Fprintf(w, "  %s, part %s, %s, repetition %d: %+.0f %%\n", r.Experiment, r.Part, r.Variant, r.Rep, 100*(s.Median*float64(record.SpinSteps)/float64(r.SpinNS)-1))
	}
	return nil
}
