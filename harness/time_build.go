package harness

import (
	"filterbench/internal/record"
	"filterbench/variants"
)

// timeBuilds builds fresh filters from all of their keys at once until Lookups keys went
// in. All are hashed first, within the time, so that null's is that of the hashes. ok is
// false if a build was refused.
//
// Filters that cannot be built at once take all hashes in one batch, or one by one.
func (s *timing[K]) timeBuilds() (sample record.Sample, ok bool, err error) {
	sample.Op = record.OpBuild
	n := uint64(len(s.members))
	hashes := make([]uint64, n)
	s.loop.hashTo(hashes, s.members, s.loop.seed) // the memory is there when the clock starts
	for builds := (uint64(s.trial.Lookups) + n - 1) / n; builds > 0; builds-- {
		f, err := filterOf(s.trial, s.variant, hashSeed(uint64(s.trial.Seed))^builds)
		if err != nil {
			return sample, false, err
		}
		pages := askForPages(f, s.trial.Pages)
		s.watch.start()
		s.loop.hashTo(hashes, s.members, s.loop.seed)
		full := insertAll(f, hashes)
		if err := build(f); err != nil {
			return sample, false, err
		}
		s.watch.stop(&sample)
		sample.Ops += n
		pages.giveBack()
		if full {
			return sample, false, nil
		}
	}
	return sample, true, nil
}

// insertAll hands a filter all of its keys and reports whether it refused any.
func insertAll(f variants.Filter, hashes []uint64) (full bool) {
	if all, ok := f.(variants.AllInserter); ok {
		return all.InsertAll(hashes) != nil
	}
	if batcher, ok := f.(variants.Batcher); ok {
		_, err := batcher.InsertBatch(hashes)
		return err != nil
	}
	for _, h := range hashes {
		if f.Insert(h) != nil {
			return true
		}
	}
	return false
}
