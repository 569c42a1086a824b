package report

import (
	"fmt"
	"slices"

	"filterbench/analysis/measure"
)

// readKernels says of each kernel whether it is worth its keep, and shows by how much it
// is faster than the simpler ones.
func readKernels(c *context, _ chartType) (string, error) {
	list, err := measure.KernelVerdicts(c.d)
	if err != nil {
		return "", err
	}
	t := newTable("Filter", "Kernel", "Keys", "Operation", "Net ns", "Fastest simpler kernel", "Times as fast", "By a tenth or more")
	t.words = true
	text := fmt.Sprintf("A kernel is worth its keep where it is at least %s times as fast as the fastest of the simpler ones, for certain:\n\n", number(measure.KernelGain))
	for _, v := range list {
		text += fmt.Sprintf("- `%s` of %s: %s.%s\n", v.Kernel, code(v.Filter), v.Keep, kernelNumbers(v))
		for _, k := range v.Cases {
			gain := fmt.Sprintf("%s (%s to %s)", barNumber(k.Gain.Value), barNumber(k.Gain.Lo), barNumber(k.Gain.Hi))
			wins := choose(k.Wins(), "yes", choose(k.Gain.Hi < measure.KernelGain, "no", "not decided"))
			t.add(code(v.Filter), v.Kernel, count(k.Keys), k.Op, netNumber(k.Net.Value, k.Net.Lo, k.Net.Hi), k.Simpler, gain, wins)
		}
	}
	return text + "\n" + details("Kernels by size and operation", t.String()), nil
}

// kernelNumbers says how often a kernel wins and loses, and its range.
func kernelNumbers(v measure.KernelVerdict) string {
	wins, loses := 0, []string{}
	for _, k := range v.Cases {
		if k.Wins() {
			wins++
		}
		if k.Loses() {
			loses = append(loses, fmt.Sprintf("%s with %s keys", k.Op, count(k.Keys)))
		}
	}
	by := func(a, b measure.KernelCase) int { return compare(a.Gain.Value, b.Gain.Value) }
	least, most := slices.MinFunc(v.Cases, by), slices.MaxFunc(v.Cases, by)
	text := fmt.Sprintf(" It wins in %s of %s, from %s to %s times as fast.", count(wins), plural(len(v.Cases), "case", "cases"), barNumber(least.Gain.Value), barNumber(most.Gain.Value))
	if len(loses) > 0 {
		text += " It is slower for " + sentence(loses) + "."
	}
	return text
}
