package families

import (
	"errors"
	"fmt"
	"math/bits"

	"filterbench/variants/spec"
)

// Limits of parameters that several families have.
const (
	MinFPR     = 1e-12 // the lowest rate that a filter can be sized for
	MaxFPR     = 0.9   // the highest one
	MaxProbes  = 64    // of a Bloom filter, for a key
	MaxInBlock = 32    // probes of a filter whose probes stay in one block
)

// How a Bloom filter derives the positions of a key from its hash, by the names that
// parameter probing takes. Each family has one of them, or one of its own, as its default.
const (
	ProbingCubic       = "cubic"       // double hashing with a cubic term, that of family bloom
	ProbingIndependent = "independent" // a fresh random number for each probe
	ProbingDouble      = "double"      // double hashing
	ProbingOdd         = "odd"         // double hashing with an odd step
	ProbingEnhanced    = "enhanced"    // enhanced double hashing
	ProbingTriple      = "triple"      // triple hashing
	ProbingSame        = "same"        // the second hash is the first: a mistake
	ProbingEven        = "even"        // double hashing with an even step: a mistake
)

// The kernels of a lookup, by the names that parameter kernel takes.
const (
	KernelScalar = "scalar" // one key after the other, one slot or bit after the other
	KernelSWAR   = "swar"   // one key after the other, several slots compared in one machine word
	KernelSIMD   = "simd"   // several keys or bits at a time in the registers of vector instructions
)

// How a cuckoo filter computes the second bucket of a fingerprint, by the names that
// parameter alt takes.
const (
	AltApart  = "apart"  // the two buckets of a key always differ
	AltHashed = "hashed" // a hash of the fingerprint, reduced to a bucket as it is
	AltPlain  = "plain"  // the fingerprint itself
)

// Bits per key, or the rate that a filter is sized for.
var (
	bpkField = spec.Field{Key: "bpk", Kind: spec.Float, Min: 1, Max: 64, Doc: "bits per key"}
	fprField = spec.Field{Key: "fpr", Kind: spec.Float, Min: MinFPR, Max: MaxFPR, Doc: "false positive rate at capacity, instead of bpk"}
)

// bitsOrRate settles the parameters of families that are sized by bpk or by fpr.
func bitsOrRate(v spec.Values) (spec.Values, error) {
	switch {
	case v.Has("bpk") && v.Has("fpr"):
		return v, errors.New("give either bpk (bits per key) or fpr (false positive rate), not both")
	case !v.Has("bpk") && !v.Has("fpr"):
		return v, errors.New("give bpk (bits per key), for example bpk=10, or fpr (false positive rate), for example fpr=0.01")
	}
	return v, nil
}

// probingField declares the parameter probing, of which the first is the default.
func probingField(schemes ...string) spec.Field {
	return spec.Field{Key: "probing", Kind: spec.Text, Choices: schemes, Default: schemes[0], Doc: "how a key's positions derive from its hash; double hashing and its kin, to see what they cost"}
}

var (
	bloomProbing = probingField(ProbingCubic, ProbingIndependent, ProbingDouble, ProbingOdd, ProbingEnhanced, ProbingTriple, ProbingSame, ProbingEven)
	blockProbing = probingField(ProbingIndependent, ProbingDouble, ProbingOdd, ProbingEnhanced, ProbingTriple, ProbingSame, ProbingEven)
)

// kernelField declares the parameter kernel, the best of the kernels last.
func kernelField(kernels ...string) spec.Field {
	return spec.Field{Key: "kernel", Kind: spec.Text, Choices: kernels, Doc: "how a lookup compares; the best that the machine has if absent"}
}

// Blocked filters have no swar: gathering the bits of a key in a block of its own, to
// compare it word by word, took twice as long as one bit after the other.
var (
	blockKernel  = kernelField(KernelScalar, KernelSIMD)
	cuckooKernel = kernelField(KernelScalar, KernelSWAR, KernelSIMD)
)

// When a cuckoo filter refuses a copy, by the names that parameter refuse takes.
const (
	RefuseLate  = "late"  // after all kicks
	RefuseEarly = "early" // at once, where all places of the key hold its own fingerprint
)

// The parameters that cuckoo filters have.
var (
	slotsField   = spec.Field{Key: "b", Kind: spec.Text, Choices: []string{"1", "2", "4", "8"}, Default: "4", Show: true, Doc: "slots per bucket"}
	bucketsField = spec.Field{Key: "buckets", Kind: spec.Text, Choices: []string{"pow2", "any"}, Default: "pow2", Doc: "how many buckets there may be: powers of two, or any even number"}
	altField     = spec.Field{Key: "alt", Kind: spec.Text, Choices: []string{AltApart, AltHashed, AltPlain}, Default: AltApart, Doc: "what a bucket is xored with: a hash of the fingerprint from 1 on, one from 0 on, or the fingerprint itself"}
	kicksField   = spec.Field{Key: "kicks", Kind: spec.Int, Min: 0, Max: 100000, Default: "500", Doc: "entries that an insert may move before it gives up"}
	refuseField  = spec.Field{Key: "refuse", Kind: spec.Text, Choices: []string{RefuseLate, RefuseEarly}, Default: RefuseLate, Doc: "when a copy is refused: after all kicks, or at once where all places of the key hold its fingerprint"}
	loadField    = spec.Field{Key: "load", Kind: spec.Float, Min: 0.01, Max: 1, Doc: "share of slots that the capacity fills at most; what b allows if absent"}
)

// cuckooFields returns the parameters of a cuckoo filter, with those of a variant of it
// behind b and f.
func cuckooFields(own ...spec.Field) []spec.Field {
	fields := []spec.Field{slotsField, {Key: "f", Kind: spec.Int, Min: 2, Max: 16, Default: "12", Show: true, Doc: "bits of a fingerprint"}}
	return append(append(fields, own...), bucketsField, kicksField, loadField)
}

// UsualLoad returns the share of its slots that a cuckoo table of bucketSlots a bucket is
// planned to fill: 0.5, 0.84, 0.95 and 0.98 for 1, 2, 4 and 8.
//
// Source: Fan et al. (2014), section 5.1. Tables with 500 kicks get there, by a
// margin from two slots a bucket on; with one slot not every table does.
func UsualLoad(bucketSlots int) float64 {
	switch bucketSlots {
	case 1:
		return 0.5
	case 2:
		return 0.84
	case 4:
		return 0.95
	case 8:
		return 0.98
	}
	panic("families: a bucket has 1, 2, 4 or 8 slots")
}

// usualLoad settles the parameters of a cuckoo filter: the default of load
// depends on b, so a load written out may be the default all the same.
func usualLoad(v spec.Values) (spec.Values, error) {
	if v.Has("load") && v.Float("load") == UsualLoad(v.Int("b")) {
		v = v.Without("load")
	}
	return v, nil
}

// settleCuckoo settles the parameters of family cuckoo.
func settleCuckoo(v spec.Values) (spec.Values, error) {
	if v.Text("alt") != AltApart && v.Text("buckets") == "any" {
		return v, errors.New("alt is for a power of two of buckets; leave out buckets=any or alt")
	}
	return usualLoad(v)
}

// settleChained settles the parameters of family chained.
func settleChained(v spec.Values) (spec.Values, error) {
	if d, b := v.Int("d"), v.Int("b"); d > 2*b {
		return v, fmt.Errorf("d=%d: a pair of buckets with b=%d has %d slots", d, b, 2*b)
	}
	if f, links := v.Int("f"), v.Int("links"); f+LinkBits(links) > 16 {
		return v, fmt.Errorf("f=%d: beside links=%d a slot of 16 bits has room for %d", f, links, 16-LinkBits(links))
	}
	return usualLoad(v)
}

// LinkBits returns the bits that the number of a link of a chained cuckoo filter takes.
func LinkBits(links int) int { return bits.Len(uint(links - 1)) }

// settleBlocked settles the parameters of family blocked.
func settleBlocked(v spec.Values) (spec.Values, error) {
	if v.Has("kernel") && (v.Text("block") != "512" || v.Text("probing") != blockProbing.Default) {
		return v, errors.New("kernel is for blocks of 512 bits with independent positions; leave out kernel, or block and probing")
	}
	return bitsOrRate(v)
}
