package workloads

import (
	"strings"
	"testing"
)

// BenchmarkHash measures keys from position to hash, in the blocks in which a
// harness asks for them.
func BenchmarkHash(b *testing.B) {
	for _, name := range append(examples, "file(path=words/american-english.gz)") {
		k := open(b, name, 1)
		slug := strings.Map(func(r rune) rune {
			if strings.ContainsRune("(),/", r) {
				return '_'
			}
			return r
		}, name)
		dst := make([]uint64, min(4096, k.Inserts(), k.Absents()))
		run := func(stream string, hash func(dst []uint64, from, seed uint64), limit uint64) {
			b.Run("workload="+slug+"/stream="+stream, func(b *testing.B) {
				b.ReportAllocs()
				from := uint64(0)
				for b.Loop() {
					if from+uint64(len(dst)) > limit {
						from = 0
					}
					hash(dst, from, 7)
					from += uint64(len(dst))
				}
				perKey := float64(b.Elapsed().Nanoseconds()) / float64(b.N) / float64(len(dst))
				b.ReportMetric(perKey, "ns/key")
				b.ReportMetric(1e3/perKey, "Mkeys/s")
			})
		}
		run("insert", k.HashInserts, k.Inserts())
		run("absent", k.HashAbsents, k.Absents())
	}
}

func BenchmarkLookups(b *testing.B) {
	dst := make([]uint64, 1<<16)
	for _, name := range []string{"uniform", "english"} {
		k := open(b, name, 1)
		b.Run("workload="+name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				k.HashLookups(dst, Mix{Hits: 0.5, Members: 50000, Seed: 1}, 7)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(dst)), "ns/key")
		})
	}
}
