package harness

import (
	"cmp"
	"slices"

	"filterbench/internal/monotone"
	"filterbench/internal/record"
)

// Times that do not grow with the size of the table are measured again, once, when
// all planned trials have their records. What is measured again follows from the plan and the
// records of its own trials alone, never from those of the repetitions that were added:
// a run that was killed decides the same when it is resumed, and does what is not
// recorded yet.
//
// A whole block of contenders is repeated, null and floors included, so that every ratio
// is again one inside a repetition. A block gets as many repetitions as are planned,
// numbered on behind them, or fewer where that takes longer than extraShare allows.

// extraShare bounds the estimated time of what is measured again, in parts of that of
// all planned trials of kind time.
const extraShare = 0.1

// block is the planned trials of one repetition of a cell.
type block struct {
	trials  []record.Trial // of the first repetition, in the plan's order
	reps    int            // planned
	seconds float64        // of one repetition, estimated
}

// repeatable returns the blocks of kind time of the plan and the estimated time of all their
// planned repetitions.
func (p Plan) repeatable() (blocks map[cell]*block, seconds float64) {
	blocks = map[cell]*block{}
	var estimator Estimator
	for _, t := range p.Trials {
		if t.Kind != record.KindTime {
			continue
		}
		c := cellOf(t)
		b := blocks[c]
		if b == nil {
			b = &block{}
			blocks[c] = b
		}
		cost := estimator.Of(t).Seconds
		seconds += cost
		b.reps = max(b.reps, t.Rep+1)
		if t.Rep == 0 {
			b.trials = append(b.trials, t)
			b.seconds += cost
		}
	}
	return blocks, seconds
}

// severalSizes leaves out blocks whose times nothing is compared with: those of work that
// is planned at one size.
func severalSizes(blocks map[cell]*block) map[cell]*block {
	sizes := map[cell]int{}
	sizeless := func(c cell) cell { c.capacity, c.slots = 0, 0; return c }
	for c := range blocks {
		sizes[sizeless(c)]++
	}
	chosen := map[cell]*block{}
	for c, b := range blocks {
		if sizes[sizeless(c)] > 1 {
			chosen[c] = b
		}
	}
	return chosen
}

// repetition returns the trials of a further repetition of a block.
func (p Plan) repetition(b *block, rep int) []record.Trial {
	list := slices.Clone(b.trials)
	for i := range list {
		t := &list[i]
		t.Rep = rep
		t.Seed = dataSeed(p.seedOf(t.Experiment), *t)
	}
	return list
}

// seedOf returns the seed of an experiment of the plan.
func (p Plan) seedOf(experiment string) uint64 {
	i := slices.IndexFunc(p.Experiments, func(e Experiment) bool { return e.Name == experiment })
	if i < 0 {
		panic("harness: a trial of experiment " + experiment + ", which is not in the plan")
	}
	return p.Experiments[i].Seed
}

// MostExtra bounds what may be measured again: the number of trials, and the estimated
// seconds that they take together.
func (p Plan) MostExtra() (trials int, seconds float64) {
	blocks, planned := p.repeatable()
	for _, b := range severalSizes(blocks) {
		trials += b.reps * len(b.trials)
		seconds += float64(b.reps) * b.seconds
	}
	return trials, min(seconds, extraShare*planned)
}

// mayBeExtra returns the ids of all trials that could ever be measured again.
func (p Plan) mayBeExtra() map[string]bool {
	ids := map[string]bool{}
	for id := range p.extraParts() {
		ids[id] = true
	}
	return ids
}

// extraParts returns the parts of all trials that could ever be measured again, by their ids.
func (p Plan) extraParts() map[string]partOf {
	ids := map[string]partOf{}
	blocks, _ := p.repeatable()
	for _, b := range severalSizes(blocks) {
		for rep := b.reps; rep < 2*b.reps; rep++ {
			for _, t := range p.repetition(b, rep) {
				ids[t.ID()] = partOf{t.Experiment, t.Part}
			}
		}
	}
	return ids
}

// Extra returns the trials that are to be measured again, given the records of those that
// are planned; other records are not looked at. It is pure. Blocks are repeated in
// turns, those furthest from growing first, while there is time.
func (p Plan) Extra(records []record.Record) []record.Trial {
	blocks, planned := p.repeatable()
	own := slices.DeleteFunc(slices.Clone(records), func(r record.Record) bool {
		b := blocks[cellOf(r.Trial)]
		return r.Kind != record.KindTime || b == nil || r.Rep >= b.reps
	})
	broken := brokenBlocks(blocks, own)
	given := make([]int, len(broken)) // repetitions, by block
	left := extraShare * planned
	var list []record.Trial
	for range 2 {
		for i, b := range broken {
			for turn := (b.reps + 1) / 2; turn > 0 && given[i] < b.reps && b.seconds <= left; turn-- {
				list = append(list, p.repetition(b, b.reps+given[i])...)
				given[i]++
				left -= b.seconds
			}
		}
	}
	return Interleave(list)
}

// brokenBlocks returns the blocks that a break has to do with, the widest first.
func brokenBlocks(blocks map[cell]*block, records []record.Record) []*block {
	type wide struct {
		b   *block
		id  string // of a trial, to order equals
		gap float64
	}
	widest := map[cell]wide{}
	for _, s := range monotone.Find(records) {
		for _, b := range s.Breaks() {
			for _, size := range []uint64{b.Small.Size, b.Large.Size} {
				c, found := cellOfSize(blocks, s.Trial, size)
				if old, ok := widest[c]; found && (!ok || b.Gap > old.gap) {
					widest[c] = wide{blocks[c], blocks[c].trials[0].ID(), b.Gap}
				}
			}
		}
	}
	var list []wide
	for _, w := range widest {
		list = append(list, w)
	}
	slices.SortFunc(list, func(a, b wide) int { return cmp.Or(-cmp.Compare(a.gap, b.gap), cmp.Compare(a.id, b.id)) })
	var ordered []*block
	for _, w := range list {
		ordered = append(ordered, w.b)
	}
	return ordered
}

// cellOfSize returns the cell of a series at a size, which is given in keys or slots.
func cellOfSize(blocks map[cell]*block, t record.Trial, size uint64) (c cell, ok bool) {
	t.Capacity = size
	if c = cellOf(t); blocks[c] != nil {
		return c, true
	}
	t.Capacity, t.Slots = 0, size
	c = cellOf(t)
	return c, blocks[c] != nil
}
