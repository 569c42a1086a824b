package claims

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// The sentence of a claim has holes, which what was measured fills:
//
//	{key}            the estimate with its interval
//	{key:%}          the same as shares in percent
//	{key:v} {key:v%} the number alone
//	{key.most}       of several quantities of one key the one of the highest upper end;
//	                 least: of the lowest lower end; first, last: in order; 2: the second
//	{key.most:name}  the name of its cell; :keys, :size the keys or the size of it
//	{key:list}       all of them: "1.2 for this, 1.3 for that"
//	{key:n}          how many there are
//	{text}           a text of Claim.Words
//
// A key stands for all that begin with it and a hyphen.
//
// What stands between brackets is left out where one of its holes has no number.
type words struct {
	quantities []quantity
	texts      map[string]string
}

var (
	hole    = regexp.MustCompile(`\{([a-z0-9-]+)(?:\.([a-z0-9]+))?(?::([a-z%]+))?\}`)
	bracket = regexp.MustCompile(`\[([^\[\]]*)\]`)
)

// fill returns a sentence with its holes filled. A hole that nothing fills is a fault of
// the ledger, which tests find, unless it stands between brackets.
func (w words) fill(line string) string {
	line = bracket.ReplaceAllStringFunc(line, func(s string) string {
		text, ok := w.replace(s[1 : len(s)-1])
		if !ok {
			return ""
		}
		return text
	})
	text, _ := w.replace(line)
	return text
}

func (w words) replace(line string) (text string, ok bool) {
	ok = true
	text = hole.ReplaceAllStringFunc(line, func(s string) string {
		m := hole.FindStringSubmatch(s)
		if text, found := w.texts[m[1]]; found && m[2] == "" && m[3] == "" {
			if text == "" {
				ok = false
			}
			return text
		}
		list := w.of(m[1])
		if len(list) == 0 {
			ok = false
			return "(not measured)"
		}
		switch m[3] {
		case "n":
			return count(len(list))
		case "list", "list%":
			var all []string
			for _, q := range list {
				all = append(all, written(q.x, strings.TrimPrefix(m[3], "list"))+" for "+name(q.cell))
			}
			return sentence(all)
		}
		q := pick(list, m[2])
		switch m[3] {
		case "name":
			return name(q.cell)
		case "keys":
			return count(q.cell.Capacity)
		case "size":
			return count(q.cell.Size())
		}
		if !q.x.Known() {
			ok = false
			return "(not known)"
		}
		return written(q.x, m[3])
	})
	return text, ok
}

func written(x Estimate, format string) string {
	switch format {
	case "%":
		return withPercent(x)
	case "v":
		return number(x.Value)
	case "v%":
		return percent(x.Value)
	case "fine":
		return fmt.Sprintf("%.5f (%.5f to %.5f)", x.Value, x.Lo, x.Hi)
	}
	return with(x)
}

// of returns the quantities of a key.
func (w words) of(key string) (list []quantity) {
	for _, q := range w.quantities {
		if q.demand.Key == key || strings.HasPrefix(q.demand.Key, key+"-") {
			list = append(list, q)
		}
	}
	return list
}

func pick(list []quantity, which string) quantity {
	best := list[0]
	switch which {
	case "last":
		return list[len(list)-1]
	case "most", "least":
		for _, q := range list[1:] {
			switch {
			case !q.x.Known():
			case !best.x.Known(), which == "most" && q.x.Hi > best.x.Hi, which == "least" && q.x.Lo < best.x.Lo:
				best = q
			}
		}
	default:
		if n, err := strconv.Atoi(which); err == nil && n >= 1 && n <= len(list) {
			return list[n-1]
		}
	}
	return best
}

// estimate returns what a hole without braces stands for.
func (w words) estimate(text string) Estimate {
	key, which, _ := strings.Cut(text, ".")
	list := w.of(key)
	if len(list) == 0 {
		return Estimate{}
	}
	return pick(list, which).x
}
