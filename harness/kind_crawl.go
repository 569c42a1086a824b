package harness

import (
	"errors"
	"math/rand/v2"

	"filterbench/internal/hashing"
	"filterbench/internal/record"
	"filterbench/variants"
)

var _ = kinds.add(kind{
	name: record.KindCrawl, needs: []string{"capacity or slots", "fill", "copies"}, takes: []string{"hashes"},
	keyed: true,
	cost: func(w work) cost {
		return cost{
			ns:    w.keys*(2*w.perKey+nsOracle) + w.keys*float64(w.Copies)*(nsText+nsLookup) + w.refused*nsRefusal,
			bytes: 2 * keysOf(w.Trial),
		}
	},
	probe: probeCrawl,
})

// nsText is about what it takes to make a key of text and to hash it.
const nsText = 100.0

// crawlSteps is how often a crawl is looked at.
const crawlSteps = 10

// What became of an item.
const (
	itemHeld    = iota
	itemSkipped // taken for seen
	itemRefused
)

// probeCrawl lets the keys of a workload come as a crawler or a feed sees its items: each new
// one is followed by Copies-1 that came before, drawn at random. An item that the filter
// denies is fetched and inserted; one that it does not deny is skipped. An exact list of what
// became of each item tells the mistakes.
func probeCrawl(t record.Trial, r *record.Record) error {
	b, err := newBench(t, 0)
	if err != nil {
		return err
	}
	r.Shape = b.filter.Shape()
	n := keysOf(t)
	c := crawler{bench: b, became: make([]uint8, n), random: rand.NewPCG(hashing.Derive(uint64(t.Seed), "crawl"), 0)}
	out := &record.Crawl{}
	for i := range n {
		if i%chunk == 0 {
			b.checkStop()
		}
		if err := c.fresh(i); err != nil {
			return err
		}
		for range t.Copies - 1 {
			c.again(hashing.Reduce(c.random.Uint64(), i+1))
		}
		if (i+1)*crawlSteps/n > i*crawlSteps/n {
			c.now.Fresh, c.now.Bits = i+1, b.filter.Shape().Bits
			out.Steps = append(out.Steps, c.now)
		}
	}
	r.Outcome = out
	return nil
}

// crawler is a filter under a stream of items.
type crawler struct {
	*bench
	became []uint8 // of each item
	random *rand.PCG
	now    record.Crawled
	text   []byte
}

// item is a key as the filter takes it.
func (c *crawler) item(i uint64) (hash uint64, keys variants.KeyInserter) {
	if keys, ok := c.filter.(variants.KeyInserter); ok {
		c.text = c.keys.AppendInsert(c.text[:0], i)
		return 0, keys
	}
	c.keys.HashInserts(c.buffer[:1], i, c.hashSeed)
	return c.buffer[0], nil
}

func (c *crawler) seen(i uint64) bool {
	hash, keys := c.item(i)
	if keys != nil {
		return keys.ContainsKey(c.text)
	}
	return c.filter.Contains(hash)
}

func (c *crawler) fresh(i uint64) (err error) {
	if c.seen(i) {
		c.became[i] = itemSkipped
		c.now.Skipped++
		return nil
	}
	if hash, keys := c.item(i); keys != nil {
		err = keys.InsertKey(c.text)
	} else {
		err = c.filter.Insert(hash)
	}
	switch {
	case err == nil:
		c.text = c.keys.AppendInsert(c.text[:0], i)
		c.now.Text += uint64(len(c.text))
	case errors.Is(err, variants.ErrFull):
		c.became[i] = itemRefused
		c.now.Refused++
	default:
		return err
	}
	return nil
}

func (c *crawler) again(i uint64) {
	c.now.Repeats++
	seen := c.seen(i)
	switch c.became[i] {
	case itemHeld:
		c.now.Known++
		if !seen {
			c.now.Forgotten++
		}
	case itemRefused:
		if !seen {
			c.now.Again++
		}
	}
}
