package choose

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"maps"
	"math"
	"slices"

	"filterbench/analysis"
	"filterbench/analysis/advise"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
	"filterbench/internal/stat"
	"filterbench/variants/families"
)

//go:embed reference.json
var reference []byte

// Reference returns the adviser's model with the times of the run that is committed with
// the project.
func Reference() (*advise.Model, error) {
	m := &advise.Model{}
	return m, json.Unmarshal(reference, m)
}

// Model returns the adviser's model with the times of a run.
func Model(d *analysis.Dataset, name string) (*advise.Model, error) {
	m := &advise.Model{Run: name, Machine: d.Manifest.Machine.CPU, Candidates: candidates(), Curves: curves()}
	noise, err := measure.Noise(d)
	if err != nil {
		return nil, err
	}
	if !math.IsNaN(noise) {
		m.Noise = noise
	}
	times, rated := map[string][]advise.Series{}, map[string][]string{}
	for _, experiment := range d.Experiments() {
		cells, err := d.Cells(experiment, "")
		if err != nil {
			return nil, err
		}
		for _, c := range cells {
			family := analysis.FamilyOf(c.Variant)
			switch {
			case c.Hash != "" || c.Shape().Probing != "" || analysis.ParamText(c.Variant, "hash") == "none":
			case c.Kind == record.KindFPR && c.Fill <= 1 && len(rated[family]) < mostRated:
				rated[family] = append(rated[family], c.Records[0].ID)
			case c.Kind == record.KindTime && c.SIMD == "" && (c.Call == record.CallBatch || c.Call == record.CallSingle) && c.Pages == "" && c.Twin == 0 && c.Depth == 0 && c.Shape().Kernel == "" && c.Fill <= 1 && c.Fill >= leastFill:
				times[family] = addTimes(times[family], c)
			}
		}
	}
	for _, list := range times {
		for i := range list {
			slices.SortFunc(list[i].Points, func(a, b advise.Point) int { return cmp.Compare(a.Bytes, b.Bytes) })
		}
	}
	m.Growth = map[string]advise.Series{}
	for access, variant := range growing {
		for _, s := range times[analysis.FamilyOf(variant)] {
			if s.Variant == variant && s.Call == "batch" {
				m.Growth[access] = s
			}
		}
	}
	m.Calls = calls(m.Candidates, times)
	for i := range m.Candidates {
		c := &m.Candidates[i]
		c.Times, c.Rated = kin(c, times[c.Family]), rated[c.Family]
	}
	return m, nil
}

// growing are the filters that are timed at many sizes, by how they read memory.
var growing = map[string]string{accessLine: "blocked(bpk=12)", accessPair: "cuckoo(b=4,f=12)", accessProbes: "bloom(bpk=12)", accessMap: "exact"}

// How a lookup reads memory.
const (
	accessLine   = "line"   // one line
	accessPair   = "pair"   // two places
	accessProbes = "probes" // several places
	accessMap    = "map"    // that of a Go map
)

// mostRated bounds the records that stand for those of a family's rates.
const mostRated = 3

// kin are the series of a family whose parameters beside the free one are those of a
// candidate, as far as they matter for time; if there are none, all of its family.
func kin(c *advise.Candidate, all []advise.Series) []advise.Series {
	own := slices.DeleteFunc(slices.Clone(all), func(s advise.Series) bool {
		for _, key := range []string{"b", "w", "d"} {
			if analysis.ParamText(s.Variant, key) != analysis.ParamText(c.Name, key) {
				return true
			}
		}
		return false
	})
	if len(own) == 0 {
		return all
	}
	return own
}

// addTimes adds a cell to the series of a family. Of two cells of one size the one with more records counts.
func addTimes(list []advise.Series, c analysis.Cell) []advise.Series {
	p := advise.Point{Bytes: math.Ceil(float64(c.Shape().Bits) / 8), Times: map[string]advise.Interval{}}
	for _, op := range c.Ops {
		if t, ok := measure.Time(c, op); ok && t.HasNet() && slices.Contains(asked, op) {
			p.Times[op] = advise.Interval{tenth(t.Net.Value), tenth(t.Net.Lo), tenth(t.Net.Hi)}
		}
	}
	if len(p.Times) == 0 {
		return list
	}
	for _, r := range c.Records {
		p.IDs = append(p.IDs, r.ID)
	}
	i := slices.IndexFunc(list, func(s advise.Series) bool { return s.Variant == c.Variant && s.Call == c.Call })
	if i < 0 {
		return append(list, advise.Series{Variant: c.Variant, Call: c.Call, Value: free(c), Points: []advise.Point{p}})
	}
	points := &list[i].Points
	at := slices.IndexFunc(*points, func(q advise.Point) bool { return q.Bytes == p.Bytes })
	switch {
	case at < 0:
		*points = append(*points, p)
	case len(p.IDs) > len((*points)[at].IDs):
		// Operations that only the other cell has stay with it.
		maps.DeleteFunc((*points)[at].Times, func(op string, _ advise.Interval) bool { _, ok := p.Times[op]; return ok })
		if left := (*points)[at]; len(left.Times) > 0 {
			maps.Copy(p.Times, left.Times)
			p.IDs = append(p.IDs, left.IDs...)
		}
		(*points)[at] = p
	default:
		for op, t := range p.Times {
			if _, ok := (*points)[at].Times[op]; !ok {
				(*points)[at].Times[op] = t
			}
		}
	}
	return list
}

// asked are the operations that people ask for.
var asked = []string{"insert", "hit", "miss", "delete"}

// tenth rounds to a tenth of a nanosecond.
func tenth(ns float64) float64 { return math.Round(10*ns) / 10 }

// free is the value of the parameter that a candidate of the family leaves free: its own, or
// the bits for each key where a filter was asked for by its rate.
func free(c analysis.Cell) float64 {
	f := families.Named(analysis.FamilyOf(c.Variant))
	for _, key := range []string{"f", "r", "bpk"} {
		if x := analysis.Param(c.Variant, key); !math.IsNaN(x) {
			return x
		}
	}
	if _, sized := f.Field("bpk"); sized {
		return tenth(measure.BitsPerKey(c))
	}
	if x := analysis.Param(c.Variant, "fpr"); !math.IsNaN(x) {
		return x
	}
	return 0
}

// calls compares the times of single calls with those of batches in tables of equal size.
func calls(candidates []advise.Candidate, times map[string][]advise.Series) map[string]map[string]advise.Interval {
	ratios, seen := map[string]map[string][]float64{}, map[string]bool{}
	for _, c := range candidates {
		if seen[c.Family] || c.Library != "" || c.Size.Rule == advise.SizeMap {
			continue // asked key by key in either case
		}
		seen[c.Family] = true
		for _, single := range times[c.Family] {
			for _, batch := range times[c.Family] {
				if single.Call != record.CallSingle || batch.Call != record.CallBatch || single.Variant != batch.Variant {
					continue
				}
				for _, p := range single.Points {
					i := slices.IndexFunc(batch.Points, func(q advise.Point) bool { return math.Abs(math.Log(p.Bytes/q.Bytes)) < 0.1 })
					if i < 0 {
						continue
					}
					for op, t := range p.Times {
						if u := batch.Points[i].Times[op]; u[0] > 0 && t[0] > 0 {
							if ratios[c.Access] == nil {
								ratios[c.Access] = map[string][]float64{}
							}
							ratios[c.Access][op] = append(ratios[c.Access][op], t[0]/u[0])
						}
					}
				}
			}
		}
	}
	out := map[string]map[string]advise.Interval{}
	for access, byOp := range ratios {
		out[access] = map[string]advise.Interval{}
		for op, list := range byOp {
			out[access][op] = advise.Interval{hundredth(stat.NewMedian(list).Value), hundredth(slices.Min(list)), hundredth(slices.Max(list))}
		}
	}
	return out
}

func hundredth(x float64) float64 { return math.Round(100*x) / 100 }
