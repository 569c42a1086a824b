// Package digits writes numbers for people: with the digits that mean something, and with
// the thousands apart. What a page, a figure and a sentence say of one number reads alike.
//
// It knows no units and no intervals: whoever writes a measured number decides how many of its
// digits mean something. Exports for machines keep all of them, and do not come here. Package
// advise writes its own, which a web page computes alike.
package digits

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Thousands writes a number with its digits in groups of three.
func Thousands(n uint64) string {
	if n < 1000 {
		return strconv.FormatUint(n, 10)
	}
	return Thousands(n/1000) + fmt.Sprintf(",%03d", n%1000)
}

// Significant writes x with so many significant digits, without an exponent and with its
// thousands apart: of three digits 0.012345 is "0.0123" and 12,345 is "12,300".
func Significant(x float64, digits int) string {
	if x == 0 || math.IsNaN(x) || math.Abs(x) >= 1e18 { // as it is, infinity included
		return strconv.FormatFloat(x, 'g', digits, 64)
	}
	near, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'e', digits-1, 64), 64) // 9.996 is 10.0
	return Places(near, digits-1-int(math.Floor(math.Log10(math.Abs(near)))))
}

// Places writes x with so many decimals, and with its thousands apart. Less than none rounds to
// tens, hundreds and so on.
func Places(x float64, decimals int) string {
	if decimals > 0 {
		whole, part, _ := strings.Cut(strconv.FormatFloat(math.Abs(x), 'f', decimals, 64), ".")
		n, _ := strconv.ParseUint(whole, 10, 64)
		return sign(x) + Thousands(n) + "." + part
	}
	unit := math.Pow(10, float64(-decimals))
	n := uint64(math.Round(math.Round(math.Abs(x)/unit) * unit))
	if n == 0 {
		return "0"
	}
	return sign(x) + Thousands(n)
}

func sign(x float64) string {
	if x < 0 {
		return "-"
	}
	return ""
}

// Trimmed takes the zeros off the end of a decimal number.
func Trimmed(text string) string {
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text
}
