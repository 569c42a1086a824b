package main

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"filterbench/internal/hashing"
	"filterbench/internal/near"
	"filterbench/variants/catalog"
	"filterbench/variants/spec"
	"filterbench/workloads"
)

// listing is what bench list prints.
type listing struct {
	Filters     []listedName       `json:"filters"`
	Workloads   []listedName       `json:"workloads"`
	Hashes      []listedName       `json:"hashes"`
	Experiments []listedExperiment `json:"experiments"`
}

type listedName struct {
	Name       string        `json:"name"`
	Doc        string        `json:"doc"`
	Can        []string      `json:"can,omitempty"`     // capabilities of a filter
	Library    string        `json:"library,omitempty"` // whose filter it is, if not ours
	Parameters []listedParam `json:"parameters,omitempty"`
}

type listedParam struct {
	Name    string `json:"name"`
	Range   string `json:"range"`
	Default string `json:"default,omitempty"`
	Doc     string `json:"doc"`
}

type listedExperiment struct {
	Name     string `json:"name"`
	Title    string `json:"title"`
	Question string `json:"question"`
}

func newListCmd() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "list [NAME...]",
		Short: "List filters, workloads and experiments, with their parameters",
		Long: `list shows the filters, workloads, hash functions and experiments that there are: on a
terminal a line or two for each, and everything where the output is piped. With names it
tells all about these: parameters, their legal values and defaults, and what a filter can do.`,
		Example: `  bench list
  bench list cuckoo zipf
  bench list --format json`,
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return listedNames(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, names []string) error {
			l, err := newListing()
			if err == nil && len(names) > 0 {
				l, err = l.only(names)
			}
			if err != nil {
				return err
			}
			switch format {
			case "json":
				return printJSON(cmd.OutOrStdout(), l)
			case "csv":
				return l.writeCSV(cmd.OutOrStdout())
			}
			if len(names) > 0 {
				for _, name := range names {
					if err := l.writeOne(cmd.OutOrStdout(), name, columns(cmd.OutOrStdout())); err != nil {
						return err
					}
				}
				return nil
			}
			return l.write(cmd.OutOrStdout(), columns(cmd.OutOrStdout()))
		},
	}
	formatFlag(cmd, &format, "text", "json", "csv")
	return cmd
}

func newListing() (listing, error) {
	var l listing
	for _, f := range catalog.Families() {
		n := listName(f.Schema)
		n.Library = f.Peer()
		n.Can = f.Traits.Words()
		l.Filters = append(l.Filters, n)
	}
	for _, s := range workloads.Schemas() {
		l.Workloads = append(l.Workloads, listName(s))
	}
	for _, f := range hashing.Functions() {
		l.Hashes = append(l.Hashes, listedName{Name: f.Name, Doc: f.Doc})
	}
	all, err := declared()
	for _, e := range all {
		l.Experiments = append(l.Experiments, listedExperiment{e.Name, e.Title, e.Question})
	}
	return l, err
}

func listName(s spec.Schema) listedName {
	n := listedName{Name: s.Name, Doc: s.Doc}
	for _, f := range s.Fields {
		n.Parameters = append(n.Parameters, listedParam{f.Key, f.Range(), f.Default, f.Doc})
	}
	return n
}

// write prints the listing; on a terminal of so many columns a line for each name, else all.
func (l listing) write(w io.Writer, width int) error {
	if width > 0 {
		return l.writeShort(w, width)
	}
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	section := func(title string, names []listedName) {
		fmt.Fprintf(tw, "%s\n", title)
		for _, n := range names {
			fmt.Fprintf(tw, "  %s\t\t%s\n", n.Name, n.doc())
			for _, p := range n.Parameters {
				fmt.Fprintf(tw, "    %s\t%s\t%s\n", p.Name, p.value(), p.Doc)
			}
		}
	}
	for _, s := range l.sections() {
		section(s.title, s.names)
	}
	fmt.Fprintln(tw, "\nEXPERIMENTS")
	for _, e := range l.Experiments {
		fmt.Fprintf(tw, "  %s\t\t%s\n", e.Name, e.Title)
	}
	return tw.Flush()
}

type listSection struct {
	title string
	names []listedName
}

func (l listing) sections() []listSection {
	return []listSection{
		{"FILTERS, written as cuckoo(b=4,f=12)", l.Filters},
		{"\nWORKLOADS, written as zipf(s=1.1)", l.Workloads},
		{"\nHASHES, for experiments in which the hash is a factor; else metro", l.Hashes},
	}
}

// doc returns what a name is and can.
func (n listedName) doc() string {
	if len(n.Can) == 0 {
		return n.Doc
	}
	return n.Doc + " [" + strings.Join(n.Can, ", ") + "]"
}

// value returns the legal values and the default.
func (p listedParam) value() string {
	if p.Default == "" {
		return p.Range
	}
	return p.Range + " (" + p.Default + ")"
}

// writeShort prints a line or two for each name, in so many columns.
func (l listing) writeShort(w io.Writer, width int) error {
	var b strings.Builder
	for _, s := range l.sections() {
		b.WriteString(wrap("", s.title, 0, width))
		for _, n := range s.names {
			b.WriteString(wrap("  "+n.Name+"  ", n.Doc, 6, width))
		}
		b.WriteByte('\n')
	}
	b.WriteString("EXPERIMENTS\n")
	for _, e := range l.Experiments {
		b.WriteString(wrap("  "+e.Name+"  ", e.Title, 6, width))
	}
	b.WriteString("\n" + wrap("", "bench list NAME tells the parameters of one, and what it can do.", 0, width))
	_, err := io.WriteString(w, b.String())
	return err
}

// writeOne prints all about the things of a name.
func (l listing) writeOne(w io.Writer, name string, width int) error {
	var b strings.Builder
	for _, s := range l.sections() {
		for _, n := range s.names {
			if n.Name != name {
				continue
			}
			b.WriteString(wrap(n.Name+"  ", n.doc(), 2, width))
			for _, p := range n.Parameters {
				b.WriteString(wrap("  "+p.Name+"  ", p.value()+"  "+p.Doc, 6, width))
			}
		}
	}
	for _, e := range l.Experiments {
		if e.Name == name {
			b.WriteString(wrap(e.Name+"  ", e.Title, 2, width))
			b.WriteString(wrap("  ", e.Question, 2, width))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// only keeps what has one of the names; a name that nothing has is an error.
func (l listing) only(wanted []string) (listing, error) {
	var all []string
	var kept listing
	names := func(from []listedName) (to []listedName) {
		for _, n := range from {
			all = append(all, n.Name)
			if slices.Contains(wanted, n.Name) {
				to = append(to, n)
			}
		}
		return to
	}
	kept.Filters, kept.Workloads, kept.Hashes = names(l.Filters), names(l.Workloads), names(l.Hashes)
	for _, e := range l.Experiments {
		all = append(all, e.Name)
		if slices.Contains(wanted, e.Name) {
			kept.Experiments = append(kept.Experiments, e)
		}
	}
	for _, name := range wanted {
		if !slices.Contains(all, name) {
			hint := "bench list shows all"
			if found := near.Names(name, all); len(found) > 0 {
				hint = "did you mean " + orList(found) + "?"
			}
			return kept, usagef("list %q: nothing is called so; %s", name, hint)
		}
	}
	return kept, nil
}

// listedNames are those that bench list knows, for completion.
func listedNames() []string {
	l, err := newListing()
	if err != nil {
		return nil
	}
	var names []string
	for _, s := range l.sections() {
		for _, n := range s.names {
			names = append(names, n.Name)
		}
	}
	return append(names, declaredNames()...)
}

// writeCSV writes a row for each name, and one for each of its parameters.
func (l listing) writeCSV(w io.Writer) error {
	cw := csv.NewWriter(w)
	cw.Write([]string{"kind", "name", "parameter", "range", "default", "doc"})
	rows := func(kind string, names []listedName) {
		for _, n := range names {
			cw.Write([]string{kind, n.Name, "", "", "", n.Doc})
			for _, p := range n.Parameters {
				cw.Write([]string{kind, n.Name, p.Name, p.Range, p.Default, p.Doc})
			}
		}
	}
	rows("filter", l.Filters)
	rows("workload", l.Workloads)
	rows("hash", l.Hashes)
	for _, e := range l.Experiments {
		cw.Write([]string{"experiment", e.Name, "", "", "", e.Title})
	}
	cw.Flush()
	return cw.Error()
}
