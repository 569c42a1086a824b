package main

import (
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"

	"filterbench/internal/record"
)

// parquetRow is a row of the long table as Parquet stores it: the columns of the CSV form, by
// the same names and in the same order.
type parquetRow struct {
	ID         string  `parquet:"id,dict"`
	Experiment string  `parquet:"experiment,dict"`
	Part       string  `parquet:"part,dict"`
	Kind       string  `parquet:"kind,dict"`
	Variant    string  `parquet:"variant,dict"`
	Workload   string  `parquet:"workload,dict"`
	Hash       string  `parquet:"hash,dict"`
	Capacity   uint64  `parquet:"capacity"`
	Slots      uint64  `parquet:"slots"`
	Fill       float64 `parquet:"fill"`
	Copies     int64   `parquet:"copies"`
	Deletes    bool    `parquet:"deletes"`
	Call       string  `parquet:"call,dict"`
	Rep        int64   `parquet:"rep"`
	Seed       string  `parquet:"seed,dict"` // hexadecimal, as in records
	Op         string  `parquet:"op,dict"`
	Load       string  `parquet:"load,dict"`
	Turnover   string  `parquet:"turnover,dict"`
	Arrival    string  `parquet:"arrival,dict"`
	Rate       string  `parquet:"rate,dict"`
	Guard      string  `parquet:"guard,dict"`
	Goroutines string  `parquet:"goroutines,dict"`
	Point      string  `parquet:"point,dict"`
	N          uint64  `parquet:"n"`
	Unit       string  `parquet:"unit,dict"`
	Amount     float64 `parquet:"amount"`
}

func toParquet(r record.Row) parquetRow {
	return parquetRow{
		ID: r.ID, Experiment: r.Experiment, Part: r.Part, Kind: r.Kind, Variant: r.Variant, Workload: r.Workload, Hash: r.Hash,
		Capacity: r.Capacity, Slots: r.Slots, Fill: r.Fill, Copies: int64(r.Copies), Deletes: r.Deletes, Call: r.Call, Rep: int64(r.Rep),
		Seed: fmt.Sprintf("0x%016x", uint64(r.Seed)), Op: r.Op, Load: r.Load, Turnover: r.Turnover, Arrival: r.Arrival, Rate: r.Rate,
		Guard: r.Guard, Goroutines: r.Goroutines, Point: r.Point, N: r.N, Unit: r.Unit, Amount: r.Amount,
	}
}

// writeParquet writes the long table of records.
func writeParquet(out io.Writer, records []record.Record) error {
	w := parquet.NewGenericWriter[parquetRow](out, parquet.Compression(&zstd.Codec{}), parquet.CreatedBy("filterbench", "", ""))
	rows := record.Rows(records)
	list := make([]parquetRow, 0, len(rows))
	for _, r := range rows {
		list = append(list, toParquet(r))
	}
	if _, err := w.Write(list); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	if err := w.Close(); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	return nil
}
