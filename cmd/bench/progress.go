package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"filterbench/harness"
)

// progress shows how far a run has come: a bar with the time left on a terminal,
// else a plain line now and then.
type progress struct {
	out  io.Writer
	bar  *progressbar.ProgressBar // nil where there is no terminal
	next time.Duration            // when the next plain line is due
}

// lineEvery is how often a plain line is written.
const lineEvery = 10 * time.Second

// barSteps is the resolution of the bar.
const barSteps = 1000

func newProgress(out io.Writer) *progress {
	p := &progress{out: out}
	if f, ok := out.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		p.bar = progressbar.NewOptions(barSteps,
			progressbar.OptionSetWriter(out), progressbar.OptionFullWidth(),
			progressbar.OptionSetPredictTime(false), progressbar.OptionSetElapsedTime(false),
			progressbar.OptionThrottle(100*time.Millisecond))
	}
	return p
}

// show is the harness's progress callback.
func (p *progress) show(s harness.Progress) {
	if s.Last.Failed != "" {
		p.line("FAILED %s %s, %s, %s: %s", s.Last.Experiment, s.Last.Part, s.Last.Variant, s.Last.ID, s.Last.Failed)
	}
	text := fmt.Sprintf("%d/%d trials", s.Done+s.Failed+s.Skipped, s.Trials)
	if s.Left > 0 {
		text += fmt.Sprintf(", %s left", s.Left.Round(time.Second))
	}
	if s.Last.Experiment != "" {
		text += ", " + s.Last.Experiment
	}
	if p.bar != nil {
		p.bar.Describe(text)
		p.bar.Set(int(s.Share * barSteps))
		return
	}
	if s.Elapsed >= p.next {
		p.next = s.Elapsed + lineEvery
		fmt.Fprintf(p.out, "%3.0f %%  %s\n", 100*s.Share, text)
	}
}

func (p *progress) line(format string, args ...any) {
	if p.bar != nil {
		p.bar.Clear()
	}
	fmt.Fprintf(p.out, format+"\n", args...)
}

func (p *progress) close() {
	if p.bar != nil {
		p.bar.Clear()
	}
}

// count shows that so many of n steps are done.
func (p *progress) count(done, n int) {
	p.show(harness.Progress{Done: done, Trials: n, Share: float64(done) / float64(n)})
}
