package redis_test

import (
	"filterbench/variants/redis"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// What a command is refused for, and in which words: random words in the places of
// parameters, few names for filters of both kinds, and commands with too few and too many.
func TestCommandsAgainstServer(t *testing.T) {
	server := startServer(t)
	model := &redis.Server{Budget: 1 << 42}
	r := rand.New(rand.NewPCG(9, 1))
	operations, refused := 0, 0
	for range *sequences {
		var commands [][]string
		for range 100 {
			commands = append(commands, randomCommand(r))
		}
		var want []string
		for _, c := range commands {
			reply := model.Do(c[0], c[1:]...)
			if strings.Contains(reply, "memory") {
				break // there the server might end
			}
			if strings.HasPrefix(reply, "ERR") {
				refused++
			}
			want = append(want, reply)
		}
		got, err := server.do(commands[:len(want)])
		if err != nil {
			t.Fatal(err)
		}
		for i := range want {
			if got[i] != want[i] {
				t.Fatalf("%q: got %q, the server says %q", commands[i], want[i], got[i])
			}
		}
		operations += len(want)
		if _, err := server.do([][]string{{"FLUSHALL"}}); err != nil {
			t.Fatal(err)
		}
		*model = redis.Server{Budget: model.Budget}
	}
	t.Logf("%d replies agree, %d of them errors", operations, refused)
}

func randomCommand(r *rand.Rand) []string {
	name := func() string { return either(r, "a", "b", "c", "d", "e", "f", "expansion") }
	word := func() string {
		return either(r, "0", "1", "2", "3", "4", "5", "10", "100", "255", "256", "1000", "32768", "32769", "65535", "65536", "4294967296", "4294967298", "9223372036854775807", "9223372036854775808",
			"-1", "-0", "+1", "01", " 1", "1 ", "", "x", "1e3", "0.5", "0.01", "0.001", "1e-3", "1.0", "inf", "nan", "NONSCALING", "EXPANSION", "expansion")
	}
	var words []string
	switch r.IntN(15) {
	case 0, 1:
		words = []string{"CF.RESERVE", name(), either(r, "1", "4", "5", "9", "100", "511", word())}
		for range r.IntN(3) {
			words = append(words, either(r, "EXPANSION", "MAXITERATIONS", "BUCKETSIZE", "bucketsize", "FOO"), either(r, "1", "2", "7", word()))
		}
	case 2, 3:
		words = []string{"BF.RESERVE", name(), either(r, "0.1", "0.5", word()), either(r, "1", "2", "3", word())}
		switch r.IntN(4) {
		case 0:
			words = append(words, "NONSCALING")
		case 1:
			words = append(words, "EXPANSION", either(r, "1", "2", word()))
		case 2:
			words = append(words, word(), word())
		}
	case 4, 5, 6:
		words = []string{either(r, "BF.MADD", "BF.MEXISTS", "CF.MEXISTS", "CF.INSERT", "CF.INSERTNX", "BF.INSERT", "BF.INSERT"), name()}
		if strings.Contains(words[0], "INSERT") {
			for range r.IntN(4) {
				option := either(r, "CAPACITY", "capacity", "C", "ERROR", "error", "er", "E", "eX", "EXPANSION", "NOCREATE", "nocreate", "nc", "N", "NONSCALING", "no", "noc", "nonscaling", "FOO", "", "x")
				words = append(words, option)
				if option != "" && strings.Contains("cCeE", option[:1]) && r.IntN(20) > 0 {
					words = append(words, either(r, "1", "4", "7", "0.1", word()))
				}
			}
			words = append(words, either(r, "ITEMS", "items", "I", "ITEMS", "ITEMS", "x"))
		}
		for range r.IntN(12) {
			words = append(words, fmt.Sprint("k", r.IntN(40)))
		}
		for i := range words[2:] { // the server ends where there is too little memory
			if len(words[i+2]) > 10 && words[i+2][0] != '-' && words[i+2][0] <= '9' {
				words[i+2] = "100"
			}
		}
	default:
		words = []string{either(r, "CF.ADD", "CF.ADDNX", "cf.add", "CF.DEL", "CF.COUNT", "CF.EXISTS", "BF.ADD", "BF.ADD", "BF.EXISTS"), name(), fmt.Sprint("k", r.IntN(40))}
		if r.IntN(3) == 0 {
			words = []string{either(r, "CF.INFO", "BF.INFO", "BF.CARD", "CF.COMPACT", "CF.DEBUG", "BF.DEBUG"), name()}
		}
	}
	switch r.IntN(40) {
	case 0:
		words = words[:len(words)-1]
	case 1:
		words = append(words, word())
	}
	// The server ends where an option is the last word, and where there is too little memory.
	if last := len(words) - 1; words[0] == "CF.RESERVE" && last > 1 && (words[2] == "9223372036854775807" || strings.EqualFold(words[last], "EXPANSION")) {
		words[2], words[last] = "10", "10"
	}
	return words
}
