package report

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"

	"filterbench/analysis"
	"filterbench/variants/families"
)

//go:embed terms.md
var terms string

// glossary explains the terms of the report, and every family of filters that the run
// has, in the words of its own row.
func (r *run) glossary() string {
	var out strings.Builder
	fmt.Fprintf(&out, "%s\n[Report](%s)\n\n## Filters\n\n", strings.TrimSpace(terms), r.reportFrom("glossary.md"))
	out.WriteString("A name such as `cuckoo(b=4,f=12)` is a family with its parameters; those that are left out have their defaults.\n")
	seen := map[string]bool{}
	for i := range r.d.Records {
		seen[analysis.FamilyOf(r.d.Records[i].Variant)] = true
	}
	described := families.All()
	for _, name := range slices.Sorted(maps.Keys(seen)) { // programs are in no list of families
		if f := families.Named(name); f != nil && !slices.Contains(described, f) {
			described = append(slices.Clip(described), f)
		}
	}
	for _, f := range described {
		if !seen[f.Name] {
			continue
		}
		fmt.Fprintf(&out, "\n- **`%s`**: %s. %s", f.Name, strings.TrimSuffix(f.Doc, "."), f.Use)
		var parameters []string
		for _, p := range f.Fields {
			parameters = append(parameters, code(p.Key)+" "+p.Doc)
		}
		if len(parameters) > 0 {
			fmt.Fprintf(&out, " Parameters: %s.", strings.Join(parameters, "; "))
		}
		if peer := f.Peer(); peer != "" {
			fmt.Fprintf(&out, " Library %s.", peer)
		}
		delete(seen, f.Name)
	}
	if len(seen) > 0 {
		var others []string
		for name := range seen {
			others = append(others, code(name))
		}
		slices.Sort(others)
		fmt.Fprintf(&out, "\n- Not described here: %s.", strings.Join(others, ", "))
	}
	return out.String()
}
