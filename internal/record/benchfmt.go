package record

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"golang.org/x/perf/benchfmt"
)

// MinSamples is the number of samples below which a median has no confidence
// interval at 95 %: of five values, the true median lies outside with probability
// 2 * 2^-5 > 0.05.
const MinSamples = 6

// ToBenchfmt writes records in Go's benchmark format, for benchstat and its kin:
// one line a sample, grouped by name (see [Sampled.Name]), with the machine as
// configuration and a Unit line for each assumption.
//
// A series with fewer than minSamples samples is left out and counted in short;
// [MinSamples] keeps those that benchstat can give an interval for. Values whose
// median is not positive are left out as well, for they have no ratio to anything
// and a geometric mean would not exist; only false negatives stay wherever there
// is one. The output is a pure function of the arguments, whatever the order of
// the records.
//
// Source: https://golang.org/design/14313-benchmark-format.
func ToBenchfmt(w io.Writer, m Manifest, records []Record, minSamples int) (short int, err error) {
	out := benchfmt.NewWriter(w)
	for _, u := range Units {
		for _, pair := range [][2]string{{"better", u.Better}, {"assume", u.Assume}} {
			line := &benchfmt.UnitMetadata{OrigUnit: u.Name, Value: pair[1]}
			line.Unit, line.Key = u.Name, pair[0]
			if err := out.Write(line); err != nil {
				return 0, fmt.Errorf("export: %w", err)
			}
		}
	}
	config := fileConfig(m)
	for _, series := range bySeries(Samples(records)) {
		if len(series) < minSamples {
			short++
			continue
		}
		drop := unusable(series)
		for _, s := range series {
			if err := writeSample(out, config, s, drop); err != nil {
				return 0, fmt.Errorf("export: %w", err)
			}
		}
	}
	return short, nil
}

// fileConfig says where the records come from.
func fileConfig(m Manifest) []benchfmt.Config {
	var list []benchfmt.Config
	add := func(key, value string) {
		if value != "" {
			list = append(list, benchfmt.Config{Key: key, Value: []byte(value), File: true})
		}
	}
	add("goos", m.Machine.OS)
	add("goarch", m.Machine.Arch)
	add("cpu", m.Machine.CPU)
	add("go", m.Toolchain.Go)
	add("profile", m.Profile)
	if n := len(m.Runs); n > 0 {
		revision := m.Runs[n-1].Revision
		if m.Runs[n-1].Dirty && revision != "" {
			revision += "+dirty"
		}
		add("revision", revision)
	}
	return list
}

// bySeries sorts samples and cuts them where the name changes.
func bySeries(all []Sampled) [][]Sampled {
	slices.SortStableFunc(all, compareSampled)
	var series [][]Sampled
	last := ""
	for _, s := range all {
		name := s.Name()
		if len(series) == 0 || name != last {
			series = append(series, nil)
			last = name
		}
		series[len(series)-1] = append(series[len(series)-1], s)
	}
	return series
}

// unusable lists the units of a series that are not worth a line in a table of
// ratios: those whose median is not positive, and those that some samples lack.
func unusable(series []Sampled) map[string]bool {
	amounts := map[string][]float64{}
	for _, s := range series {
		for _, v := range s.Values {
			amounts[v.Unit] = append(amounts[v.Unit], v.Amount)
		}
	}
	drop := map[string]bool{}
	for unit, list := range amounts {
		slices.Sort(list)
		deciding := list[(len(list)-1)/2] // the lower of two middle values: the median lies between them
		if unit == UnitFalseNegatives {
			deciding = list[len(list)-1] // a single one is a fault, and must show
		}
		drop[unit] = !(deciding > 0) || len(list) < len(series)
	}
	return drop
}

func writeSample(out *benchfmt.Writer, config []benchfmt.Config, s Sampled, drop map[string]bool) error {
	result := &benchfmt.Result{Config: config, Name: benchfmt.Name(s.Name()), Iters: iterations(s.N)}
	for _, v := range s.Values {
		if !drop[v.Unit] {
			result.Values = append(result.Values, benchfmt.Value{Value: round6(v.Amount), Unit: v.Unit})
		}
	}
	if len(result.Values) == 0 {
		return nil
	}
	return out.Write(result)
}

// iterations fits a count into an int, which has 32 bits on some machines.
func iterations(n uint64) int { return int(min(n, math.MaxInt32)) }

// round6 rounds to six significant digits: more than any of this is good for.
func round6(x float64) float64 {
	x, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 6, 64), 64)
	if err != nil {
		panic("record: a formatted number does not parse: " + err.Error())
	}
	return x
}
