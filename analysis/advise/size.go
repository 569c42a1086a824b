package advise

import "math"

// table is a filter of whole cells.
type table struct {
	bits   float64 // of all that the filter keeps
	cells  float64 // bits of a Bloom filter, slots of others
	units  float64 // blocks or buckets
	probes float64
	layers []table // of a scalable filter
	keys   float64 // of a layer
}

// The largest tables that filters here may have: 128 GiB, and as many buckets as hash bits
// beside a fingerprint can address.
const (
	mostBits    = 1 << 40
	mostBuckets = 1 << 32
)

// build sizes a filter with free parameter x for so many entries, start of which it is made
// for: only a filter that grows takes more than these. ok is false where there is no
// such filter.
func (s Size) build(x, entries, start float64) (t table, ok bool) {
	if entries > math.MaxInt64/4 {
		return t, false
	}
	switch s.Rule {
	case SizeNone:
		return t, true
	case SizeCells:
		t.cells = math.Max(math.Ceil(x/s.Width*entries), math.Floor(64/s.Width))
		t.bits, t.probes = t.cells*s.Width, optimalProbes(x/s.Width)
	case SizeBlocks:
		t.units = math.Max(1, math.Ceil(math.Ceil(x*entries)/s.Width))
		t.cells = t.units * s.Width
		if s.Words > 0 {
			t.cells = math.Ceil(t.cells/s.Words) * s.Words
		}
		t.bits = t.cells
	case SizeAsked:
		t = s.asked(x, entries)
	case SizeBuckets:
		t = s.buckets(x, entries)
	case SizeLayers:
		t = s.buckets(x, start)
		layers := math.Max(1, math.Ceil(entries/(s.Load*t.cells)))
		if layers > s.Tables {
			return t, false
		}
		t.bits *= layers
	case SizeScalable:
		t = s.scalable(x, entries, start)
	case SizeQuotient:
		t.units = wholes(entries, s.Load, s.Slots)
		t.cells = t.units * s.Slots
		t.bits = t.cells * (x + s.Width)
	case SizeOdd:
		slots := math.Ceil(entries / s.Load)
		if math.Mod(slots, 2) == 0 {
			slots++
		}
		if t.cells = math.Max(3, slots); entries > s.Load*t.cells {
			t.cells += 2
		}
		t.bits = t.cells * x
	case SizeTable:
		t.units = math.Max(2, math.Ceil(math.Ceil(entries/s.Load)/s.Slots))
		t.cells = t.units * s.Slots
		t.bits = t.units * s.Width
	case SizeExpanding:
		t = s.expanding(x, entries, start)
	case SizeRibbon:
		slots := math.Ceil(entries*(1+(4+x/4)/s.Slots)) + s.Slots - 1
		t.cells = math.Ceil(slots/64) * 64
		t.bits = t.cells * x
	case SizeXor:
		t.cells = math.Floor((32+math.Ceil(1.23*entries))/3) * 3
		t.bits = t.cells * x
	case SizeFuse:
		t.cells = fuse(entries, s.Slots)
		t.bits = t.cells * x
	case SizeMap:
		t.cells = 8
		for entries > 8 && t.cells <= math.Floor(entries*8/7)-1 {
			t.cells *= 2
		}
		t.bits = t.cells * s.Width
	}
	t.bits += s.Extra
	return t, t.bits > 0 && (t.bits <= mostBits || s.Rule == SizeMap) && (s.Most == 0 || entries <= s.Most) && (s.Cells == 0 || t.cells <= s.Cells) && (s.Slots == 0 || t.units <= mostBuckets)
}

// asked is what libraries make of a rate: n ln(1/x) / ln(2)^2 cells, rounded each in its own way.
func (s Size) asked(x, n float64) (t table) {
	want := n * -math.Log(x) / (math.Ln2 * math.Ln2)
	whole := math.Ceil(want)
	if s.Floor {
		whole = math.Floor(want)
	}
	t.cells = math.Max(math.Max(1, s.Least), math.Ceil(whole/s.Unit)*s.Unit)
	if s.Pow2 {
		t.cells = power(math.Max(whole, s.Least))
	}
	t.bits = t.cells * s.Width
	if s.Words > 0 {
		t.bits = math.Ceil(t.cells/s.Words) * s.Words
	}
	if t.probes = math.Ceil(math.Ln2 * whole / n * (1 - 1e-15)); s.Floor {
		t.probes = math.Ceil(math.Ln2 * want / n * (1 - 1e-15))
	}
	if s.Near {
		t.probes = math.Round(whole / n * math.Ln2)
	}
	t.probes = math.Max(1, t.probes)
	return t
}

// buckets is the smallest number of buckets, even or a power of two, that entries fill to
// the load at most.
func (s Size) buckets(x, entries float64) (t table) {
	t.units = math.Max(2, 2*math.Ceil(math.Ceil(entries/s.Load)/(2*s.Slots)))
	for t.units > 2 && entries <= s.Load*((t.units-2)*s.Slots) {
		t.units -= 2
	}
	for entries > s.Load*(t.units*s.Slots) {
		t.units += 2
	}
	if s.Pow2 {
		t.units = power(t.units)
	}
	t.units = math.Max(t.units, s.Least)
	t.cells = t.units * s.Slots
	t.bits = t.cells * (x + s.Width)
	return t
}

// wholes is the smallest number of blocks of so many slots that entries fill to the load
// at most.
func wholes(entries, load, slots float64) float64 {
	n := math.Max(1, math.Ceil(math.Ceil(entries/load)/slots))
	if n > 1 && entries <= load*((n-1)*slots) {
		return n - 1
	}
	if entries > load*(n*slots) {
		return n + 1
	}
	return n
}

// scalable stacks Bloom filters of start, 2 start, 4 start, ... keys with rates x/2, x/4, ...
func (s Size) scalable(x, entries, start float64) (all table) {
	for rate, keys := x/2, start; entries > 0; rate, keys = rate/2, keys*2 {
		var t table
		if s.Unit > 0 { // as Redis does
			t = Size{Width: 1, Unit: s.Unit, Floor: true}.asked(rate, keys)
		} else {
			t.probes = math.Max(1, math.Floor(-math.Log2(rate)))
			if bloomBits(rate, t.probes+1) < bloomBits(rate, t.probes) {
				t.probes++
			}
			t.cells = math.Max(64, math.Ceil(keys*bloomBits(rate, t.probes)))
		}
		t.keys = math.Min(keys, entries)
		all.bits += t.cells
		all.layers = append(all.layers, t)
		entries -= keys
	}
	return all
}

// fuse is the number of slots of a binary fuse filter with three or four probes, by the rule
// of its authors.
func fuse(n, probes float64) float64 {
	n = math.Max(2, n)
	log, factor := math.Log(n)/math.Log(3.33)+2.25, math.Max(1.125, 0.875+0.25*math.Log(1e6)/math.Log(n))
	if probes == 4 {
		log, factor = math.Log(n)/math.Log(2.91)-0.5, math.Max(1.075, 0.77+0.305*math.Log(6e5)/math.Log(n))
	}
	segment := math.Exp2(math.Floor(math.Min(math.Max(log, 2), 18)))
	return math.Max(probes, math.Ceil(math.Round(n*factor)/segment)) * segment
}

// expanding is a quotient filter for start keys that doubles until it holds all.
func (s Size) expanding(x, entries, start float64) (t table) {
	t.units = wholes(start, s.Load, s.Slots)
	for slots, held := t.units*s.Slots, 0.0; held < entries; slots *= 2 {
		came := math.Min(entries, math.Max(held, math.Floor(s.Load*slots))) - held
		t.layers = append(t.layers, table{cells: slots, keys: came})
		held += came
		t.cells = slots
	}
	t.bits = t.cells * (x + s.Width)
	return t
}

// power is the least power of two that is not below x.
func power(x float64) float64 {
	p := 1.0
	for p < x {
		p *= 2
	}
	return p
}

// bloomBits is the bits per key of a large Bloom filter with k probes at a rate.
func bloomBits(rate, k float64) float64 { return -k / math.Log1p(-math.Pow(rate, 1/k)) }

// bloomRate is the rate of a large Bloom filter with c bits per key and k probes.
func bloomRate(c, k float64) float64 { return math.Pow(-math.Expm1(-k/c), k) }

// optimalProbes is the number of probes with the lowest rate at c bits per key.
func optimalProbes(c float64) float64 {
	k := math.Max(1, math.Floor(c*math.Ln2))
	if bloomRate(c, k+1) < bloomRate(c, k) {
		return k + 1
	}
	return k
}

// of is the rate of a table with free parameter x that holds so many different keys.
func (r Rate) of(m *Model, t table, x, keys float64) float64 {
	collisions := keys * 0x1p-64 // of the hashes by which keys are known
	met := func(chance float64) float64 { return -math.Expm1(keys * math.Log1p(-chance)) }
	switch r.Rule {
	case RateAll:
		return 1
	case RateNone:
		return 0
	case RateBloom:
		return bloomRate(t.cells/keys, t.probes) + collisions
	case RateCurve:
		return m.Curves[r.Curve].at(t.bits/keys) + collisions
	case RatePairs:
		return met(2 / (t.units * (math.Exp2(x) - 1)))
	case RateWindows:
		return met(2 / ((t.cells - 1) * (math.Exp2(x-1) - 1)))
	case RateQuotient:
		return met(math.Exp2(-x) / t.cells)
	case RateFingerprint:
		return math.Exp2(-x) + collisions
	case RateExpanding:
		none := 0.0
		for _, l := range t.layers {
			none += l.keys * math.Log1p(-math.Exp2(-x)/l.cells)
		}
		return -math.Expm1(none)
	case RateScalable:
		missed := 1.0
		for _, l := range t.layers {
			missed *= 1 - bloomRate(l.cells/l.keys, l.probes)
		}
		return 1 - missed + collisions
	}
	return math.NaN()
}

// at interpolates the logarithm of the rate; beyond its ends a curve has no rate but that of the end.
func (c Curve) at(bits float64) float64 {
	last := len(c.Rates) - 1
	i := (bits - c.First) / c.Step
	switch {
	case last < 0:
		return math.NaN()
	case i <= 0:
		return c.Rates[0]
	case i >= float64(last):
		return c.Rates[last]
	}
	j := int(i)
	share := i - float64(j)
	return math.Exp(math.Log(c.Rates[j])*(1-share) + math.Log(c.Rates[j+1])*share)
}

// values lists the grid, in ascending order of bits.
func (g Grid) values() []float64 {
	switch {
	case g.List != nil:
		return g.List
	case g.Decades:
		var list []float64
		for digits, scale := 9.0, 10.0; ; digits-- {
			if digits == 0 {
				digits, scale = 9, scale*10
			}
			if x := digits / scale; x >= g.To*(1-1e-9) {
				list = append(list, x)
			} else {
				return list
			}
		}
	case g.Step == 0:
		return []float64{g.From}
	}
	var list []float64
	for i := 0; ; i++ {
		// In whole numbers of steps, so that 14.4 is the number that 14.4 means.
		x := math.Round((g.From+float64(i)*g.Step)*1e6) / 1e6
		if x > g.To {
			return list
		}
		list = append(list, x)
	}
}
