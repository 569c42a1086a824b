package harness

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/klauspost/cpuid/v2"

	"filterbench/internal/record"
)

// DescribeMachine finds out where the program runs. Facts that the system does
// not tell are left empty.
func DescribeMachine() record.Machine {
	m := record.Machine{
		CPU: cpuid.CPU.BrandName, Cores: runtime.NumCPU(), Caches: caches(), MemoryBytes: memory(),
		OS: runtime.GOOS, Arch: runtime.GOARCH,
		Kernel:   firstLine("/proc/sys/kernel/osrelease"),
		Governor: firstLine("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
	}
	// The file lists all settings with the current one in brackets.
	if _, rest, ok := strings.Cut(firstLine("/sys/kernel/mm/transparent_hugepage/enabled"), "["); ok {
		m.HugePages, _, _ = strings.Cut(rest, "]")
	}
	return m
}

// ThisMachine describes what measures here. Its id is a digest of what times depend on most,
// the processor and the version of Go, and of the host's name, so that two nodes that are
// built alike are told apart.
func ThisMachine() record.Measurer {
	m := record.Measurer{Machine: DescribeMachine(), Toolchain: DescribeToolchain()}
	host, _ := os.Hostname()
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %d %q %q %q", m.Machine.CPU, m.Machine.Cores, m.Machine.Arch, m.Toolchain.Go, host))
	m.ID = hex.EncodeToString(sum[:4])
	return m
}

func caches() []record.Cache {
	var found []record.Cache
	for _, c := range []struct {
		name  string
		bytes int
	}{{"L1d", cpuid.CPU.Cache.L1D}, {"L2", cpuid.CPU.Cache.L2}, {"L3", cpuid.CPU.Cache.L3}} {
		if c.bytes > 0 {
			found = append(found, record.Cache{Name: c.name, Bytes: uint64(c.bytes)})
		}
	}
	return found
}

// memory returns the machine's memory in bytes, 0 if unknown.
func memory() uint64 {
	fields := strings.Fields(firstLine("/proc/meminfo")) // MemTotal: 16384 kB
	if len(fields) < 2 {
		return 0
	}
	kib, _ := strconv.ParseUint(fields[1], 10, 64)
	return kib << 10
}

// DescribeToolchain finds out what the program was built with and runs under.
func DescribeToolchain() record.Toolchain {
	t := record.Toolchain{Go: runtime.Version(), GOMAXPROCS: runtime.GOMAXPROCS(0), GOGC: "100"}
	if percent := os.Getenv("GOGC"); percent != "" {
		t.GOGC = percent
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return t
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "GOAMD64", "GOARM64", "GO386":
			t.GOAMD64 = s.Value
		case "-tags":
			t.Tags = s.Value
		}
	}
	for _, d := range info.Deps {
		t.Modules = append(t.Modules, record.Module{Path: d.Path, Version: d.Version})
	}
	return t
}

// Revision returns the commit of the source, and whether the source differs from
// it. It asks the build's own stamp first and then git, in the working folder;
// without either the revision is empty.
func Revision() (revision string, dirty bool) {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			switch s.Key {
			case "vcs.revision":
				revision = s.Value
			case "vcs.modified":
				dirty = s.Value == "true"
			}
		}
	}
	if revision != "" {
		return revision, dirty
	}
	out, err := exec.Command("git", "rev-parse", "HEAD").Output()
	if err != nil {
		return "", false
	}
	// Results and the report that was made from them are not source.
	changes, err := exec.Command("git", "status", "--porcelain", "--", ":(top)", ":(top,exclude)results", ":(top,exclude)REPORT.md").Output()
	return strings.TrimSpace(string(out)), err != nil || len(changes) > 0
}

// firstLine returns the first line of a file, "" if it cannot be read.
func firstLine(path string) string {
	if lines := linesIn(path); len(lines) > 0 {
		return strings.TrimSpace(lines[0])
	}
	return ""
}

// linesIn returns the lines of a file, none if it cannot be read.
func linesIn(path string) []string {
	text, err := os.ReadFile(filepath.Clean(path))
	if err != nil {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}
