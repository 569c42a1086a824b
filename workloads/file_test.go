package workloads

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// openFile opens the workload of the keys of a file.
func openFile(t testing.TB, path string) *Keys { return open(t, FileName(path), 1) }

func TestFileFacts(t *testing.T) {
	text := "red\ngreen\r\n\nred\nblue"
	for _, compressed := range []bool{false, true} {
		content := []byte(text)
		if compressed {
			content = zip(t, text)
		}
		path := write(t, "keys with (odd) names, 100%=ü", content)
		k := openFile(t, path)
		sum := sha256.Sum256(content)
		want := FileFacts{
			Path: path, SHA256: hex.EncodeToString(sum[:]), Gzip: compressed,
			Bytes: 15, Lines: 5, Empty: 1, Distinct: 3, Repeated: 1,
		}
		if *k.File() != want {
			t.Errorf("facts %+v, want %+v", *k.File(), want)
		}
		var keys []string
		for i := range k.Inserts() {
			keys = append(keys, string(k.AppendInsert(nil, i)))
		}
		if slices.Sort(keys); fmt.Sprint(keys) != "[blue green red]" {
			t.Errorf("keys %q", keys)
		}
	}
	for _, name := range examples {
		if facts := open(t, name, 1).File(); facts != nil {
			t.Errorf("%s comes from a file: %+v", name, facts)
		}
	}
}

func TestFileErrors(t *testing.T) {
	dir := t.TempDir()
	for path, want := range map[string]string{
		filepath.Join(dir, "missing"):       "no such file",
		dir:                                 "is a directory; give a file with one key a line",
		write(t, "empty", nil):              "is empty; give a file with one key a line",
		write(t, "blank", []byte("\n\n\n")): "all 3 lines are empty",
		write(t, "cut.gz", zip(t, "some text")[:20]):                                "the compressed data is damaged or cut short",
		write(t, "binary", bytes.Repeat([]byte{0}, 100_000)):                        "line 1: is longer than 65536 bytes",
		write(t, "long", []byte("a\nb\n"+strings.Repeat("long ", maxKey)+"\nc\nd")): "line 3: is longer than 65536 bytes",
	} {
		w, err := Parse(FileName(path))
		if err != nil {
			t.Fatal(err)
		}
		_, err = w.Open(1)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v; want one line with %q and %q", err, path, want)
		}
	}
}

// TestFileNames: whatever the path, its name is in the notation and means it.
func TestFileNames(t *testing.T) {
	if got := FileName("/usr/share/dict/words.gz"); got != "file(path=/usr/share/dict/words.gz)" {
		t.Errorf("an ordinary path becomes %s", got)
	}
	for _, path := range []string{"a b", "a,b", "a=b(c)", "50%", "50%25", "ü", "tab\tnew\nline", "plus+and&", "\x7f\xff"} {
		full := write(t, path, []byte("key\n"))
		if w, err := Parse(FileName(full)); err != nil {
			t.Errorf("%q: %v", path, err)
		} else if k, err := w.Open(1); err != nil {
			t.Errorf("%q: %v", path, err)
		} else if k.File().Path != full {
			t.Errorf("%q: opened %q", full, k.File().Path)
		}
	}
}

// TestFileIsReadOnce: a file that changes under a workload does not change its keys.
func TestFileIsReadOnce(t *testing.T) {
	path := write(t, "keys", []byte("a\nb\nc\n"))
	w, err := Parse(FileName(path))
	if err != nil {
		t.Fatal(err)
	}
	k, err := w.Open(1)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("other\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	again, err := w.Open(1)
	if err != nil || digest(again.HashInserts, 3) != digest(k.HashInserts, 3) {
		t.Errorf("after the file changed, the same workload has %d other keys (%v)", again.Inserts(), err)
	}
}

// TestMembers: all or half of the keys are members, half rounded up, and the
// other half are the first absent keys.
func TestMembers(t *testing.T) {
	for n := 1; n <= 6; n++ {
		var want []string
		for i := range n {
			want = append(want, fmt.Sprint("key", i))
		}
		name := FileName(write(t, "keys", []byte(strings.Join(want, "\n"))))
		for _, c := range []struct {
			name    string
			inserts int
		}{{name, n}, {strings.TrimSuffix(name, ")") + ",members=half)", (n + 1) / 2}} {
			k := open(t, c.name, 5)
			if k.Inserts() != uint64(c.inserts) {
				t.Errorf("%s: %d of %d keys are members, want %d", c.name, k.Inserts(), n, c.inserts)
			}
			var got []string
			for i := range k.Inserts() {
				got = append(got, string(k.AppendInsert(nil, i)))
			}
			for i := range uint64(n) - k.Inserts() {
				got = append(got, string(k.AppendAbsent(nil, i)))
			}
			if slices.Sort(got); !slices.Equal(got, want) {
				t.Errorf("%s: members and the first absent keys are %q, want %q", c.name, got, want)
			}
		}
	}
}
