package figures

import (
	"filterbench/internal/digits"
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
func ticksOf(a Axis, low, high float64, room int) []tick {
	switch {
	case a.Unit == Category:
		list := make([]tick, len(a.Names))
		for i, name := range a.Names {
			list[i] = tick{at: float64(i), label: name}
		}
		return list
	case a.Ticks != nil:
		return chosen(a, low, high)
	case a.Scale == Log && (a.Unit == Binary || a.Unit == Bytes):
		return powers(a.Unit, low, high, room)
	case a.Scale == Log:
		return decades(a.Unit, low, high, room)
	}
	return steps(a.Unit, low, high, room)
}

// chosen are the ticks that an axis names, the first ones first where labels collide.
func chosen(a Axis, low, high float64) (list []tick) {
	for i, x := range a.Ticks {
		if x < low || x > high {
			continue
		}
		label := strconv.FormatFloat(x, 'g', 6, 64)
		if x >= 1000 {
			label = digits.Thousands(uint64(x))
		}
		switch a.Unit {
		case Percent:
			label = strconv.FormatFloat(100*x, 'g', 4, 64) + " %"
		case Time:
			label = Duration(x)
		}
		list = append(list, tick{at: x, label: label, rank: i})
	}
	return list
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
	if unit == Time && x != 0 {
		return Duration(x)
	}
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

// decades are the powers of ten, with 2 and 5 between them where there is room. All
// labels of an axis have one notation: plain numbers, or powers where one would be long.
func decades(unit Unit, low, high float64, room int) []tick {
	first, last := int(math.Floor(math.Log10(low))), int(math.Ceil(math.Log10(high)))
	labelled := map[int]int{1: 0} // multiples that get a label, with their rank
	if span := math.Log10(high / low); unit != Decimal && span <= 2.5 && 2.4*span <= float64(room) || span < 1.2 {
		labelled[2], labelled[5] = 1, 1
	}
	short := unit == Time || unit != Decimal && first >= -6 && last <= 6
	every := max(1, (last-first+max(room, 2)-1)/max(room, 2))
	var list []tick
	for e := first; e <= last; e++ {
		for m := 1; m <= 9; m++ {
			x := float64(m) * math.Pow(10, float64(e))
			if x < low*(1-1e-9) || x > high*(1+1e-9) {
				continue
			}
			t := tick{at: x, rank: 9}
			if rank, ok := labelled[m]; ok && (e-first)%every == 0 {
				t.label, t.rank = decimal(unit, m, e, short), rank
			}
			list = append(list, t)
		}
	}
	return list
}

// decimal writes m times ten to the e.
func decimal(unit Unit, m, e int, short bool) string {
	switch {
	case unit == Time:
		return Duration(float64(m) * math.Pow(10, float64(e)))
	case unit == Percent && short:
		return trimFixed(m, e+2) + " %"
	case unit == Percent:
		return decimal(Decimal, m, e+2, false) + " %"
	case short && e >= 3:
		return digits.Thousands(uint64(math.Round(float64(m) * math.Pow(10, float64(e)))))
	case short:
		return trimFixed(m, e)
	case m == 1:
		return "10^" + strconv.Itoa(e)
	}
	return strconv.Itoa(m) + "·10^" + strconv.Itoa(e)
}

func trimFixed(m, e int) string {
	return strconv.FormatFloat(float64(m)*math.Pow(10, float64(e)), 'f', max(0, -e), 64)
}

// powers are the powers of two, each or every second and so on as room allows. Few and
// small ones are written as numbers.
func powers(unit Unit, low, high float64, room int) []tick {
	first := int(math.Ceil(math.Log2(low) - 1e-9))
	last := int(math.Floor(math.Log2(high) + 1e-9))
	every := 1
	for (last-first)/every+1 > max(room, 2) {
		every++
	}
	var list []tick
	for e := first; e <= last; e++ {
		t := tick{at: math.Pow(2, float64(e)), rank: 9}
		if (e-first)%every == 0 {
			t.rank = 0
			switch {
			case unit == Bytes:
				t.label = byteSize(e)
			case last <= 8:
				t.label = strconv.FormatFloat(t.at, 'g', -1, 64)
			default:
				t.label = "2^" + strconv.Itoa(e)
			}
		}
		list = append(list, t)
	}
	return list
}

// byteSize writes two to the e bytes.
func byteSize(e int) string {
	i := min(max(e/10, 0), 4)
	return strconv.FormatFloat(math.Pow(2, float64(e-10*i)), 'g', -1, 64) + " " + []string{"B", "KiB", "MiB", "GiB", "TiB"}[i]
}

// Duration writes nanoseconds in a unit of its size, with three digits at most.
func Duration(ns float64) string {
	unit := "ns"
	for _, next := range []string{"µs", "ms", "s"} {
		if ns < 999.5 {
			break
		}
		ns, unit = ns/1000, next
	}
	return strconv.FormatFloat(ns, 'g', 3, 64) + " " + unit
}
