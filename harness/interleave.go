package harness

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"filterbench/internal/hashing"
	"filterbench/internal/record"
)

// cell is what the trials of a block have in common.
type cell struct {
	experiment, part, workload, call string
	capacity, slots                  uint64
	fill                             float64
	depth                            int
}

func cellOf(t record.Trial) cell {
	return cell{t.Experiment, t.Part, t.Workload, t.Call, t.Capacity, t.Slots, t.Fill, t.Depth}
}

// Interleave orders timing trials so that contenders share the machine's moods:
// all of repetition 0 first, then repetition 1 and so on; within a repetition one
// block for each cell (same keys, size, fill, call and depth), blocks in a seeded
// shuffle; within a block every variant, null included, once on each kind of pages, with
// each level of kernels and for each twin, in a seeded shuffle.
func Interleave(trials []record.Trial) []record.Trial {
	byRep := slices.Clone(trials)
	slices.SortStableFunc(byRep, func(a, b record.Trial) int { return cmp.Compare(a.Rep, b.Rep) })
	var ordered []record.Trial
	for first := 0; first < len(byRep); {
		last := first
		var blocks [][]record.Trial
		index := map[cell]int{}
		for ; last < len(byRep) && byRep[last].Rep == byRep[first].Rep; last++ {
			c := cellOf(byRep[last])
			i, ok := index[c]
			if !ok {
				i = len(blocks)
				index[c] = i
				blocks = append(blocks, nil)
			}
			blocks[i] = append(blocks[i], byRep[last])
		}
		rng := rand.New(rand.NewPCG(uint64(byRep[first].Rep), hashing.Golden))
		rng.Shuffle(len(blocks), func(i, j int) { blocks[i], blocks[j] = blocks[j], blocks[i] })
		for _, block := range blocks {
			rng.Shuffle(len(block), func(i, j int) { block[i], block[j] = block[j], block[i] })
			ordered = append(ordered, block...)
		}
		first = last
	}
	return ordered
}
