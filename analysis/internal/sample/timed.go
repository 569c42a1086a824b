package sample

import "filterbench/internal/record"

// timedLoop is a loop of n operations of ns each on a machine that others use: while the
// thread did its work, as much time again and half a scheduler's slice went by.
func timedLoop(op string, n uint64, ns float64) record.Sample {
	spent := int64(ns * float64(n))
	return record.Sample{Op: op, Ops: n, CPUNS: spent, ElapsedNS: 2*spent + 2e6}
}

// ownLoops are the loops around null that tell its hash from the rest.
func ownLoops() []record.Sample {
	return []record.Sample{
		timedLoop(record.OpHash, 100_000, 1.5), timedLoop(record.OpHashLookup, 100_000, 2), timedLoop(record.OpHashInsert, 100_000, 1.8),
	}
}
