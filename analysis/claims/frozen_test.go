package claims

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "write the tables of frozen rules and of the reference verdicts anew")

// TestRulesAreFrozen: a rule that differs from its row in frozen.tsv fails, margins,
// selections, statistics and the source of special rules included. With -update the
// changed rows get the day's date, and the note of a restated claim.
func TestRulesAreFrozen(t *testing.T) {
	text := sources(t)
	var rows []string
	for _, c := range Ledger() {
		if c.Open() {
			continue
		}
		source := ""
		if c.Special != nil {
			source = text.of(nameOf(t, c.ID, text))
		}
		row := frozenRows[c.ID]
		note := ""
		if c.Changed != "" {
			note = "restated after its records were seen"
		}
		if got := c.digest(source); got != row.Digest || note != row.Note {
			if !*update {
				t.Errorf("%s: the rule has digest %s, frozen.tsv says %s of %s: a changed rule needs a new row", c.ID, got, row.Digest, row.Date)
			}
			row = Frozen{got, time.Now().UTC().Format(time.DateOnly), note}
		}
		rows = append(rows, strings.Join([]string{c.ID, row.Digest, row.Date, row.Note}, "\t"))
	}
	if *update {
		if err := os.WriteFile("frozen.tsv", []byte(strings.Join(rows, "\n")+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if len(rows) != len(frozenRows) {
		t.Errorf("frozen.tsv has %d rows for %d rules", len(frozenRows), len(rows))
	}
}

// declarations are the declarations of this package by name, as source.
type declarations map[string]declaration

type declaration struct {
	text string
	uses []string
}

// sources parses the package, tests apart.
func sources(t *testing.T) declarations {
	t.Helper()
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	all := declarations{}
	for _, entry := range entries {
		if !strings.HasSuffix(entry.Name(), ".go") || strings.HasSuffix(entry.Name(), "_test.go") {
			continue
		}
		text, err := os.ReadFile(entry.Name())
		if err != nil {
			t.Fatal(err)
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, entry.Name(), text, 0)
		if err != nil {
			t.Fatal(err)
		}
		add := func(name string, node ast.Node) {
			d := declaration{text: string(text[set.Position(node.Pos()).Offset:set.Position(node.End()).Offset])}
			ast.Inspect(node, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok {
					d.uses = append(d.uses, id.Name)
				}
				return true
			})
			all[name] = d
		}
		for _, decl := range file.Decls {
			switch d := decl.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil {
					add(d.Name.Name, d)
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					if v, ok := spec.(*ast.ValueSpec); ok {
						for _, name := range v.Names {
							add(name.Name, v)
						}
					}
				}
			}
		}
	}
	return all
}

// of returns the source of a function and of all that it uses of this package, but for the
// ledger.
func (all declarations) of(name string) string {
	seen := []string{name}
	for i := 0; i < len(seen); i++ {
		for _, use := range all[seen[i]].uses {
			if _, ok := all[use]; ok && !slices.Contains(seen, use) && !strings.HasSuffix(use, "Claims") {
				seen = append(seen, use)
			}
		}
	}
	slices.Sort(seen)
	var b strings.Builder
	for _, name := range seen {
		fmt.Fprintln(&b, all[name].text)
	}
	return b.String()
}

// nameOf finds the function of a special claim: the ledger names it behind Special.
func nameOf(t *testing.T, id string, all declarations) string {
	t.Helper()
	for name, d := range all {
		if !strings.HasSuffix(name, "Claims") {
			continue
		}
		if _, rest, ok := strings.Cut(d.text, fmt.Sprintf("ID: %q", id)); ok {
			if _, rest, ok = strings.Cut(rest, "Special:"); ok {
				return strings.TrimSpace(rest[:strings.IndexAny(rest, ",")])
			}
		}
	}
	t.Fatalf("%s: the ledger names no special rule", id)
	return ""
}
