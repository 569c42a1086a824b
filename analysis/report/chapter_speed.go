package report

import (
	"fmt"

	"filterbench/analysis"
	"filterbench/analysis/measure"
)

var speedChapter = chapter{
	id: "speed", title: "Speed", families: []string{"SPD"},
	lead: `How long operations take on this machine, and how sure that is. Times are nanoseconds of one operation, *net* of the same loop around a filter that
does nothing (*null*), which hashes the key. Timings are the one kind of measurement here that another machine will not repeat.`,
	sections: []section{
		{title: "Time by size, hits and load", experiment: "throughput", parts: []part{
			prose(`Differences between filters in one figure are between contenders that took turns on the same machine in the same minutes, in batches of 512
keys unless a table says otherwise. Lookups in batches use AVX-512 where the machine has it; the kernels below say what is left without.`),
			figure("time-by-size"),
			table[filterCard]{id: "speed-cards", title: "Every filter", rows: filterCards, columns: []column[filterCard]{
				{"Filter", func(f filterCard) value { return name(f.Variant) }},
				{"Keys", func(f filterCard) value { return count(f.Size()) }},
				{"Bits per key", func(f filterCard) value { return number(measure.BitsPerKey(f.Cell)) }},
				{"Rate", func(f filterCard) value { return f.rate }},
				{"Insert", func(f filterCard) value { return timeOf(f.Cell, "insert") }},
				{"Hit", func(f filterCard) value { return timeOf(f.Cell, "hit") }},
				{"Miss", func(f filterCard) value { return timeOf(f.Cell, "miss") }},
				{"Delete", func(f filterCard) value { return timeOf(f.Cell, "delete") }},
				{"Copies of one key", func(f filterCard) value { return words(f.copies) }},
				{"First refusal at load", func(f filterCard) value { return f.refusal }},
			}},
			each("Fastest {op} of these: {filter}, {time} ns; not told apart from it: {ties}.", champions),
			table[timed]{id: "speed-times", title: "All times in batches and in single calls", by: "Net ns", rows: times("throughput", "size", "load", "probes", "contenders"), columns: timeColumns},
			say("{words}", growthWords),
			table[measure.Fall]{id: "speed-growth", title: "Larger tables that took less time", rows: falls, columns: []column[measure.Fall]{
				{"Experiment", func(f measure.Fall) value { return words(f.Trial.Experiment + " " + f.Trial.Part) }},
				{"Filter", func(f measure.Fall) value { return name(f.Trial.Variant) }},
				{"Called", func(f measure.Fall) value { return words(circumstances(f)) }},
				{"Operation", func(f measure.Fall) value { return words(f.Op) }},
				{"Keys", func(f measure.Fall) value { return count(f.Small.Size) }},
				{"ns", func(f measure.Fall) value { return ranged(f.Small.Median.Value, f.Small.Median.Lo, f.Small.Median.Hi) }},
				{"Keys ", func(f measure.Fall) value { return count(f.Large.Size) }},
				{"ns ", func(f measure.Fall) value { return ranged(f.Large.Median.Value, f.Large.Median.Lo, f.Large.Median.Hi) }},
				{"Measured again", func(f measure.Fall) value { return words(yesNo(f.Repeated())) }},
			}},
			table[mixture]{id: "speed-hits", title: "Lookups by the share that hits", by: "Slowest mix", rows: mixtures, columns: []column[mixture]{
				{"Keys", func(m mixture) value { return words(m.panel) }},
				{"Filter", func(m mixture) value { return name(m.name) }},
				{"Miss", func(m mixture) value { return netPoint(m.miss) }},
				{"Hit", func(m mixture) value { return netPoint(m.hit) }},
				{"Hit over miss", func(m mixture) value { return pick(m.differ, number(m.hit.Y/m.miss.Y), words("~")) }},
				{"Slowest mix", func(m mixture) value { return pick(m.slower, netPoint(m.slowest), words("~")) }},
				{"Its hits", func(m mixture) value { return pick(m.slower, share(m.slowest.X), words("~")) }},
			}},
			figure("time-by-load"),
			table[loaded]{id: "speed-load", title: "Times at the lowest and the highest fill", by: "Change", rows: byLoad, columns: []column[loaded]{
				{"Filter", func(l loaded) value { return name(l.name) }},
				{"Operation", func(l loaded) value { return words(l.panel) }},
				{"Fill", func(l loaded) value { return number(l.low.X) }},
				{"ns", func(l loaded) value { return netPoint(l.low) }},
				{"Fill ", func(l loaded) value { return number(l.high.X) }},
				{"ns ", func(l loaded) value { return netPoint(l.high) }},
				{"Change", func(l loaded) value {
					change := l.high.Y/l.low.Y - 1
					return pick(l.differ, written(change, fmt.Sprintf("%+.0f %%", 100*change)), value{"~", []string{""}, change})
				}},
			}},
		}},
		{title: "Kernels", parts: []part{
			prose(`What a lookup does with the bits that it has read is a loop over slots (*scalar*), one comparison of a whole machine word (*swar*), or
AVX-512 (*simd*). A kernel is worth its keep where it is surely faster than the fastest simpler one by a tenth or more.`),
			figure("kernels"),
			each("{kernel} of {filter}: {keep}. It wins in {wins} of {cases}, from {least} to {most} times as fast; it is slower for {loses}.", kernelWords),
			table[kernelCase]{id: "speed-kernels", title: "Kernels by size and operation", by: "Times as fast", rows: kernelCases, columns: []column[kernelCase]{
				{"Filter", func(k kernelCase) value { return name(k.filter) }},
				{"Kernel", func(k kernelCase) value { return words(k.kernel) }},
				{"Keys", func(k kernelCase) value { return count(k.Keys) }},
				{"Operation", func(k kernelCase) value { return words(k.Op) }},
				{"Net ns", func(k kernelCase) value { return net(k.Net) }},
				{"Fastest simpler kernel", func(k kernelCase) value { return words(k.Simpler) }},
				{"Times as fast", func(k kernelCase) value { return ratio(k.Gain, false) }},
			}},
		}},
		{title: "Bars on speed", experiment: "speed-bars", parts: []part{
			prose(`A program that holds a filter by its type calls Contains *typed*; one that chose it by its name calls it through an interface, *single*; one that has many keys
gives them all at once, in a *batch*. Where AVX-512 is left out kernels are made of AVX2. The machine's own floor is the time for random lines of memory, touched in the same way, and in batches with the same prefetching as a filter's.
Every ratio is taken inside one repetition, in which the contenders took turns; both sides are net of the loop. A bar is decided when the interval lies on one side of
it.`),
			table[callRow]{title: "Misses of single calls and of batches, with and without AVX-512, against floors and libraries", rows: usualCalls, columns: callColumns()},
			table[callRow]{id: "speed-calls", title: "Every way of calling", by: "Typed", rows: callRows, columns: callColumns()},
			table[barSum]{rows: barSums, columns: barSumColumns},
			say("Of {pairs} of equal trials, {apart} told apart after correction, where one in twenty may be. Medians of equal trials differ by up to {spread} in nineteen of twenty pairs; ratios that are no further from 1 are written ~.", twinWords),
			figure("memory"),
			table[measure.Bar]{id: "speed-bars", title: "All bars", by: "Value", rows: bars, columns: []column[measure.Bar]{
				{"Bar", func(b measure.Bar) value { return words(barNamed(b.Kind)) }},
				{"Filter", func(b measure.Bar) value { return name(b.Filter) }},
				{"Against", against},
				{"Keys", func(b measure.Bar) value { return count(b.Keys) }},
				{"Calls", func(b measure.Bar) value { return words(b.Call) }},
				{"Pages", func(b measure.Bar) value { return pick(b.Pages == "", nothing, words(b.Pages)) }},
				{"Operation", func(b measure.Bar) value { return words(b.Op) }},
				{"Value", func(b measure.Bar) value { return ratio(b.Value, b.Noise) }},
				{"Limit", func(b measure.Bar) value { return declared(b.Limit) }},
				{"Standing", func(b measure.Bar) value { return words(standing(b.Standing)) }},
			}},
			table[floorRow]{rows: floors, columns: []column[floorRow]{
				{"Table", func(f floorRow) value { return words(memorySize(f.Shape().Bits / 8)) }},
				{"Pages", func(f floorRow) value { return pick(f.Pages == "", nothing, words(f.Pages)) }},
				{"Lines a key", func(f floorRow) value { return number(f.lines) }},
				{"Hit, ns a line", func(f floorRow) value { return f.line("hit") }},
				{"Miss, ns a line", func(f floorRow) value { return f.line("miss") }},
			}},
			prose(`Where a time is above its bar, this is what it is made of: the loop with the hash; the lines of memory, which are the floor of that size; the
arithmetic, which is what the same filter takes beyond the floor in the smallest table; and the rest. A negative rest is arithmetic done while memory is
waited for.`),
			table[measure.Profile]{id: "speed-profile", title: "Times above their bars, taken apart", by: "Gross ns", rows: profiles, columns: []column[measure.Profile]{
				{"Filter", func(p measure.Profile) value { return name(p.Bar.Filter) }},
				{"Kernel", func(p measure.Profile) value { return words(pick(p.Kernel == "", "-", p.Kernel)) }},
				{"Keys", func(p measure.Profile) value { return count(p.Bar.Keys) }},
				{"Calls", func(p measure.Profile) value { return words(p.Bar.Call) }},
				{"Operation", func(p measure.Profile) value { return words(p.Bar.Op) }},
				{"Standing", func(p measure.Profile) value { return words(standing(p.Bar.Standing)) }},
				{"Gross ns", func(p measure.Profile) value { return decimals(p.Gross.Value, 2) }},
				{"Loop", func(p measure.Profile) value { return decimals(p.Loop.Value, 2) }},
				{"Lines", func(p measure.Profile) value { return decimals(p.Lines.Value, 2) }},
				{"Arithmetic", func(p measure.Profile) value { return median(p.Arithmetic) }},
				{"Rest", func(p measure.Profile) value { return median(p.Rest) }},
				{"Allowed for the last three", func(p measure.Profile) value { return decimals(p.Allowed, 2) }},
				{"What keeps it above", func(p measure.Profile) value { return words(string(p.Cause)) }},
			}},
			table[counted]{id: "speed-counters", title: "What the processor counts for one lookup, with the loop and the hash", by: "Cycles", rows: counters, columns: counterColumns()},
		}},
		{title: "Ways of calling", parts: []part{
			prose("Nanoseconds of a lookup. In a chain each lookup waits for the answer of the one before; single calls do not wait; a batch is given so many keys at once. The times of *null* are those of the loop."),
			table[wayRow]{id: "speed-ways", title: "Ways of calling", by: "Chain", rows: ways, columns: wayColumns()},
			prose("Tables on pages of two sizes, in the same repetitions. A table lies on huge pages but for its ragged ends, where the system gives them."),
			table[pageRow]{rows: pageSizes, columns: []column[pageRow]{
				{"Filter", func(p pageRow) value { return name(p.small.Variant) }},
				{"Keys", func(p pageRow) value { return count(p.small.Size()) }},
				{"Operation", func(p pageRow) value { return words(p.op) }},
				{"Small pages, ns", func(p pageRow) value { return timeOf(p.small, p.op) }},
				{"Huge, ns", func(p pageRow) value { return timeOf(p.huge, p.op) }},
				{"Small over huge", func(p pageRow) value { return ratio(p.ratio, p.alike) }},
				{"Table on huge pages", func(p pageRow) value { return share(hugeShare(p.huge)) }},
			}},
		}},
		{title: "Single operations", experiment: "latency", parts: []part{
			prose("An average hides the few operations that take long. Here each is timed by itself; the times include what reading the clock costs, which is measured in the same trial and drawn as a dotted line."),
			table[singleInsert]{id: "speed-inserts", title: "Single inserts by load", by: "99th percentile, ns", rows: singleInserts, columns: []column[singleInsert]{
				{"Filter", func(s singleInsert) value { return name(s.Variant) }},
				{"Load", func(s singleInsert) value { return share(s.load) }},
				{"Median, ns", func(s singleInsert) value { return s.quantile(0.5) }},
				{"99th percentile, ns", func(s singleInsert) value { return s.quantile(0.99) }},
				{"99.9th percentile, ns", func(s singleInsert) value { return s.quantile(0.999) }},
				{"Longest, ns", func(s singleInsert) value { return s.quantile(1) }},
				{"Clock alone, ns", func(s singleInsert) value {
					m, ok := measure.TimeQuantile(s.Cell, measure.ClockTimes, 0.5)
					return pick(ok, median(m), nothing)
				}},
			}},
			prose(`A caller that asks, waits for the answer and then asks again never sees how long others would have waited meanwhile. Here lookups are due at times
that do not depend on the filter, and each is timed from when it was due. A rate is kept if the last lookup ended within 1 % of the time in
which all were due. The filter and null take turns of a hundredth of a second, so that the machine interrupts both alike: what counts is what a filter adds to the 99th percentile of null in the turn after, in the median of all turns.`),
			table[arrival]{id: "speed-arrivals", title: "Lookups from when they are due", by: "99th percentile, ns", rows: arrivals, columns: []column[arrival]{
				{"Arrivals", func(a arrival) value { return words(a.Part) }},
				{"Lookups a second", func(a arrival) value { return count(uint64(a.rate)) }},
				{"Filter", func(a arrival) value { return name(a.Variant) }},
				{"Median, ns", func(a arrival) value { return a.quantile(0.5) }},
				{"99th percentile, ns", func(a arrival) value { return a.quantile(0.99) }},
				{"Added to that of null, ns", func(a arrival) value {
					return pick(a.added.Known(), ranged(a.added.Value, a.added.Lo, a.added.Hi), nothing)
				}},
				{"99.9th percentile, ns", func(a arrival) value { return a.quantile(0.999) }},
				{"Repetitions that kept the rate", func(a arrival) value { return words(fmt.Sprintf("%d of %d", a.kept, len(a.Records))) }},
				{"Behind at the end, ns", func(a arrival) value { return count(uint64(max(0, a.behind))) }},
			}},
			prose("A filter that is called once is called cold: neither its table nor the code nor the clock is in the caches. Timing a single call measures that, and not what a lookup costs a program that makes many."),
			table[analysis.Cell]{rows: coldCells, columns: []column[analysis.Cell]{
				{"Filter", func(c analysis.Cell) value { return name(c.Variant) }},
				{"Keys", func(c analysis.Cell) value { return count(c.Size()) }},
				{"Among many, ns", func(c analysis.Cell) value { return coldTime(c, warmOf) }},
				{"Single and cold, ns", func(c analysis.Cell) value { return coldTime(c, coldOf) }},
				{"Clock alone, cold, ns", func(c analysis.Cell) value { return coldTime(c, clockOf) }},
				{"The same again, ns", func(c analysis.Cell) value { return coldTime(c, againOf) }},
				{"Cold over among many", func(c analysis.Cell) value { return number(coldTime(c, coldOf).key / coldTime(c, warmOf).key) }},
			}},
		}},
	},
}
