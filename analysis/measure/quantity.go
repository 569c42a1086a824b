package measure

import (
	"math"
	"strings"

	"filterbench/analysis"
	"filterbench/internal/record"
	"filterbench/variants/families"
)

// Quantity is a number of a cell that people ask for by name, to list or to draw it.
type Quantity struct {
	Name  string // on the command line
	Words string // for people, with the unit
	Of    func(c analysis.Cell) (x, lo, hi float64, ok bool)
}

// Quantities are all of them, in the order of lists. Those of a parameter are made by [QuantityOf].
var Quantities = []Quantity{
	{"keys", "keys", exactly(func(c analysis.Cell) float64 { return float64(c.Size()) })},
	{"bits", "bits per key", exactly(BitsPerKey)},
	{"bytes", "bytes of the table", exactly(func(c analysis.Cell) float64 { return float64(c.Shape().Bits) / 8 })},
	{"fill", "fill", exactly(func(c analysis.Cell) float64 { return c.Fill })},
	{"fpr", "false positives", func(c analysis.Cell) (x, lo, hi float64, ok bool) {
		if c.Kind != record.KindFPR {
			return 0, 0, 0, false
		}
		f, err := FPR(c)
		return f.Rate, f.WideLo, f.WideHi, err == nil
	}},
	{"theory", "false positives in theory", exactly(theoryOf)},
	{"load", "load at the first refusal", func(c analysis.Cell) (x, lo, hi float64, ok bool) {
		if c.Kind != record.KindLoad {
			return 0, 0, 0, false
		}
		l, err := Load(c)
		if err != nil {
			return 0, 0, 0, false
		}
		return l.Quantile(0.5).Value, l.Quantile(0.05).Value, l.Quantile(0.95).Value, true
	}},
	{"insert", "insert, ns", netOf("insert")},
	{"hit", "lookup of a key that is held, ns", netOf("hit")},
	{"miss", "lookup of an absent key, ns", netOf("miss")},
	{"delete", "delete, ns", netOf("delete")},
}

// QuantityOf returns the quantity of a name: one of [Quantities], or a parameter of filters that
// is a number, as f or bpk.
func QuantityOf(name string) Quantity {
	for _, q := range Quantities {
		if q.Name == name {
			return q
		}
	}
	return Quantity{name, name, exactly(func(c analysis.Cell) float64 { return analysis.Param(c.Variant, name) })}
}

// QuantityNames lists the names of all quantities.
func QuantityNames() string {
	var names []string
	for _, q := range Quantities {
		names = append(names, q.Name)
	}
	return strings.Join(names, ", ")
}

func exactly(of func(analysis.Cell) float64) func(analysis.Cell) (x, lo, hi float64, ok bool) {
	return func(c analysis.Cell) (x, lo, hi float64, ok bool) {
		x = of(c)
		return x, x, x, !math.IsNaN(x)
	}
}

func netOf(op string) func(analysis.Cell) (x, lo, hi float64, ok bool) {
	return func(c analysis.Cell) (x, lo, hi float64, ok bool) {
		if c.Kind != record.KindTime {
			return 0, 0, 0, false
		}
		t, ok := Time(c, op)
		return t.Net.Value, t.Net.Lo, t.Net.Hi, ok && t.HasNet()
	}
}

// theoryOf is the rate that the model of the family predicts for the keys that are held.
func theoryOf(c analysis.Cell) float64 {
	switch r := c.Records[0]; {
	case r.FPR() != nil:
		if f, err := FPR(c); err == nil {
			return f.Theory
		}
	case r.Time() != nil:
		if p, ok := families.Predict(c.Shape(), r.Time().Accepted); ok {
			return p.FPR
		}
	}
	return math.NaN()
}
