package harness

import (
	"testing"

	"filterbench/internal/record"
)

// TestKindsAreWhole: every kind of record has a row here, and no other row is here.
func TestKindsAreWhole(t *testing.T) {
	for _, k := range record.Kinds() {
		row, ok := kinds[k.Name]
		if !ok || row.probe == nil || row.cost == nil || len(row.needs) == 0 {
			t.Errorf("kind %s: its row in the harness is missing or not whole", k.Name)
		}
	}
	if len(kinds) != len(record.Kinds()) {
		t.Errorf("%d kinds are measured and %d recorded", len(kinds), len(record.Kinds()))
	}
}
