package advise

import (
	"math"
	"sort"
	"strconv"
)

// Answer is what a candidate can do for a need.
type Answer struct {
	Design
	Family  string  `json:"family"`
	Library string  `json:"library,omitempty"`
	Use     string  `json:"use"`
	Held    float64 `json:"held"`       // different keys in the end
	PerKey  float64 `json:"bitsPerKey"` // for each of these

	Feasible bool   `json:"feasible"`
	Why      string `json:"why,omitempty"` // what it cannot do
	Short    string `json:"short,omitempty"`
	Within   *Fit   `json:"within,omitempty"` // if the memory is too little: what fits

	Hit    *Estimate `json:"hit,omitempty"`
	Miss   *Estimate `json:"miss,omitempty"`
	Insert *Estimate `json:"insert,omitempty"`
	Cost   *Estimate `json:"cost,omitempty"` // of a lookup, with the work of false positives; nil if it was never timed
	Best   float64   `json:"best"`           // chance that it is the best of the feasible ones

	Beyond  string   `json:"beyond"`           // what happens with more keys
	Copies  string   `json:"copies"`           // what copies of a key do
	Deletes string   `json:"deletes"`          // what deletes do
	Defect  string   `json:"defect,omitempty"` // a known one
	Try     string   `json:"try,omitempty"`    // the command that measures it
	IDs     []string `json:"ids,omitempty"`    // of the records that it rests on
	Notes   []string `json:"notes,omitempty"`  // where it extrapolates
}

// Fit is a design that fits where the one that was asked for does not.
type Fit struct {
	Variant string  `json:"variant"`
	Rate    float64 `json:"rate"`
	Bytes   float64 `json:"bytes"`
}

// Ranking is the answer to a need: the designs of all candidates, the best first, and those
// that cannot do it behind them.
type Ranking struct {
	Need    Need     `json:"need"`
	Solved  string   `json:"solved"`  // keys, rate, bytes; "" if all three were given
	Verdict string   `json:"verdict"` // one or two sentences
	Run     string   `json:"run"`
	Machine string   `json:"machine"`
	Answers []Answer `json:"answers"`
}

// Rank designs a filter of every candidate for the need, and ranks the designs: by the
// cost of a lookup if the need says what a false positive costs, else by bytes, and if
// rate or keys are solved for by these. The error says which quantity makes no sense.
func Rank(n Need, m *Model) (Ranking, error) {
	r := Ranking{Need: n, Run: m.Run, Machine: m.Machine}
	if err := n.check(); err != nil {
		return r, err
	}
	switch {
	case n.Keys == 0:
		r.Solved = "keys"
	case n.Rate == 0:
		r.Solved = "rate"
	case n.Bytes == 0:
		r.Solved = "bytes"
	}
	for i := range m.Candidates {
		r.Answers = append(r.Answers, m.answer(&m.Candidates[i], n))
	}
	r.chances()
	sort.SliceStable(r.Answers, func(i, j int) bool { return r.before(&r.Answers[i], &r.Answers[j]) })
	r.Verdict = r.verdict()
	return r, nil
}

// Solve is [Rank] for a caller who only wants what can do it.
func Solve(n Need, m *Model) ([]Answer, error) {
	r, err := Rank(n, m)
	feasible := sort.Search(len(r.Answers), func(i int) bool { return !r.Answers[i].Feasible })
	return r.Answers[:feasible], err
}

// answer designs one candidate.
func (m *Model) answer(c *Candidate, n Need) Answer {
	a := Answer{Family: c.Family, Library: c.Library, Use: c.Use, Defect: c.Defect, Held: n.final(n.Keys), IDs: c.Rated}
	a.Feasible, a.Why = c.able(n)
	rateKept, fits, made := true, true, true
	switch k := n.Copies.of(n.Keys); {
	case n.Keys == 0:
		a.Design, a.Held, fits = m.most(c, n)
		a.Held = n.final(a.Held)
		if !fits {
			a.Held = 0
		}
	case n.Rate == 0:
		a.Design, fits = m.largest(c, n, k)
	default:
		a.Design, made = m.smallest(c, n, k)
		rateKept = a.Rate <= n.Rate
		fits = n.Bytes == 0 || a.Bytes <= n.Bytes
		if made && !fits {
			if d, ok := m.largest(c, n, k); ok {
				a.Within = &Fit{d.Variant, d.Rate, d.Bytes}
			}
		}
	}
	if n.MissCost > 0 && n.Keys > 0 && n.Bytes > 0 && made && fits {
		if d, ok := m.cheapest(c, n, n.Copies.of(n.Keys)); ok {
			a.Design = d
		}
	}
	if a.Held > 0 {
		a.PerKey = 8 * a.Bytes / a.Held
	}
	if a.Why == "" {
		a.Why = a.keepsCopies(c, n)
	}
	switch {
	case a.Why != "":
	case n.Keys == 0 && !fits && a.Rate > n.Rate:
		a.Why = "its lowest rate is " + Percent(a.Rate)
	case n.Keys == 0 && !fits:
		a.Why = "keeps the rate for no key in " + Bytes(n.Bytes)
	case rateKept && !made:
		a.Why = "has no table for so many keys"
	case !rateKept:
		a.Why = "its lowest rate is " + Percent(a.Rate)
	case !fits:
		a.Why = "takes " + Bytes(a.Bytes) + ", " + Bytes(a.Bytes-n.Bytes) + " too much"
		a.Short = "bytes"
	}
	a.Feasible = a.Why == ""
	m.times(&a, c, n)
	a.words(c, n, m)
	return a
}

// able reports what a candidate cannot do whatever its size.
func (c *Candidate) able(n Need) (ok bool, why string) {
	switch {
	case n.Deletes && !c.Deletes:
		return false, "cannot delete"
	case n.Deletes && c.Copies.Rule == CopiesAbsorbed:
		return false, "a delete loses every key with the same fingerprint"
	case c.Static && !n.Static:
		return false, "is built once, from all keys: say --static if they are known"
	case n.Static && (n.Deletes || n.Growth > 1) && c.Static:
		return false, "takes no keys after it is built"
	case c.Defect != "":
		return false, c.Defect
	}
	return true, ""
}

// keepsCopies reports what the copies do that the filter does not keep apart.
func (a *Answer) keepsCopies(c *Candidate, n Need) string {
	if !n.Deletes || n.Copies.Rule == "" || a.Held == 0 {
		return ""
	}
	k := n.Copies.of(a.Held)
	switch {
	case k.most < 2:
		return ""
	case c.Copies.Most > 0 && k.most > c.Copies.Most && c.Copies.Rule == CopiesCounter:
		return "counters of " + Count(k.above(c.Copies.Most)) + " keys with more than " + Count(c.Copies.Most) + " copies stick for good"
	case c.Copies.Most > 0 && k.most > c.Copies.Most:
		return "refuses more than " + Count(c.Copies.Most) + " copies of a key; there are up to " + Count(k.most)
	case c.Size.Rule == SizeLayers && k.most > 2*c.Size.Slots:
		return "adds a table for every " + Count(2*c.Size.Slots) + " copies of a key: " + Count(math.Ceil(k.most/(2*c.Size.Slots))) + " tables"
	case c.Copies.Rule == CopiesInSlot && k.above(math.Exp2(c.Size.Width)) > crowded*k.keys, c.Copies.Rule == CopiesSlot && k.above(1) > crowded*k.keys:
		return "has its copies in slots: with so many keys that repeat its table stops early, at a load that was not measured"
	}
	return ""
}

// crowded is the share of keys with copies up to which a table of slots reaches its load.
const crowded = 0.01

// times estimates the operations.
func (m *Model) times(a *Answer, c *Candidate, n Need) {
	if c.Size.Rule == SizeNone {
		a.Hit, a.Miss, a.Insert = &Estimate{}, &Estimate{}, &Estimate{}
	} else {
		for _, op := range []struct {
			name string
			at   **Estimate
		}{{"hit", &a.Hit}, {"miss", &a.Miss}, {"insert", &a.Insert}} {
			if e, ok := m.Time(c, op.name, n.call(), a.X, a.Bytes); ok {
				*op.at = &e
			}
		}
	}
	if a.Miss == nil || a.Hit == nil && n.HitRatio > 0 {
		return
	}
	hit := *a.Miss
	if a.Hit != nil {
		hit = *a.Hit
	}
	cost := n.lookup(hit, *a.Miss, a.Rate)
	a.Cost = &cost
}

// chances sets how likely each feasible answer is the best one.
func (r *Ranking) chances() {
	if r.Need.MissCost == 0 {
		best := -1
		for i := range r.Answers {
			if a := &r.Answers[i]; a.Feasible && (best < 0 || r.before(a, &r.Answers[best])) {
				best = i
			}
		}
		if best >= 0 {
			r.Answers[best].Best = 1 // bytes, rates and keys are no matter of chance
		}
		return
	}
	var list []Estimate
	var at []int
	for i, a := range r.Answers {
		if a.Feasible && a.Cost != nil {
			list, at = append(list, *a.Cost), append(at, i)
		}
	}
	for i, p := range chances(list) {
		r.Answers[at[i]].Best = p
	}
}

// before reports whether a is better than b.
func (r *Ranking) before(a, b *Answer) bool {
	if a.Feasible != b.Feasible {
		return a.Feasible
	}
	if r.Need.MissCost > 0 && a.Feasible {
		switch {
		case a.Cost == nil || b.Cost == nil:
			return a.Cost != nil
		case a.Cost.NS != b.Cost.NS:
			return a.Cost.NS < b.Cost.NS
		}
	}
	if !a.Feasible && (a.Short == "") != (b.Short == "") {
		return a.Short != ""
	}
	switch {
	case r.Solved == "rate" && a.Rate != b.Rate:
		return a.Rate < b.Rate
	case r.Solved == "keys" && a.Held != b.Held:
		return a.Held > b.Held
	case a.Bytes != b.Bytes:
		return a.Bytes < b.Bytes
	}
	return (a.Library == "") && b.Library != ""
}

// verdict says in words what there is.
func (r *Ranking) verdict() string {
	that := "Nothing"
	if r.Need.Deletes {
		that = "Nothing that deletes"
	}
	if best := &r.Answers[0]; best.Feasible {
		return best.Variant + ": " + best.sum(r.Solved)
	}
	var least, low *Answer
	for i := range r.Answers {
		a := &r.Answers[i]
		if a.Short != "bytes" {
			continue
		}
		if least == nil || a.Bytes < least.Bytes {
			least = a
		}
		if a.Within != nil && (low == nil || a.Within.Rate < low.Within.Rate) {
			low = a
		}
	}
	if least == nil {
		return that + " can do that, in whatever memory."
	}
	text := that + " fits " + Bytes(r.Need.Bytes) + "; " + Bytes(least.Bytes) + " would: " + least.Variant + "."
	if low != nil {
		text += " In " + Bytes(low.Within.Bytes) + ", " + low.Within.Variant + " has " + Percent(low.Within.Rate) + "."
	}
	return text
}

func (a *Answer) sum(solved string) string {
	text := Percent(a.Rate) + " in " + Bytes(a.Bytes)
	if solved == "keys" {
		text = Count(a.Held) + " keys at " + text
	}
	return text + ", " + digits(a.PerKey, 3) + " bits a key."
}

// words fills in what people want to read.
func (a *Answer) words(c *Candidate, n Need, m *Model) {
	a.Beyond = c.beyond(a, m)
	switch {
	case c.Static:
		a.Deletes = "none: built once"
	case !c.Deletes:
		a.Deletes = "none"
	case c.Copies.Rule == CopiesAbsorbed:
		a.Deletes = "lose every key with the same fingerprint"
	default:
		a.Deletes = "of keys that were inserted"
	}
	switch c.Copies.Rule {
	case CopiesSlot:
		a.Copies = "a slot each, " + Count(c.Copies.Most) + " of a key at most"
	case CopiesCounter:
		a.Copies = "up to " + Count(c.Copies.Most) + " counted; then the key stays for good"
	case CopiesInSlot:
		a.Copies = "counted in the slot, up to " + Count(c.Copies.Most)
	case CopiesDictionary:
		a.Copies = "any number, 16 to 43 bytes for a key that has some"
	case CopiesDigits:
		a.Copies = "any number, in a slot or two more"
	case CopiesAbsorbed:
		a.Copies = "one entry for all"
	default:
		a.Copies = "cost nothing"
	}
	if c.Copies.Rule == CopiesSlot && !n.Deletes {
		a.Copies = "insert a key only if it is not found: then they cost nothing"
	}
	if c.Size.Rule != SizeNone {
		a.Try = "bench try '" + a.Variant + "' --workload uniform --n " + strconv.FormatFloat(math.Min(a.Held, 1e6), 'f', 0, 64)
	}
	for _, e := range []*Estimate{a.Miss, a.Hit} {
		if e == nil {
			continue
		}
		a.IDs = append(a.IDs, e.IDs...)
		a.note(c, n, e)
	}
	if a.Miss == nil {
		a.Notes = append(a.Notes, "never timed on this machine")
	}
}

// note says where an estimate goes beyond what was measured.
func (a *Answer) note(c *Candidate, n Need, e *Estimate) {
	add := func(text string) {
		for _, have := range a.Notes {
			if have == text {
				return
			}
		}
		a.Notes = append(a.Notes, text)
	}
	if e.Outside {
		sizes := Bytes(e.From) + " to " + Bytes(e.To)
		if e.From == e.To {
			sizes = Bytes(e.From)
		}
		add("time extrapolates: tables of " + sizes + " were timed")
	}
	if e.Variant != "" && e.Variant != a.Variant {
		add("timed as " + e.Variant)
	}
	if e.Call != "" && e.Call != n.call() {
		add("timed in " + e.Call + " calls only")
	}
}

// beyond says what happens with more keys than a filter was made for.
func (c *Candidate) beyond(a *Answer, m *Model) string {
	switch {
	case c.Size.Rule == SizeNone:
		return "nothing"
	case c.Static:
		return "must be built again"
	case c.Grows:
		return "adds a table"
	case c.Refuses:
		return "refuses from about " + Count(c.Size.reach()*a.Cells*a.Held/math.Max(1, a.Entries)) + " keys on"
	case c.Rate.Rule == RateNone:
		return "the map doubles"
	}
	t := table{bits: a.Bytes * 8, cells: a.Cells, probes: optimalProbes(a.Cells / math.Max(1, a.Held))}
	if c.Size.Rule == SizeAsked {
		t.probes = math.Max(1, math.Ceil(-math.Log2(a.X)))
	}
	return "twice the keys: at least " + Percent(c.Rate.of(m, t, a.X, 2*a.Held)) // the number of probes is that for the keys that were expected
}

// reach is the load at which a table that refuses does so.
func (s Size) reach() float64 {
	switch {
	case s.Rule == SizeQuotient:
		return s.Load
	case s.Rule == SizeTable:
		return s.Load / tableMargin
	}
	return math.Min(1, s.Load+0.01)
}

const tableMargin = 0.92 // of a hash table's threshold, to which it is made
