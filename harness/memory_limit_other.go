//go:build !linux

package harness

// processLimit is not known here.
func processLimit() (bytes uint64, ok bool) { return 0, false }
