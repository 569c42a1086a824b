package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"filterbench/analysis/advise"
)

// mostListed is how many designs that cannot do it are listed, the nearest first.
const mostListed = 8

// The table of designs takes so many columns, and names on a narrow terminal so many of them.
const (
	tableWidth = 96
	nameWidth  = 36
)

// write prints a ranking for people: the verdict, the designs that can do it, the nearest
// of those that cannot, and all about the best one. On a terminal of less than tableWidth
// columns, 0 for none, the table has fewer.
func (f *chooseFlags) write(out io.Writer, r advise.Ranking, width int) error {
	narrow := width > 0 && width < tableWidth
	perKey := func(text string) string {
		if narrow { // as the memory over the keys
			return ""
		}
		return text + "\t"
	}
	fmt.Fprintf(out, "%s\n\n%s", needWords(f.need), wrap("", r.Verdict, 0, proseWidth))
	tw := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	feasible := 0
	for _, a := range r.Answers {
		if !a.Feasible {
			break
		}
		if feasible++; feasible == 1 {
			fmt.Fprintf(tw, "\n filter\t%sfalse pos.\tmemory\t%smiss\t%s\n", heading(r, "keys", "keys\t"), perKey("bits/key"), costHeading(f.need))
		}
		name := a.Variant
		if narrow && len(name) > nameWidth {
			name = name[:nameWidth-1] + "…"
		}
		fmt.Fprintf(tw, " %s\t%s%s\t%s\t%s%s\t%s\n", name, heading(r, "keys", advise.Count(a.Held)+"\t"), advise.Percent(a.Rate), advise.Bytes(a.Bytes), perKey(fmt.Sprintf("%.2f", a.PerKey)), about(a.Miss), f.last(a))
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	others := r.Answers[feasible:]
	if len(others) > 0 {
		fmt.Fprint(out, "\nNot these:\n")
	}
	for i, a := range others {
		if i == mostListed && !f.all && len(f.only) == 0 {
			fmt.Fprintf(tw, " and %d more (--all)\n", len(others)-i)
			break
		}
		fmt.Fprintf(tw, " %s\t%s\n", a.Variant, a.Why)
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	for i, a := range r.Answers {
		if i == 0 && len(f.only) == 0 || len(f.only) > 0 {
			f.explain(out, a)
		}
	}
	_, err := fmt.Fprintf(out, "\nTimes are of %s (%s), without the hash and the loop; ~ goes beyond what was measured.\n", r.Machine, r.Run)
	return err
}

// heading is a text if that quantity is solved for.
func heading(r advise.Ranking, solved, text string) string {
	if r.Solved == solved {
		return text
	}
	return ""
}

func costHeading(n advise.Need) string {
	if n.MissCost > 0 {
		return "lookup, all in\tbest"
	}
	return "insert"
}

// last are the last columns of a design: what a lookup costs with the work of false
// positives, and how likely it is the cheapest; or what an insert costs.
func (f *chooseFlags) last(a advise.Answer) string {
	if f.need.MissCost == 0 {
		return about(a.Insert)
	}
	if a.Cost == nil {
		return "not timed\t"
	}
	chance := fmt.Sprintf("%.0f %%", 100*a.Best)
	if a.Best < 0.005 {
		chance = "<1 %"
	}
	return fmt.Sprintf("%s (%s to %s)\t%s", advise.Time(a.Cost.NS), advise.Time(a.Cost.Lo), advise.Time(a.Cost.Hi), chance)
}

// about writes an estimate, with a mark if it extrapolates.
func about(e *advise.Estimate) string {
	switch {
	case e == nil:
		return "-"
	case e.Outside:
		return "~" + advise.Time(e.NS)
	}
	return advise.Time(e.NS)
}

// explain tells all about one design.
func (f *chooseFlags) explain(out io.Writer, a advise.Answer) {
	fmt.Fprintf(out, "\n%s\n", a.Variant)
	line := func(what, text string) {
		if text != "" {
			fmt.Fprint(out, wrap(fmt.Sprintf("  %-10s", what), text, 12, proseWidth))
		}
	}
	line("", a.Use)
	if !a.Feasible {
		line("cannot", a.Why)
	}
	if a.Library != "" {
		line("from", a.Library)
	}
	line("size", fmt.Sprintf("%.0f bytes for %s keys", a.Bytes, advise.Count(a.Held))+side(a))
	line("beyond", a.Beyond)
	line("copies", a.Copies)
	line("deletes", a.Deletes)
	line("time", times(a))
	line("but", strings.Join(a.Notes, "; "))
	line("try", a.Try)
	if len(a.IDs) > 0 {
		shown := a.IDs[:min(4, len(a.IDs))]
		line("records", fmt.Sprintf("%s and %d more (--format json)", strings.Join(shown, " "), len(a.IDs)-len(shown)))
	}
}

func side(a advise.Answer) string {
	if a.Side == 0 {
		return ""
	}
	return fmt.Sprintf(", %s of these beside the table, as expected", advise.Bytes(a.Side))
}

func times(a advise.Answer) string {
	var list []string
	for _, t := range []struct {
		op string
		e  *advise.Estimate
	}{{"miss", a.Miss}, {"hit", a.Hit}, {"insert", a.Insert}} {
		if t.e != nil && t.e.NS > 0 {
			list = append(list, fmt.Sprintf("%s %s (%s to %s)", t.op, advise.Time(t.e.NS), advise.Time(t.e.Lo), advise.Time(t.e.Hi)))
		}
	}
	return strings.Join(list, ", ")
}

// needWords says the need back.
func needWords(n advise.Need) string {
	var list []string
	add := func(is bool, format string, args ...any) {
		if is {
			list = append(list, fmt.Sprintf(format, args...))
		}
	}
	add(n.Keys > 0, "%s keys", advise.Count(n.Keys))
	add(n.Rate > 0, "at most %s false positives", advise.Percent(n.Rate))
	add(n.Bytes > 0, "at most %s", advise.Bytes(n.Bytes))
	add(n.Growth > 1, "growing to %g times as many", n.Growth)
	add(n.Deletes, "keys are deleted")
	add(n.Static, "all keys known beforehand")
	switch c := n.Copies; c.Rule {
	case "each":
		add(true, "each key comes %g times", c.Value)
	case "zipf":
		add(true, "copies by Zipf's law with exponent %g", c.Value)
	case "hot":
		add(true, "one key is %s of all inserts", advise.Percent(c.Value))
	case "seen":
		add(true, "%.3g copies of a key on average, %s at most", c.Value, advise.Count(c.Most))
	}
	add(n.MissCost > 0, "a false positive costs %s", advise.Time(n.MissCost))
	add(n.HitRatio > 0, "%s of lookups are of keys that are held", advise.Percent(n.HitRatio))
	return strings.Join(list, ", ")
}
