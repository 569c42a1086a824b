package report

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"path"
	"regexp"
	"slices"
	"strings"

	"filterbench/analysis/explore"
)

// chapter is a file of the report.
type chapter struct {
	id       string // of its file, ID.md in the folder report of a run
	title    string
	lead     string   // what it is about
	families []string // of claims that are decided there
	sections []section
}

// section is a stretch of a chapter under one heading.
type section struct {
	title      string
	experiment string // whose question it answers, "" if it answers none
	parts      []part
}

// part writes a piece of a section: prose, a figure, a table, a sentence. It writes
// nothing where the run has no records for it.
type part interface {
	write(r *run, p *page) error
}

// page is a file in the making.
type page struct {
	name  string // of the file
	out   strings.Builder
	files map[string][]byte // tables that are too long for the page, by name
	parts int               // that wrote something since a heading
}

func (p *page) put(text string) {
	if text = strings.TrimSpace(text); text != "" {
		p.out.WriteString(text + "\n\n")
		p.parts++
	}
}

// prose explains what something is. It holds no number and concludes nothing.
type prose string

func (t prose) write(_ *run, p *page) error {
	p.out.WriteString(strings.TrimSpace(string(t)) + "\n\n")
	return nil
}

// figure shows a figure of the catalogue.
type figure string

func (id figure) write(r *run, p *page) error {
	chart, ok := r.charts[string(id)]
	if !ok {
		return nil
	}
	file := path.Join(r.figures(p.name), string(id))
	look := ""
	if state, ok := explore.State(string(id)); ok {
		look = fmt.Sprintf(", [explore](%s#%s)", r.explorer(p.name), state)
	}
	p.put(fmt.Sprintf("![%s](%s.svg)\n\n*%s* ([points](%s.csv)%s)", chart.Title, file, r.caption(string(id)), file, look))
	return nil
}

// holes are what a sentence's template is filled with, by name.
type holes map[string]value

// sentence is a template with {holes} and the numbers that fill them. Numbers that are
// nil leave the sentence out.
type sentence struct {
	template string
	numbers  func(*run) (holes, error)
}

func say(template string, numbers func(*run) (holes, error)) part {
	return sentence{template, numbers}
}

func (s sentence) write(r *run, p *page) error {
	h, err := s.numbers(r)
	if err != nil || h == nil {
		return err
	}
	text, err := fill(s.template, h)
	p.put(text)
	return err
}

// sentences are several of one template, as a list.
type sentences struct {
	template string
	numbers  func(*run) ([]holes, error)
}

// each writes a line of a list for every set of numbers.
func each(template string, numbers func(*run) ([]holes, error)) part {
	return sentences{template, numbers}
}

func (s sentences) write(r *run, p *page) error {
	all, err := s.numbers(r)
	if err != nil {
		return err
	}
	var lines []string
	for _, h := range all {
		text, err := fill(s.template, h)
		if err != nil {
			return err
		}
		lines = append(lines, "- "+text)
	}
	p.put(strings.Join(lines, "\n"))
	return nil
}

var hole = regexp.MustCompile(`\{[a-z0-9]+\}`)

// fill puts values into the holes of a template. A hole without a value, and a value
// without a hole, is an error.
func fill(template string, h holes) (string, error) {
	used := map[string]bool{}
	var missing []string
	text := hole.ReplaceAllStringFunc(template, func(found string) string {
		key := found[1 : len(found)-1]
		v, ok := h[key]
		if !ok {
			missing = append(missing, found)
		}
		used[key] = true
		return v.page
	})
	for key := range h {
		if !used[key] {
			missing = append(missing, key)
		}
	}
	if len(missing) > 0 {
		slices.Sort(missing)
		return "", fmt.Errorf("%q: holes and values do not match: %s", template, strings.Join(missing, ", "))
	}
	return text, nil
}

// column is a column of a table: its title, and what stands in it for a row.
type column[R any] struct {
	title string
	of    func(R) value
}

// table lists rows. One that is longer than longTable is written as a CSV of its own,
// and the page shows the rows at both ends of a column.
type table[R any] struct {
	id      string // of its CSV
	title   string // what it shows; for a long one
	rows    func(*run) ([]R, error)
	columns []column[R]
	by      string // the column whose ends are shown of a long table; "" shows its first rows
}

const (
	longTable = 20
	shownEnds = 4 // rows of a long table at each end
)

func (t table[R]) write(r *run, p *page) error {
	rows, err := t.rows(r)
	if err != nil || len(rows) == 0 {
		return err
	}
	cells := make([][]value, len(rows))
	for i, row := range rows {
		for _, c := range t.columns {
			cells[i] = append(cells[i], c.of(row))
		}
	}
	head := make([]string, len(t.columns))
	for i, c := range t.columns {
		head[i] = c.title
	}
	if len(rows) <= longTable {
		p.put(markdown(head, cells))
		return nil
	}
	if _, taken := p.files[t.id+".csv"]; taken || t.id == "" {
		return fmt.Errorf("two tables are called %q", t.id)
	}
	p.files[t.id+".csv"] = toCSV(head, cells)
	shown, what := ends(cells, slices.Index(head, t.by)), fmt.Sprintf("the first %d", 2*shownEnds)
	if t.by != "" {
		what = fmt.Sprintf("the %d least and %d greatest by %s", shownEnds, shownEnds, strings.ToLower(t.by))
	}
	p.put(fmt.Sprintf("%s: %s of %s ([all](%s.csv)).", t.title, what, plural(len(rows), "row", "rows"), t.id))
	p.put(markdown(head, shown))
	return nil
}

// ends returns the rows with the least and the greatest values in a column, in that
// order; the first rows where there is no such column.
func ends(cells [][]value, by int) [][]value {
	if by < 0 {
		return cells[:2*shownEnds]
	}
	sorted := slices.DeleteFunc(slices.Clone(cells), func(row []value) bool { return math.IsNaN(row[by].key) })
	slices.SortStableFunc(sorted, func(a, b []value) int { return compare(a[by].key, b[by].key) })
	if len(sorted) <= 2*shownEnds {
		return sorted
	}
	return slices.Concat(sorted[:shownEnds], sorted[len(sorted)-shownEnds:])
}

func compare(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// markdown writes a table for the page: numbers to the right, words to the left.
func markdown(head []string, cells [][]value) string {
	var out strings.Builder
	out.WriteString("| " + strings.Join(head, " | ") + " |\n|")
	for i := range head {
		numbers := slices.ContainsFunc(cells, func(row []value) bool { return !math.IsNaN(row[i].key) })
		out.WriteString(pick(numbers, " ---: |", " --- |"))
	}
	for _, row := range cells {
		out.WriteString("\n|")
		for _, v := range row {
			out.WriteString(" " + strings.ReplaceAll(v.page, "|", `\|`) + " |")
		}
	}
	return out.String()
}

// toCSV writes a table with all its digits. A column of numbers with intervals becomes
// three.
func toCSV(head []string, cells [][]value) []byte {
	wide := make([]int, len(head))
	for _, row := range cells {
		for i, v := range row {
			wide[i] = max(wide[i], len(v.csv))
		}
	}
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	var line []string
	for i, title := range head {
		line = append(line, title)
		if wide[i] == 3 {
			line = append(line, title+", from", title+", to")
		}
	}
	w.Write(line)
	for _, row := range cells {
		line = nil
		for i, v := range row {
			line = append(line, v.csv...)
			line = append(line, make([]string, wide[i]-len(v.csv))...)
		}
		w.Write(line)
	}
	w.Flush() // to memory, which does not fail
	return out.Bytes()
}

// chapterList lists the chapters, in report order.
func chapterList() []chapter {
	return []chapter{ratesChapter, spaceChapter, loadChapter, duplicatesChapter, librariesChapter, speedChapter, systemsChapter}
}

// chapters are those of the report, and one for the experiments that none of them knows.
func (r *run) chapters() []chapter {
	if own := r.ownChapter(); len(own.sections) > 0 {
		return append(chapterList(), own)
	}
	return chapterList()
}

// writeChapter composes the file of a chapter.
func (r *run) writeChapter(ch chapter) (*page, error) {
	p := &page{name: ch.id + ".md", files: map[string][]byte{}}
	p.out.WriteString("# " + ch.title + "\n\n" + strings.TrimSpace(ch.lead) + "\n\n")
	fmt.Fprintf(&p.out, "[Report](%s) · [glossary](glossary.md)", r.reportFrom(p.name))
	if len(ch.families) > 0 {
		fmt.Fprintf(&p.out, " · [claims about this](claims.md#%s)", anchor(ch.title))
	}
	p.out.WriteString("\n\n")
	for _, s := range ch.sections {
		fmt.Fprintf(&p.out, "- [%s](#%s)\n", s.title, anchor(s.title))
	}
	p.out.WriteString("\n")
	for _, s := range ch.sections {
		p.out.WriteString("## " + s.title + "\n\n")
		if err := r.question(s.experiment, p); err != nil {
			return nil, err
		}
		p.parts = 0
		for _, part := range s.parts {
			if err := part.write(r, p); err != nil {
				return nil, fmt.Errorf("%s, %s: %w", ch.id, s.title, err)
			}
		}
		if p.parts == 0 {
			p.out.WriteString(notMeasured + "\n\n")
		}
	}
	return p, nil
}

const notMeasured = "*Not measured in this run.*"

// question quotes what an experiment's file asks and expects.
func (r *run) question(experiment string, p *page) error {
	if experiment == "" {
		return nil
	}
	words, ok, err := r.declaration(experiment)
	if err != nil || !ok {
		return err
	}
	fmt.Fprintf(&p.out, "> **Question** (%s): %s\n>\n> **Expected:** %s\n\n", code(experiment), words.Question, words.Expect)
	return nil
}

// anchor is how Markdown links to a heading.
func anchor(title string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case c == ' ':
			return '-'
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9', c == '-':
			return c
		}
		return -1
	}, strings.ToLower(title))
}
