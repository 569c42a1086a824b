package cuckoo

import (
	"strings"
	"testing"

	"filterbench/variants"
	"filterbench/variants/shape"
)

// TestConfigIsTheRow: what a configuration leaves out is what a name leaves out.
func TestConfigIsTheRow(t *testing.T) {
	for name, c := range map[string]variants.Config{
		"cuckoo":                                 Config{Keys: 1000},
		"cuckoo(b=2,f=9,buckets=any,kicks=0)":    Config{Keys: 1000, BucketSlots: 2, FingerprintBits: 9, AnyBuckets: true, Kicks: NoKicks},
		"cuckoo(b=8,load=0.5)":                   Config{Keys: 1000, BucketSlots: 8, Load: 0.5},
		"semisort":                               SemisortConfig{Keys: 1000},
		"cuckooset":                              SetConfig{Config{Keys: 1000}},
		"countingcuckoo":                         CountingConfig{Config: Config{Keys: 1000}},
		"stash":                                  StashConfig{Config: Config{Keys: 1000}},
		"sidecuckoo":                             SideConfig{Config{Keys: 1000}},
		"chained":                                ChainedConfig{Config: Config{Keys: 1000}},
		"layered":                                LayeredConfig{Config: Config{Keys: 1000}},
		"hashtable":                              HashTableConfig{Keys: 1000},
		"chained(b=8,f=4,d=16,links=16,kicks=7)": ChainedConfig{Config: Config{Keys: 1000, BucketSlots: 8, FingerprintBits: 4, Kicks: 7}, PairCopies: 16, Links: 16},
	} {
		want, err := mustParse(t, name).Shape(variants.Size{Keys: 1000})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := c.Shape(); err != nil || got != want {
			t.Errorf("%s: %+v, %v, of the name %+v", name, got, err, want)
		}
	}
}

// TestConfigErrors: what is wrong is called by the name of its field, and no filter is made.
func TestConfigErrors(t *testing.T) {
	type config = variants.Config
	for want, list := range map[string][]config{
		"Keys 1 and Slots 2": {Config{Keys: 1, Slots: 2}, HashTableConfig{Keys: 1, Slots: 2}},
		"BucketSlots 3":      {Config{BucketSlots: 3}, StashConfig{Config: Config{BucketSlots: 3}}},
		"BucketSlots 9":      {HashTableConfig{BucketSlots: 9}},
		"FingerprintBits 17": {Config{FingerprintBits: 17}, LayeredConfig{Config: Config{FingerprintBits: 17}}},
		"FingerprintBits 14": {ChainedConfig{Config: Config{FingerprintBits: 14}}},
		"FingerprintBits 5":  {SemisortConfig{FingerprintBits: 5}},
		"a load of 1.5":      {Config{Keys: 5, Load: 1.5}, SetConfig{Config{Keys: 5, Load: 1.5}}},
		"Kicks -2":           {Config{Kicks: -2}, HashTableConfig{Kicks: -2}},
		"Alternate":          {Config{Alternate: "far"}, Config{Alternate: "plain", AnyBuckets: true}, SideConfig{Config{Alternate: "hashed"}}, SetConfig{Config{RefuseEarly: true}}},
		"Kernel":             {Config{Kernel: "fast"}, CountingConfig{Config: Config{Kernel: "simd"}}},
		"Stash 2000":         {StashConfig{Stash: 2000}},
		"CounterBits 3":      {CountingConfig{CounterBits: 3}},
		"PairCopies 9":       {ChainedConfig{PairCopies: 9}},
		"Links 3":            {ChainedConfig{Links: 3}},
		"AnyBuckets":         {ChainedConfig{Config: Config{AnyBuckets: true}}},
		"Layers 1":           {LayeredConfig{Layers: 1}},
		"Choices 6":          {HashTableConfig{Choices: 6}},
		"the table would":    {HashTableConfig{Keys: 1 << 60}},
		"slots need more":    {Config{Slots: 1 << 36}, SemisortConfig{Slots: 1 << 36}},
	} {
		for _, c := range list {
			if s, err := c.Shape(); err == nil || !strings.Contains(err.Error(), want) || s != (shape.Shape{}) {
				t.Errorf("%+v: %v, want an error with %q; the shape is %+v", c, err, want, s)
			}
		}
	}
	if f, err := New(Config{BucketSlots: 3}); err == nil || f != nil {
		t.Errorf("New makes %v, %v", f, err)
	}
	if f, err := NewChained(ChainedConfig{Links: 3}); err == nil || f != nil {
		t.Errorf("NewChained makes %v, %v", f, err)
	}
}
