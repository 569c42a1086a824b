package report

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"filterbench/analysis/claims"
	"filterbench/analysis/internal/sample"
)

// Prose that says on which verdicts it rests parts from the records only at the price
// of an error that names the line, the claim and both verdicts.
func TestProseRestsOnVerdicts(t *testing.T) {
	d := everything(func(*sample.Maker) {})
	results, err := claims.Evaluate(d)
	if err != nil {
		t.Fatal(err)
	}
	verdicts := map[string]claims.Verdict{}
	for _, r := range results {
		verdicts[r.ID] = r.Verdict
	}
	is := verdicts["FPR-9"]
	isNot := claims.Refuted
	if is == claims.Refuted {
		isNot = claims.Confirmed
	}
	const open = "SYS-1" // has no rule
	for _, c := range []struct{ line, profile, want string }{
		{fmt.Sprintf("<!-- rests on: FPR-9 %s; %s undecided -->", is, open), "standard", ""},
		{fmt.Sprintf("<!-- rests on: FPR-9 %s -->", isNot), "standard", fmt.Sprintf("REPORT.md:2: the text rests on FPR-9 being %s, and by the records it is %s", isNot, is)},
		{fmt.Sprintf("<!-- rests on: FPR-9 %s -->", isNot), "quick", "the text rests on FPR-9"},
		{"<!-- rests on: " + open + " confirmed -->", "standard", "by the records it is undecided"},
		{"<!-- rests on: " + open + " confirmed -->", "quick", ""},
		{"<!-- rests on: FPR-99 refuted -->", "standard", `no claim "FPR-99"`},
		{"<!-- rests on: FPR-9 false -->", "standard", "one of its verdicts"},
		{"Text <!-- rests on: FPR-9 refuted -->", "standard", "alone on its line"},
	} {
		d.Manifest.Profile = c.profile
		root := t.TempDir()
		d.Dir = filepath.Join(root, "results", "run")
		path := skeleton(t, root)
		blocks, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("A sentence.\n"+c.line+"\n"+string(blocks)), 0o644); err != nil {
			t.Fatal(err)
		}
		_, _, err = compose(d, path)
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s in a %s run: %v", c.line, c.profile, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s in a %s run: error %v, want %q", c.line, c.profile, err, c.want)
		}
	}
}

// In a run of some experiments only, prose may rest on what is undecided there, and on
// no other verdict.
func TestProseOfAPart(t *testing.T) {
	d := everything(func(*sample.Maker) {})
	d.Manifest.Profile = "standard"
	name := d.Manifest.Experiments[0].Name
	list := []segment{{id: "question:" + name}, {text: "<!-- rests on: SYS-1 confirmed -->"}}
	for _, part := range []bool{false, true} {
		if part {
			d.Manifest.Experiments = d.Manifest.Experiments[1:]
		}
		if err := (&context{d: d}).checkProse("REPORT.md", list); (err == nil) != part {
			t.Errorf("a part: %v; error %v", part, err)
		}
	}
	both := 0
	for _, verdict := range []string{"refuted", "confirmed"} {
		list[1].text = "<!-- rests on: FPR-9 " + verdict + " -->"
		if (&context{d: d}).checkProse("REPORT.md", list) == nil {
			both++
		}
	}
	if both == 2 {
		t.Error("prose may rest on a verdict and on its opposite")
	}
}

// The page of the ledger has a line for every claim, each line leads to a heading that
// the project's report has, and the chapters explain every claim once.
func TestLedgerLeadsToChapters(t *testing.T) {
	blocks := composed(t, everything(func(*sample.Maker) {}))
	document, err := os.ReadFile(filepath.Join("..", "..", "REPORT.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, ch := range chapters {
		if !strings.Contains(string(document), "\n## "+ch.title+"\n") {
			t.Errorf("REPORT.md has no chapter %q", ch.title)
		}
	}
	var explained strings.Builder
	for _, ch := range chapters {
		explained.WriteString(blocks["claims:"+ch.id])
	}
	for _, claim := range claims.Ledger() {
		if n := strings.Count(blocks["ledger"], "| ["+claim.ID+"](#"); n != 1 {
			t.Errorf("%s stands %d times on the page of the ledger", claim.ID, n)
		}
		if n := strings.Count(explained.String(), "| "+claim.ID+" |") + strings.Count(explained.String(), "| ["+claim.ID+"]("); n != 1 {
			t.Errorf("%s is explained %d times", claim.ID, n)
		}
	}
}
