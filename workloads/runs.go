package workloads

import "filterbench/internal/hashing"

// inBursts inserts keys once each, but for the last of every so many, which comes
// several times in a row. Positions repeat with a period of every-1+r.
type inBursts struct{ r, every uint64 }

func (o inBursts) number(position uint64) uint64 {
	period := o.every - 1 + o.r
	return position/period*o.every + min(position%period, o.every-1)
}

func (o inBursts) numbers(block []uint64, from uint64) {
	for j := range block {
		block[j] = o.number(from + uint64(j))
	}
}

// withHot makes a share of the insert positions, chosen at random, copies of a few keys,
// those with the first numbers; every other position has a key of its own.
type withHot struct {
	seed  uint64
	below uint64 // positions whose random number is below this are hot
	keys  uint64 // that are hot
}

func newWithHot(share float64, keys, seed uint64) withHot {
	return withHot{derive(seed, "hot"), uint64(share * (1 << 53)), keys}
}

func (o withHot) number(position uint64) uint64 {
	if drawn := hashing.Mix(o.seed + position*hashing.Golden); drawn>>11 < o.below {
		return hashing.Reduce(hashing.Mix(drawn), o.keys)
	}
	return position + o.keys
}

func (o withHot) numbers(block []uint64, from uint64) {
	for j := range block {
		block[j] = o.number(from + uint64(j))
	}
}
