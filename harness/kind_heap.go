package harness

import (
	"encoding/binary"
	"runtime"

	"filterbench/internal/record"
	"filterbench/variants"
)

var _ = kinds.add(kind{
	name: record.KindHeap, needs: []string{"capacity or slots", "fill"}, takes: []string{"hashes"},
	stage: single, atOnce: true,
	cost: func(w work) cost {
		c := cost{ns: nsHeap + 2*w.keys*w.perKey}
		if w.variant.Name == "set" { // its parts are copied as it grows, and strings come on top
			c.ns += 4 * w.keys * w.perKey
			c.bytes = 96 * keysOf(w.Trial)
		}
		return c
	},
	probe: probeHeap,
})

// probeHeap makes a filter and fills it between two readings of the live heap. A
// filter that takes keys gets the keys themselves, an integer as its eight bytes;
// the others get hashes. Every key is looked up again, so that what was weighed
// holds what it should. The trial must run alone.
func probeHeap(t record.Trial, r *record.Record) error {
	b, err := newBench(t, 0)
	if err != nil {
		return err
	}
	r.Shape = b.filter.Shape()
	b.filter = nil // the one to be weighed comes after the first reading
	before := readHeap()
	if b.filter, err = b.variant.New(sizeOf(t), filterSeed(drawSeed(t, 0))); err != nil {
		return err
	}
	heap, err := b.stock(keysOf(t))
	if err != nil {
		return err
	}
	after, again := readHeap(), readHeap()
	runtime.KeepAlive(b)
	heap.Bytes, heap.Again = after.bytes-before.bytes, again.bytes-before.bytes
	heap.Objects = after.objects - before.objects
	r.Outcome = &heap
	return nil
}

// stock inserts n keys and says what became of them. It leaves nothing on the heap
// but what the filter holds.
func (b *bench) stock(n uint64) (record.Heap, error) {
	heap := record.Heap{Inserted: n}
	if f, ok := b.filter.(variants.KeyInserter); ok {
		return b.stockKeys(f, heap)
	}
	if err := b.insert(0, n, nil); err != nil {
		return heap, err
	}
	heap.Accepted, heap.Missing = b.verify(0, n)
	heap.KeyBytes = b.keyBytes(n)
	if heap.Accepted < n {
		b.refused = nil // what the harness noted is not the filter's
	}
	return heap, nil
}

func (b *bench) stockKeys(f variants.KeyInserter, heap record.Heap) (record.Heap, error) {
	key := b.keyReader()
	for i := range heap.Inserted {
		k := key(i)
		if err := f.InsertKey(k); err != nil {
			return heap, err
		}
		heap.KeyBytes += uint64(len(k))
	}
	heap.Accepted = heap.Inserted
	for i := range heap.Inserted {
		if !f.ContainsKey(key(i)) {
			heap.Missing++
		}
	}
	return heap, nil
}

// keyBytes returns the length of the first n keys together.
func (b *bench) keyBytes(n uint64) (sum uint64) {
	if _, _, ok := b.keys.Integers(); ok {
		return 8 * n
	}
	key := b.keyReader()
	for i := range n {
		sum += uint64(len(key(i)))
	}
	return sum
}

// keyReader returns a function that gives the key at an insert position as bytes,
// good until the next call.
func (b *bench) keyReader() func(i uint64) []byte {
	buffer := make([]byte, 0, 256)
	if integer, _, ok := b.keys.Integers(); ok {
		return func(i uint64) []byte { return binary.LittleEndian.AppendUint64(buffer[:0], integer(i)) }
	}
	return func(i uint64) []byte {
		buffer = b.keys.AppendInsert(buffer[:0], i)
		return buffer
	}
}

// heapReading is what is alive on the heap.
type heapReading struct{ bytes, objects int64 }

// readHeap collects and reads. The first collection may leave what pools and
// finalizers still held; the second takes that too and has swept everything when
// it returns.
func readHeap() heapReading {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return heapReading{int64(m.HeapAlloc), int64(m.HeapObjects)}
}
