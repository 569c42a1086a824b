// Package advise designs a filter of every family for a need, and ranks the designs.
//
//	Model (data: candidates, curves, times) + Need (keys, rate, bytes, ...) -> Answers
//
// It is arithmetic on data. A [Model] is read from JSON or made from a run by package
// choose; [Rank] is a pure function of it and a [Need]. Nothing is read, built or measured
// here, and little is imported, so that it runs wherever Go compiles to, a web page included.
//
// Each [Candidate] has one free parameter at most, over a grid of values on which the rate
// falls as the bits grow, a rule that turns keys and that value into whole cells (tests hold
// it to the sizes that the filters themselves choose), and a formula for the rate. Of three
// quantities, keys, rate and bytes, two are given and the third is solved for, or all three
// are and the answer is whether a filter can do it, and by how much it fails.
//
// Sizes are bytes, rates are shares of 1, times are nanoseconds.
package advise
