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
	"filterbench/analysis/figures"
)

// Options are what a caller may want otherwise. The zero value will do.
type Options struct {
	Wrote func(path string) // called for every file that was changed
}

// Write fills the blocks of the report at path from a dataset and writes the
// figures into the dataset's folder, below figures/. Prose is kept as it is. Files
// that have not changed are not touched; figures of earlier reports that the
// dataset no longer gives are removed.
func Write(d *analysis.Dataset, path string, o Options) error {
	files, err := produce(d, path)
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
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
	stale, err := staleFigures(d, files)
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
func Check(d *analysis.Dataset, path string) error {
	files, err := produce(d, path)
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
	stale, err := staleFigures(d, files)
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	if len(stale) > 0 {
		return fmt.Errorf("report: %s belongs to no figure of the report; run make report", stale[0])
	}
	return nil
}

// produce computes every file of the report, by path.
func produce(d *analysis.Dataset, path string) (map[string][]byte, error) {
	text, charts, err := compose(d, path)
	if err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	files := map[string][]byte{path: []byte(text)}
	for id, chart := range charts {
		forms, err := figures.Render(chart)
		if err != nil {
			return nil, fmt.Errorf("report: %w", err)
		}
		for suffix, content := range forms {
			files[filepath.Join(figuresDir(d), id+"."+suffix)] = content
		}
	}
	return files, nil
}

// compose fills the blocks of the report at path, and returns its text and the
// charts to be drawn.
func compose(d *analysis.Dataset, path string) (text string, charts map[string]figures.Chart, err error) {
	document, err := os.ReadFile(path)
	if err != nil {
		return "", nil, err
	}
	list, err := split(path, string(document))
	if err != nil {
		return "", nil, err
	}
	if err := match(path, list, blockIDs()); err != nil {
		return "", nil, err
	}
	c, err := newContext(d, filepath.Dir(path))
	if err != nil {
		return "", nil, err
	}
	if err := c.checkProse(path, list); err != nil {
		return "", nil, err
	}
	text, err = join(list, c.fill)
	if err != nil {
		return "", nil, fmt.Errorf("%s: %w", path, err)
	}
	return text, c.charts, nil
}

func figuresDir(d *analysis.Dataset) string { return filepath.Join(d.Dir, "figures") }

// staleFigures lists files in the folder of figures that have a figure's suffix
// and are not among files.
func staleFigures(d *analysis.Dataset, files map[string][]byte) ([]string, error) {
	entries, err := os.ReadDir(figuresDir(d))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var stale []string
	for _, e := range entries {
		name := filepath.Join(figuresDir(d), e.Name())
		_, wanted := files[name]
		suffix := strings.TrimPrefix(filepath.Ext(name), ".")
		if !wanted && slices.Contains([]string{"svg", "png", "csv"}, suffix) {
			stale = append(stale, name)
		}
	}
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

// replaceFile writes a neighbour and renames it, so that a reader sees the old
// file or the new one.
func replaceFile(name string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	err = errors.Join(err, f.Chmod(0o644), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}
