package digits

import (
	"math"
	"testing"
)

func TestSignificant(t *testing.T) {
	for _, c := range []struct {
		x      float64
		digits int
		want   string
	}{
		{0, 3, "0"}, {0.0123456, 3, "0.0123"}, {9.996, 3, "10.0"}, {999.6, 3, "1,000"}, {7680.4, 3, "7,680"},
		{1234567, 2, "1,200,000"}, {-1234, 2, "-1,200"}, {math.Inf(1), 3, "+Inf"}, {1e-9, 2, "0.0000000010"},
	} {
		if got := Significant(c.x, c.digits); got != c.want {
			t.Errorf("Significant(%v, %d) = %q, want %q", c.x, c.digits, got, c.want)
		}
	}
}

func TestPlaces(t *testing.T) {
	for _, c := range []struct {
		x        float64
		decimals int
		want     string
	}{
		{1234.56, 1, "1,234.6"}, {999.96, 1, "1,000.0"}, {-0.4, 0, "0"}, {-1234.5, 2, "-1,234.50"},
		{115548, -3, "116,000"}, {149, -2, "100"}, {40, -2, "0"}, {0.05, 3, "0.050"},
	} {
		if got := Places(c.x, c.decimals); got != c.want {
			t.Errorf("Places(%v, %d) = %q, want %q", c.x, c.decimals, got, c.want)
		}
	}
}

func TestTrimmed(t *testing.T) {
	for text, want := range map[string]string{"1.50": "1.5", "10.0": "10", "100": "100"} {
		if got := Trimmed(text); got != want {
			t.Errorf("Trimmed(%q) = %q, want %q", text, got, want)
		}
	}
}
