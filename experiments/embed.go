// Package experiments holds the declared experiments: what is measured, as files
// for people to read, edit and copy. Nothing else in the project decides what is
// run. The files are numbered in report order; the number is not part of an
// experiment's name. README.md explains the format.
package experiments

import "embed"

// Files are the declared experiments.
//
//go:embed *.toml
var Files embed.FS
