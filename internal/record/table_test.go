package record

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

func TestTablesGolden(t *testing.T) {
	var csvText, jsonText bytes.Buffer
	if err := errors.Join(WriteCSV(&csvText, examples()), WriteJSON(&jsonText, examples())); err != nil {
		t.Fatal(err)
	}
	golden(t, "examples.csv.golden", csvText.Bytes())
	golden(t, "examples.json.golden", jsonText.Bytes())
}

// TestCSVIsJSON: both forms have the same columns in the same order, and the same
// values.
func TestCSVIsJSON(t *testing.T) {
	var csvText, jsonText bytes.Buffer
	if err := errors.Join(WriteCSV(&csvText, campaign()), WriteJSON(&jsonText, campaign())); err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(&csvText).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	row := reflect.TypeFor[Row]()
	for i := range row.NumField() {
		if i >= len(lines[0]) || lines[0][i] != row.Field(i).Tag.Get("json") {
			t.Fatalf("column %d of the CSV form is not %s: %v", i, row.Field(i).Tag, lines[0])
		}
	}
	d := json.NewDecoder(&jsonText)
	d.UseNumber()
	var objects []map[string]any
	if err := d.Decode(&objects); err != nil {
		t.Fatal(err)
	}
	if len(objects) != len(lines)-1 || len(objects) == 0 {
		t.Fatalf("%d objects and %d lines", len(objects), len(lines)-1)
	}
	for i, object := range objects {
		for j, name := range lines[0] {
			want := fmt.Sprint(object[name])
			if n, ok := object[name].(json.Number); ok && strings.ContainsAny(n.String(), ".e") {
				x, _ := n.Float64() // JSON and CSV write exponents differently
				want = strconv.FormatFloat(x, 'g', -1, 64)
			}
			if lines[i+1][j] != want {
				t.Fatalf("row %d: %s is %q in CSV and %q in JSON", i, name, lines[i+1][j], want)
			}
		}
	}
}

func TestEmptyTables(t *testing.T) {
	var csvText, jsonText bytes.Buffer
	if err := errors.Join(WriteCSV(&csvText, nil), WriteJSON(&jsonText, nil)); err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(csvText.String(), "\n"); got != 1 || jsonText.String() != "[\n]\n" {
		t.Errorf("no records give %q and %q", &csvText, &jsonText)
	}
}

func TestTableWriteErrors(t *testing.T) {
	for name, err := range map[string]error{
		"csv": WriteCSV(&narrow{100}, campaign()), "json": WriteJSON(&narrow{100}, campaign()),
	} {
		if !errors.Is(err, errNarrow) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}
