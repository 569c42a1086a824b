package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"filterbench/internal/digits"
	"filterbench/internal/stat"
)

// value is what a cell of a table or a hole of a sentence holds: words for the page,
// rounded to the digits that mean something, and for a CSV the numbers as they are.
type value struct {
	page string
	csv  []string
	key  float64 // by which the rows of a long table are ordered; NaN for words
}

var nothing = value{"-", []string{""}, math.NaN()}

func words(s string) value { return value{s, []string{s}, math.NaN()} }

// name marks the name of a filter, a workload or an experiment.
func name(s string) value { return value{code(s), []string{s}, math.NaN()} }

func count[N int | int64 | uint64](n N) value {
	if n < 0 {
		return value{"-" + digits.Thousands(uint64(-n)), []string{fmt.Sprint(n)}, float64(n)}
	}
	return value{digits.Thousands(uint64(n)), []string{fmt.Sprint(n)}, float64(n)}
}

// number is a plain number with three digits.
func number(x float64) value { return written(x, digits.Trimmed(digits.Significant(x, 3))) }

// declared is a number that somebody chose, as it was.
func declared(x float64) value { return written(x, plain(x)) }

// share is a part of a whole, in per cent.
func share(x float64) value { return written(x, percent(x)) }

// shareOf is a count over another, "-" without the other.
func shareOf[N int | uint64](part, whole N) value {
	if whole == 0 {
		return nothing
	}
	return share(float64(part) / float64(whole))
}

// decimals is a number with a fixed number of decimals.
func decimals(x float64, n int) value { return written(x, strconv.FormatFloat(x, 'f', n, 64)) }

func written(x float64, page string) value {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nothing
	}
	return value{page, []string{strconv.FormatFloat(x, 'g', 6, 64)}, x}
}

// ranged is a number with its interval, "12.6 (12.4 to 12.8)", each with the digits that
// the width of the interval leaves a meaning. An interval that rounds to the number is
// not repeated.
func ranged(x, lo, hi float64) value { return interval(x, lo, hi, 1, "") }

// shareRange is ranged in per cent.
func shareRange(x, lo, hi float64) value { return interval(x, lo, hi, 100, " %") }

func interval(x, lo, hi, scale float64, unit string) value {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nothing
	}
	v := value{csv: []string{plain6(x), plain6(lo), plain6(hi)}, key: x}
	places := meaningful(scale*x, scale*lo, scale*hi)
	at := func(x float64) string { return digits.Places(scale*x, max(places, min(0, twoDigits(scale*x)))) }
	v.page = at(x) + unit
	if a, b := at(lo), at(hi); a != b || a != at(x) {
		v.page += fmt.Sprintf(" (%s to %s%s)", a, b, unit)
	}
	return v
}

// twoDigits is how many decimals leave a number two digits: a skewed interval takes no more
// from its lower end.
func twoDigits(x float64) int {
	if x == 0 {
		return 0
	}
	return 1 - int(math.Floor(math.Log10(math.Abs(x))))
}

// meaningful is how many decimals of a number its interval leaves: those of which the
// width of the interval has two, but not more than make four digits of the number. A
// number that is known exactly gets three digits.
func meaningful(x, lo, hi float64) int {
	width := math.Abs(hi - lo)
	decimals := func(n int) int {
		if x == 0 {
			return 3
		}
		return n - 1 - int(math.Floor(math.Log10(math.Abs(x))))
	}
	if width == 0 || math.IsInf(width, 0) || math.IsNaN(width) {
		return max(decimals(3), 0)
	}
	return min(1-int(math.Floor(math.Log10(width))), max(decimals(4), 0))
}

// rate is a measured share with the interval that allows for scatter between filters.
func rate(p stat.Proportion) value { return shareRange(p.Rate, p.WideLo, p.WideHi) }

// median is a median with its interval.
func median(m stat.Median) value {
	if m.N == 0 {
		return nothing
	}
	return ranged(m.Value, m.Lo, m.Hi)
}

// net is a net time in nanoseconds: only its upper end is known where the interval
// reaches nothing.
func net(m stat.Median) value {
	v := median(m)
	if m.N > 0 && m.Lo <= 0 {
		v.page = "below " + nanoseconds(math.Max(0, m.Hi))
	}
	return v
}

// netShort is net without its interval.
func netShort(m stat.Median) value {
	v := net(m)
	if m.N > 0 && m.Lo > 0 {
		v.page = nanoseconds(m.Value)
	}
	return v
}

// ratio is a ratio with its interval, ~ where it is not told from one.
func ratio(m stat.Median, alike bool) value {
	if m.N == 0 || math.IsNaN(m.Value) {
		return nothing
	}
	v := ranged(m.Value, m.Lo, m.Hi)
	if alike {
		v.page = fmt.Sprintf("~ (%.2f to %.2f)", m.Lo, m.Hi)
	} else {
		v.page = fmt.Sprintf("%.2f (%.2f to %.2f)", m.Value, m.Lo, m.Hi)
	}
	return v
}

func plain6(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', 6, 64)
}

// percent writes a share: 0.0123 is "1.23 %". Near one it is the rest that counts: 0.99876
// is "99.88 %".
func percent(x float64) string {
	if x > 0.9 && x < 1 {
		return strconv.FormatFloat(100*x, 'f', max(1, 1-int(math.Floor(math.Log10(100*(1-x))))), 64) + " %"
	}
	return digits.Significant(100*x, 3) + " %"
}

// plain writes a number that somebody chose, without the noise of binary fractions.
func plain(x float64) string {
	near, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 12, 64), 64)
	return strconv.FormatFloat(near, 'g', -1, 64)
}

// declaredPercent writes a share that somebody chose.
func declaredPercent(x float64) string { return plain(100*x) + " %" }

// nanoseconds writes a time: two digits say enough of a noisy one.
func nanoseconds(x float64) string {
	if math.Abs(x) < 10 {
		return strconv.FormatFloat(x, 'f', 1, 64)
	}
	return digits.Places(x, 0)
}

// memorySize writes a size in binary units.
func memorySize(n uint64) string {
	units := []string{"bytes", "KiB", "MiB", "GiB", "TiB"}
	x, i := float64(n), 0
	for x >= 1024 && i+1 < len(units) {
		x /= 1024
		i++
	}
	return digits.Trimmed(digits.Significant(x, 3)) + " " + units[i]
}

// pValue writes a probability the way people read them.
func pValue(p float64) string {
	if p < 0.0001 {
		return "< 0.0001"
	}
	return digits.Significant(p, 2)
}

// plural writes "1 point" or "3 points".
func plural[N int | uint64](n N, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return count(n).page + " " + many
}

// list writes "a, b and c", "none" of nothing.
func list(items []string) string {
	switch len(items) {
	case 0:
		return "none"
	case 1:
		return items[0]
	}
	return strings.Join(items[:len(items)-1], ", ") + " and " + items[len(items)-1]
}

// pick picks one of two by a condition.
func pick[T any](condition bool, yes, no T) T {
	if condition {
		return yes
	}
	return no
}

// code marks a name.
func code(s string) string { return "`" + s + "`" }

func codes(names []string) []string {
	var marked []string
	for _, n := range names {
		marked = append(marked, code(n))
	}
	return marked
}
