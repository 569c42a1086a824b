// Package shape holds the geometry of a built filter: what formulas, records and reports
// need to know of it beside the number of keys. It is part of the schema of records.
package shape

// Shape is the geometry of a built filter: all that a formula needs to know
// beside the number of keys. Fields that a family does not have are 0.
type Shape struct {
	Family          string `json:"family"`                     // name of the variant's family
	Bits            uint64 `json:"bits"`                       // size of the filter's table, in bits
	Cells           uint64 `json:"cells,omitempty"`            // bits of a Bloom filter, counters of a counting one, slots of a cuckoo filter or a map
	Probes          int    `json:"probes,omitempty"`           // k, cells looked at per key
	CounterBits     int    `json:"counter_bits,omitempty"`     // width of a counter
	BlockBits       int    `json:"block_bits,omitempty"`       // bits of a block that holds all probes of a key
	Probing         string `json:"probing,omitempty"`          // how a key's positions are derived, where that is not the family's own way
	Positions       uint64 `json:"positions,omitempty"`        // places that a probe can fall on before they are reduced to cells, where they are few
	Kernel          string `json:"kernel,omitempty"`           // which of the kernels of a lookup runs, where one is asked for: scalar, swar or simd
	BucketSlots     int    `json:"bucket_slots,omitempty"`     // b, slots per bucket
	FingerprintBits int    `json:"fingerprint_bits,omitempty"` // f, or r, bits of a remainder of a quotient filter
	Stash           int    `json:"stash,omitempty"`            // S, entries that a cuckoo filter keeps outside of its table; their bits are among Bits
	PairCopies      int    `json:"pair_copies,omitempty"`      // d, copies of a fingerprint in a pair of buckets, where they go on along a chain
	Links           int    `json:"links,omitempty"`            // L, pairs of buckets in such a chain
	Layers          int    `json:"layers,omitempty"`           // of a filter that grows: how many it has so far; Bits and Cells are their sums
	LayersMost      int    `json:"layers_most,omitempty"`      // how many it may have, if that is limited
	Growth          Growth `json:"growth,omitzero"`            // of a filter that grows: the rule by which it does
}

// Growth is the rule by which a scalable Bloom filter adds layers, each a Bloom
// filter of its own. Layer i = 0, 1, ... takes First*Factor^i keys at a rate of
//
//	P_i = FPR * (1-Tighten) * Tighten^i
//
// so that all layers together, however many, err at a rate below sum_i P_i = FPR.
//
// A filter of one table that doubles has the slots of its first one as First, and Full.
type Growth struct {
	First   uint64  `json:"first"`          // keys of the first layer, or slots of the first table
	Factor  int     `json:"factor"`         // keys of a layer over those of the one before
	FPR     float64 `json:"fpr"`            // rate that all layers together stay below
	Tighten float64 `json:"tighten"`        // rate of a layer over that of the one before
	Full    float64 `json:"full,omitempty"` // share of slots beyond which a table doubles
}
