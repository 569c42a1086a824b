package workloads

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// zip compresses text as gzip does.
func zip(t testing.TB, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func keysOf(c *collector) []string {
	var keys []string
	for i := range c.len() {
		keys = append(keys, string(c.key(i)))
	}
	return keys
}

func TestReadKeys(t *testing.T) {
	longest := strings.Repeat("x", maxKey)
	for _, c := range []struct {
		text  string
		keys  []string
		facts FileFacts // without Distinct, which is the number of keys
	}{
		{"a\nb\n", []string{"a", "b"}, FileFacts{Lines: 2, Bytes: 2}},
		{"a\nb", []string{"a", "b"}, FileFacts{Lines: 2, Bytes: 2}},
		{"a\r\nbc\r\n", []string{"a", "bc"}, FileFacts{Lines: 2, Bytes: 3}},
		{"a\r\nb\r", []string{"a", "b"}, FileFacts{Lines: 2, Bytes: 2}},
		{"a\rb\n", []string{"a\rb"}, FileFacts{Lines: 1, Bytes: 3}},
		{"a\n\n\r\na\nb\na\n", []string{"a", "b"}, FileFacts{Lines: 6, Empty: 2, Repeated: 2, Bytes: 4}},
		{"\x00\n\x00\x00\n", []string{"\x00", "\x00\x00"}, FileFacts{Lines: 2, Bytes: 3}},
		{" a \n\ta\n", []string{" a ", "\ta"}, FileFacts{Lines: 2, Bytes: 5}},
		{"\x1f\n", []string{"\x1f"}, FileFacts{Lines: 1, Bytes: 1}},
		{"\xff\xfe", []string{"\xff\xfe"}, FileFacts{Lines: 1, Bytes: 2}},
		{longest, []string{longest}, FileFacts{Lines: 1, Bytes: maxKey}},
		{longest + "\r\nb\n", []string{longest, "b"}, FileFacts{Lines: 2, Bytes: maxKey + 1}},
	} {
		for _, compressed := range []bool{false, true} {
			content := []byte(c.text)
			if compressed {
				content = zip(t, c.text)
			}
			want := c.facts
			want.Gzip, want.Distinct = compressed, uint64(len(c.keys))
			for _, r := range []io.Reader{bytes.NewReader(content), iotest.OneByteReader(bytes.NewReader(content)), iotest.DataErrReader(bytes.NewReader(content))} {
				got, facts, err := readKeys(r)
				if err != nil {
					t.Fatalf("%.20q, compressed %v: %v", c.text, compressed, err)
				}
				if fmt.Sprint(keysOf(got)) != fmt.Sprint(c.keys) || *facts != want {
					t.Errorf("%.20q: keys %.40q, %+v; want %.40q, %+v", c.text, keysOf(got), *facts, c.keys, want)
				}
			}
		}
	}
}

func TestReadKeysOfSeveralMembers(t *testing.T) {
	keys, facts, err := readKeys(bytes.NewReader(append(zip(t, "a\nb"), zip(t, "c\nd\n")...)))
	if err != nil || fmt.Sprint(keysOf(keys)) != "[a bc d]" || facts.Lines != 3 {
		t.Errorf("keys %q, %+v, %v", keysOf(keys), facts, err)
	}
}

func TestReadKeysRefuses(t *testing.T) {
	broken := errors.New("the disk is on fire")
	good := zip(t, strings.Repeat("a line\n", 1000))
	damaged := bytes.Clone(good)
	damaged[len(damaged)-8] ^= 1 // of the checksum
	for _, c := range []struct {
		name string
		r    io.Reader
		want string
	}{
		{"nothing", strings.NewReader(""), "is empty"},
		{"nothing, compressed", bytes.NewReader(zip(t, "")), "is empty"},
		{"empty lines", strings.NewReader("\n\r\n\n"), "all 3 lines are empty"},
		{"long last line", strings.NewReader("a\n" + strings.Repeat("x", maxKey+1)), "line 2: is longer than 65536 bytes"},
		{"long line", strings.NewReader("a\n\n" + strings.Repeat("x", maxKey+1) + "\nb"), "line 3: is longer than 65536 bytes"},
		{"very long line", strings.NewReader("a\n" + strings.Repeat("x", 10*maxKey) + "\nb"), "line 2: is longer than 65536 bytes"},
		{"zeros without end", zeros{}, "line 1: is longer than 65536 bytes"},
		{"error at once", iotest.ErrReader(broken), "the disk is on fire"},
		{"error later", io.MultiReader(strings.NewReader("a\nb\n"), iotest.ErrReader(broken)), "after line 2: the disk is on fire"},
		{"checksum", bytes.NewReader(damaged), "after line 1000: the compressed data is damaged or cut short"},
		{"garbage after the end", bytes.NewReader(append(bytes.Clone(good), "garbage"...)), "after line 1000: the compressed data is damaged"},
		{"only the magic bytes", bytes.NewReader(good[:2]), "the compressed data is damaged or cut short"},
	} {
		_, _, err := readKeys(c.r)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v; want one line with %q", c.name, err, c.want)
		}
	}
	for n := 2; n < len(good); n++ {
		if _, _, err := readKeys(bytes.NewReader(good[:n])); err == nil {
			t.Errorf("compressed data cut after %d of %d bytes are read without error", n, len(good))
		}
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// FuzzReadKeys compares the reader with splitting the text at once, and makes
// sure that near misses of whatever was read are not in it.
func FuzzReadKeys(f *testing.F) {
	for _, text := range []string{"", "a", "a\nb\r\n\n\x00\na", "a~0\na\na~1\n~0", "\x1f\x8b", "\r\r\n\r", "a~0~0\na~0\na\na~zz\na~00"} {
		f.Add([]byte(text), true)
		f.Add([]byte(text), false)
	}
	f.Fuzz(func(t *testing.T, text []byte, compressed bool) {
		content := text
		if compressed {
			content = zip(t, string(text))
		} else if bytes.HasPrefix(text, []byte{0x1f, 0x8b}) {
			_, _, _ = readKeys(bytes.NewReader(content)) // it must not panic
			return
		}
		keys, facts, err := readKeys(bytes.NewReader(content))
		want, wantFacts, ok := splitKeys(text)
		if ok != (err == nil) {
			t.Fatalf("error %v, but it should be readable: %v", err, ok)
		}
		if !ok {
			return
		}
		wantFacts.Gzip = compressed
		if fmt.Sprintf("%q", keysOf(keys)) != fmt.Sprintf("%q", want) || *facts != wantFacts {
			t.Fatalf("keys %q, %+v; want %q, %+v", keysOf(keys), *facts, want, wantFacts)
		}
		checkNearMisses(t, keys, want)
	})
}

// splitKeys says what readKeys should return, by simpler means.
func splitKeys(text []byte) (keys []string, facts FileFacts, ok bool) {
	if len(text) == 0 {
		return nil, facts, false
	}
	seen := map[string]bool{}
	for line := range strings.SplitSeq(strings.TrimSuffix(string(text), "\n"), "\n") {
		line = strings.TrimSuffix(line, "\r")
		facts.Lines++
		facts.Bytes += uint64(len(line))
		switch {
		case len(line) > maxKey:
			return nil, facts, false
		case line == "":
			facts.Empty++
		case seen[line]:
			facts.Repeated++
		default:
			keys = append(keys, line)
			seen[line] = true
		}
	}
	facts.Distinct = uint64(len(keys))
	return keys, facts, len(keys) > 0
}
