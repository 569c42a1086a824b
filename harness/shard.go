package harness

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"filterbench/internal/record"
)

// Shard is one of several shares of a plan, for as many machines. The zero value is the
// whole plan.
//
// Trials that count are dealt out by their ids, so that it matters neither in what order a
// plan lists them nor what else it holds. Trials that are timed are dealt out by the part of
// their experiment, whole: what is compared is measured on one machine, interleaved. Parts
// go to the share that has the least to do by estimate, the longest first.
type Shard struct{ Index, Of int } // from 1 to Of

// String writes a shard as people do, "3/16"; that of the whole plan is "".
func (s Shard) String() string {
	if s.Of == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", s.Index, s.Of)
}

// mostShards bounds the number of shares: more than any plan has trials to give.
const mostShards = 1_000_000

// ParseShard reads "3/16".
func ParseShard(text string) (Shard, error) {
	index, of, ok := strings.Cut(text, "/")
	i, err := strconv.Atoi(index)
	n, err2 := strconv.Atoi(of)
	if !ok || err != nil || err2 != nil || n < 1 || n > mostShards || i < 1 || i > n {
		return Shard{}, fmt.Errorf("shard %.40q: must be such as 3/16, the third of sixteen", text)
	}
	return Shard{i, n}, nil
}

// ShardOfJob reads from the environment which task of an array the program is: of Slurm
// (SLURM_ARRAY_TASK_ID, _MIN and _COUNT) or of an Indexed Job of Kubernetes
// (JOB_COMPLETION_INDEX and, as nobody sets it by itself, JOB_COMPLETIONS). It is the zero
// Shard outside of such a job.
func ShardOfJob(getenv func(string) string) (Shard, error) {
	number := func(name string, missing int) (int, error) {
		text := getenv(name)
		if text == "" && missing >= 0 {
			return missing, nil
		}
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 {
			return 0, fmt.Errorf("environment variable %s=%.40q: must be a number; or name the shard with --shard", name, text)
		}
		return n, nil
	}
	id, first, count := "SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_COUNT"
	if getenv(id) == "" {
		id, first, count = "JOB_COMPLETION_INDEX", "", "JOB_COMPLETIONS"
	}
	if getenv(id) == "" {
		return Shard{}, nil
	}
	index, err := number(id, -1)
	from, err2 := number(first, 0)
	of, err3 := number(count, -1)
	if err := errors.Join(err, err2, err3); err != nil {
		return Shard{}, cmp.Or(err, err2, err3)
	}
	if index < from || index-from >= of {
		return Shard{}, fmt.Errorf("%s=%d of %s=%d, which begin at %d: an array with a step or with tasks left out is no whole; use --array=0-%d", id, index, count, of, from, of-1)
	}
	return Shard{index - from + 1, of}, nil
}

// FromEnvironment is ShardOfJob of this process.
func FromEnvironment() (Shard, error) { return ShardOfJob(os.Getenv) }

// Share returns the shard's part of the plan: its trials, in the plan's order.
func (p Plan) Share(s Shard) Plan {
	if s.Of <= 1 {
		return p
	}
	timedBy := p.timedBy(s.Of)
	mine := p
	mine.Trials, mine.Absent, mine.ids, mine.first = nil, nil, nil, nil
	at := 0
	p.all(func(id uint64, t *record.Trial) {
		owner := int(id%uint64(s.Of)) + 1
		if clocked(t.Kind) {
			owner = timedBy[partOf{t.Experiment, t.Part}]
		}
		switch at++; {
		case owner != s.Index:
		case at > len(p.Trials):
			mine.Absent = append(mine.Absent, *t)
		default:
			mine.Trials = append(mine.Trials, *t)
		}
	})
	return mine
}

// partOf names what is measured whole on one machine.
type partOf struct{ experiment, part string }

// timedBy returns the index of the shard that measures each part that is timed.
func (p Plan) timedBy(of int) map[partOf]int {
	cost := map[partOf]float64{}
	var estimator Estimator
	var parts []partOf
	for _, trials := range [][]record.Trial{p.Trials, p.Absent} {
		for i := range trials {
			t := &trials[i]
			if !clocked(t.Kind) {
				continue
			}
			name := partOf{t.Experiment, t.Part}
			if _, ok := cost[name]; !ok {
				parts = append(parts, name)
			}
			cost[name] += estimator.Of(*t).Seconds
		}
	}
	slices.SortFunc(parts, func(a, b partOf) int {
		return cmp.Or(-cmp.Compare(cost[a], cost[b]), cmp.Compare(a.experiment, b.experiment), cmp.Compare(a.part, b.part))
	})
	load := make([]float64, of)
	whose := map[partOf]int{}
	for _, name := range parts {
		least := 0
		for i := range load {
			if load[i] < load[least] {
				least = i
			}
		}
		load[least] += cost[name]
		whose[name] = least + 1
	}
	return whose
}
