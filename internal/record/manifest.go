package record

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
	"unicode/utf8"

	"filterbench/internal/replace"
)

// The files of a results folder.
const (
	ManifestFile = "manifest.json" // one Manifest
	RecordsFile  = "records.jsonl" // one Record a line, only ever appended to
)

// Manifest tells what a results folder is: which experiments were planned, on
// which machine with which tools they were run, and what became of each run.
type Manifest struct {
	Schema      int       `json:"schema"`      // version of the format, as in a record
	Profile     string    `json:"profile"`     // quick, standard or full
	Plan        string    `json:"plan"`        // digest of all trial ids; a folder belongs to one plan
	Trials      int       `json:"trials"`      // number of trials in the plan
	Experiments []Source  `json:"experiments"` // their files, as they were when the plan was made
	Machine     Machine   `json:"machine"`     // on which the folder was begun
	Toolchain   Toolchain `json:"toolchain"`   // with which the folder was begun

	Shard    string     `json:"shard,omitempty"`    // which share of the plan is measured here, as in "3/16"; absent for the whole plan
	Merged   int        `json:"merged,omitempty"`   // of how many folders bench merge made this one
	Missing  int        `json:"missing,omitempty"`  // planned trials that none of them had
	Lacking  []Lacking  `json:"lacking,omitempty"`  // filters that are programs of their own and could not be run by the last run, whose trials it left out
	Keys     []KeyFile  `json:"keys,omitempty"`     // the files from which workloads of the plan take their keys
	Machines []Measurer `json:"machines,omitempty"` // all that measured here, as the seals of records name them
	Results  *Results   `json:"results,omitempty"`  // what the records were when the last run ended by itself
	Runs     []Run      `json:"runs"`               // in order of their start; a resumed folder has several
}

// KeyFile is a file of keys as it was when the folder was begun.
type KeyFile struct {
	Workload string `json:"workload"` // as trials name it
	SHA256   string `json:"sha256"`   // of the file as it is stored, in hexadecimal
	Distinct uint64 `json:"distinct"` // different keys
}

// Lacking is a filter that is a program of its own and could not be run on a machine.
type Lacking struct {
	Filter string `json:"filter"` // its name in variants
	Why    string `json:"why"`    // what was missing
}

// Measurer is a machine that measured records, with what the program was built with.
type Measurer struct {
	ID        string    `json:"id"`        // as in the seals of records: the first digits of a digest of what follows, and of the host's name
	Machine   Machine   `json:"machine"`   // the hardware and the system
	Toolchain Toolchain `json:"toolchain"` // what the program was built with
}

// Results are digests by which a run can be named and held against others.
type Results struct {
	Records int    `json:"records"` // how many there were
	All     string `json:"all"`     // SHA-256 of all records without their seals, sorted, in hexadecimal
	Counts  string `json:"counts"`  // the same of those alone that are equal on every machine
}

// Source is an experiment file as it was when it was planned.
type Source struct {
	Name   string `json:"name"`   // of the experiment, as in records
	SHA256 string `json:"sha256"` // of Text, in hexadecimal
	Seed   Seed   `json:"seed"`   // from which every trial's seed is derived
	Text   string `json:"text"`   // the file, byte for byte
}

// NewSource returns the Source of an experiment file.
func NewSource(name string, text []byte, seed Seed) Source {
	return Source{Name: name, SHA256: digest(text), Seed: seed, Text: string(text)}
}

func digest(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Machine describes the hardware and the system. A fact that could not be found
// out is empty or 0.
type Machine struct {
	CPU         string  `json:"cpu"`                  // model name
	Cores       int     `json:"cores"`                // logical processors that the program may use
	Caches      []Cache `json:"caches,omitempty"`     // from the smallest to the largest
	MemoryBytes uint64  `json:"memory_bytes"`         // of the machine
	OS          string  `json:"os"`                   // GOOS
	Arch        string  `json:"arch"`                 // GOARCH
	Kernel      string  `json:"kernel,omitempty"`     // release of the system's kernel
	Governor    string  `json:"governor,omitempty"`   // of the CPU's frequency, as in "performance"
	HugePages   string  `json:"huge_pages,omitempty"` // transparent huge pages, as in "madvise"
}

// Cache is one level of the CPU's caches, as seen from one core.
type Cache struct {
	Name  string `json:"name"`  // L1d, L2, L3
	Bytes uint64 `json:"bytes"` // its size
}

// Toolchain describes what built and ran the program.
type Toolchain struct {
	Go         string   `json:"go"`                // version, as in "go1.26.0"
	Modules    []Module `json:"modules,omitempty"` // that are linked in, sorted by path
	GOMAXPROCS int      `json:"gomaxprocs"`        // threads that run Go code at once
	GOGC       string   `json:"gogc"`              // percentage, or "off"
	GOAMD64    string   `json:"goamd64,omitempty"` // or what the architecture has in its place, as in "v3"
	Tags       string   `json:"tags,omitempty"`    // build tags, as in "purego"
}

// Module is one dependency.
type Module struct {
	Path    string `json:"path"`    // import path
	Version string `json:"version"` // as in go.mod
}

// Run is one call of `bench run` on the folder. A run without End was killed.
type Run struct {
	Start    time.Time `json:"start"`              // when it began
	End      time.Time `json:"end,omitzero"`       // when it ended by itself
	Machine  string    `json:"machine,omitempty"`  // which of the machines did it
	Revision string    `json:"revision"`           // of the source, "" when unknown
	Dirty    bool      `json:"dirty"`              // the source differed from its revision
	Done     int       `json:"done"`               // trials measured by this run
	Extra    int       `json:"extra,omitempty"`    // of those and the failed ones, repetitions beyond the plan, of times that did not grow with the size
	Failed   int       `json:"failed"`             // trials that could not be done
	Skipped  int       `json:"skipped"`            // trials that earlier runs had recorded
	Failures []Failure `json:"failures,omitempty"` // which failed, and why
}

// Failure is a trial that could not be done.
type Failure struct {
	Trial  string `json:"trial"`  // its id
	Reason string `json:"reason"` // as in its record
}

// Check reports what is wrong with a manifest.
func (m *Manifest) Check() error {
	if m.Schema != Schema {
		return fmt.Errorf("schema %d: must be %d", m.Schema, Schema)
	}
	for _, s := range m.Experiments {
		switch {
		case !utf8.ValidString(s.Text):
			return fmt.Errorf("experiment %s: its text is not UTF-8", s.Name)
		case s.SHA256 != digest([]byte(s.Text)):
			return fmt.Errorf("experiment %s: sha256 %s does not belong to its text, whose sha256 is %s",
				s.Name, s.SHA256, digest([]byte(s.Text)))
		}
	}
	return nil
}

// WriteManifest replaces the manifest of a results folder in one step: a reader,
// or a run that is killed, sees the old one or the new one, never a half. The
// folder is created when it is missing.
func WriteManifest(dir string, m Manifest) error {
	path := filepath.Join(dir, ManifestFile)
	if err := m.Check(); err != nil {
		return fmt.Errorf("manifest %s: %w", path, err)
	}
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false) // for people: experiment files hold < and >
	e.SetIndent("", "  ")
	if err := e.Encode(m); err != nil {
		return fmt.Errorf("manifest %s: %w", path, err)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("results: %w; choose a folder that can be written", err)
	}
	if err := replace.Text(path, text.Bytes()); err != nil {
		return fmt.Errorf("results: writing %s: %w; the manifest before it is kept", path, bare(err))
	}
	return nil
}

// removeTemporaries removes what was left of replacements in the folder of a records file where
// the writer was killed. The caller holds the folder's lock, so nobody is writing one.
func removeTemporaries(path string) {
	dir := filepath.Dir(path)
	files, err := os.ReadDir(dir)
	if err != nil {
		return // litter stays, and does no harm
	}
	for _, f := range files {
		for _, name := range []string{filepath.Base(path), ManifestFile} {
			if replace.Litter(f.Name(), name) {
				os.Remove(filepath.Join(dir, f.Name()))
			}
		}
	}
}

// ReadManifest reads the manifest of a results folder, strictly.
func ReadManifest(dir string) (Manifest, error) {
	path := filepath.Join(dir, ManifestFile)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Manifest{}, fmt.Errorf("results: %s: no %s there (%w); name a folder that bench run has written", dir, ManifestFile, fs.ErrNotExist)
	}
	if err != nil {
		return Manifest{}, fmt.Errorf("results: %w", err)
	}
	var m Manifest
	for _, check := range []func() error{
		func() error { return checkSchema(text) },
		func() error { return strictJSON(text, &m) },
		func() error { return m.Check() },
	} {
		if err := check(); err != nil {
			return Manifest{}, fmt.Errorf("%s: %w", path, err)
		}
	}
	return m, nil
}

// ReadDir reads a results folder: its manifest and its records in the order in
// which they were measured. As with [ReadFile], a [*TruncatedError] comes with
// all that is whole.
func ReadDir(dir string) (Manifest, []Record, error) {
	m, err := ReadManifest(dir)
	if err != nil {
		return Manifest{}, nil, err
	}
	records, err := ReadFile(filepath.Join(dir, RecordsFile))
	return m, records, err
}
