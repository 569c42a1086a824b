package advise

// Model is all that is known of filters: what they take, give and can do, and how long
// they took on one machine.
type Model struct {
	Run        string                         `json:"run"`     // which run the times are of
	Machine    string                         `json:"machine"` // on which they were measured
	Noise      float64                        `json:"noise"`   // by which share times of equal trials differ
	Candidates []Candidate                    `json:"candidates"`
	Curves     map[string]Curve               `json:"curves"` // rates that no short formula gives, by name
	Calls      map[string]map[string]Interval `json:"calls"`  // by Access and operation: how many times as long as in a batch a single call takes; median and range of what was timed in both
	Growth     map[string]Series              `json:"growth"` // by Access: how times grow with the table, of a filter that was timed at many sizes
}

// Curve is a rate as a function of bits per key, at equal steps.
type Curve struct {
	First float64   `json:"first"` // bits per key of the first rate
	Step  float64   `json:"step"`
	Rates []float64 `json:"rates"`
}

// Candidate is a filter with one parameter left to choose.
type Candidate struct {
	Family  string `json:"family"`
	Name    string `json:"name"`              // as in "cuckoo(b=4,f=?,buckets=any)"; the question mark is the free parameter
	Library string `json:"library,omitempty"` // whose it is, if it is a library's or a port
	Use     string `json:"use"`               // when to take it, in a sentence

	Grid Grid `json:"grid"` // values of the free parameter; a fixed filter has one value
	Size Size `json:"size"` // how many bits
	Rate Rate `json:"rate"` // how many false positives

	Deletes bool   `json:"deletes,omitempty"` // keys can be taken out
	Static  bool   `json:"static,omitempty"`  // built once, from all keys
	Grows   bool   `json:"grows,omitempty"`   // adds to its table as keys come
	Refuses bool   `json:"refuses,omitempty"` // takes no more keys than its table has room for
	Copies  Copies `json:"copies"`            // what copies of a key do, where keys are deleted
	Defect  string `json:"defect,omitempty"`  // a known defect by which keys are lost

	Access string   `json:"access"` // how it reads memory, a key of Model.Growth
	Times  []Series `json:"times,omitempty"`
	Rated  []string `json:"rated,omitempty"` // ids of records by which the formula of its rate was checked
}

// Grid lists the values of a parameter, ascending in bits: From, From+Step, ... up to To.
// With Decades it is the rates 0.9, 0.8, ..., 0.1, 0.09, ... down to To.
type Grid struct {
	From    float64   `json:"from,omitempty"`
	To      float64   `json:"to,omitempty"`
	Step    float64   `json:"step,omitempty"`
	Decades bool      `json:"decades,omitempty"`
	List    []float64 `json:"list,omitempty"` // in place of the others
}

// Size is a rule of whole cells.
type Size struct {
	Rule   string  `json:"rule"`             // one of the constants Size...
	Width  float64 `json:"width,omitempty"`  // bits of a cell or block; of a slot, beside the free parameter
	Slots  float64 `json:"slots,omitempty"`  // of a bucket
	Load   float64 `json:"load,omitempty"`   // share of slots that the keys fill at most
	Pow2   bool    `json:"pow2,omitempty"`   // a power of two of buckets or cells
	Extra  float64 `json:"extra,omitempty"`  // bits beside the table
	Unit   float64 `json:"unit,omitempty"`   // cells are a multiple of it
	Words  float64 `json:"words,omitempty"`  // memory is a multiple of so many bits, where cells are not
	Floor  bool    `json:"floor,omitempty"`  // the cells asked for lose their fraction; else it counts as one
	Near   bool    `json:"near,omitempty"`   // probes are the nearest whole number; else the next one
	Least  float64 `json:"least,omitempty"`  // cells or buckets of the smallest table
	Most   float64 `json:"most,omitempty"`   // keys that it takes at most; 0 for no limit
	Cells  float64 `json:"cells,omitempty"`  // cells of the largest table; 0 for no limit
	Tables float64 `json:"tables,omitempty"` // that a filter which grows may have
}

// The rules. x is the free parameter, n the keys.
const (
	SizeNone      = "none"      // nothing is kept
	SizeCells     = "cells"     // x bits a key, in cells of Width bits
	SizeBlocks    = "blocks"    // x bits a key, in whole blocks of Width bits
	SizeAsked     = "asked"     // n ln(1/x) / ln(2)^2 cells of Width bits, x a rate that is asked for
	SizeBuckets   = "buckets"   // buckets of Slots slots of x+Width bits, filled to Load at most
	SizeQuotient  = "quotient"  // blocks of Slots slots of x+Width bits
	SizeOdd       = "odd"       // an odd number of slots of x+Width bits
	SizeTable     = "table"     // any number of buckets of Slots slots, of Width bits each
	SizeXor       = "xor"       // 32 + 1.23 n slots of x bits
	SizeFuse      = "fuse"      // segments of a power of two slots of x bits; Slots is the number of probes
	SizeRibbon    = "ribbon"    // 1 + (4 + x/4) / Slots slots of x bits a key
	SizeExpanding = "expanding" // as quotient for the keys at the start, doubled as often as it fills up
	SizeMap       = "map"       // a Go map: a power of two of slots of Width bits, 7/8 full at most
	SizeScalable  = "scalable"  // Bloom filters of n, 2n, 4n, ... keys, all together of rate x
	SizeLayers    = "layers"    // as buckets for the keys at the start, and further tables like it
)

// Rate is a formula for the rate of false positives.
type Rate struct {
	Rule  string `json:"rule"`            // one of the constants Rate...
	Curve string `json:"curve,omitempty"` // name of a curve
}

// The formulas.
const (
	RateAll         = "all"         // everything is a positive
	RateNone        = "none"        // nothing is a false positive
	RateBloom       = "bloom"       // (1 - exp(-kn/m))^k
	RateCurve       = "curve"       // of the model's curves, at the bits per key
	RatePairs       = "pairs"       // a key with the same fingerprint in the same pair of buckets
	RateQuotient    = "quotient"    // a key with the same quotient and remainder
	RateFingerprint = "fingerprint" // 2^-f
	RateWindows     = "windows"     // the same in overlapping windows, with a bit less
	RateExpanding   = "expanding"   // as quotient, of keys that came at several sizes
	RateScalable    = "scalable"    // of the Bloom filters together
)

// Copies says what a filter whose keys are deleted does with copies of them.
type Copies struct {
	Rule string  `json:"rule,omitempty"` // one of the constants Copies...; "" for filters that do not delete
	Most float64 `json:"most,omitempty"` // copies of a key that are kept apart; 0 for any number
}

// What a copy takes.
const (
	CopiesSlot       = "slot"       // a slot each
	CopiesCounter    = "counter"    // nothing; a counter that is full sticks for good
	CopiesInSlot     = "in-slot"    // a counter beside the fingerprint, and further slots when it is full
	CopiesDictionary = "dictionary" // a key with copies takes 16 bytes beside the table, in a table of its own
	CopiesDigits     = "digits"     // slots for the digits of a count
	CopiesAbsorbed   = "absorbed"   // one entry for all: deletes are wrong
	CopiesFree       = "free"       // nothing
)

// Series are times of one filter that was measured.
type Series struct {
	Variant string  `json:"variant"`
	Call    string  `json:"call"`            // batch or single
	Value   float64 `json:"value,omitempty"` // of the parameter that candidates leave free
	Points  []Point `json:"points"`          // by the bytes of the table, ascending
}

// Point holds the times in a table of some size, without the measuring loop.
type Point struct {
	Bytes float64             `json:"bytes"`
	Times map[string]Interval `json:"times"` // by operation: insert, hit, miss, delete
	IDs   []string            `json:"ids"`   // of the records
}

// Interval is a median in nanoseconds, and the ends of its interval of 95 %.
type Interval [3]float64
