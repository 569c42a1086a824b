package redis

// Refusal is why a command is refused: the text of the server's error.
type Refusal string

// Error returns the text.
func (r Refusal) Error() string { return string(r) }

const (
	// ErrMaxLayers is the answer of every ADD and ADDNX to a filter that has
	// [CuckooConfig.MaxLayers] layers, whatever room is in them.
	ErrMaxLayers = Refusal("Maximum expansions reached")
	// ErrFull is the answer of a cuckoo filter that may not grow and has no room for the key.
	ErrFull = Refusal("Filter is full")
	// ErrNonScaling is the answer of a Bloom filter that may not grow and has its capacity of keys.
	ErrNonScaling = Refusal("ERR non scaling filter is full")
	// ErrLayer is the answer of a Bloom filter of which the next layer would be for no keys
	// or at a rate of 0.
	ErrLayer = Refusal("ERR problem inserting into filter")
	// ErrMemory is the answer where a further layer would exceed the budget.
	ErrMemory = Refusal("ERR Insufficient memory")
)
