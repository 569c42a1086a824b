package redis

// Compact is CF.COMPACT: it moves what it can from newer layers into empty slots of older
// ones. Other than the compaction that a delete starts, it does not stop at a layer of
// which something stays.
func (c *Cuckoo) Compact() { c.compact(true) }

// compact empties layers from the newest down to the second. A layer that is empty then,
// and the newest, is dropped.
func (c *Cuckoo) compact(always bool) {
	for n := len(c.layers) - 1; n > 0; n-- {
		c.walked += c.layers[n].size
		emptied := c.drain(n)
		if emptied && n == len(c.layers)-1 {
			c.layers[n] = nil
			c.layers = c.layers[:n]
		}
		if !emptied && !always {
			break
		}
	}
	c.deletes = 0
}

// drain moves the fingerprints of a layer to the older ones, the oldest first, and reports
// whether nothing is left. A slot does not tell the hash of its key, so the number of its
// bucket stands for it: in a smaller layer that is where the key would be, too.
// Pages that were never written have nothing to move.
func (c *Cuckoo) drain(n int) bool {
	source, emptied := c.layers[n], true
	for offset, p := range source.written() {
		for i, print := range p {
			if print == 0 {
				continue
			}
			bucket := (offset + uint64(i)) / source.slots
			if settle(c.layers[:n], place{bucket, alternate(bucket, print), print}) {
				p[i] = 0
			} else {
				emptied = false
			}
		}
	}
	return emptied
}

// settle puts a fingerprint into the oldest of the layers that has room for it.
func settle(layers []*layer, p place) bool {
	for _, l := range layers {
		if l.put(p) {
			return true
		}
	}
	return false
}
