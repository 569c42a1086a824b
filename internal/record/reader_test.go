package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestReaderReturnsWhatWasEncoded(t *testing.T) {
	want := examples()
	text := lines(want...)
	got, err := readAll(NewReader(bytes.NewReader(text), "x"))
	if err != nil {
		t.Fatal(err)
	}
	want[len(want)-1].Failed = "keys: a file < 3 lines & \uFFFD" // no byte that is not UTF-8 reaches a file
	if !reflect.DeepEqual(got, want) {
		t.Errorf("read\n%+v\nwant\n%+v", got, want)
	}
	if again := lines(got...); !bytes.Equal(again, text) {
		t.Errorf("encoded again\n%s\nwant\n%s", again, text)
	}
}

// edit returns the example of a kind as a line, without a seal, in which old is new.
func edit(t *testing.T, kind, old, new string) string {
	t.Helper()
	for _, r := range examples() {
		if r.Kind == kind {
			line := string(unsealed(lines(r)))
			if strings.Count(line, old) != 1 {
				t.Fatalf("%q is not once in %s", old, line)
			}
			return strings.Replace(line, old, new, 1)
		}
	}
	t.Fatalf("no example of kind %s", kind)
	return ""
}

func TestReaderRefuses(t *testing.T) {
	const fpr = `"fpr":{"inserted":921,`
	const fprPayload = `,"fpr":{"inserted":921,"accepted":921,"distinct":921,"members":921,"missing":0,"queried":100000,"positives":170}`
	id := examples()[0].ID
	for name, c := range map[string]struct{ text, want string }{
		"newer schema":      {edit(t, KindFPR, `{"schema":1`, `{"schema":2,"new":0`), `x:1: schema 2 is newer than the 1 that this program reads`},
		"no schema":         {"{}\n", `x:1: no field "schema"; must be 1`},
		"old schema":        {edit(t, KindFPR, `{"schema":1`, `{"schema":0`), `x:1: schema 0: must be 1`},
		"unknown field":     {edit(t, KindFPR, fpr, `"colour":1,`+fpr), `x:1: unknown field "colour"`},
		"wrong type":        {edit(t, KindFPR, `"positives":170`, `"positives":-1`), `x:1: field "fpr.positives" is a JSON number -1; must be a uint64`},
		"foreign id":        {edit(t, KindFPR, `"rep":1`, `"rep":3`), `x:1: id "` + id + `" does not belong to this trial`},
		"unknown kind":      {strings.Replace(edit(t, KindFPR, id, foreignID("speed")), `"kind":"fpr"`, `"kind":"speed"`, 1), `x:1: kind "speed": must be one of fpr, load, kicks,`},
		"no outcome":        {edit(t, KindFPR, fprPayload, ``), `x:1: no outcome; must have "fpr" or "failed"`},
		"two outcomes":      {edit(t, KindFPR, `"positives":170}`, `"positives":170},"failed":"out of memory"`), `x:1: 2 outcomes (fpr, failed); must have exactly one`},
		"extra count":       {edit(t, KindFPR, fpr, `"extra":true,`+fpr), `x:1: "extra" in a trial of kind "fpr": its trials are not repeated beyond the plan`},
		"wrong outcome":     {edit(t, KindFPR, fprPayload, `,"kicks":{"windows":null}`), `x:1: outcome "kicks" of a trial of kind "fpr"; must be "fpr"`},
		"chains and keys":   {edit(t, KindBins, `"longest":[2,3]`, `"longest":[3]`), `x:1: lengths are of 20 chains with 18 keys; must be 1 draws of 10 and 9`},
		"longest chain":     {edit(t, KindBins, `"longest":[2,3]`, `"longest":[2,4]`), `x:1: lengths go up to 3; must to the longest chain, 4`},
		"more same places":  {edit(t, KindPlaces, `"same":4`, `"same":1001`), `x:1: same 1001 exceeds keys 1000`},
		"groups apart":      {edit(t, KindCycle, `"apart":[[0,5]]`, `"apart":[[0,6]]`), `x:1: 5 groups and 6 for comparison, 4 refusals and kicks of 4`},
		"last of groups":    {edit(t, KindCycle, `"last":4`, `"last":6`), `x:1: last 6 exceeds groups 5`},
		"positives":         {edit(t, KindFPR, `"positives":170`, `"positives":100001`), `x:1: positives 100001 exceeds queried 100000`},
		"distinct":          {edit(t, KindLoad, `"distinct":[980`, `"distinct":[981`), `x:1: draw 0: distinct 981 exceeds accepted 980`},
		"load lengths":      {edit(t, KindLoad, `"kicks":[900,`, `"kicks":[`), `x:1: load has 3 accepted, 3 distinct and 2 kicks`},
		"unfilled":          {edit(t, KindLoad, `"missing":0}`, `"missing":0,"unfilled":4}`), `x:1: unfilled 4: must be from 0 to the 3 draws`},
		"histogram order":   {edit(t, KindKicks, `[7,6]`, `[1,6]`), `x:1: histogram kicks: size 1 after 1; must increase`},
		"histogram zero":    {edit(t, KindKicks, `[7,6]`, `[7,0]`), `x:1: histogram kicks: size 7 has count 0`},
		"refused histogram": {edit(t, KindKicks, `[500,1]`, `[500,0]`), `x:1: histogram refused: size 500 has count 0`},
		"window":            {edit(t, KindKicks, `"from":0.49`, `"from":0.51`), `x:1: window from 0.51 to 0.51: must begin before it ends`},
		"duplicates":        {edit(t, KindDuplicates, `"leftover":0`, `"leftover":501`), `x:1: leftover 501 exceeds background 500`},
		"taken":             {edit(t, KindDuplicates, `[0,12]`, `[0,12],[0,1]`), `x:1: histogram taken: size 0 after 0`},
		"checkpoint":        {edit(t, KindChurn, `"missing":0,"queried":1000,"positives":3`, `"missing":900,"queried":1000,"positives":3`), `x:1: checkpoint 1: missing 900 exceeds live 899`},
		"turnover":          {edit(t, KindChurn, `"turnover":1.5`, `"turnover":0`), `x:1: checkpoint 1: turnover 0 after 0; must increase`},
		"op":                {edit(t, KindTime, `{"op":"miss"`, `{"op":"guess"`), `x:1: sample 1: op "guess": must be insert, hit, miss, delete, refused, hash or a mix`},
		"elapsed":           {edit(t, KindTime, `123456`, `-1`), `x:1: sample 1: elapsed_ns -1: must not be negative`},
		"time on a core":    {edit(t, KindTime, `"cpu_ns":30000`, `"cpu_ns":-30000`), `x:1: sample 0: cpu_ns -30000: must not be negative`},
		"speed of the core": {edit(t, KindTime, `"spin_ns":33000`, `"spin_ns":-1`), `x:1: spin_ns -1: must not be negative`},
		"counter":           {edit(t, KindTime, `"cycles"`, `"bicycles"`), `x:1: sample 1: counter "bicycles": must be one of cycles, instructions,`},
		"counter's order":   {edit(t, KindTime, `"branch_misses":0,"cycles":400000`, `"cycles":400000,"branch_misses":0`), `x:1: column`},
		"operations":        {edit(t, KindTime, `"n":921`, `"n":0`), `x:1: sample 0: n is 0`},
		"empty line":        {"\n", `x:1: the line is empty; must be one JSON object`},
		"not JSON":          {"goos: linux\n", `x:1: not a JSON object`},
		"array":             {"[1]\n", `x:1: field "" is a JSON array`},
		"two objects":       {strings.TrimSpace(edit(t, KindFPR, `170}}`, `170}}`)) + "{}\n", `x:1: more text after the closing brace`},
		"spacing":           {edit(t, KindFPR, `"rep":1`, `"rep": 1`), `x:1: column`},
		"letter case":       {edit(t, KindFPR, `"rep":1`, `"Rep":1`), `x:1: column`},
		"repeated field":    {edit(t, KindFPR, `"rep":1`, `"rep":0,"rep":1`), `x:1: column`},
		"decimal seed":      {edit(t, KindFPR, `"0x9e3779b97f4a7c15"`, `"11400714819323198485"`), `x:1: column`},
		"bad seed":          {edit(t, KindFPR, `"0x9e3779b97f4a7c15"`, `"many"`), `x:1: seed "many": must be a 64-bit number`},
		"doubled trial":     {string(lines(examples()[:2]...)) + string(lines(examples()[0])), `x:3: trial ` + id + ` was already on line 1`},
		"second line":       {string(lines(examples()[0])) + "{}\n", `x:2: no field "schema"`},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := readAll(NewReader(strings.NewReader(c.text), "x"))
			if err == nil || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("error %v\nwant %s", err, c.want)
			}
			if got != nil {
				t.Errorf("%d records came with the error", len(got))
			}
			if err != nil && strings.Contains(err.Error(), "\n") {
				t.Errorf("the error is not one line: %q", err)
			}
		})
	}
}

// foreignID is the id of the first example under another kind.
func foreignID(kind string) string {
	t := examples()[0].Trial
	t.Kind = kind
	return t.ID()
}

// TestReaderReportsTruncation cuts a file at every byte: what is whole is read,
// and the offset is where the cut line begins.
func TestReaderReportsTruncation(t *testing.T) {
	all := examples()[:3]
	text := lines(all...)
	ends := []int{0}
	for _, r := range all {
		ends = append(ends, ends[len(ends)-1]+len(lines(r)))
	}
	for n := range len(text) + 1 {
		whole := 0
		for whole+1 < len(ends) && ends[whole+1] <= n {
			whole++
		}
		r := NewReader(bytes.NewReader(text[:n]), "x")
		got := 0
		for r.Scan() {
			got++
		}
		offset, cut := r.Truncated()
		if r.Err() != nil || got != whole || cut != (n != ends[whole]) || offset != int64(ends[whole]) {
			t.Fatalf("cut at %d: %d records, offset %d, %v, error %v; want %d records, offset %d",
				n, got, offset, cut, r.Err(), whole, ends[whole])
		}
		if r.Scan() {
			t.Fatalf("cut at %d: Scan goes on after the end", n)
		}
	}
}

func TestReadFileTruncated(t *testing.T) {
	path := filepath.Join(t.TempDir(), RecordsFile)
	text := lines(examples()[:2]...)
	if err := os.WriteFile(path, text[:len(text)-1], 0o644); err != nil {
		t.Fatal(err)
	}
	records, err := ReadFile(path)
	var cut *TruncatedError
	if !errors.As(err, &cut) || len(records) != 1 || cut.Line != 2 || cut.Offset != int64(len(lines(examples()[0]))) {
		t.Fatalf("%d records, error %v", len(records), err)
	}
	if want := path + ":2: the last line is cut off"; !strings.HasPrefix(err.Error(), want) {
		t.Errorf("error %q; want %s...", err, want)
	}
}

func TestReadFileMissing(t *testing.T) {
	if _, err := ReadFile(filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v; want one that is ErrNotExist", err)
	}
}

func TestReaderBoundsLines(t *testing.T) {
	endless := NewReader(zeros{}, "x")
	if endless.Scan() || endless.Err() == nil || !strings.Contains(endless.Err().Error(), "x:1: the line is longer than") {
		t.Errorf("error %v", endless.Err())
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

func TestReaderPassesReadErrors(t *testing.T) {
	broken := errors.New("bad sector")
	r := NewReader(&failing{text: lines(examples()[:1]...), err: broken}, "x")
	if !r.Scan() || r.Scan() || !errors.Is(r.Err(), broken) {
		t.Errorf("error %v; want the one of the disk", r.Err())
	}
}

type failing struct {
	text []byte
	err  error
}

func (f *failing) Read(p []byte) (int, error) {
	if len(f.text) == 0 {
		return 0, f.err
	}
	n := copy(p, f.text)
	f.text = f.text[n:]
	return n, nil
}

// FuzzReader: no input makes the reader panic, and what it accepts is written
// again as the same bytes. Every input is read a second time with the ids set
// right, or a digest would keep the fuzzer out of all that follows it.
func FuzzReader(f *testing.F) {
	text := lines(examples()...)
	f.Add(text)
	f.Add(text[:len(text)/2])
	for _, r := range examples() {
		f.Add(lines(r))
		f.Add(unsealed(lines(r)))
	}
	f.Add([]byte(`{"schema":1,"id":"","rep":1e0,"fill":-0}` + "\n"))
	f.Add([]byte(`{"schema":9}` + "\n\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		checkRoundTrip(t, text)
		checkRoundTrip(t, withIDs(text))
	})
}

// withIDs gives every line that is a record in form the id of its trial.
func withIDs(text []byte) []byte {
	var out []byte
	for line := range bytes.Lines(text) {
		var r Record
		if json.Unmarshal(line, &r) != nil {
			out = append(out, line...)
			continue
		}
		r.Schema, r.ID = Schema, r.Trial.ID()
		line, _ = json.Marshal(r)
		out = append(append(out, line...), '\n')
	}
	return out
}

func checkRoundTrip(t *testing.T, text []byte) {
	r := NewReader(bytes.NewReader(text), "fuzz")
	var again []byte
	for r.Scan() {
		line, err := r.Record().Encode()
		if err != nil {
			t.Fatalf("a record was read that cannot be written: %v", err)
		}
		if len(again) < len(text) && !bytes.HasPrefix(text[len(again):], line) { // a line of before there were seals
			line = unsealed(line)
		}
		again = append(again, line...)
	}
	if !bytes.HasPrefix(text, again) {
		t.Fatalf("read\n%q\nwrote\n%q", text, again)
	}
	offset, cut := r.Truncated()
	if offset != int64(len(again)) {
		t.Fatalf("offset %d; the accepted lines end at %d", offset, len(again))
	}
	if r.Err() == nil && !cut && len(again) != len(text) {
		t.Fatalf("%d of %d bytes were read without an error", len(again), len(text))
	}
}
