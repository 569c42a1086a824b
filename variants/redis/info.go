package redis

import "strings"

// Info is what CF.INFO or BF.INFO says: names and values in the server's order.
type Info []Fact

// Fact is a name and its value, "None" where the server answers nil.
type Fact struct{ Name, Value string }

// String returns the facts on one line, as name=value.
func (i Info) String() string {
	var text strings.Builder
	for n, f := range i {
		if n > 0 {
			text.WriteString("; ")
		}
		text.WriteString(f.Name + "=" + f.Value)
	}
	return text.String()
}

// What the server adds to the bytes of the tables, for a filter and for a layer.
const (
	cuckooBytes, cuckooLayerBytes = 40, 16
	bloomBytes, bloomLayerBytes   = 32, 64
)

// Size returns the bytes of the filter with its tables, as INFO has them.
func (c *Cuckoo) Size() uint64 {
	return cuckooBytes + cuckooLayerBytes*uint64(len(c.layers)) + c.TableBytes()
}

// Info is CF.INFO.
func (c *Cuckoo) Info() Info {
	return Info{
		{"Size", number(c.Size())},
		{"Number of buckets", number(c.buckets)}, // of the first layer
		{"Number of filters", number(len(c.layers))},
		{"Number of items inserted", number(c.items)},
		{"Number of items deleted", number(c.deletes)}, // since the last compaction
		{"Bucket size", number(c.config.BucketSize)},
		{"Expansion rate", number(c.config.Expansion)},
		{"Max iterations", number(c.config.Iterations)},
	}
}

// Size returns the bytes of the filter with its tables, as INFO has them.
func (b *Bloom) Size() uint64 {
	return bloomBytes + bloomLayerBytes*uint64(len(b.layers)) + b.TableBytes()
}

// Info is BF.INFO.
func (b *Bloom) Info() Info {
	expansion := "None"
	if !b.config.NonScaling {
		expansion = number(b.config.Expansion)
	}
	return Info{
		{"Capacity", number(b.Capacity())},
		{"Size", number(b.Size())},
		{"Number of filters", number(len(b.layers))},
		{"Number of items inserted", number(b.items)},
		{"Expansion rate", expansion},
	}
}
