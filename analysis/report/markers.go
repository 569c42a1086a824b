package report

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// marker matches a line that begins or ends a block.
var marker = regexp.MustCompile(`^<!-- (/?)gen:([a-z0-9:-]+) -->$`)

// segment is a stretch of a document: prose, or the inside of a block.
type segment struct {
	id   string // "" for prose
	text string // whole lines, markers not among them
	line int    // where it begins
}

// split cuts a document at its markers. name is the file's, for errors. A block
// inside a block, one that is not closed, or one that occurs twice is an error.
func split(name, document string) ([]segment, error) {
	var list []segment
	current := segment{line: 1}
	seen := map[string]int{}
	line := 0
	for text := range strings.SplitAfterSeq(document, "\n") {
		line++
		m := marker.FindStringSubmatch(strings.TrimRight(text, "\r\n"))
		if m == nil {
			if strings.Contains(text, "<!-- gen:") || strings.Contains(text, "<!-- /gen:") {
				return nil, fmt.Errorf("%s:%d: a marker must stand alone on its line, as in <!-- gen:run -->", name, line)
			}
			current.text += text
			continue
		}
		closing, id := m[1] == "/", m[2]
		switch {
		case closing && current.id == "":
			return nil, fmt.Errorf("%s:%d: block %q is closed but was not opened", name, line, id)
		case closing && current.id != id:
			return nil, fmt.Errorf("%s:%d: block %q is closed inside block %q of line %d", name, line, id, current.id, current.line-1)
		case !closing && current.id != "":
			return nil, fmt.Errorf("%s:%d: block %q is opened inside block %q of line %d, which is not closed", name, line, id, current.id, current.line-1)
		case !closing && seen[id] > 0:
			return nil, fmt.Errorf("%s:%d: block %q is there twice, also on line %d", name, line, id, seen[id])
		}
		list = append(list, current)
		current = segment{line: line + 1}
		if !closing {
			current.id = id
			seen[id] = line
		}
	}
	if current.id != "" {
		return nil, fmt.Errorf("%s:%d: block %q is not closed by <!-- /gen:%s -->", name, current.line-1, current.id, current.id)
	}
	return append(list, current), nil
}

// match demands that the blocks of a document are those that can be filled.
func match(name string, list []segment, ids []string) error {
	var found []string
	for _, s := range list {
		if s.id == "" {
			continue
		}
		if !slices.Contains(ids, s.id) {
			return fmt.Errorf("%s:%d: nothing is called %q; the blocks are %s", name, s.line-1, s.id, strings.Join(ids, ", "))
		}
		found = append(found, s.id)
	}
	for _, id := range ids {
		if !slices.Contains(found, id) {
			return fmt.Errorf("%s: block %q is missing; put <!-- gen:%s --> and <!-- /gen:%s --> on lines of their own where it belongs", name, id, id, id)
		}
	}
	return nil
}

// join puts a document together again, with the blocks' new texts.
func join(list []segment, fill func(id string) (string, error)) (string, error) {
	var out strings.Builder
	for _, s := range list {
		if s.id == "" {
			out.WriteString(s.text)
			continue
		}
		text, err := fill(s.id)
		if err != nil {
			return "", fmt.Errorf("block %s: %w", s.id, err)
		}
		fmt.Fprintf(&out, "<!-- gen:%s -->\n%s\n<!-- /gen:%s -->\n", s.id, strings.TrimSpace(text), s.id)
	}
	return out.String(), nil
}
