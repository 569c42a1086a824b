package harness

import (
	"filterbench/variants/theory"
)

// grownBits is how many bits a key may take in a library's filter that grows.
const grownBits = 128

// grown returns the bits of a filter's table at its largest. A family that grows
// has in its shape the layers that it begins with; those that the keys will add
// follow from its rule. Layers are never given back while it lives.
func grown(shape theory.Shape, keys uint64) uint64 {
	switch {
	case shape.Layers == 0:
		return shape.Bits
	case shape.Growth == theory.Growth{}: // a library's, by a rule of its own
		return max(shape.Bits, grownBits*keys)
	}
	bits, held := uint64(0), uint64(0)
	for i := 0; i == 0 || held < keys; i++ {
		cells, room, _ := theory.ScalableLayer(shape.Growth, i)
		bits += cells
		held += room
	}
	return bits
}
