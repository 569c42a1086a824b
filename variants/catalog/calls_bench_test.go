package catalog

import (
	"fmt"
	"testing"

	"filterbench/variants"
)

// BenchmarkSingle times lookups key by key, the hash of the key included: through the
// interface and by the loop of the type. Take the shortest of many.
func BenchmarkSingle(b *testing.B) {
	for _, n := range []uint64{15564, 996147, 7969177} {
		for _, name := range []string{
			"null", "floor(bpk=12,lines=1)", "floor(bpk=12.63,lines=2)", "blocked(bpk=12)", "splitblock(bpk=12)", "register(bpk=12)", "bloom(bpk=12)",
			"cuckoo(b=4,f=8)", "cuckoo(b=4,f=12)", "cuckoo(b=4,f=16)", "windowed(f=12)", "binaryfuse(k=3,f=8)",
		} {
			v, err := Parse(name)
			if err != nil {
				b.Fatal(err)
			}
			var f variants.Filter
			for _, op := range []string{"hit", "miss"} {
				for _, call := range []string{"single", "typed"} {
					b.Run(fmt.Sprintf("n=%d/filter=%s/op=%s/call=%s", n, name, op, call), func(b *testing.B) {
						if f == nil {
							if f, err = v.New(variants.Size{Keys: n}, 1); err != nil {
								b.Fatal(err)
							}
							for key := range n {
								f.Insert(variants.HashUint64(key, 1))
							}
							if s, ok := f.(variants.Builder); ok {
								if err := s.Build(); err != nil {
									b.Fatal(err)
								}
							}
						}
						keys := randomHashes(2, 1<<16)
						for i := range keys {
							if keys[i] |= 1 << 63; op == "hit" {
								keys[i] %= n
							}
						}
						for left := b.N; left > 0; left -= len(keys) {
							keys := keys[:min(left, len(keys))]
							if call == "typed" {
								f.(variants.Typed).ContainsEach(keys, 1)
								continue
							}
							for _, key := range keys {
								if f.Contains(variants.HashUint64(key, 1)) {
									hits++
								}
							}
						}
					})
				}
			}
		}
	}
}

var hits int
