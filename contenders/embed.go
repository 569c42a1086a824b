// Package contenders has the descriptions of the filters that are programs of their own,
// for a program that is run away from their folders: the names are known everywhere, and
// what cannot be run says why.
package contenders

import "embed"

// Files are the contender.toml of every folder.
//
//go:embed */contender.toml
var Files embed.FS
