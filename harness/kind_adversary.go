package harness

import (
	"fmt"
	"slices"

	"filterbench/internal/hashing"
	"filterbench/internal/record"
	"filterbench/variants"
	"filterbench/variants/families"
)

var _ = kinds.add(kind{
	name: record.KindAdversary, needs: []string{"capacity or slots", "fill", "attacks", "knows", "draws"}, takes: []string{"hashes"},
	draws: "keys that are looked for (collide, replay, delete), or candidates for each member (invert)",
	suits: func(v variants.Variant, s *Settings) error {
		for _, attack := range s.Attacks {
			if why := immune(v, attack); why != "" {
				return fmt.Errorf("%s %s, so attack %q has nothing to attack", v, why, attack)
			}
		}
		return nil
	},
	inserts: func(t record.Trial) uint64 { return keysOf(t) + others },
	cost: func(w work) cost {
		tried := map[string]float64{record.AttackPollute: 400 * w.keys, record.AttackCollide: 2 * mostCandidates, record.AttackInvert: w.keys * float64(w.Draws)}[w.Attack]
		if w.Attack == record.AttackDelete && w.Knows == record.KnowsKey {
			tried = float64(w.Draws) * mostCandidates / 8
		}
		return cost{ns: w.keys*w.perKey + (tried+afterwards)*2*nsLookup, bytes: w.shape.Bits/8 + mostCandidates/8}
	},
	probe: probeAdversary,
})

// mostCandidates is how many keys an attacker tries to find those that he wants.
const mostCandidates = 3 << 19

// Afterwards so many absent keys that nobody chose are looked up, and new keys of others offered.
const (
	afterwards = 100_000
	others     = 1000
)

// elsewhere is where the absent keys lie that the attacker does not try.
const elsewhere = 1 << 40

// immune says why a filter has nothing to attack, "" if it has.
func immune(v variants.Variant, attack string) string {
	switch {
	case attack == record.AttackPollute && (v.Name != "bloom" || !v.Values.IsDefault("probing")):
		return "has no bits that are known to be those of bloom with its usual probing"
	case attack == record.AttackCollide && !v.HasAny(families.Kicks|families.Refuses):
		return "takes any number of copies"
	case attack == record.AttackDelete && !v.Has(families.Deletes):
		return "cannot delete"
	}
	return ""
}

// probeAdversary fills a filter with keys of others, and lets an attacker choose further
// ones. Who knows the key computes what the filter does on a copy of his own, which has the
// same size and holds what he puts there; who knows answers alone asks the filter itself,
// or, where there is nothing to ask, computes with a key of his own. Both have the code.
func probeAdversary(t record.Trial, r *record.Record) error {
	b, err := newBench(t, 0)
	if err != nil {
		return err
	}
	r.Shape = b.filter.Shape()
	a := attacker{bench: b, out: &record.Adversary{}, members: keysOf(t), hashKey: b.hashSeed}
	if t.Knows != record.KnowsKey {
		a.hashKey = hashing.Derive(b.hashSeed, "the attacker's")
	}
	if t.Attack != record.AttackPollute { // which begins with an empty table
		if err := b.insert(0, a.members, nil); err != nil {
			return err
		}
		a.out.Members = a.members - uint64(len(b.refused))
	}
	before := b.filter.Shape().Bits
	attack := map[string]func() error{
		record.AttackPollute: a.pollute, record.AttackCollide: a.collide, record.AttackReplay: a.replay, record.AttackDelete: a.delete, record.AttackInvert: a.invert,
	}[t.Attack]
	if err := attack(); err != nil {
		return err
	}
	if t.Attack != record.AttackPollute {
		_, a.out.Denied = b.verify(0, a.members)
	}
	a.out.Queries, a.out.Positives = b.query(elsewhereIn(b), afterwards)
	if now := b.filter.Shape().Bits; now > before {
		a.out.Grown = now
	}
	r.Outcome = a.out
	return nil
}

// elsewhereIn is where the absent keys that nobody tries begin: behind all others, where a
// workload has so many.
func elsewhereIn(b *bench) uint64 {
	if b.keys.Absents() > 2*elsewhere {
		return elsewhere
	}
	return b.keys.Absents() / 2
}

// attacker is somebody who chooses keys for a filter.
type attacker struct {
	*bench
	out     *record.Adversary
	members uint64 // positions that others have inserted
	hashKey uint64 // by which he computes hashes
}

// absent returns the hash of a candidate under a key.
func (a *attacker) absent(i, key uint64) uint64 {
	var one [1]uint64
	a.keys.HashAbsents(one[:], i, key)
	return one[0]
}

// candidates calls visit with the absent keys from a position on, hashed under a key, until it
// returns false. It says how many it visited, mostCandidates at most.
func (a *attacker) candidates(from, key uint64, visit func(i, hash uint64) bool) (tried uint64) {
	to := min(from+mostCandidates, elsewhereIn(a.bench))
	for at, block := from, uint64(64); at < to; at, block = at+block, min(2*block, chunk) {
		a.checkStop()
		hashes := a.buffer[:min(block, to-at)]
		a.keys.HashAbsents(hashes, at, key)
		for i, h := range hashes {
			tried++
			if !visit(at+uint64(i), h) {
				return tried
			}
		}
	}
	return tried
}

// own returns an empty filter of the attacker's, of the same size.
func (a *attacker) own() (variants.Filter, error) {
	return a.variant.New(sizeOf(a.trial), filterSeed(hashing.Derive(uint64(a.trial.Seed), "the attacker's")))
}

// pollute fills the filter with as many keys as it is for, each of which sets no bit that is
// set, as the attacker computes; where candidates run out, with such as set the most.
func (a *attacker) pollute() error {
	shape := a.filter.Shape()
	guess, real := make([]bool, shape.Cells), make([]bool, shape.Cells)
	bits := func(hash uint64) (at []uint64) {
		p := hashing.Probes(hash)
		for range shape.Probes {
			at = append(at, p.Of(shape.Cells))
			p = p.Next()
		}
		return at
	}
	next := uint64(0)
	for range a.members {
		best, fresh, seen := uint64(0), -1, 0
		next += a.candidates(next, a.hashKey, func(i, hash uint64) bool {
			seen++
			if n := unset(guess, bits(hash)); n > fresh {
				best, fresh = i, n
			}
			return fresh < shape.Probes && seen < mostForOne
		})
		a.out.Tried = next
		a.out.Chosen++
		for _, at := range bits(a.absent(best, a.hashKey)) {
			guess[at] = true
		}
		h := a.absent(best, a.hashSeed)
		if unset(real, bits(h)) == shape.Probes {
			a.out.Worked++
		}
		for _, at := range bits(h) {
			real[at] = true
		}
		if a.filter.Insert(h) != nil {
			a.out.Refused++
		}
	}
	return nil
}

// mostForOne is how many candidates are looked at for one key of a polluted filter.
const mostForOne = 1 << 13

// unset returns how many different ones of the places are not set.
func unset(set []bool, places []uint64) (n int) {
	for i, at := range places {
		if !set[at] && !slices.Contains(places[:i], at) {
			n++
		}
	}
	return n
}

// collide looks for keys that share all places with one of the attacker's own, and inserts
// that and these until one is refused. Who has the key finds them on a filter of his own. Who
// has not asks the filter for absent keys, inserts his own, and asks again: those that have
// become positive collide with it.
func (a *attacker) collide() error {
	const mine = 0
	var found []uint64
	a.out.Chosen, a.out.Worked = 1, 1
	insert := func(i uint64) bool {
		if a.filter.Insert(a.absent(i, a.hashSeed)) != nil {
			a.out.Refused++
			return false
		}
		return true
	}
	if a.trial.Knows == record.KnowsKey {
		f, err := a.own()
		if err != nil {
			return err
		}
		if err := f.Insert(a.absent(mine, a.hashKey)); err != nil {
			return err
		}
		a.out.Tried = a.candidates(mine+1, a.hashKey, func(i, hash uint64) bool {
			if f.Contains(hash) {
				found = append(found, i)
			}
			return len(found) < a.trial.Draws
		})
		insert(mine)
	} else {
		before := make([]bool, 0, mostCandidates)
		a.out.Asked = a.candidates(mine+1, a.hashSeed, func(_, hash uint64) bool {
			before = append(before, a.filter.Contains(hash))
			return true
		})
		insert(mine)
		a.out.Asked += a.candidates(mine+1, a.hashSeed, func(i, hash uint64) bool {
			if !before[i-mine-1] && a.filter.Contains(hash) {
				found = append(found, i)
			}
			return len(found) < a.trial.Draws
		})
	}
	for _, i := range found {
		a.out.Chosen++
		if a.collides(i, mine) {
			a.out.Worked++
		}
		if !insert(i) {
			break
		}
	}
	hash := make([]uint64, 1)
	for i := range uint64(others) {
		a.keys.HashInserts(hash, a.members+i, a.hashSeed)
		a.out.Offered++
		if a.filter.Insert(hash[0]) != nil {
			a.out.Shut++
		}
	}
	return nil
}

// collides reports whether two candidates are one key to the filter: judged by who has its key.
func (a *attacker) collides(i, j uint64) bool {
	f, err := a.own()
	return err == nil && f.Insert(a.absent(j, a.hashSeed)) == nil && f.Contains(a.absent(i, a.hashSeed))
}

// positives asks for absent keys until Draws of them are answered true.
func (a *attacker) positives() (found []uint64) {
	a.out.Asked = a.candidates(0, a.hashSeed, func(i, hash uint64) bool {
		if a.filter.Contains(hash) {
			found = append(found, i)
			a.repair(hash)
		}
		return len(found) < a.trial.Draws
	})
	return found
}

// repair is what an owner does with a false positive, once what stands behind the filter has told
// him that it is one: a filter that adapts answers it otherwise from then on.
func (a *attacker) repair(hash uint64) {
	if adapter, ok := a.filter.(variants.Adapter); ok {
		adapter.Adapt(hash)
	}
}

// replays is how often each false positive is looked up again.
const replays = 10

func (a *attacker) replay() error {
	for _, i := range a.positives() {
		for range replays {
			a.out.Chosen++
			if hash := a.absent(i, a.hashSeed); a.filter.Contains(hash) {
				a.out.Worked++
				a.repair(hash)
			}
		}
	}
	return nil
}

// delete deletes false positives. Who has the key aims: for each of the first Draws members,
// which he knows, he finds an absent key with the same trace on a filter of his own.
func (a *attacker) delete() error {
	found := []uint64(nil)
	if a.trial.Knows != record.KnowsKey {
		found = a.positives()
	}
	next, hash := uint64(0), make([]uint64, 1)
	for target := range uint64(a.trial.Draws) {
		if a.trial.Knows != record.KnowsKey || target >= a.members {
			break
		}
		f, err := a.own()
		if err != nil {
			return err
		}
		a.keys.HashInserts(hash, target, a.hashKey)
		if err := f.Insert(hash[0]); err != nil {
			return err
		}
		tried := a.candidates(next, a.hashKey, func(i, hash uint64) bool {
			if f.Contains(hash) {
				found = append(found, i)
				return false
			}
			return true
		})
		next, a.out.Tried = next+tried, a.out.Tried+tried
	}
	remover := a.filter.(variants.Deleter)
	for _, i := range found {
		a.out.Chosen++
		if remover.Delete(a.absent(i, a.hashSeed)) {
			a.out.Worked++
		}
	}
	return nil
}

// invert tries a list of candidates, one in Draws of which is a member, on a table that was
// stolen with the filter's code, and names those that look like members.
func (a *attacker) invert() error {
	one := make([]uint64, 1)
	for i := range a.members {
		if _, refused := a.refused[i]; refused {
			continue
		}
		a.keys.HashInserts(one, i, a.hashKey)
		a.out.Tried++
		if a.filter.Contains(one[0]) {
			a.out.Worked++
		}
	}
	a.out.Chosen = a.out.Worked
	last := a.out.Members*uint64(a.trial.Draws-1) - 1
	a.out.Tried += a.candidates(0, a.hashKey, func(i, hash uint64) bool {
		if a.filter.Contains(hash) {
			a.out.Chosen++
		}
		return i < last
	})
	return nil
}
