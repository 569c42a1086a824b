package claims

import (
	"fmt"
	"slices"
	"strings"

	"filterbench/analysis"
)

// Selections lists the records that a claim reads, each once.
func (c Claim) Selections() (list []analysis.Selection) {
	add := func(demands []Demand) {
		for _, d := range demands {
			list = append(list, d.Of, d.Over, d.With)
		}
	}
	add(c.Demands)
	for _, u := range c.Unless {
		add(u.Demands)
	}
	add(c.Told)
	list = append(list, c.Takes...)
	var once []analysis.Selection
	for _, s := range list {
		if s != "" && !slices.Contains(once, s) {
			once = append(once, s)
		}
	}
	return once
}

// Needs says which records decide a claim, "" if none do.
func (c Claim) Needs() string {
	var list []string
	for _, d := range c.Demands {
		for _, s := range []analysis.Selection{d.Of, d.Over, d.With} {
			if s != "" && !d.Maybe && !slices.Contains(list, string(s)) {
				list = append(list, string(s))
			}
		}
	}
	for _, s := range c.Takes {
		list = append(list, string(s))
	}
	return strings.Join(list, "; ")
}

// Rule says in words how a claim is decided, "" if it is not.
func (c Claim) Rule() string {
	if c.Special != nil {
		return c.Special_
	}
	var demands []string
	for _, d := range c.Demands {
		if text := d.text(); !slices.Contains(demands, text) { // the same of several selections
			demands = append(demands, text)
		}
	}
	if len(demands) == 0 {
		return ""
	}
	text := "All must hold: "
	switch {
	case c.Inverse:
		text = "It is false if all hold: "
	case c.Cases:
		text = "Half of the cases must hold for certain, or those at the largest size of each: "
	case len(demands) == 1:
		text = ""
	}
	text += strings.Join(demands, "; ") + "."
	for _, u := range c.Unless {
		var list []string
		for _, d := range u.Demands {
			list = append(list, d.text())
		}
		text += fmt.Sprintf(" True only on a condition where %s: %s.", u.When.text(), strings.Join(list, "; "))
	}
	return text
}

func (w When) text() string {
	return map[When]string{NotInside: "one of these is not shown", Outside: "one of these is shown not to hold", Inside: "all of these are shown", Neither: "one of these is open"}[w]
}

// text writes a demand: "the power for each filter (overload family=cuckoo fill=1; ...) is at most 1.25".
func (d Demand) text() string {
	say := strings.NewReplacer("{cell}", "each filter", "{keys}", "as many", "{size}", "as many", "{fill}", "each", "{workload}", "each workload").Replace(d.Say)
	if say == "" {
		say = d.Key
	}
	text := say
	if d.Of != "" {
		text += ", which is the " + d.Stat.Name
	}
	if d.Where != nil {
		text += ", for " + d.Where.Say
	}
	if in := d.In.text(); in != "" {
		text += ", is " + in
	}
	if d.Maybe {
		text += ", where it was measured"
	}
	return text
}

// canonical writes everything that a rule depends on, for its digest.
func (c Claim) canonical() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s inverse=%t cases=%t special=%s\n", c.ID, c.Inverse, c.Cases, c.Special_)
	write := func(what string, demands []Demand) {
		for _, d := range demands {
			where, exact := "", ""
			if d.Where != nil {
				where = d.Where.Say
			}
			if d.Exact != nil {
				x := d.Exact()
				exact = fmt.Sprintf("%.10g %.10g %.10g", x.Value, x.Lo, x.Hi)
			}
			fmt.Fprintf(&b, "%s of=%q over=%q with=%q each=%t stat=%q scale=%d in=%.12g..%.12g where=%q last=%t skip=%t maybe=%t nop=%t worse=%d exact=%s\n",
				what, d.Of, d.Over, d.With, d.Each, d.Stat.Name, d.Stat.Scale, d.In.Lo, d.In.Hi, where, d.Last, d.Skip, d.Maybe, d.NoP, d.Worse, exact)
		}
	}
	write("demand", c.Demands)
	for _, u := range c.Unless {
		write("unless "+u.When.text(), u.Demands)
	}
	for _, s := range c.Takes {
		fmt.Fprintf(&b, "takes %q\n", s)
	}
	return b.String()
}
