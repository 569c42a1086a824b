package claims

import (
	_ "embed"
	"encoding/json"
	"fmt"
)

// source is how much code a filter of this project takes. source.json holds these
// numbers, counted in the files themselves by the test that compares them; with
// -update it writes them again.
type source struct {
	Family    string   `json:"family"`
	Own       []string `json:"own"`       // files of the filter
	Helpers   []string `json:"helpers"`   // files of what it is made of, which other filters use too
	OwnLines  int      `json:"own_lines"` // lines with code, neither blank nor comment, of its own files
	Lines     int      `json:"lines"`     // the same with helpers
	Functions int      `json:"functions"` // with helpers
	Paths     int      `json:"paths"`     // cyclomatic complexity summed over its own functions
	Most      int      `json:"most"`      // largest cyclomatic complexity of one of them
}

//go:embed source.json
var sourceData []byte

// sources reads the counted numbers. It panics if the file is spoilt: a test reads it.
func sources() (list []source) {
	if err := json.Unmarshal(sourceData, &list); err != nil {
		panic("claims: source.json: " + err.Error())
	}
	return list
}

func ruleSource(*Evidence) Ruling { return rulingOnSource(sources()) }

// The lines that are claimed.
const (
	bloomLines  = 100
	cuckooLines = 500
)

// rulingOnSource rules on what a Bloom filter and a cuckoo filter take.
func rulingOnSource(list []source) Ruling {
	of := map[string]source{}
	for _, s := range list {
		of[s.Family] = s
	}
	bloom, cuckoo := of["bloom"], of["cuckoo"]
	if bloom.Lines == 0 || cuckoo.Lines == 0 {
		return missing("the lines of a Bloom and of a cuckoo filter")
	}
	over := exact(float64(cuckoo.Lines) / float64(bloom.Lines))
	return judge([]part{
		atMost("the lines of a Bloom filter", exact(float64(bloom.Lines)), bloomLines-1),
		atLeast("the lines of a cuckoo filter", exact(float64(cuckoo.Lines)), cuckooLines+1),
	}).ruling("lines of a cuckoo filter over those of a Bloom filter, helpers included", "", over, fmt.Sprintf(
		"With their helpers ours take %s lines of code for bloom and %s for cuckoo, %s and %s of them in files of their own, whose functions have a cyclomatic complexity of %s and %s together, %s and %s at most.",
		count(bloom.Lines), count(cuckoo.Lines), count(bloom.OwnLines), count(cuckoo.OwnLines),
		count(bloom.Paths), count(cuckoo.Paths), count(bloom.Most), count(cuckoo.Most)))
}
