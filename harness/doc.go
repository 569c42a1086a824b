// Package harness turns declared experiments into measurements.
//
//	experiments/*.toml --Decode--> Experiment --Expand--> Plan --Run--> records.jsonl
//
// An [Experiment] is a file that a person wrote. [Expand] turns experiments into a
// [Plan]: the complete list of trials, each a value ([record.Trial]) whose digest
// is its id. Expanding is pure, so a plan can be printed, estimated, reviewed and
// compared before anything runs, and a run that was killed can be resumed by
// subtracting the ids that are already recorded.
//
// Counting trials run on all cores at once, in any order; the row of each kind says in which stage its trials run.
// Counts are pure functions of the trial, but for the filters of libraries that draw random
// numbers of their own, whose records say so. Trials that weigh the heap or count allocations
// run alone, because all trials share it.
// Timing trials run alone, one after the other, repetitions interleaved over all
// contenders in a seeded shuffle, so that a slow minute of the machine hits every
// contender alike.
//
// Each kind of trial is one file (kind_fpr.go, ...): its keys, its cost and its probe. The
// package measures and records; analysis concludes, from what is recorded here alone.
// Clocks are read in the files whose names begin with clock.
package harness
