package main

import (
	"math"
	"strings"
	"testing"
)

// TestQuantities: numbers as people write them.
func TestQuantities(t *testing.T) {
	for _, c := range []struct {
		kind quantityKind
		text string
		want float64
	}{
		{countKind, "40M", 40e6}, {countKind, "40_000_000", 40e6}, {countKind, "4e7", 4e7}, {countKind, "40 M", 40e6}, {countKind, "1.5k", 1500},
		{bytesKind, "60MB", 60e6}, {bytesKind, "57.2MiB", 57.2 * (1 << 20)}, {bytesKind, "1000", 1000}, {bytesKind, "2 GiB", 2 << 30},
		{rateKind, "0.1%", 0.001}, {rateKind, "1/1000", 0.001}, {rateKind, "1 in 1000", 0.001}, {rateKind, "1e-3", 0.001}, {rateKind, "1/1M", 1e-6},
		{timeKind, "80us", 80e3}, {timeKind, "80µs", 80e3}, {timeKind, "1.5ms", 1.5e6}, {timeKind, "0", 0},
		{factorKind, "4x", 4}, {factorKind, "1.5", 1.5}, {gibKind, "8", 8}, {gibKind, "512MiB", 0.5},
	} {
		x := 0.0
		q := quantity{value: &x, kind: c.kind}
		if err := q.Set(c.text); err != nil || math.Abs(x/c.want-1) > 1e-12 && x != c.want {
			t.Errorf("%s %q is %g (%v), want %g", c.kind.name, c.text, x, err, c.want)
		}
	}
	for _, c := range []struct {
		kind quantityKind
		text string
	}{{countKind, "40X"}, {countKind, ""}, {countKind, "-1"}, {countKind, "NaN"}, {bytesKind, "MB"}, {rateKind, "1/0"}, {rateKind, "a/b"}, {timeKind, "80"}, {factorKind, "x"}, {countKind, "Inf"}} {
		x := 0.0
		q := quantity{value: &x, kind: c.kind}
		if err := q.Set(c.text); err == nil || !strings.Contains(err.Error(), "write ") {
			t.Errorf("%s %q: %v", c.kind.name, c.text, err)
		}
	}
}

// TestSolved: a rate decides the parameter of a family that has none for it, and one bit less
// would not keep it.
func TestSolved(t *testing.T) {
	for name, want := range map[string]string{
		"cuckoo(fpr=0.1%,buckets=any)": "cuckoo(b=4,f=13,buckets=any)", "quotient(fpr=1/1000)": "quotient(r=10)", "semisort(fpr=0.2%,buckets=any)": "semisort(f=12,buckets=any)",
		"bloom(fpr=0.1%)": "bloom(fpr=0.001)", "fuse(fpr=1%)": "fuse(f=8)", "fuse(fpr=0.1%)": "fuse(f=16)", "cuckoo(b=4,f=12)": "cuckoo(b=4,f=12)",
	} {
		if v, err := solved(name, 40e6); err != nil || v.String() != want {
			t.Errorf("%s is %s (%v), want %s", name, v, err, want)
		}
	}
	for name, want := range map[string]string{"cuckoo(fpr=0.1%,f=12)": "not both", "exact(fpr=0.1)": "no parameter", "cuckoo(fpr=1e-9)": "its rate is", "cuckoo(fpr=2)": "write 0.1%", "cukoo(fpr=0.1%)": "did you mean"} {
		if _, err := solved(name, 1000); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v; want %q", name, err, want)
		}
	}
}

// TestTryBeside: several filters on one stream, side by side, with what each is beside the best.
func TestTryBeside(t *testing.T) {
	status, out, stderr := call("try", "cuckoo(fpr=1%)", "bloom(fpr=1%)", "--n", "4k", "--reps", "2", "--max-queries", "1000", "--copies", "hot:2%")
	if status != exitOK {
		t.Fatal(stderr)
	}
	for _, want := range []string{"4000 keys: uniform", "cuckoo(b=4,f=9)", "after deletes", "0 of 4000 keys lost", "of hot(share=0.02)", "refused", "cannot delete", "bits: bloom(fpr=0.01); cuckoo(b=4,f=9) 1.92 times"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}

// TestChooseSpeaks: the answer to the question of README.md, what is wrong with a need, and
// all formats.
func TestChooseSpeaks(t *testing.T) {
	status, out, stderr := call("choose", "--keys", "40M", "--fpr", "0.1%", "--memory", "60MB", "--deletes")
	if status != exitOK || !strings.Contains(out, "Nothing that deletes fits 60.0 MB; 63.2 MB would: semisort(f=13,buckets=any).") {
		t.Errorf("%s%s", out, stderr)
	}
	for _, args := range [][]string{{"--format", "json"}, {"--format", "csv"}, {"--all"}, {"--family", "cuckoo"}, {"--copies", "zipf:1"}, {"--growth", "4x", "--calls", "single"}, {"--hit-ratio", "5%", "--miss-cost", "80us"}} {
		if status, out, stderr := call(append([]string{"choose", "--keys", "1M", "--memory", "3MB"}, args...)...); status != exitOK || len(out) < 1000 {
			t.Errorf("%s: %s%s", args, out, stderr)
		}
	}
	for want, args := range map[string][]string{
		"give two of": {"--keys", "1M"}, "write 60MB": {"--keys", "1M", "--memory", "60XB"}, "above 0": {"--keys", "0", "--fpr", "1%"}, "must lie between": {"--keys", "1M", "--fpr", "2"},
		"the adviser designs": {"--keys", "1M", "--fpr", "1%", "--family", "cuko"}, "zipf:EXPONENT": {"--keys", "1M", "--fpr", "1%", "--copies", "often"}, "batch or single": {"--keys", "1M", "--fpr", "1%", "--calls", "x"},
		"leave out --keys": {"--keys", "1M", "--keys-file", "x"}, "no such file": {"--keys-file", "/no/such", "--fpr", "1%"},
	} {
		if status, _, stderr := call(append([]string{"choose"}, args...)...); status != exitUsage || !strings.Contains(stderr, want) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s: %d %s; want %q", args, status, stderr, want)
		}
	}
}
