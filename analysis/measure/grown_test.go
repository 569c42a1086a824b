package measure

import (
	"testing"

	"filterbench/analysis"
	"filterbench/internal/record"
)

// Sizes hold from one step to the next; a repetition that was refused early stays as it was.
func TestGrown(t *testing.T) {
	c := analysis.Cell{}
	for i, g := range []record.Grown{
		{Background: 7, Steps: []record.Stage{{Copies: 0, Bits: 80, Layers: 1}, {Copies: 5, Bits: 240, Layers: 2}}, Copies: 9, Asked: 10, Deletes: 3, Walked: 20},
		{Background: 8, Steps: []record.Stage{{Copies: 0, Bits: 80, Layers: 1}}, Copies: 4, Refused: true, Asked: 10, Shut: 10},
		{Background: 8, Steps: []record.Stage{{Copies: 0, Bits: 80, Layers: 1}, {Copies: 3, Bits: 240, Layers: 2}, {Copies: 7, Bits: 560, Layers: 3}}, Copies: 9, Asked: 10, Deletes: 4, Walked: 40},
	} {
		c.Records = append(c.Records, &record.Record{Trial: record.Trial{Rep: i}, Outcome: &g})
	}
	g, err := GrownBy(c)
	if err != nil {
		t.Fatal(err)
	}
	want := map[uint64]float64{0: 10, 3: 10, 4: 10, 5: 30, 7: 30, 9: 30}
	for _, s := range g.Steps {
		if s.Bytes.Value != want[s.Copies] {
			t.Errorf("%d bytes after %d copies, want %g", int(s.Bytes.Value), s.Copies, want[s.Copies])
		}
		delete(want, s.Copies)
	}
	if len(want) > 0 || g.Others != 7 || g.Copies.Value != 9 || g.Ends != 1 || g.Shut.Hits != 10 || g.Layers.Value != 2 || g.Walked.Value != 30 {
		t.Errorf("%+v", g)
	}
	if last := g.Steps[len(g.Steps)-1].Bytes; last.Lo != 10 || last.Hi != 70 {
		t.Errorf("the range at the end is %+v", last)
	}
	if _, err := GrownBy(analysis.Cell{Records: []*record.Record{{}}}); err == nil {
		t.Error("a record without growth has one")
	}
}
