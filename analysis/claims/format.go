package claims

import (
	"filterbench/internal/digits"
	"fmt"
	"strings"
)

// number writes three significant digits without an exponent.
func number(x float64) string { return digits.Trimmed(digits.Significant(x, 3)) }

// percent writes a share: 0.0123 is "1.23 %".
func percent(x float64) string { return number(100*x) + " %" }

// with writes an estimate and its interval: "1.02 (0.99 to 1.05)".
func with(x Estimate) string {
	if number(x.Lo) == number(x.Hi) {
		return number(x.Value)
	}
	return fmt.Sprintf("%s (%s to %s)", number(x.Value), number(x.Lo), number(x.Hi))
}

// withPercent is with for shares.
func withPercent(x Estimate) string {
	if percent(x.Lo) == percent(x.Hi) {
		return percent(x.Value)
	}
	return fmt.Sprintf("%s (%s to %s)", percent(x.Value), percent(x.Lo), percent(x.Hi))
}

func count[N int | uint64](n N) string { return digits.Thousands(uint64(n)) }

// sentence lists "a, b and c".
func sentence(list []string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:len(list)-1], ", ") + " and " + list[len(list)-1]
}
