package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"filterbench/analysis"
)

// significant writes x with so many significant digits and without an exponent.
func significant(x float64, digits int) string {
	if x == 0 || math.IsNaN(x) || math.IsInf(x, 0) {
		return strconv.FormatFloat(x, 'g', -1, 64)
	}
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'e', digits-1, 64), 64)
	decimals := digits - 1 - int(math.Floor(math.Log10(math.Abs(rounded))))
	return strconv.FormatFloat(rounded, 'f', max(0, decimals), 64)
}

// percent writes a share: 0.0123 is "1.23 %".
func percent(x float64) string { return significant(100*x, 3) + " %" }

// percent1 writes a large share with one decimal: 0.9512 is "95.1 %".
func percent1(x float64) string { return strconv.FormatFloat(100*x, 'f', 1, 64) + " %" }

// number writes three significant digits, without zeros at the end.
func number(x float64) string {
	text := significant(x, 3)
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text
}

// declaredPercent writes a share that was declared, as it was.
func declaredPercent(x float64) string { return plainNumber(significantValue(100*x)) + " %" }

// significantValue removes the noise of binary fractions.
func significantValue(x float64) float64 {
	value, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 12, 64), 64)
	return value
}

// plainNumber writes a number that was declared, as it was.
func plainNumber(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// nanoseconds writes a time: two digits say enough of a noisy one.
func nanoseconds(x float64) string {
	if math.Abs(x) < 10 {
		return strconv.FormatFloat(x, 'f', 1, 64)
	}
	return strconv.FormatFloat(x, 'f', 0, 64)
}

func count[N int | uint64](n N) string { return analysis.Thousands(uint64(n)) }

// plural writes "1 point" or "3 points".
func plural[N int | uint64](n N, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return count(n) + " " + many
}

// sentence lists "a, b and c".
func sentence(list []string) string {
	switch len(list) {
	case 0:
		return ""
	case 1:
		return list[0]
	}
	return strings.Join(list[:len(list)-1], ", ") + " and " + list[len(list)-1]
}

// rate writes a measured share with its interval.
func rate(p analysis.Point) string {
	return fmt.Sprintf("%s (%s to %s)", percent(p.Y), percent(p.Lo), percent(p.Hi))
}

// against says where theory lies: "theory says 1.2 %, inside the interval".
func against(p analysis.Point) string {
	where := "inside"
	if p.Theory < p.Lo || p.Theory > p.Hi {
		where = "outside"
	}
	return fmt.Sprintf("theory says %s, %s the interval, which could have shown a deviation of %s", percent(p.Theory), where, percent(halfWidth(p)))
}

// halfWidth is the deviation from theory that a point's interval could just have
// shown.
func halfWidth(p analysis.Point) float64 { return (p.Hi - p.Lo) / 2 / p.Theory }

// choose picks a word by a condition.
func choose(condition bool, yes, no string) string {
	if condition {
		return yes
	}
	return no
}

// pValue writes a probability the way people read them.
func pValue(p float64) string {
	if p < 0.0001 {
		return "below 0.0001"
	}
	return significant(p, 2)
}

// code marks a name.
func code(s string) string { return "`" + s + "`" }
