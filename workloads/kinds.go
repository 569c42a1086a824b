package workloads

import (
	"fmt"
	"strconv"

	"filterbench/variants/spec"
)

// kind is a row of [kinds].
type kind struct {
	spec.Schema
	// bind checks what the schema cannot, and returns what opens the workload.
	bind func(v spec.Values) (opener, error)
}

// opener draws the keys that belong to a seed.
type opener func(seed uint64) (*Keys, error)

// generated is the bind of a workload that needs nothing but parameters and seed.
func generated(open func(v spec.Values, seed uint64) *Keys) func(spec.Values) (opener, error) {
	return func(v spec.Values) (opener, error) {
		return func(seed uint64) (*Keys, error) { return open(v, seed), nil }, nil
	}
}

// whole returns an Int parameter that may be beyond the int of a 32-bit machine.
func whole(v spec.Values, key string) uint64 {
	n, _ := strconv.ParseUint(v.Text(key), 10, 64)
	return n
}

const membersDoc = "which of the distinct keys are inserted: all, or half of them so that the others can be asked for"

// kinds is the table of all workloads, in the order in which they are listed.
var kinds = []kind{
	{spec.Schema{Name: "uniform", Doc: "random 64-bit integers, all distinct"},
		generated(openUniform)},
	{spec.Schema{Name: "sequential", Doc: "consecutive integers; the absent ones are 2^63 further on", Fields: []spec.Field{
		{Key: "start", Kind: spec.Int, Max: 1e18, Doc: "the first integer; below 2^32, by seed, if not given"},
		{Key: "absent", Kind: spec.Int, Min: 1, Max: 1e18, Doc: "the first integer that is absent, above start, which must be given; those below it are all that can be inserted"},
	}}, bindSequential},
	{spec.Schema{Name: "strided", Doc: "multiples of one integer, in order", Fields: []spec.Field{
		{Key: "stride", Kind: spec.Int, Min: 2, Max: 1 << 48, Default: "4096", Show: true, Doc: "the integer"},
	}}, generated(openStrided)},
	{spec.Schema{Name: "bitreversed", Doc: "consecutive integers with their bits reversed"},
		generated(openBitReversed)},
	{spec.Schema{Name: "lowentropy", Doc: "integers of which few bits vary", Fields: []spec.Field{
		{Key: "kind", Kind: spec.Text, Choices: []string{"high", "low", "digits"}, Default: "low", Show: true,
			Doc: "what varies: the high 32 bits, the low 32 bits, or eight decimal digits as text in eight bytes"},
	}}, generated(openLowEntropy)},
	{spec.Schema{Name: "timestamps", Doc: "nanoseconds since 1970 of events that come in bursts"},
		generated(openTimestamps)},
	{spec.Schema{Name: "repeat", Doc: "every random integer several times in a row", Fields: []spec.Field{
		{Key: "r", Kind: spec.Int, Min: 1, Max: 1 << 20, Default: "4", Show: true, Doc: "how many times"},
	}}, generated(openRepeat)},
	{spec.Schema{Name: "bursts", Doc: "random integers, one of them in so many several times in a row", Fields: []spec.Field{
		{Key: "r", Kind: spec.Int, Min: 1, Max: 1 << 20, Default: "16", Show: true, Doc: "how many times"},
		{Key: "every", Kind: spec.Int, Min: 1, Max: 1 << 20, Default: "100", Show: true, Doc: "one distinct key in so many"},
	}}, generated(openBursts)},
	{spec.Schema{Name: "hot", Doc: "random integers, one or a few of which come again and again", Fields: []spec.Field{
		{Key: "share", Kind: spec.Float, Min: 0, Max: 1, Default: "0.01", Show: true, Doc: "share of the inserts that these have together"},
		{Key: "keys", Kind: spec.Int, Min: 1, Max: 1 << 20, Default: "1", Doc: "how many of them there are, each as often as any other"},
	}}, generated(openHot)},
	{spec.Schema{Name: "zipf", Doc: "random integers, drawn again and again: the one of rank x in proportion to x^-s", Fields: []spec.Field{
		{Key: "s", Kind: spec.Float, Min: 0, Max: 8, Default: "1.1", Show: true, Doc: "the exponent; 0 draws all alike"},
		{Key: "keys", Kind: spec.Int, Min: 1, Max: 1 << 32, Default: "1000000", Doc: "distinct keys that can be drawn"},
	}}, generated(openZipf)},
	{spec.Schema{Name: "urls", Doc: "invented web addresses of 30 to 88 bytes"},
		generated(openURLs)},
	{spec.Schema{Name: "uuids", Doc: "UUIDs as text: random ones, or ones that begin with the time", Fields: []spec.Field{
		{Key: "version", Kind: spec.Text, Choices: []string{"4", "7"}, Default: "4", Show: true, Doc: "4 random, 7 with a timestamp"},
	}}, generated(openUUIDs)},
	{spec.Schema{Name: "words", Doc: "invented words of 8 to 13 letters"},
		generated(openWords)},
	{spec.Schema{Name: "english", Doc: "104334 English words, shuffled; further absent keys are compounds of two of them", Fields: []spec.Field{
		{Key: "members", Kind: spec.Text, Choices: []string{"half", "all"}, Default: "half", Doc: membersDoc},
	}}, generated(openEnglish)},
	{spec.Schema{Name: "file", Doc: "the lines of a file, plain or gzip, shuffled; further absent keys are near misses such as key~k3f", Fields: []spec.Field{
		{Key: "path", Kind: spec.Text, Need: true, Doc: "the file; write %20 for a blank, and so on, as in web addresses"},
		{Key: "members", Kind: spec.Text, Choices: []string{"all", "half"}, Default: "all", Doc: membersDoc},
	}}, bindFile},
}

func openUniform(_ spec.Values, seed uint64) *Keys { return integerKeys(newUniform(seed), half) }

// bindSequential checks that absent keys begin beyond the first of the others.
func bindSequential(v spec.Values) (opener, error) {
	start, absent := whole(v, "start"), whole(v, "absent")
	if v.Has("absent") && (!v.Has("start") || absent <= start) {
		return nil, fmt.Errorf("absent=%d: must be above start, which must be given too", absent)
	}
	return func(seed uint64) (*Keys, error) {
		switch {
		case v.Has("absent"):
			k := integerKeys(sequential{start}, absent-start)
			k.absents = half
			return k, nil
		case v.Has("start"):
			return integerKeys(sequential{start}, half), nil
		}
		return integerKeys(sequential{derive(seed, "sequential") >> 32}, half), nil
	}, nil
}

func openBitReversed(_ spec.Values, seed uint64) *Keys {
	return integerKeys(bitReversed{derive(seed, "bitreversed") >> 32}, half)
}

func openUUIDs(v spec.Values, seed uint64) *Keys {
	return textSpaceKeys(newUUIDs(v.Text("version"), seed), uuidMembers)
}

func openStrided(v spec.Values, seed uint64) *Keys {
	s := newStrided(whole(v, "stride"), seed)
	return integerKeys(s, s.count/2)
}

func openLowEntropy(v spec.Values, seed uint64) *Keys {
	switch v.Text("kind") {
	case "high":
		return integerKeys(newHalfWord(32, seed), 1<<31)
	case "low":
		return integerKeys(newHalfWord(0, seed), 1<<31)
	}
	k := integerKeys(newDigits(seed), digitsCount/2)
	k.space = digitSpace{integerSpace{k.integers}}
	return k
}

func openTimestamps(_ spec.Values, seed uint64) *Keys {
	return integerKeys(newTimestamps(seed), timestampMembers)
}

func openRepeat(v spec.Values, seed uint64) *Keys {
	k := integerKeys(newUniform(seed), half)
	k.order, k.repeats = inRuns{whole(v, "r")}, whole(v, "r") > 1
	return k
}

func openBursts(v spec.Values, seed uint64) *Keys {
	k := integerKeys(newUniform(seed), half)
	k.order, k.repeats = inBursts{whole(v, "r"), whole(v, "every")}, whole(v, "r") > 1
	return k
}

func openHot(v spec.Values, seed uint64) *Keys {
	k := integerKeys(newUniform(seed), half)
	keys := whole(v, "keys")
	k.inserts = half - keys // their numbers are no position's own
	k.order, k.repeats = newWithHot(v.Float("share"), keys, seed), v.Float("share") > 0
	return k
}

func openZipf(v spec.Values, seed uint64) *Keys {
	k := integerKeys(newUniform(seed), half)
	k.order, k.repeats = newZipf(v.Float("s"), whole(v, "keys"), seed), true
	return k
}

func openURLs(_ spec.Values, seed uint64) *Keys { return textSpaceKeys(newURLs(seed), half) }

func openWords(_ spec.Values, seed uint64) *Keys { return textSpaceKeys(newWords(seed), wordMembers) }

// textSpaceKeys makes Keys of a generated space of texts with equally many
// members and absent keys.
func textSpaceKeys(s space, members uint64) *Keys {
	return &Keys{order: inOrder{}, space: s, inserts: members, members: members, absents: members}
}
