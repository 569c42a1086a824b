// Mutants breaks the analysis on purpose and looks whether a test notices. It chooses
// places at random with a seed: a margin of a claim, a condition of a selection, the
// measure of a column of the report, a percentile, a comparison. Each change is made in a
// copy of the project, and the narrow tests of its package run there; a mutant that no test
// kills is a line that no test looks at.
//
//	go run ./internal/mutants -n 20 -seed 1
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// kind is a way to break a line.
type kind struct {
	name  string
	files string         // glob below the project
	line  *regexp.Regexp // what must stand on the line; its first group is what is replaced
	with  func(old string, r *rand.Rand) string
	tests []string // packages whose tests must notice, the narrowest first
}

var (
	claimTests  = []string{"./analysis/claims"}
	reportTests = []string{"./analysis/report", "report"}
	figureTests = []string{"./analysis/figures", "report"}
)

var kinds = []kind{
	{"margin", "analysis/claims/ledger_*.go", regexp.MustCompile(`In: +(?:near|from|upTo|between|never)\((?:[0-9.e_+-]+, )?([0-9][0-9.e_+-]*)\)`), another, claimTests},
	{"selection", "analysis/claims/ledger_*.go", regexp.MustCompile(`"[a-z0-9-]+ [^"]*?((?: [a-z.]+(?:=|>|<|>=|!=)[^ "]+))"`), func(string, *rand.Rand) string { return "" }, claimTests},
	{"comparison", "analysis/claims/[a-k]*.go", comparison, flip, claimTests},
	{"comparison", "analysis/measure/statistic*.go", comparison, flip, []string{"./analysis/claims", "report"}},
	{"percentile", "analysis/measure/*.go", percentile, shift, []string{"./analysis/measure", "./analysis/claims", "report"}},
	{"percentile", "analysis/figures/*.go", percentile, shift, figureTests},
	{"column", "analysis/report/chapter_*.go", regexp.MustCompile(`^\s*\{"[^"]+", func\([^)]*\) value \{ return (.*) \}\},$`), func(string, *rand.Rand) string { return "nothing" }, reportTests},
	{"comparison", "analysis/report/rows_*.go", comparison, flip, reportTests},
}

var (
	comparison = regexp.MustCompile(`(?:if|for|case|return|&&|\|\|) [^"]* (<=|>=|<|>|&&|\|\|) `)
	percentile = regexp.MustCompile(`(?:Quantile|Percentile)\([^"]*?(0\.[0-9]+)\)`)
)

// another is a number a little beyond or within another.
func another(old string, r *rand.Rand) string {
	x, err := strconv.ParseFloat(strings.ReplaceAll(old, "_", ""), 64)
	if err != nil {
		return old
	}
	return strconv.FormatFloat(x*[]float64{0.9, 1.1, 2}[r.IntN(3)], 'g', -1, 64)
}

func flip(old string, _ *rand.Rand) string {
	return map[string]string{"<": ">", ">": "<", "<=": ">", ">=": "<", "&&": "||", "||": "&&"}[old]
}

func shift(old string, _ *rand.Rand) string {
	x, _ := strconv.ParseFloat(old, 64)
	return strconv.FormatFloat(0.25+x/2, 'g', 6, 64)
}

// place is a line that one kind can break.
type place struct {
	kind
	file       string
	number     int // of the line, from 1
	start, end int // of what is replaced in the file
}

// places lists all that a kind can break.
func (k kind) places(root string) (list []place, err error) {
	files, err := filepath.Glob(filepath.Join(root, k.files))
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		offset := 0
		for i, line := range strings.SplitAfter(string(text), "\n") {
			code, _, _ := strings.Cut(line, "//")
			if m := k.line.FindStringSubmatchIndex(strings.TrimRight(code, "\n")); m != nil {
				list = append(list, place{kind: k, file: file, number: i + 1, start: offset + m[2], end: offset + m[3]})
			}
			offset += len(line)
		}
	}
	return list, nil
}

func main() {
	n := flag.Int("n", 20, "mutants to try")
	seed := flag.Uint64("seed", 1, "of the choice")
	limit := flag.Duration("limit", 5*time.Minute, "for the tests of one mutant; a mutant that never ends is killed")
	flag.Parse()
	if err := run(os.Stdout, *n, *seed, *limit); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

func run(out io.Writer, n int, seed uint64, limit time.Duration) error {
	root, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return err
	}
	defer os.RemoveAll(root)
	if err := copyTree(".", root); err != nil {
		return err
	}
	r := rand.New(rand.NewPCG(seed, 0))
	choices := make([][]place, len(kinds))
	for i, k := range kinds {
		if choices[i], err = k.places(root); err != nil {
			return err
		}
	}
	killed, tried := 0, 0
	for attempt := 0; tried < n && attempt < 10*n; attempt++ {
		list := choices[attempt%len(choices)] // kinds take turns, so that none is left out
		if len(list) == 0 {
			continue
		}
		p := list[r.IntN(len(list))]
		verdict, err := p.try(out, root, r, limit)
		if err != nil {
			return err
		}
		if verdict == skipped {
			continue
		}
		tried++
		if verdict == dead {
			killed++
		}
	}
	fmt.Fprintf(out, "%d of %d mutants killed, seed %d\n", killed, tried, seed)
	if killed < tried {
		return errors.New("some mutants survived")
	}
	return nil
}

type outcome int

const (
	skipped outcome = iota // it does not compile, or changes nothing
	dead
	alive
)

// try makes one change, runs the tests and takes it back.
func (p place) try(out io.Writer, root string, r *rand.Rand, limit time.Duration) (outcome, error) {
	text, err := os.ReadFile(p.file)
	if err != nil {
		return skipped, err
	}
	old := string(text[p.start:p.end])
	instead := p.with(old, r)
	if instead == old {
		return skipped, nil
	}
	changed := slices.Concat(text[:p.start], []byte(instead), text[p.end:])
	if err := os.WriteFile(p.file, changed, 0o666); err != nil {
		return skipped, err
	}
	defer os.WriteFile(p.file, text, 0o666)
	if command(root, limit, "go", "build", "./analysis/...", "./cmd/bench") != nil {
		return skipped, nil
	}
	verdict, by := alive, ""
	for _, test := range p.tests {
		args := []string{"go", "test", "-count=1", "-failfast", test}
		if test == "report" {
			args = []string{"go", "run", "./cmd/bench", "report", "--results", "results/reference", "--check"}
		}
		if command(root, limit, args...) != nil {
			verdict, by = dead, test
			break
		}
	}
	where, err := filepath.Rel(root, p.file)
	if err != nil {
		return skipped, err
	}
	fmt.Fprintf(out, "%-8s %-10s %s:%d: %q becomes %q %s\n", map[outcome]string{dead: "killed", alive: "SURVIVED"}[verdict], p.name, where, p.number, strings.TrimSpace(old), strings.TrimSpace(instead), by)
	return verdict, nil
}

// command runs a program in the copy, until a time at most.
func command(root string, limit time.Duration, args ...string) error {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	c := exec.CommandContext(ctx, args[0], args[1:]...)
	c.Dir = root
	return c.Run()
}

// copyTree copies the project, without its history and without large files that no test
// of the analysis reads.
func copyTree(from, to string) error {
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.Name() == ".git" {
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		target := filepath.Join(to, path)
		if d.IsDir() {
			return os.MkdirAll(target, 0o777)
		}
		if !d.Type().IsRegular() {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(target, text, 0o666)
	})
}
