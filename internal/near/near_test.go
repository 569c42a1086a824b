package near

import (
	"slices"
	"strings"
	"testing"
)

var names = []string{"bloom", "blocked", "counting", "cuckoo", "countingcuckoo", "xor", "fuse"}

func TestNames(t *testing.T) {
	for word, want := range map[string]string{
		"cukoo": "cuckoo", "Cuckoo": "cuckoo", "cukcoo": "cuckoo", "bloon": "bloom", "xro": "xor", "count": "counting countingcuckoo", "blo": "bloom blocked",
		"nobody": "", "": "", "quotient": "", "x": "",
	} {
		if got := strings.Join(Names(word, names), " "); got != want {
			t.Errorf("%q: %q; want %q", word, got, want)
		}
	}
}

func TestHint(t *testing.T) {
	if got := Hint("blo", names); got != "did you mean bloom or blocked?" {
		t.Error(got)
	}
	if got := Hint("nobody", names); got != "there are bloom, blocked, counting, cuckoo, countingcuckoo, xor, fuse" {
		t.Error(got)
	}
}

// TestDistance: as by its definition, for all words of up to three letters of two.
func TestDistance(t *testing.T) {
	for d, pairs := range map[int][][2]string{0: {{"", ""}, {"ab", "ab"}}, 1: {{"ab", "ba"}, {"a", ""}, {"abc", "abd"}, {"abc", "ac"}}, 2: {{"abc", "cba"}, {"ab", "cd"}}, 3: {{"abcd", "a"}, {"", "abcdef"}}} {
		for _, p := range pairs {
			if got := []int{distance(p[0], p[1]), distance(p[1], p[0])}; !slices.Equal(got, []int{d, d}) {
				t.Errorf("%q and %q: %v; want %d", p[0], p[1], got, d)
			}
		}
	}
}
