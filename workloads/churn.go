package workloads

import (
	"fmt"
	"iter"
)

// OpKind says what an [Op] does.
type OpKind uint8

// The kinds of operations.
const (
	Insert OpKind = iota // insert the key at position Pos
	Delete               // delete the key that was inserted at position Pos
)

// Op is one step of [Churn].
type Op struct {
	Kind OpKind
	Pos  uint64 // insert position
}

// Churn yields the operations by which a live set of window keys slides along the
// insert positions: first window inserts, then slides times a delete of the
// oldest and an insert of a new key. So between the operations the live set is
// one run of positions, and one turnover is window slides. It panics if window is
// 0, for then there is no oldest.
func Churn(window, slides uint64) iter.Seq[Op] {
	if window == 0 || window+slides < window {
		panic(fmt.Sprintf("workloads: churn of a window of %d keys by %d", window, slides))
	}
	return func(yield func(Op) bool) {
		for pos := range window {
			if !yield(Op{Insert, pos}) {
				return
			}
		}
		for oldest := range slides {
			if !yield(Op{Delete, oldest}) || !yield(Op{Insert, window + oldest}) {
				return
			}
		}
	}
}
