package main

import (
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"

	"filterbench/internal/record"
)

// writeParquet writes the long table of records.
func writeParquet(out io.Writer, records []record.Record) error {
	w := parquet.NewGenericWriter[record.Row](out, parquet.Compression(&zstd.Codec{}), parquet.CreatedBy("filterbench", "", ""))
	if _, err := w.Write(record.Rows(records)); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	if err := w.Close(); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	return nil
}
