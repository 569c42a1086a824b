package main

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"text/template"
	"time"

	"github.com/spf13/cobra"

	"filterbench/harness"
)

// submission is what the jobs of a cluster are made of.
type submission struct {
	Program string   // path of bench
	Flags   []string // that choose the plan
	Results string   // folder that all machines see
	Shards  int
	MiB     uint64 // of each task
	Minutes int    // of each task, with room
	Cores   int    // of each task
	Image   string // Kubernetes
	Claim   string // Kubernetes: the volume claim whose root is Results
	Name    string
}

// Deadline is when the merge of Kubernetes gives up, in seconds: when every shard had its time
// and was tried again three times.
func (s submission) Deadline() int { return 4 * 60 * s.Minutes }

// What a task gets beyond what the plan says: estimates are rough, and a task that is stopped
// by the cluster must be resumed.
const (
	memoryRoom = 1.25
	programMiB = 256
	timeRoom   = 10
	leastTime  = 10 * time.Minute
)

func newSubmitCmd() *cobra.Command {
	var s selection
	var slurm, kubernetes, dry bool
	var results, image, claim string
	var shards, cores int
	cmd := &cobra.Command{
		Use:   "submit",
		Short: "Hand a run to a cluster: an array job of Slurm, or an Indexed Job of Kubernetes",
		Long: `submit writes a job in which every task measures one shard of the plan, and another that
merges them when all are done, with time and memory from the plan. A task that is stopped and
queued again resumes its shard. What is timed needs nodes that are built alike, and alone on
their cores: choose them with your cluster's own options, which sbatch takes from the
environment (SBATCH_PARTITION and the like).

--slurm writes the two scripts into the results folder and calls sbatch, or with --dry-run
only prints them. --kubernetes prints a manifest for kubectl apply -f -.`,
		Example: `  bench submit --slurm --shards 16 --profile full --results /shared/full
  bench submit --kubernetes --shards 16 --image IMAGE --claim results | kubectl apply -f -
  bench status /shared/full/shard-*`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if slurm == kubernetes {
				return usagef("submit: give one of --slurm and --kubernetes")
			}
			if shards < 1 || shards > 10_000 {
				return usagef("--shards %d: must be from 1 to 10000", shards)
			}
			if cores < 1 || cores > 1024 {
				return usagef("--cores %d: must be from 1 to 1024", cores)
			}
			if kubernetes && len(s.files) > 0 {
				return usagef("submit --kubernetes takes no --file, which its containers have not; use an image that declares the experiment, and --experiment")
			}
			if kubernetes && (image == "" || claim == "") {
				return usagef("submit --kubernetes needs --image and --claim")
			}
			plan, err := s.plan()
			if err != nil {
				return err
			}
			job, err := newSubmission(plan, &s, shards, cores)
			if err != nil {
				return err
			}
			job.Image, job.Claim = image, claim
			if results == "" {
				results = filepath.Join("results", plan.Profile)
			}
			if kubernetes {
				job.Program, job.Results = "bench", "/results"
				return kubernetesManifest.Execute(cmd.OutOrStdout(), job)
			}
			if job.Results, err = filepath.Abs(results); err != nil {
				return err
			}
			if job.Program, err = os.Executable(); err != nil {
				return err
			}
			return submitSlurm(cmd.OutOrStdout(), job, dry)
		},
	}
	s.flags(cmd)
	f := cmd.Flags()
	f.BoolVar(&slurm, "slurm", false, "an array job, and a job that merges")
	f.BoolVar(&kubernetes, "kubernetes", false, "an Indexed Job, and a Job that merges")
	f.BoolVar(&dry, "dry-run", false, "print the scripts and submit nothing (Slurm)")
	f.IntVar(&shards, "shards", 8, "tasks, each with its share of the plan")
	f.IntVar(&cores, "cores", 2, "cores of a task")
	f.StringVarP(&results, "results", "r", "", "folder that all nodes see (Slurm; default results/PROFILE)")
	f.StringVar(&image, "image", "", "container image with bench in its path (Kubernetes)")
	f.StringVar(&claim, "claim", "", "volume claim for the results, which all nodes can write (Kubernetes)")
	return cmd
}

// newSubmission works out what a task needs: the most of any shard.
func newSubmission(plan harness.Plan, s *selection, shards, cores int) (submission, error) {
	job := submission{Shards: shards, Cores: cores, Name: "filterbench-" + plan.Profile}
	var most harness.Estimate
	for i := 1; i <= shards; i++ {
		share := plan.Share(harness.Shard{Index: i, Of: shards})
		e := share.Estimate(cores)
		most.Seconds, most.Bytes = max(most.Seconds, e.Seconds), max(most.Bytes, e.Bytes)
	}
	job.MiB = uint64(memoryRoom*float64(most.Bytes>>20)) + programMiB
	job.Minutes = int(math.Ceil((leastTime + time.Duration(timeRoom*most.Seconds*float64(time.Second))).Minutes()))
	job.Flags = []string{"--profile", s.profile}
	for _, name := range s.names {
		job.Flags = append(job.Flags, "--experiment", name)
	}
	for _, file := range s.files {
		path, err := filepath.Abs(file)
		if err != nil {
			return job, err
		}
		job.Flags = append(job.Flags, "--file", path)
	}
	return job, nil
}

// quoted writes words for a shell.
func quoted(words ...string) string {
	for i, w := range words {
		words[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
	}
	return strings.Join(words, " ")
}

var submitFuncs = template.FuncMap{
	"sh":    func(words ...string) string { return quoted(words...) },
	"shall": func(words []string) string { return quoted(append([]string(nil), words...)...) },
	"last":  func(n int) int { return n - 1 },
	"json":  jsonText,
}

var slurmArray = template.Must(template.New("array").Funcs(submitFuncs).Parse(`#!/bin/bash
#SBATCH --job-name={{.Name}}
#SBATCH --array=0-{{last .Shards}}
#SBATCH --cpus-per-task={{.Cores}}
#SBATCH --mem={{.MiB}}M
#SBATCH --time={{.Minutes}}
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output={{.Results}}/slurm-%a.log
# Every task measures the shard that its number names, and resumes it when it is queued again.
printf -v shard 'shard-%05d' "$SLURM_ARRAY_TASK_ID"
exec {{sh .Program}} run {{shall .Flags}} --progress none --results {{sh .Results}}/"$shard"
`))

var slurmMerge = template.Must(template.New("merge").Funcs(submitFuncs).Parse(`#!/bin/bash
#SBATCH --job-name={{.Name}}-merge
#SBATCH --cpus-per-task=1
#SBATCH --mem=1024M
#SBATCH --time=60
#SBATCH --output={{.Results}}/slurm-merge.log
exec {{sh .Program}} merge {{sh .Results}}/shard-* --output {{sh .Results}}/merged
`))

// submitSlurm writes the scripts and hands them to sbatch, the second to run when the first has
// ended: a merge says itself what is missing.
func submitSlurm(out io.Writer, job submission, dry bool) error {
	var array, merge bytes.Buffer
	if err := slurmArray.Execute(&array, job); err != nil {
		return err
	}
	if err := slurmMerge.Execute(&merge, job); err != nil {
		return err
	}
	if dry {
		_, err := fmt.Fprintf(out, "%s\n%s", array.String(), merge.String())
		return err
	}
	if strings.ContainsAny(job.Results, "\n%") {
		return usagef("--results %q: Slurm takes no folder with a percent sign or a new line in its name", job.Results)
	}
	if err := os.MkdirAll(job.Results, 0o755); err != nil {
		return fmt.Errorf("results: %w; choose a folder that can be written", err)
	}
	var ids []string
	for _, script := range []struct {
		name string
		text []byte
		more []string
	}{{"array.sbatch", array.Bytes(), nil}, {"merge.sbatch", merge.Bytes(), []string{"--dependency=afterany:"}}} {
		path := filepath.Join(job.Results, script.name)
		if err := os.WriteFile(path, script.text, 0o755); err != nil {
			return fmt.Errorf("results: %w", err)
		}
		args := []string{"--parsable"}
		for _, more := range script.more {
			args = append(args, more+ids[0], "--kill-on-invalid-dep=yes")
		}
		said, err := exec.Command("sbatch", append(args, path)...).Output()
		if err != nil {
			return fmt.Errorf("sbatch %s: %w%s", path, err, stderrOf(err))
		}
		id, _, _ := strings.Cut(strings.TrimSpace(string(said)), ";")
		ids = append(ids, id)
	}
	_, err := fmt.Fprintf(out, "job %s: %d shards, each up to %d MiB and %d minutes on %d cores; job %s merges them into %s\nbench status %s tells how far they are\n",
		ids[0], job.Shards, job.MiB, job.Minutes, job.Cores, ids[1], filepath.Join(job.Results, "merged"), filepath.Join(job.Results, "shard-*"))
	return err
}

// stderrOf returns what a program said on standard error before it failed.
func stderrOf(err error) string {
	if e, ok := err.(*exec.ExitError); ok && len(e.Stderr) > 0 {
		return ": " + strings.TrimSpace(string(e.Stderr))
	}
	return ""
}
