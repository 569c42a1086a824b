package theory

// Shape is the geometry of a built filter: all that a formula needs to know
// beside the number of keys. Fields that a family does not have are 0.
type Shape struct {
	Family          string `json:"family"`                     // name of the variant's family
	Bits            uint64 `json:"bits"`                       // size of the filter's table, in bits
	Cells           uint64 `json:"cells,omitempty"`            // bits of a Bloom filter, counters of a counting one, slots of a cuckoo filter
	Probes          int    `json:"probes,omitempty"`           // k, cells looked at per key
	CounterBits     int    `json:"counter_bits,omitempty"`     // width of a counter
	BlockBits       int    `json:"block_bits,omitempty"`       // bits of a block that holds all probes of a key
	BucketSlots     int    `json:"bucket_slots,omitempty"`     // b, slots per bucket
	FingerprintBits int    `json:"fingerprint_bits,omitempty"` // f
}
