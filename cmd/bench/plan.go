package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"filterbench/harness"
	"filterbench/internal/record"
)

func newPlanCmd() *cobra.Command {
	var s selection
	var trials bool
	var format string
	cmd := &cobra.Command{
		Use:   "plan",
		Short: "Show what a run would do, and its cost in time and memory",
		Long: `plan lists what bench run would measure with the same flags, without measuring.

The text form has a line for each part of each experiment; --trials has a line for
each trial, with the id under which it will be recorded: the digest of everything
that defines it. The same trial has the same id in every plan, so plans can be
compared with diff. Times are rough estimates for a small machine.`,
		Example: `  bench plan --profile quick
  bench plan --experiment kicks --trials
  bench plan --file my.toml --format csv > trials.csv`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			plan, err := s.plan()
			if err != nil {
				return err
			}
			return writePlan(cmd.OutOrStdout(), plan, format, trials)
		},
	}
	s.flags(cmd)
	cmd.Flags().BoolVar(&trials, "trials", false, "a line for each trial")
	formatFlag(cmd, &format, "text", "json", "csv")
	return cmd
}

// formatFlag adds --format with its legal values, the first of which is the default.
func formatFlag(cmd *cobra.Command, format *string, legal ...string) {
	cmd.Flags().Var(&choice{format, legal}, "format", "how to print: "+orList(legal))
	*format = legal[0]
	cmd.Flag("format").DefValue = legal[0]
	complete(cmd, "format", legal)
}

// choice is a flag with a fixed set of values.
type choice struct {
	value *string
	legal []string
}

func (c *choice) String() string { return *c.value }
func (c *choice) Type() string   { return "format" }
func (c *choice) Set(word string) error {
	if !slices.Contains(c.legal, word) {
		return fmt.Errorf("must be %s", orList(c.legal))
	}
	*c.value = word
	return nil
}

// orList writes words as "a, b or c".
func orList(words []string) string {
	switch n := len(words); n {
	case 0:
		return ""
	case 1:
		return words[0]
	default:
		text := words[0]
		for _, w := range words[1 : n-1] {
			text += ", " + w
		}
		return text + " or " + words[n-1]
	}
}

func writePlan(w io.Writer, plan harness.Plan, format string, trials bool) error {
	switch {
	case format == "json":
		return writeTrialsJSON(w, plan)
	case format == "csv":
		return writeTrialsCSV(w, plan)
	case trials:
		return writeTrialsText(w, plan)
	}
	return writeParts(w, plan)
}

// calibrated measures this machine once, for tables as large as the plan's.
func calibrated(plan harness.Plan) *harness.Machine {
	if machine == nil {
		machine = harness.Calibrate(plan.Estimate(1).Bytes)
	}
	return machine
}

var machine *harness.Machine

// planPart sums up the trials of one part.
type planPart struct {
	experiment, part, kind string
	trials, variants       int
	seconds                float64
	bytes, queries         uint64
	capped                 int
}

func planParts(plan harness.Plan) []*planPart {
	var parts []*planPart
	index := map[[2]string]*planPart{}
	seen := map[[3]string]bool{}
	estimator := harness.Estimator{Machine: calibrated(plan)}
	for _, t := range plan.Trials {
		key := [2]string{t.Experiment, t.Part}
		p := index[key]
		if p == nil {
			p = &planPart{experiment: t.Experiment, part: t.Part, kind: t.Kind}
			index[key] = p
			parts = append(parts, p)
		}
		cost := estimator.Of(t)
		p.trials++
		p.seconds += cost.Seconds
		p.bytes = max(p.bytes, cost.Bytes)
		p.queries += uint64(cost.Lookups) // 0 of kinds that look none up
		if t.Capped {
			p.capped++
		}
		if v := [3]string{t.Experiment, t.Part, t.Variant}; !seen[v] {
			seen[v] = true
			p.variants++
		}
	}
	return parts
}

// partsWidth is how wide the table of parts is with all its columns.
const partsWidth = 112

func writeParts(w io.Writer, plan harness.Plan) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	narrow := columns(w) > 0 && columns(w) < partsWidth
	if narrow {
		fmt.Fprintln(tw, "experiment\tpart\tkind\ttrials\tcore time\tlargest")
	} else {
		fmt.Fprintln(tw, "experiment\tpart\tkind\tvariants\ttrials\tqueries\tcapped\tcore time\tlargest")
	}
	for _, p := range planParts(plan) {
		if narrow {
			fmt.Fprintf(tw, "%s\t%s\t%s\t%d\t%s\t%s\n", p.experiment, p.part, p.kind, p.trials, seconds(p.seconds), mebibytes(p.bytes))
			continue
		}
		fmt.Fprintf(tw, "%s\t%s\t%s\t%d\t%d\t%s\t%d\t%s\t%s\n", p.experiment, p.part, p.kind, p.variants, p.trials,
			millions(p.queries), p.capped, seconds(p.seconds), mebibytes(p.bytes))
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	total := plan.EstimateOn(calibrated(plan), harness.Workers())
	_, err := fmt.Fprint(w, "\n"+planWords(plan, total, columns(w)))
	return err
}

// planWords says below the table what the plan takes, in lines of at most width characters, 0
// for one line of any length each.
func planWords(plan harness.Plan, total harness.Estimate, width int) string {
	text := wrap("", fmt.Sprintf("profile %s: %d trials, about %s on %d cores, %s at once; plan %s", plan.Profile,
		len(plan.Trials), seconds(total.Seconds), harness.Workers(), mebibytes(total.Bytes), plan.Digest()[:16]), 2, width)
	if n := len(plan.Absent); n > 0 {
		var names []string
		for _, l := range plan.Lacking {
			names = append(names, l.Filter)
		}
		text += wrap("", fmt.Sprintf("%d more trials are of the plan and cannot be run here, those of %s", n, strings.Join(names, ", ")), 2, width)
	}
	if trials, most := plan.MostExtra(); trials > 0 {
		text += wrap("", fmt.Sprintf("times that do not grow with the size of the table are measured again, once: %d trials and %s more at most", trials, seconds(most)), 2, width)
	}
	if err := checkMemory(plan); err != nil {
		text += wrap("", fmt.Sprintf("bench run will refuse: %v", err), 2, width)
	}
	return text
}

// checkMemory says why the plan does not fit into the machine's memory, where that
// is known.
func checkMemory(plan harness.Plan) error {
	if free, ok := harness.FreeMemory(); ok {
		return plan.CheckMemory(free)
	}
	return nil
}

// printJSON prints a value for programs.
func printJSON(w io.Writer, value any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(value)
}

func writeTrialsText(w io.Writer, plan harness.Plan) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "id\texperiment\tpart\tvariant\tworkload\tsize\tfill\trep\tseed\tqueries")
	for _, t := range plan.Trials {
		fmt.Fprintf(tw, "%s\t%s\t%s\t%s\t%s\t%d\t%v\t%d\t%#016x\t%d\n", t.ID(), t.Experiment, t.Part, t.Variant,
			t.Workload, t.Capacity+t.Slots, t.Fill, t.Rep, uint64(t.Seed), t.Queries)
	}
	return tw.Flush()
}

func writeTrialsCSV(w io.Writer, plan harness.Plan) error {
	cw := csv.NewWriter(w)
	cw.Write([]string{"id", "experiment", "part", "kind", "variant", "workload", "capacity", "slots", "fill", "rep", "seed", "queries", "capped", "est_seconds", "est_bytes"})
	estimator := harness.Estimator{Machine: calibrated(plan)}
	for _, t := range plan.Trials {
		cost := estimator.Of(t)
		cw.Write([]string{t.ID(), t.Experiment, t.Part, t.Kind, t.Variant, t.Workload,
			fmt.Sprint(t.Capacity), fmt.Sprint(t.Slots), fmt.Sprint(t.Fill), strconv.Itoa(t.Rep), fmt.Sprintf("%#016x", uint64(t.Seed)),
			fmt.Sprint(t.Queries), fmt.Sprint(t.Capped), fmt.Sprintf("%.6f", cost.Seconds), fmt.Sprint(cost.Bytes)})
	}
	cw.Flush()
	return cw.Error()
}

func writeTrialsJSON(w io.Writer, plan harness.Plan) error {
	type row struct {
		ID string `json:"id"`
		record.Trial
		Seconds float64 `json:"est_seconds"`
		Bytes   uint64  `json:"est_bytes"`
	}
	rows := make([]row, len(plan.Trials))
	estimator := harness.Estimator{Machine: calibrated(plan)}
	for i, t := range plan.Trials {
		cost := estimator.Of(t)
		rows[i] = row{t.ID(), t, cost.Seconds, cost.Bytes}
	}
	return printJSON(w, rows)
}

func seconds(s float64) string {
	d := time.Duration(s * float64(time.Second))
	if d >= 10*time.Second {
		return d.Round(time.Second).String()
	}
	return d.Round(10 * time.Millisecond).String()
}

func mebibytes(n uint64) string { return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20)) }

func millions(n uint64) string {
	if n == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f M", float64(n)/1e6)
}
