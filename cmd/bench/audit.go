package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/harness"
	"filterbench/internal/record"
	"filterbench/variants/catalog"
	"filterbench/variants/families"
	"filterbench/variants/semantics"
)

// auditAnswer is what bench audit found out about a filter.
type auditAnswer struct {
	Variant   string        `json:"variant"`
	Library   string        `json:"library,omitempty"`
	FPR       tryInterval   `json:"fpr"` // at the keys that it was made for
	Sheet     record.Audit  `json:"sheet"`
	Full      *record.Audit `json:"full,omitempty"` // of a table that was asked for slots
	Semantics semantics.Row `json:"semantics"`
}

func newAuditCmd() *cobra.Command {
	var format string
	var reps int
	var seed uint64
	cmd := &cobra.Command{
		Use:   "audit VARIANT",
		Short: "Hold a filter or a library to what anybody would expect of it",
		Long: `audit puts one filter through everything that the libraries of the report went through, and
prints a page: whether it keeps its keys and its rate, what it does with copies, with more
keys than it has room for and with deletes, whether equal runs give equal answers, what it
allocates, and which defects are known. A library under development is put in the place of
a released one by go mod edit -replace; see CONTRIBUTING.md on how one is entered.`,
		Example: `  bench audit seiflotfy-cuckoo
  bench audit 'cuckoo(b=4,f=12)' --format json`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usagef("audit takes one variant, such as seiflotfy-cuckoo or 'cuckoo(b=4,f=12)'; see bench list")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if reps < 1 || reps > 100 {
				return usagef("--reps %d: must be from 1 to 100", reps)
			}
			a, err := audit(args[0], reps, seed)
			if err != nil {
				return err
			}
			out := cmd.OutOrStdout()
			if format == "json" {
				return printJSON(out, a)
			}
			return fitted(out, a.write)
		},
	}
	cmd.ValidArgsFunction = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return families.Names(), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
	cmd.Flags().IntVar(&reps, "reps", 3, "repetitions, each with another hash seed")
	cmd.Flags().Uint64Var(&seed, "seed", 1, "all random numbers derive from it")
	formatFlag(cmd, &format, "text", "json")
	return cmd
}

func audit(name string, reps int, seed uint64) (a auditAnswer, err error) {
	v, err := catalog.Parse(name)
	if err != nil {
		return a, usageError{err}
	}
	if v.Has(families.Static) {
		return a, usagef("%s is built once, from all keys: there is nothing to refuse or delete; bench try tells its rate and times", v)
	}
	if _, program := catalog.ProgramOf(name); program {
		return a, usagef("%s is a program of its own: bench contenders check holds it to its protocol", v)
	}
	a = auditAnswer{Variant: v.String(), Library: v.Origin.String()}
	sheet, err := auditSheet(harness.AuditTrials(v.String(), false, reps, seed))
	if err != nil {
		return a, err
	}
	a.Sheet, a.FPR = sheet.Audit, tryInterval{sheet.Promised.Rate, sheet.Promised.WideLo, sheet.Promised.WideHi}
	if v.HasAny(families.Kicks | families.Refuses) {
		full, err := auditSheet(harness.AuditTrials(v.String(), true, reps, seed))
		if err != nil {
			return a, err
		}
		a.Full = &full.Audit
	}
	a.Semantics, err = semantics.Of(v)
	return a, err
}

func auditSheet(trials []record.Trial) (measure.AuditSheet, error) {
	d := &analysis.Dataset{}
	for _, t := range trials {
		r := harness.Measure(t)
		if r.Failed != "" {
			return measure.AuditSheet{}, errors.New(r.Failed)
		}
		d.Records = append(d.Records, r)
	}
	cells, err := d.Cells("audit", "")
	if err != nil {
		return measure.AuditSheet{}, err
	}
	return measure.Audit(cells[0])
}

// write prints the page.
func (a auditAnswer) write(out io.Writer) error {
	s := a.Sheet
	title := a.Variant
	if a.Library != "" {
		title += ", " + a.Library
	}
	fmt.Fprintf(out, "%s\n\n", title)
	good := true
	line := func(what string, ok bool, text string) {
		mark := "ok  "
		if !ok {
			mark, good = "FAIL", false
		}
		fmt.Fprint(out, wrap(fmt.Sprintf("%s  %-21s", mark, what), text, 28, proseWidth))
	}
	plain := func(what, text string) {
		if text != "" {
			fmt.Fprint(out, wrap(fmt.Sprintf("      %-21s", what), text, 28, proseWidth))
		}
	}
	line("keeps its keys", s.Missing == 0, fmt.Sprintf("%d of %d accepted keys answered false; %d inserts refused on the way", s.Missing, s.Members, s.Refused))
	rate := fmt.Sprintf("%s (%s to %s) of %d absent keys", percent(a.FPR.Value), percent(a.FPR.Lo), percent(a.FPR.Hi), s.Queries)
	if s.Promise > 0 {
		line("promised rate", a.FPR.Lo <= s.Promise, rate+", promised "+percent(s.Promise))
	} else {
		plain("false positives", rate)
	}
	line("copies", s.Displaced == 0, fmt.Sprintf("%s of 24 of a key are accepted alone; %d refused beside other keys, which lose %d", copiesOf(s.Copies), s.CopiesRefused, s.Displaced))
	over := s
	if a.Full != nil {
		over = *a.Full
	}
	line("too many keys", over.OverLost == 0 || over.OverRefused == 0, fmt.Sprintf("of %d inserts %d are refused; %d accepted keys answered false after that; %d refused keys answered true", over.OverTried, over.OverRefused, over.OverLost, over.OverStored))
	line("random use", s.Denied == 0 && s.Undeleted == 0, fmt.Sprintf("%d operations beside an exact set, %d of them deletes: %d of %d lookups of held keys answered false, %d deletes found nothing", s.Ops, s.Deletes, s.Denied, s.Lookups, s.Undeleted))
	if s.Counts {
		line("entries", s.Counted == s.Entries, fmt.Sprintf("it says %d, and %d are held", s.Counted, s.Entries))
	}
	line("the same twice", s.TwinDiffers == 0, fmt.Sprintf("%d of %d answers differ between two equal runs", s.TwinDiffers, s.TwinAsked))
	plain("allocations", fmt.Sprintf("%.3g an insert, %.3g a lookup", float64(s.InsertAllocs)/float64(max(1, s.AllocOps)), float64(s.LookupAllocs)/float64(max(1, s.AllocOps))))
	for i, cell := range a.Semantics.Cells()[1:] {
		what := semantics.Columns[i+1]
		if what == "tells full key from full table" {
			what = "full key or table"
		}
		plain(strings.Replace(what, "deletes of absent keys", "wrong deletes", 1), cell)
	}
	if l := s.Library; l != nil {
		plain("hash", l.Hash)
		plain("seeds", l.Seeds)
		plain("threads", l.Threads)
		for _, d := range l.Defects {
			plain("known defect", d.What+" ("+d.Test+")")
		}
	}
	verdict := "\nIt does what anybody would expect of it."
	if !good {
		verdict = "\nIt does not do all that anybody would expect of it: see FAIL."
	}
	_, err := fmt.Fprintln(out, verdict)
	return err
}

// copiesOf says how many copies of a key were accepted.
func copiesOf(h record.Histogram) string {
	var list []string
	for _, b := range h {
		list = append(list, fmt.Sprint(b[0]))
	}
	return strings.Join(list, ", ")
}
