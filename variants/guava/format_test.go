package guava_test

import (
	"bytes"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"filterbench/variants/guava"
)

// A bad file is refused in words that say what is wrong.
func TestReadFromRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		file, want string
	}{
		"empty":          {"", "guava: the header has 0 of 6 bytes: unexpected EOF"},
		"short header":   {"\x01\x05\x00", "guava: the header has 3 of 6 bytes: unexpected EOF"},
		"strategy 2":     {"\x02\x05\x00\x00\x00\x0112345678", "guava: strategy 2: must be 0 for MURMUR128_MITZ_32 or 1 for MURMUR128_MITZ_64"},
		"strategy -1":    {"\xff\x05\x00\x00\x00\x0112345678", "guava: strategy -1: must be"},
		"no probes":      {"\x01\x00\x00\x00\x00\x0112345678", "guava: 0 probes per key: must be 1 to 255"},
		"no words":       {"\x01\x05\x00\x00\x00\x00", "guava: a size of 0 words: must be 1 to"},
		"negative words": {"\x01\x05\xff\xff\xff\xff12345678", "guava: a size of -1 words: must be 1 to"},
		"lowest int32":   {"\x01\x05\x80\x00\x00\x0012345678", "guava: a size of -2147483648 words: must be 1 to"},
		"no data":        {"\x01\x05\x00\x00\x00\x01", "guava: 0 of 1 words: unexpected EOF"},
		"half a word":    {"\x01\x05\x00\x00\x00\x02123456781234", "guava: 1 of 2 words: unexpected EOF"},
		"a great lie":    {"\x01\x05\x0f\xff\xff\xff12345678", "guava: 1 of 268435455 words: unexpected EOF"},
	} {
		f, err := guava.ReadFrom(strings.NewReader(c.file))
		if err == nil || !strings.HasPrefix(err.Error(), c.want) || f != nil {
			t.Errorf("%s: %v, %v\nwant %s", name, f, err, c.want)
		}
		if strings.HasSuffix(c.want, "EOF") && !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("%s: %v does not wrap io.ErrUnexpectedEOF", name, err)
		}
	}
}

// What follows a filter in a stream is left there.
func TestReadFromStopsAtItsEnd(t *testing.T) {
	file, _ := read(t, "int-1000-0.01")
	stream := bytes.NewReader(append(bytes.Clone(file), "more"...))
	if _, err := guava.ReadFrom(stream); err != nil || stream.Len() != len("more") {
		t.Errorf("%v; %d bytes are left, want 4", err, stream.Len())
	}
}

// broken refuses to take more than some bytes.
type broken struct{ room int }

var errBroken = errors.New("no room")

func (b *broken) Write(p []byte) (int, error) {
	n := min(b.room, len(p))
	if b.room -= n; n < len(p) {
		return n, errBroken
	}
	return n, nil
}

func TestWriteToReportsErrors(t *testing.T) {
	_, f := read(t, "int-1000000-default")
	for _, room := range []int{0, 3, 500_000} {
		if n, err := f.WriteTo(&broken{room}); n != int64(room) || !errors.Is(err, errBroken) {
			t.Errorf("room for %d bytes: %d, %v", room, n, err)
		}
	}
}

// FuzzReadFrom: no file makes the reader fail otherwise than with an error, and what
// it accepts it writes back byte for byte and can use.
func FuzzReadFrom(f *testing.F) {
	f.Add([]byte("\x01\x05\x00\x00\x00\x0112345678"))
	f.Add([]byte("\x00\x01\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x00")) // one probe
	f.Add([]byte("\x00\xff\x00\x00\x00\x021234567812345678rest"))
	f.Add([]byte("\x01\x07\x7f\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, file []byte) {
		filter, err := guava.ReadFrom(bytes.NewReader(file))
		if err != nil {
			if !strings.HasPrefix(err.Error(), "guava: ") {
				t.Errorf("error %q does not say where it is from", err)
			}
			return
		}
		if !bytes.HasPrefix(file, written(t, filter)) {
			t.Error("what was read is not what is written")
		}
		key := guava.Int64(math.MinInt64)
		before, ones := filter.MightContain(key), filter.Ones()
		if changed := filter.Put(key); changed == before || changed != (filter.Ones() > ones) {
			t.Errorf("put changed: %v; there before: %v; bits %d, then %d", changed, before, ones, filter.Ones())
		}
		if !filter.MightContain(key) {
			t.Error("a key that was put is denied")
		}
		if _, ok := filter.ApproximateElementCount(); ok != (filter.Ones() < filter.Bits()) {
			t.Errorf("ApproximateElementCount is known: %v", ok)
		}
	})
}
