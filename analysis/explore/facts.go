package explore

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"gonum.org/v1/gonum/stat/distuv"

	"filterbench/analysis"
	"filterbench/analysis/advise"
	"filterbench/analysis/choose"
	"filterbench/analysis/claims"
	"filterbench/analysis/figures"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
	"filterbench/internal/stat"
	"filterbench/variants/families"
)

// facts is what a page knows beside records.
type facts struct {
	Trial       []string              `json:"trial"` // fields of a trial, by which records are told apart
	Runs        []runFacts            `json:"runs"`
	Families    map[string]familyFact `json:"families"`
	Units       map[string]unitFact   `json:"units"`
	Kinds       map[string]string     `json:"kinds"`
	Experiments map[string]words      `json:"experiments"`
	Student     []float64             `json:"student"` // its 97.5 % quantiles by degrees of freedom; the first is the normal one
	Theory      []prediction          `json:"theory"`
	Laws        []law                 `json:"laws"`
	Cost        []costFact            `json:"cost"`
	Claims      []claimFact           `json:"claims"`
	Sources     map[string]string     `json:"sources"`
	Figures     []figureFact          `json:"figures"`
	Model       *advise.Model         `json:"model"` // of the adviser
}

type runFacts struct {
	Name    string `json:"name"`
	Profile string `json:"profile"`
	Machine string `json:"machine"`
	Go      string `json:"go"`
	Records int    `json:"records"`
}

type familyFact struct {
	Doc      string            `json:"doc"`
	Use      string            `json:"use,omitempty"`
	Light    string            `json:"light"` // colour on white paper
	Dark     string            `json:"dark"`  // the same on a dark ground
	Order    int               `json:"order"`
	Mark     int               `json:"mark"`
	Lines    int               `json:"lines,omitempty"` // of the cache that a lookup touches
	Traits   []string          `json:"traits"`
	Defaults map[string]string `json:"defaults"`
	Origin   string            `json:"origin,omitempty"`
}

type unitFact struct {
	Better string `json:"better"`
	Doc    string `json:"doc"`
}

// words is what an experiment's file says to the reader.
type words struct {
	Title    string `toml:"title" json:"title"`
	Question string `toml:"question" json:"question"`
	Expect   string `toml:"expect" json:"expect"`
}

type costFact struct {
	Keys       uint64      `json:"keys"`
	Contenders []contender `json:"contenders"`
}

// contender is a configuration of the cost model with what its estimate is resampled from.
type contender struct {
	Variant  string  `json:"variant"`
	Part     string  `json:"part"`
	Time     float64 `json:"time"` // ns
	Rate     float64 `json:"rate"`
	Bits     num     `json:"bits"`
	Measured bool    `json:"measured"`
	Times    []num   `json:"times"`  // by repetition
	Ratios   []num   `json:"ratios"` // measured over theory, by seed
	Theory   num     `json:"theory"`
}

type claimFact struct {
	claims.Summary
	Records []string `json:"records"` // the first of each cell that the rule used
	Count   int      `json:"count"`   // of all records
	Quotes  []quote  `json:"quotes"`
}

type quote struct {
	Tag      string `json:"tag"`
	Original string `json:"original"`
	English  string `json:"english"`
}

type figureFact struct {
	ID    string `json:"id"`
	What  string `json:"what"`
	State string `json:"state"`
}

// gather computes the facts of runs, the verdicts being those of the first.
func gather(runs []*analysis.Dataset, verdicts []claims.Result) (facts, error) {
	f := facts{
		Trial: trialFields(), Families: familyFacts(), Units: map[string]unitFact{}, Kinds: map[string]string{},
		Experiments: map[string]words{}, Student: student(), Sources: map[string]string{},
		Theory: []prediction{}, Laws: []law{}, Cost: []costFact{}, Claims: []claimFact{}, Figures: []figureFact{},
	}
	for _, u := range record.Units {
		f.Units[u.Name] = unitFact{u.Better, u.Doc}
	}
	for _, k := range record.Kinds() {
		f.Kinds[k.Name] = k.Doc
	}
	for _, s := range claims.Sources() {
		f.Sources[s.Tag] = s.Title
	}
	known := map[string]bool{}
	for _, d := range runs {
		if err := f.run(d, known); err != nil {
			return f, err
		}
	}
	var err error
	if f.Model, err = choose.Model(runs[0], nameOf(runs[0].Dir)); err != nil {
		return f, err
	}
	if f.Cost, err = costs(runs[0]); err != nil {
		return f, err
	}
	for _, r := range verdicts {
		f.Claims = append(f.Claims, claimOf(r))
	}
	for _, row := range figures.Catalogue() {
		if state, ok := State(row.ID); ok {
			f.Figures = append(f.Figures, figureFact{row.ID, row.What, state})
		}
	}
	return f, nil
}

// run adds what is known of one run; known are the records whose theory another run gave.
func (f *facts) run(d *analysis.Dataset, known map[string]bool) error {
	m := d.Manifest
	machine := m.Machine.CPU
	if m.Machine.Cores > 0 {
		machine = fmt.Sprintf("%s, %d cores, %s", machine, m.Machine.Cores, m.Machine.Arch)
	}
	f.Runs = append(f.Runs, runFacts{nameOf(d.Dir), m.Profile, machine, m.Toolchain.Go, len(d.Records)})
	for _, s := range m.Experiments {
		var w words
		if err := toml.Unmarshal([]byte(s.Text), &w); err != nil {
			return fmt.Errorf("manifest: experiment %s: %w", s.Name, err)
		}
		f.Experiments[s.Name] = w
	}
	cells, err := allCells(d)
	if err != nil {
		return err
	}
	cells = slices.DeleteFunc(cells, func(c analysis.Cell) bool { return known[c.Records[0].ID] })
	for _, c := range cells {
		known[c.Records[0].ID] = true
	}
	list, err := predictions(cells)
	if err != nil {
		return err
	}
	f.Theory = append(f.Theory, list...)
	f.Laws = append(f.Laws, laws(cells)...)
	return nil
}

func trialFields() (names []string) {
	for _, field := range reflect.VisibleFields(reflect.TypeFor[record.Trial]()) {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		names = append(names, name)
	}
	return names
}

// mostFreedom is up to how many degrees of freedom Student's quantiles are given; trials have
// fewer seeds.
const mostFreedom = 400

func student() (list []float64) {
	const upper = 1 - (1-stat.Confidence)/2
	list = []float64{distuv.UnitNormal.Quantile(upper)}
	for n := 1; n <= mostFreedom; n++ {
		list = append(list, distuv.StudentsT{Sigma: 1, Nu: float64(n)}.Quantile(upper))
	}
	return list
}

func familyFacts() map[string]familyFact {
	all := map[string]familyFact{}
	for _, f := range families.All() {
		light, dark := figures.Colours(f.Name)
		fact := familyFact{
			Doc: f.Doc, Use: f.Use, Light: light, Dark: dark, Order: f.Order, Mark: f.Order / 10, Lines: f.Lines,
			Traits: f.Traits.Words(), Defaults: map[string]string{}, Origin: f.Origin.String(),
		}
		for _, p := range f.Fields {
			fact.Defaults[p.Key] = p.Default
		}
		all[f.Name] = fact
	}
	return all
}

// costs is the cost model of a run, by number of keys.
func costs(d *analysis.Dataset) (list []costFact, err error) {
	sizes, err := measure.CostMap(d)
	if err != nil {
		return nil, err
	}
	for _, s := range sizes {
		fact := costFact{Keys: s.Keys}
		for _, c := range s.Contenders {
			draws := c.Draws()
			fact.Contenders = append(fact.Contenders, contender{
				Variant: c.Variant, Part: draws.Part, Time: c.Time, Rate: c.Rate, Bits: num(c.Bits), Measured: c.Measured,
				Times: nums(draws.Times), Ratios: nums(draws.Ratios), Theory: num(draws.Theory),
			})
		}
		list = append(list, fact)
	}
	return list, nil
}

func claimOf(r claims.Result) claimFact {
	c := claimFact{Summary: r.Summary(), Records: []string{}, Quotes: []quote{}}
	c.Count = c.Summary.Records.Count
	for _, cell := range r.Cells {
		c.Records = append(c.Records, cell.Records[0].ID)
	}
	for _, q := range r.Quotes() {
		c.Quotes = append(c.Quotes, quote{q.Tag, q.Original, q.English})
	}
	return c
}

func nums(values []float64) []num {
	list := make([]num, len(values))
	for i, v := range values {
		list[i] = num(v)
	}
	return list
}
