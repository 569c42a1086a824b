package report

import (
	"fmt"
	"strings"

	"filterbench/analysis/measure"

	"filterbench/internal/record"
)

// negativesBlock counts the members that filters denied.
func negativesBlock(c *context) (string, error) {
	list, err := measure.NegativesOf(c.d)
	if err != nil {
		return "", err
	}
	if len(list) == 0 {
		return notMeasured, nil
	}
	t := newTable("Family", "Keys looked up", "When", "Denied", "At most")
	var lookups, denied uint64
	var broken []string
	for _, n := range list {
		t.add(n.Family, count(n.Lookups), asked(n.Kind), count(n.Missing), percent(n.Hi))
		lookups += n.Lookups
		denied += n.Missing
		if n.Missing > 0 {
			broken = append(broken, fmt.Sprintf("%s %s (%s)", n.Family, asked(n.Kind), count(n.Missing)))
		}
	}
	s := fmt.Sprintf("Of %s of keys that a filter held, %s denied.", plural(lookups, "lookup", "lookups"), plural(denied, "was", "were"))
	if denied > 0 {
		s += " The promise was broken by " + sentence(broken) + "."
	}
	return s + "\n\n" + strings.TrimSpace(t.String()), nil
}

// asked says when trials of a kind look up keys that are held.
func asked(kind string) string {
	k, _ := record.KindOf(kind)
	return k.Asked
}
