package harness

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"filterbench/internal/record"
)

// TestKeysAreWhole: every field of the settings is a key, every key a field, and what goes
// into trials goes into a field of theirs that nothing else goes into. Every key has a use
// in some kind, and kinds name only keys.
func TestKeysAreWhole(t *testing.T) {
	var fields, names []string
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Settings]()) {
		fields = append(fields, f.Tag.Get("toml"))
	}
	into := map[string]bool{}
	for _, k := range keys {
		names = append(names, k.name)
		if k.doc == "" {
			t.Errorf("key %q says nothing of itself", k.name)
		}
		if k.into != "" {
			if into[k.into] {
				t.Errorf("two keys go into %q", k.into)
			}
			into[k.into] = true
			field(&record.Trial{}, "json", k.into) // panics if there is none
		}
		use := k.name == "grid" || k.name == "reps"
		for _, kind := range kinds {
			use = use || kind.has(k.name)
		}
		if !use {
			t.Errorf("key %q has a use in no kind", k.name)
		}
	}
	if !slices.Equal(fields, names) {
		t.Errorf("settings have the fields %v and the table the keys %v", fields, names)
	}
	for _, kind := range kinds {
		if kind.has("draws") != (kind.draws != "") {
			t.Errorf("kind %s draws %q, and has that key: %v", kind.name, kind.draws, kind.has("draws"))
		}
		for _, need := range append(slices.Clone(kind.needs), kind.takes...) {
			for _, name := range alternatives(need) {
				if !slices.Contains(names, name) {
					t.Errorf("kind %s takes %q, which is no key", kind.name, name)
				}
			}
		}
	}
}

// TestBounds: values are judged at their bounds and beyond, lists by their order, and the
// complaint names the key, the value and what would be right.
func TestBounds(t *testing.T) {
	number := func(n int) *int { return &n }
	for _, c := range []struct {
		s    Settings
		want string // of the complaint; "" for none
	}{
		{Settings{Reps: number(1)}, ""},
		{Settings{Reps: number(1_000_000)}, ""},
		{Settings{Reps: number(0)}, `key "reps" = 0: must be from 1 to 1000000`},
		{Settings{Reps: number(1_000_001)}, `key "reps" = 1000001: must be from 1 to 1000000`},
		{Settings{Twins: number(1)}, `key "twins" = 1: must be from 2 to 10`},
		{Settings{Fill: []float64{0, 1000}}, ""},
		{Settings{Fill: []float64{1001}}, `key "fill": 1001 is not from 0 to 1000`},
		{Settings{Fill: []float64{1, 0.5}}, `key "fill" must be in increasing order`},
		{Settings{Capacity: []uint64{2, 1}}, ""},
		{Settings{Slots: []uint64{0}}, `key "slots": 0 is not above 0`},
		{Settings{Calls: []string{}}, `key "calls": the list is empty`},
		{Settings{Calls: []string{"loud"}}, `key "calls": "loud" is not one of batch, single, typed, chain`},
		{Settings{Ops: []string{}}, `key "ops": the list is empty`},
		{Settings{Ops: []string{"hit", "guess"}}, `key "ops": "guess" is not insert, build, hit, miss, delete, refused, hash or a mix such as mix50`},
		{Settings{Ops: []string{"hit", "miss", "hit"}}, `key "ops": ["hit" "miss" "hit"] names something twice`},
		{Settings{Hashes: []string{"metro", "md5"}}, `key "hashes": hash "md5"`},
		{Settings{Pages: []string{"large"}}, `key "pages": "large" is not one of small, huge`},
		{Settings{Calls: []string{record.CallBatch}, Depths: []int{512, 1}}, ""},
		{Settings{Calls: []string{record.CallBatch}, Depths: []int{}}, `key "depths": the list is empty`},
		{Settings{Calls: []string{record.CallBatch}, Depths: []int{0}}, `key "depths": 0 is not from 1 to 512`},
		{Settings{Calls: []string{record.CallBatch}, Depths: []int{group + 1}}, `key "depths": 513 is not from 1 to 512`},
		{Settings{Calls: []string{record.CallBatch}, Depths: []int{8, 8}}, "names something twice"},
		{Settings{Calls: []string{record.CallChain}, Depths: []int{8}}, `key "depths" has a use with calls = ["batch"] only`},
	} {
		var complaints []string
		for _, k := range keys {
			if err := k.check(&c.s); err != nil {
				complaints = append(complaints, err.Error())
			}
		}
		got := strings.Join(complaints, "; ")
		if (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("%+v: %q, want %q", c.s, got, c.want)
		}
	}
}

// TestMultiply: depths belong to batch calls alone, the usual one is not written, and
// pages, twins and repetitions take everything once more, the last varying fastest.
func TestMultiply(t *testing.T) {
	two := 2
	s := Settings{Calls: []string{record.CallBatch, record.CallChain}, Depths: []int{1, group}, Pages: []string{"small", "huge"}, Twins: &two, Reps: &two, Loads: []float64{0.5}}
	got := spread(&s, nil, record.Trial{})
	var want []record.Trial
	for _, trial := range []record.Trial{{Call: record.CallBatch, Depth: 1}, {Call: record.CallBatch}, {Call: record.CallChain}} {
		for _, trial.Pages = range s.Pages {
			for trial.Twin = range two {
				for trial.Rep = range two {
					trial.Loads = s.Loads
					want = append(want, trial)
				}
			}
		}
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("trials are %+v, want %+v", got, want)
	}
}

// TestEachKeyGoesIntoItsField: a key that goes into trials changes the field that the table
// names and no other.
func TestEachKeyGoesIntoItsField(t *testing.T) {
	for _, k := range keys {
		if k.into == "" {
			continue
		}
		var s Settings
		v := k.of(&s)
		switch v.Kind() {
		case reflect.Pointer:
			v.Set(reflect.New(v.Type().Elem()))
			if v.Elem().Kind() == reflect.Bool {
				v.Elem().SetBool(true)
			} else {
				v.Elem().Set(reflect.ValueOf(2).Convert(v.Elem().Type()))
			}
		default:
			v.Set(reflect.MakeSlice(v.Type(), 1, 1))
			if v.Index(0).Kind() == reflect.String {
				v.Index(0).SetString("x")
			} else {
				v.Index(0).Set(reflect.ValueOf(2).Convert(v.Index(0).Type()))
			}
		}
		before := record.Trial{Call: record.CallBatch}
		got := spread(&s, nil, before)
		var a, b map[string]any
		for trial, into := range map[*record.Trial]*map[string]any{&before: &a, &got[len(got)-1]: &b} {
			text, err := json.Marshal(trial)
			if err == nil {
				err = json.Unmarshal(text, into)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		for name := range b {
			if changed := !reflect.DeepEqual(a[name], b[name]); changed != (name == k.into) {
				t.Errorf("key %q: field %q changed: %v", k.name, name, changed)
			}
		}
	}
}

// reference is the page that describes experiment files to people.
const reference = "../experiments/README.md"

// TestKeyReference compares the page with the tables of keys and kinds; -update writes it.
func TestKeyReference(t *testing.T) {
	var b strings.Builder
	b.WriteString(`# Experiment files

<!-- generated from the tables of harness/keys.go and of the kinds by go generate ./harness; do not edit -->

An experiment is a TOML file such as those of this folder. ` + "`bench plan --file my.toml`" + ` says what it would do and how long
it takes, ` + "`bench run --file my.toml --results results/mine`" + ` does it.

At the top it has ` + "`title`, `question`, `expect` (what is believed beforehand) and `seed`" + `, from which every random number
derives. Then come any number of ` + "`[[part]]`s" + `. A part is a grid: every variant under every workload in every combination of
what its keys list is one trial. ` + "`[part.quick]` and `[part.full]`" + ` give other values for the profile of that name. A key
that is unknown, missing or of no use to the part's kind is an error.

## Keys of a part

| key | value | meaning | field of a trial |
| --- | --- | --- | --- |
| ` + "`name`" + ` | text | of the part; no other part of the file has it | ` + "`part`" + ` |
| ` + "`kind`" + ` | one of the kinds below | what is measured | ` + "`kind`" + ` |
| ` + "`variants`" + ` | list of names, as in ` + "`bench list`" + ` | filters; ` + "`{x}`" + ` stands for each value of ` + "`grid.x`" + ` | ` + "`variant`" + ` |
| ` + "`workloads`" + ` | list of names, as in ` + "`bench list`" + ` | keys; ` + "`{x}`" + ` works here too | ` + "`workload`" + ` |
`)
	var s Settings
	for _, k := range keys {
		value := map[reflect.Kind]string{reflect.Pointer: "number", reflect.Slice: "list of numbers", reflect.Map: "lists by name"}[k.of(&s).Kind()]
		switch typ := k.of(&s).Type(); {
		case typ == reflect.TypeFor[*bool]():
			value = "true or false"
		case typ == reflect.TypeFor[[]string]():
			value = "list of names"
		}
		if k.must.words != "" {
			value += ", " + map[bool]string{true: "each "}[k.of(&s).Kind() == reflect.Slice] + k.must.words
		}
		into := k.into
		if into != "" {
			into = "`" + into + "`"
		}
		fmt.Fprintf(&b, "| `%s` | %s%s | %s | %s |\n", k.name, value, map[listOrder]string{increasing: ", increasing"}[k.order], k.doc, into)
	}
	b.WriteString(`
` + "`positives`, `precision` and `max_queries`" + ` become how many absent keys a trial looks up (` + "`queries`, `target`" + `).

## Kinds

What comes out is described in [results/README.md](../results/README.md). Every part needs ` + "`reps`" + `, and may have ` + "`grid`" + `.

| kind | what it does | needs | may have |
| --- | --- | --- | --- |
`)
	quote := func(list []string, draws string) string {
		var quoted []string
		for _, need := range list {
			text := "`" + strings.Join(alternatives(need), "` or `") + "`"
			if need == "draws" {
				text += " (" + draws + ")"
			}
			quoted = append(quoted, text)
		}
		return strings.Join(quoted, ", ")
	}
	for _, k := range record.Kinds() {
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", k.Name, k.Doc, quote(kinds[k.Name].needs, kinds[k.Name].draws), quote(kinds[k.Name].takes, ""))
	}
	if *update {
		if err := os.WriteFile(reference, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if text, err := os.ReadFile(reference); err != nil || string(text) != b.String() {
		t.Errorf("%s is not what the tables say (%v); run go generate ./harness", reference, err)
	}
}
