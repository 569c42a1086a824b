package workloads

import (
	"bytes"
	_ "embed"
	"sync"

	"filterbench/internal/hashing"
	"filterbench/variants/spec"
)

// americanEnglish is the word list of the Debian package wamerican; see the
// README beside it.
//
//go:embed words/american-english.gz
var americanEnglish []byte

// englishWords unpacks the embedded list when it is first needed.
var englishWords = sync.OnceValue(func() *corpus {
	keys, _, err := readKeys(bytes.NewReader(americanEnglish))
	if err != nil {
		panic("workloads: the embedded word list: " + err.Error())
	}
	if bytes.IndexByte(keys.text, '-') >= 0 {
		panic("workloads: the embedded word list holds a word with a hyphen")
	}
	list := keys.corpus // without the hash table
	return &list
})

// englishSpace is the space of the words of a dictionary. Its made-up keys are
// compounds of two of the words, "word-word". No word has a hyphen, so each
// compound can be taken apart in one way only and none is a word.
type englishSpace struct {
	texts
	start uint64 // the compounds begin with this one, by seed
}

func openEnglish(v spec.Values, seed uint64) *Keys {
	list := englishWords()
	compounds := list.len() * list.len()
	s := &englishSpace{
		texts{list, list.shuffled(seed)},
		hashing.Reduce(derive(seed, "compounds"), compounds),
	}
	return textKeys(&s.texts, s, compounds, v.Text("members"))
}

func (s *englishSpace) append(dst []byte, number uint64) []byte {
	n := s.list.len()
	if number < n {
		return append(dst, s.key(number)...)
	}
	// Compound c is of words c/n + c mod n, so that both change from one to the
	// next, and c mod n.
	c := (s.start + number - n) % (n * n)
	second := c % n
	dst = append(dst, s.key((c/n+second)%n)...)
	return append(append(dst, '-'), s.key(second)...)
}

func (s *englishSpace) hash(block []uint64, seed uint64) {
	buf := make([]byte, 0, 64)
	for j, number := range block {
		buf = s.append(buf[:0], number)
		block[j] = hashing.Bytes(buf, seed)
	}
}
