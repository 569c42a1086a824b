package record

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Row is one value of a long table: everything that identifies it, the unit and
// the amount. It is what bench export prints as CSV, JSON and Parquet, for other tools.
type Row struct {
	ID         string  `json:"id" parquet:"id,dict"`                 // of the trial
	Experiment string  `json:"experiment" parquet:"experiment,dict"` // that planned it
	Part       string  `json:"part" parquet:"part,dict"`             // of the experiment
	Kind       string  `json:"kind" parquet:"kind,dict"`             // what was measured
	Variant    string  `json:"variant" parquet:"variant,dict"`       // filter and parameters
	Workload   string  `json:"workload" parquet:"workload,dict"`     // keys
	Hash       string  `json:"hash" parquet:"hash,dict"`             // "" where it is no factor
	Capacity   uint64  `json:"capacity" parquet:"capacity"`          // keys that the filter is sized for; 0 if it is sized by slots
	Slots      uint64  `json:"slots" parquet:"slots"`                // slots that its table must have; 0 if it is sized by capacity
	Fill       float64 `json:"fill" parquet:"fill"`                  // keys inserted, in multiples of capacity or slots
	Copies     int64   `json:"copies" parquet:"copies"`              // inserts of each hot key, or keys of a group
	Deletes    bool    `json:"deletes" parquet:"deletes"`            // keys that leave a window are deleted
	Call       string  `json:"call" parquet:"call,dict"`             // batch, single, typed or chain, of a timing
	Rep        int64   `json:"rep" parquet:"rep"`                    // which repetition
	Seed       string  `json:"seed" parquet:"seed,dict"`             // of keys and hash, 64 bits in hexadecimal
	Op         string  `json:"op" parquet:"op,dict"`                 // of a timing
	Load       string  `json:"load" parquet:"load,dict"`             // centre of a window of kicks
	Turnover   string  `json:"turnover" parquet:"turnover,dict"`     // of a checkpoint of churn
	Arrival    string  `json:"arrival" parquet:"arrival,dict"`       // of lookups that arrive
	Rate       string  `json:"rate" parquet:"rate,dict"`             // of these, a second
	Guard      string  `json:"guard" parquet:"guard,dict"`           // of goroutines that share a filter
	Goroutines string  `json:"goroutines" parquet:"goroutines,dict"` // that do
	Point      string  `json:"point" parquet:"point,dict"`           // what else tells the value from others of the record, as in "times=2"
	N          uint64  `json:"n" parquet:"n"`                        // operations behind the amount
	Unit       string  `json:"unit" parquet:"unit,dict"`             // one of Units
	Amount     float64 `json:"amount" parquet:"amount"`              // in the unit
}

// Rows lists all values of records, ordered as in a benchmark file.
func Rows(records []Record) []Row {
	all := Samples(records)
	slices.SortStableFunc(all, compareSampled)
	rows := []Row{} // an empty table, not null, in JSON
	for _, s := range all {
		t := s.Record.Trial
		row := Row{
			ID: s.Record.ID, Experiment: t.Experiment, Part: t.Part, Kind: t.Kind, Variant: t.Variant,
			Workload: t.Workload, Hash: t.Hash, Capacity: t.Capacity, Slots: t.Slots, Fill: t.Fill, Copies: int64(t.Copies),
			Deletes: t.Deletes, Call: t.Call, Rep: int64(t.Rep), Seed: fmt.Sprintf("0x%016x", uint64(t.Seed)), N: s.N,
			Op: s.point("op"), Load: s.point("load"), Turnover: s.point("turnover"),
			Arrival: t.Arrival, Rate: s.point("rate"), Guard: t.Guard, Goroutines: s.point("goroutines"), Point: s.otherPoints(),
		}
		for _, v := range s.Values {
			row.Unit, row.Amount = v.Unit, v.Amount
			rows = append(rows, row)
		}
	}
	return rows
}

// point returns the value of a label of the point, or "".
func (s Sampled) point(key string) string {
	for _, l := range s.Point {
		if l.Key == key {
			return l.Value
		}
	}
	return ""
}

// otherPoints returns the labels of the point that have no column of their own.
func (s Sampled) otherPoints() string {
	var list []string
	for _, l := range s.Point {
		if !slices.Contains(columns(), l.Key) {
			list = append(list, l.Key+"="+l.Value)
		}
	}
	return strings.Join(list, ",")
}

// columns returns the names of the columns, in their order.
var columns = sync.OnceValue(func() (names []string) {
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Row]()) {
		names = append(names, f.Tag.Get("json"))
	}
	return names
})

// cells writes the values of a row as text.
func (r Row) cells(line []string) {
	row := reflect.ValueOf(r)
	for i := range line {
		switch v := row.Field(i).Interface().(type) {
		case float64:
			line[i] = strconv.FormatFloat(v, 'g', -1, 64)
		default:
			line[i] = fmt.Sprint(v)
		}
	}
}

// WriteCSV writes the rows of records under a line of column names.
func WriteCSV(w io.Writer, records []Record) error {
	out := csv.NewWriter(w)
	line := slices.Clone(columns())
	if err := out.Write(line); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	for _, row := range Rows(records) {
		row.cells(line)
		if err := out.Write(line); err != nil {
			return fmt.Errorf("export: %w", err)
		}
	}
	out.Flush()
	if err := out.Error(); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	return nil
}

// WriteJSON writes the rows of records as a list, one row a line.
func WriteJSON(w io.Writer, records []Record) error {
	text := []byte("[")
	for i, row := range Rows(records) {
		line, err := json.Marshal(row)
		if err != nil {
			return fmt.Errorf("export: %w", err)
		}
		if i > 0 {
			text = append(text, ',')
		}
		text = append(append(text, '\n'), line...)
	}
	if _, err := w.Write(append(text, "\n]\n"...)); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	return nil
}
