package report

import (
	"fmt"
	"strings"

	"filterbench/analysis/measure"
	"filterbench/internal/stat"
)

// profileBlock takes the times apart that are above their bars.
func profileBlock(c *context) (string, error) {
	list, err := measure.Profiles(c.d)
	if err != nil {
		return "", err
	}
	if len(list) == 0 {
		bars, _, err := measure.Bars(c.d)
		if err != nil || len(bars) == 0 {
			return notMeasured, err
		}
		return "No time of a lookup beside the floor or inside the cache is above its bar.", nil
	}
	t := newTable("Filter", "Keys", "Pages", "Operation", "Bar", "Gross ns", "Loop", "Lines", "Arithmetic", "Rest", "Allowed for the last three", "What keeps it above")
	t.words = true
	for _, p := range list {
		bar := string(p.Bar.Standing)
		name := code(p.Bar.Filter)
		if p.Kernel != "" {
			name += ", " + p.Kernel
		}
		rest := "0"
		if p.Rest.Lo != p.Rest.Hi {
			rest = ranged(p.Rest)
		}
		t.add(name, count(p.Bar.Keys), choose(p.Bar.Pages == "", "-", p.Bar.Pages), p.Bar.Op, bar,
			barNumber(p.Gross.Value), barNumber(p.Loop.Value), barNumber(p.Lines.Value), ranged(p.Arithmetic), rest, barNumber(p.Allowed), string(p.Cause))
	}
	return readProfiles(list) + "\n\n" + details("Times above their bars, taken apart", t.String()), nil
}

// ranged writes a part of a time with its interval.
func ranged(m stat.Median) string {
	return fmt.Sprintf("%s (%s to %s)", barNumber(m.Value), barNumber(m.Lo), barNumber(m.Hi))
}

// readProfiles counts the causes, of bars that are not met and of those that are not
// decided.
func readProfiles(list []measure.Profile) string {
	var sentences []string
	for _, standing := range []struct {
		is   measure.Standing
		name string
	}{{measure.NotMet, "not met"}, {measure.NotDecided, "not decided with a median beyond the bar"}} {
		total, kinds := 0, []string{}
		for _, cause := range []measure.Cause{measure.ByLines, measure.ByArithmetic, measure.ByRest, measure.ByBoth, measure.Unexplained} {
			n, example := 0, measure.Profile{}
			for _, p := range list {
				if p.Bar.Standing != standing.is || p.Cause != cause {
					continue
				}
				if n == 0 || excess(p) > excess(example) {
					example = p
				}
				n++
			}
			if total += n; n > 0 && cause != measure.Unexplained {
				kinds = append(kinds, fmt.Sprintf("%s by %s, most in %s with %s keys, %s", count(n), cause, code(example.Bar.Filter), count(example.Bar.Keys), example.Bar.Op))
			} else if n > 0 {
				kinds = append(kinds, fmt.Sprintf("in %s the parts are not told apart", count(n)))
			}
		}
		if total > 0 {
			sentences = append(sentences, fmt.Sprintf("Of %s that %s %s: %s.", plural(total, "bar", "bars"), choose(total == 1, "is", "are"), standing.name, strings.Join(kinds, "; ")))
		}
	}
	return strings.Join(sentences, " ")
}

// excess is how many times as long a time is as its bar allows.
func excess(p measure.Profile) float64 { return (p.Gross.Value - p.Loop.Value) / p.Allowed }
