package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"filterbench/harness"
)

// The ways to tell how far a run has come.
const (
	progressBar  = "bar"  // a bar on a terminal, else a plain line now and then
	progressJSON = "json" // a JSON object a line, for programs
	progressNone = "none" // failures alone
)

// progress shows how far a run has come. Its methods may be called from several goroutines.
type progress struct {
	mu   sync.Mutex
	out  io.Writer
	how  string
	bar  *progressbar.ProgressBar // nil where there is no terminal
	next time.Duration            // when the next plain line is due
	last harness.Progress
}

// How often a plain line is written, and one of JSON.
const (
	lineEvery = 10 * time.Second
	jsonEvery = 200 * time.Millisecond
)

// barSteps is the resolution of the bar.
const barSteps = 1000

func newProgress(out io.Writer, how string) *progress {
	p := &progress{out: out, how: how}
	if f, ok := out.(*os.File); how == progressBar && ok && term.IsTerminal(int(f.Fd())) {
		p.bar = progressbar.NewOptions(barSteps,
			progressbar.OptionSetWriter(out), progressbar.OptionFullWidth(),
			progressbar.OptionSetPredictTime(false), progressbar.OptionSetElapsedTime(false),
			progressbar.OptionThrottle(100*time.Millisecond))
	}
	return p
}

// show is the harness's progress callback.
func (p *progress) show(s harness.Progress) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.last = s
	if p.how == progressJSON {
		p.showJSON(s, false)
		return
	}
	if s.Last.Failed != "" {
		p.print("FAILED %s %s, %s, %s: %s", s.Last.Experiment, s.Last.Part, s.Last.Variant, s.Last.ID, s.Last.Failed)
	}
	text := fmt.Sprintf("%d/%d trials", s.Done+s.Failed+s.Skipped, s.Trials)
	if s.Left > 0 {
		text += fmt.Sprintf(", %s left", s.Left.Round(time.Second))
	}
	if s.Last.Experiment != "" {
		text += ", " + s.Last.Experiment
	}
	switch {
	case p.bar != nil:
		p.bar.Describe(text)
		p.bar.Set(int(s.Share * barSteps))
	case p.how == progressBar && s.Elapsed >= p.next:
		p.next = s.Elapsed + lineEvery
		fmt.Fprintf(p.out, "%3.0f %%  %s\n", 100*s.Share, text)
	}
}

// progressLine is what --progress json writes: the state of the run after a trial ended.
type progressLine struct {
	Event    string       `json:"event"` // trial, or end
	Done     int          `json:"done"`
	Failed   int          `json:"failed"`
	Skipped  int          `json:"skipped"` // recorded by an earlier run
	Trials   int          `json:"trials"`  // planned
	Share    float64      `json:"share"`   // of the estimated work, from 0 to 1
	ElapsedS float64      `json:"elapsed_s"`
	LeftS    *float64     `json:"left_s,omitempty"` // absent while unknown
	Trial    *progressOne `json:"trial,omitempty"`  // that ended last
}

type progressOne struct {
	ID         string `json:"id"`
	Experiment string `json:"experiment"`
	Part       string `json:"part"`
	Variant    string `json:"variant"`
	Failed     string `json:"failed,omitempty"`
}

// showJSON writes a line if one is due: the first, every failure, some between, the last.
func (p *progress) showJSON(s harness.Progress, end bool) {
	if !end && s.Last.Failed == "" && s.Elapsed < p.next {
		return
	}
	p.next = s.Elapsed + jsonEvery
	line := progressLine{Event: "trial", Done: s.Done, Failed: s.Failed, Skipped: s.Skipped, Trials: s.Trials, Share: s.Share, ElapsedS: s.Elapsed.Seconds()}
	if end {
		line.Event = "end"
	}
	if left := s.Left.Seconds(); left > 0 || s.Share == 1 {
		line.LeftS = &left
	}
	if l := s.Last; l.ID != "" {
		line.Trial = &progressOne{l.ID, l.Experiment, l.Part, l.Variant, l.Failed}
	}
	text, err := json.Marshal(line)
	if err != nil {
		panic("bench: progress does not marshal: " + err.Error()) // a share that is no number: caller bug
	}
	fmt.Fprintf(p.out, "%s\n", text)
}

// line writes a line for people.
func (p *progress) line(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.print(format, args...)
}

func (p *progress) print(format string, args ...any) {
	if p.bar != nil {
		p.bar.Clear()
	}
	if p.how != progressJSON {
		fmt.Fprintf(p.out, format+"\n", args...)
		return
	}
	text, err := json.Marshal(map[string]string{"event": "message", "text": fmt.Sprintf(format, args...)})
	if err == nil {
		fmt.Fprintf(p.out, "%s\n", text)
	}
}

// close ends what show began.
func (p *progress) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bar != nil {
		p.bar.Clear()
	}
	if p.how == progressJSON {
		p.showJSON(p.last, true)
	}
}

// count shows that so many of n steps are done, in so long.
func (p *progress) count(done, n int, elapsed time.Duration) {
	p.show(harness.Progress{Done: done, Trials: n, Share: float64(done) / float64(n), Elapsed: elapsed})
}
