package analysis

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"filterbench/internal/record"
	"filterbench/variants/theory"
)

// fprRecord makes a record of one repetition with some positives in 1000 queries.
func fprRecord(variant string, capacity uint64, rep int, positives uint64) record.Record {
	t := record.Trial{
		Experiment: "e", Part: "p", Kind: record.KindFPR, Variant: variant, Workload: "uniform",
		Capacity: capacity, Fill: 1, Rep: rep, Seed: record.Seed(rep + 1), Queries: 1000,
	}
	return record.Record{
		Schema: record.Schema, ID: t.ID(), Trial: t,
		Shape:   theory.Shape{Family: "bloom", Bits: 10 * capacity, Cells: 10 * capacity, Probes: 7},
		Outcome: &record.FPR{Filled: record.Filled{Inserted: capacity, Accepted: capacity, Distinct: capacity}, Queries: 1000, Positives: positives},
	}
}

func dataset(records ...record.Record) *Dataset { return &Dataset{Records: records} }

func TestCellsGatherRepetitions(t *testing.T) {
	d := dataset(fprRecord("bloom(bpk=10)", 100, 1, 7), fprRecord("bloom(bpk=10)", 200, 0, 9), fprRecord("bloom(bpk=10)", 100, 0, 8))
	cells, err := d.Cells("e", "p")
	if err != nil {
		t.Fatal(err)
	}
	if len(cells) != 2 || len(cells[0].Records) != 2 || len(cells[1].Records) != 1 {
		t.Fatalf("cells are %+v, want one with two repetitions and one with one", cells)
	}
	if cells[0].Capacity != 100 || cells[0].Records[0].Rep != 0 || cells[0].Records[1].Rep != 1 || cells[0].Seed != 0 {
		t.Errorf("first cell is %+v", cells[0])
	}
}

func TestRepetitionRecordedTwice(t *testing.T) {
	d := dataset(fprRecord("bloom(bpk=10)", 100, 3, 7), fprRecord("bloom(bpk=10)", 100, 3, 7))
	_, err := d.Cells("e", "p")
	if err == nil || !strings.Contains(err.Error(), "repetition 3 is recorded twice") {
		t.Errorf("error is %v", err)
	}
}

func TestShapesMustNotDiffer(t *testing.T) {
	other := fprRecord("bloom(bpk=10)", 100, 1, 7)
	other.Shape.Probes = 6
	_, err := dataset(fprRecord("bloom(bpk=10)", 100, 0, 7), other).Cells("e", "p")
	if err == nil || !strings.Contains(err.Error(), "different shapes") {
		t.Errorf("error is %v", err)
	}
}

// How large a filter that grows becomes depends on its keys.
func TestFiltersThatGrowMayDifferInSize(t *testing.T) {
	small, large := fprRecord("scalable(fpr=0.01)", 100, 0, 7), fprRecord("scalable(fpr=0.01)", 100, 1, 7)
	small.Shape.Family, large.Shape.Family = "scalable", "scalable"
	large.Shape.Bits, large.Shape.Layers = 2*small.Shape.Bits+1, 9
	if _, err := dataset(small, large).Cells("e", "p"); err != nil {
		t.Error(err)
	}
	large.Shape.Growth.First = 7
	if _, err := dataset(small, large).Cells("e", "p"); err == nil {
		t.Error("another rule of growth is taken for the same filter")
	}
}

func TestFailedTrialsAreLeftOut(t *testing.T) {
	bad := fprRecord("bloom(bpk=10)", 100, 1, 0)
	bad.Outcome, bad.Failed = nil, "no memory"
	d := dataset(fprRecord("bloom(bpk=10)", 100, 0, 7), bad)
	cells, err := d.Cells("e", "p")
	if err != nil || len(cells) != 1 || len(cells[0].Records) != 1 {
		t.Errorf("cells are %+v, %v; want one with one record", cells, err)
	}
	if f := d.Failures(); len(f) != 1 || f[0].Reason != "no memory" {
		t.Errorf("failures are %+v", f)
	}
}

// Every field of a Trial but Rep and Seed keeps trials apart, whatever is added to
// it later.
func TestEveryFieldKeepsTrialsApart(t *testing.T) {
	base := fprRecord("bloom(bpk=10)", 100, 0, 7).Trial
	fields := reflect.TypeOf(base)
	for i := range fields.NumField() {
		changed := base
		f := reflect.ValueOf(&changed).Elem().Field(i)
		switch f.Kind() {
		case reflect.String:
			f.SetString("other")
		case reflect.Uint64:
			f.SetUint(77)
		case reflect.Int:
			f.SetInt(77)
		case reflect.Float64:
			f.SetFloat(0.77)
		case reflect.Bool:
			f.SetBool(true)
		case reflect.Slice:
			f.Set(reflect.MakeSlice(f.Type(), 1, 1))
		default:
			t.Fatalf("field %s has a kind this test does not know: %s", fields.Field(i).Name, f.Kind())
		}
		name, _, _ := strings.Cut(fields.Field(i).Tag.Get("json"), ",")
		same := Identity(base) == Identity(changed)
		if repeats := name == "rep" || name == "seed"; same != repeats {
			t.Errorf("field %s: same cell %v, want %v", name, same, repeats)
		} else if !repeats && differ(base, changed) != name {
			t.Errorf("field %s: the difference is called %q", name, differ(base, changed))
		}
	}
}

func TestQueryRefusesToAverage(t *testing.T) {
	d := dataset(fprRecord("bloom(bpk=10)", 100, 0, 7), fprRecord("bloom(bpk=10)", 200, 0, 7))
	q := Query{
		Experiment: "e", Part: "p",
		Series:  func(Cell) string { return "all" },
		X:       func(Cell) float64 { return 1 },
		Measure: func(Cell) ([]Point, error) { return []Point{At(0)}, nil },
	}
	_, err := d.Query(q)
	if err == nil || !strings.Contains(err.Error(), `would average over "capacity"`) {
		t.Errorf("error is %v", err)
	}
	q.X = func(c Cell) float64 { return float64(c.Capacity) }
	series, err := d.Query(q)
	if err != nil || len(series) != 1 || len(series[0].Points) != 2 || series[0].Points[0].X != 100 {
		t.Errorf("with capacity as the axis: %+v, %v", series, err)
	}
}

// The order of the records in the file decides nothing.
func TestOrderOfRecordsIsIrrelevant(t *testing.T) {
	var records []record.Record
	for _, v := range []string{"cuckoo(b=4,f=12)", "bloom(bpk=10)", "bloom(bpk=4)", "null"} {
		for rep := range 3 {
			records = append(records, fprRecord(v, 100, rep, 5), fprRecord(v, 50, rep, 5))
		}
	}
	want := ""
	for seed := range uint64(5) {
		rand.New(rand.NewPCG(seed, 2)).Shuffle(len(records), func(i, j int) { records[i], records[j] = records[j], records[i] })
		cells, err := dataset(records...).Cells("e", "")
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, c := range cells {
			names = append(names, Describe(c.Trial))
		}
		if got := strings.Join(names, "\n"); want == "" {
			want = got
		} else if got != want {
			t.Fatalf("order depends on the file:\n%s\n\nagainst\n%s", got, want)
		}
	}
	if !strings.HasPrefix(want, "experiment e, part p, null") || strings.Index(want, "bpk=4)") > strings.Index(want, "bpk=10)") {
		t.Errorf("cells are not in report order:\n%s", want)
	}
}

func TestNaturalOrder(t *testing.T) {
	sorted := []string{"null", "exact", "bloom(bpk=4)", "bloom(bpk=10)", "bloom(bpk=10,k=2)", "bloom(fpr=0.01)", "blocked(bpk=10)", "counting(bpk=40,w=4)", "cuckoo(b=2,f=12)", "cuckoo(b=4,f=8)", "cuckoo(b=4,f=12)", "unheard"}
	for i := range sorted {
		for j := range sorted {
			got := compareVariants(sorted[i], sorted[j])
			if got < 0 != (i < j) || got > 0 != (i > j) {
				t.Errorf("comparing %s with %s gives %d", sorted[i], sorted[j], got)
			}
		}
	}
}
