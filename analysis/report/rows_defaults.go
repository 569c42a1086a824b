package report

import (
	"slices"

	"filterbench/variants/families"
)

// defaultsExperiment measures the filters that systems make unless they are told otherwise.
const defaultsExperiment = "defaults"

// deployed is the filter that a system ships, as a structure of ours. What it is comes from
// the documentation or the code of the system.
type deployed struct {
	system, says string
	copies       string // what became of copies of one key, in such a structure
	misjudged
}

// shipped lists the defaults. Cassandra: manual, operating/bloom_filters. RocksDB: full filters of
// 10 bits, six probes in a cache line. Parquet: BloomFilter.md. Redis: BF.RESERVE and CF.RESERVE.
// Guava: BloomFilter.create. Elasticsearch: ES94BloomFilterDocValuesFormat, whose 2^23 bits
// are those of a million documents here. Bitcoin: BIP 37, at a rate that clients choose.
var shipped = []struct{ system, says, variant, copies string }{
	{"Apache Cassandra", "1 %", "bloom(fpr=0.01)", "bloom(fpr=0.01)"},
	{"Apache Cassandra, leveled compaction", "10 %", "bloom(fpr=0.1)", "bloom(fpr=0.01)"},
	{"RocksDB", "10 bits a key, 6 probes in a cache line", "blocked(bpk=10,k=6)", "blocked(bpk=10,k=6)"},
	{"Apache Parquet", "split blocks, 1 % where the number of values is known", "splitblock(fpr=0.01)", "splitblock(fpr=0.01)"},
	{"Redis, BF.ADD", "1 %, 100 keys, layers of twice the size", "redis-bf(fpr=0.01,capacity=100)", "redis-bf(fpr=0.01,capacity=100)"},
	{"Redis, CF.ADD", "1,024 keys, buckets of two, layers of equal size", "redis-cf(capacity=1024)", "redis-cf(capacity=1024)"},
	{"Guava", "3 %", "guava", "guava"},
	{"Elasticsearch, _id", "1 MB a segment and 7 probes, here of a million documents", "bloom(bpk=8.388608,k=7)", "bloom(fpr=0.01)"},
	{"Bitcoin, BIP 37", "what the client asks for, here 0.01 %", "bloom(fpr=0.0001)", "bloom(fpr=0.01)"},
}

func defaults(r *run) (rows []deployed, err error) {
	all, err := misjudgedIn(r, defaultsExperiment, "rates")
	if err != nil {
		return nil, err
	}
	for _, s := range shipped {
		i := slices.IndexFunc(all, func(m misjudged) bool { return m.variant == canonical(s.variant) })
		if i < 0 {
			continue
		}
		copies, err := copiesOf(r, canonical(s.copies))
		if err != nil {
			return nil, err
		}
		rows = append(rows, deployed{s.system, s.says, copies, all[i]})
	}
	return rows, nil
}

// canonical writes the name of a variant as records do.
func canonical(variant string) string {
	_, v, err := families.Parse(variant)
	if err != nil {
		panic("report: " + err.Error())
	}
	return v.String()
}

// copiesOf says what became of copies of one key.
func copiesOf(r *run, variant string) (string, error) {
	audits, err := sheets(r)
	i := slices.IndexFunc(audits, func(s sheet) bool { return s.variant == variant })
	if err != nil || i < 0 {
		return "", err
	}
	return audits[i].copiesText(), nil
}

var defaultsSection = section{title: "What systems ship", experiment: defaultsExperiment, parts: []part{
	prose(`The filter that a system makes unless it is told otherwise, as a structure of this project with its parameters: hashes and formats are
not theirs, but for Redis and Guava, whose filters are here bit for bit. Each is made for 10,000 keys, or is as small as the system makes it, and gets
up to four times as many.`),
	table[deployed]{id: "systems-defaults", title: "Defaults of systems", rows: defaults, columns: []column[deployed]{
		{"System", func(d deployed) value { return words(d.system) }},
		{"Default", func(d deployed) value { return words(d.says) }},
		{"As measured here", func(d deployed) value { return name(d.variant) }},
		{"Bits per key", func(d deployed) value { return d.bits(1) }},
		{"Rate", func(d deployed) value { return d.rate(1) }},
		{"With twice the keys", func(d deployed) value { return d.rate(2) }},
		{"With four times", func(d deployed) value { return d.rate(4) }},
		{"Bits per key then", func(d deployed) value { return d.bits(4) }},
		{"Keys refused then", func(d deployed) value { return d.refused(4) }},
		{"Copies of one key", func(d deployed) value { return words(d.copies) }},
		{"Deletes", func(d deployed) value {
			f := families.Named(families.NameOf(d.variant))
			return words(yesNo(f != nil && f.Has(families.Deletes)))
		}},
	}},
}}
