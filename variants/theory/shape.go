package theory

// Shape is the geometry of a built filter: all that a formula needs to know
// beside the number of keys. Fields that a family does not have are 0.
type Shape struct {
	Family          string `json:"family"`                     // name of the variant's family
	Bits            uint64 `json:"bits"`                       // size of the filter's table, in bits
	Cells           uint64 `json:"cells,omitempty"`            // bits of a Bloom filter, counters of a counting one, slots of a cuckoo filter or a map
	Probes          int    `json:"probes,omitempty"`           // k, cells looked at per key
	CounterBits     int    `json:"counter_bits,omitempty"`     // width of a counter
	BlockBits       int    `json:"block_bits,omitempty"`       // bits of a block that holds all probes of a key
	BucketSlots     int    `json:"bucket_slots,omitempty"`     // b, slots per bucket
	FingerprintBits int    `json:"fingerprint_bits,omitempty"` // f
	Stash           int    `json:"stash,omitempty"`            // S, entries that a cuckoo filter keeps outside of its table; their bits are among Bits
	Layers          int    `json:"layers,omitempty"`           // of a filter that grows: how many it has so far; Bits and Cells are their sums
	Growth          Growth `json:"growth,omitzero"`            // of a filter that grows: the rule by which it does
}

// Growth is the rule by which a scalable Bloom filter adds layers, each a Bloom
// filter of its own. Layer i = 0, 1, ... takes First*Factor^i keys at a rate of
//
//	P_i = FPR * (1-Tighten) * Tighten^i
//
// so that all layers together, however many, err at a rate below sum_i P_i = FPR.
type Growth struct {
	First   uint64  `json:"first"`   // keys of the first layer
	Factor  int     `json:"factor"`  // keys of a layer over those of the one before
	FPR     float64 `json:"fpr"`     // rate that all layers together stay below
	Tighten float64 `json:"tighten"` // rate of a layer over that of the one before
}
