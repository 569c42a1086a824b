package main

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/harness"
	"filterbench/internal/record"
	"filterbench/variants/families"
	"filterbench/workloads"
)

// tryFlags are the flags of bench try.
type tryFlags struct {
	keys, workload   string
	copies           string
	n                float64
	reps             int
	positives, limit uint64
	seed             uint64
	memory           float64 // GiB
	format           string
	bounds           harness.Bounds // on its trials, once the keys are read
}

func newTryCmd() *cobra.Command {
	var f tryFlags
	cmd := &cobra.Command{
		Use:   "try VARIANT...",
		Short: "What would these filters do on my keys?",
		Long: `try builds filters for your keys, several times with different hash seeds, and measures
false positives, load, kicks, size and speed, next to the same on random keys and to theory.
What filters that delete hold after deletes is looked up. Several filters are put side by
side, with how many times as fast one is as the other.

A filter may be given by a rate, as in 'cuckoo(fpr=0.1%)': its parameter is solved for.

The file has one key a line, plain or gzip. Repeated lines are counted and used
once. The absent keys that are looked up are made from yours by small changes, so
they look alike, and each is checked against the whole file. See bench list for
the filters and their parameters.`,
		Example: `  bench try 'cuckoo(b=4,f=12)' --keys /usr/share/dict/words
  bench try 'bloom(fpr=0.1%)' 'cuckoo(fpr=0.1%)' --n 1M
  bench try 'quotient(r=9)' 'cuckoo(b=4,f=12)' --n 100k --copies zipf:1
  bench try 'blocked(bpk=10)' --workload 'strided(stride=4096)' --n 1M --format json`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("try takes one variant or several, such as 'cuckoo(b=4,f=12)', in quotes; see bench list")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return try(cmd, args, f) },
	}
	fl := cmd.Flags()
	redisFlag(fl)
	fl.StringVarP(&f.keys, "keys", "k", "", "file of keys, one a line, plain or gzip; - is standard input")
	fl.StringVarP(&f.workload, "workload", "w", "", "generated keys instead of a file: uniform if there is neither (see bench list)")
	fl.StringVar(&f.copies, "copies", "", "check a stream of copies too: a number for each key, zipf:EXPONENT, or hot:SHARE of one key")
	quantityFlag(fl, &f.n, countKind, "n", "insert only so many keys (default: all of the file, or 100k generated)")
	fl.IntVar(&f.reps, "reps", 10, "repetitions, each with another hash seed")
	fl.Uint64Var(&f.positives, "positives", 2000, "false positives to expect, all repetitions together")
	fl.Uint64Var(&f.limit, "max-queries", 50_000_000, "bound on the lookups that may take")
	fl.Uint64Var(&f.seed, "seed", 1, "all random numbers derive from it")
	f.memory = harness.DefaultMemory >> 30
	quantityFlag(fl, &f.memory, gibKind, "memory", "memory budget; what needs more is refused")
	formatFlag(cmd, &f.format, "text", "json", "csv")
	cmd.ValidArgsFunction = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return families.Names(), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
	complete(cmd, "workload", workloadNames())
	return cmd
}

func try(cmd *cobra.Command, names []string, f tryFlags) error {
	var file tryAnswer
	var seen []string
	for _, name := range names { // before a file is read
		v, err := solved(name, 1<<20)
		if err != nil {
			return err
		}
		if slices.Contains(seen, v.String()) {
			return usagef("try: %s is named twice; name each filter once", v)
		}
		seen = append(seen, v.String())
	}
	if cmd.Flags().Changed("workload") && f.workload == "" {
		return usagef("--workload \"\": must name a workload, as bench list does")
	}
	workload, err := f.source(&file)
	if err != nil {
		return err
	}
	stream, err := f.stream()
	if err != nil {
		return err
	}
	sources := []string{workload}
	if workload != "uniform" && len(names) == 1 {
		sources = append(sources, "uniform")
	}
	var answers []tryAnswer
	for _, name := range names {
		v, err := solved(name, file.Keys)
		if err != nil {
			return err
		}
		answers = append(answers, tryAnswer{Variant: v.String(), Keys: file.Keys, File: file.File, Stream: stream})
	}
	p := newProgress(cmd.ErrOrStderr(), progressBar)
	defer p.close()
	records, err := f.measure(answers, sources, stream, p)
	if err != nil {
		return err
	}
	for i := range answers {
		a := &answers[i]
		for _, s := range sources {
			column, err := summarise(records, a.Variant, s)
			if err != nil {
				return err
			}
			a.Columns = append(a.Columns, column)
		}
		if err := a.Columns[0].addLeft(records, a.Variant, stream); err != nil {
			return err
		}
	}
	p.close()
	return writeAnswers(cmd.OutOrStdout(), answers, f.format)
}

// stdin is the file that --keys - means.
const stdin = "/dev/stdin"

// source checks the flags that choose keys, and returns the workload. It notes in
// the answer what is known of the keys.
func (f *tryFlags) source(a *tryAnswer) (string, error) {
	name := f.workload
	if f.keys == "" && f.n == 0 && f.workload == "" {
		return "", usagef("give your keys with --keys FILE, or how many random ones with --n 1M, or others with --workload NAME")
	}
	switch {
	case f.keys == "" && f.workload == "":
		name = "uniform"
	case f.keys != "" && f.workload != "":
		return "", usagef("give your keys with --keys FILE, or generated ones with --workload NAME, and not both")
	case f.reps < 2 || f.reps > 1000:
		return "", usagef("--reps %d: must be from 2 to 1000", f.reps)
	case f.positives == 0 || f.limit == 0:
		return "", usagef("--positives %d, --max-queries %d: both must be above 0", f.positives, f.limit)
	case !(f.memory > 0):
		return "", usagef("--memory %v: must be above 0", f.memory)
	case f.keys != "":
		path := stdin
		if f.keys != "-" {
			var err error
			if path, err = filepath.Abs(f.keys); err != nil {
				return "", err
			}
		}
		name = workloads.FileName(path)
	}
	w, err := workloads.Parse(name)
	if err != nil {
		return "", usageError{err}
	}
	f.bounds = limitMemory(f.memory)
	keys, err := harness.OpenWorkload(w.String(), f.seed)
	if err != nil && f.keys != "" {
		err = fmt.Errorf("--keys %s: %w", f.keys, err)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return "", usageError{err}
	}
	if err != nil {
		return "", err
	}
	a.File = keys.File()
	a.Keys = min(100_000, keys.Inserts())
	if a.File != nil {
		a.Keys = keys.Inserts()
	}
	if f.n > float64(keys.Inserts()) {
		return "", usagef("--n %.0f: there are only %d different keys", f.n, keys.Inserts())
	}
	if f.n > 0 {
		a.Keys = uint64(f.n)
	}
	return w.String(), nil
}

// stream is the workload of copies that was asked for, "" for none.
func (f *tryFlags) stream() (string, error) {
	c, err := readCopies(f.copies)
	if err != nil {
		return "", err
	}
	name := ""
	switch c.Rule {
	case "each":
		name = fmt.Sprintf("repeat(r=%g)", c.Value)
	case "hot":
		name = fmt.Sprintf("hot(share=%g)", c.Value)
	case "zipf":
		name = fmt.Sprintf("zipf(s=%g)", c.Value)
	default:
		return "", nil
	}
	w, err := workloads.Parse(name)
	if err != nil {
		return "", usageError{fmt.Errorf("--copies %s: %w", f.copies, err)}
	}
	return w.String(), nil
}

// mostLeft bounds the repetitions of what is looked up after deletes: counts of what must be 0.
const mostLeft = 3

// measure runs the trials of every filter and source, timings last and interleaved.
func (f *tryFlags) measure(answers []tryAnswer, sources []string, stream string, p *progress) ([]record.Record, error) {
	var counting, timing []record.Trial
	planned := map[string]bool{}
	for _, a := range answers {
		for _, s := range sources {
			trials, err := harness.TryTrials(a.Variant, s, a.Keys, f.reps, f.positives, f.limit, f.seed)
			if err != nil {
				return nil, usageError{err}
			}
			for _, t := range trials {
				switch {
				case planned[t.ID()]: // null, beside another filter
				case t.Kind == record.KindTime:
					timing = append(timing, t)
				default:
					counting = append(counting, t)
				}
				planned[t.ID()] = true
			}
		}
		if !families.Named(families.NameOf(a.Variant)).Has(families.Deletes) || a.Keys < 2 {
			continue
		}
		counting = append(counting, harness.DeleteTrials(a.Variant, sources[0], a.Keys, min(f.reps, mostLeft), f.seed)...)
		if stream != "" {
			counting = append(counting, harness.CopyTrials(a.Variant, stream, a.Keys, min(f.reps, mostLeft), f.seed)...)
		}
	}
	all := append(counting, harness.Interleave(timing)...)
	plan := harness.Plan{Trials: all}
	if err := plan.CheckBudget(uint64(f.memory * (1 << 30))); err != nil {
		return nil, usageError{err}
	}
	if err := checkMemory(plan); err != nil {
		return nil, err
	}
	var records []record.Record
	began := time.Now()
	for i, t := range all {
		r, _, _ := harness.MeasureWithin(t, f.bounds, func() int { return 1 })
		if r.Failed != "" {
			return nil, errors.New(r.Failed)
		}
		records = append(records, r)
		p.count(i+1, len(all), time.Since(began))
	}
	return records, nil
}

// summarise computes one column of the answer.
func summarise(records []record.Record, variant, workload string) (tryColumn, error) {
	d := &analysis.Dataset{}
	for _, r := range records {
		if r.Workload == workload {
			d.Records = append(d.Records, r)
		}
	}
	c := tryColumn{Workload: workload}
	cells, err := d.Cells("try", "")
	if err != nil {
		return c, err
	}
	for _, cell := range cells {
		switch {
		case cell.Variant != variant:
		case cell.Kind == record.KindFPR:
			err = c.addRate(cell)
		case cell.Kind == record.KindTime:
			c.addTimes(cell)
		}
		if err != nil {
			return c, err
		}
	}
	return c, nil
}

func (c *tryColumn) addRate(cell analysis.Cell) error {
	f, err := measure.FPR(cell)
	if err != nil {
		return err
	}
	c.FPR = tryInterval{f.Rate, f.WideLo, f.WideHi}
	c.Theory, c.Bound, c.Model = number(f.Theory), number(f.Bound), f.Model
	c.Positives, c.Queries = f.Hits, f.Trials
	c.Covered = f.Covers(f.Theory)
	c.Members, c.Missing, c.Refused = f.Members, f.Missing, f.Refused
	c.BitsPerKey, c.Bits = measure.BitsPerKey(cell), cell.Shape().Bits
	c.Capped = cell.Capped
	if cell.Shape().BucketSlots > 0 {
		load := measure.CellLoad(cell)
		c.Load = &load
		var kicks, inserts, most uint64
		for _, r := range cell.Records {
			kicks += r.FPR().Kicks
			inserts += r.FPR().Inserted
			most = max(most, r.FPR().MaxKicks)
		}
		mean := float64(kicks) / float64(inserts)
		c.Kicks, c.MaxKicks = &mean, &most
	}
	return nil
}

func (c *tryColumn) addTimes(cell analysis.Cell) {
	for _, op := range cell.Ops {
		if t, ok := measure.Time(cell, op); ok {
			c.Times = append(c.Times, tryTime{op, tryInterval{t.Gross.Value, t.Gross.Lo, t.Gross.Hi}, tryInterval{t.Net.Value, t.Net.Lo, t.Net.Hi}})
		}
	}
}

// addLeft notes what a filter held after deletes, of different keys and of copies.
func (c *tryColumn) addLeft(records []record.Record, variant, stream string) error {
	d := &analysis.Dataset{Records: records}
	cells, err := d.Cells("try", harness.TryLeft)
	if err != nil {
		return err
	}
	for _, cell := range cells {
		switch {
		case cell.Variant != variant:
		case cell.Kind == record.KindChurn:
			points, err := measure.Churn(cell)
			if err != nil {
				return err
			}
			last := points[len(points)-1]
			c.Left = &tryLeft{Inserted: last.Inserted, Refused: last.Refused, Held: last.Live, Denied: last.Missing, Undeleted: last.Undeleted}
		case cell.Kind == record.KindDrift && cell.Workload == stream:
			points, err := measure.Drift(cell)
			if err != nil {
				return err
			}
			last := points[len(points)-1].Sum
			c.CopiesLeft = &tryLeft{Inserted: last.Inserted, Refused: last.Refused, Held: last.Live, Denied: last.Missing, Undeleted: last.Undeleted}
		}
	}
	return nil
}
