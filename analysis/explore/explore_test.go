package explore

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"filterbench/analysis"
	"filterbench/analysis/claims"
	"filterbench/analysis/figures"
)

const reference = "../../results/reference"

// run is the reference run with its verdicts, read once.
var run = sync.OnceValues(func() (*analysis.Dataset, []claims.Result) {
	d, err := analysis.Load(reference)
	if err != nil {
		panic(err)
	}
	verdicts, err := claims.Evaluate(d)
	if err != nil {
		panic(err)
	}
	return d, verdicts
})

// page is the explorer of the reference run.
var page = sync.OnceValue(func() []byte {
	d, verdicts := run()
	text, err := Page([]*analysis.Dataset{d}, verdicts)
	if err != nil {
		panic(err)
	}
	return text
})

// What is committed was made from the sources that are.
func TestBuiltFromSources(t *testing.T) {
	names := []string{"build.mjs", "package.json", "package-lock.json"}
	sources, err := filepath.Glob("web/src/*")
	if err != nil || len(sources) < 10 {
		t.Fatal(sources, err)
	}
	slices.Sort(sources)
	for _, s := range sources {
		names = append(names, strings.TrimPrefix(filepath.ToSlash(s), "web/"))
	}
	sum := sha256.New()
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join("web", name))
		if err != nil {
			t.Fatal(err)
		}
		sum.Write([]byte(name + "\n" + string(text) + "\n"))
	}
	want, err := os.ReadFile("web/dist/source.sha256")
	if err != nil {
		t.Fatal(err)
	}
	if got := hex.EncodeToString(sum.Sum(nil)); got != strings.TrimSpace(string(want)) {
		t.Errorf("web/dist was made from other sources: run make explorer and commit what it writes")
	}
	lock, _ := os.ReadFile("web/package-lock.json")
	if bytes.Contains(lock, []byte(`"resolved"`)) {
		t.Error("package-lock.json names the host of a registry; web/.npmrc keeps it from doing so")
	}
}

// The page of the reference run is small enough to be committed, needs nothing from elsewhere,
// and is the same each time.
func TestPage(t *testing.T) {
	const most = 3_000_000
	text := page()
	if len(text) >= most {
		t.Errorf("the page has %d bytes; below %d is wanted", len(text), most)
	}
	for _, outside := range []string{`src="http`, `href="http`, "@import", "url(http"} {
		if bytes.Contains(text, []byte(outside)) {
			t.Errorf("the page has %s", outside)
		}
	}
	program, err := built.ReadFile("web/dist/app.js")
	if err != nil {
		t.Fatal(err)
	}
	for _, address := range regexp.MustCompile(`[a-z]+://[^"'\s`+"`"+`]*`).FindAll(program, -1) {
		if !bytes.HasPrefix(address, []byte("http://www.w3.org/")) { // names of kinds of elements, which nobody opens
			t.Errorf("the program names %s", address)
		}
	}
	if place := regexp.MustCompile(`node_modules|sourceMappingURL|["'` + "`" + `]/(home|root|usr|tmp|work|mnt|var|opt|Users)/`).Find(program); place != nil {
		t.Errorf("the program names a place of the machine that built it: %s", place)
	}
	d, verdicts := run()
	again, err := Page([]*analysis.Dataset{d}, verdicts)
	if err != nil || !bytes.Equal(text, again) {
		t.Errorf("the same run gave other bytes (%v)", err)
	}
	if _, err := Page(nil, nil); err == nil {
		t.Error("a page of no run was written")
	}
}

// Columns hold what records hold: put together again they are equal, field by field.
func TestColumnsHoldRecords(t *testing.T) {
	d, _ := run()
	tables, err := columns(d.Records)
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]map[string]any{}
	for _, table := range tables {
		for i := range table.N {
			row := map[string]any{"kind": table.Kind}
			for path, column := range table.Columns {
				raw := column[min(i, len(column)-1)]
				if len(column) != 1 && len(column) != table.N {
					t.Fatalf("%s: column %s has %d of %d values", table.Kind, path, len(column), table.N)
				}
				var value any
				if err := json.Unmarshal(raw, &value); err != nil {
					t.Fatal(err)
				}
				if value == nil {
					continue
				}
				outer, inner, nested := strings.Cut(path, ".")
				if !nested {
					row[outer] = value
					continue
				}
				if row[outer] == nil {
					row[outer] = map[string]any{}
				}
				row[outer].(map[string]any)[inner] = value
			}
			rows[row["id"].(string)] = row
		}
	}
	if len(rows) != len(d.Records) {
		t.Fatalf("%d rows of %d records", len(rows), len(d.Records))
	}
	for _, r := range d.Records {
		text, err := r.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		var want map[string]any
		if err := json.Unmarshal(text, &want); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(rows[r.ID], want) {
			t.Fatalf("record %s came back as %v, was %v", r.ID, rows[r.ID], want)
		}
	}
}

// Every figure of the report has an address that shows its cells, and none has two.
func TestEveryFigureHasAState(t *testing.T) {
	left := map[string]bool{}
	for id := range states {
		left[id] = true
	}
	for _, f := range figures.Catalogue() {
		state, ok := State(f.ID)
		if !ok {
			t.Errorf("figure %s has no state in states.go", f.ID)
		}
		if _, err := url.ParseQuery(state); err != nil {
			t.Errorf("figure %s: %v", f.ID, err)
		}
		delete(left, f.ID)
	}
	for id := range left {
		t.Errorf("states.go has figure %s, which there is not", id)
	}
}
