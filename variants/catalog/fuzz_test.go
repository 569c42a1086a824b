package catalog

import (
	"bytes"
	"testing"

	"filterbench/internal/filtertest"
	"filterbench/internal/hashing"
	"filterbench/variants"
)

// FuzzOperations plays any sequence of operations on any variant against the
// oracle. Two bytes make an operation: what to do, on which of a few keys, and
// how that key's hash is spoilt. A byte that is left over says of how many of the first
// operations the keys are what the filter is built from at once.
func FuzzOperations(f *testing.F) {
	for i := range derived {
		f.Add(byte(i), byte(10), []byte("\x00\x01\x00\x02\x01\x01\x02\x03\x00\x01"))
	}
	full := make([]byte, 400) // inserts of 200 different keys
	for i := range 200 {
		full[2*i+1] = byte(i)
	}
	for i := range derived {
		f.Add(byte(i), byte(40), full)
	}
	copies := make([]byte, 400) // 88 inserts of one key and 12 of others, then as many deletes
	for i := range 200 {
		copies[2*i] = byte(i / 100) // Insert, then Delete
		copies[2*i+1] = byte(max(0, i%8-6) * i)
	}
	for i := range derived {
		f.Add(byte(i), byte(5), copies)
	}
	built := bytes.Repeat([]byte{5 * byte(filtertest.Kinds), 0}, 61) // keys with good hashes, for 95 % of 64 slots
	for i := range 61 {
		built[2*i+1] = byte(i)
	}
	for i := range derived {
		f.Add(byte(i), byte(61), append(built, 61))
	}
	f.Fuzz(func(t *testing.T, which, keys byte, program []byte) {
		v, err := Parse(derived[int(which)%len(derived)])
		if err != nil {
			t.Fatal(err)
		}
		filter, err := v.New(variants.Size{Keys: uint64(keys)}, uint64(keys))
		if err != nil {
			t.Fatal(err)
		}
		ops, first := decode(program), []uint64(nil)
		if len(program)%2 == 1 {
			for _, op := range ops[:min(len(ops), int(program[len(program)-1]))] {
				first = append(first, op.Hash)
			}
		}
		filtertest.PlayFrom(t, filter, first, ops)
	})
}

// decode reads a program of operations, of which it takes a thousand at most.
func decode(program []byte) []filtertest.Op {
	var ops []filtertest.Op
	for ; len(program) >= 2 && len(ops) < 1000; program = program[2:] {
		what, key := program[0], uint64(program[1])
		ops = append(ops, filtertest.Op{
			Kind: filtertest.Kind(what) % filtertest.Kinds,
			Hash: spoil(what/byte(filtertest.Kinds), key),
		})
	}
	return ops
}

// spoil makes a good hash of a key, or one of several bad ones.
func spoil(how byte, key uint64) uint64 {
	switch how % 8 {
	case 0:
		return key
	case 1:
		return key << 56
	case 2:
		return -key
	case 3:
		return key<<32 | 0xffffffff
	case 4:
		return key * 0x0101010101010101
	}
	return hashing.Mix(key + hashing.Golden)
}

// FuzzVariant: any text is an error or a variant, whose name reads back and whose
// size is an error or within the limit.
func FuzzVariant(f *testing.F) {
	for _, name := range derived {
		f.Add(name, uint64(1000))
	}
	f.Add("cuckoo(b=4,f=12,load=0.95)", ^uint64(0))
	f.Add("bloom(fpr=1e-12,k=1)", uint64(1)<<40)
	f.Fuzz(func(t *testing.T, text string, keys uint64) {
		v, err := Parse(text)
		if err != nil {
			return
		}
		again, err := Parse(v.String())
		if err != nil || again.String() != v.String() {
			t.Fatalf("%q is %s, which reads back as %s, %v", text, v, again, err)
		}
		a, errA := v.Shape(variants.Size{Keys: keys})
		b, errB := again.Shape(variants.Size{Keys: keys})
		if (errA == nil) != (errB == nil) || errA == nil && a != b {
			t.Fatalf("%q for %d keys is %+v, %v; as %s it is %+v, %v", text, keys, a, errA, again, b, errB)
		}
		if errA == nil && a.Bits > 1<<40 {
			t.Fatalf("%s for %d keys takes %d bits", v, keys, a.Bits)
		}
	})
}
