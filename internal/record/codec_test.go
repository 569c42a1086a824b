package record

import (
	"bytes"
	"os"
	"reflect"
	"strings"
	"testing"
)

// unsealed returns lines as they were written before there were seals.
func unsealed(text []byte) []byte {
	var out []byte
	for line := range bytes.Lines(text) {
		body, _, _, err := unseal(bytes.TrimSuffix(line, []byte("\n")))
		if err != nil {
			panic(err)
		}
		out = append(append(out, body...), '\n')
	}
	return out
}

// TestSealFindsEveryFlippedBit flips each bit of a line in turn: whichever it is, the
// line is refused, or it is no line any more.
func TestSealFindsEveryFlippedBit(t *testing.T) {
	r := examples()[0]
	r.Machine = "5f0c2a91"
	line := lines(r)
	for at := range len(line) - 1 {
		for bit := range 8 {
			spoilt := bytes.Clone(line)
			spoilt[at] ^= 1 << bit
			if got, err := readAll(NewReader(bytes.NewReader(spoilt), "x")); err == nil {
				t.Fatalf("bit %d of byte %d (%q) was flipped and the line read as %+v", bit, at, line[at], got[0])
			}
		}
	}
	if _, err := readAll(NewReader(strings.NewReader(strings.Replace(string(line), `"positives":170`, `"positives":171`, 1)), "x")); err == nil || !strings.HasPrefix(err.Error(), "x:1: its sum is") {
		t.Errorf("error %v; want a word about the sum", err)
	}
}

// TestLinesWithoutSeal: the records of runs before there were seals are read as they were.
func TestLinesWithoutSeal(t *testing.T) {
	want := examples()
	got, err := readAll(NewReader(bytes.NewReader(unsealed(lines(want...))), "x"))
	if err != nil || !reflect.DeepEqual(got[:len(got)-1], want[:len(want)-1]) { // the last's reason is no UTF-8
		t.Errorf("%d of %d records are as they were, error %v", len(got), len(want), err)
	}
	if _, err := os.Stat("../../results/reference/records.jsonl"); err == nil {
		if records, err := ReadFile("../../results/reference/records.jsonl"); err != nil || len(records) == 0 {
			t.Errorf("the reference run: %d records, %v", len(records), err)
		}
	}
}

// TestMachineIsInTheSeal: which machine measured a record survives the file, and is no
// part of what is compared between machines.
func TestMachineIsInTheSeal(t *testing.T) {
	r := examples()[0]
	r.Machine = "5f0c2a91"
	got, err := readAll(NewReader(bytes.NewReader(lines(r)), "x"))
	if err != nil || got[0].Machine != r.Machine {
		t.Fatalf("%v, %v", got, err)
	}
	r.Machine = "my laptop"
	if _, err := r.Encode(); err == nil {
		t.Error("a machine that is no digest was written")
	}
}
