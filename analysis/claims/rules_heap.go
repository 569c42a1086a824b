package claims

import (
	"fmt"
	"math"
	"slices"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
	"filterbench/variants/theory"
)

// The structures whose heap the rules compare.
const (
	integerSet = "set(of=hash)"
	textSet    = "set(of=string)"
	digestSet  = "set(of=digest)"
	usualBloom = "bloom(fpr=0.01)"
	usualTable = "cuckoo(b=4,f=12)"
)

// weighed takes the cells of one variant in a part of the experiment memory, in order
// of the number of keys. workload "" is any.
func weighed(e *Evidence, part, name, workload string) []analysis.Cell {
	cells := e.take("memory", part, kind(record.KindHeap), variant(name), func(c analysis.Cell) bool {
		return workload == "" || c.Workload == workload
	})
	slices.SortStableFunc(cells, func(x, y analysis.Cell) int { return compare(float64(x.Capacity), float64(y.Capacity)) })
	return cells
}

// heapOf estimates a statistic of one cell.
func heapOf(c analysis.Cell, statistic func(*record.Record) float64) Estimate {
	return estimate(overReps([]analysis.Cell{c}, func(row []*record.Record) float64 { return statistic(row[0]) }))
}

func heapBytes(r *record.Record) float64     { return float64(r.Heap().Bytes) }
func heapKilobytes(r *record.Record) float64 { return float64(r.Heap().Bytes) / 1e3 }
func heapPerKey(r *record.Record) float64 {
	return float64(r.Heap().Bytes) / float64(r.Heap().Inserted)
}

// ofSize returns the cell for so many keys.
func ofSize(cells []analysis.Cell, keys uint64) (analysis.Cell, bool) {
	i := slices.IndexFunc(cells, func(c analysis.Cell) bool { return c.Capacity == keys })
	if i < 0 {
		return analysis.Cell{}, false
	}
	return cells[i], true
}

// handover returns the number of keys from which on the second half of a row, in
// which both halves are by size, weighs less than the first: read off the straight
// line between neighbours in the logarithms. It is the smallest size where the
// second always weighs less, and the largest where it never does for good.
func handover(row []*record.Record) float64 {
	sets, filters := row[:len(row)/2], row[len(row)/2:]
	over := func(i int) float64 { return math.Log(heapBytes(filters[i]) / heapBytes(sets[i])) }
	keys := func(i int) float64 { return math.Log(float64(sets[i].Capacity)) }
	last := len(sets) - 1
	for last >= 0 && over(last) < 0 {
		last--
	}
	switch {
	case last < 0:
		return float64(sets[0].Capacity)
	case last == len(sets)-1:
		return float64(sets[last].Capacity)
	}
	share := over(last) / (over(last) - over(last+1))
	return math.Exp(keys(last) + share*(keys(last+1)-keys(last)))
}

func ruleSmallSets(e *Evidence) Ruling {
	sets, tables := weighed(e, "integers", integerSet, ""), weighed(e, "integers", usualTable, "")
	set, ok := ofSize(sets, 1000)
	table, ok2 := ofSize(tables, 1000)
	if !ok || !ok2 || len(sets) != len(tables) {
		return missing("the heap of maps and cuckoo filters of the same numbers of keys, a thousand among them")
	}
	atSet, atTable := heapOf(set, heapKilobytes), heapOf(table, heapKilobytes)
	beside := heapOf(table, func(r *record.Record) float64 { return (heapBytes(r) - measure.NominalBytes(r)) / 1e3 })
	turn := estimateLog(overReps(slices.Concat(sets, tables), handover))
	parts := []part{
		near("the kilobytes of a map of a thousand keys", atSet, 8, 0.25),
		near("the kilobytes of a cuckoo filter of a thousand keys", atTable, 15, 0.25),
		{"the number of keys from which on the filter is the smaller one", turn, 25e3, 100e3},
	}
	return judge(parts).ruling("number of keys from which on a cuckoo filter takes less heap than a map", "keys", turn, fmt.Sprintf(
		"A map of a thousand integers takes %s KB and a cuckoo filter of four slots of 12 bits %s KB, of which %s KB are not its table but the room for the path of an insert and bookkeeping; the filter is the smaller one from %s keys on.",
		number(atSet.Value), number(atTable.Value), number(beside.Value), number(turn.Value)))
}

// contest is the saving of a Bloom filter against a set of one kind of keys, by size.
type contest struct {
	what   string
	keys   []uint64
	saving []Estimate
}

// contests sets the Bloom filter of 1 % against sets of integers, words and URLs.
func contests(e *Evidence) (list []contest) {
	for _, k := range []struct{ part, set, workload, what string }{
		{"integers", integerSet, "", "integers"}, {"texts", textSet, "words", "words"}, {"texts", textSet, "urls", "URLs"},
	} {
		sets, filters := weighed(e, k.part, k.set, k.workload), weighed(e, k.part, usualBloom, k.workload)
		c := contest{what: k.what}
		for _, set := range sets {
			if filter, ok := ofSize(filters, set.Capacity); ok {
				c.keys = append(c.keys, set.Capacity)
				c.saving = append(c.saving, estimate(overReps([]analysis.Cell{set, filter}, func(row []*record.Record) float64 {
					return 1 - heapBytes(row[1])/heapBytes(row[0])
				})))
			}
		}
		if len(c.keys) > 0 {
			list = append(list, c)
		}
	}
	return list
}

// fewestKeys is the size below which what a structure takes besides its table may
// decide, and the rule on savings does not judge.
const fewestKeys = 1000

func ruleAgainstSet(e *Evidence) Ruling {
	list := contests(e)
	if len(list) < 3 {
		return missing("the heap of sets of integers, words and URLs, and of Bloom filters for as many keys")
	}
	var parts []part
	var words []string
	least, from := Estimate{Lo: 2}, uint64(0)
	for _, c := range list {
		own := Estimate{Lo: 2}
		for i, x := range c.saving {
			if c.keys[i] >= fewestKeys {
				parts = append(parts, atLeast(fmt.Sprintf("the saving of %s %s", count(c.keys[i]), c.what), x, 0.9))
				if x.Lo < own.Lo {
					own = x
				}
			} else if !(x.Lo > 0.9) {
				from = max(from, c.keys[i])
			}
		}
		words = append(words, fmt.Sprintf("%s of a set of %s", percent(own.Value), c.what))
		if own.Lo < least.Lo {
			least = own
		}
	}
	if len(parts) == 0 {
		return missing("the heap of sets of a thousand keys and more")
	}
	packed := theory.BloomIdealBitsPerKey(0.01)
	small := ""
	if from > 0 {
		small = fmt.Sprintf(", and not yet at %s keys", count(from))
	}
	return judge(parts).ruling("least share of the heap of a set of a thousand keys or more that a Bloom filter of 1 % saves", "share", least, fmt.Sprintf(
		"From a thousand keys on a Bloom filter of 1 %% saves at least %s.", sentence(words))).when(fmt.Sprintf(
		"against Go's map%s; of integers packed in an array of 8 bytes each it saves %s, of packed digests %s",
		small, percent(1-packed/64), percent(1-packed/128)))
}

// urls is the number of keys that the claim on URLs is about.
const urls = 100e6

// otherwiseFull reports whether a map of a cell's size is not as full as one of that
// number of keys would be. Maps double, so it is where that number was halved.
func otherwiseFull(c analysis.Cell) bool {
	halved := math.Log2(urls / float64(c.Capacity))
	return math.Abs(halved-math.Round(halved)) > 1e-3
}

func ruleURLs(e *Evidence) Ruling {
	const length = 50
	texts, digests := weighed(e, "texts", textSet, "urls"), weighed(e, "texts", digestSet, "urls")
	texts, digests = slices.DeleteFunc(texts, otherwiseFull), slices.DeleteFunc(digests, otherwiseFull)
	if len(texts) == 0 || len(digests) == 0 {
		return missing("the heap of sets of URLs and of their digests, of a hundred million halved several times")
	}
	text, digest := texts[len(texts)-1], digests[len(digests)-1]
	beside := func(r *record.Record) float64 {
		return float64(r.Heap().Bytes-int64(r.Heap().KeyBytes)) / float64(r.Heap().Inserted)
	}
	total := heapOf(text, func(r *record.Record) float64 { return urls * (length + beside(r)) / 1e9 })
	each := heapOf(digest, heapPerKey)
	measured := heapOf(text, func(r *record.Record) float64 { return float64(r.Heap().KeyBytes) / float64(r.Heap().Inserted) })
	j := judge([]part{near("the gigabytes of a set of strings", total, 5, 0.25), near("the bytes of a digest in a set", each, 16, 0.25)})
	return j.ruling("gigabytes of a hundred million URLs of 50 characters in a set, extrapolated", "GB", total, fmt.Sprintf(
		"Extrapolated from %s URLs of %s characters: 5 GB are the characters alone, and the set takes %s GB, for a URL costs another %s bytes there. A digest in a set takes %s bytes, which is %s GB for all.",
		count(text.Capacity), number(measured.Value), number(total.Value), number(total.Value*1e9/urls-length), number(each.Value), number(each.Value*urls/1e9)))
}

// built is the part of the claim on a large filter that needs one to be made: its
// heap over the bits of an ideal filter. ok is false where none was.
func built(e *Evidence) (over Estimate, words string, ok bool) {
	cells := weighed(e, "large", usualBloom, "")
	if len(cells) == 0 {
		return Estimate{}, "", false
	}
	c := cells[len(cells)-1]
	ideal := theory.BloomIdealBitsPerKey(0.01) * float64(c.Capacity) / 8
	over = heapOf(c, func(r *record.Record) float64 { return heapBytes(r) / ideal })
	megabytes := heapOf(c, heapBytes).Value / 1e6
	words = fmt.Sprintf(" A filter for %s keys was built and takes %s MB of heap", count(c.Capacity), number(megabytes))
	if c.Capacity < manyKeys {
		words += fmt.Sprintf(", or %s MB for 448 million in proportion", number(megabytes*manyKeys/float64(c.Capacity)))
	}
	return over, words + ".", true
}

// manyKeys is the number of keys of the large filter.
const manyKeys = 448_000_000

// mapLoads is how full Go's map is: at most where it has many tables, on average
// over the last octave of sizes, just after it grew, and at most in a single table.
type mapLoads struct {
	top, average, low, single Estimate
	at                        uint64 // keys where it is fullest
}

// oneTable is the number of slots up to which a Go map is a single table.
const oneTable = 1024

// loadsOfMap estimates loads from heaps: keys times the bytes of a slot, over the
// bytes of the map. The bytes of a slot are those of an empty map over its slots.
func loadsOfMap(e *Evidence) (m mapLoads, ok bool) {
	empty, cells := weighed(e, "slots", integerSet, ""), weighed(e, "octave", integerSet, "")
	if len(empty) != 1 || len(cells) == 0 {
		return m, false
	}
	loads := func(row []*record.Record) []float64 {
		slot := heapBytes(row[0]) / float64(row[0].Shape.Cells)
		var list []float64
		for _, r := range row[1:] {
			list = append(list, slot/heapPerKey(r))
		}
		return list
	}
	over := func(cells []analysis.Cell, statistic func(loads []float64) float64) Estimate {
		return estimate(overReps(append(slices.Clone(empty), cells...), func(row []*record.Record) float64 { return statistic(loads(row)) }))
	}
	last := cells[len(cells)-1].Capacity
	octave := slices.DeleteFunc(slices.Clone(cells), func(c analysis.Cell) bool { return 2*c.Capacity < last })
	single := slices.DeleteFunc(slices.Clone(cells), func(c analysis.Cell) bool { return c.Capacity > oneTable })
	if octave[0].Capacity <= oneTable || len(octave) < 3 {
		return m, false
	}
	m.top, m.low = over(octave, slices.Max[[]float64]), over(octave, slices.Min[[]float64])
	m.average = over(octave, func(loads []float64) float64 { return overLogarithm(octave, loads) })
	if len(single) > 0 {
		m.single = over(single, slices.Max[[]float64])
	}
	best := 0.0
	for _, c := range octave {
		if x := over([]analysis.Cell{c}, slices.Max[[]float64]); x.Value > best {
			best, m.at = x.Value, c.Capacity
		}
	}
	return m, true
}

// overLogarithm is the average of a quantity over the logarithm of the number of
// keys, with straight lines between the sizes.
func overLogarithm(cells []analysis.Cell, values []float64) float64 {
	sum, length := 0.0, 0.0
	for i := 1; i < len(cells); i++ {
		step := math.Log(float64(cells[i].Capacity) / float64(cells[i-1].Capacity))
		sum += step * (values[i] + values[i-1]) / 2
		length += step
	}
	return sum / length
}

// words says what was found.
func (m mapLoads) words() string {
	s := fmt.Sprintf("Go's map of many tables is %s full at most, just before it grows (%s keys), %s on average over an octave of sizes, and %s when it has grown",
		percent(m.top.Value), count(m.at), percent(m.average.Value), percent(m.low.Value))
	if m.single.Known() {
		s += fmt.Sprintf("; a single table gets to %s", percent(m.single.Value))
	}
	return s + "."
}
