package harness

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

var placeholder = regexp.MustCompile(`\{([a-zA-Z0-9-]*)\}`)

// fillTemplates replaces {key} in each name by each of the grid's values for key,
// in every combination, in the grid's order. others are the names elsewhere that
// also count as using a grid key. A placeholder without values, an empty list and
// a grid key that nothing uses are errors.
func fillTemplates(what string, names []string, grid map[string][]any, others []string) ([]string, error) {
	used := map[string]bool{}
	for _, text := range slices.Concat(names, others) {
		for _, m := range placeholder.FindAllStringSubmatch(text, -1) {
			used[m[1]] = true
		}
	}
	for key, values := range grid {
		if !used[key] {
			return nil, fmt.Errorf("key \"grid.%s\" is used by no variant or workload", key)
		}
		if len(values) == 0 {
			return nil, fmt.Errorf("key \"grid.%s\": the list is empty", key)
		}
	}
	for _, name := range names {
		product := 1.0
		for _, m := range placeholder.FindAllStringSubmatch(name, -1) {
			product *= float64(max(1, len(grid[m[1]])))
		}
		if product > mostTrials {
			return nil, fmt.Errorf("key %q: %s stands for %.3g names; a plan may have %d trials", what, name, product, mostTrials)
		}
	}
	var filled []string
	for _, name := range names {
		variations := []string{name}
		for _, m := range placeholder.FindAllStringSubmatch(name, -1) {
			values, ok := grid[m[1]]
			if !ok {
				return nil, fmt.Errorf("key %q: %s has no values in the grid for %s", what, name, m[0])
			}
			variations = substitute(variations, m[0], values)
		}
		filled = append(filled, variations...)
	}
	seen := make(map[string]bool, len(filled))
	for _, name := range filled {
		if seen[name] {
			return nil, fmt.Errorf("key %q: %s is listed twice", what, name)
		}
		seen[name] = true
	}
	return filled, nil
}

func substitute(names []string, mark string, values []any) []string {
	if len(names) > 0 && !strings.Contains(names[0], mark) {
		return names // the mark stood twice in the name and is filled already
	}
	var filled []string
	for _, name := range names {
		for _, value := range values {
			filled = append(filled, strings.ReplaceAll(name, mark, fmt.Sprint(value)))
		}
	}
	return filled
}
