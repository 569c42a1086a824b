package variants

import "filterbench/internal/spec"

// Library is what the code and the documentation of a library say of one of its
// filters: facts for people, beside what an audit counts.
type Library struct {
	Hash    string // how it hashes keys
	Seeds   string // what of its randomness a caller can seed
	Threads string // what its documentation says of concurrent use

	Forgets bool // it denies keys that it took, as its documentation says

	// Promise returns the false positive rate that the documentation gives for the
	// parameters, of a filter that holds the keys it was sized for, or 0 for none.
	Promise func(v spec.Values) float64

	Defects []Defect // known ones of the version under audit
}

// Defect is something that a library does otherwise than its documentation says, or
// than anybody would expect of it.
type Defect struct {
	What string // in half a sentence
	Test string // the test that shows it, and that notices its repair
}
