package report

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"filterbench/analysis"
	"filterbench/analysis/claims"
	"filterbench/analysis/explore"
	"filterbench/analysis/figures"
	"filterbench/internal/replace"
)

// Options are what a caller may want otherwise. The zero value will do.
type Options struct {
	Wrote  func(path string) // called for every file that was changed
	Second *analysis.Dataset // a second run, whose verdicts under the same rules stand beside the first's; nil for none
}

// Write writes the report of a dataset: its first page at path, and in the dataset's
// folder the chapters with their tables below report/, and the figures below figures/.
// Files that have not changed are not touched; those of earlier reports that the dataset
// no longer gives are removed, and what a killed one left.
func Write(d *analysis.Dataset, path string, o Options) error {
	files, err := produce(d, o.Second, path)
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		replace.Clean(name)
		if old, err := os.ReadFile(name); err == nil && bytes.Equal(old, files[name]) {
			continue
		}
		if err := replaceFile(name, files[name]); err != nil {
			return fmt.Errorf("report: %w", err)
		}
		if o.Wrote != nil {
			o.Wrote(name)
		}
	}
	stale, err := staleFiles(d, files)
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	for _, name := range stale {
		if err := os.Remove(name); err != nil {
			return fmt.Errorf("report: %w", err)
		}
	}
	return nil
}

// Check does what Write does without writing, and returns an error that names the
// first file that differs from what Write would leave.
func Check(d *analysis.Dataset, path string, o Options) error {
	files, err := produce(d, o.Second, path)
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		old, err := os.ReadFile(name)
		if errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("report: %s is missing; run make report", name)
		}
		if err != nil {
			return fmt.Errorf("report: %w", err)
		}
		if !bytes.Equal(old, files[name]) {
			return fmt.Errorf("report: %s differs from what its records give, first in line %d; run make report", name, firstDifference(old, files[name]))
		}
	}
	stale, err := staleFiles(d, files)
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	if len(stale) > 0 {
		return fmt.Errorf("report: %s belongs to nothing in the report; run make report", stale[0])
	}
	return nil
}

// produce computes every file of the report, by path.
func produce(d, second *analysis.Dataset, path string) (map[string][]byte, error) {
	r, err := newRun(d, path)
	if err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	if second != nil {
		if err := claims.Replicate(r.results, second); err != nil {
			return nil, err
		}
	}
	files, err := r.pages()
	if err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	page, err := explore.Page([]*analysis.Dataset{d}, r.results)
	if err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	files[filepath.Join(d.Dir, explore.File)] = page
	for id, chart := range r.charts {
		forms, err := figures.Render(chart)
		if err != nil {
			return nil, fmt.Errorf("report: %w", err)
		}
		for suffix, content := range forms {
			files[filepath.Join(d.Dir, figuresFolder, id+"."+suffix)] = content
		}
	}
	return files, nil
}

// pages composes the text of the report: first page, chapters, tables and glossary.
func (r *run) pages() (map[string][]byte, error) {
	files := map[string][]byte{}
	folder := filepath.Join(r.d.Dir, chaptersFolder)
	for _, ch := range r.chapters() {
		p, err := r.writeChapter(ch)
		if err != nil {
			return nil, err
		}
		files[filepath.Join(folder, p.name)] = []byte(clean(p.out.String()))
		for name, content := range p.files {
			if _, taken := files[filepath.Join(folder, name)]; taken {
				return nil, fmt.Errorf("two tables are called %s", name)
			}
			files[filepath.Join(folder, name)] = content
		}
	}
	ledger, err := r.claimsPage()
	if err != nil {
		return nil, err
	}
	files[filepath.Join(folder, ledger.name)] = []byte(clean(ledger.out.String()))
	files[filepath.Join(folder, "glossary.md")] = []byte(clean(r.glossary()))
	front, err := r.front()
	if err != nil {
		return nil, err
	}
	files[r.report] = []byte(clean(front))
	return files, nil
}

// clean leaves one empty line where there are several, and one line end at the end.
func clean(text string) string {
	for strings.Contains(text, "\n\n\n") {
		text = strings.ReplaceAll(text, "\n\n\n", "\n\n")
	}
	return strings.TrimSpace(text) + "\n"
}

// staleFiles lists what lies in the folders of figures and chapters, has the suffix of
// what is written there, and is not among files.
func staleFiles(d *analysis.Dataset, files map[string][]byte) ([]string, error) {
	var stale []string
	for folder, suffixes := range map[string][]string{figuresFolder: {"svg", "png", "csv"}, chaptersFolder: {"md", "csv"}} {
		entries, err := os.ReadDir(filepath.Join(d.Dir, folder))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			name := filepath.Join(d.Dir, folder, e.Name())
			_, wanted := files[name]
			if !wanted && slices.Contains(suffixes, strings.TrimPrefix(filepath.Ext(name), ".")) {
				stale = append(stale, name)
			}
		}
	}
	slices.Sort(stale)
	return stale, nil
}

func firstDifference(a, b []byte) int {
	line := 1
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return line
		}
		if a[i] == '\n' {
			line++
		}
	}
	return line
}

// replaceFile writes a file in one step, and its folder where it is missing.
func replaceFile(name string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return replace.Derived(name, content)
}
