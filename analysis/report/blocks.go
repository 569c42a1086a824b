package report

import (
	"fmt"
	"slices"
	"strings"

	"filterbench/analysis/figures"
)

// block is a generated stretch of the report.
type block struct {
	id   string
	text func(*context) (string, error)
}

// experimentNames are the experiments that have a chapter, in report order.
var experimentNames = []string{
	"fpr-bloom", "fpr-cuckoo", "load-factor", "kicks", "places", "duplicates", "overload", "churn", "real-keys", "hashes",
	"multisets", "deletion", "drift", "libraries", "schemes", "guava", "throughput", "speed-bars", "latency", "space", "fpr-exact", "memory",
}

// blocks lists all blocks: those with a form of their own, a question for every
// experiment and a figure with its reading for every row of the catalogue.
func blocks() []block {
	list := []block{
		{"run", runBlock},
		{"ledger", ledgerBlock},
		{"reading", readingBlock},
		{"needs", needsBlock},
		{"summary", summaryBlock},
		{"agreement", agreementBlock},
		{"negatives", negativesBlock},
		{"table:refusals", refusalBlock},
		{"table:remedies", remediesBlock},
		{"table:causes", causesBlock},
		{"table:drift", driftBlock},
		{"table:libraries", librariesBlock},
		{"table:library-rates", libraryRatesBlock},
		{"table:defects", defectsBlock},
		{"table:times", timesBlock},
		{"table:bars", barsBlock},
		{"table:profile", profileBlock},
		{"table:peers", peersBlock},
		{"table:speeds", speedsBlock},
		{"table:pages", pagesBlock},
		{"table:failures", failuresBlock},
		{"table:same-places", samePlacesBlock},
		{"table:calls", callsBlock},
		{"table:cold", coldBlock},
		{"table:parallel", parallelBlock},
		{"table:heap", heapBlock},
	}
	for _, ch := range chapters {
		list = append(list, block{"claims:" + ch.id, func(c *context) (string, error) { return chapterBlock(c, ch) }})
	}
	for _, name := range experimentNames {
		list = append(list, block{"question:" + name, func(c *context) (string, error) { return questionBlock(c, name) }})
	}
	for _, f := range figures.Catalogue() {
		list = append(list, block{"figure:" + f.ID, func(c *context) (string, error) { return figureBlock(c, f) }})
	}
	return list
}

func blockIDs() []string {
	var ids []string
	for _, b := range blocks() {
		ids = append(ids, b.id)
	}
	return ids
}

// questionBlock quotes what the experiment's file asks and expects.
func questionBlock(c *context, name string) (string, error) {
	words, ok, err := c.declaration(name)
	if err != nil {
		return "", err
	}
	if !ok {
		return notMeasured, nil
	}
	text := fmt.Sprintf("**Question.** %s\n\n**Expected beforehand.** %s", words.Question, words.Expect)
	if !slices.Contains(c.measured, name) {
		text += "\n\n" + notMeasured
	}
	return text, nil
}

// figureBlock shows a figure, how to read it, and what is to be read.
func figureBlock(c *context, f figures.Figure) (string, error) {
	chart, ok := c.charts[f.ID]
	if !ok {
		return notMeasured, nil
	}
	file := c.figures + "/" + f.ID
	parts := []string{
		fmt.Sprintf("![%s](%s.png)", f.Title, file),
		fmt.Sprintf("*%s* ([vector](%s.svg), [points](%s.csv))", caption(f), file, file),
	}
	if read, ok := readings[f.ID]; ok {
		text, err := read(c, chart)
		if err != nil {
			return "", err
		}
		parts = append(parts, text)
	}
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return strings.TrimSpace(s) == "" }), "\n\n"), nil
}

// caption says how to read a figure.
func caption(f figures.Figure) string {
	if !f.Apart {
		return f.Caption
	}
	return f.Caption + " Curves stand a little beside each other so that their bars can be told apart."
}

// reading puts a figure into words.
type reading func(*context, figures.Chart) (string, error)

// readings are the words for each figure.
var readings = map[string]reading{
	"space":               readSpace,
	"fpr-bloom-bits":      readBits,
	"fpr-bloom-ratio":     readRatio,
	"fpr-bloom-probes":    readProbes,
	"fpr-cuckoo-load":     readCuckoo,
	"fpr-cuckoo-ratio":    readRatio,
	"load-by-size":        readLoadBySize,
	"load-by-fingerprint": readLoadByFingerprint,
	"load-by-choices":     readChoices,
	"load-distribution":   readLoadDistribution,
	"failure-probability": readFailures,
	"kicks-by-load":       readKicks,
	"kicks-by-size":       readKicksBySize,
	"balls-in-bins":       readBins,
	"kicks-tail":          readKickTail,
	"kicks-bound":         readKickBound,
	"copies-by-load":      readCopies,
	"refusal-kicks":       readRefusalKicks,
	"multiset-load":       readMultiset,
	"multisets-map":       readMultisetsMap,
	"multisets-load":      readMultisetsLoad,
	"wrong-deletes":       readWrongDeletes,
	"drift-policies":      readPolicies,
	"drift-distinct":      readDistinct,
	"zipf-load":           readZipf,
	"overload":            readOverload,
	"churn":               readChurn,
	"real-keys-rate":      readRatio,
	"real-keys-load":      readKeysLoad,
	"hashes":              readHashes,
	"schemes":             readSchemes,
	"schemes-size":        readSchemeSize,
	"guava-width":         readGuavaWidth,
	"time-by-size":        readTimeBySize,
	"time-by-hits":        readTimeByHits,
	"time-by-load":        readTimeByLoad,
	"best-filter":         readBestFilter,
	"best-filter-bits":    readBestOfBits,
	"kernels":             readKernels,
	"insert-latency":      readInsertLatency,
	"arrival-latency":     readArrivals,
	"speed-bars":          readOverFloor,
	"space-crossing":      readCrossing,
	"space-by-size":       readSizes,
	"heap-by-size":        readHeap,
}
