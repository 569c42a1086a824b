package record

//go:generate go test . -run ^TestSchemaReference$ -update

// Unit is a quantity that exports and comparisons speak of.
type Unit struct {
	Name   string // as in a benchmark line
	Better string // "lower" or "higher"
	Assume string // "nothing": samples scatter; "exact": repetitions must agree
	Doc    string
}

// Units is the table of all units, in the order in which they are listed. The
// assumption decides the statistics: benchstat and bench compare read it.
var Units = []Unit{
	{UnitTime, "lower", "nothing", "time of one operation on a core, or by the wall clock where that is not known, the measuring loop and the hash included"},
	{UnitNetTime, "lower", "nothing", "the same less that of variant null in the same repetition: the filter alone"},
	{UnitFalsePositives, "lower", "nothing", "false positives in a million lookups of absent keys"},
	{UnitFalseNegatives, "lower", "nothing", "false negatives in a million lookups of accepted keys; a sound filter has none"},
	{UnitBitsPerKey, "lower", "exact", "bits of the table for each key that the trial inserts"},
	{UnitLoad, "higher", "nothing", "inserts accepted before the first refusal, in per cent of the slots"},
	{UnitDistinctLoad, "higher", "nothing", "distinct keys accepted before the first refusal, in per cent of the slots, where keys repeat"},
	{UnitKicks, "lower", "nothing", "entries moved by an accepted insert, on average"},
	{UnitRefused, "lower", "nothing", "refused inserts in per cent of all inserts"},
	{UnitCopies, "higher", "nothing", "copies of one key accepted before the first refusal, on average"},
	{UnitHeap, "lower", "nothing", "live heap of the whole structure, its keys included where it keeps them, for each key that the trial inserts"},
	{UnitObjects, "lower", "nothing", "live objects of the heap for each key that the trial inserts"},
	{UnitRefusalKicks, "lower", "nothing", "entries moved in vain by a refused insert, on average"},
	{UnitInsertAllocs, "lower", "nothing", "allocations of an insert, on average"},
	{UnitLookupAllocs, "lower", "nothing", "allocations of a lookup, on average"},
	{UnitLongest, "lower", "nothing", "entries in the longest chain of a filling"},
	{UnitSamePlaces, "lower", "nothing", "keys in a million whose places coincide"},
	{UnitCountError, "lower", "nothing", "sum of the errors of the counts of live keys, in per cent of their copies"},
	{UnitWrongDeletes, "lower", "nothing", "deletes that were reported as done, in a million of keys that were never inserted"},
	{UnitP50, "lower", "nothing", "median time of one operation that was timed by itself, the clock included"},
	{UnitP99, "lower", "nothing", "the same, exceeded by one operation in a hundred"},
	{UnitP999, "lower", "nothing", "the same, exceeded by one operation in a thousand"},
	{UnitMax, "lower", "nothing", "the longest of these times"},
	{UnitBehind, "lower", "nothing", "time from when the last lookup should have begun to when it ended"},
	{UnitRate, "higher", "nothing", "operations of all goroutines together, in millions a second"},
	{UnitWorked, "lower", "nothing", "keys of an attacker that did what they were chosen for, in per cent of those that he chose"},
	{UnitLostKeys, "lower", "nothing", "keys denied after one fault, on average"},
	{UnitTold, "higher", "nothing", "faults that a read refuses with an error, in per cent"},
	{UnitTwice, "lower", "nothing", "keys in a million whose insert was reported as the first more than once"},
	{UnitAttempts, "lower", "nothing", "attempts that a build of a static filter took, failed ones included"},
	{UnitFailedBuilds, "lower", "nothing", "builds that gave up, in per cent of all builds"},
	{UnitReplies, "lower", "exact", "replies of a server that the model here did not foresee, in a million"},
	{UnitLostBits, "lower", "nothing", "bits that a single goroutine sets and several left unset"},
	{UnitPenetrating, "lower", "nothing", "requests for keys without a row that read the database, in per cent"},
	{UnitCacheHits, "higher", "nothing", "requests for rows that the cache answers, in per cent"},
}

// The units' names. Benchmark tools scale "ns" by themselves and show seconds.
const (
	UnitTime           = "ns/op"
	UnitNetTime        = "net-ns/op"
	UnitFalsePositives = "fp/Mlookup"
	UnitFalseNegatives = "fn/Mlookup"
	UnitBitsPerKey     = "bits/key"
	UnitLoad           = "load-%"
	UnitDistinctLoad   = "distinct-load-%"
	UnitKicks          = "kicks/insert"
	UnitRefused        = "refused-%"
	UnitCopies         = "copies/key"
	UnitHeap           = "heap-B/key"
	UnitObjects        = "objects/key"
	UnitRefusalKicks   = "kicks/refusal"
	UnitInsertAllocs   = "allocs/insert"
	UnitLookupAllocs   = "allocs/lookup"
	UnitLongest        = "longest-chain"
	UnitSamePlaces     = "same-places/Mkey"
	UnitCountError     = "count-error-%"
	UnitWrongDeletes   = "wrong/Mdelete"
	UnitP50            = "p50-ns/op"
	UnitP99            = "p99-ns/op"
	UnitP999           = "p99.9-ns/op"
	UnitMax            = "max-ns/op"
	UnitBehind         = "behind-ns/run"
	UnitRate           = "Mops/s"
	UnitWorked         = "worked-%"
	UnitLostKeys       = "lost-keys/fault"
	UnitTold           = "told-%"
	UnitTwice          = "twice/Mkey"
	UnitAttempts       = "attempts/build"
	UnitFailedBuilds   = "failed-builds-%"
	UnitReplies        = "unforeseen/Mreply"
	UnitLostBits       = "lost-bits"
	UnitPenetrating    = "penetrating-%"
	UnitCacheHits      = "cache-hits-%"
)
