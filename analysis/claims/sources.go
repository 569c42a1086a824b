package claims

// Source is where claims come from.
type Source struct {
	Tag   string `json:"tag"`
	Title string `json:"title"`
}

// Sources lists where the claims come from.
func Sources() []Source {
	return []Source{
		{"A", "an article on cuckoo filters and what is wrong with them (码洞「佬钱」)"},
		{"B", "a lecture on Bloom filters, cache penetration and the false positive rate"},
		{"C", "过滤器系列 (二) —— Cuckoo filter, https://www.cnblogs.com/chuxiuhong/p/8215719.html"},
		{"D", "Redis之_层峦叠嶂_布隆过滤器, http://blog.healerjean.com, 2020"},
		{"E", "Guava的布隆过滤器, 2024"},
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
