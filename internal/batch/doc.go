// Package batch is the loop of every operation on many keys. Operations go in two
// phases: for a group of keys the places in the table are found and their cache lines
// prefetched; then the group before is looked up or inserted, whose lines have arrived
// in the meantime. Many lines are on their way at once, where a loop over keys has as
// many as the processor sees ahead.
//
// Prefetching decides nothing: keys are looked up and inserted in their order, as one
// by one. In a table that the caches hold there is nothing to wait for, and the first
// phase is left out.
//
// The loops over the keys of a group, [Insert] and [Contains], are small enough that the
// compiler puts them into their caller. What they call, given as a function literal, is
// then a direct call and may be inlined too.
package batch
