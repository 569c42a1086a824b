package harness

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"filterbench/internal/record"
)

// FreeMemory returns how many bytes the program may take before the system stops it: what
// the machine has to give, or the limit that the program runs under if that is less. ok
// is false where the system does not tell.
func FreeMemory() (bytes uint64, ok bool) {
	bytes, ok = freeMemory(linesIn)
	if limit, limited := processLimit(); limited && (!ok || limit < bytes) {
		return limit, true
	}
	return bytes, ok
}

// freeMemory finds it out from files of Linux, whose lines read returns, none of a file
// that is not there.
func freeMemory(read func(path string) []string) (bytes uint64, ok bool) {
	least := func(n uint64) {
		if !ok || n < bytes {
			bytes, ok = n, true
		}
	}
	for _, line := range read("/proc/meminfo") {
		if fields := strings.Fields(line); len(fields) >= 2 && fields[0] == "MemAvailable:" {
			if kib, err := strconv.ParseUint(fields[1], 10, 64); err == nil {
				least(kib << 10)
			}
		}
	}
	limits := []string{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}
	for _, line := range read("/proc/self/cgroup") {
		if group, unified := strings.CutPrefix(line, "0::/"); unified && group != "" {
			limits = append(limits, "/sys/fs/cgroup/"+group+"/memory.max")
		}
	}
	for _, path := range limits {
		for _, line := range read(path) {
			if n, err := strconv.ParseUint(line, 10, 64); err == nil { // "max" is no limit
				least(n)
			}
		}
	}
	return bytes, ok
}

// CheckMemory refuses a plan that holds more at once than is free.
func (p Plan) CheckMemory(free uint64) error {
	need := p.Estimate(Workers()).Bytes
	if need <= free {
		return nil
	}
	return fmt.Errorf("the plan needs about %.3g GiB at once and this machine has %.3g GiB to give; %s: choose a smaller profile, fewer experiments, or a machine with more",
		gibibytes(need), gibibytes(free), p.largest())
}

// largest names the trial that takes the most memory.
func (p Plan) largest() string {
	var estimator Estimator
	t := slices.MaxFunc(p.Trials, func(a, b record.Trial) int {
		return cmp.Compare(estimator.Of(a).Bytes, estimator.Of(b).Bytes)
	})
	return fmt.Sprintf("the largest trial is %s part %s, %s with %d keys", t.Experiment, t.Part, t.Variant, keysOf(t))
}

func gibibytes(n uint64) float64 { return float64(n) / (1 << 30) }
