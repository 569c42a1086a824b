package variants

// sifted is how many keys go through the layers of a filter together.
const sifted = 256

// sift is keys that go from layer to layer until one has them.
type sift struct {
	keys  [sifted]uint64
	at    [sifted]uint16 // where the answers belong
	found [sifted]bool   // of the present layer
	n     int            // keys that no layer has so far
}

// start takes the keys that are not found yet, of at most [sifted].
func (s *sift) start(hashes []uint64, found []bool) {
	found = found[:len(hashes)]
	for i, h := range hashes {
		s.keys[s.n&(sifted-1)], s.at[s.n&(sifted-1)] = h, uint16(i)
		if !found[i] {
			s.n++
		}
	}
}

// settle writes down which keys the present layer has, keeps the others for the next,
// and returns how many it has.
func (s *sift) settle(found []bool) (hits int) {
	left := 0
	for i, ok := range s.found[:s.n] {
		at := s.at[i]
		found[at] = ok
		s.keys[left], s.at[left] = s.keys[i], at
		if !ok {
			left++
		}
	}
	hits, s.n = s.n-left, left
	return hits
}
