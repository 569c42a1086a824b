package explore

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/csv"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"filterbench/internal/record"
)

// A view of a thousand points is drawn with few elements, and the pointer and a click find
// each of its points where they stand.
func pointerFindsPoints(t *testing.T, b *browser) {
	b.show(t, "y=rate&x=bits")
	var drawn [2]int
	b.eval(t, `[explorer.view.list.length, document.querySelectorAll("#chart *").length]`, &drawn)
	if drawn[0] < 1000 || drawn[1] > 500 {
		t.Errorf("%d points are drawn with %d elements", drawn[0], drawn[1])
	}
	b.show(t, "y=rate&x=fill&experiment=overload&family=bloom")
	var names []string
	b.eval(t, `[...document.querySelectorAll("#chart .ends text")].map((e) => e.textContent)`, &names)
	if len(names) < 2 {
		t.Errorf("curves that end are named %q", names)
	}
	var places []struct {
		X, Y    float64
		Variant string
		Text    string
	}
	b.eval(t, `(() => { const figure = document.querySelector("#chart svg"), box = figure.getBoundingClientRect(), all = figure.points.map((p) => ({ p, ...explorer.spot(figure, p) }));
		return all.filter((q) => all.every((o) => o === q || Math.hypot(o.x - q.x, o.y - q.y) > 4)).map((q) => ({ x: box.left + q.x, y: box.top + q.y, variant: q.p.o.cell.first.variant, text: explorer.write(q.p.raw.value, explorer.view.measure) })); })()`, &places)
	if len(places) < 8 {
		t.Fatalf("only %d points stand apart", len(places))
	}
	for _, p := range places {
		var tip string
		b.do(t, chromedp.MouseEvent(input.MouseMoved, p.X+1, p.Y))
		b.eval(t, `document.getElementById("tip").hidden ? "" : document.getElementById("tip").textContent`, &tip)
		if !strings.Contains(tip, p.Variant) || !strings.Contains(tip, p.Text) {
			t.Errorf("at the point of %s, %s, the tip is %q", p.Variant, p.Text, tip)
		}
	}
	p := places[0]
	b.do(t, chromedp.MouseClickXY(p.X, p.Y))
	var card string
	b.eval(t, `document.getElementById("details").textContent`, &card)
	if !strings.Contains(card, p.Variant) {
		t.Errorf("a click on %s shows %q", p.Variant, card)
	}
}

// The buttons save what is drawn: points with all their digits, and a picture that another
// program can read.
func downloadsAreWhatIsDrawn(t *testing.T, b *browser) {
	dir := t.TempDir()
	b.do(t, cdpbrowser.SetDownloadBehavior(cdpbrowser.SetDownloadBehaviorBehaviorAllow).WithDownloadPath(dir))
	saved := func(state, button, file string) string {
		t.Helper()
		b.show(t, state)
		b.eval(t, `[...document.querySelectorAll("button")].find((e) => e.checkVisibility() && e.textContent === `+quoted(button)+`).click(); 0`, nil)
		for range 200 {
			if text, err := os.ReadFile(filepath.Join(dir, file)); err == nil && len(text) > 0 {
				return string(text)
			}
			time.Sleep(50 * time.Millisecond)
		}
		t.Fatalf("%s: %q saved no %s", state, button, file)
		return ""
	}
	const state = "y=rate&x=fill&experiment=overload&facet=family"
	rows, err := csv.NewReader(strings.NewReader(saved(state, "points as CSV", "points.csv"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var table [][]any
	b.eval(t, "explorer.table()", &table)
	if len(rows) != len(table) || len(rows) < 20 {
		t.Fatalf("%d rows are saved of %d", len(rows), len(table))
	}
	for i, row := range rows {
		for j, cell := range row {
			want := fmt.Sprint(table[i][j])
			x, notNumber := strconv.ParseFloat(cell, 64)
			if y, ok := table[i][j].(float64); cell != want && (!ok || notNumber != nil || x != y) {
				t.Fatalf("row %d, column %s: %q is saved, %q is drawn", i, rows[0][j], cell, want)
			}
		}
	}
	picture, tags := saved(state, "view as SVG", "view.svg"), map[string]int{}
	for d := xml.NewDecoder(strings.NewReader(picture)); ; {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("the picture is no XML: %v", err)
		}
		if e, ok := token.(xml.StartElement); ok {
			tags[e.Name.Local]++
		}
	}
	var panels int
	b.eval(t, `document.querySelectorAll("#chart figure").length`, &panels)
	if panels < 3 || tags["svg"] < 1+panels || tags["path"] < 5*panels || tags["text"] < 5*panels || tags["title"] == 0 {
		t.Errorf("the picture of %d panels has %v", panels, tags)
	}
}

// The replication of the reference run, dropped on the page as the compressed file that it
// is, stands beside the reference run point by point.
func replicationIsDropped(t *testing.T, b *browser) {
	packed, err := os.ReadFile(filepath.Join(reference, "replication", record.RecordsFile+".gz"))
	if err != nil {
		t.Skip("the reference run has no replication")
	}
	b.show(t, "tab=compare")
	b.eval(t, `(() => { const text = atob(`+quoted(base64.StdEncoding.EncodeToString(packed))+`), bytes = Uint8Array.from(text, (c) => c.charCodeAt(0)), data = new DataTransfer();
		data.items.add(new File([bytes], "records.jsonl.gz"));
		document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true })); return 0; })()`, nil)
	b.do(t, chromedp.Poll(`explorer.world.runs.length === 2`, nil, chromedp.WithPollingTimeout(2*time.Minute)))
	var seen struct {
		Finding string
		Records int
		Pairs   int
		Off     []float64
	}
	b.eval(t, `(() => { const runs = explorer.world.runs, list = [...document.querySelectorAll("#compare svg")].flatMap((s) => s.points ?? []);
		return { finding: document.getElementById("finding").textContent, records: runs[1].records.length, pairs: list.length, off: list.filter((p) => p.x > 0.001).map((p) => p.y) }; })()`, &seen)
	reader, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(reader)
	if err != nil {
		t.Fatal(err)
	}
	if want := bytes.Count(text, []byte("\n")); seen.Records != want {
		t.Errorf("%d records were taken, the file has %d", seen.Records, want)
	}
	if seen.Pairs < 1000 || !strings.Contains(seen.Finding, "points are told apart") {
		t.Errorf("%d points are compared; the finding is %q", seen.Pairs, seen.Finding)
	}
	slices.Sort(seen.Off)
	if m := seen.Off[len(seen.Off)/2]; math.Abs(m-1) > 0.01 {
		t.Errorf("rates above a thousandth are %g times those of the reference run in the middle of %d: seeds alone differ", m, len(seen.Off))
	}
}
