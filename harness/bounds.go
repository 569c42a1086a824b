package harness

// Bounds are what trials may take.
type Bounds struct{}
