// Package sample makes up a run for tests of the analysis: records of every kind
// whose counts follow theory, drawn from a seeded generator. Its geometry imitates
// that of the real filters but is not taken from them, because the analysis must
// not depend on how filters are built.
package sample

import (
	"math"
	"math/rand/v2"
	"strings"

	"gonum.org/v1/gonum/stat/distuv"

	"filterbench/analysis"
	"filterbench/internal/record"
	"filterbench/variants/families"
	"filterbench/variants/spec"
	"filterbench/variants/theory"
)

// Maker makes records. Its fields may be changed before use.
type Maker struct {
	Rand    *rand.Rand
	Reps    int
	Skew    float64 // factor on every false positive rate; 1 follows theory
	Hash    string  // of the trials to come
	Inserts int     // in a window of kicks
	Scatter float64 // relative standard deviation of the rate between seeds
	Target  uint64  // false positives at which each trial of kind fpr to come stops; 0 asks a number of times

	records []record.Record
}

// New returns a Maker with a fixed seed.
func New(seed uint64) *Maker {
	return &Maker{Rand: rand.New(rand.NewPCG(seed, 1)), Reps: 8, Skew: 1, Inserts: 4000}
}

// Dataset returns what was made, as if it had been read from dir.
func (m *Maker) Dataset(dir string) *analysis.Dataset {
	return &analysis.Dataset{Dir: dir, Manifest: manifest(len(m.records)), Records: m.records}
}

// add completes a trial's repetitions with the payloads that fill gives them.
func (m *Maker) add(t record.Trial, shape theory.Shape, fill func(*record.Record)) {
	for rep := range m.Reps {
		t.Rep, t.Seed = rep, record.Seed(1000+rep)
		r := record.Record{Schema: record.Schema, ID: t.ID(), Trial: t, Shape: shape}
		if family := analysis.FamilyOf(t.Variant); strings.Contains(family, "-") || family == "xor" || family == "fuse" { // as libraries are called
			r.Peer = family + " v1"
		}
		fill(&r)
		m.records = append(m.records, r)
	}
}

// Shape sizes a filter for keys, or a cuckoo filter for slots.
func Shape(variant string, keys, slots uint64) theory.Shape {
	s, err := spec.Parse(variant)
	if err != nil {
		panic("sample: " + err.Error())
	}
	number := func(key string, otherwise float64) float64 {
		if v := analysis.Param(variant, key); !math.IsNaN(v) {
			return v
		}
		return otherwise
	}
	shape := theory.Shape{Family: s.Name}
	if probing, ok := s.Lookup("probing"); ok {
		shape.Probing = probing
	}
	if kernel, ok := s.Lookup("kernel"); ok {
		shape.Kernel = kernel
	}
	if !bloomShape(&shape, s, float64(keys), number) {
		otherShape(&shape, s, keys, slots, number)
	}
	return shape
}

// bloomShape sizes the families of Bloom filters, and reports whether it knows one.
func bloomShape(shape *theory.Shape, s spec.Spec, n float64, number func(string, float64) float64) bool {
	switch s.Name {
	case "bloom", "blocked", "counting", "naivebloom":
		bpk := number("bpk", 10)
		shape.CounterBits = int(number("w", 0))
		if rate := number("fpr", 0); rate > 0 {
			bpk = theory.BloomIdealBitsPerKey(rate)
		}
		cells := bpk
		if shape.CounterBits > 0 {
			cells = bpk / float64(shape.CounterBits)
		}
		shape.Probes = int(number("k", float64(theory.BloomOptimalProbes(cells))))
		shape.Cells = uint64(math.Ceil(cells*n/512)) * 512
		shape.Bits = shape.Cells * max(1, uint64(shape.CounterBits))
		if s.Name == "blocked" {
			shape.BlockBits = int(number("block", 512))
		}
	case "guava":
		shape.Probes = int(math.Max(1, math.Round(-math.Log2(number("fpr", 0.03)))))
		shape.Cells = uint64(math.Ceil(-n*math.Log(number("fpr", 0.03))/math.Ln2/math.Ln2/64)) * 64
		shape.Bits = shape.Cells
		if text, _ := s.Lookup("strategy"); text == "mitz32" {
			shape.Positions = 1 << 31
		}
	case "splitblock", "register":
		shape.Probes, shape.BlockBits = 8, 256
		if s.Name == "register" {
			shape.Probes, shape.BlockBits = 5, int(number("w", 64))
		}
		shape.Cells = uint64(math.Ceil(number("bpk", 10)*n/256)) * 256
		shape.Bits = shape.Cells
	default:
		return false
	}
	return true
}

// otherShape sizes the families that are no Bloom filters, and the one that grows.
func otherShape(shape *theory.Shape, s spec.Spec, keys, slots uint64, number func(string, float64) float64) {
	n := float64(keys)
	switch s.Name {
	case "cuckoo", "semisort", "sidecuckoo":
		shape.BucketSlots, shape.FingerprintBits = int(number("b", 4)), int(number("f", 12))
		if any, _ := s.Lookup("buckets"); slots == 0 && any == "any" {
			slots = uint64(math.Ceil(n/0.95/8)) * 8
		}
		if slots == 0 {
			slots = uint64(math.Exp2(math.Ceil(math.Log2(n / 0.95))))
		}
		shape.Cells = slots
		shape.Bits = slots * uint64(shape.FingerprintBits)
		if s.Name == "semisort" {
			shape.Bits -= slots
		}
	case "scalable":
		shape.Growth = theory.Growth{First: uint64(number("first", 100)), Factor: 2, FPR: number("fpr", 0.01), Tighten: 0.5}
		for held := uint64(0); shape.Layers == 0 || held < keys; shape.Layers++ {
			cells, room, _ := theory.ScalableLayer(shape.Growth, shape.Layers)
			shape.Bits += cells
			held += room
		}
		shape.Cells = shape.Bits
	case "hashtable":
		shape.BucketSlots, shape.Probes = int(number("b", 4)), int(number("d", 2))
		shape.Cells = slots
		shape.Bits = slots * 65
	case "chains":
		shape.Probes, shape.Cells, shape.Bits = int(number("d", 2)), keys, keys*160
	case "exact":
		shape.Bits = keys * 80
	case "set":
		shape.Cells = uint64(math.Exp2(math.Ceil(math.Log2(max(8, n*8/7)))))
		shape.Bits = shape.Cells * 8 * 17
	}
}

// geometricUntil draws how many lookups it takes for so many hits, at most a limit.
func (m *Maker) geometricUntil(target, limit uint64, p float64) (hits, lookups uint64) {
	for hits < target {
		gap := math.Ceil(math.Log(1-m.Rand.Float64()) / math.Log1p(-p))
		if float64(lookups)+gap > float64(limit) {
			return hits, limit
		}
		hits, lookups = hits+1, lookups+uint64(gap)
	}
	return hits, lookups
}

// binomial draws the number of hits.
func (m *Maker) binomial(n uint64, p float64) uint64 {
	if p <= 0 {
		return 0
	}
	if p >= 1 {
		return n
	}
	return uint64(distuv.Binomial{N: float64(n), P: p, Src: m.Rand}.Rand())
}

// rate is the false positive rate of one made-up filter.
func (m *Maker) rate(s theory.Shape, keys uint64) float64 {
	p, _ := families.Predict(s, keys)
	if p.FPR <= 0 || p.FPR >= 1 {
		return p.FPR
	}
	return math.Min(1, math.Max(0, p.FPR*m.Skew*(1+m.Scatter*m.Rand.NormFloat64())))
}
