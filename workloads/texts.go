package workloads

import (
	"bytes"
	"slices"
	"sort"
	"strconv"

	"filterbench/internal/hashing"
)

// texts is the front part of a space of texts from a list: the numbers below the
// length of the list are its keys, shuffled. The numbers above belong to absent
// keys that are made up from the list.
type texts struct {
	list    *corpus
	shuffle []uint32
}

func (t *texts) key(number uint64) []byte { return t.list.key(uint64(t.shuffle[number])) }

// textKeys makes Keys of a space whose front part is t: all keys of the list are
// members, or half of them, and then the others are the first absent keys.
func textKeys(t *texts, s space, madeUp uint64, members string) *Keys {
	n := t.list.len()
	inserts := n
	if members == "half" {
		inserts = n - n/2
	}
	return &Keys{
		order: inOrder{}, space: s,
		inserts: inserts, members: inserts, absents: n - inserts + madeUp,
	}
}

// fileSpace is the space of keys from a file. Its made-up keys are near misses:
// a key of the file, a tilde and a tag of up to six letters and digits, such as
// "apple~k3f". The last tilde divides such a text in one way only, so no two are
// equal; and those few that do stand in the file are found when it is opened and
// left out.
type fileSpace struct {
	texts
	start uint64   // the made-up keys begin with this one, by seed
	count uint64   // made-up keys
	holes []uint64 // made-up keys that stand in the file, increasing
}

// tags is the number of near misses of each key: 30 bits, six digits in base 36.
const (
	tags    = 1 << 30
	tagBase = 36
)

func newFileSpace(list *corpus, holes []uint64, seed uint64) *fileSpace {
	count := tags*list.len() - uint64(len(holes))
	return &fileSpace{
		texts: texts{list, list.shuffled(seed)}, holes: holes, count: count,
		start: hashing.Reduce(derive(seed, "near misses"), count),
	}
}

// findHoles lists the near misses that are keys themselves, increasing. Near miss
// d is made of key d mod n and tag d / n.
func findHoles(keys *collector) []uint64 {
	var holes []uint64
	for i := range keys.len() {
		key := keys.key(i)
		cut := bytes.LastIndexByte(key, '~')
		if cut < 0 {
			continue
		}
		tag, err := strconv.ParseUint(string(key[cut+1:]), tagBase, 64)
		if err != nil || tag >= tags || !bytes.Equal(strconv.AppendUint(nil, tag, tagBase), key[cut+1:]) {
			continue // not as a near miss is written
		}
		if stem, found := keys.find(key[:cut]); found {
			holes = append(holes, tag*keys.len()+stem)
		}
	}
	slices.Sort(holes)
	return holes
}

// nearMiss returns the i-th near miss that is not a hole, from start and around
// the end.
func (s *fileSpace) nearMiss(i uint64) uint64 {
	i += s.start // both are below 2^62
	if i >= s.count {
		i -= s.count
	}
	// Below hole h, which is the j-th, there are h-j near misses that are none.
	before := sort.Search(len(s.holes), func(j int) bool { return s.holes[j]-uint64(j) > i })
	return i + uint64(before)
}

func (s *fileSpace) append(dst []byte, number uint64) []byte {
	n := s.list.len()
	if number < n {
		return append(dst, s.key(number)...)
	}
	miss := s.nearMiss(number - n)
	dst = append(dst, s.list.key(miss%n)...)
	return strconv.AppendUint(append(dst, '~'), miss/n, tagBase)
}

func (s *fileSpace) hash(block []uint64, seed uint64) {
	buf := make([]byte, 0, 128)
	for j, number := range block {
		buf = s.append(buf[:0], number)
		block[j] = hashing.Bytes(buf, seed)
	}
}
