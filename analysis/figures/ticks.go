package figures

import (
	"math"
	"strconv"
	"strings"
)

// tick is a mark on an axis. Without a label it is a small one.
type tick struct {
	at    float64
	label string // "10^3" is drawn with a raised 3
	rank  int    // where labels would collide, those of lower rank stay
}

// ticksOf returns the marks of an axis between two limits; room is how many labels
// fit side by side.
func ticksOf(a Axis, low, high float64, categories []string, room int) []tick {
	switch {
	case a.Unit == Category:
		list := make([]tick, len(categories))
		for i, name := range categories {
			list[i] = tick{at: float64(i), label: name}
		}
		return list
	case a.Scale == Log && a.Unit == Binary:
		return powers(low, high, 2, room)
	case a.Scale == Log:
		return decades(a.Unit, low, high, room)
	}
	return steps(a.Unit, low, high, room)
}

// steps are round numbers at equal distances: 1, 2 or 5 times a power of ten.
func steps(unit Unit, low, high float64, room int) []tick {
	factor := 1.0
	if unit == Percent {
		factor = 100
	}
	low, high = low*factor, high*factor
	raw := (high - low) / float64(max(room, 2))
	power := math.Pow(10, math.Floor(math.Log10(raw)))
	step := 10 * power
	for _, f := range []float64{1, 2, 5} {
		if f*power >= raw*(1-1e-9) {
			step = f * power
			break
		}
	}
	var list []tick
	for i := math.Ceil(low/step - 1e-9); i*step <= high*(1+1e-12)+1e-12; i++ {
		list = append(list, tick{at: i * step / factor, label: plain(unit, i*step, step)})
	}
	return list
}

// plain writes a number with the decimals that its step needs.
func plain(unit Unit, x, step float64) string {
	decimals := 0
	for s := step; decimals < 12 && math.Abs(s-math.Round(s)) > 1e-9*math.Abs(s); s *= 10 {
		decimals++
	}
	text := strconv.FormatFloat(x, 'f', decimals, 64)
	if strings.Trim(text, "-0.") == "" {
		text = strings.TrimPrefix(text, "-")
	}
	if unit == Percent {
		text += " %"
	}
	return text
}

// decades are the powers of ten with 2 and 5 between them where there is room.
func decades(unit Unit, low, high float64, room int) []tick {
	first, last := int(math.Floor(math.Log10(low))), int(math.Ceil(math.Log10(high)))
	labelled := map[int]int{1: 0} // multiples that get a label, with their rank
	if span := math.Log10(high / low); unit != Decimal && span <= 2.5 && 2.4*span <= float64(room) || span < 1.2 {
		labelled[2], labelled[5] = 1, 1
	}
	var list []tick
	for e := first; e <= last; e++ {
		for m := 1; m <= 9; m++ {
			x := float64(m) * math.Pow(10, float64(e))
			if x < low*(1-1e-9) || x > high*(1+1e-9) {
				continue
			}
			t := tick{at: x, rank: 9}
			if rank, ok := labelled[m]; ok {
				t.label, t.rank = decimal(unit, m, e), rank
			}
			list = append(list, t)
		}
	}
	return list
}

// decimal writes m times ten to the e.
func decimal(unit Unit, m, e int) string {
	switch {
	case unit == Percent && e >= -6:
		return trimFixed(m, e+2) + " %"
	case unit == Percent:
		return decimal(Decimal, m, e+2) + " %"
	case unit == Number && e >= -4 && e <= 5:
		return trimFixed(m, e)
	case m == 1:
		return "10^" + strconv.Itoa(e)
	}
	return strconv.Itoa(m) + "·10^" + strconv.Itoa(e)
}

func trimFixed(m, e int) string {
	return strconv.FormatFloat(float64(m)*math.Pow(10, float64(e)), 'f', max(0, -e), 64)
}

// powers are the powers of a base, each or every second and so on as room allows.
func powers(low, high, base float64, room int) []tick {
	first := int(math.Ceil(math.Log(low)/math.Log(base) - 1e-9))
	last := int(math.Floor(math.Log(high)/math.Log(base) + 1e-9))
	every := 1
	for (last-first)/every+1 > max(room, 2) {
		every++
	}
	var list []tick
	for e := first; e <= last; e++ {
		t := tick{at: math.Pow(base, float64(e)), rank: 9}
		if (e-first)%every == 0 {
			t.label, t.rank = strconv.FormatFloat(base, 'g', -1, 64)+"^"+strconv.Itoa(e), 0
		}
		list = append(list, t)
	}
	return list
}
