package filtertest

import (
	"slices"
	"sync"

	"filterbench/variants"
	"filterbench/variants/families"
)

// checkReaders: several goroutines that look keys up at the same time get the answers
// that one gets. The race detector sees what answers do not show. Families with
// SerialReads make no such promise.
func checkReaders(s *subject) {
	if s.variant.Has(families.SerialReads) {
		return
	}
	const readers = 4
	r := s.random(17)
	f, members := s.build(200), randomHashes(r, 150)
	for _, h := range members {
		f.Insert(h) // a refusal is as good
	}
	if b, ok := f.(variants.Builder); ok {
		if err := b.Build(); err != nil {
			s.Fatal(err)
		}
	}
	probes := append(randomHashes(r, 600), members...)
	want := answers(f, probes)
	var group sync.WaitGroup
	for range readers {
		group.Go(func() {
			if got := answers(f, probes); !slices.Equal(got, want) {
				s.Errorf("lookups beside others get other answers")
			}
			if b, ok := f.(variants.Batcher); ok {
				found := make([]bool, len(probes))
				if b.ContainsBatch(probes, found); !slices.Equal(found, want) {
					s.Errorf("lookups in a batch beside others get other answers")
				}
			}
		})
	}
	group.Wait()
}
