package theory_test

import (
	"bufio"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
)

// alarm is the two-sided false-alarm rate of every statistical assertion here.
const alarm = 1e-6

// table reads testdata/name.csv: comment lines, one line of column names, rows of
// numbers.
func table(t *testing.T, name string) [][]float64 {
	t.Helper()
	file, err := os.Open("testdata/" + name + ".csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var rows [][]float64
	columns := 0
	for lines := bufio.NewScanner(file); lines.Scan(); {
		fields := strings.Split(lines.Text(), ",")
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		if columns == 0 {
			columns = len(fields)
			continue
		}
		row := make([]float64, columns)
		for i, field := range fields {
			if row[i], err = strconv.ParseFloat(field, 64); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		rows = append(rows, row)
	}
	if len(rows) == 0 {
		t.Fatalf("%s: no rows", name)
	}
	return rows
}

// near fails the test if got differs from want by more than a relative error.
func near(t *testing.T, what string, got, want, relative float64) {
	t.Helper()
	if !(math.Abs(got-want) <= relative*math.Abs(want)) {
		t.Errorf("%s = %.15g, want %.15g: off by %.2g of it, allowed %.2g", what, got, want, got/want-1, relative)
	}
}

// outcomes calls visit with every sequence of a length over 0..base-1.
func outcomes(base, length int, visit func(digits []int)) {
	digits := make([]int, length)
	for {
		visit(digits)
		i := 0
		for ; i < length; i++ {
			if digits[i]++; digits[i] < base {
				break
			}
			digits[i] = 0
		}
		if i == length {
			return
		}
	}
}

// expectPanic fails the test if call returns.
func expectPanic(t *testing.T, what string, call func()) {
	t.Helper()
	defer func() {
		if recover() == nil {
			t.Errorf("%s: no panic", what)
		}
	}()
	call()
}

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 20)) }
