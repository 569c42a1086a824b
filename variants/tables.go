package variants

import "filterbench/internal/bitpack"

// Tabler is a Filter that says where its memory is.
type Tabler interface {
	// Tables returns the memory that grows with the size of the filter. The caller
	// may ask the system about it and give advice, and writes nothing.
	Tables() [][]byte
}

func tablesOf(words []uint64) [][]byte { return [][]byte{bitpack.Raw(words)} }

// Tables implements [Tabler].
func (f *floor) Tables() [][]byte { return tablesOf(f.words) }

// Tables implements [Tabler].
func (f *bloom) Tables() [][]byte { return tablesOf(f.words) }

// Tables implements [Tabler].
func (f *blocked) Tables() [][]byte { return tablesOf(f.words) }

// Tables implements [Tabler].
func (f *halfBlocked) Tables() [][]byte { return tablesOf(f.words) }

// Tables implements [Tabler].
func (f *splitblock) Tables() [][]byte { return tablesOf(f.words) }

// Tables implements [Tabler].
func (f *register) Tables() [][]byte { return tablesOf(f.words) }

// Tables implements [Tabler].
func (f *counting) Tables() [][]byte { return tablesOf(f.counters.Words()) }

// Tables implements [Tabler]. The families that are made of a cuckoo filter have its
// table, and do not count what they keep beside it.
func (f *cuckoo) Tables() [][]byte { return [][]byte{f.table.Bytes()} }
