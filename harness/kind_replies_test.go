package harness

import (
	"slices"
	"testing"

	"filterbench/internal/record"
)

// TestReplyTally: replies that keep the documentation's word are counted as such, each way to
// break it as broken, and what the model does not foresee by its command.
func TestReplyTally(t *testing.T) {
	count := func(talk [][2]string, words ...[]string) *record.Replies {
		tally, seen := newReplyTally(), &answered{live: map[string]bool{}}
		for i, w := range words {
			tally.compare(w, talk[i][0], talk[i][1])
			tally.promises(w, talk[i][1], seen)
		}
		return tally.outcome()
	}
	words := [][]string{
		{"BF.EXISTS", "f", "a"}, {"BF.RESERVE", "f", "0.1", "9"}, {"BF.RESERVE", "f", "0.1", "9"},
		{"BF.ADD", "f", "a"}, {"BF.ADD", "f", "a"}, {"BF.MADD", "f", "a", "b"}, {"BF.MEXISTS", "f", "a", "b", "c"}, {"BF.EXISTS", "f", "b"},
	}
	same := func(replies ...string) (talk [][2]string) {
		for _, r := range replies {
			talk = append(talk, [2]string{r, r})
		}
		return talk
	}
	good := count(same("0", "OK", "ERR ERR item exists", "1", "0", "[0 1]", "[1 1 0]", "1"), words...)
	if sent, differs := good.Sent(); sent != 8 || differs != 0 || good.First != "" || good.Added != 3 || good.Denied != 0 {
		t.Errorf("sound replies: %+v", good)
	}
	want := []record.Promised{{What: saysMissing, Asked: 1}, {What: saysReserved, Asked: 2}, {What: saysAgain, Asked: 2}, {What: saysExists, Asked: 3}, {What: saysLength, Asked: 2}}
	if !slices.Equal(good.Promises, want) {
		t.Errorf("sound replies: %+v, want %+v", good.Promises, want)
	}
	bad := count(same("1", "OK", "OK", "1", "1", "[0 1 1]", "[0 1 0]", "0"), words...)
	for i, broken := range []uint64{1, 1, 1, 2, 1} {
		if p := bad.Promises[i]; p.Broken != broken {
			t.Errorf("%s: broken %d times, want %d", p.What, p.Broken, broken)
		}
	}
	if bad.Denied != 2 {
		t.Errorf("%d keys denied, want 2", bad.Denied)
	}
	talk := same("0", "OK", "ERR ERR item exists", "1", "0", "[0 1]", "[1 1 0]", "1")
	talk[4][1] = "1"
	if odd := count(talk, words...); odd.Commands[0] != (record.Replied{Name: "BF.ADD", Sent: 2, Differs: 1}) || odd.First == "" {
		t.Errorf("%+v", odd)
	}
	if got := splitReplies("1 0 ERR ERR non scaling filter is full"); len(got) != 3 || got[2] != "ERR ERR non scaling filter is full" {
		t.Errorf("%q", got)
	}
}
