package advise

import (
	"math"
	"strconv"
	"strings"
)

// number writes a parameter as filters are named.
func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// digits writes a number with as many digits that count as asked for.
func digits(x float64, n int) string {
	if x == 0 || math.IsInf(x, 0) || math.IsNaN(x) {
		return strconv.FormatFloat(x, 'g', -1, 64)
	}
	_, exponent, _ := strings.Cut(strconv.FormatFloat(x, 'e', n-1, 64), "e") // of the rounded number
	e, _ := strconv.Atoi(exponent)
	after := n - 1 - e
	return strconv.FormatFloat(x, 'f', min(max(after, 0), 15), 64)
}

// Percent writes a rate in per cent with three digits that count.
func Percent(rate float64) string {
	if rate == 1 {
		return "100 %"
	}
	if rate > 0 && rate < 1e-7 {
		return strconv.FormatFloat(100*rate, 'e', 1, 64) + " %"
	}
	return digits(100*rate, 3) + " %"
}

// Bytes writes a size with three digits that count, by thousands.
func Bytes(n float64) string {
	return scaled(n, []string{" B", " kB", " MB", " GB", " TB", " PB", " EB"})
}

// Count writes a number of things as people do: 40 M.
func Count(n float64) string { return scaled(n, []string{"", " k", " M", " G", " T", " P", " E"}) }

// Time writes nanoseconds.
func Time(ns float64) string {
	if ns < 1000 {
		return digits(ns, 3) + " ns"
	}
	return scaled(ns/1000, []string{" µs", " ms", " s"})
}

func scaled(n float64, units []string) string {
	i := 0
	for ; n >= 999.5 && i < len(units)-1; i++ {
		n /= 1000
	}
	if i == 0 && n == math.Floor(n) {
		return strconv.FormatFloat(n, 'f', 0, 64) + units[i]
	}
	return digits(n, 3) + units[i]
}
