package contender

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"
)

// File is the name of the file that makes a folder a contender.
const File = "contender.toml"

// Contender is a program and the filters that it has.
type Contender struct {
	Name string // of its folder
	Dir  string // its folder, "" where it is not here

	Title    string   `toml:"title"`    // what it is, in a line
	Language string   `toml:"language"` // that the filter is written in
	Source   string   `toml:"source"`   // where the library is from
	Version  string   `toml:"version"`  // of the library; the driver must say the same, or may say what it likes where it is "any"
	Needs    []Need   `toml:"needs"`    // what the machine must have
	Build    []string `toml:"build"`    // command that builds the driver; none where there is nothing to build
	Makes    string   `toml:"makes"`    // file that the command makes
	Probe    []string `toml:"ready"`    // command that fails, and says why, where a built driver cannot do its work; none if it can
	Command  []string `toml:"run"`      // command that runs the driver
	Texts    bool     `toml:"texts"`    // the driver takes keys of any length
	Filters  []Filter `toml:"filter"`
}

// Need is something that the machine must have: a command or a file.
type Need struct {
	Command string `toml:"command"` // a name on the search path, or a path
	File    string `toml:"file"`    // a path
	Get     string `toml:"get"`     // how to get it
}

// Filter is one filter of a contender.
type Filter struct {
	Name    string  `toml:"name"`    // the family's name in experiments
	Doc     string  `toml:"doc"`     // what it is, in half a sentence
	Deletes bool    `toml:"deletes"` // it has a delete
	Refuses bool    `toml:"refuses"` // an insert can be refused
	Reports bool    `toml:"reports"` // an insert says whether it changed the filter, and threads may share the filter
	Static  bool    `toml:"static"`  // it is built once, from all keys
	Grows   bool    `toml:"grows"`   // it adds to its table as keys come
	Params  []Param `toml:"params"`

	Commands string `toml:"commands"` // prefix of a server's commands whose replies a model here foresees; "" for all others
}

// Param is a parameter of a filter, a number.
type Param struct {
	Name    string  `toml:"name"`
	Default float64 `toml:"default"`
	Min     float64 `toml:"min"`
	Max     float64 `toml:"max"`
	Doc     string  `toml:"doc"`
}

// Load reads the contenders in the folders below dir, in the order of their names. A dir
// that does not exist has none. The error names the file and the key at fault.
func Load(dir string) ([]Contender, error) {
	full, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("contenders: %w", err)
	}
	return LoadFS(os.DirFS(full), full)
}

// LoadFS is Load for descriptions in a file system. The drivers are below dir; where that
// is "" there are none, and no contender is ready.
func LoadFS(files fs.FS, dir string) ([]Contender, error) {
	found, err := fs.Glob(files, "*/"+File)
	if err != nil {
		return nil, fmt.Errorf("contenders: %w", err)
	}
	var list []Contender
	owner := map[string]string{}
	for _, file := range found {
		c, err := read(files, file)
		if err != nil {
			return nil, fmt.Errorf("contenders: %s: %w", path.Join(filepath.ToSlash(dir), file), err)
		}
		if dir != "" {
			c.Dir = filepath.Join(dir, c.Name)
		}
		for _, f := range c.Filters {
			if other, twice := owner[f.Name]; twice {
				return nil, fmt.Errorf("contenders: %s: filter %q is one of contender %s already", file, f.Name, other)
			}
			owner[f.Name] = c.Name
		}
		list = append(list, c)
	}
	return list, nil
}

func read(files fs.FS, file string) (Contender, error) {
	text, err := fs.ReadFile(files, file)
	if err != nil {
		return Contender{}, err
	}
	c := Contender{Name: path.Dir(file)}
	decoder := toml.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&c); err != nil {
		var unknown *toml.StrictMissingError
		if errors.As(err, &unknown) {
			return c, fmt.Errorf("key %q is not one of a contender", strings.Join(unknown.Errors[0].Key(), "."))
		}
		return c, err
	}
	return c, c.check()
}

var plainName = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)

func (c Contender) check() error {
	for _, need := range [][2]string{{"title", c.Title}, {"language", c.Language}, {"version", c.Version}} {
		if need[1] == "" {
			return fmt.Errorf("key %q is missing", need[0])
		}
	}
	if len(c.Command) == 0 {
		return errors.New(`key "run" is missing: the command that runs the driver`)
	}
	if len(c.Filters) == 0 {
		return errors.New("no [[filter]]: nothing to measure")
	}
	for _, n := range c.Needs {
		if (n.Command == "") == (n.File == "") || n.Get == "" {
			return errors.New(`key "needs": each has a command or a file, and says how to get it`)
		}
	}
	for _, f := range c.Filters {
		if !plainName.MatchString(f.Name) || f.Doc == "" {
			return fmt.Errorf("filter %q: needs a name of small letters, digits and hyphens, and a doc", f.Name)
		}
		for _, p := range f.Params {
			if !plainName.MatchString(p.Name) || !(p.Min <= p.Default && p.Default <= p.Max) {
				return fmt.Errorf("filter %q: parameter %q: needs a name, and a default from its min to its max", f.Name, p.Name)
			}
		}
	}
	return nil
}

// Missing lists what the machine lacks to build and run the driver.
func (c Contender) Missing() []Need {
	return slices.DeleteFunc(slices.Clone(c.Needs), func(n Need) bool {
		if n.File != "" {
			_, err := os.Stat(n.File)
			return err == nil
		}
		_, err := exec.LookPath(n.Command)
		return err == nil
	})
}

// Built reports whether the driver is there.
func (c Contender) Built() bool {
	if c.Makes == "" {
		return true
	}
	_, err := os.Stat(filepath.Join(c.Dir, c.Makes))
	return err == nil
}

// Ready returns nil if the driver can be run, or an error that says what to do first. It
// may run a command of the contender's.
func (c Contender) Ready() error {
	if err := c.installed(); err != nil || len(c.Probe) == 0 {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), probePatience)
	defer cancel()
	probe := exec.CommandContext(ctx, c.Probe[0], c.Probe[1:]...)
	probe.Dir = c.Dir
	if said, err := probe.CombinedOutput(); err != nil {
		return fmt.Errorf("contender %s cannot run here%s", c.Name, cmp.Or(firstLine(said), ": "+err.Error()))
	}
	return nil
}

// probePatience is how long a driver may take to say whether it can do its work.
const probePatience = 10 * time.Second

// installed is Ready without asking the driver.
func (c Contender) installed() error {
	if c.Dir == "" {
		return fmt.Errorf("contender %s is not here: its driver is in the folder contenders/%s of the project", c.Name, c.Name)
	}
	if missing := c.Missing(); len(missing) > 0 {
		n := missing[0]
		return fmt.Errorf("contender %s needs %s, which is not on this machine: %s", c.Name, n.Command+n.File, n.Get)
	}
	if !c.Built() {
		return fmt.Errorf("contender %s is not built: bench contenders build %s", c.Name, c.Name)
	}
	return nil
}

// Make builds the driver. The error has the first line of what the build said.
func (c Contender) Make(ctx context.Context) error {
	if len(c.Build) == 0 {
		return nil
	}
	if missing := c.Missing(); len(missing) > 0 {
		return c.Ready()
	}
	build := exec.CommandContext(ctx, c.Build[0], c.Build[1:]...)
	build.Dir = c.Dir
	if said, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("contender %s: %s: %w%s", c.Name, strings.Join(c.Build, " "), err, firstLine(said))
	}
	if !c.Built() {
		return fmt.Errorf("contender %s: %s made no %s", c.Name, strings.Join(c.Build, " "), c.Makes)
	}
	return nil
}

// Filter returns the filter of a name.
func (c Contender) Filter(name string) (Filter, bool) {
	i := slices.IndexFunc(c.Filters, func(f Filter) bool { return f.Name == name })
	if i < 0 {
		return Filter{}, false
	}
	return c.Filters[i], true
}

// firstLine quotes the first line of what a program said that is not empty.
func firstLine(said []byte) string {
	for line := range bytes.Lines(said) {
		if line = bytes.TrimSpace(line); len(line) > 0 {
			return fmt.Sprintf(": %.200s", line)
		}
	}
	return ""
}
