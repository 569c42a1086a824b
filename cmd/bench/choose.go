package main

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"filterbench/analysis"
	"filterbench/analysis/advise"
	"filterbench/analysis/choose"
	"filterbench/variants/families"
	"filterbench/workloads"
)

// chooseFlags are the flags of bench choose.
type chooseFlags struct {
	need     advise.Need
	copies   string
	keysFile string
	results  string
	format   string
	all      bool
	only     []string
}

func newChooseCmd() *cobra.Command {
	var f chooseFlags
	cmd := &cobra.Command{
		Use:   "choose",
		Short: "Which filter for so many keys, at that rate, in that memory?",
		Long: `choose designs a filter of every family for a need: its parameter is solved for, with
whole slots, loads and powers of two, and everything that it keeps is counted. Give two of
keys, rate and memory; the third is solved for. With all three it says which filters can do
it, and by how much the others cannot.

Designs are ranked by bytes, or by the cost of a lookup if --miss-cost says what work a false
positive causes. Times are those of the committed run's machine, or of another run with
--results.`,
		Example: `  bench choose --keys 40M --fpr 0.1% --memory 60MB --deletes
  bench choose --keys 40M --memory 60MB                        which rate?
  bench choose --fpr 1/1000 --memory 60MB --static             how many keys?
  bench choose --keys 40M --fpr 0.1% --memory 100MB --hit-ratio 5% --miss-cost 80us
  bench choose --keys 1M --fpr 1% --deletes --copies zipf:1`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	fl := cmd.Flags()
	quantityFlag(fl, &f.need.Keys, countKind, "keys", "different keys that are held at once")
	quantityFlag(fl, &f.need.Rate, rateKind, "fpr", "false positives: how many lookups of absent keys may say yes")
	quantityFlag(fl, &f.need.Bytes, bytesKind, "memory", "bytes that there are")
	fl.BoolVar(&f.need.Deletes, "deletes", false, "keys are taken out again")
	fl.BoolVar(&f.need.Static, "static", false, "all keys are known when the filter is built")
	fl.StringVar(&f.copies, "copies", "", "how often keys come: a number, zipf:EXPONENT, or hot:SHARE of one key")
	quantityFlag(fl, &f.need.Growth, factorKind, "growth", "by how much the keys may become more later")
	fl.StringVar(&f.need.Calls, "calls", "batch", "how lookups are called: batch or single")
	quantityFlag(fl, &f.need.HitRatio, rateKind, "hit-ratio", "share of lookups that ask for keys that are held")
	quantityFlag(fl, &f.need.MissCost, timeKind, "miss-cost", "work that a false positive causes")
	fl.StringVar(&f.keysFile, "keys-file", "", "count keys and their copies in a file, one a line, plain or gzip")
	fl.StringVarP(&f.results, "results", "r", "", "take times from this run (default: the committed one)")
	fl.BoolVar(&f.all, "all", false, "list every design, and not the best of each family")
	fl.StringSliceVar(&f.only, "family", nil, "answer for these families only, in full")
	formatFlag(cmd, &f.format, "text", "json", "csv")
	completeResults(cmd, "results")
	complete(cmd, "calls", []string{"batch", "single"})
	complete(cmd, "family", families.Names())
	return cmd
}

func (f *chooseFlags) run(cmd *cobra.Command) error {
	if err := f.read(cmd); err != nil {
		return err
	}
	model, err := f.model()
	if err != nil {
		return err
	}
	r, err := advise.Rank(f.need, model)
	if err != nil {
		return usageError{fmt.Errorf("%w, for example --keys 40M --fpr 0.1%% --memory 60MB", err)}
	}
	if err := f.choose(&r); err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	switch f.format {
	case "json":
		return printJSON(out, r)
	case "csv":
		w := csv.NewWriter(out)
		w.Write([]string{"filter", "family", "feasible", "why", "keys", "rate", "bytes", "bits_per_key", "miss_ns", "hit_ns", "insert_ns", "cost_ns", "best"})
		for _, a := range r.Answers {
			w.Write([]string{a.Variant, a.Family, strconv.FormatBool(a.Feasible), a.Why, plain(a.Held), plain(a.Rate), plain(a.Bytes), plain(a.PerKey),
				nanos(a.Miss), nanos(a.Hit), nanos(a.Insert), nanos(a.Cost), plain(a.Best)})
		}
		w.Flush()
		return w.Error()
	}
	return fitted(out, func(w io.Writer) error { return f.write(w, r, columns(out)) })
}

func plain(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

func nanos(e *advise.Estimate) string {
	if e == nil {
		return ""
	}
	return strconv.FormatFloat(e.NS, 'f', 1, 64)
}

// read completes the need from the flags that are no numbers.
func (f *chooseFlags) read(cmd *cobra.Command) error {
	for flag, value := range map[string]float64{"keys": f.need.Keys, "fpr": f.need.Rate, "memory": f.need.Bytes} {
		if cmd.Flags().Changed(flag) && value == 0 {
			return usagef("--%s 0: must be above 0; leave it out to have it solved for", flag)
		}
	}
	var err error
	if f.need.Copies, err = readCopies(f.copies); err != nil {
		return err
	}
	if f.keysFile == "" {
		return nil
	}
	if cmd.Flags().Changed("keys") || f.copies != "" {
		return usagef("--keys-file counts keys and copies: leave out --keys and --copies")
	}
	facts, copies, err := workloads.CountCopies(f.keysFile)
	if errors.Is(err, fs.ErrNotExist) {
		return usageError{fmt.Errorf("--keys-file: %w", err)}
	}
	if err != nil {
		return fmt.Errorf("--keys-file %w", err)
	}
	f.need.Keys = float64(facts.Distinct)
	if facts.Repeated > 0 {
		f.need.Copies = advise.Stream{Rule: "seen", Value: float64(facts.Distinct+facts.Repeated) / f.need.Keys, Most: float64(copies.Most)}
		for _, n := range copies.Above {
			f.need.Copies.Above = append(f.need.Copies.Above, float64(n)/f.need.Keys)
		}
	}
	return nil
}

// readCopies reads how often keys come.
func readCopies(text string) (s advise.Stream, err error) {
	const right = "write how often each key comes (3), zipf:EXPONENT (zipf:1) or hot:SHARE of one key (hot:2%)"
	name, value, ok := strings.Cut(text, ":")
	switch {
	case text == "" || text == "1":
		return s, nil
	case !ok:
		s.Rule, name = "each", "each"
		s.Value, err = readCount(text)
	case name == "zipf":
		s.Value, err = strconv.ParseFloat(value, 64)
	case name == "hot":
		s.Value, err = readRate(value)
	default:
		return s, usagef("--copies %s: %s", text, right)
	}
	if s.Rule = name; err != nil || !(s.Value > 0) {
		return s, usagef("--copies %s: %s", text, right)
	}
	return s, nil
}

// model is that of the run that was asked for.
func (f *chooseFlags) model() (*advise.Model, error) {
	if f.results == "" {
		return choose.Reference()
	}
	d, err := analysis.Load(f.results)
	if err != nil {
		return nil, usageError{fmt.Errorf("--results: %w", err)}
	}
	return choose.Model(d, f.results)
}

// choose leaves the families that were asked for, or the best design of each.
func (f *chooseFlags) choose(r *advise.Ranking) error {
	for _, family := range f.only {
		if !slices.ContainsFunc(r.Answers, func(a advise.Answer) bool { return a.Family == family }) {
			return usagef("--family %s: the adviser designs %s", family, strings.Join(familiesOf(r.Answers), ", "))
		}
	}
	seen := map[string]bool{}
	r.Answers = slices.DeleteFunc(r.Answers, func(a advise.Answer) bool {
		again := seen[a.Family]
		seen[a.Family] = true
		return again && !f.all && len(f.only) == 0 || len(f.only) > 0 && !slices.Contains(f.only, a.Family)
	})
	return nil
}

func familiesOf(answers []advise.Answer) (names []string) {
	for _, a := range answers {
		if !slices.Contains(names, a.Family) {
			names = append(names, a.Family)
		}
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(a, b) })
	return names
}
