package filtertest

import (
	"math/rand/v2"
	"testing"

	"filterbench/variants"
	"filterbench/variants/exact"
	"filterbench/variants/families"
)

// Kind is what an [Op] does.
type Kind byte

// The kinds of operations.
const (
	Insert Kind = iota
	Delete
	Contains
	Kinds // how many there are
)

// Op is one operation on a key.
type Op struct {
	Kind Kind
	Hash uint64
}

// Play applies operations to a filter and to the oracle, and fails the test at
// the first answer that breaks the contract. Deletes that the contract does not
// cover, of a key that is not a member yet looks like one, are left out. For a family
// that absorbs, a delete ends the membership of what it may take along, see absorb.go.
func Play(t testing.TB, f variants.Filter, ops []Op) {
	t.Helper()
	PlayFrom(t, f, nil, ops)
}

// PlayFrom is Play on a filter that is built from the first keys at once, if it is one
// for that.
func PlayFrom(t testing.TB, f variants.Filter, first []uint64, ops []Op) {
	t.Helper()
	truth, err := exact.New(exact.Config{Keys: uint64(len(ops))})
	if err != nil {
		t.Fatal(err)
	}
	p := &player{TB: t, f: f, truth: truth, row: rowOf(f)}
	if all, ok := f.(variants.AllInserter); ok {
		p.build(all, first)
	}
	for i, op := range ops {
		p.at = i
		p.play(op)
		if i%64 == 63 || i == len(ops)-1 {
			p.audit()
		}
	}
}

// player holds a filter against the truth.
type player struct {
	testing.TB
	f, truth variants.Filter
	row      families.Family // of f; without flags if it is of no family
	keys     []uint64        // every key that was ever accepted
	total    uint64          // copies held by truth
	at       int             // number of the operation, for messages
}

// rowOf returns what is known of the family that a filter says it is of: nothing if it is
// of no family.
func rowOf(f variants.Filter) families.Family {
	if row := families.Named(f.Shape().Family); row != nil {
		return *row
	}
	return families.Family{}
}

func (p *player) copies(hash uint64) uint64 { return p.truth.(variants.Counter).Count(hash) }

func (p *player) play(op Op) {
	p.Helper()
	switch op.Kind {
	case Insert:
		p.insert(op.Hash)
	case Delete:
		p.delete(op.Hash)
	}
	p.check(op.Hash)
}

// build hands keys over at once: all are members afterwards, or none.
func (p *player) build(f variants.AllInserter, keys []uint64) {
	p.Helper()
	switch err := f.InsertAll(keys); err {
	case nil:
		for _, h := range keys {
			p.truth.Insert(h)
		}
		p.keys, p.total = append(p.keys, keys...), uint64(len(keys))
	case variants.ErrFull:
	default:
		p.Fatalf("InsertAll returned %v, want ErrFull unwrapped", err)
	}
	p.audit()
}

func (p *player) insert(hash uint64) {
	p.Helper()
	before := p.f.Contains(hash)
	switch err := p.f.Insert(hash); {
	case err == nil:
		p.truth.Insert(hash)
		p.keys = append(p.keys, hash)
		p.total++
	case !refused(err):
		p.Fatalf("operation %d: Insert(%#x) returned %v, want ErrFull unwrapped", p.at, hash, err)
	case p.f.Contains(hash) != before:
		p.Fatalf("operation %d: Insert(%#x) was refused, yet the answer for it went from %v to %v", p.at, hash, before, !before)
	}
}

// refused reports whether an error is one of those that the contract allows, unwrapped.
func refused(err error) bool { return err == variants.ErrFull || err == variants.ErrKeyFull }

func (p *player) delete(hash uint64) {
	p.Helper()
	d, ok := p.f.(variants.Deleter)
	if !ok {
		return
	}
	member, seen := p.copies(hash) > 0, p.f.Contains(hash)
	if p.row.Has(families.Absorbs) && member {
		p.deleteShared(d, hash)
		return
	}
	if member || !seen {
		if d.Delete(hash) != member {
			p.Fatalf("operation %d: Delete(%#x) is %v, but the key is held %d times", p.at, hash, !member, p.copies(hash))
		}
		if member {
			p.truth.(variants.Deleter).Delete(hash)
			p.total--
		}
	}
}

// check holds one key's answers against the truth.
func (p *player) check(hash uint64) {
	p.Helper()
	copies, found := p.copies(hash), p.f.Contains(hash)
	if copies > 0 && !found {
		p.Fatalf("operation %d: false negative: Contains(%#x) is false, but the key is held %d times", p.at, hash, copies)
	}
	if family := p.f.Shape().Family; (family == "exact" || family == "set") && copies == 0 && found {
		p.Fatalf("operation %d: Contains(%#x) is true in an exact set, but the key is not held", p.at, hash)
	}
	c, ok := p.f.(variants.Counter)
	if !ok {
		return
	}
	// A counter that is stuck says its largest value and means at least that.
	least := copies
	if _, ok := p.f.(variants.Overflower); ok {
		least = min(least, 1<<p.f.Shape().CounterBits-1)
	}
	if n := c.Count(hash); n < least {
		p.Fatalf("operation %d: Count(%#x) is %d, but the key is held %d times", p.at, hash, n, copies)
	}
}

// audit holds all keys and the number of slots against the truth.
func (p *player) audit() {
	p.Helper()
	for _, h := range p.keys {
		p.check(h)
	}
	k, ok := p.f.(variants.Kicker)
	if !ok {
		return
	}
	right := k.Used() == p.total
	if p.row.HasAny(families.Shares | families.Absorbs) {
		right = k.Used() <= p.total && (k.Used() == 0) == (p.total == 0)
	}
	if !right {
		p.Fatalf("operation %d: %d slots are used, but %d copies are held", p.at, k.Used(), p.total)
	}
}

// opMix is how often each kind is drawn, out of their sum.
type opMix [Kinds]int

// mixes grow a filter until it is overfull, hold it level, and drain it.
var mixes = []opMix{
	{Insert: 8, Delete: 1, Contains: 3},
	{Insert: 4, Delete: 4, Contains: 2},
	{Insert: 1, Delete: 6, Contains: 1},
}

// randomOps draws n operations on keys from a pool, each mix for a third of them.
// A small pool repeats keys, so that many copies of a key meet.
func randomOps(r *rand.Rand, n int, pool []uint64) []Op {
	ops := make([]Op, n)
	for i := range ops {
		mix := mixes[i*len(mixes)/n]
		ops[i] = Op{mix.draw(r), pool[r.IntN(len(pool))]}
	}
	return ops
}

func (m opMix) draw(r *rand.Rand) Kind {
	sum := 0
	for _, weight := range m {
		sum += weight
	}
	left := r.IntN(sum)
	for kind, weight := range m {
		if left -= weight; left < 0 {
			return Kind(kind)
		}
	}
	panic("filtertest: weights do not add up")
}
