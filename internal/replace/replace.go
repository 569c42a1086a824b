// Package replace writes files in one step: whoever reads one, or kills the writer, finds the
// file of before or the one of after, never a half.
//
// Its one idea is a neighbour that is written, made durable and renamed. What is left of a
// neighbour when the writer was killed is hidden, and [Litter] knows its name.
package replace

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
)

// Step, if it is set, is asked before each step of a replacement: create, write, sync or rename.
// Its error is that of the step. Tests put a full disk or a killed process there.
var Step func(step, path string) error

func ask(step, path string) error {
	if Step == nil {
		return nil
	}
	return Step(step, path)
}

// File is the neighbour of a file that it will replace.
type File struct {
	file    *os.File
	path    string
	derived bool // it need not be durable
}

// Create begins to replace the file at a path, whose folder must be there.
func Create(path string) (*File, error) {
	if err := ask("create", path); err != nil {
		return nil, err
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return nil, err
	}
	return &File{file: f, path: path}, nil
}

// Litter reports whether a name in the folder of a file is that of a neighbour.
func Litter(name, path string) bool { return strings.HasPrefix(name, "."+filepath.Base(path)+".") }

// Clean removes what killed writers left beside a file. Nobody else may be writing it.
func Clean(path string) {
	left, err := filepath.Glob(filepath.Join(filepath.Dir(path), ".*"))
	if err != nil {
		return // it stays, and does no harm
	}
	for _, name := range left {
		if Litter(filepath.Base(name), path) {
			os.Remove(name)
		}
	}
}

// Write implements io.Writer.
func (f *File) Write(text []byte) (int, error) {
	if err := ask("write", f.path); err != nil {
		return 0, err
	}
	return f.file.Write(text)
}

// Name is where the neighbour is.
func (f *File) Name() string { return f.file.Name() }

// Close makes the neighbour durable. Nothing is left of one that could not be.
func (f *File) Close() error {
	err := ask("sync", f.path)
	if err == nil {
		err = f.file.Chmod(0o644)
	}
	if err == nil && !f.derived {
		err = f.file.Sync()
	}
	if err = errors.Join(err, f.file.Close()); err != nil {
		f.Remove()
	}
	return err
}

// Rename puts the closed neighbour in the place of the file. Nothing is left of one that could
// not be.
func (f *File) Rename() error {
	err := ask("rename", f.path)
	if err == nil {
		err = os.Rename(f.Name(), f.path)
	}
	if err != nil {
		f.Remove()
	}
	return err
}

// Remove gives the neighbour up.
func (f *File) Remove() { os.Remove(f.Name()) }

// Abandon closes the neighbour and gives it up.
func (f *File) Abandon() {
	f.file.Close()
	f.Remove()
}

// Text replaces the file at a path by a text. On an error it is as it was.
func Text(path string, text []byte) error { return put(path, text, true) }

// Derived is [Text] for what can be computed again, and so need not be durable.
func Derived(path string, text []byte) error { return put(path, text, false) }

func put(path string, text []byte, durable bool) error {
	f, err := Create(path)
	if err != nil {
		return err
	}
	f.derived = !durable
	if _, err := f.Write(text); err != nil {
		f.Abandon()
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return f.Rename()
}
