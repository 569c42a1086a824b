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
// Counting and measuring are different worlds. Counting trials (every kind but heap,
// audit, time, latency, arrivals, cold and parallel) run on all cores at once, in any order. Counts are pure functions of
// the trial, but for the filters of libraries that draw random numbers of their own,
// whose records say so. Trials that weigh the heap or count allocations run alone,
// because all trials share it.
// Timing trials run alone, one after the other, repetitions interleaved over all
// contenders in a seeded shuffle, so that a slow minute of the machine hits every
// contender alike.
//
// Each kind of trial has one probe, in a file of its own (probe_fpr.go, ...). The
// package measures and records; it draws no conclusion: that is analysis, which
// reads only what is recorded here. The clock lives in clock.go and nowhere else.
package harness
