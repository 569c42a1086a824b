package peers

import (
	"bytes"
	"fmt"
	"math"

	"github.com/FastFilter/xorfilter"

	"filterbench/internal/hashing"
	"filterbench/variants"
	"filterbench/variants/families"
	"filterbench/variants/spec"
	"filterbench/variants/theory"
)

// Xor and binary fuse filters hash 64-bit keys with a mixing function and a seed that
// they find while they build. Both need all keys at once and cannot be changed later.

var xorFamily = variants.FromShape(*families.Named("xor"), xorShape, newXor)

var fuseFamily = variants.FromShape(*families.Named("fuse"), fuseShape, newFuse)

// maxStaticKeys is what the library can count in 32 bits.
const maxStaticKeys = 1 << 31

func tooManyKeys(n uint64) error {
	return fmt.Errorf("%d keys: the library takes at most %d", n, uint64(maxStaticKeys))
}

// xorShape is 32 + 1.23 n slots, rounded down to a multiple of three.
func xorShape(_ spec.Values, size variants.Size) (theory.Shape, error) {
	if size.Keys > maxStaticKeys {
		return theory.Shape{}, tooManyKeys(size.Keys)
	}
	slots := (32 + uint64(math.Ceil(1.23*float64(size.Keys)))) / 3 * 3
	return theory.Shape{Bits: 8 * slots, Cells: slots, Probes: 3, FingerprintBits: 8}, nil
}

// fuseShape is the empirical layout of three-wise binary fuse filters: segments of a
// power of two slots, about n^0.83, and as many as hold 1.125 n slots, or more where n
// is below a million.
//
// Source: Graf and Lemire, "Binary fuse filters", JEA 27 (2022).
func fuseShape(v spec.Values, size variants.Size) (theory.Shape, error) {
	if size.Keys > maxStaticKeys {
		return theory.Shape{}, tooManyKeys(size.Keys)
	}
	n, segment, slots := float64(size.Keys), uint64(4), 0.0
	if size.Keys > 0 {
		segment = min(1<<18, uint64(1)<<int(math.Floor(math.Log(n)/math.Log(3.33)+2.25)))
	}
	if size.Keys > 1 {
		slots = math.Round(n * max(1.125, 0.875+0.25*math.Log(1e6)/math.Log(n)))
	}
	segments := max(3, (uint64(slots)+segment-1)/segment)
	f := v.Int("f")
	return theory.Shape{Bits: uint64(f) * segments * segment, Cells: segments * segment, Probes: 3, FingerprintBits: f}, nil
}

// static is what the two kinds share: the keys until they are built, and the shape.
type static struct {
	shape theory.Shape
	keys  []uint64
	done  bool
}

func newStatic(shape theory.Shape) static {
	return static{shape: shape, keys: make([]uint64, 0, shape.Cells*4/5)}
}

// Insert implements [variants.Filter]: it collects the key.
func (s *static) Insert(hash uint64) error {
	if s.done {
		return variants.ErrFull
	}
	s.keys = append(s.keys, hash)
	return nil
}

// InsertBatch implements [variants.Batcher].
func (s *static) InsertBatch(hashes []uint64) (int, error) {
	if s.done {
		return 0, variants.ErrFull
	}
	s.keys = append(s.keys, hashes...)
	return len(hashes), nil
}

// finish notes the outcome of a build with so many slots.
func (s *static) finish(slots int, err error) error {
	if err != nil {
		return fmt.Errorf("%s of %d keys: %w", s.shape.Family, len(s.keys), err)
	}
	s.done, s.keys = true, nil
	s.shape.Cells, s.shape.Bits = uint64(slots), uint64(slots*s.shape.FingerprintBits)
	return nil
}

// Shape implements [variants.Filter]: before Build that of the keys the filter was
// sized for, after it that of the keys it holds.
func (s *static) Shape() theory.Shape { return s.shape }

// attempts finds the number of the attempt with that seed: the library takes seeds from
// SplitMix64, whose state is 1 at first, and keeps the last.
func (s *static) attempts(seed uint64) uint64 {
	if !s.done {
		return uint64(xorfilter.MaxIterations)
	}
	state := uint64(1)
	for n := uint64(1); n <= uint64(xorfilter.MaxIterations); n++ {
		state += hashing.Golden
		if hashing.Mix(state) == seed {
			return n
		}
	}
	return 1 // it holds no keys
}

type xor struct {
	static
	built xorfilter.Xor8
}

func newXor(_ spec.Values, shape theory.Shape, _ uint64) variants.Filter {
	return &xor{static: newStatic(shape)}
}

// Build implements [variants.Builder]. The library refuses an empty set; then Contains
// stays false for every key.
func (x *xor) Build() error {
	if x.done || len(x.keys) == 0 {
		return nil
	}
	built, err := xorfilter.Populate(x.keys)
	if err != nil {
		return x.finish(0, err)
	}
	x.built = *built
	return x.finish(len(built.Fingerprints), nil)
}

// Attempts implements [variants.Trier].
func (x *xor) Attempts() uint64 { return x.attempts(x.built.Seed) }

// Contains implements [variants.Filter].
func (x *xor) Contains(hash uint64) bool { return x.done && x.built.Contains(hash) }

// ContainsBatch implements [variants.Batcher].
func (x *xor) ContainsBatch(hashes []uint64, found []bool) (positives int) {
	found = found[:len(hashes)]
	for i, h := range hashes {
		found[i] = x.done && x.built.Contains(h)
		if found[i] {
			positives++
		}
	}
	return positives
}

type fuse[T xorfilter.Unsigned] struct {
	static
	built xorfilter.BinaryFuse[T]
}

func newFuse(v spec.Values, shape theory.Shape, _ uint64) variants.Filter {
	switch v.Int("f") {
	case 8:
		return &fuse[uint8]{static: newStatic(shape)}
	case 16:
		return &fuse[uint16]{static: newStatic(shape)}
	}
	return &fuse[uint32]{static: newStatic(shape)}
}

// Build implements [variants.Builder].
func (x *fuse[T]) Build() error {
	if x.done || len(x.keys) == 0 {
		return nil
	}
	built, err := xorfilter.NewBinaryFuse[T](x.keys)
	if err != nil {
		return x.finish(0, err)
	}
	x.built = *built
	return x.finish(len(built.Fingerprints), nil)
}

// Attempts implements [variants.Trier].
func (x *fuse[T]) Attempts() uint64 { return x.attempts(x.built.Seed) }

// Contains implements [variants.Filter].
func (x *fuse[T]) Contains(hash uint64) bool { return x.done && x.built.Contains(hash) }

// Save implements [variants.Saver].
func (x *fuse[T]) Save() ([]byte, error) {
	var form bytes.Buffer
	err := x.built.Save(&form)
	return form.Bytes(), err
}

// Load implements [variants.Saver].
func (x *fuse[T]) Load(data []byte) (variants.Filter, error) {
	built, err := xorfilter.LoadBinaryFuse[T](bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	return &fuse[T]{static: static{shape: x.shape, done: true}, built: *built}, nil
}

// ContainsBatch implements [variants.Batcher].
func (x *fuse[T]) ContainsBatch(hashes []uint64, found []bool) (positives int) {
	found = found[:len(hashes)]
	for i, h := range hashes {
		found[i] = x.done && x.built.Contains(h)
		if found[i] {
			positives++
		}
	}
	return positives
}
