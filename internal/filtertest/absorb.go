package filtertest

import "filterbench/variants"

// A family that absorbs keeps one trace for all copies of a key and for other keys
// that look like it. What a delete does to those is not left open: it takes the
// trace, so the key is gone with all its copies; keys that had no other trace are
// gone with it; and no further key is. That a lost key had no other trace shows
// when the deleted one is inserted again: all that were lost must come back.

// deleteShared deletes a member, ends the membership of the keys that it took along
// and checks that it was right in taking them.
func (p *player) deleteShared(d variants.Deleter, hash uint64) {
	p.Helper()
	if !d.Delete(hash) {
		p.Fatalf("operation %d: Delete(%#x) of a member is false", p.at, hash)
	}
	if p.f.Contains(hash) {
		p.Fatalf("operation %d: Contains(%#x) is true after its trace was deleted", p.at, hash)
	}
	lost := p.forgetUnfound()
	if err := p.f.Insert(hash); err != nil {
		p.Fatalf("operation %d: Insert(%#x) into the place that it left: %v", p.at, hash, err)
	}
	for _, h := range lost {
		if !p.f.Contains(h) {
			p.Fatalf("operation %d: Delete(%#x) lost %#x, which does not share its trace", p.at, hash, h)
		}
	}
	if !d.Delete(hash) || p.f.Contains(hash) {
		p.Fatalf("operation %d: Delete(%#x) just after Insert has failed", p.at, hash)
	}
}

// forgetUnfound takes members that are not found out of the truth and returns them.
func (p *player) forgetUnfound() (lost []uint64) {
	for _, h := range p.keys {
		if p.copies(h) == 0 || p.f.Contains(h) {
			continue
		}
		lost = append(lost, h)
		for p.truth.(variants.Deleter).Delete(h) {
			p.total--
		}
	}
	return lost
}
