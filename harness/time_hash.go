package harness

import (
	"filterbench/internal/record"
	"filterbench/workloads"
)

// hashSlice is how many keys each loop of timeHash does at a time: 32 groups, some 30
// microseconds, beside which two readings of the clock are small and as much for all.
const hashSlice = 32 * group

// hashTurns is how often each loop does each slice; the least time counts, since what is
// asked for is the cost of the code and not that of a disturbed machine.
const hashTurns = 5

// timeHash tells the hash of a key from the rest of null's time, which is the harness's
// own: the calls, and the answers that are written and counted. Three loops do the same
// Lookups keys, slice by slice in turn, each of them first as often as the others: one
// hashes them in groups and does no more, one looks them up as well and one inserts them.
// No key is asked of another filter, and those of later operations are the same as
// without.
func (s *timing[K]) timeHash() []record.Sample {
	keys := make([]K, s.trial.Lookups)
	s.lookups(keys, workloads.Mix{Members: uint64(len(s.members)), From: s.asked})
	loops := []func([]K){
		s.loop.hashAll,
		func(keys []K) { s.loop.contains(s.filter, keys) },
		func(keys []K) { s.loop.insert(s.filter, keys) },
	}
	samples := make([]record.Sample, len(loops))
	for i, op := range []string{record.OpHash, record.OpHashLookup, record.OpHashInsert} {
		samples[i] = record.Sample{Op: op, Ops: uint64(len(keys))}
		loops[i](keys[:min(warmUp, len(keys))])
	}
	for len(keys) > 0 {
		slice := keys[:min(hashSlice, len(keys))]
		keys = keys[len(slice):]
		least := make([]record.Sample, len(loops))
		for turn := range hashTurns * len(loops) {
			i := (turn + turn/len(loops)) % len(loops)
			var once record.Sample
			s.watch.start()
			loops[i](slice)
			s.watch.stop(&once)
			if least[i].NS() == 0 || once.NS() < least[i].NS() {
				least[i] = once
			}
		}
		for i := range samples {
			addLoop(&samples[i], least[i])
		}
	}
	return samples
}
