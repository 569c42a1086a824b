package redis_test

import (
	"strings"
	"testing"

	"filterbench/variants/redis"
)

const sequence = `# CF.RESERVE KEY 4 EXPANSION 0
ADD	a b	1
ADD	tab	bed	1
# INFO Size=60; Number of buckets=2; Number of filters=1; Number of items inserted=2; Number of items deleted=0; Bucket size=2; Expansion rate=0; Max iterations=20
ADD	a b	1
# a remark
ADD	a b	1
ADD	a b	ERR Filter is full
COUNT	a b	3
DEL	a b	1
EXISTS	c	0
`

func TestPlay(t *testing.T) {
	if n, err := redis.Play(strings.NewReader(sequence)); n != 8 || err != nil {
		t.Errorf("%d operations, %v", n, err)
	}
	for name, c := range map[string]struct{ old, new, want string }{
		"another reply":      {"COUNT	a b	3", "COUNT	a b	2", `line 9: COUNT "a b": got "3", recorded "2"`},
		"another error":      {"Filter is full", "Filter is not", `line 8: ADD "a b": got "ERR Filter is full", recorded "ERR Filter is not"`},
		"another size":       {"Size=60", "Size=61", "line 4: got \"INFO Size=60;"},
		"no reply":           {"EXISTS	c	0", "EXISTS", `line 11: "EXISTS": must be a command, a key and a reply`},
		"no such command":    {"EXISTS", "EXIST", `line 11: EXIST "c": got "ERR ERR unknown command 'CF.EXIST'`},
		"other tables":       {"# a remark", "# TABLES bytes=4 sha256=0", `line 6: got "TABLES bytes=4 sha256=`},
		"not made":           {"# CF.RESERVE KEY 4 EXPANSION 0\n", "", "line 1: \"ADD\\ta b\\t1\": the first must be such as: # CF.RESERVE KEY"},
		"made of too little": {"KEY 4", "KEY 3", "line 1: CF.RESERVE KEY 3 EXPANSION 0: ERR Capacity must be at least"},
	} {
		text := strings.Replace(sequence, c.old, c.new, 1)
		if _, err := redis.Play(strings.NewReader(text)); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
	if _, err := redis.Play(strings.NewReader("")); err == nil {
		t.Error("an empty sequence is played")
	}
}

// Commands of several keys, of options and of none.
func TestPlayOfSeveral(t *testing.T) {
	for _, sequence := range []string{
		"# CF.RESERVE KEY 4\nINSERT\tITEMS\ta\tb\t1; 1\nINSERTNX\tITEMS a c\t[0, 1]\nMEXISTS\ta b c\t1,1,1\nCOMPACT\tOK\nCOMPACT\t\tOK\n",
		"# BF.RESERVE KEY 0.1 4\nMADD\ta\tb\t1 1\nINSERT\tNOCREATE\tITEMS\ta\td\t0;1\nCARD\t3\nINFO\tITEMS\t3\n",
	} {
		if n, err := redis.Play(strings.NewReader(sequence)); n != 5 && n != 4 || err != nil {
			t.Errorf("%d operations, %v", n, err)
		}
	}
	if _, err := redis.Play(strings.NewReader("# BF.RESERVE KEY 0.1 4\nMADD\ta\tb\t1; 0\n")); err == nil {
		t.Error("a wrong list is taken for right")
	}
}

func TestServer(t *testing.T) {
	var s redis.Server
	for _, c := range []struct{ command, want string }{
		{"CF.RESERVE a 10 BUCKETSIZE 3 EXPANSION 5", "OK"},
		{"CF.INFO a", "Size=68; Number of buckets=4; Number of filters=1; Number of items inserted=0; Number of items deleted=0; Bucket size=3; Expansion rate=8; Max iterations=20"},
		{"CF.RESERVE a 10", "ERR ERR item exists"},
		{"BF.RESERVE a 0.1 10", "ERR WRONGTYPE Operation against a key holding the wrong kind of value"},
		{"BF.CARD a", "ERR WRONGTYPE Operation against a key holding the wrong kind of value"},
		{"BF.ADD b x", "1"},
		{"bf.add b x", "0"},
		{"BF.INFO b", "Capacity=100; Size=240; Number of filters=1; Number of items inserted=1; Expansion rate=2"},
		{"BF.CARD b", "1"},
		{"BF.MADD b x y z x", "[0 1 1 0]"},
		{"BF.MEXISTS b x nobody", "[1 0]"},
		{"BF.MEXISTS none x", "[0]"},
		{"BF.INSERT d CAPACITY 2 ERROR 0.1 NONSCALING ITEMS a b c d", "[1 1 ERR ERR non scaling filter is full]"},
		{"BF.DEBUG d", "[size:2 bytes:8 bits:64 hashes:4 hashwidth:64 capacity:2 size:2 ratio:0.1]"},
		{"BF.INSERT e NOCREATE ITEMS a", "ERR ERR not found"},
		{"BF.INSERT e EXPANSION 0 ITEMS a", "ERR Bad argument received"},
		{"BF.INSERT e CAPACITY 5 ITEMS", "ERR ERR wrong number of arguments for 'bf.insert' command"},
		{"CF.INSERT f CAPACITY 4 ITEMS a a a a a", "[1 1 1 1 1]"},
		{"CF.DEBUG f", "bktsize:2 buckets:2 items:5 deletes:0 filters:3 max_iterations:20 expansion:1"},
		{"CF.INSERTNX f ITEMS a nobody", "[0 1]"},
		{"CF.MEXISTS f a nobody a", "[1 1 1]"},
		{"CF.INSERT f CAPACITY 3 ITEMS a", "ERR Capacity must be at least (BucketSize * 2)"},
		{"CF.INSERT b ITEMS a", "ERR WRONGTYPE Operation against a key holding the wrong kind of value"},
		{"CF.ADD c x", "1"},
		{"CF.ADDNX c x", "0"},
		{"CF.COUNT c x", "1"},
		{"CF.COMPACT c", "OK"},
		{"CF.DEL c y", "0"},
		{"CF.DEL d y", "ERR Not found"},
		{"CF.RESERVE e 10 BUCKETSIZE 6", "ERR Capacity must be at least (BucketSize * 2)"},
		{"CF.RESERVE e 10 EXPANSION", "ERR ERR wrong number of arguments for 'cf.reserve' command"},
		{"CF.RESERVE e 10 FOO EXPANSION", "ERR Couldn't parse EXPANSION"}, // a server ends here
		{"CF.RESERVE e 72057594037927936", "ERR ERR Insufficient memory to create filter"},
		{"BF.RESERVE e 1 10", "ERR ERR (0 < error rate range < 1) "},
		{"CF.FOO e", "ERR ERR unknown command 'CF.FOO', with args beginning with: 'e' "},
	} {
		words := strings.Fields(c.command)
		if got := s.Do(words[0], words[1:]...); got != c.want {
			t.Errorf("%s: got %q, want %q", c.command, got, c.want)
		}
	}
}

// The last layers that there can be, whose rates are below the least normal number: a server
// asks for a bit more of each than of the one before.
func TestSmallestRates(t *testing.T) {
	for rate, want := 0x1p-1020, 1021; want < 1050; rate, want = rate/2, want+1 {
		if _, probes := redis.BloomSize(3, rate); probes != want {
			t.Errorf("%d probes for a rate of %v, a server has %d", probes, rate, want)
		}
	}
}
