// Package redis has the two filters of Redis, bit for bit: the cuckoo filter behind
// CF.ADD and the scaling Bloom filter behind BF.ADD, as RedisBloom 2.8 has them. The
// same commands give the same replies and the same bytes. What a server would do, and
// what memory it would take, can be seen here without the server, and without the memory:
//
//	[Cuckoo]   fingerprints of one byte, buckets of any number of slots; layers that
//	           grow by a factor and are searched from the newest to the oldest
//	[Bloom]    layers of falling rates and growing capacities
//	[Server]   both behind the text of their commands
//	[Play]     a recorded sequence of commands with its replies, compared
//
// # Memory
//
// A layer's table is made when it is first written, and of a large one only the pages
// that are: a table of gigabytes that holds four fingerprints takes two pages. Sizes in
// bytes are those that a server reports and asks its operating system for; [Cuckoo.Held]
// is what the model has of them. A budget bounds the former: a layer beyond it
// is refused with [ErrMemory], and the filter stays as it was.
//
// # What is the same
//
// Replies of all commands but SCANDUMP and LOADCHUNK, with their options, the texts of
// errors, the counts that INFO and DEBUG give, and the bytes of the tables in the
// order of SCANDUMP. Where a server dies the model answers: an allocation that fails ends
// a Redis process, and here is [ErrMemory].
//
// A filter is a pure function of its parameters and the sequence of its commands. It is
// not safe for concurrent use, except that any number of goroutines may ask (Exists,
// Count, Info) while none writes.
package redis
