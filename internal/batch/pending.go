package batch

// MaxPending is how many keys go through the layers of a filter together.
const MaxPending = 256

// Pending is the keys of a lookup that go from layer to layer until one has them.
type Pending struct {
	keys  [MaxPending]uint64
	at    [MaxPending]uint16 // where the answers belong
	found [MaxPending]bool   // of the present layer
	n     int
}

// Len returns how many keys no layer has so far.
func (p *Pending) Len() int { return p.n }

// Start takes the keys that are not found yet, of at most [MaxPending].
func (p *Pending) Start(hashes []uint64, found []bool) {
	p.n = 0
	found = found[:len(hashes)]
	for i, h := range hashes {
		p.keys[p.n&(MaxPending-1)], p.at[p.n&(MaxPending-1)] = h, uint16(i)
		if !found[i] {
			p.n++
		}
	}
}

// Keys returns the keys to look up in the next layer, and where to write the answers.
func (p *Pending) Keys() (hashes []uint64, found []bool) { return p.keys[:p.n], p.found[:p.n] }

// Settle writes down which keys the present layer has, keeps the others for the next,
// and returns how many it has. found is that of Start.
func (p *Pending) Settle(found []bool) (hits int) {
	left := 0
	for i, ok := range p.found[:p.n] {
		at := p.at[i]
		found[at] = ok
		p.keys[left], p.at[left] = p.keys[i], at
		if !ok {
			left++
		}
	}
	hits, p.n = p.n-left, left
	return hits
}
