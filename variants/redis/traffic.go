package redis

import (
	"fmt"
	"math/rand/v2"
	"strconv"
)

// Traffic makes random commands about one filter, of parameters that are random too. It is
// what the model is held against a real server with.
type Traffic struct {
	Name    string   // of the filter
	Prefix  string   // CF. or BF.
	Reserve []string // the command that makes the filter

	Commands []string // without their prefix, each as often as it is likely
	Keys     int      // different ones
	Hot      int      // some of them, which come more often
	Heat     float64  // share of commands about hot ones
	Long     bool     // keys of 0 to 40 bytes of any kind

	random *rand.Rand
}

// NewTraffic draws parameters and a mix of commands from a generator, which further commands
// are drawn from as well.
func NewTraffic(r *rand.Rand, prefix, name string) *Traffic {
	t := &Traffic{Name: name, Prefix: prefix, random: r}
	all := []string{"ADD", "ADDNX", "DEL", "COUNT", "EXISTS", "INSERT", "MEXISTS"}
	if prefix == "BF." {
		t.Reserve, all = t.reserveBloom(), []string{"ADD", "EXISTS", "MADD", "MEXISTS"}
	} else {
		t.Reserve = t.reserveCuckoo()
	}
	t.Keys, t.Hot, t.Heat, t.Long = 1<<r.IntN(16), 1+r.IntN(3), []float64{0, 0, 0.02, 0.3, 1}[r.IntN(5)], r.IntN(4) == 0
	for _, c := range all {
		often := r.IntN(6)
		if c == "ADD" {
			often += 3
		}
		for range often {
			t.Commands = append(t.Commands, c)
		}
	}
	return t
}

// From takes another generator for the commands that follow.
func (t *Traffic) From(r *rand.Rand) { t.random = r }

// Next returns a command: its words, the filter's name second.
func (t *Traffic) Next() []string {
	command := t.either(t.Commands...)
	words, keys := []string{t.Prefix + command, t.Name}, 1
	switch command {
	case "INSERT":
		words, keys = append(words, "NOCREATE", "ITEMS"), 1+t.random.IntN(8)
	case "MADD", "MEXISTS":
		keys = 1 + t.random.IntN(8)
	}
	for range keys {
		words = append(words, t.key())
	}
	return words
}

func (t *Traffic) either(words ...string) string { return words[t.random.IntN(len(words))] }

func (t *Traffic) reserveCuckoo() []string {
	r := t.random
	bucket := t.either("2", "2", "4", "1", "3", "5", "7", "8", "16", "100", "255")
	slots, _ := strconv.Atoi(bucket)
	capacity := 2*slots + r.IntN(1<<(1+r.IntN(14)))
	words := []string{"CF.RESERVE", t.Name, fmt.Sprint(capacity)}
	options := [][]string{
		{"BUCKETSIZE", bucket},
		{"MAXITERATIONS", t.either("1", "2", "3", "20", "20", "50", "500")},
		{"EXPANSION", t.either("0", "1", "1", "2", "2", "3", "4", "5", "16")},
	}
	r.Shuffle(len(options), func(i, j int) { options[i], options[j] = options[j], options[i] })
	for _, o := range options {
		if r.IntN(8) > 0 || o[0] == "BUCKETSIZE" {
			words = append(words, o...)
		}
	}
	return words
}

func (t *Traffic) reserveBloom() []string {
	r := t.random
	rate := t.either("0.01", "0.001", "0.5", "0.25", "0.9", "0.999", "1e-9", fmt.Sprint(r.Float64()))
	words := []string{"BF.RESERVE", t.Name, rate, fmt.Sprint(1 + r.IntN(1<<(1+r.IntN(12))))}
	switch r.IntN(4) {
	case 0:
		words = append(words, "NONSCALING")
	case 1:
		words = append(words, "EXPANSION", t.either("1", "2", "3", "10"))
	}
	return words
}

func (t *Traffic) key() string {
	n := t.random.IntN(t.Keys)
	if t.random.Float64() < t.Heat {
		n = t.random.IntN(t.Hot)
	}
	if !t.Long {
		return fmt.Sprint("k", n)
	}
	bytes := make([]byte, n%41)
	for i, of := 0, rand.New(rand.NewPCG(1, uint64(n))); i < len(bytes); i++ {
		bytes[i] = byte(of.Uint32())
	}
	return string(bytes)
}
