package claims

// Source is where claims come from.
type Source struct {
	Tag   string `json:"tag"`
	Title string `json:"title"`
}

// Sources lists where the claims come from.
func Sources() []Source {
	return []Source{
		{"A", "an article on the weakness of cuckoo filters under repeated inserts"},
		{"B", "a lecture on Bloom filters, cache penetration and the false positive rate"},
		{"C", "a post on cuckoo hashing and cuckoo filters"},
		{"D", "an article on Bloom and cuckoo filters in Redis: sizing, overload, rules of choice"},
		{"E", "an article on the Bloom filter of Guava: cost model, strategies, bit array"},
		{"paper", "the literature on cuckoo filters"},
		{"RedisBloom-533", "RedisBloom, issue 533"},
		{"RedisBloom-docs", "the documentation of RedisBloom"},
		{"RedisBloom-users", "users of RedisBloom"},
		{"windowed", "the paper on windowed cuckoo filters, 2025"},
		{"FastFilter", "a comment in FastFilter's code"},
		{"Cassandra", "the manual of Apache Cassandra"},
		{"fast-bloom", "the README of a Bloom filter library"},
		{"shaia", "the README of a cuckoo filter library"},
		{"duck", "the README of an xor filter extension"},
		{"beyond", "a question that none of the sources asks"},
	}
}
