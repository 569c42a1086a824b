package measure

import (
	"math"
	"testing"

	"filterbench/analysis"
	"filterbench/internal/record"
)

func TestMeanCopies(t *testing.T) {
	for workload, want := range map[string]float64{
		"uniform": 1, "repeat(r=8)": 8, "bursts(r=16,every=100)": 1.15, "hot(share=0.5)": 1000.0 / 501,
		"zipf(s=0,keys=1)": 1000, "zipf(s=0,keys=1000)": 1 / (1 - math.Pow(0.999, 1000)), // as many draws as keys
		"zipf(s=1,keys=2)": 1000.0 / 2, // both are drawn in a thousand draws
	} {
		if got := MeanCopies(workload, 1000); math.Abs(got/want-1) > 1e-9 {
			t.Errorf("%s: %g copies of a key; want %g", workload, got, want)
		}
	}
}

// Counts of a drift are added over repetitions, and its denied keys are a proportion.
func TestMeasureDrift(t *testing.T) {
	trial := record.Trial{Kind: record.KindDrift, Variant: "exact", Turnovers: []float64{0, 2}}
	cell := analysis.Cell{Trial: trial}
	for rep := range uint64(3) {
		trial.Rep = int(rep)
		cell.Records = append(cell.Records, &record.Record{Trial: trial, Outcome: &record.Drift{Checkpoints: []record.Drifted{
			{Live: 10, Copies: 20},
			{Turnover: 2, Live: 10, Copies: 20, Missing: rep, Causes: record.Causes{Own: rep}, Lack: 2, Absorbed: 1},
		}}})
	}
	points, err := Drift(cell)
	if err != nil {
		t.Fatal(err)
	}
	end := points[1]
	if end.Denied.Hits != 3 || end.Denied.Trials != 30 || end.Sum.Causes.Own != 3 || end.Sum.Lack != 6 || end.Sum.Copies != 60 || end.Sum.Absorbed != 3 {
		t.Errorf("%+v", end)
	}
	cell.Records[1].Drift().Checkpoints = cell.Records[1].Drift().Checkpoints[:1]
	if _, err := Drift(cell); err == nil {
		t.Error("a repetition without the last checkpoint is taken")
	}
}
