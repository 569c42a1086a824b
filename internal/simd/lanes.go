package simd

// Lanes says how the positions of one key in its block are found side by side. Eight
// lanes each mix one of the key's words, and in each round take one position out of it.
// Lanes that have nothing left to take repeat a position of the key.
type Lanes struct {
	Adds     [8]uint64            // to the hash: which word a lane mixes
	Shifts   [maxRounds][8]uint64 // where in its word a position begins
	Rounds   int                  // at least 1
	Distinct int                  // that do not repeat others
}

// maxRounds is how many rounds a key takes at most.
const maxRounds = 7

// NewLanes returns the fewest rounds for 1 to 32 probes of so many bits, of which a
// word has so many. The i-th word is what the hash and i steps are mixed to, i from 1. It
// is nil without AVX-512, and panics if there are too many probes.
func NewLanes(probes, fields, bits int, step uint64) *Lanes {
	s := newLanes(probes, fields, bits, step)
	if !HasAVX512() {
		return nil
	}
	return s
}

func newLanes(probes, fields, bits int, step uint64) *Lanes {
	s := &Lanes{Rounds: 1}
	for s.Rounds < maxRounds && s.taken(probes, fields) > len(s.Adds) {
		s.Rounds++
	}
	if probes < 1 || s.taken(probes, fields) > len(s.Adds) {
		panic("simd: no rounds for so many probes")
	}
	for lane := range s.Adds {
		s.Adds[lane] = step // unless it gets a word
	}
	for word := uint64(1); probes > 0; word++ {
		for i := range min(probes, fields) {
			lane := s.Distinct + i/s.Rounds
			s.Adds[lane] = word * step
			s.Shifts[i%s.Rounds][lane] = uint64(i * bits)
		}
		s.Distinct += (min(probes, fields) + s.Rounds - 1) / s.Rounds
		probes -= fields
	}
	return s
}

// taken returns how many lanes the probes take in so many rounds.
func (s *Lanes) taken(probes, fields int) (n int) {
	for ; probes > 0; probes -= fields {
		n += (min(probes, fields) + s.Rounds - 1) / s.Rounds
	}
	return n
}
