package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"
)

// quantity is a flag for a number that people write with a unit: 40M, 60MB, 0.1%, 1/1000,
// 80us, 4x.
type quantity struct {
	value *float64
	text  string
	kind  quantityKind
}

// quantityKind is what a quantity measures.
type quantityKind struct {
	name string // for usage
	like string // what would be right
	read func(text string) (float64, error)
}

var (
	countKind  = quantityKind{"count", "40000000, 40_000_000, 40M or 4e7", readCount}
	bytesKind  = quantityKind{"bytes", "60MB, 57.2MiB, 1.5GB or a number of bytes", readBytes}
	gibKind    = quantityKind{"bytes", "8 (GiB), 500MB or 2GiB", readGiB}
	rateKind   = quantityKind{"rate", "0.1%, 1/1000, 0.001 or 1e-3", readRate}
	timeKind   = quantityKind{"time", "80us, 1.5ms or 200ns", readTime}
	factorKind = quantityKind{"factor", "4x or 4", readFactor}
)

// quantityFlag declares a flag whose value is a number with a unit.
func quantityFlag(flags *pflag.FlagSet, value *float64, kind quantityKind, name, usage string) {
	q := &quantity{value: value, kind: kind}
	if *value != 0 {
		q.text = strconv.FormatFloat(*value, 'g', -1, 64)
	}
	flags.Var(q, name, usage)
}

// String implements [pflag.Value]: what was written.
func (q *quantity) String() string { return q.text }

// Type implements [pflag.Value].
func (q *quantity) Type() string { return q.kind.name }

// Set implements [pflag.Value].
func (q *quantity) Set(text string) error {
	x, err := q.kind.read(strings.ReplaceAll(strings.TrimSpace(text), " ", ""))
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) || x < 0 {
		return fmt.Errorf("write %s", q.kind.like)
	}
	*q.value, q.text = x, text
	return nil
}

// withUnit reads a number and one of the units behind it, the longest that fits.
func withUnit(text string, units map[string]float64) (float64, error) {
	number := strings.TrimRightFunc(text, func(r rune) bool { return r != '.' && (r < '0' || r > '9') })
	scale, ok := units[strings.ToLower(text[len(number):])]
	if !ok {
		return 0, fmt.Errorf("unknown unit %q", text[len(number):])
	}
	x, err := strconv.ParseFloat(strings.ReplaceAll(number, "_", ""), 64)
	return x * scale, err
}

func readCount(text string) (float64, error) {
	x, err := withUnit(text, map[string]float64{"": 1, "k": 1e3, "m": 1e6, "g": 1e9, "b": 1e9, "bn": 1e9, "t": 1e12})
	return math.Round(x), err
}

func readBytes(text string) (float64, error) {
	return withUnit(text, map[string]float64{
		"": 1, "b": 1, "k": 1e3, "kb": 1e3, "m": 1e6, "mb": 1e6, "g": 1e9, "gb": 1e9, "t": 1e12, "tb": 1e12,
		"kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30, "tib": 1 << 40,
	})
}

// readGiB reads bytes; a bare number is of GiB.
func readGiB(text string) (float64, error) {
	if x, err := strconv.ParseFloat(text, 64); err == nil {
		return x, nil
	}
	x, err := readBytes(text)
	return x / (1 << 30), err
}

// readRate reads a share: 0.1%, 1/1000, 1in1000 or a number.
func readRate(text string) (float64, error) {
	for _, of := range []string{"/", "in", ":"} {
		if a, b, ok := strings.Cut(text, of); ok {
			x, err := readCount(a)
			y, other := readCount(b)
			if err != nil || other != nil || y == 0 {
				return 0, fmt.Errorf("no share")
			}
			return x / y, nil
		}
	}
	x, err := withUnit(text, map[string]float64{"": 1, "%": 0.01, "‰": 0.001, "ppm": 1e-6})
	return x, err
}

// readTime reads a time in nanoseconds.
func readTime(text string) (float64, error) {
	if text == "0" {
		return 0, nil
	}
	d, err := time.ParseDuration(text)
	return float64(d), err
}

func readFactor(text string) (float64, error) {
	return strconv.ParseFloat(strings.TrimRight(text, "xX×"), 64)
}
