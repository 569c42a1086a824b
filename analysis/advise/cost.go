package advise

import "math"

// Estimate is a time on the machine of the model, with an interval of 95 %.
type Estimate struct {
	NS      float64  `json:"ns"`
	Lo      float64  `json:"lo"`
	Hi      float64  `json:"hi"`
	Variant string   `json:"variant,omitempty"` // the filter that was timed
	Call    string   `json:"call,omitempty"`    // how it was called
	From    float64  `json:"from,omitempty"`    // bytes of the smallest table that was timed
	To      float64  `json:"to,omitempty"`      // and of the largest
	Outside bool     `json:"outside,omitempty"` // the table is of no size that was timed: the estimate extrapolates
	IDs     []string `json:"ids,omitempty"`
}

const (
	normal95 = 1.959964 // standard deviations of half an interval of 95 %
	foreign  = 0.2      // a table e times too large or small is as far off as a parameter that is so many e-folds off
)

func (e Estimate) deviation() float64 { return (e.Hi - e.Lo) / (2 * normal95) }

// Time estimates how long an operation takes in a table of so many bytes: what was measured
// of the filter with the nearest parameter and size, by the logarithm of the bytes. Beyond the
// sizes that were timed, the time grows by the factor by which that of a filter grows
// that reads memory alike, and half of what is added so is in doubt. What was timed in calls of
// the other kind alone takes as many times as long, or as little, as filters that read memory alike.
// ok is false if the operation was never timed.
func (m *Model) Time(c *Candidate, op, call string, x, bytes float64) (e Estimate, ok bool) {
	var best *Series
	near := math.Inf(1)
	for i := range c.Times {
		s := &c.Times[i]
		far := 0.0
		if x > 0 && s.Value > 0 {
			far = math.Abs(math.Log(s.Value / x))
		}
		if s.Call != call {
			far += 100
		}
		points := s.of(op)
		if len(points) == 0 {
			continue
		}
		from, to := points[0].Bytes, points[len(points)-1].Bytes
		if far += foreign * math.Abs(math.Log(bytes/math.Min(math.Max(bytes, from), to))); far < near {
			best, near = s, far
		}
	}
	if best == nil {
		return e, false
	}
	points := best.of(op)
	from, to := points[0].Bytes, points[len(points)-1].Bytes
	e = Estimate{Variant: best.Variant, Call: best.Call, From: from, To: to, Outside: bytes < from/2 || bytes > 2*to}
	reached := math.Min(math.Max(bytes, from), to)
	i, share := between(points, reached)
	e.add(points[i], op, 1-share)
	if share > 0 {
		e.add(points[i+1], op, share)
	}
	more := e.NS * (m.grown(c.Access, op, bytes)/m.grown(c.Access, op, reached) - 1)
	doubt := m.Noise*e.NS + math.Abs(more)/2
	e.NS = math.Max(0, e.NS+more)
	e.Lo, e.Hi = math.Max(0, e.Lo+more-doubt), e.Hi+more+doubt
	if best.Call != call {
		times := m.Calls[c.Access][op]
		switch {
		case c.Library != "" || c.Size.Rule == SizeMap:
			times = keyByKey
		case times[0] == 0:
			times = anyTimes
		}
		if call == "batch" {
			times = Interval{1 / times[0], 1 / times[2], 1 / times[1]}
		}
		e.Outside = true
		e.NS, e.Lo, e.Hi = e.NS*times[0], e.Lo*times[1], e.Hi*times[2]
	}
	return e, true
}

// How many times as long as in a batch a single call takes where the model has no ratio: in what
// takes keys one by one in either case, and in a filter that reads memory as none that was timed in both.
var (
	keyByKey = Interval{1, 0.8, 1.25}
	anyTimes = Interval{3, 1, 10}
)

// of lists the points of a series that hold an operation.
func (s *Series) of(op string) (list []Point) {
	for _, p := range s.Points {
		if _, ok := p.Times[op]; ok {
			list = append(list, p)
		}
	}
	return list
}

// between returns the point at or before a size, and how far behind it the size is, as a
// share of the way to the next one by the logarithm of the bytes: above 1 beyond the last one.
func between(points []Point, bytes float64) (i int, share float64) {
	for i < len(points)-2 && bytes > points[i+1].Bytes {
		i++
	}
	if i+1 == len(points) {
		return i, 0
	}
	return i, math.Log(bytes/points[i].Bytes) / math.Log(points[i+1].Bytes/points[i].Bytes)
}

func (e *Estimate) add(p Point, op string, share float64) {
	t := p.Times[op]
	e.NS += share * t[0]
	e.Lo += share * t[1]
	e.Hi += share * t[2]
	e.IDs = append(e.IDs, p.IDs...)
}

// grown is the time of an operation of the filter that stands for those that read memory so,
// in a table of so many bytes. A larger table than any that was timed goes on as the last two
// do; a smaller one is as fast as the smallest.
func (m *Model) grown(access, op string, bytes float64) float64 {
	s := m.Growth[access]
	points := s.of(op)
	if len(points) < 2 {
		return 1
	}
	i, share := between(points, math.Max(bytes, points[0].Bytes))
	a, b := points[i].Times[op][0], points[i+1].Times[op][0]
	return math.Max(points[0].Times[op][0], a+share*(b-a))
}

// lookup is the cost of a lookup on average over those of keys that are held and of others,
// with the work that false positives cause.
func (n Need) lookup(hit, miss Estimate, rate float64) Estimate {
	h := n.HitRatio
	mean := func(hit, miss float64) float64 { return h*hit + (1-h)*(miss+rate*n.MissCost) }
	e := Estimate{NS: mean(hit.NS, miss.NS)}
	half := normal95 * math.Hypot(h*hit.deviation(), (1-h)*miss.deviation())
	e.Lo, e.Hi = math.Max(0, e.NS-half), e.NS+half
	e.Outside = hit.Outside || miss.Outside
	return e
}

// chances returns for each estimate the chance that it is the least of all, if each is off
// by a normal error of its own:
//
//	P_i = integral of phi(z) prod_{j != i} P(X_j > x_i + s_i z) dz
func chances(list []Estimate) []float64 {
	p := make([]float64, len(list))
	least := math.Inf(1)
	for _, e := range list {
		least = math.Min(least, e.NS+5*e.deviation())
	}
	const step = 0.05
	sum := 0.0
	for i, e := range list {
		if e.NS-5*e.deviation() > least {
			continue
		}
		for z := -5 + step/2; z < 5; z += step {
			chance := math.Exp(-z*z/2) * step
			for j, other := range list {
				if j == i || other.NS-5*other.deviation() > e.NS+5*e.deviation() {
					continue
				}
				at := e.NS + z*e.deviation()
				s := math.Max(other.deviation(), 1e-9)
				chance *= math.Erfc((at-other.NS)/(s*math.Sqrt2)) / 2
			}
			p[i] += chance
		}
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
	return p
}
