package advise

import (
	"errors"
	"math"
)

// Need is what somebody wants of a filter. Of Keys, Rate and Bytes one may be 0: it is
// solved for.
type Need struct {
	Keys  float64 `json:"keys"`  // different keys held at once
	Rate  float64 `json:"rate"`  // of false positives, at most
	Bytes float64 `json:"bytes"` // of everything that is kept, at most

	Deletes bool    `json:"deletes,omitempty"` // keys are taken out, a copy at a time
	Static  bool    `json:"static,omitempty"`  // all keys are known when the filter is built
	Growth  float64 `json:"growth,omitempty"`  // keys may become as many times more; 0 for 1
	Copies  Stream  `json:"copies,omitzero"`   // how often keys come

	Calls    string  `json:"calls,omitempty"`    // how lookups are called: batch or single; "" for batch
	HitRatio float64 `json:"hitRatio,omitempty"` // share of lookups that ask for keys that are held
	MissCost float64 `json:"missCost,omitempty"` // work that a false positive causes, in nanoseconds; above 0 designs are ranked by time, else by bits
}

// Stream says how often keys come before they are deleted.
type Stream struct {
	Rule  string    `json:"rule,omitempty"`  // "" for once; each, hot, zipf or seen
	Value float64   `json:"value,omitempty"` // each: copies of every key; hot: share of one key in all inserts; zipf: the exponent; seen: copies over different keys
	Above []float64 `json:"above,omitempty"` // seen: the share of keys with more than 1, 2, 3, ... copies
	Most  float64   `json:"most,omitempty"`  // seen: copies of the key that has most
}

// check reports what of a need makes no sense.
func (n Need) check() error {
	unknown := 0
	for _, x := range []float64{n.Keys, n.Rate, n.Bytes} {
		if x == 0 {
			unknown++
		}
	}
	switch {
	case unknown > 1:
		return errors.New("give two of keys, rate and memory at least: the third is solved for")
	case !(n.Keys >= 0 && n.Keys <= 1e15) || n.Keys > 0 && n.Keys < 1:
		return errors.New("keys must be from 1 to 10^15")
	case !(n.Rate >= 0 && n.Rate < 1):
		return errors.New("the rate must lie between 0 and 1")
	case !(n.Bytes >= 0 && n.Bytes <= 1e18):
		return errors.New("the memory must be from 1 byte to 10^18")
	case n.Growth != 0 && !(n.Growth >= 1 && n.Growth <= 1e6):
		return errors.New("the growth must be a factor from 1 to a million")
	case !(n.HitRatio >= 0 && n.HitRatio <= 1):
		return errors.New("the hit ratio must be a share from 0 to 1")
	case !(n.MissCost >= 0 && n.MissCost <= 1e15):
		return errors.New("the work for a false positive must be a time, 0 at least")
	case n.Calls != "" && n.Calls != "batch" && n.Calls != "single":
		return errors.New("calls are batch or single")
	}
	return n.Copies.check()
}

func (s Stream) check() error {
	switch {
	case s.Rule == "" || s.Rule == "each" && s.Value >= 1 && s.Value <= 1e9 || s.Rule == "hot" && s.Value > 0 && s.Value < 1 || s.Rule == "zipf" && s.Value > 0 && s.Value <= 5 || s.Rule == "seen" && s.Value >= 1 && s.Most >= 1:
		return nil
	}
	return errors.New("copies are a number for each key (1 or more), hot with a share of one key between 0 and 1, or zipf with an exponent above 0 and at most 5")
}

// final is how many keys there are in the end.
func (n Need) final(keys float64) float64 { return math.Ceil(keys * math.Max(1, n.Growth)) }

func (n Need) call() string {
	if n.Calls == "" {
		return "batch"
	}
	return n.Calls
}

// counts are the copies of n different keys in a stream.
type counts struct {
	keys  float64
	most  float64               // copies of the key that has most
	total float64               // all copies
	above func(float64) float64 // keys with more than so many copies
}

// of returns the copies of n different keys. By Zipf's law the key of rank i has
// max(1, n i^-s / H) copies, H the sum of all i^-s: about as many inserts again as there
// are keys.
func (s Stream) of(n float64) counts {
	switch {
	case s.Rule == "each" && s.Value > 1:
		return counts{n, s.Value, n * s.Value, func(c float64) float64 {
			if c < s.Value {
				return n
			}
			return 0
		}}
	case s.Rule == "hot":
		most := math.Max(1, math.Floor(n*s.Value/(1-s.Value)))
		return counts{n, most, n - 1 + most, func(c float64) float64 {
			if c < most {
				return 1
			}
			return 0
		}}
	case s.Rule == "zipf":
		first := math.Max(1, n/harmonic(n, s.Value))
		above := func(c float64) float64 {
			return math.Min(n, math.Floor(math.Pow(first/(math.Max(c, 0)+0.5), 1/s.Value)))
		}
		// One copy of each key, and one more of those with more than 1, 2, 3, ...
		const single = 256
		total := n
		for c := 1.0; c <= single; c++ {
			total += above(c)
		}
		if rank := above(single); rank > 0 {
			total += first*harmonic(rank, s.Value) - (single+1)*rank
		}
		return counts{n, math.Round(first), total, above}
	}
	if s.Rule == "seen" {
		return counts{n, s.Most, math.Ceil(n * s.Value), func(c float64) float64 {
			switch i := int(c) - 1; {
			case i < 0:
				return n
			case i < len(s.Above):
				return math.Ceil(n * s.Above[i])
			case c < s.Most && len(s.Above) > 0:
				return math.Ceil(n * s.Above[len(s.Above)-1])
			}
			return 0
		}}
	}
	return counts{n, 1, n, func(c float64) float64 {
		if c < 1 {
			return n
		}
		return 0
	}}
}

// harmonic is the sum of i^-s over i from 1 to n: the first terms one by one, the rest by
// Euler and Maclaurin.
func harmonic(n, s float64) float64 {
	const exact = 64
	sum, last := 0.0, math.Min(n, exact)
	for i := 1.0; i <= last; i++ {
		sum += math.Pow(i, -s)
	}
	if n <= exact {
		return sum
	}
	if math.Abs(s-1) < 1e-9 {
		sum += math.Log(n / exact)
	} else {
		sum += (math.Pow(n, 1-s) - math.Pow(exact, 1-s)) / (1 - s)
	}
	return sum + (math.Pow(n, -s)-math.Pow(exact, -s))/2 + s/12*(math.Pow(exact, -s-1)-math.Pow(n, -s-1))
}
