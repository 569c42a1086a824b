package harness

import (
	"encoding/binary"
	"maps"
	"math"
	"testing"

	"filterbench/internal/record"
)

// TestCountersAreScaled: an event that was counted for a part of the time is scaled to all
// of it, one that was not counted is left out, and large counts keep their size.
func TestCountersAreScaled(t *testing.T) {
	for name, c := range map[string]struct {
		from, to reading
		want     uint64
		ok       bool
	}{
		"all of the time":     {reading{100, 10, 10}, reading{350, 60, 60}, 250, true},
		"a fifth of it":       {reading{100, 10, 10}, reading{350, 60, 20}, 1250, true},
		"behind from before":  {reading{100, 1000, 10}, reading{350, 1050, 60}, 250, true},
		"never":               {reading{100, 10, 10}, reading{100, 60, 10}, 0, false},
		"nothing happened":    {reading{100, 10, 10}, reading{100, 60, 60}, 0, true},
		"a counter that wrap": {reading{math.MaxUint64 - 4, 10, 10}, reading{5, 60, 60}, 10, true},
		"very many":           {reading{0, 0, 0}, reading{1 << 62, 1 << 62, 1 << 61}, 1 << 63, true},
	} {
		if n, ok := c.to.since(c.from); n != c.want || ok != c.ok {
			t.Errorf("%s: %d, %v; want %d, %v", name, n, ok, c.want, c.ok)
		}
	}
}

func TestDecodeReading(t *testing.T) {
	var text []byte
	for _, word := range []uint64{7, 1 << 40, 3} {
		text = binary.NativeEndian.AppendUint64(text, word)
	}
	if r, ok := decodeReading(text); !ok || r != (reading{7, 1 << 40, 3}) {
		t.Errorf("%+v, %v", r, ok)
	}
	for _, short := range [][]byte{nil, text[:8], text[:23], append(text, 0)} {
		if r, ok := decodeReading(short); ok {
			t.Errorf("%d bytes are %+v", len(short), r)
		}
	}
}

// TestSumOfLoops: times add up; an event that one of the loops lacks is lacking in the sum,
// and stays so, whichever loop it is.
func TestSumOfLoops(t *testing.T) {
	type counts = map[string]uint64
	for name, c := range map[string]struct {
		loops []counts
		want  counts
	}{
		"no counters":   {[]counts{nil, nil, nil}, nil},
		"all":           {[]counts{{"cycles": 1, "instructions": 2}, {"cycles": 10, "instructions": 20}, {"cycles": 100, "instructions": 200}}, counts{"cycles": 111, "instructions": 222}},
		"first lacks":   {[]counts{{"cycles": 1}, {"cycles": 10, "instructions": 20}, {"cycles": 100, "instructions": 200}}, counts{"cycles": 111}},
		"second lacks":  {[]counts{{"cycles": 1, "instructions": 2}, {}, {"cycles": 100, "instructions": 200}}, counts{}},
		"none in first": {[]counts{{}, {"cycles": 10}, {"cycles": 100}}, counts{}},
	} {
		var s record.Sample
		for _, loop := range c.loops {
			addLoop(&s, record.Sample{ElapsedNS: 5, CPUNS: 3, Counters: maps.Clone(loop)})
		}
		if !maps.Equal(s.Counters, c.want) || s.ElapsedNS != 15 || s.CPUNS != 9 {
			t.Errorf("%s: %+v; want %v", name, s, c.want)
		}
	}
}
