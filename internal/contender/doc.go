// Package contender runs filters that are programs of their own, in whatever language.
//
// A contender is a folder with a contender.toml and a driver (contenders/PROTOCOL.md is the
// page for its author). [Load] reads the folders, [Contender.Run] starts a driver for one
// [Job] and returns an [Answer] that has been counted and checked here:
//
//	Job --lines on stdin, keys in a mapped file--> driver --lines on stdout, a byte an operation--> Answer
//
// The program runs its loops and its clock; no call and no time crosses the pipe. What it
// says of a timed loop must agree with the answers that it writes of the same filter, so
// that a wrong answer is an error and never a fast time.
//
// A driver that hangs is killed with everything that it started when its time is up; one
// that dies, writes garbage or answers short is an error of one line. Files of keys and
// answers have no name on the disk while a driver runs, so that nothing is left of a run
// that is killed.
//
// The package knows no experiment and no record: which job a trial is, and what its
// answers mean, is the harness's business.
package contender
