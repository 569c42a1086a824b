package report

import "strings"

// table is a Markdown table. The first column is aligned left, the others right
// unless they hold words.
type table struct {
	head  []string
	rows  [][]string
	words bool
}

func newTable(head ...string) *table { return &table{head: head} }

// add appends a row. It panics if the row is not as wide as the head.
func (t *table) add(cells ...string) {
	if len(cells) != len(t.head) {
		panic("report: a row of another width than its table")
	}
	t.rows = append(t.rows, cells)
}

// String writes the table, "" if it has no rows.
func (t *table) String() string {
	if len(t.rows) == 0 {
		return ""
	}
	var out strings.Builder
	line := func(cells []string) {
		out.WriteString("| " + strings.Join(cells, " | ") + " |\n")
	}
	line(t.head)
	rule := []string{"---"}
	for range t.head[1:] {
		rule = append(rule, choose(t.words, "---", "---:"))
	}
	line(rule)
	for _, row := range t.rows {
		line(row)
	}
	return out.String()
}
