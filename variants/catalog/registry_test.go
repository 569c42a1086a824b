package catalog

import (
	"math"
	"strings"
	"testing"

	"filterbench/variants"
	"filterbench/variants/spec"
)

func TestParseCanonical(t *testing.T) {
	for text, want := range map[string]string{
		"null":                       "null",
		"exact":                      "exact",
		"set":                        "set(of=hash)",
		"set(start=empty,of=digest)": "set(of=digest,start=empty)",
		"bloom( bpk = 10.0 )":        "bloom(bpk=10)",
		"bloom(k=07,bpk=10)":         "bloom(bpk=10,k=7)",
		"bloom(fpr=0.01)":            "bloom(fpr=0.01)",
		"blocked(k=6,bpk=1e1)":       "blocked(bpk=10,k=6)",
		"splitblock(bpk=10.50)":      "splitblock(bpk=10.5)",
		"register(bpk=10)":           "register(bpk=10,w=64)",
		"register(k=3,w=32,fpr=0.1)": "register(fpr=0.1,w=32,k=3)",
		"scalable":                   "scalable(fpr=0.01)",
		"scalable(tighten=0.50,growth=4,first=1)":  "scalable(fpr=0.01,first=1,growth=4)",
		"counting(bpk=40)":                         "counting(bpk=40,w=4)",
		"counting(w=2,fpr=0.01)":                   "counting(fpr=0.01,w=2)",
		"cuckoo":                                   "cuckoo(b=4,f=12)",
		"cuckoo(f=12,b=4)":                         "cuckoo(b=4,f=12)",
		"cuckoo(b=4,f=12,kicks=500,load=0.950)":    "cuckoo(b=4,f=12)",
		"cuckoo(b=2,f=08,load=0.84)":               "cuckoo(b=2,f=8)",
		"cuckoo(b=2,f=8,load=0.95)":                "cuckoo(b=2,f=8,load=0.95)",
		"cuckoo(load=0.84,kicks=0)":                "cuckoo(b=4,f=12,kicks=0,load=0.84)",
		"cuckoo(b=8,f=16,kicks=100000,load=0.010)": "cuckoo(b=8,f=16,kicks=100000,load=0.01)",
		"cuckoo(buckets=pow2)":                     "cuckoo(b=4,f=12)",
		"cuckoo(kicks=9,buckets=any,f=8)":          "cuckoo(b=4,f=8,buckets=any,kicks=9)",
		"semisort":                                 "semisort(f=13)",
		"semisort(load=0.95,buckets=pow2,f=9)":     "semisort(f=9)",
		"semisort(load=0.9,buckets=any)":           "semisort(f=13,buckets=any,load=0.9)",
		"cuckooset(load=0.95,f=8)":                 "cuckooset(b=4,f=8)",
		"countingcuckoo(kicks=9)":                  "countingcuckoo(b=4,f=12,w=4,kicks=9)",
		"countingcuckoo(w=2,f=08,b=2,load=0.84)":   "countingcuckoo(b=2,f=8,w=2)",
		"stash":                                    "stash(b=4,f=12,stash=8)",
		"stash(stash=01,buckets=any,b=8)":          "stash(b=8,f=12,stash=1,buckets=any)",
		"sidecuckoo(kicks=500)":                    "sidecuckoo(b=4,f=12)",
		"chained":                                  "chained(b=4,f=12,d=2)",
		"chained(links=8,load=0.95,d=4)":           "chained(b=4,f=12,d=4)",
		"quotient":                                 "quotient(r=9)",
		"quotient(load=0.950,r=12)":                "quotient(r=12)",
		"layered":                                  "layered(b=4,f=12)",
		"layered(layers=2,b=2,load=0.84)":          "layered(b=2,f=12,layers=2)",

		"cuckoo(alt=apart)":                      "cuckoo(b=4,f=12)",
		"cuckoo(kicks=9,alt=plain,buckets=pow2)": "cuckoo(b=4,f=12,alt=plain,kicks=9)",
		"chains":                                 "chains(d=2)",
	} {
		v, err := Parse(text)
		if err != nil || v.String() != want {
			t.Errorf("Parse(%q) is %s, %v; want %s", text, v, err, want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                           "the name must be",
		"cuckoo(":                    "one closing parenthesis",
		"nobody(f=8)":                `no family is called "nobody"; there are null, floor, exact`,
		"Bloom(bpk=10)":              `no family is called "Bloom"`,
		"null(x=1)":                  `unknown parameter "x"; it takes no parameters`,
		"exact(bpk=10)":              `unknown parameter "bpk"`,
		"bloom":                      "give bpk (bits per key), for example bpk=10, or fpr",
		"bloom(k=3)":                 "give bpk (bits per key)",
		"bloom(bpk=10,fpr=0.01)":     "either bpk (bits per key) or fpr (false positive rate), not both",
		"bloom(bpk=0.5)":             "bpk=0.5: must be a number from 1 to 64",
		"bloom(bpk=65)":              "bpk=65",
		"bloom(bpk=NaN)":             "bpk=NaN",
		"bloom(bpk=10,k=0)":          "k=0: must be a whole number from 1 to 64",
		"bloom(bpk=10,k=65)":         "k=65",
		"bloom(fpr=0)":               "fpr=0: must be a number from 1e-12 to 0.9",
		"bloom(fpr=1)":               "fpr=1",
		"blocked(bpk=10,k=33)":       "k=33: must be a whole number from 1 to 32",
		"splitblock":                 "give bpk (bits per key)",
		"splitblock(bpk=10,k=8)":     `unknown parameter "k"; it takes bpk=1..64, fpr=1e-12..0.9`,
		"register(bpk=10,w=16)":      "w=16: must be one of 32, 64",
		"register(bpk=10,k=33)":      "k=33: must be a whole number from 1 to 32",
		"scalable(growth=1)":         "growth=1: must be a whole number from 2 to 16",
		"scalable(tighten=1)":        "tighten=1: must be a number from 0.1 to 0.9",
		"scalable(first=0)":          "first=0: must be a whole number from 1 to 1e+09",
		"counting(bpk=40,w=3)":       "w=3: must be one of 2, 4, 8",
		"counting(bpk=600)":          "bpk=600: must be a number from 1 to 512",
		"cuckoo(b=3,f=8)":            "b=3: must be one of 1, 2, 4, 8",
		"cuckoo(b=16)":               "b=16",
		"cuckoo(f=1)":                "f=1: must be a whole number from 2 to 16",
		"cuckoo(f=17)":               "f=17",
		"cuckoo(f=12.5)":             "f=12.5",
		"cuckoo(kicks=-1)":           "kicks=-1: must be a whole number from 0 to 100000",
		"cuckoo(load=0)":             "load=0: must be a number from 0.01 to 1",
		"cuckoo(load=1.5)":           "load=1.5",
		"cuckoo(b=4,f=12,slots=9)":   `unknown parameter "slots"; it takes b=1|2|4|8, f=2..16, alt=apart|hashed|plain, buckets=pow2|any, kicks=0..100000, load=0.01..1`,
		"cuckoo(b=4,f=12,buckets=9)": "buckets=9: must be one of pow2, any",
		"semisort(b=4)":              `unknown parameter "b"; it takes f=6..17, buckets=pow2|any, kicks=0..100000, load=0.01..1`,
		"semisort(f=5)":              "f=5: must be a whole number from 6 to 17",
		"semisort(f=18)":             "f=18: must be a whole number from 6 to 17",
		"cuckooset(w=4)":             `unknown parameter "w"; it takes b=1|2|4|8, f=2..16, buckets=pow2|any`,
		"countingcuckoo(w=3)":        "w=3: must be one of 2, 4, 8",
		"countingcuckoo(f=17)":       "f=17: must be a whole number from 2 to 16",
		"stash(stash=0)":             "stash=0: must be a whole number from 1 to 1024",
		"chained(b=1,d=3)":           "d=3: a pair of buckets with b=1 has 2 slots",
		"chained(f=14)":              "f=14: beside links=8 a slot of 16 bits has room for 13",
		"chained(links=3)":           "links=3: must be one of 2, 4, 8, 16",
		"chained(buckets=any)":       `unknown parameter "buckets"`,
		"quotient(r=33)":             "r=33: must be a whole number from 2 to 32",
		"quotient(load=0.99)":        "load=0.99: must be a number from 0.01 to 0.98",
		"layered(layers=1)":          "layers=1: must be a whole number from 2 to 1024",
		"sidecuckoo(stash=4)":        `unknown parameter "stash"; it takes b=1|2|4|8`,

		"cuckoo(buckets=any,alt=plain)": "alt is for a power of two of buckets",
		"cuckoo(alt=xor)":               "alt=xor: must be one of apart, hashed, plain",
		"chains(d=6)":                   "d=6: must be a whole number from 1 to 5",
	} {
		_, err := Parse(text)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("Parse(%q): %v; want one line that says %q", text, err, want)
		}
	}
}

// TestSizeErrors: a size that cannot be is one clear line, from Shape and from New.
func TestSizeErrors(t *testing.T) {
	for _, c := range []struct {
		name string
		size variants.Size
		want string
	}{
		{"cuckoo", variants.Size{Keys: 1, Slots: 1}, "either a number of keys or of slots"},
		{"bloom(bpk=10)", variants.Size{Slots: 64}, "has no slots; size it by its number of keys"},
		{"null", variants.Size{Slots: 64}, "has no slots"},
		{"bloom(bpk=10)", variants.Size{Keys: 1 << 40}, "1.1e+13 cells; the limit is 2^"},
		{"bloom(bpk=10)", variants.Size{Keys: math.MaxUint64}, "the limit is 2^"},
		{"bloom(fpr=0.01)", variants.Size{Keys: math.MaxUint64}, "the limit is 2^"},
		{"bloom(fpr=1e-12,k=1)", variants.Size{Keys: 1 << 20}, "the limit is 2^"},
		{"blocked(bpk=64)", variants.Size{Keys: 1 << 40}, "the limit is 2^"},
		{"blocked(fpr=0.01)", variants.Size{Keys: math.MaxUint64}, "the limit is 2^"},
		{"blocked(fpr=1e-12,k=1)", variants.Size{Keys: 1 << 20}, "the limit is 2^"},
		{"splitblock(bpk=64)", variants.Size{Keys: 1 << 40}, "the limit is 2^"},
		{"splitblock(fpr=1e-12)", variants.Size{Keys: 1 << 30}, "the limit is 2^"},
		{"splitblock(fpr=0.01)", variants.Size{Keys: math.MaxUint64}, "the limit is 2^"},
		{"register(bpk=64)", variants.Size{Keys: 1 << 40}, "the limit is 2^"},
		{"register(fpr=1e-12,k=1)", variants.Size{Keys: 1 << 20}, "the limit is 2^"},
		{"counting(bpk=512,w=8)", variants.Size{Keys: 1 << 40}, "the limit is 2^"},
		{"counting(bpk=512,w=8)", variants.Size{Keys: 1 << 33}, "2^"}, // cells fit, their bits do not
		{"exact", variants.Size{Keys: 1 << 40}, "the limit is 2^"},
		{"exact", variants.Size{Keys: 1 << 63}, "the limit is 2^"},
		{"set(of=string)", variants.Size{Keys: 1 << 40}, "the limit is 2^"},
		{"cuckoo", variants.Size{Keys: math.MaxUint64}, "the limit is 2^"},
		{"cuckoo(load=0.01)", variants.Size{Keys: 1 << 39}, "the limit is 2^"},
		{"cuckoo", variants.Size{Slots: math.MaxUint64}, "more than 2^32 buckets"},
		{"cuckoo(b=1,f=2)", variants.Size{Slots: 1<<32 + 1}, "more than 2^32 buckets"},
		{"cuckoo(b=1,f=2,buckets=any)", variants.Size{Slots: 1<<32 + 1}, "more than 2^32 buckets"},
		{"cuckoo(buckets=any)", variants.Size{Slots: math.MaxUint64}, "more than 2^32 buckets"},
		{"semisort", variants.Size{Keys: math.MaxUint64}, "the limit is 2^"},
		{"countingcuckoo", variants.Size{Slots: math.MaxUint64}, "more than 2^32 buckets"},
		{"stash", variants.Size{Keys: math.MaxUint64}, "the limit is 2^"},
		{"semisort(buckets=any)", variants.Size{Keys: 1 << 36}, "2^"},
	} {
		v := mustParse(t, c.name)
		_, err := v.Shape(c.size)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s for %+v: %v; want one line that says %q", c.name, c.size, err, c.want)
			continue // not to allocate it
		}
		if f, err := v.New(c.size, 1); err == nil || f != nil {
			t.Errorf("%s for %+v was built", c.name, c.size)
		}
	}
}

// TestDefaultsAreCanonical: a parameter written out at its default leaves no trace
// in the name, or is always there.
func TestDefaultsAreCanonical(t *testing.T) {
	base := map[string]string{"bloom": "bpk=10", "blocked": "bpk=10", "splitblock": "bpk=10", "register": "bpk=10", "counting": "bpk=40", "naivebloom": "bpk=10"}
	for _, family := range table {
		plain := spec.Spec{Name: family.Name}
		if text, ok := base[family.Name]; ok {
			key, value, _ := strings.Cut(text, "=")
			plain.Params = []spec.Param{{Key: key, Value: value}}
		}
		for _, field := range family.Fields {
			if field.Doc == "" {
				t.Errorf("%s: parameter %s has no documentation", family.Name, field.Key)
			}
			if field.Default == "" {
				continue
			}
			written := spec.Spec{Name: family.Name, Params: append(plain.Params[:len(plain.Params):len(plain.Params)], spec.Param{Key: field.Key, Value: field.Default})}
			if a, b := mustParse(t, plain.String()), mustParse(t, written.String()); a.String() != b.String() {
				t.Errorf("%s is %s, %s is %s", plain, a, written, b)
			}
		}
		if family.Doc == "" {
			t.Errorf("family %s has no documentation", family.Name)
		}
	}
}
