package harness

import (
	"strings"
	"testing"
)

// tiny has one part of every counting kind, small enough for a test.
const tiny = `
title = "Tiny"
question = "Does it run?"
expect = "Yes."
seed = 7

[[part]]
name = "rate"
kind = "fpr"
variants = ["exact", "bloom(bpk={x})", "cuckoo(b=4,f=8)"]
grid.x = [6, 10]
workloads = ["uniform"]
capacity = [1000]
fill = [0.5, 1]
reps = 2
positives = 200
max_queries = 20000
[part.quick]
reps = 1

[[part]]
name = "load"
kind = "load"
variants = ["cuckoo(b=4,f=8)"]
workloads = ["uniform", "repeat(r=3)"]
slots = [512]
draws = 3
reps = 2

[[part]]
name = "kicks"
kind = "kicks"
variants = ["cuckoo(b=4,f=8)"]
workloads = ["uniform"]
slots = [2048]
loads = [0.5, 0.9]
draws = 2
reps = 2

[[part]]
name = "copies"
kind = "duplicates"
variants = ["cuckoo(b=2,f=8)"]
workloads = ["uniform"]
slots = [512]
fill = [0, 0.5]
draws = 3
copies = 8
reps = 2

[[part]]
name = "churn"
kind = "churn"
variants = ["cuckoo(b=4,f=8)", "counting(bpk=40,w=4)"]
workloads = ["uniform"]
capacity = [480]
fill = [0.9]
turnovers = [0, 1]
deletes = true
reps = 2
positives = 50
max_queries = 5000
`

func decodeTiny(t testing.TB) Experiment {
	t.Helper()
	e, err := Decode("tiny", "tiny.toml", []byte(tiny))
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestDecodeNamesFileAndKey(t *testing.T) {
	cases := []struct{ name, old, new, want string }{
		{"unknown key at the top", "seed = 7", "seed = 7\nsede = 8", `tiny.toml:6: unknown key "sede"`},
		{"unknown key in a part", "reps = 2\npositives", "repz = 2\npositives", `unknown key "part.repz"`},
		{"wrong type", "seed = 7", `seed = "seven"`, "tiny.toml:5"},
		{"no question", `question = "Does it run?"`, "", `key "question" is missing`},
		{"two parts of one name", `name = "load"`, `name = "rate"`, `part 2: key "name"`},
		{"unknown kind", `kind = "fpr"`, `kind = "fpt"`, `part "rate": key "kind": "fpt"`},
		{"key of another kind", "draws = 3\nreps", "draws = 3\ncopies = 3\nreps", `part "load": key "copies" has no use in kind load`},
		{"missing key", "positives = 200\n", "", `part "rate": kind fpr needs key "positives"`},
		{"capacity and slots", "slots = [512]\ndraws = 3\nreps", "slots = [512]\ncapacity = [512]\ndraws = 3\nreps", `exclude each other`},
		{"empty sizes", "slots = [512]\ndraws = 3\nreps", "slots = []\ndraws = 3\nreps", `the list is empty`},
		{"size 0", "capacity = [1000]", "capacity = [0]", `key "capacity": 0 is not above 0`},
		{"negative size", "capacity = [1000]", "capacity = [-1]", `tiny.toml:13:13: negative`},
		{"NaN", "fill = [0.5, 1]", "fill = [nan]", `key "fill": NaN is not from 0 to 1000`},
		{"fills out of order", "fill = [0.5, 1]", "fill = [1, 0.5]", `key "fill" must be in increasing order`},
		{"no reps", "reps = 2\npositives", "reps = 0\npositives", `key "reps" = 0: must be from 1`},
		{"bad override", "[part.quick]\nreps = 1", "[part.quick]\nreps = -1", `profile quick): key "reps" = -1`},
		{"unknown hash", "draws = 3\nreps", "draws = 3\nhashes = [\"md5\"]\nreps", `key "hashes": hash "md5"`},
		{"no positives", "positives = 200", "positives = 0", `must be above 0`},
		{"fraction for a count", "reps = 2\npositives", "reps = 1e9\npositives", `TOML float into this key, which takes int`},
		{"no parts", tiny[strings.Index(tiny, "[[part]]"):], "", "no [[part]]"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			source := strings.Replace(tiny, c.old, c.new, 1)
			if source == tiny {
				t.Fatal("the case changes nothing")
			}
			_, err := Decode("tiny", "tiny.toml", []byte(source))
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "tiny.toml") {
				t.Errorf("error %v; want tiny.toml and %q in it", err, c.want)
			}
			if err != nil && strings.Contains(err.Error(), "\n") {
				t.Errorf("error has several lines: %v", err)
			}
		})
	}
}

func TestExpandNamesFileAndKey(t *testing.T) {
	cases := []struct{ name, old, new, want string }{
		{"unknown variant", `"exact"`, `"exakt"`, `no family is called "exakt"`},
		{"parameter out of range", "cuckoo(b=2,f=8)", "cuckoo(b=3,f=8)", "b=3"},
		{"unknown workload", `["uniform", "repeat(r=3)"]`, `["unicorn"]`, `key "workloads"`},
		{"placeholder without values", "bloom(bpk={x})", "bloom(bpk={x},k={y})", `no values in the grid for {y}`},
		{"grid key without use", "grid.x = [6, 10]", "grid.x = [6, 10]\ngrid.z = [1]", `"grid.z" is used by no variant`},
		{"empty grid", "grid.x = [6, 10]", "grid.x = []", `"grid.x": the list is empty`},
		{"the same variant twice", `"exact"`, `"bloom(bpk=6)"`, "listed twice"},
		{"the same variant in two spellings", `"exact"`, `"bloom(bpk=6.0)"`, "planned twice"},
		{"kicks of a filter that has none", `kind = "kicks"` + "\n" + `variants = ["cuckoo(b=4,f=8)"]`, `kind = "kicks"` + "\n" + `variants = ["bloom(bpk=8)"]`, "never refuses a key"},
		{"deleting from what cannot", `"counting(bpk=40,w=4)"`, `"bloom(bpk=10)"`, "cannot delete"},
		{"slots of a filter that has none", "capacity = [1000]", "slots = [1000]", "has no slots"},
		{"overflowing size", "capacity = [1000]", "capacity = [9223372036854775807]", "the limit is 2^40 bits"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			source := strings.Replace(tiny, c.old, c.new, 1)
			if source == tiny {
				t.Fatal("the case changes nothing")
			}
			e, err := Decode("tiny", "tiny.toml", []byte(source))
			if err != nil {
				t.Fatal(err)
			}
			_, err = Expand("standard", []Experiment{e})
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "tiny.toml: part") {
				t.Errorf("error %v; want tiny.toml, the part and %q in it", err, c.want)
			}
		})
	}
}
