package record

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// TestDroppedUnderTheLock: a run that takes records out of a file in which another run
// writes is refused, and the other loses nothing, before and after.
func TestDroppedUnderTheLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), RecordsFile)
	all := examples()
	first, _ := mustOpen(t, path)
	for _, r := range all[:3] {
		if err := first.Append(r); err != nil {
			t.Fatal(err)
		}
	}
	none := func(Record) bool { return false }
	if _, _, err := OpenWriter(path, keepIf(none)); err == nil || !strings.Contains(err.Error(), "another run is writing here") {
		t.Fatalf("beside a run: error %v; want to be refused", err)
	}
	if err := first.Append(all[3]); err != nil {
		t.Fatal(err)
	}
	mustClose(t, first)
	if got, _ := os.ReadFile(path); !bytes.Equal(got, lines(all[:4]...)) {
		t.Errorf("the file holds\n%s", got)
	}
	second, kept, err := OpenWriter(path, keepIf(func(r Record) bool { return r.ID != all[1].ID }))
	if err != nil || len(kept) != 3 {
		t.Fatalf("%d records kept, %v; want 3", len(kept), err)
	}
	if _, _, err := OpenWriter(path, nil); err == nil {
		t.Error("the file that took the place of the other is not locked")
	}
	if err := second.Append(all[1]); err != nil {
		t.Error(err)
	}
	mustClose(t, second)
	if got, _ := os.ReadFile(path); !bytes.Equal(got, lines(all[0], all[2], all[3], all[1])) {
		t.Errorf("the file holds\n%s", got)
	}
}

// TestDroppingKeepsLinesAsTheyAre: lines of before there were seals do not get one.
func TestDroppingKeepsLinesAsTheyAre(t *testing.T) {
	path := filepath.Join(t.TempDir(), RecordsFile)
	old := unsealed(lines(examples()[:3]...))
	if err := os.WriteFile(path, append(bytes.Clone(old), "half a li"...), 0o644); err != nil {
		t.Fatal(err)
	}
	w, _, err := OpenWriter(path, keepIf(func(r Record) bool { return r.ID != examples()[2].ID }))
	if err != nil {
		t.Fatal(err)
	}
	mustClose(t, w)
	if got, _ := os.ReadFile(path); !bytes.Equal(got, unsealed(lines(examples()[:2]...))) {
		t.Errorf("the file holds\n%s", got)
	}
}

// TestTemporariesAreRemoved: what a run leaves that was killed between writing a neighbour
// and renaming it is removed by the next.
func TestTemporariesAreRemoved(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"." + RecordsFile + ".123", "." + ManifestFile + ".456", ".mine"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("{"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	w, _ := mustOpen(t, filepath.Join(dir, RecordsFile))
	mustClose(t, w)
	left, _ := filepath.Glob(filepath.Join(dir, ".*"))
	if len(left) != 1 || filepath.Base(left[0]) != ".mine" {
		t.Errorf("%q stay; want only what is not ours", left)
	}
}

// TestCompressedRecords: records.jsonl.gz is read where records.jsonl is not, and is not
// written to.
func TestCompressedRecords(t *testing.T) {
	path := filepath.Join(t.TempDir(), RecordsFile)
	want := examples()[:4]
	var text bytes.Buffer
	z := gzip.NewWriter(&text)
	z.Write(lines(want...))
	z.Close()
	if err := os.WriteFile(path+".gz", text.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{path, path + ".gz"} {
		if got, err := ReadFile(name); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %d records, %v", name, len(got), err)
		}
	}
	if _, _, err := OpenWriter(path, nil); err == nil || !strings.Contains(err.Error(), "gunzip it first") {
		t.Errorf("a run beside it: error %v", err)
	}
	for cut := range text.Len() {
		if err := os.WriteFile(path+".gz", text.Bytes()[:cut], 0o644); err != nil {
			t.Fatal(err)
		}
		if got, err := ReadFile(path); err == nil {
			t.Fatalf("cut at %d of %d it gives %d records without an error", cut, text.Len(), len(got))
		}
	}
}

// keepIf asks nothing of the other records.
func keepIf(keep func(Record) bool) func([]Record) func(Record) bool {
	return func([]Record) func(Record) bool { return keep }
}
