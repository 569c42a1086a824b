package simd

import "testing"

// TestLanesTakesEveryPosition: the lanes take each position of a key and none that is
// not the key's, in words of any number of positions, and those that say that they
// repeat do.
func TestLanesTakesEveryPosition(t *testing.T) {
	const step = 1000
	for bits, fields := range map[int]int{9: 7, 6: 10, 5: 12} {
		for probes := 1; probes <= 32; probes++ {
			s := newLanes(probes, fields, bits, step)
			seen := make([]bool, probes)
			distinct := 0
			for round := range s.Rounds {
				for lane := range s.Adds {
					probe := (int(s.Adds[lane])/step-1)*fields + int(s.Shifts[round][lane])/bits
					if probe < 0 || probe >= probes {
						t.Fatalf("%d of %d a word: lane %d takes probe %d in round %d", probes, fields, lane, probe, round)
					}
					if !seen[probe] {
						seen[probe] = true
						distinct++
						if lane >= s.Distinct {
							t.Errorf("%d of %d a word: lane %d of %d is not a repetition", probes, fields, lane, s.Distinct)
						}
					}
				}
			}
			if distinct != probes {
				t.Errorf("%d of %d a word: %d positions are taken", probes, fields, distinct)
			}
			if least := (probes + 7) / 8; s.Rounds < least {
				t.Errorf("%d of %d a word: %d rounds", probes, fields, s.Rounds)
			}
		}
	}
	for _, probes := range []int{0, 9 * 7} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%d probes fit", probes)
				}
			}()
			newLanes(probes, 7, 9, step)
		}()
	}
}
