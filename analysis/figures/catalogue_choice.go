package figures

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"filterbench/analysis"
	"filterbench/analysis/choose"
	"filterbench/analysis/measure"
	"filterbench/internal/digits"
	"filterbench/variants/families"
)

// choiceFigures answer which filter to take.
var choiceFigures = []Figure{
	{
		ID: "poster", Experiment: "throughput",
		What:    "False positive rate over bits per key; the area of a bubble is the time of a lookup of an absent key in a batch, its hash included, which its label gives in nanoseconds",
		Caption: "Every filter of about these numbers of keys that was timed; thin lines are full tables of other sizes. The stairs are the front: no filter of the run has fewer bits at a rate no higher. A ring marks filters from which keys can be deleted",
		X:       Axis{Label: "bits per key", Min: 4, Max: 24, Ticks: []float64{4, 8, 12, 16, 20, 24}}, Y: Axis{Label: rateAxis.Label, Scale: Log, Unit: Percent, Min: 8e-6, Max: 0.25},
		Columns: 1, Tall: 270, Names: Below,
		Bound:   "least bits per key that any filter needs",
		Make:    posterPanels,
		Finding: posterFinding,
	},
	{
		ID: "best-filter", Experiment: "throughput",
		What:    "The cheapest way to a lookup of an absent key, by the work that a miss saves, among filters of at most so many bits per key",
		Caption: "The cost is the time of a lookup in a batch, its hash included, and the rate of false positives times the work; without a filter it is the work. Hatched where the choice is the best in less than 95 % of resampled runs. Sizes of tables with slots are a bit above 8, 12 and 16 bits",
		X:       Axis{Label: "work that a miss saves", Scale: Log, Unit: Time}, Y: Axis{Unit: Category},
		Columns: 2, Tall: 30, Names: Below,
		Make: bestPanels,
		Finding: func(c Chart) string {
			best := func(x float64) string { // of the largest size, among all filters
				p := c.Panels[0]
				row := float64(len(p.Y.Names) - 1)
				for _, curve := range p.Curves {
					for _, at := range curve.Points {
						if at.Y == row && math.Abs(math.Log(at.X/x)) < 0.1 {
							return curve.Name
						}
					}
				}
				return "nothing"
			}
			names := c.Panels[0].Y.Names
			return fmt.Sprintf("Of %s, the cheapest is %s where a miss saves 100 ns, %s at 10 µs and %s at 1 ms", names[len(names)-1], best(100), best(1e4), best(1e6))
		},
	},
	{
		ID: "regret", Experiment: "throughput",
		What:    "How many times the cost of the best choice each common choice has, by the work that a miss saves",
		Caption: "The cost is the time of a lookup of an absent key in a batch, its hash included, and the rate of false positives times the work. 1.0 is the best of all that were timed",
		X:       Axis{Label: "work that a miss saves", Unit: Category}, Y: Axis{Unit: Category},
		Columns: 2,
		Make:    regretPanels,
		Finding: func(c Chart) string {
			p := c.Panels[len(c.Panels)-1]
			worst := map[string]float64{}
			for _, curve := range p.Curves {
				for i, at := range curve.Points {
					name := c.Y.Names[int(at.Y)]
					worst[name] = math.Max(worst[name], curve.Notes[i].Value)
				}
			}
			names := sortedKeys(worst)
			names = slices.DeleteFunc(names, func(n string) bool { return measure.IsExact(n) || n == measure.NoFilter })
			least := slices.MinFunc(names, func(a, b string) int { return cmp.Compare(worst[a], worst[b]) })
			most := slices.MaxFunc(names, func(a, b string) int { return cmp.Compare(worst[a], worst[b]) })
			return fmt.Sprintf("Of %s, %s never costs more than %s times the best choice; %s costs up to %s times", p.Title, least, nth(worst[least]), most, nth(worst[most]))
		},
	},
	{
		ID: "cards", Experiment: "throughput",
		What:    "One row a filter, the same axes for all: rate over bits per key, time of a lookup of an absent key over the number of keys, and rate over the keys offered",
		Caption: "Other filters are grey behind. On the right the dashed line is theory, of the filters of the middle column or of those that were measured; xor and fuse are built once and cannot be overfilled",
		Columns: 3, Tall: 60, Names: Nowhere, Theory: exactTheory,
		Make: cardPanels,
		Finding: func(c Chart) string {
			smallest, fastest := "", ""
			bits, ns := math.Inf(1), math.Inf(1)
			for i, p := range c.Panels {
				for _, curve := range p.Curves {
					for _, at := range curve.Points {
						if i%3 == 0 && curve.Mark == Points && at.Y <= posterRate && at.X < bits {
							smallest, bits = curve.Name, at.X
						}
					}
					if i%3 == 1 && curve.Mark == Points && len(curve.Points) > 0 && curve.last().Y < ns {
						fastest, ns = curve.Name, curve.last().Y
					}
				}
			}
			return fmt.Sprintf("%s: %s takes the fewest bits for 1 %% (%s), %s answers fastest in the largest table (%s)",
				either(smallest == fastest, "One filter wins twice", "No filter wins everywhere"), smallest, rounded(bits, 2), fastest, Duration2(ns))
		},
	},
}

// posterRate is the rate that the poster's title is about, with the slack that measuring
// it needs.
const posterRate = 0.01 * 1.05

func posterFinding(c Chart) string {
	type found struct {
		name string
		x    float64
	}
	var fewest, deletes, fastest found
	take := func(f *found, name string, x float64) {
		if f.name == "" || x < f.x {
			*f = found{name, x}
		}
	}
	for _, p := range c.Panels[len(c.Panels)-1:] {
		for _, curve := range p.Curves {
			for i, at := range curve.Points {
				if at.Y > posterRate || curve.Name == frontName {
					continue
				}
				note := curve.Notes[i]
				name := curve.Family
				take(&fewest, name, at.X)
				if note.Ring {
					take(&deletes, name, at.X)
				}
				if note.Value > 0 {
					take(&fastest, name, note.Value)
				}
			}
		}
	}
	return fmt.Sprintf("At a rate of 1 %%, of the filters here %s takes the fewest bits per key (%s), %s of those that delete (%s), and %s has the fastest lookups out of the cache (%s)",
		fewest.name, rounded(fewest.x, 2), deletes.name, rounded(deletes.x, 2), fastest.name, Duration2(fastest.x))
}

// frontName is the curve of the filters that none dominates.
const frontName = "the front"

// posterPanels shows the smallest and the largest of the sizes of the cost model.
func posterPanels(in Input, c *Chart) error {
	sizes, err := measure.CostMap(in.Dataset)
	if err != nil || len(sizes) == 0 {
		return err
	}
	run, err := choose.Read(in.Dataset)
	if err != nil {
		return err
	}
	if len(sizes) > 2 {
		sizes = []measure.CostSize{sizes[0], sizes[len(sizes)-1]}
	}
	for i, s := range sizes {
		title := digits.Thousands(s.Keys) + " keys"
		if len(sizes) == 2 {
			title += []string{", in the cache", ", out of the cache"}[i]
		}
		c.panel(title).Curves = posterCurves(s, run.Rated)
	}
	c.Keys = []Key{{Text: "keys can be deleted", Ring: true}}
	return nil
}

// deletes reports whether keys can be taken out of a family's filters.
func deletes(family string) bool {
	f := families.Named(family)
	return f != nil && f.Has(families.Deletes)
}

func posterCurves(s measure.CostSize, rated []choose.Entry) (curves []Curve) {
	put := func(family string, at analysis.Point, note Note, mark Mark) {
		curve := analysis.Among(&curves, func(c Curve) bool { return c.Family == family && c.Mark == mark },
			Curve{Series: analysis.Series{Name: family, Family: family}, Mark: mark})
		curve.Points = append(curve.Points, at)
		curve.Notes = append(curve.Notes, note)
	}
	var all []analysis.Point
	for _, e := range rated { // full tables of other sizes
		family := analysis.FamilyOf(e.Variant)
		if e.Experiment != "space" || !slices.Contains([]string{"bloom", "four-slots"}, e.Part) || analysis.ParamText(e.Variant, "buckets") == "any" {
			continue
		}
		p := analysis.At(e.Bits)
		p.Y = e.Rate
		all = append(all, p)
		put(family, p, Note{Ring: deletes(family), Value: math.NaN()}, Joined)
	}
	for _, x := range s.Contenders {
		if x.Rate <= 0 || x.Bits > 24 {
			continue
		}
		family := analysis.FamilyOf(x.Variant)
		p := analysis.At(x.Bits)
		p.Y = x.Rate
		all = append(all, p)
		put(family, p, Note{Label: shortName(x.Variant) + ": " + rounded(x.Time, 2), Area: x.Time / 1.5, Ring: deletes(family), Value: x.Time}, Apart)
	}
	for i := range curves {
		if curves[i].Mark == Joined {
			sortNoted(&curves[i])
		}
	}
	front := Curve{Series: analysis.Series{Name: frontName}, Mark: Joined}
	for i, p := range pareto(all) {
		if i > 0 { // stairs: to the right at the rate of the one before, then down
			corner := p
			corner.Y = front.Points[len(front.Points)-1].Y
			front.Points = append(front.Points, corner)
		}
		front.Points = append(front.Points, p)
	}
	front.Law = trace(func(x float64) float64 { return math.NaN() }, 4, 24, Linear, false)
	for i := range front.Law {
		front.Law[i].Bound = math.Exp2(-front.Law[i].X)
	}
	return append(curves, front)
}

func sortNoted(c *Curve) {
	order := make([]int, len(c.Points))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(c.Points[a].X, c.Points[b].X) })
	points, notes := make([]analysis.Point, len(order)), make([]Note, len(order))
	for i, j := range order {
		points[i], notes[i] = c.Points[j], c.Notes[j]
	}
	c.Points, c.Notes = points, notes
}

// pareto returns the points that no other has both fewer bits and a lower rate than, by
// bits.
func pareto(points []analysis.Point) (front []analysis.Point) {
	sorted := slices.Clone(points)
	slices.SortStableFunc(sorted, func(a, b analysis.Point) int { return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y)) })
	least := math.Inf(1)
	for _, p := range sorted {
		if p.Y < least {
			least = p.Y
			front = append(front, p)
		}
	}
	return front
}

// shortName is a variant without its brackets: "cuckoo f=12".
func shortName(variant string) string {
	return strings.NewReplacer("(bpk=", " ", "(b=4,", " ", "(", " ", ",w=64", "", ",", " ", ")", "").Replace(variant)
}

// bestPanels has a panel for each budget of bits, and a row for each number of keys.
func bestPanels(in Input, c *Chart) error {
	all, err := measure.CostMap(in.Dataset)
	if err != nil {
		return err
	}
	if err := c.bestPanel("any number of bits", all); err != nil {
		return err
	}
	for _, budget := range measure.CostBudgets {
		sizes, err := measure.CostMapWithin(in.Dataset, budget)
		if err != nil {
			return err
		}
		if err := c.bestPanel(fmt.Sprintf("at most %g bits per key", budget), sizes); err != nil {
			return err
		}
	}
	c.Keys = []Key{{Text: "not told apart from another", Hatch: true}}
	return nil
}

func (c *Chart) bestPanel(title string, sizes []measure.CostSize) error {
	if len(sizes) == 0 {
		return nil
	}
	p := c.panel(title)
	y := &Axis{Unit: Category}
	p.Y = y
	for row, s := range sizes {
		y.Names = append(y.Names, digits.Thousands(s.Keys)+" keys")
		for _, b := range s.Grid {
			family := analysis.FamilyOf(b.Variant)
			if b.Variant == measure.NoFilter {
				family = nothing
			}
			at := analysis.At(b.Work)
			at.Y = float64(row)
			c.put(analysis.Series{Name: b.Variant, Family: family, Facet: title}, Cells, at, Note{Unsure: b.Probability < sure, Value: b.Overhead})
		}
	}
	return nil
}

// sure is the probability below which a choice is hatched.
const sure = 0.95

// commonChoices are the rows of the map of regret.
var commonChoices = []string{
	"bloom(bpk=8)", "bloom(bpk=12)", "blocked(bpk=12)", "blocked(bpk=16)", "splitblock(bpk=12)", "register(bpk=12,w=64)",
	"cuckoo(b=4,f=8)", "cuckoo(b=4,f=12)", "cuckoo(b=4,f=16)", "semisort(f=13)", "fuse(f=8)", "fuse(f=16)", "exact", measure.NoFilter,
}

// regretWork are its columns, in nanoseconds.
var regretWork = []float64{10, 100, 1e3, 1e4, 1e5, 1e6, 1e7}

func regretPanels(in Input, c *Chart) error {
	sizes, err := measure.CostMap(in.Dataset)
	if err != nil {
		return err
	}
	c.Y.Names = commonChoices
	for _, w := range regretWork {
		c.X.Names = append(c.X.Names, Duration(w))
	}
	for _, s := range sizes {
		curve := Curve{Mark: Cells}
		for column, work := range regretWork {
			least := work
			for _, x := range s.Contenders {
				least = math.Min(least, x.Overhead(work))
			}
			for row, name := range commonChoices {
				cost := math.NaN()
				if name == measure.NoFilter {
					cost = work
				}
				for _, x := range s.Contenders {
					if x.Variant == name {
						cost = x.Overhead(work)
					}
				}
				if math.IsNaN(cost) {
					continue
				}
				at := analysis.At(float64(column))
				at.Y = float64(row)
				r := cost / least
				curve.Points = append(curve.Points, at)
				curve.Notes = append(curve.Notes, Note{Label: regretText(r), Value: r, Shade: math.Min(1, math.Log(r)/math.Log(30))})
			}
		}
		if len(curve.Points) > 0 {
			c.panel(digits.Thousands(s.Keys) + " keys").Curves = []Curve{curve}
		}
	}
	c.Keys = []Key{{Text: "the best", Shade: 0}, {Text: "5 times the cost", Shade: math.Log(5) / math.Log(30)}, {Text: "30 times and more", Shade: 1}}
	return nil
}

// regretText writes a ratio of costs.
func regretText(r float64) string {
	if r < 9.95 {
		return fmt.Sprintf("%.1f", r)
	}
	return factor(r)
}

// cardFamilies are the filters that have a card.
var cardFamilies = []string{"bloom", "blocked", "splitblock", "register", "counting", "cuckoo", "semisort", "fuse", "xor"}

// cardPanels makes a row of panels for each family.
func cardPanels(in Input, c *Chart) error {
	run, err := choose.Read(in.Dataset)
	if err != nil {
		return err
	}
	var rate, time, over cardColumn
	for _, e := range run.Rated {
		at := e.Experiment + "/" + e.Part
		if e.Rate > 0 && slices.Contains(cardParts, at) && analysis.ParamText(e.Variant, "buckets") != "any" && !strings.Contains(e.Variant, "load=") {
			p := analysis.At(e.Bits)
			p.Y = e.Rate
			rate.put(analysis.FamilyOf(e.Variant), p)
		}
	}
	laws := map[string]analysis.Cell{}
	for _, part := range []string{"size", "contenders"} {
		cells, err := in.Cells("throughput", part)
		if err != nil {
			return err
		}
		for _, cell := range cells {
			if !slices.Contains(cardVariants, cell.Variant) {
				continue
			}
			laws[family(cell)] = cell
			points, err := measure.NetPoint("miss")(cell)
			if err != nil {
				return err
			}
			for _, p := range points {
				p.X = sizeOf(cell)
				time.put(family(cell), p)
			}
		}
	}
	cells, err := in.Cells("overload", "fill")
	if err != nil {
		return err
	}
	for _, cell := range cells {
		if slices.Contains(cardOverloads, cell.Variant) {
			points, err := withoutBound(measure.RatePoint)(cell)
			if err != nil {
				return err
			}
			points[0].X, points[0].Theory = cell.Fill, math.NaN()
			over.put(family(cell), points[0])
			laws[family(cell)] = cell
		}
	}
	axes := [3][2]*Axis{
		{{Label: "bits per key", Ticks: []float64{4, 8, 12, 16, 20, 24}, Min: 2, Max: 25}, {Label: "rate", Scale: Log, Unit: Percent, Min: 5e-6, Max: 0.5, Ticks: []float64{1e-2, 1e-4}}},
		{{Label: "keys", Scale: Log, Unit: Decimal}, {Label: "time of a miss", Scale: Log, Unit: Time, Ticks: []float64{1, 10}, Min: 0.4, Max: 60}},
		{{Label: "keys offered / design", Ticks: []float64{1, 2, 3, 4}, Zero: true, Max: 4.2}, {Label: "rate", Scale: Log, Unit: Percent, Min: 3e-5, Max: 1.5, Ticks: []float64{1, 1e-2, 1e-4}}},
	}
	if len(rate) == 0 && len(time) == 0 {
		return nil
	}
	for _, f := range cardFamilies {
		name := f
		if deletes(f) {
			name += " (deletes)"
		}
		for column, data := range []cardColumn{rate, time, over} {
			p := c.panel(name + []string{"", ", time", ", overload"}[column])
			p.X, p.Y = axes[column][0], axes[column][1]
			for _, other := range cardFamilies {
				if other != f {
					p.add(others, others, data[other], Joined)
				}
			}
			p.add(f, f, data[f], Points)
		}
		if cell, ok := laws[f]; ok && !slices.Contains([]string{"xor", "fuse"}, f) {
			p := &c.Panels[len(c.Panels)-1]
			p.Curves = append(p.Curves, Curve{Series: analysis.Series{Name: f, Family: f}, Mark: Line, Law: trace(lawOfFill(cell), 0.2, 4, Linear, false)})
		}
	}
	return nil
}

// cardColumn is a column of the cards: points by family.
type cardColumn map[string][]analysis.Point

func (c *cardColumn) put(family string, p analysis.Point) {
	if *c == nil {
		*c = cardColumn{}
	}
	if slices.Contains(cardFamilies, family) {
		(*c)[family] = append((*c)[family], p)
	}
}

// cardParts have the rates that the cards show, of filters in their usual state.
var cardParts = []string{"fpr-bloom/bits", "space/bloom", "space/four-slots", "speed-bars/rates-large", "multisets/space"}

// cardOverloads are the filters whose overload was measured.
var cardOverloads = []string{"bloom(fpr=0.01)", "blocked(bpk=10)", "cuckoo(b=4,f=12)"}

// add puts points into a panel as a curve, in order of x.
func (p *Panel) add(name, family string, points []analysis.Point, mark Mark) {
	if len(points) == 0 {
		return
	}
	sorted := slices.Clone(points)
	slices.SortStableFunc(sorted, func(a, b analysis.Point) int { return cmp.Compare(a.X, b.X) })
	p.Curves = append(p.Curves, Curve{Series: analysis.Series{Name: name, Family: family, Points: sorted}, Mark: mark})
}

// cardVariants are the filters whose times stand on the cards, one of each family.
var cardVariants = []string{
	"bloom(bpk=12)", "blocked(bpk=12)", "splitblock(bpk=12)", "register(bpk=12,w=64)", "counting(bpk=48,w=4)", "cuckoo(b=4,f=12)", "semisort(f=13)", "fuse(f=8)", "xor",
}
