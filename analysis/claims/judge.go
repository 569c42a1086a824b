package claims

import (
	"fmt"
	"math"

	"filterbench/internal/stat"
)

// part is one of the things that a claim says: a quantity lies in a range.
type part struct {
	name   string
	x      Estimate
	lo, hi float64 // either may be infinite
	worse  int     // side on which the claim is worse than false
}

// never reports whether the range is that of a share of what must not happen.
func (p part) never() bool { return p.lo == 0 && p.hi < 0.02 && p.hi > 0 }

// twoSided says that a value is claimed, and not only a limit.
func (p part) twoSided() bool { return !math.IsInf(p.lo, 0) && !math.IsInf(p.hi, 0) }

func (p part) inside() bool  { return p.lo <= p.x.Lo && p.x.Hi <= p.hi }
func (p part) outside() bool { return p.x.Hi < p.lo || p.hi < p.x.Lo }

// pInside is the p-value against "the quantity is out of the range".
func (p part) pInside() float64 { return math.Max(p.x.Above(p.lo), p.x.Below(p.hi)) }

// pOutside is the p-value against "the quantity is in the range".
func (p part) pOutside() float64 { return math.Min(p.x.Below(p.lo), p.x.Above(p.hi)) }

// reach is how far the interval goes from the middle of the range, in units of
// half the range: up to one is inside. For a range with one end it is how much of
// the interval is beyond it, in units of the interval.
func (p part) reach() float64 {
	if math.IsInf(p.lo, 0) || math.IsInf(p.hi, 0) {
		width := math.Max(p.x.Hi-p.x.Lo, 1e-300)
		return 1 + math.Max(p.lo-p.x.Lo, p.x.Hi-p.hi)/width
	}
	middle := (p.lo + p.hi) / 2
	return math.Max(middle-p.x.Lo, p.x.Hi-middle) / ((p.hi - p.lo) / 2)
}

// judgement is what all parts of a claim come to.
type judgement struct {
	verdict Verdict
	p       float64
	worst   part   // the part that decided, or stands in the way
	in, out int    // parts inside and outside their ranges
	power   string // which deviations could have been seen, "" if no value is claimed
}

// judge decides a claim all of whose parts must hold. One part that is outside for
// certain refutes it (Bonferroni over the parts); all inside confirm it, with the
// weakest p-value. It panics if there are none.
func judge(parts []part) judgement {
	if len(parts) == 0 {
		panic("claims: a claim without parts")
	}
	j := judgement{verdict: Confirmed, worst: parts[0]}
	refutation := 1.0
	var wrong part
	for _, p := range parts {
		if !p.x.Known() {
			return judgement{verdict: Undecided, p: 1, worst: p}
		}
		j.p = math.Max(j.p, p.pInside())
		if p.reach() > j.worst.reach() {
			j.worst = p
		}
		switch {
		case p.inside():
			j.in++
		case p.outside():
			j.out++
		}
		if q := p.pOutside() * float64(len(parts)); p.outside() && q < refutation {
			refutation, wrong = q, p
		}
	}
	switch {
	case refutation < level:
		j.verdict, j.p, j.worst = Refuted, refutation, wrong
	case j.in < len(parts):
		j.verdict, j.p = Undecided, math.NaN()
	}
	j.power = power(parts)
	return j
}

// power says which deviations the parts that claim a value could have shown: half the
// width of an interval, relative to its estimate. Numbers that were computed show any.
func power(parts []part) string {
	var first, bluntest *part
	for i := range parts {
		p := &parts[i]
		if !p.twoSided() || p.x.Lo == p.x.Hi {
			continue
		}
		if first == nil {
			first, bluntest = p, p
		}
		if p.x.HalfWidth() > bluntest.x.HalfWidth() {
			bluntest = p
		}
	}
	switch {
	case first == nil:
		return ""
	case first == bluntest:
		return fmt.Sprintf("Resolution: %s.", percent(first.x.HalfWidth()))
	}
	return fmt.Sprintf("Resolution: %s for %s; %s for %s.", percent(first.x.HalfWidth()), first.name, percent(bluntest.x.HalfWidth()), bluntest.name)
}

// level is the family-wise level of all decisions.
const level = 0.05

// hint says what an undecided judgement lacks.
func (j judgement) hint() string {
	if !j.worst.x.Known() {
		return fmt.Sprintf("For %s there are fewer than %d repetitions, or nothing was counted.", j.worst.name, stat.Fewest)
	}
	return fmt.Sprintf("The interval of %s, %s to %s, is neither inside the range %s nor outside it; the resolution is %s.",
		j.worst.name, number(j.worst.x.Lo), number(j.worst.x.Hi), j.worst.span(), percent(j.worst.x.HalfWidth()))
}

func (p part) span() string {
	switch {
	case math.IsInf(p.lo, 0):
		return "up to " + number(p.hi)
	case math.IsInf(p.hi, 0):
		return "from " + number(p.lo)
	}
	return number(p.lo) + " to " + number(p.hi)
}

// ruling turns a judgement into a ruling on an effect. line is the sentence of a
// decided claim.
func (j judgement) ruling(what, unit string, effect Estimate, line string) Ruling {
	r := Ruling{Verdict: j.verdict, What: what, Unit: unit, Effect: effect, P: j.p, Line: line, Decided: j.worst.x, In: Range{j.worst.lo, j.worst.hi}}
	switch {
	case j.verdict == Refuted && (j.worst.worse > 0 && j.worst.x.Lo > j.worst.hi || j.worst.worse < 0 && j.worst.x.Hi < j.worst.lo):
		r.Verdict = Worse
	case j.verdict == Undecided:
		r.P = math.NaN()
		r.Line = j.hint()
	case j.power != "":
		r.Line += " " + j.power
	}
	return r
}
