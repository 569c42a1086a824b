package workloads

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// collect makes a collector of the given keys.
func collect(keys ...string) *collector {
	c := &collector{}
	for _, key := range keys {
		c.add([]byte(key))
	}
	return c
}

// TestHoles: keys that are written like a near miss of another key are found, and
// only those.
func TestHoles(t *testing.T) {
	keys := collect("a", "b", "b~1", "a~0", "a~zz", // near misses of a and b
		"a~0~0",           // and of a~0
		"~0", "c~0", "a~", // not of any key
		"a~00", "a~ZZ", "a~+1", "a~0x1", "b~ 1", // not as they are written
		"a~"+strconv.FormatUint(tags, tagBase), "a~zzzzzzzzzzzzzzzzz") // no tags
	n := keys.len()
	want := []uint64{0 * n, 0*n + 3, 1*n + 1, 35*36*n + 35*n}
	if got := findHoles(keys); !slices.Equal(got, want) {
		t.Errorf("holes %v, want %v", got, want)
	}
}

// TestNearMissesSkipHoles walks through all near misses of a small number, from
// every start: it meets each that is no hole exactly once.
func TestNearMissesSkipHoles(t *testing.T) {
	const total = 12
	for _, holes := range [][]uint64{nil, {0}, {11}, {0, 1, 2}, {3, 4, 7}, {0, 5, 6, 11}, {9, 10, 11}} {
		count := total - uint64(len(holes))
		for start := range count {
			s := fileSpace{start: start, count: count, holes: holes}
			seen := slices.Clone(holes)
			for i := range count {
				seen = append(seen, s.nearMiss(i))
			}
			slices.Sort(seen)
			if len(slices.Compact(seen)) != total || seen[total-1] != total-1 {
				t.Fatalf("holes %v, start %d: near misses and holes are %v", holes, start, seen)
			}
		}
	}
}

// TestNearMissesAreAbsent holds them against a set of the keys of hostile files.
func TestNearMissesAreAbsent(t *testing.T) {
	for _, keys := range [][]string{
		{"a"},
		{"a", "a~0", "a~1", "a~2", "a~4"},
		{"a", "a~0", "a~0~0", "a~0~0~0", "a~0~0~0~0", "~0", "~", "~~0"},
		{"a", "b", "a~0", "b~0", "a~1", "b~1", "a~00"},
		{"a", "a~" + strconv.FormatUint(tags-1, tagBase), "a~" + strconv.FormatUint(tags-2, tagBase)},
	} {
		checkNearMisses(t, collect(keys...), keys)
	}
}

// checkNearMisses looks at the first near misses and, around the end, at the
// last: each is a key with a tag, distinct, and not among the keys.
func checkNearMisses(t *testing.T, c *collector, keys []string) {
	t.Helper()
	s := newFileSpace(&c.corpus, findHoles(c), 1)
	if s.count+uint64(len(s.holes)) != tags*c.len() {
		t.Fatalf("%d near misses and %d holes of %d keys", s.count, len(s.holes), c.len())
	}
	s.start = s.count - 30
	seen := map[string]bool{}
	for _, key := range keys {
		seen[key] = true
	}
	for i := range uint64(60) {
		miss := string(s.append(nil, c.len()+i))
		if seen[miss] {
			t.Fatalf("near miss %d, %q, is a key or came before", i, miss)
		}
		seen[miss] = true
		if stem, _ := c.find([]byte(miss[:strings.LastIndex(miss, "~")])); stem >= c.len() {
			t.Fatalf("near miss %q is not of any key", miss)
		}
	}
}

// TestCompounds visits all compounds of a few words.
func TestCompounds(t *testing.T) {
	words := []string{"a", "an", "ant", "tan", "n's"}
	list := &collect(words...).corpus
	for start := range uint64(25) {
		s := englishSpace{texts{list, list.shuffled(start)}, start}
		seen := map[string]bool{}
		for i := range uint64(25) {
			compound := string(s.append(nil, 5+i))
			first, second, _ := strings.Cut(compound, "-")
			if !slices.Contains(words, first) || !slices.Contains(words, second) {
				t.Fatalf("compound %q is not of two words", compound)
			}
			seen[compound] = true
		}
		if len(seen) != 25 {
			t.Errorf("start %d: %d compounds of five words, want 25", start, len(seen))
		}
	}
}

// TestEnglishWords pins the embedded list and holds its README to it.
func TestEnglishWords(t *testing.T) {
	list := englishWords()
	if list.len() != 104_334 {
		t.Errorf("%d words, want 104334", list.len())
	}
	for i := range list.len() {
		if strings.ContainsAny(string(list.key(i)), "-\r\n ") || len(list.key(i)) == 0 {
			t.Fatalf("word %d is %q", i, list.key(i))
		}
	}
	sum := sha256.Sum256(americanEnglish)
	_, facts, err := readFile("words/american-english.gz")
	if err != nil || facts.Repeated != 0 || facts.Empty != 0 || facts.SHA256 != hex.EncodeToString(sum[:]) {
		t.Errorf("facts %+v (%v)", facts, err)
	}
	readme, err := os.ReadFile("words/README.md")
	if err != nil {
		t.Fatal(err)
	}
	text := sha256.New()
	for i := range list.len() {
		text.Write(append(slices.Clip(list.key(i)), '\n'))
	}
	for _, want := range []string{facts.SHA256, hex.EncodeToString(text.Sum(nil)), "2020.12.07-2", "104 334 words"} {
		if !strings.Contains(string(readme), want) {
			t.Errorf("words/README.md does not mention %s", want)
		}
	}
}
