package main

import (
	"encoding/csv"
	"encoding/json"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"filterbench/analysis/claims"
)

// reference is where the run that comes with the repository lies, from here.
const reference = "../../" + referenceResults

// The JSON of the ledger decodes into objects with what other programs rely on,
// every claim of the sources once.
func TestClaimsJSON(t *testing.T) {
	status, out, stderr := call("claims", "--format", "json", "--results", reference)
	if status != exitOK {
		t.Fatal(stderr)
	}
	var list []struct {
		ID        string
		Statement string
		Verdict   claims.Verdict
		Effect    *struct {
			What  string
			Value float64
		}
		Interval *struct{ Lo, Hi float64 }
		Records  *struct {
			Count int
			IDs   []string
		}
	}
	if err := json.Unmarshal([]byte(out), &list); err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, c := range list {
		ids = append(ids, c.ID)
		if c.Statement == "" || !slices.Contains(claims.Verdicts(), c.Verdict) || c.Records == nil || c.Records.Count != len(c.Records.IDs) {
			t.Errorf("%s is incomplete: %+v", c.ID, c)
		}
		if c.Verdict != claims.Undecided && (c.Effect == nil || c.Effect.What == "" || c.Interval == nil || !(c.Interval.Lo <= c.Effect.Value && c.Effect.Value <= c.Interval.Hi)) {
			t.Errorf("%s is %s without an effect inside its interval", c.ID, c.Verdict)
		}
	}
	// the ids of the project's list of claims; a claim that was split keeps its id and has
	// others with a letter
	var want []string
	for _, f := range []struct {
		name  string
		n     int
		split []int
	}{{"FPR", 15, nil}, {"SPC", 13, []int{2, 5}}, {"LOAD", 12, nil}, {"DUP", 14, []int{8}}, {"DEL", 3, nil}, {"SPD", 10, nil}, {"SYS", 12, nil},
		{"RED", 5, nil}, {"WIN", 1, nil}, {"FUSE", 1, nil}, {"CAS", 1, nil}, {"FB", 1, nil}, {"SHAIA", 1, nil}, {"DUCK", 1, nil}} {
		for i := range f.n {
			want = append(want, f.name+"-"+strconv.Itoa(i+1))
			if slices.Contains(f.split, i+1) {
				want = append(want, f.name+"-"+strconv.Itoa(i+1)+"b")
			}
		}
	}
	if !slices.Equal(ids, want) {
		t.Errorf("the ledger has %q\nwant %q", ids, want)
	}
}

// A run as good as the one that comes with the repository decides these claims,
// whatever it finds.
func TestReferenceDecides(t *testing.T) {
	status, out, stderr := call("claims", "--results", reference)
	if status != exitOK {
		t.Fatal(stderr)
	}
	_, open, ok := strings.Cut(out, "\nOPEN\n")
	if !ok {
		t.Fatalf("no claim is open:\n%s", out)
	}
	for _, id := range []string{"FPR-2", "FPR-4", "FPR-13", "SPC-7", "SPC-8", "LOAD-3", "LOAD-6", "LOAD-9", "DUP-2", "DUP-10"} {
		if regexp.MustCompile(`(?m)^  ` + id + ` `).MatchString(open) {
			t.Errorf("%s is open", id)
		}
	}
}

// What bench claims prints fits a terminal of 80 columns, for all and for every one.
func TestClaimsFit(t *testing.T) {
	ids := append([]string{"claims", "--results", reference}, claimIDs()...)
	for _, args := range [][]string{{"claims", "--results", reference}, append(ids, "--replicate", reference)} {
		status, out, stderr := call(args...)
		if status != exitOK {
			t.Fatal(stderr)
		}
		for _, line := range strings.Split(out, "\n") {
			if n := utf8.RuneCountInString(line); n > 80 && strings.Contains(strings.TrimSpace(line), " ") {
				t.Errorf("%d columns: %s", n, line)
			}
		}
	}
}

// One claim is explained with its rule and the rows behind it, in any case of its id.
func TestExplainClaim(t *testing.T) {
	status, out, stderr := call("claims", "fpr-9", "--results", reference)
	if status != exitOK {
		t.Fatal(stderr)
	}
	for _, want := range []string{"FPR-9: ", "Said by", "(C)", "Rule ", "Effect ", "P value", "cuckoo(b=4,f=12)", "records in 11 cells"} {
		if !strings.Contains(out, want) {
			t.Errorf("the explanation lacks %q:\n%s", want, out)
		}
	}
}

func TestClaimsCSV(t *testing.T) {
	_, out, _ := call("claims", "--format", "csv", "--results", reference)
	rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if err != nil || len(rows) != 1+len(claims.Ledger()) {
		t.Errorf("%d rows, %v; want one for each of %d claims and a head", len(rows), err, len(claims.Ledger()))
	}
}

func TestNearClaims(t *testing.T) {
	for id, want := range map[string]string{"SPC-99": "SPC-9", "LOAD": "LOAD-1 LOAD-12", "fpr-1x": "FPR-1", "DUP-77": "DUP-7"} {
		if got := strings.Join(nearClaims(id, claimIDs()), " "); got != want {
			t.Errorf("near %s are %s, want %s", id, got, want)
		}
	}
}

// TestSecondRunStandsBeside: the folder replication of a results folder is a second run, with
// no flag, and a flag names another.
func TestSecondRunStandsBeside(t *testing.T) {
	dir := t.TempDir()
	if again, err := secondRun(dir, ""); err != nil || again != nil {
		t.Errorf("a run with nothing beside it has a second one, %v", err)
	}
	beside := filepath.Join(dir, "replication")
	if status, _, stderr := call("run", "--file", slowFile(t, "2", "2_000"), "--results", beside); status != exitOK {
		t.Fatal(stderr)
	}
	again, err := secondRun(dir, "")
	if err != nil || again == nil || len(again.Records) == 0 {
		t.Errorf("the run beside was not loaded: %v", err)
	}
	if _, err := secondRun(dir, filepath.Join(dir, "absent")); err == nil {
		t.Error("a second run that is not there was loaded")
	}
}
