package report

import (
	"maps"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"filterbench/analysis"
	"filterbench/analysis/figures"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
)

// others lists the experiments of the run of which no section asks the question, as a
// stranger's own.
func (r *run) others() []string {
	return slices.DeleteFunc(r.experiments(), func(name string) bool {
		return slices.ContainsFunc(chapterList(), func(ch chapter) bool {
			return slices.ContainsFunc(ch.sections, func(s section) bool { return s.experiment == name })
		})
	})
}

// ownChapter has a section for each experiment that no other chapter knows: its question,
// a figure of what varies, and a table for each kind of trial.
func (r *run) ownChapter() chapter {
	drawn := slices.Collect(maps.Values(r.rows))
	slices.SortFunc(drawn, func(a, b figures.Figure) int { return strings.Compare(a.ID, b.ID) })
	ch := chapter{id: "experiments", title: "Other experiments", lead: "Experiments that no chapter of the report was written for: a figure of what varies, with theory, and a table for each kind of trial."}
	for _, name := range r.others() {
		title := name
		if w, ok, err := r.declaration(name); err == nil && ok && w.Title != "" {
			title = w.Title
		}
		s := section{title: title, experiment: name}
		for _, f := range drawn {
			if f.Experiment == name {
				s.parts = append(s.parts, figure(f.ID))
			}
		}
		ch.sections = append(ch.sections, section{s.title, s.experiment, append(s.parts, ownTables(name)...)})
	}
	return ch
}

// ownFigures are those of the experiments that no chapter knows.
func (r *run) ownFigures() (rows []figures.Figure, err error) {
	for _, name := range r.others() {
		more, err := figures.Generic(r.d, name)
		if err != nil {
			return nil, err
		}
		rows = append(rows, more...)
	}
	return rows, nil
}

// sampled is one number of one cell: as the export names it, summed up over repetitions.
type sampled struct {
	analysis.Cell
	unit   string // with what tells it from others of the record
	amount []float64
}

// ownTables are the rates with theory, the loads and the times of an experiment, and of
// every other kind of trial all numbers that its records come to.
func ownTables(experiment string) []part {
	return []part{
		table[ratePoint]{id: "own-" + experiment + "-rates", title: "Rates", by: "Over theory", rows: ratesOf(experiment), columns: []column[ratePoint]{
			{"Part", func(p ratePoint) value { return words(p.Part) }},
			{"Filter", func(p ratePoint) value { return name(p.Variant) }},
			{"Keys as", func(p ratePoint) value { return name(p.Workload) }},
			{"Size", func(p ratePoint) value { return count(p.Size()) }},
			{"Fill", func(p ratePoint) value { return declared(p.Fill) }},
			{"Bits per key", func(p ratePoint) value { return number(measure.BitsPerKey(p.Cell)) }},
			{"Rate", func(p ratePoint) value { return rate(p.Proportion) }},
			{"Theory", func(p ratePoint) value { return share(p.Theory) }},
			{"Over theory", func(p ratePoint) value { return number(p.Rate / p.Theory) }},
		}},
		table[loads]{id: "own-" + experiment + "-loads", title: "Loads at the first refusal", by: "Half reach", rows: func(r *run) ([]loads, error) { return loadsOf(r, experiment, "") }, columns: []column[loads]{
			{"Part", func(l loads) value { return words(l.Part) }},
			{"Filter", func(l loads) value { return name(l.Variant) }},
			{"Keys as", func(l loads) value { return name(l.Workload) }},
			{"Slots", func(l loads) value { return count(l.Shape().Cells) }},
			{"Fillings", func(l loads) value { return count(len(l.Distribution)) }},
			{"99 in 100 reach", func(l loads) value { return l.atChance(0.01) }},
			{"Half reach", func(l loads) value { return quantile(l.Quantile(0.5)) }},
		}},
		table[timed]{id: "own-" + experiment + "-times", title: "Times", by: "Net ns", rows: times(experiment, ""), columns: timeColumns},
		table[sampled]{id: "own-" + experiment + "-all", title: "Other numbers", rows: otherNumbers(experiment), columns: []column[sampled]{
			{"Part", func(s sampled) value { return words(s.Part) }},
			{"Kind", func(s sampled) value { return words(s.Kind) }},
			{"Filter", func(s sampled) value { return name(s.Variant) }},
			{"Keys as", func(s sampled) value { return name(s.Workload) }},
			{"Size", func(s sampled) value { return count(s.Size()) }},
			{"Fill", func(s sampled) value { return declared(s.Fill) }},
			{"What", func(s sampled) value { return words(s.unit) }},
			{"Mean", func(s sampled) value {
				return ranged(stat.Mean(s.amount, nil), slices.Min(s.amount), slices.Max(s.amount))
			}},
			{"Repetitions", func(s sampled) value { return count(len(s.amount)) }},
		}},
	}
}

// otherNumbers lists the numbers of all kinds of trial that have no table of their own.
func otherNumbers(experiment string) func(*run) ([]sampled, error) {
	return func(r *run) (rows []sampled, err error) {
		cells, err := r.cells(experiment, "")
		for _, c := range cells {
			if c.Kind == record.KindFPR || c.Kind == record.KindLoad || c.Kind == record.KindTime {
				continue
			}
			var own []sampled
			for _, rec := range c.Records {
				for _, at := range record.Samples([]record.Record{*rec}) {
					var where []string
					for _, label := range at.Point {
						where = append(where, label.Key+" "+label.Value)
					}
					for _, v := range at.Values {
						what := strings.Join(append(where, v.Unit), ", ")
						row := analysis.Among(&own, func(x sampled) bool { return x.unit == what }, sampled{Cell: c, unit: what})
						row.amount = append(row.amount, v.Amount)
					}
				}
			}
			rows = append(rows, own...)
		}
		return rows, err
	}
}
