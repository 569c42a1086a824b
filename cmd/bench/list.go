package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"filterbench/internal/hashing"
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
		Use:   "list",
		Short: "List filters, workloads and experiments, with their parameters",
		Args:  noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			l, err := newListing()
			if err != nil {
				return err
			}
			switch format {
			case "json":
				e := json.NewEncoder(cmd.OutOrStdout())
				e.SetIndent("", "  ")
				return e.Encode(l)
			case "csv":
				return l.writeCSV(cmd.OutOrStdout())
			}
			return l.write(cmd.OutOrStdout())
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
	for _, f := range hashing.Functions {
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

func (l listing) write(w io.Writer) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	section := func(title string, names []listedName) {
		fmt.Fprintf(tw, "%s\n", title)
		for _, n := range names {
			doc := n.Doc
			if len(n.Can) > 0 {
				doc += " [" + strings.Join(n.Can, ", ") + "]"
			}
			fmt.Fprintf(tw, "  %s\t\t%s\n", n.Name, doc)
			for _, p := range n.Parameters {
				value := p.Range
				if p.Default != "" {
					value += " (" + p.Default + ")"
				}
				fmt.Fprintf(tw, "    %s\t%s\t%s\n", p.Name, value, p.Doc)
			}
		}
	}
	section("FILTERS, written as cuckoo(b=4,f=12)", l.Filters)
	section("\nWORKLOADS, written as zipf(s=1.1)", l.Workloads)
	section("\nHASHES, for experiments in which the hash is a factor; else metro", l.Hashes)
	fmt.Fprintln(tw, "\nEXPERIMENTS")
	for _, e := range l.Experiments {
		fmt.Fprintf(tw, "  %s\t\t%s\n", e.Name, e.Title)
	}
	return tw.Flush()
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
