package main

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"filterbench/experiments"
	"filterbench/harness"
	"filterbench/internal/near"
	"filterbench/internal/record"
	"filterbench/workloads"
)

// selection is the flags that choose what to run, shared by plan and run.
type selection struct {
	profile string
	names   []string // of declared experiments
	files   []string // of the user's own
	memory  float64  // GiB
	again   int      // which replication: 0 takes the seeds of the files

	bounds harness.Bounds         // on its trials, once it is expanded
	given  func(flag string) bool // reports whether a flag was given
}

func (s *selection) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	redisFlag(f)
	s.given = f.Changed
	f.StringVarP(&s.profile, "profile", "p", "standard", "how much to measure: "+strings.Join(harness.Profiles, ", "))
	f.StringSliceVarP(&s.names, "experiment", "e", nil, "only these declared experiments (see bench list); default all")
	f.StringArrayVarP(&s.files, "file", "f", nil, "an experiment file of your own, instead of the declared ones; may be given again")
	f.IntVar(&s.again, "replication", 0, "measure the same with fresh seeds, others for each number from 1 on; 0 takes the seeds of the files")
	f.Float64Var(&s.memory, "memory", harness.DefaultMemory>>30, "memory budget in GiB; a plan beyond it is refused, a trial that passes it is stopped and recorded as failed")
	complete(cmd, "profile", harness.Profiles)
	complete(cmd, "experiment", declaredNames())
}

// limitMemory makes the budget, or what the machine has if that is less, a bound on what the
// program holds, and returns the bounds on its trials.
func limitMemory(gib float64) harness.Bounds {
	bounds := harness.UsualBounds(uint64(min(gib*(1<<30), 1<<62)))
	harness.LimitCollector(bounds)
	workloads.LimitFiles(bounds.Bytes / 2) // the keys, and what is made of them
	return bounds
}

// complete offers words for a flag in shell completion.
func complete(cmd *cobra.Command, flag string, words []string) {
	fixed := cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)
	if err := cmd.RegisterFlagCompletionFunc(flag, fixed); err != nil {
		panic("bench: " + err.Error()) // the flag does not exist: caller bug
	}
}

// plan expands what the flags select. All its errors are the user's.
func (s *selection) plan() (harness.Plan, error) {
	plan, err := s.expand()
	if err != nil {
		return plan, usageError{err}
	}
	return plan, nil
}

func (s *selection) expand() (harness.Plan, error) {
	if !(s.memory > 0) {
		return harness.Plan{}, usagef("--memory %v: must be above 0", s.memory)
	}
	s.bounds = limitMemory(s.memory)
	chosen, err := s.load()
	if err != nil {
		return harness.Plan{}, err
	}
	if s.again < 0 {
		return harness.Plan{}, usagef("--replication %d: must be 0 or above", s.again)
	}
	for i := range chosen {
		chosen[i] = chosen[i].Replicate(s.again)
	}
	plan, err := harness.Expand(s.profile, chosen)
	if err != nil {
		return plan, err
	}
	if err := plan.CheckBudget(uint64(s.memory * (1 << 30))); err != nil {
		return plan, err
	}
	return plan, plan.CheckKeys()
}

func (s *selection) load() ([]harness.Experiment, error) {
	if s.given("experiment") && len(s.names) == 0 {
		return nil, usagef("--experiment names no experiment; there are %s", strings.Join(declaredNames(), ", "))
	}
	if len(s.files) > 0 {
		if len(s.names) > 0 {
			return nil, usagef("--experiment and --file exclude each other")
		}
		return loadFiles(s.files)
	}
	all, err := declared()
	if err != nil || len(s.names) == 0 {
		return all, err
	}
	for _, name := range s.names {
		if !slices.ContainsFunc(all, func(e harness.Experiment) bool { return e.Name == name }) {
			return nil, usagef("--experiment %q: no such experiment; %s", name, near.Hint(name, declaredNames()))
		}
	}
	return slices.DeleteFunc(all, func(e harness.Experiment) bool { return !slices.Contains(s.names, e.Name) }), nil
}

func loadFiles(paths []string) ([]harness.Experiment, error) {
	var list []harness.Experiment
	for _, path := range paths {
		source, err := readExperiment(path)
		if err != nil {
			return nil, usagef("--file: %w", err)
		}
		e, err := harness.Decode(experimentName(path), path, source)
		if err != nil {
			return nil, err
		}
		list = append(list, e)
	}
	return list, nil
}

// longestExperiment bounds the bytes of an experiment file, and the memory that one which
// never ends can claim.
const longestExperiment = 64 << 20

// readExperiment reads an experiment file. A named pipe is refused, for it waits for a writer
// that may never come.
func readExperiment(path string) ([]byte, error) {
	if info, err := os.Lstat(path); err == nil && info.Mode()&os.ModeNamedPipe != 0 {
		return nil, fmt.Errorf("%s is a named pipe; give a file", path)
	}
	if !utf8.ValidString(experimentName(path)) {
		return nil, fmt.Errorf("%q: an experiment is called after its file, and this name is not UTF-8; rename the file", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, longestExperiment+1))
	if err == nil && len(text) > longestExperiment {
		return nil, fmt.Errorf("%s is longer than %d MiB; this is no experiment file", path, longestExperiment>>20)
	}
	return text, err
}

// declared decodes the experiments that come with the program, in report order.
func declared() ([]harness.Experiment, error) {
	paths, err := fs.Glob(experiments.Files, "*.toml")
	if err != nil {
		return nil, err
	}
	var list []harness.Experiment
	for _, path := range paths { // Glob sorts: the files' numbers give the order
		source, err := experiments.Files.ReadFile(path)
		if err != nil {
			return nil, err
		}
		e, err := harness.Decode(experimentName(path), "experiments/"+path, source)
		if err != nil {
			return nil, err
		}
		list = append(list, e)
	}
	return list, nil
}

// workloadNames are the workloads that there are.
func workloadNames() []string {
	var names []string
	for _, s := range workloads.Schemas() {
		names = append(names, s.Name)
	}
	return names
}

// completeResults offers the folders of runs that there are below results, and other folders.
func completeResults(cmd *cobra.Command, flag string) {
	if err := cmd.RegisterFlagCompletionFunc(flag, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return resultsFolders(), cobra.ShellCompDirectiveDefault
	}); err != nil {
		panic("bench: " + err.Error()) // the flag does not exist: caller bug
	}
}

func resultsFolders() []string {
	manifests, _ := filepath.Glob(filepath.Join("results", "*", record.ManifestFile))
	for i, path := range manifests {
		manifests[i] = filepath.Dir(path)
	}
	return manifests
}

func declaredNames() []string {
	paths, _ := fs.Glob(experiments.Files, "*.toml")
	for i, path := range paths {
		paths[i] = experimentName(path)
	}
	return paths
}

var fileNumber = regexp.MustCompile(`^[0-9]+-`)

// experimentName is a file's name without folder, number and suffix.
func experimentName(path string) string {
	name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	return fileNumber.ReplaceAllString(name, "")
}
