package workloads

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// readSyllables undoes appendSyllables: it returns the bits of n syllables and
// the rest of the text.
func readSyllables(text string, n int) (bits uint64, rest string, err error) {
	for i := range n {
		if text == "" || !strings.Contains(consonants, text[:1]) {
			return 0, "", fmt.Errorf("no consonant at %q", text)
		}
		end := 1
		for end < len(text) && strings.Contains("aeiou", text[end:end+1]) {
			end++
		}
		vowel := slices.Index(vowels[:], text[1:end])
		if vowel < 0 {
			return 0, "", fmt.Errorf("no group of vowels at %q", text[1:])
		}
		bits |= (uint64(strings.Index(consonants, text[:1]))<<3 | uint64(vowel)) << (syllableBits * i)
		text = text[end:]
	}
	return bits, text, nil
}

// TestWordsCanBeReadBack proves words injective: the bits that a word was spelled
// from, a bijection of its number, follow from its letters.
func TestWordsCanBeReadBack(t *testing.T) {
	w := newWords(1)
	for _, number := range positions(2*wordMembers, 1) {
		text := string(w.append(nil, number))
		bits, coda, err := readSyllables(text, wordSyllables)
		got := bits<<3 | uint64(slices.Index(codas[:], coda))
		if err != nil || got != w.at(number) {
			t.Fatalf("%q reads as %x (%v), was spelled from %x", text, got, err, w.at(number))
		}
		if len(text) < 8 || len(text) > 13 {
			t.Fatalf("%q has %d letters, not 8 to 13", text, len(text))
		}
	}
}

// readURL returns the bits that an address was made from.
func readURL(text string) (uint64, error) {
	bits, width := uint64(0), 0
	put := func(part uint64, n int) { bits, width = bits|part<<width, width+n }
	scheme, rest, _ := strings.Cut(text, "://")
	put(uint64(slices.Index([]string{"http", "https"}, scheme)), 1)
	plain := strings.TrimPrefix(rest, "www.")
	put(map[bool]uint64{true: 1}[plain != rest], 1)
	host, rest, err := readSyllables(plain, hostSyllables)
	if err != nil {
		return 0, err
	}
	put(host, hostSyllables*syllableBits)
	slash := strings.Index(rest, "/")
	put(uint64(slices.Index(urlDomains[:], rest[:slash])), 3)
	rest = rest[slash:]
	slash = 1 + strings.Index(rest[1:], "/")
	put(uint64(slices.Index(urlSections[:], rest[:slash])), 4)
	rest = rest[slash+1:]

	style := uint64(0)
	switch {
	case strings.Contains(rest, ".html?id="):
		style = 1
	case strings.Contains(rest, "?sid="):
		style = 2
	case strings.HasSuffix(rest, ".html"):
		style, rest = 3, strings.TrimSuffix(rest[len("2023/11/"):], ".html")
	}
	put(style, 2)
	slug, rest, err := readSyllables(rest, slugSyllables)
	if err != nil {
		return 0, err
	}
	put(slug, slugSyllables*syllableBits)
	id, err := strconv.ParseUint(rest[1+strings.LastIndexAny(rest, "/=.-"):], 10, 11)
	put(id, 11)
	return bits, err
}

// TestURLsCanBeReadBack proves addresses injective, as for words, and checks the
// lengths that are promised.
func TestURLsCanBeReadBack(t *testing.T) {
	u := newURLs(1)
	shortest, longest := 1000, 0
	for _, number := range append(positions(half, 1), 1<<63, 1<<64-1) {
		text := string(u.append(nil, number))
		if got, err := readURL(text); err != nil || got != u.key(number) {
			t.Fatalf("%s reads as %x (%v), was made from %x", text, got, err, u.key(number))
		}
		shortest, longest = min(shortest, len(text)), max(longest, len(text))
	}
	if shortest < 30 || shortest > 33 || longest > 88 || longest < 83 {
		t.Errorf("addresses have %d to %d bytes; 30 to 88 are promised", shortest, longest)
	}
}

// TestNamesInURLsDiffer guards the tables against a repeated entry, which would
// make two numbers one address.
func TestNamesInURLsDiffer(t *testing.T) {
	for _, table := range [][]string{urlDomains[:], urlSections[:], vowels[:], codas[:], strings.Split(consonants, "")} {
		sorted := slices.Sorted(slices.Values(table))
		if len(slices.Compact(sorted)) != len(table) {
			t.Errorf("%q has an entry twice", table)
		}
	}
	if len(consonants) != 16 {
		t.Errorf("%d consonants, want 16", len(consonants))
	}
}

func TestRepeat(t *testing.T) {
	for _, r := range []uint64{1, 2, 4, 7} {
		k := open(t, fmt.Sprintf("repeat(r=%d)", r), 1)
		plain := open(t, "uniform", 1)
		for i := range uint64(1000) {
			if k.KeyOf(i) != i/r {
				t.Fatalf("r=%d: insert position %d has key %d", r, i, k.KeyOf(i))
			}
			if got, want := k.AppendInsert(nil, i), plain.AppendInsert(nil, i/r); string(got) != string(want) {
				t.Fatalf("r=%d: insert position %d is %s, want %s", r, i, got, want)
			}
		}
		if k.Repeats() != (r > 1) {
			t.Errorf("r=%d: Repeats() = %v", r, k.Repeats())
		}
	}
}

// TestBurstsAndHotKeys: one key in so many comes in a run of its length, and the hot
// key has its share, of 200,000 draws, two-sided with an alarm rate of 1e-6.
func TestBurstsAndHotKeys(t *testing.T) {
	k := open(t, "bursts(r=3,every=4)", 1)
	var got []uint64
	for i := range uint64(13) {
		got = append(got, k.KeyOf(i))
	}
	if want := []uint64{0, 1, 2, 3, 3, 3, 4, 5, 6, 7, 7, 7, 8}; !slices.Equal(got, want) {
		t.Errorf("bursts are %v; want %v", got, want)
	}
	const draws, share = 200_000, 0.03
	k = open(t, "hot(share=0.03)", 1)
	hot := 0.0
	seen := map[uint64]bool{}
	for i := range uint64(draws) {
		number := k.KeyOf(i)
		if number == 0 {
			hot++
		} else if seen[number] {
			t.Fatalf("key %d, which is not hot, comes twice", number)
		}
		seen[number] = true
	}
	// 4.9 standard deviations leave 1e-6.
	if off := math.Abs(hot-draws*share) / math.Sqrt(draws*share*(1-share)); off > 4.9 {
		t.Errorf("%g of %d positions are hot: off by %.1f standard deviations", hot, draws, off)
	}
	// Five hot keys have half of the positions together, and a fifth of these each: the same
	// alarm rate for each.
	k = open(t, "hot(share=0.5,keys=5)", 1)
	counts := map[uint64]float64{}
	for i := range uint64(draws) {
		counts[k.KeyOf(i)]++
	}
	for number := range uint64(5) {
		if off := math.Abs(counts[number]-draws*0.1) / math.Sqrt(draws*0.1*0.9); off > 4.9 {
			t.Errorf("hot key %d has %g of %d positions: off by %.1f standard deviations", number, counts[number], draws, off)
		}
		delete(counts, number)
	}
	for number, n := range counts {
		if n > 1 {
			t.Fatalf("key %d, which is not hot, comes %g times", number, n)
		}
	}
}
