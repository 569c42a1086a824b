package analysis

import (
	"cmp"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"filterbench/internal/record"
	"filterbench/variants/families"
	"filterbench/variants/theory"
)

// group gathers records that differ in Rep and Seed only. Every other field of a
// Trial is part of a cell's identity, those that later versions add included.
func group(records []*record.Record) ([]Cell, error) {
	index := map[string]int{}
	var cells []Cell
	for _, r := range records {
		identity := Identity(r.Trial)
		i, ok := index[identity]
		if !ok {
			i = len(cells)
			index[identity] = i
			cells = append(cells, Cell{Trial: withoutRep(r.Trial)})
		}
		cells[i].Records = append(cells[i].Records, r)
	}
	for i := range cells {
		if err := cells[i].order(); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(cells, func(a, b Cell) int { return CompareTrials(a.Trial, b.Trial) })
	return cells, nil
}

// Shape returns the geometry of the filters of the cell.
func (c Cell) Shape() theory.Shape { return c.Records[0].Shape }

// order sorts the records by repetition and refuses a repetition that occurs
// twice: it would count twice.
func (c *Cell) order() error {
	slices.SortStableFunc(c.Records, func(a, b *record.Record) int { return cmp.Compare(a.Rep, b.Rep) })
	for i, r := range c.Records {
		if i > 0 && r.Rep == c.Records[i-1].Rep {
			return fmt.Errorf("%s: repetition %d is recorded twice", Describe(c.Trial), r.Rep)
		}
		if made(r) != made(c.Records[0]) {
			return fmt.Errorf("%s: repetitions %d and %d had filters of different shapes", Describe(c.Trial), c.Records[0].Rep, r.Rep)
		}
	}
	return nil
}

// made returns the shape that a record's filter was made with. How large one that grows is
// after it was filled depends on its keys, and so on the repetition.
func made(r *record.Record) theory.Shape {
	s := r.Shape
	if f := families.Named(s.Family); f != nil && f.Has(families.Grows) {
		s.Bits, s.Cells, s.Layers = 0, 0, 0
	}
	return s
}

func withoutRep(t record.Trial) record.Trial {
	t.Rep, t.Seed = 0, 0
	return t
}

// Identity is the same for two trials that differ in Rep and Seed at most.
func Identity(t record.Trial) string {
	text, err := json.Marshal(withoutRep(t))
	if err != nil {
		panic("analysis: a trial does not marshal: " + err.Error())
	}
	return string(text)
}

// CompareTrials orders trials the way a report lists them: by family, then by
// parameters as numbers, then by the size and state of the filter.
func CompareTrials(a, b record.Trial) int {
	return cmp.Or(
		cmp.Compare(a.Experiment, b.Experiment),
		cmp.Compare(a.Kind, b.Kind),
		compareVariants(a.Variant, b.Variant),
		compareWorkloads(a.Workload, b.Workload),
		cmp.Compare(a.Capacity, b.Capacity),
		cmp.Compare(a.Slots, b.Slots),
		cmp.Compare(a.Fill, b.Fill),
		cmp.Compare(a.Part, b.Part),
		strings.Compare(Identity(a), Identity(b)),
	)
}

// differ names the first field in which two trials differ, by its name in the
// records, or "" if they differ in Rep and Seed at most.
func differ(a, b record.Trial) string {
	x, y := reflect.ValueOf(withoutRep(a)), reflect.ValueOf(withoutRep(b))
	for i := range x.NumField() {
		if !reflect.DeepEqual(x.Field(i).Interface(), y.Field(i).Interface()) {
			name, _, _ := strings.Cut(x.Type().Field(i).Tag.Get("json"), ",")
			return name
		}
	}
	return ""
}

// Describe names a trial in a message.
func Describe(t record.Trial) string {
	s := fmt.Sprintf("experiment %s, part %s, %s, %s", t.Experiment, t.Part, t.Variant, t.Workload)
	if t.Hash != "" {
		s += ", hashed by " + t.Hash
	}
	for _, size := range []struct {
		name string
		n    uint64
	}{{"capacity", t.Capacity}, {"slots", t.Slots}} {
		if size.n > 0 {
			s += fmt.Sprintf(", %s %d", size.name, size.n)
		}
	}
	if t.Fill > 0 {
		s += fmt.Sprintf(", fill %g", t.Fill)
	}
	return s
}
