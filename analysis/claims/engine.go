package claims

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/stat"
)

type measureStatistic = measure.Statistic

// Estimate is a number with its interval.
type Estimate = stat.Estimate

// quantity is what one demand measures of one cell, or of all its cells.
type quantity struct {
	demand *Demand
	cell   analysis.Cell // the one, or the first of all
	x      Estimate
}

func (q quantity) part() part {
	return part{name: q.name(), x: q.x, lo: q.demand.In.Lo, hi: q.demand.In.Hi, worse: q.demand.Worse}
}

func (q quantity) name() string {
	if q.demand.Exact != nil {
		return q.demand.Say
	}
	return strings.NewReplacer("{cell}", name(q.cell), "{keys}", count(q.cell.Capacity), "{size}", count(q.cell.Size()), "{fill}", number(q.cell.Fill), "{workload}", q.cell.Workload).Replace(q.demand.Say)
}

// take measures what a demand asks for. missing is the selection without records, "" if
// there are all.
func (e *Evidence) take(d *Demand) (list []quantity, missing analysis.Selection) {
	if d.Exact != nil {
		return []quantity{{demand: d, x: e.scaled(d, d.Exact())}}, ""
	}
	of := e.Select(d.Of)
	if d.Where != nil {
		of = slices.DeleteFunc(of, func(c analysis.Cell) bool { return !d.Where.Keep(c) })
	}
	if d.Last && len(of) > 0 {
		of = of[len(of)-1:]
	}
	if len(of) == 0 {
		return nil, d.Of
	}
	var over, with []analysis.Cell
	if d.With != "" {
		if with = e.Select(d.With); len(with) == 0 {
			return nil, d.With
		}
	}
	if d.Over != "" {
		if over = e.Select(d.Over); len(over) == 0 {
			return nil, d.Over
		}
	}
	if !d.Each {
		return []quantity{{demand: d, cell: of[0], x: e.scaled(d, d.Stat.Estimate(of, over, with))}}, ""
	}
	for _, c := range of {
		var partner []analysis.Cell
		if d.Over != "" {
			other, ok := partnerOf(c, over)
			if !ok {
				continue
			}
			partner = []analysis.Cell{other}
		}
		if x := d.Stat.Estimate([]analysis.Cell{c}, partner, with); x.Known() || !d.Skip {
			list = append(list, quantity{d, c, e.scaled(d, x)})
		}
	}
	if len(list) == 0 {
		return nil, d.Of
	}
	return list, ""
}

// scaled lets tests move a statistic.
func (e *Evidence) scaled(d *Demand, x Estimate) Estimate {
	if e.change == nil {
		return x
	}
	return e.change(d, x)
}

// partnerOf returns the cell that a cell is set against: the only one, or the one of the
// same size that has most else in common.
func partnerOf(c analysis.Cell, cells []analysis.Cell) (best analysis.Cell, ok bool) {
	if len(cells) == 1 {
		return cells[0], true
	}
	most := -1
	for _, o := range cells {
		if o.Size() != c.Size() {
			continue
		}
		equal := 0
		for _, same := range []bool{o.Variant == c.Variant, analysis.FamilyOf(o.Variant) == analysis.FamilyOf(c.Variant), o.Workload == c.Workload, o.Fill == c.Fill, o.Part == c.Part, o.Hash == c.Hash} {
			if same {
				equal++
			}
		}
		if equal > most {
			best, most, ok = o, equal, true
		}
	}
	return best, ok
}

// takeAll measures several demands.
func (e *Evidence) takeAll(demands []Demand) (list []quantity, missing analysis.Selection) {
	for i := range demands {
		more, lack := e.take(&demands[i])
		if lack != "" && !demands[i].Maybe {
			return nil, lack
		}
		list = append(list, more...)
	}
	return list, ""
}

// rule decides a claim by its demands.
func (c Claim) rule(e *Evidence) Ruling {
	decisive, lack := e.takeAll(c.Demands)
	if lack != "" {
		return missing(lack)
	}
	told, _ := e.takeAll(maybe(c.Told))
	w := words{quantities: slices.Concat(decisive, told)}
	if c.Words != nil {
		w.texts = c.Words(e)
	}
	r := c.judged(decisive, w)
	if r.Verdict != Confirmed {
		return r
	}
	var conditions []string
	for _, u := range c.Unless {
		if text := u.attach(e, w); text != "" {
			conditions = append(conditions, text)
		}
	}
	if len(conditions) > 0 {
		r.Verdict, r.Condition = Conditional, strings.Join(conditions, "; ")
	}
	return r
}

// maybe lets demands do without records.
func maybe(demands []Demand) []Demand {
	list := slices.Clone(demands)
	for i := range list {
		list[i].Maybe = true
	}
	return list
}

// judged decides what was measured: the demands with a p-value by [judge], the others by
// whether their exact intervals are inside.
func (c Claim) judged(decisive []quantity, w words) Ruling {
	var parts, counts []part
	for _, q := range decisive {
		if q.demand.NoP {
			counts = append(counts, q.part())
		} else {
			parts = append(parts, q.part())
		}
	}
	w.texts = withText(w.texts, "of", count(len(decisive)))
	if c.Cases {
		return acrossCases(c, decisive, w)
	}
	j := judgement{verdict: Confirmed, p: math.NaN()}
	if len(parts) > 0 {
		j = judge(parts)
	}
	for _, p := range counts {
		switch {
		case !p.x.Known():
			j = judgement{verdict: Undecided, p: math.NaN(), worst: p}
		case p.outside() || p.never() && p.x.Value > 0:
			if j.verdict != Refuted {
				j.p, j.worst = math.NaN(), p
			}
			j.verdict = Refuted
		case !p.inside() && j.verdict == Confirmed:
			j.verdict, j.p, j.worst = Undecided, math.NaN(), p
		}
	}
	w.texts = withText(w.texts, "in", count(j.in))
	r := j.ruling(c.Size.What, c.Size.Unit, w.estimate(c.Size.Hole), w.fill(c.Sentence))
	if c.Inverse {
		r.Verdict = map[Verdict]Verdict{Confirmed: Refuted, Refuted: Confirmed, Worse: Confirmed, Undecided: Undecided}[r.Verdict]
	}
	return r
}

func withText(texts map[string]string, key, text string) map[string]string {
	if texts == nil {
		texts = map[string]string{}
	}
	texts[key] = text
	return texts
}

// attach returns the condition in words, "" if it is not attached.
func (u Unless) attach(e *Evidence, w words) string {
	list, _ := e.takeAll(maybe(u.Demands))
	attached, failed := u.attached(list)
	if !attached {
		return ""
	}
	w.quantities = slices.Concat(list, w.quantities)
	w.texts = withText(w.texts, "failed", sentence(failed))
	return w.fill(u.Say)
}

// attached reports whether quantities attach the condition, and names those that do.
func (u Unless) attached(list []quantity) (attached bool, failed []string) {
	in, out := 0, 0
	var shown []string
	for _, q := range list {
		text := fmt.Sprintf("%s (%s)", q.name(), with(q.x))
		switch p := q.part(); {
		case p.x.Known() && p.inside() && !(p.never() && p.x.Value > 0):
			in++
			continue
		case p.x.Known() && (p.outside() || p.never() && p.x.Value > 0):
			out++
			shown = append(shown, text)
		}
		failed = append(failed, text)
	}
	switch u.When {
	case NotInside:
		attached = in < len(list)
	case Outside:
		attached, failed = out > 0, shown
	case Inside:
		attached = in == len(list)
	case Neither:
		attached = in+out < len(list)
	}
	return attached && len(list) > 0, failed
}
