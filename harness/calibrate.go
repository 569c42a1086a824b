package harness

import (
	"runtime"
	"sort"

	"filterbench/internal/hashing"
	"filterbench/internal/record"
	"filterbench/variants"
	"filterbench/variants/shape"
)

// Machine is what operations were seen to cost on this machine, for estimates of plans. A
// filter of few keys is tried once, for the work of the processor; how much longer a large
// one takes is what random lines of a table of its size cost above those of a small one.
// Goroutines must not share one.
type Machine struct {
	table []uint64           // read in ladder
	sum   uint64             // of what was read, so that it is read
	steps []step             // of the ladder, by size
	tried map[string]opCosts // by variant and way of calling
}

// step is what one random line of a table costs.
type step struct {
	bytes uint64
	ns    float64
}

// opCosts are nanoseconds of an operation, the making and the hashing of a key included.
type opCosts struct{ insert, hit, miss float64 }

const (
	triedKeys    = 4096    // inserted into a filter that is tried: tens of microseconds
	triedRounds  = 3       // of which the fastest counts
	ladderFrom   = 1 << 14 // bytes, in the first-level cache
	ladderTo     = 1 << 28 // bytes; larger tables are taken to cost as much
	leastReads   = 1 << 14 // at each size
	mostReads    = 1 << 18
	batchShare   = 0.4 // of what a line costs in lookups one by one, where the lines of a batch are fetched at once
	linesOfExact = 2   // of a map or a sorted list, whose lines nobody counts
)

// Calibrate measures what a line of a table costs on this machine, in tables of up to the
// given number of bytes. It takes 10 to 100 milliseconds and as many bytes as it is told of,
// at most 256 MiB.
func Calibrate(largest uint64) *Machine {
	runtime.LockOSThread() // whose clock is read
	defer runtime.UnlockOSThread()
	m := &Machine{tried: map[string]opCosts{}}
	m.table = make([]uint64, min(max(largest, ladderFrom), ladderTo)/8)
	for i := 0; i < len(m.table); i += 512 {
		m.table[i] = uint64(i) // so that every page is there
	}
	for bytes := uint64(ladderFrom); bytes <= uint64(len(m.table))*8; bytes *= 4 {
		m.steps = append(m.steps, step{bytes, m.line(bytes)})
	}
	m.table = nil
	return m
}

// line measures one random read of a table, among others that do not wait for it.
func (m *Machine) line(bytes uint64) float64 {
	const lineBytes = 64
	mask, sum := bytes/8-1, uint64(0)
	reads := min(max(4*bytes/lineBytes, leastReads), mostReads) // every line several times, or as many as a cache has
	return fastest(triedRounds, int(reads), func() {
		for i := range reads {
			sum += m.table[hashing.Uint64(i, 1)&mask]
		}
		m.sum = sum
	})
}

// fastest returns the nanoseconds of one of n operations that f makes, in the fastest of some
// rounds.
func fastest(rounds, n int, f func()) float64 {
	least := int64(0)
	for i := range rounds {
		began := coreTime()
		f()
		if took := coreTime() - began; i == 0 || took < least {
			least = took
		}
	}
	return float64(least) / float64(n)
}

// beyond returns how much more a random line costs in a table of so many bytes than in one
// that the first-level cache holds.
func (m *Machine) beyond(bytes uint64) float64 {
	i := sort.Search(len(m.steps), func(i int) bool { return m.steps[i].bytes >= bytes })
	return max(0, m.steps[min(i, len(m.steps)-1)].ns-m.steps[0].ns)
}

// costs returns what operations of a filter of the given shape take.
func (m *Machine) costs(v variants.Variant, s shape.Shape, t record.Trial) opCosts {
	batch := t.Kind == record.KindTime && t.Call == record.CallBatch
	name := v.String()
	if batch {
		name += " " + record.CallBatch
	}
	c, ok := m.tried[name]
	if !ok {
		c = try(v, batch)
		m.tried[name] = c
	}
	further := m.beyond(max(s.Bits/8, 1))
	if batch {
		further *= batchShare
	}
	most := float64(max(1, s.Probes, linesOfExact))
	if n := v.Family.Lines; n > 0 {
		most = float64(n)
	}
	few := min(most, 2) // a lookup of an absent key stops at the first clear bit
	made := 0.0
	if t.Kind != record.KindTime { // which makes its keys before it uses them
		made = nsKey
	}
	return opCosts{insert: made + c.insert + most*further, hit: made + c.hit + most*further, miss: made + c.miss + few*further}
}

// try measures a small filter. What cannot be made so small costs what the constants say.
func try(v variants.Variant, batch bool) opCosts {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	loop := looper[uint64]{seed: 1, single: !batch, hashTo: hashing.Uint64s}
	members, absent := make([]uint64, triedKeys), make([]uint64, triedKeys)
	for i := range members {
		members[i], absent[i] = uint64(i), uint64(i)+triedKeys
	}
	var c opCosts
	var f variants.Filter
	var err error
	c.insert = fastest(triedRounds, triedKeys, func() {
		if f, err = v.New(variants.Size{Keys: triedKeys}, 1); err == nil {
			loop.insert(f, members)
			err = build(f)
		}
	})
	if err != nil {
		return opCosts{nsInsert, nsLookup, nsLookup}
	}
	c.hit = fastest(triedRounds, triedKeys, func() { loop.contains(f, members) })
	c.miss = fastest(triedRounds, triedKeys, func() { loop.contains(f, absent) })
	return c
}
