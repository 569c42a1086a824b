// Package choose answers which filter to take: for each need, the filter of a run
// that serves it best by the run's own records.
//
//	records -> Read -> entries (filter, bits, rate, abilities, times) -> Choose(need, rate)
//
// Every filter of every experiment competes, libraries included. An entry's bits are
// all that the filter keeps: its table, and the dictionary, stash or layers beside it.
// A rate of 1 % is kept by a filter whose measured rate is at most 5 % above it, as a
// filter that is sized for 1 % has 1 %, and not surely above it.
package choose
