package archtest

// module is the path before every package of ours.
const module = "filterbench/"

// layers says which packages of the module a package may import. A pattern that
// ends in /... stands for a package and all below it. A package of the module that
// no row names is an error: a new one needs a place in the drawing. A row that ends in /*
// is for the packages of a folder that have none of their own.
var layers = map[string][]string{
	"internal/hashing": {},
	"internal/bitpack": {},
	"internal/prob":    {},
	"internal/near":    {},
	"internal/digits":  {},
	"internal/simd":    {},
	"internal/batch":   {"internal/hashing", "internal/simd"},

	"internal/stat":      {"internal/prob"},
	"internal/service":   {},
	"internal/contender": {},                                                    // drivers of other languages, and nothing of ours
	"internal/monotone":  {"internal/prob", "internal/record", "internal/stat"}, // by itself: the harness repeats by the rule that the analysis reports

	"variants/spec":     {},
	"variants/shape":    {},
	"variants/theory":   {"internal/prob", "variants/shape"},
	"variants/families": {"contenders", "internal/contender", "internal/near", "variants/shape", "variants/spec", "variants/theory"}, // data, which builds no filter
	"internal/record":   {"internal/replace", "variants/shape", "variants/spec"},
	"internal/replace":  {},
	"variants/sizing":   {"variants/shape"},
	"variants":          {"internal/near", "internal/hashing", "variants/families", "variants/shape", "variants/sizing", "variants/spec"}, // the contract, and how rows make filters
	"variants/*": {"internal/batch", "internal/bitpack", "internal/hashing", "internal/simd", "variants", "variants/bloom", "variants/cuckoo", "variants/exact",
		"variants/families", "variants/probing", "variants/shape", "variants/sizing", "variants/spec", "variants/theory"}, // a package of filters
	"variants/guava":   {"internal/bitpack", "variants", "variants/families", "variants/shape", "variants/spec", "variants/theory"},                    // hashes by itself, as the original does
	"variants/redis":   {"internal/batch", "variants", "variants/families", "variants/shape", "variants/spec"},                                         // hashes by itself, as the original does
	"variants/peers":   {"internal/hashing", "variants", "variants/families", "variants/shape", "variants/sizing", "variants/spec", "variants/theory"}, // hashing: for what takes the place of a library's own
	"variants/shared":  {"internal/hashing", "variants", "variants/families", "variants/shape", "variants/spec", "variants/theory"},
	"variants/catalog": {"contenders", "internal/contender", "variants", "variants/..."},
	"workloads":        {"internal/near", "internal/hashing", "variants/spec"},
	"experiments":      {},
	"contenders":       {},
	"contenders/redis": {}, // a program of its own, as strangers have them
	"harness":          {"internal/contender", "internal/hashing", "internal/monotone", "internal/record", "internal/service", "internal/simd", "variants", "variants/catalog", "variants/families", "variants/redis", "variants/semantics", "variants/shape", "variants/shared", "variants/spec", "variants/theory", "workloads"},

	"variants/semantics": {"internal/contender", "internal/hashing", "variants", "variants/families"},

	"analysis":         {"internal/record", "variants/families", "variants/shape", "variants/spec", "variants/theory"},
	"analysis/measure": {"analysis", "internal/digits", "internal/monotone", "internal/prob", "internal/record", "internal/stat", "variants/families", "variants/shape", "variants/spec", "variants/theory"},
	"analysis/claims":  {"internal/digits", "analysis", "analysis/measure", "internal/prob", "internal/record", "internal/stat", "variants/families", "variants/shape", "variants/spec", "variants/theory"},
	"analysis/tables":  {"internal/digits", "variants/theory", "variants/families"},
	"analysis/advise":  {}, // arithmetic on data, which a web page can run too
	"analysis/choose":  {"analysis", "analysis/advise", "analysis/measure", "internal/record", "internal/stat", "variants/families", "variants/shape", "variants/spec", "variants/theory"},
	"analysis/compare": {"analysis", "analysis/measure", "internal/prob", "internal/record", "internal/stat", "variants/families", "variants/shape", "variants/spec", "variants/theory"},
	"analysis/figures": {"internal/digits", "analysis", "analysis/choose", "analysis/measure", "internal/prob", "internal/record", "internal/stat", "variants/families", "variants/shape", "variants/spec", "variants/theory"},
	"analysis/explore": {"analysis", "analysis/advise", "analysis/choose", "analysis/claims", "analysis/figures", "analysis/measure", "internal/record", "internal/stat", "variants/families", "variants/theory"},
	"analysis/report":  {"internal/digits", "internal/replace", "analysis", "analysis/choose", "analysis/claims", "analysis/compare", "analysis/explore", "analysis/figures", "analysis/measure", "internal/prob", "internal/record", "internal/stat", "variants/families", "variants/shape", "variants/spec", "variants/theory"},

	"cmd/bench": {"internal/digits", "internal/near", "internal/replace", "analysis/...", "experiments", "harness", "internal/contender", "internal/hashing", "internal/record", "variants/spec", "internal/prob", "internal/stat", "variants/...", "workloads"},

	"internal/stattest":   {"internal/prob"},
	"internal/filtertest": {"internal/hashing", "internal/stattest", "variants", "variants/exact", "variants/families", "variants/shape", "variants/spec", "variants/theory"},
	"internal/archtest":   {},
	"internal/mutants":    {}, // a program of its own: it breaks the analysis on purpose
	"internal/simulate":   {"experiments", "harness", "internal/record", "variants", "variants/catalog", "variants/families", "variants/shape", "variants/spec", "variants/theory"},
}

// forTests are the packages that serve tests: only test files, and each other, may import them.
var forTests = []string{"internal/stattest", "internal/filtertest", "internal/archtest", "internal/simulate"}

// testsToo is what test files may import beside their package's layer. Tests of
// analysis keep to their layer, and see filters through internal/simulate alone.
var testsToo = map[string][]string{
	"internal/prob":       {"internal/prob"}, // an external test package imports its own
	"variants/theory":     {"internal/hashing", "internal/bitpack", "variants/families"},
	"variants/*":          {"internal/prob"},
	"variants/catalog":    {"internal/batch", "internal/bitpack", "internal/simd", "internal/hashing"},
	"variants/shared":     {"variants/catalog"},
	"internal/filtertest": {"variants/catalog"},
	"variants/guava":      {"internal/filtertest", "internal/prob", "variants/families", "variants/guava", "variants/shape", "variants/spec", "variants/theory"},
	"variants/redis":      {"internal/filtertest", "internal/prob", "internal/stattest", "variants/redis"},
	"variants/semantics":  {"internal/contender", "variants/catalog", "variants/exact", "variants/peers", "variants/redis", "variants/semantics", "variants/shape", "variants/spec"},
	"variants/peers":      {"internal/filtertest", "internal/stattest", "variants", "variants/families", "variants/peers", "variants/shape", "variants/spec", "variants/theory"},
	"harness":             {"experiments", "internal/bitpack", "internal/prob"},
	"analysis/claims":     {"analysis/figures"}, // a claim names a figure
	"cmd/bench":           {"internal/hashing"},
}

// owners says which packages may import something from outside. What is not listed
// is open to all; an empty list closes it.
var owners = map[string][]string{
	"github.com/dgryski/go-metro":       {"internal/hashing"}, // every key is hashed in one place, with a seed
	"github.com/zeebo/xxh3":             {"internal/hashing"},
	"github.com/twmb/murmur3":           {"internal/hashing", "variants/guava"},
	"github.com/dchest/siphash":         {"internal/hashing"},
	"github.com/FastFilter/xorfilter":   {"variants/peers"},
	"github.com/seiflotfy/cuckoofilter": {"variants/peers"},
	"github.com/tylertreat/BoomFilters": {"variants/peers"},
	"github.com/bits-and-blooms/...":    {"variants/peers"},
	"github.com/holiman/bloomfilter/v2": {"variants/peers"},
	"github.com/ipfs/bbloom":            {"variants/peers"},
	"github.com/dgraph-io/...":          {"variants/peers"},
	"github.com/btcsuite/...":           {"variants/peers"},
	"github.com/redis/go-redis/...":     {"contenders/redis", "internal/service"},
	"github.com/syndtr/goleveldb/...":   {"variants/peers"},
	"modernc.org/sqlite":                {"internal/service"},
	"github.com/hashicorp/...":          {"internal/service"},
	"github.com/jackc/...":              {"internal/service"},
	"database/sql":                      {"internal/service"},
	"github.com/spf13/cobra":            {"cmd/bench"},
	"github.com/spf13/pflag":            {"cmd/bench"},
	"github.com/schollz/progressbar/v3": {"cmd/bench"},
	"golang.org/x/perf/benchfmt":        {"internal/record", "analysis/..."},
	"golang.org/x/perf/benchmath":       {"analysis/..."},
	"golang.org/x/perf/benchproc":       {"analysis/..."},
	"golang.org/x/perf/benchunit":       {"analysis/..."},
	"golang.org/x/perf/...":             {}, // the rest of it is not for us
	"gonum.org/v1/plot/vg/vgeps":        {}, // writes the time into its files
	"gonum.org/v1/plot/vg/vgtex":        {}, // writes the time into its files
	"gonum.org/v1/plot/...":             {"analysis/figures"},
	"github.com/klauspost/cpuid/v2":     {"harness", "variants/...", "internal/..."},
	"log":                               {},                   // libraries return errors
	"math/rand":                         {},                   // math/rand/v2 with a seed
	"crypto/rand":                       {"contenders/redis"}, // the password of a private server
	"testing":                           {"internal/stattest", "internal/filtertest"},
	"reflect":                           {"internal/...", "analysis/...", "variants/...", "harness"}, // there: keys of experiments and fields of trials, by name
	"net/http":                          {},
	"unsafe":                            {"internal/bitpack", "internal/simd", "harness"}, // words of a table without a check, the assembly, the system's pages and counters
	"github.com/pelletier/go-toml/v2":   {"harness", "internal/contender", "analysis/explore", "analysis/report"},
}

// testOnly lists what tests alone may import: the program does not carry it.
var testOnly = []string{"k8s.io/...", "sigs.k8s.io/...", "github.com/chromedp/..."}

// call is a function or variable of another package that is not used freely.
type call struct {
	path    string   // of the package
	name    string   // of the function or variable; a star at its end stands for anything
	where   []string // files in which it is right, from the module's root; a star in the place of a name
	inTests bool     // right in test files
	why     string
}

// calls is the table of all such calls.
var calls = []call{
	{"time", "Now", []string{"harness/clock*.go", "cmd/bench/progress*.go", "cmd/bench/try.go", "cmd/bench/verify.go", "contenders/redis/drive.go"}, true, "measuring goes through harness/clock.go"},
	{"time", "Since", []string{"harness/clock*.go", "cmd/bench/progress*.go", "cmd/bench/try.go", "cmd/bench/verify.go", "contenders/redis/drive.go"}, true, "measuring goes through harness/clock.go"},
	{"time", "Until", []string{"harness/clock*.go", "cmd/bench/progress*.go", "cmd/bench/try.go", "cmd/bench/verify.go", "contenders/redis/drive.go"}, true, "measuring goes through harness/clock.go"},
	{"golang.org/x/sys/unix", "ClockGettime", []string{"harness/clock*.go"}, true, "measuring goes through harness/clock.go"},
	{"golang.org/x/sys/unix", "PerfEvent*", []string{"harness/clock*.go"}, true, "measuring goes through harness/clock.go"},
	{"os", "Exit", []string{"cmd/bench/main.go", "internal/mutants/main.go", "contenders/redis/main.go", "contenders/redis/server_other.go"}, true, "return an error instead"},
	{"builtin", "init", nil, false, "a package changes nothing by being imported"},
	{module + "internal/simd", "Limit", []string{"harness/kind_time.go"}, true, "the kernels are switched off by tests only, but for trials that ask for it"},
	{module + "internal/simd", "NoMatrices", nil, true, "the kernels are switched off by tests only"},
	{module + "internal/batch", "AlwaysFar", nil, true, "the threshold of prefetching is lowered by tests only"},
	{"fmt", "Print*", []string{"variants/*/example_test.go"}, false, "write to an io.Writer that the caller gives"},
	{"os", "Stdout", []string{"cmd/bench/main.go", "internal/mutants/main.go", "contenders/redis/main.go"}, true, "write to an io.Writer that the caller gives"},
	{"os", "Stderr", []string{"cmd/bench/main.go", "internal/mutants/main.go", "contenders/redis/main.go"}, true, "write to an io.Writer that the caller gives"},
	{"builtin", "print", nil, false, "left from debugging"},
	{"builtin", "println", nil, false, "left from debugging"},
	{"math/rand/v2", "Int*", nil, false, globalRand},
	{"math/rand/v2", "Uint*", nil, false, globalRand},
	{"math/rand/v2", "N", nil, false, globalRand},
	{"math/rand/v2", "Float*", nil, false, globalRand},
	{"math/rand/v2", "NormFloat64", nil, false, globalRand},
	{"math/rand/v2", "ExpFloat64", nil, false, globalRand},
	{"math/rand/v2", "Perm", nil, false, globalRand},
	{"math/rand/v2", "Shuffle", nil, false, globalRand},
}

const globalRand = "random numbers come from a rand.Rand over a PCG with a seed"

// alone are the packages that start no goroutine: the race detector would find nothing
// in them, and takes minutes to say so.
var alone = []string{"analysis/..."}

// Budgets of size. A function beyond its budget must say why in its comment, in a
// sentence with the words "long because".
const (
	maxFileLines     = 600
	maxFunctionLines = 80
)
