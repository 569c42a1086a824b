package exact

import (
	"encoding/binary"
	"filterbench/variants"
	"maps"
	"slices"
	"strings"
)

// Contents returns what a filter holds, the same on every machine.
func Contents(f variants.Filter) []byte {
	switch f := f.(type) {
	case *Filter:
		var out []uint64
		for h, n := range f.count {
			out = append(out, h, n)
		}
		slices.Sort(out)
		return words(out)
	case HashSet:
		return words(slices.Sorted(maps.Keys(f.keys)))
	case StringSet:
		return []byte(strings.Join(slices.Sorted(maps.Keys(f.keys)), ""))
	case *Chains:
		return words(slices.Concat(f.keys, widened(f.first), widened(f.length), widened(f.next)))
	}
	panic("contents of what?")
}

func words(list []uint64) (out []byte) {
	for _, w := range list {
		out = binary.LittleEndian.AppendUint64(out, w)
	}
	return out
}

// widened turns the links of chains into words.
func widened(list []uint32) (out []uint64) {
	for _, n := range list {
		out = append(out, uint64(n))
	}
	return out
}
