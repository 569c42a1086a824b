package contenders

import (
	"io/fs"
	"path"

	"github.com/pelletier/go-toml/v2"
)

// Described is what everybody may know of a filter that is a program of its own: what its
// contender.toml says of it.
type Described struct {
	Name, Doc                string
	Deletes, Refuses, Static bool
	Contender                string // its folder
	Language, Title, Version string
}

// List returns the filters of all contenders of the project, by folder. It panics on a
// file that does not decode: a test reads them all.
func List() (list []Described) {
	files, err := fs.Glob(Files, "*/contender.toml")
	if err != nil {
		panic("contenders: " + err.Error())
	}
	for _, file := range files {
		text, err := fs.ReadFile(Files, file)
		if err != nil {
			panic("contenders: " + err.Error())
		}
		var c struct {
			Title, Language, Version string
			Filter                   []struct {
				Name, Doc                string
				Deletes, Refuses, Static bool
			}
		}
		if err := toml.Unmarshal(text, &c); err != nil {
			panic("contenders: " + file + ": " + err.Error())
		}
		for _, f := range c.Filter {
			list = append(list, Described{f.Name, f.Doc, f.Deletes, f.Refuses, f.Static, path.Dir(file), c.Language, c.Title, c.Version})
		}
	}
	return list
}
