//go:build race

package peers_test

// raceEnabled says that the race detector watches.
const raceEnabled = true
