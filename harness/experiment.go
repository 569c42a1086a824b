package harness

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"filterbench/internal/hashing"
)

// Profiles are the sizes in which every experiment can be run.
var Profiles = []string{"quick", "standard", "full"}

// Experiment is a declared experiment, as decoded from its file.
type Experiment struct {
	Name   string // the file's name without number and suffix
	File   string // where it was read, for messages
	Source []byte // the file's bytes, kept in the manifest

	Title    string `toml:"title"`    // a heading
	Question string `toml:"question"` // what the reader wants to know
	Expect   string `toml:"expect"`   // what theory or folklore says beforehand
	Seed     uint64 `toml:"seed"`     // all random numbers derive from it
	Parts    []Part `toml:"part"`
}

// Part is one grid of trials of one kind.
type Part struct {
	Name      string   `toml:"name"`
	Kind      string   `toml:"kind"`      // one of record's kinds
	Variants  []string `toml:"variants"`  // names, with {key} for values of Grid
	Workloads []string `toml:"workloads"` // names, with {key} for values of Grid
	Settings
	Quick *Settings `toml:"quick"` // what profile quick changes
	Full  *Settings `toml:"full"`  // what profile full changes
}

// Decode reads one experiment file. name is the experiment's name and file what
// messages call it. Unknown keys, missing keys, keys that the part's kind does
// not use and placeholders without values are errors that name file and key.
func Decode(name, file string, source []byte) (Experiment, error) {
	e := Experiment{Name: name, File: file, Source: source}
	dec := toml.NewDecoder(bytes.NewReader(source))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&e); err != nil {
		return Experiment{}, decodeError(file, err)
	}
	for _, need := range [][2]string{{"title", e.Title}, {"question", e.Question}, {"expect", e.Expect}} {
		if strings.TrimSpace(need[1]) == "" {
			return Experiment{}, fmt.Errorf("%s: key %q is missing: say it in a sentence", file, need[0])
		}
	}
	if len(e.Parts) == 0 {
		return Experiment{}, fmt.Errorf("%s: no [[part]]: nothing to measure", file)
	}
	seen := map[string]bool{}
	for i := range e.Parts {
		p := &e.Parts[i]
		where := fmt.Sprintf("%s: part %q", file, p.Name)
		if p.Name == "" || seen[p.Name] {
			return Experiment{}, fmt.Errorf("%s: part %d: key \"name\" must be given and differ from the other parts", file, i+1)
		}
		seen[p.Name] = true
		if err := p.check(where); err != nil {
			return Experiment{}, err
		}
	}
	return e, nil
}

// Replicate returns the experiment with fresh seeds, others for each n from 1 on: other
// keys, another hash, other walks, and nothing else. With 0 it is the experiment itself.
func (e Experiment) Replicate(n int) Experiment {
	if n > 0 {
		e.Seed = hashing.Derive(e.Seed, "replication "+strconv.Itoa(n))
	}
	return e
}

// Digest returns the SHA-256 of the file, in hexadecimal.
func (e Experiment) Digest() string {
	sum := sha256.Sum256(e.Source)
	return hex.EncodeToString(sum[:])
}

func (p *Part) check(where string) error {
	kind, ok := kinds[p.Kind]
	if !ok {
		return fmt.Errorf("%s: key \"kind\": %q is not one of %s", where, p.Kind, kindNames())
	}
	if len(p.Variants) == 0 || len(p.Workloads) == 0 {
		return fmt.Errorf("%s: keys \"variants\" and \"workloads\" must each list at least one name", where)
	}
	for _, profile := range []string{"standard", "quick", "full"} { // what the part itself says is judged first
		s := p.settings(profile)
		if err := kind.checkSettings(&s); err != nil && profile == "standard" {
			return fmt.Errorf("%s: %w", where, err)
		} else if err != nil {
			return fmt.Errorf("%s (profile %s): %w", where, profile, err)
		}
	}
	return nil
}
