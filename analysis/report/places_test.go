package report

import (
	"math"
	"regexp"
	"strings"
	"testing"

	"filterbench/analysis"
	"filterbench/analysis/internal/sample"
)

// The table of safe loads follows the numbers: keys that are safe are fewer where
// fillings fail earlier, and a chance too small for the number of fillings is not
// answered.
func TestSafeLoads(t *testing.T) {
	made := func(share float64) *analysis.Dataset {
		m := sample.New(8)
		for _, slots := range []uint64{1024, 16384} {
			m.Load("load-factor", "small", "cuckoo(b=4,f=12)", "uniform", slots, 50, share)
		}
		return m.Dataset("")
	}
	good, bad := composed(t, made(1)), composed(t, made(0.8))
	for _, want := range []string{
		`\| 4 \| 1,024 \| 400 \| 9\d\.\d % \(9\d\.\d % to 9\d\.\d %\): 1\.\d+ \|`, `\| too few fillings \|`, `Failed by 95 %`,
	} {
		if !regexp.MustCompile(want).MatchString(good["table:failures"]) {
			t.Errorf("the table lacks %q:\n%s", want, good["table:failures"])
		}
	}
	perKey := regexp.MustCompile(`\| 4 \| 16,384 \| 400 \|.* (\d\.\d+) \|`)
	a, b := perKey.FindStringSubmatch(good["figure:failure-probability"]), perKey.FindStringSubmatch(bad["figure:failure-probability"])
	if a == nil || b == nil || !strings.HasPrefix(a[1], "1.0") || !strings.HasPrefix(b[1], "1.3") {
		t.Errorf("slots per key %v and %v; want 1.0 and 1.3 with a fifth less load:\n%s", a, b, good["figure:failure-probability"])
	}
}

// The largest table with enough fillings is the one that is read, not the largest.
func TestLargestSampled(t *testing.T) {
	m := sample.New(8)
	m.Load("load-factor", "small", "cuckoo(b=4,f=12)", "uniform", 1024, 100, 1)
	m.Load("load-factor", "small", "cuckoo(b=4,f=12)", "uniform", 2048, 100, 1)
	m.Load("load-factor", "large", "cuckoo(b=4,f=12)", "uniform", 65536, 2, 1)
	cells, err := m.Dataset("").Cells("load-factor", "")
	if err != nil {
		t.Fatal(err)
	}
	if list := largestSampled(cells); len(list) != 1 || list[0].Slots != 2048 {
		t.Errorf("%d cells, first of %d slots; want the one of 2048", len(list), list[0].Slots)
	}
}

// Places that coincide are given as a share, none as what could have gone unseen.
func TestSamePlacesTable(t *testing.T) {
	text := composed(t, everything(func(*sample.Maker) {}))["table:same-places"]
	for _, want := range []string{
		`\| Filter \| 16 buckets \| 256 buckets \| 4,096 buckets \|`,
		`\| .cuckoo\(b=4,f=16\). \| none \(under 0\.000922 %\) \|`,
		`\| .cuckoo\(b=4,f=16,alt=hashed\). \| 6\.[23]\d % \| 0\.3\d\d % \|`,
	} {
		if !regexp.MustCompile(want).MatchString(text) {
			t.Errorf("the table lacks %q:\n%s", want, text)
		}
	}
}

// The longest chains stand beside theory and the quoted term.
func TestLongestChainsInWords(t *testing.T) {
	text := composed(t, everything(func(*sample.Maker) {}))["figure:balls-in-bins"]
	for _, want := range []string{`\| 1 \| 10,000 \| 40 \| 6\.\d+ \| \d \| \d \| 6\.67 \| 4\.15 \|`, `\| 2 \| 10,000 \| 40 \| 3(\.\d+)? \| 3 \| \d \| 3\.06 \| 2\.22 \|`, `\| 3 \| 10,000 \| .* \| - \|`} {
		if !regexp.MustCompile(want).MatchString(text) {
			t.Errorf("the reading lacks %q:\n%s", want, text)
		}
	}
	if got := quotedLongest(1, math.Exp(math.E)); got != "2.72" {
		t.Errorf("the quoted term at e^e is %s", got)
	}
}
