package harness

import (
	"encoding/binary"
	"fmt"
	"strings"

	"filterbench/internal/contender"
	"filterbench/internal/record"
	"filterbench/variants"
	"filterbench/variants/catalog"
	"filterbench/variants/redis"
	"filterbench/variants/shape"
)

var _ = kinds.add(kind{
	name: record.KindGrowth, needs: []string{"capacity or slots", "fill", "copies"}, takes: []string{"hashes"},
	inserts: func(t record.Trial) uint64 { return keysOf(t) + 1 + newcomers },
	cost: func(w work) cost {
		return cost{ns: 2*w.keys*(w.perKey+w.perLookup) + float64(w.Copies)*nsRefusal + newcomers*w.perKey}
	},
	suits: func(v variants.Variant, _ *Settings) error {
		if p, is := catalog.ProgramOf(v.String()); is && p.Commands != "CF." {
			return fmt.Errorf("%s is a program without commands CF.*, by which kind %s asks those of a server", v, record.KindGrowth)
		}
		return nil
	},
	probe: probeGrowth, program: programGrowth,
})

// newcomers is how many new keys are offered after the copies.
const newcomers = 1000

// largestGrown is the size in bits, 2^46 bytes, beyond which growing is not followed.
const largestGrown = 1 << 49

// probeGrowth fills a filter with distinct keys, inserts copies of one more until one is
// refused, and notes what the table becomes. Then it offers new keys, looks up what was
// accepted, and deletes the keys from before one by one until the filter compacts itself.
func probeGrowth(t record.Trial, r *record.Record) error {
	b, err := newBench(t, 0)
	if err != nil {
		return err
	}
	r.Shape = b.filter.Shape()
	n := keysOf(t)
	if err := b.insert(0, n, nil); err != nil {
		return err
	}
	g := &record.Grown{Background: n - uint64(len(b.refused)), Asked: newcomers}
	hash := make([]uint64, 1)
	b.keys.HashInserts(hash, n, b.hashSeed)
	g.Steps = []record.Stage{stageOf(b.filter, 0)}
	for g.Copies < uint64(t.Copies) && !g.Refused && b.filter.Shape().Bits <= largestGrown {
		b.checkStop()
		if b.filter.Insert(hash[0]) != nil {
			g.Refused = true
			break
		}
		g.Copies++
		if now := stageOf(b.filter, g.Copies); now.Bits > g.Steps[len(g.Steps)-1].Bits {
			g.Steps = append(g.Steps, now)
		}
	}
	for i := range uint64(newcomers) {
		b.keys.HashInserts(hash, n+1+i, b.hashSeed)
		if b.filter.Insert(hash[0]) != nil {
			g.Shut++
		}
	}
	g.Checked, g.Missing = b.verify(0, n)
	g.Deletes, g.Walked = b.untilCompaction(n)
	r.Outcome = g
	return nil
}

func stageOf(f variants.Filter, copies uint64) record.Stage {
	s := f.Shape()
	return record.Stage{Copies: copies, Bits: s.Bits, Layers: s.Layers}
}

// untilCompaction deletes the first n keys until a delete compacts the table, and returns
// how many it deleted and how many slots the last one looked at: 0 and 0 if none does.
func (b *bench) untilCompaction(n uint64) (deletes, walked uint64) {
	f, ok := b.filter.(variants.Compacter)
	if !ok {
		return 0, 0
	}
	hash, before := make([]uint64, 1), f.Walked()
	for at := range n {
		if _, refused := b.refused[at]; refused {
			continue
		}
		b.keys.HashInserts(hash, at, b.hashSeed)
		b.filter.(variants.Deleter).Delete(hash[0])
		deletes++
		if now := f.Walked(); now > before {
			return deletes, now - before
		}
	}
	return 0, 0
}

// programGrowth does the same with a server's cuckoo filter, whose replies must be those of the
// model, which tells what the delete that compacts looks at. The server's own clock, read right
// before and after, tells how long it serves nobody else.
func programGrowth(p program, r *record.Record) error {
	t, n := p.trial, keysOf(p.trial)
	j, err := p.job(contender.JobReplies, 0, n+1+newcomers, 0)
	if err != nil {
		return err
	}
	const name = "grown"
	model, sent, foreseen := &redis.Server{}, [][]string(nil), []string(nil)
	do := func(words ...string) {
		sent, foreseen = append(sent, words), append(foreseen, model.Do(words[0], words[1:]...))
	}
	key := func(i uint64) string { return string(binary.LittleEndian.AppendUint64(nil, j.Members[i])) }
	number := func(of string) string { return fmt.Sprint(p.params[of]) }
	do("CF.RESERVE", name, fmt.Sprint(t.Capacity), "BUCKETSIZE", number("bucket"), "MAXITERATIONS", number("iterations"), "EXPANSION", number("expansion"))
	for i := range n {
		do("CF.ADD", name, key(i))
	}
	do("CF.INFO", name)
	for range t.Copies {
		do("CF.ADD", name, key(n))
		do("CF.INFO", name)
	}
	for i := range uint64(newcomers) {
		do("CF.ADD", name, key(n+1+i))
	}
	for i := range n {
		do("CF.EXISTS", name, key(i))
	}
	g, deleted := &record.Grown{Background: n, Asked: newcomers, Checked: n}, len(sent)
	for i := uint64(0); i < n && g.Walked == 0; i++ {
		before := model.Cuckoo(name).Walked()
		do("CF.DEL", name, key(i))
		g.Walked = model.Cuckoo(name).Walked() - before
	}
	if g.Walked > 0 {
		g.Deletes = uint64(len(sent) - deleted)
		last := len(sent) - 1
		sent = append(sent[:last:last], []string{"TIME"}, sent[last], []string{"TIME"})
	}
	replies, err := p.replies(sent, r)
	if err != nil {
		return err
	}
	if g.Walked > 0 {
		at := len(replies) - 3
		if g.BlockedNS, err = between(replies[at], replies[at+2]); err != nil {
			return err
		}
		replies = append(replies[:at:at], replies[at+1])
	}
	for i, reply := range replies {
		if reply != foreseen[i] {
			return fmt.Errorf("command %d: the server says %.80q, and the model %.80q", i, reply, foreseen[i])
		}
	}
	if err := readGrowth(g, replies[1:], n, t.Copies); err != nil {
		return err
	}
	r.Shape = shape.Shape{Family: p.Filter.Name, Bits: g.Steps[0].Bits}
	r.Outcome = g
	return nil
}

// readGrowth reads the replies to the keys before the copies, the copies with what INFO said
// before and after each, the new keys, and the lookups of the first.
func readGrowth(g *record.Grown, replies []string, n uint64, copies int) error {
	for _, reply := range replies[:n] {
		if reply != "1" {
			return fmt.Errorf("the server refuses a key of its first layer: %.80q", reply)
		}
	}
	replies = replies[n:]
	for i := range copies + 1 {
		now := record.Stage{Copies: uint64(i)}
		if i > 0 && replies[2*i-1] != "1" {
			g.Refused = true
			break
		}
		for _, fact := range strings.Split(replies[2*i], "; ") {
			what, value, _ := strings.Cut(fact, "=")
			var to any
			switch what {
			case "Size":
				to = &now.Bits
			case "Number of filters":
				to = &now.Layers
			default:
				continue
			}
			if _, err := fmt.Sscan(value, to); err != nil {
				return fmt.Errorf("CF.INFO says %q: %w", fact, err)
			}
		}
		now.Bits *= 8
		if g.Copies = uint64(i); i == 0 || now.Bits > g.Steps[len(g.Steps)-1].Bits {
			g.Steps = append(g.Steps, now)
		}
	}
	replies = replies[1+2*copies:]
	for i, reply := range replies[:newcomers+n] {
		switch {
		case reply == "1":
		case i < newcomers:
			g.Shut++
		default:
			g.Missing++
		}
	}
	return nil
}

// between returns the nanoseconds between two replies to TIME, pairs of seconds and microseconds
// as drivers write pairs.
func between(before, after string) (int64, error) {
	var s [2]int64
	for i, reply := range []string{before, after} {
		var seconds, micros int64
		if _, err := fmt.Sscanf(reply, "%d=%d", &seconds, &micros); err != nil {
			return 0, fmt.Errorf("TIME says %.80q: %w", reply, err)
		}
		s[i] = 1e9*seconds + 1e3*micros
	}
	return s[1] - s[0], nil
}
