package harness

import (
	"fmt"
	"math/rand/v2"

	"filterbench/internal/hashing"
	"filterbench/internal/record"
	"filterbench/variants"
)

var _ = kinds.add(kind{
	name: record.KindFaults, needs: []string{"capacity or slots", "fill", "draws"}, takes: []string{"hashes"},
	draws: "faults of each sort",
	keyed: true, atOnce: true,
	suits: func(v variants.Variant, _ *Settings) error {
		f, err := v.New(variants.Size{Keys: 64}, 0)
		if err != nil {
			return err
		}
		_, table := f.(variants.Tabler)
		if _, form := f.(variants.Saver); !table && !form {
			return fmt.Errorf("%s neither shows its table nor has a serialised form, so kind %s has nothing to spoil", v, record.KindFaults)
		}
		return nil
	},
	cost: func(w work) cost {
		return cost{ns: w.keys*w.perKey + 3*float64(w.Draws)*(2*w.keys*nsLookup+float64(w.shape.Bits)/8), bytes: 4*w.shape.Bits/8 + 16*keysOf(w.Trial)}
	},
	probe: probeFaults,
})

// wholeHead is how many bytes at the front of a form stay whole: they may hold sizes, and a
// false size may ask for any memory.
const wholeHead = 64

// probeFaults fills a filter and spoils it, one fault at a time: a random bit of its table;
// a random bit of its serialised form, from which a filter is then read; and that form cut
// at a random byte. After each fault that nobody noticed all members are looked up, and as
// many absent keys.
func probeFaults(t record.Trial, r *record.Record) error {
	b, n, err := filledBench(t, r)
	if err != nil {
		return err
	}
	v := spoiler{trial: t, absents: make([]uint64, n), random: rand.New(rand.NewPCG(hashing.Derive(uint64(t.Seed), "faults"), 0))}
	hashes := make([]uint64, n)
	b.keys.HashInserts(hashes, 0, b.hashSeed)
	b.keys.HashAbsents(v.absents, 0, b.hashSeed)
	for i, h := range hashes {
		if _, no := b.refused[uint64(i)]; !no {
			v.members = append(v.members, h)
		}
	}
	out := &record.Faults{Members: uint64(len(v.members))}
	r.Outcome = out
	if f, ok := b.filter.(variants.Tabler); ok {
		v.spoilTable(f.Tables(), b.filter, &out.Table)
	}
	f, ok := b.filter.(variants.Saver)
	if !ok {
		return nil
	}
	form, err := f.Save()
	if err != nil {
		return err
	}
	whole, err := f.Load(form)
	if err != nil {
		return fmt.Errorf("what was saved cannot be read: %w", err)
	}
	out.Form, out.Whole = uint64(len(form)), v.denied(whole)
	for range t.Draws {
		b.checkStop()
		at := v.random.IntN(8 * max(1, len(form)-wholeHead))
		if at += 8 * wholeHead; at >= 8*len(form) {
			break // there is nothing behind the head
		}
		form[at/8] ^= 1 << (at % 8)
		v.read(f, form, &out.Flipped)
		form[at/8] ^= 1 << (at % 8)
	}
	for range t.Draws {
		b.checkStop()
		v.read(f, form[:v.random.IntN(len(form))], &out.Cut)
	}
	return nil
}

// spoiler tries faults on a filter.
type spoiler struct {
	trial            record.Trial
	members, absents []uint64
	random           *rand.Rand
}

// denied returns how many members a filter denies.
func (v *spoiler) denied(f variants.Filter) (n uint64) {
	for _, h := range v.members {
		if !f.Contains(h) {
			n++
		}
	}
	return n
}

func (v *spoiler) spoilTable(tables [][]byte, f variants.Filter, out *record.Fault) {
	table := tables[0]
	for range v.trial.Draws {
		at := v.random.Uint64N(min(8*uint64(len(table)), f.Shape().Bits))
		table[at/8] ^= 1 << (at % 8)
		v.look(f, out)
		table[at/8] ^= 1 << (at % 8)
	}
}

// read reads a filter from a spoilt form.
func (v *spoiler) read(like variants.Saver, form []byte, out *record.Fault) {
	var f variants.Filter
	var err error
	if !calmly(func() { f, err = like.Load(form) }) {
		out.Tried++
		out.Panics++
		return
	}
	if err != nil {
		out.Tried++
		out.Told++
		return
	}
	v.look(f, out)
}

// look looks up everything after a fault that nobody has noticed.
func (v *spoiler) look(f variants.Filter, out *record.Fault) {
	out.Tried++
	lost, positives := uint64(0), uint64(0)
	ended := calmly(func() {
		lost = v.denied(f)
		for _, h := range v.absents {
			if f.Contains(h) {
				positives++
			}
		}
	})
	if !ended {
		out.Panics++
		return
	}
	if lost > 0 {
		out.Silent++
	}
	out.Lost += lost
	out.Most = max(out.Most, lost)
	out.Queries += uint64(len(v.absents))
	out.Positives += positives
}

// calmly calls a function and reports whether it ended without a panic.
func calmly(call func()) (ended bool) {
	defer func() { ended = recover() == nil }()
	call()
	return true
}
