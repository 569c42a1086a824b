package analysis

import (
	"fmt"
	"strconv"
)

// Thousands writes a number with its digits in groups of three.
func Thousands(n uint64) string {
	if n < 1000 {
		return strconv.FormatUint(n, 10)
	}
	return Thousands(n/1000) + fmt.Sprintf(",%03d", n%1000)
}
