package record

// KindHeap: fill, then read what the live heap grew by.
const KindHeap = "heap"

var _ = kinds.add(Kind{
	Name: KindHeap, Order: 7, Title: "Heap", Doc: "fill, then read what the live heap grew by",
	Summary: "%s keys, %s bytes of heap",
	Asked:   "after filling, for the heap",
	New:     func() Outcome { return new(Heap) },
})

// Heap is the outcome of a [KindHeap] trial: what the live heap of the process grew
// by while one filter was made and filled, read after forced collections while
// nothing else ran. The bytes are those of the allocator, which rounds up. They
// and the objects depend on the version of Go, and with maps a little on chance.
type Heap struct {
	Inserted uint64 `json:"inserted"`    // inserts tried
	Accepted uint64 `json:"accepted"`    // inserts not refused
	Missing  uint64 `json:"missing"`     // accepted keys that were then answered false
	KeyBytes uint64 `json:"key_bytes"`   // bytes of the keys inserted, 8 for an integer
	Bytes    int64  `json:"bytes"`       // live heap after less before; noise may take a few hundred below 0
	Again    int64  `json:"bytes_again"` // the same, read once more after another collection
	Objects  int64  `json:"objects"`     // live objects after less before
}

// Heap returns the outcome of a [KindHeap] trial, nil of any other and of one that failed.
func (r *Record) Heap() *Heap { p, _ := r.Outcome.(*Heap); return p }

func (*Heap) Kind() string { return KindHeap }

func (h *Heap) Tally() (keys, bytes uint64) { return h.Inserted, uint64(max(0, h.Bytes)) }

func (h *Heap) Held(_ Trial) (asked, denied uint64) { return h.Accepted, h.Missing }

func (h *Heap) Exact(Trial) Outcome {
	c := *h
	c.Bytes, c.Again, c.Objects = 0, 0, 0
	return &c
}

func (h *Heap) check(Trial) error {
	return checkParts(
		atMost{"accepted", h.Accepted, "inserted", h.Inserted},
		atMost{"missing", h.Missing, "accepted", h.Accepted},
	)
}

// samples measures by the keys that the trial inserts, as sampleFPR does. A
// filter that was only built has no key to share its bytes among.
func (h *Heap) samples(r *Record, _ Nulls) []Sampled {
	s := Sampled{Record: r, N: max(1, h.Accepted)}
	if h.Inserted > 0 {
		s.Values = append(s.Values,
			Value{UnitHeap, float64(h.Bytes) / float64(h.Inserted)},
			Value{UnitObjects, float64(h.Objects) / float64(h.Inserted)})
	}
	if r.Shape.Bits > 0 {
		s.add(UnitBitsPerKey, 1, r.Shape.Bits, h.Inserted)
	}
	s.add(UnitFalseNegatives, 1e6, h.Missing, h.Accepted)
	return []Sampled{s}
}
