package families

import "filterbench/variants/spec"

// The parameters that the cuckoo filters of Redis have.
func redisCuckooFields() []spec.Field {
	return []spec.Field{
		{Key: "capacity", Kind: spec.Int, Min: 4, Max: 1 << 36, Doc: "keys of the first layer, which takes the power of two at or above capacity/bucket (rounded down) buckets; what the filter is sized for if absent"},
		{Key: "bucket", Kind: spec.Int, Min: 1, Max: 255, Default: "2", Show: true, Doc: "slots per bucket"},
		{Key: "iterations", Kind: spec.Int, Min: 1, Max: 65535, Default: "20", Doc: "entries that an insert may move before it gives up on a layer"},
		{Key: "expansion", Kind: spec.Int, Min: 0, Max: 32768, Default: "1", Show: true, Doc: "size of a layer over that of the one before, rounded up to a power of two; 0 is one layer for good"},
		{Key: "budget", Kind: spec.Float, Min: 1, Max: 1 << 16, Default: "128", Doc: "largest size of all layers, in GiB; an insert that needs more is refused"},
	}
}

var _ = add(Family{
	Schema: spec.Schema{
		Name: "redis-cf", Doc: "the cuckoo filter of Redis (CF.ADD), bit for bit, of the 8 bytes of the 64-bit hash",
		Fields: redisCuckooFields(),
	},
	Order: 240, Colour: 0xB4C369,
	Use:    "Take it to foresee what a cuckoo filter in Redis will do, above all with copies of a key.",
	Traits: Deletes | Counts | Kicks | Batches | Grows,
	Origin: Origin{Port: "RedisBloom 2.8"},
})

var _ = add(Family{
	Schema: spec.Schema{
		Name: "redis-cfnx", Doc: "the same with conditional adds (CF.ADDNX): a key that seems to be there is not added",
		Fields: redisCuckooFields(),
	},
	Order: 250, Colour: 0x003C2D,
	Use:    "Take it to foresee what conditional adds lose in a cuckoo filter in Redis.",
	Traits: Deletes | Kicks | Batches | Grows | Absorbs,
	Origin: Origin{Port: "RedisBloom 2.8"},
})

var _ = add(Family{
	Schema: spec.Schema{
		Name: "redis-bf", Doc: "the scaling Bloom filter of Redis (BF.ADD), bit for bit, of the 8 bytes of the 64-bit hash",
		Fields: []spec.Field{
			{Key: "fpr", Kind: spec.Float, Min: MinFPR, Max: MaxFPR, Default: "0.01", Show: true, Doc: "false positive rate that all layers together stay below; the first has half of it"},
			{Key: "capacity", Kind: spec.Int, Min: 1, Max: 1 << 36, Doc: "keys of the first layer; what the filter is sized for if absent"},
			{Key: "expansion", Kind: spec.Int, Min: 2, Max: 32768, Default: "2", Doc: "keys of a layer over those of the one before"},
		},
	},
	Order: 260, Colour: 0xFF78E1,
	Use:    "Take it to foresee the bits and the rate of a Bloom filter in Redis.",
	Traits: Batches | Grows | Absorbs,
	Origin: Origin{Port: "RedisBloom 2.8"},
})
