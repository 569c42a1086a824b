package workloads

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "write the files under testdata anew")

// TestGolden pins the keys: results measured yesterday can be compared with
// today's only as long as a name and a seed mean the same keys. The file shows
// the first keys and digests of many more; regenerate it with
//
//	go test ./workloads -run TestGolden -update
//
// only when a workload is meant to change, and say so where results are read.
func TestGolden(t *testing.T) {
	const path, seed = "testdata/first-keys.txt", 1
	var got bytes.Buffer
	for _, name := range append(examples, "file(path=testdata/colours.txt)", "file(path=testdata/colours.txt,members=half)") {
		k := open(t, name, seed)
		fmt.Fprintf(&got, "%s: %d insert positions, %d absent\n", name, k.Inserts(), k.Absents())
		line := func(stream string, limit uint64, key func([]byte, uint64) []byte, hash func(dst []uint64, from, seed uint64)) {
			fmt.Fprintf(&got, "  %s", stream)
			for i := range min(5, limit) {
				fmt.Fprintf(&got, " %s", key(nil, i))
			}
			fmt.Fprintf(&got, "; digest of %d hashes %016x\n", min(pinned, limit), digest(hash, min(pinned, limit)))
		}
		line("insert", k.Inserts(), k.AppendInsert, k.HashInserts)
		line("absent", k.Absents(), k.AppendAbsent, k.HashAbsents)
	}
	if *update {
		if err := os.WriteFile(path, got.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	gotLines, wantLines := bytes.Split(got.Bytes(), []byte("\n")), bytes.Split(want, []byte("\n"))
	for i := range max(len(gotLines), len(wantLines)) {
		if i >= len(gotLines) || i >= len(wantLines) || !bytes.Equal(gotLines[i], wantLines[i]) {
			t.Fatalf("%s:%d differs: got %s", path, i+1, gotLines[min(i, len(gotLines)-1)])
		}
	}
}

// pinned is how many keys of each stream the golden digests cover.
const pinned = 100_000

// digest folds the first n hashes of a stream into one number, order included.
func digest(hash func(dst []uint64, from, seed uint64), n uint64) uint64 {
	hashes := make([]uint64, n)
	hash(hashes, 0, 42)
	sum := uint64(0)
	for _, h := range hashes {
		sum = sum*31 + h
	}
	return sum
}
