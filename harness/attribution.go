package harness

import (
	"filterbench/internal/hashing"
	"filterbench/internal/record"
	"filterbench/variants"
)

// A filter does not say when it begins to deny a key that it should hold, so all
// live keys are looked up in sweeps, and what happened between two sweeps is kept.
// A key that is denied for the first time is charged to the first of these that
// applies:
//
//	own       one of its own copies was deleted, while others live, and the filter or
//	          the policy keeps one for all
//	collided  another key was deleted that the filter cannot tell from it, and one of
//	unsafe    the two had been absorbed, or keys are not stored where one is taken for
//	          held, so that later keys suffer from earlier collisions (collided); or
//	          both had been stored (unsafe)
//	victim    an insert was refused
//	overflow  another key was deleted, and counters have saturated
//	unsafe    another key was deleted
//	other     there was none of these: an accepted insert did it
//
// Which keys a filter cannot tell apart is asked of an empty filter of the same
// shape that is given the one key alone. Where two things happened between two
// sweeps the order above may name the wrong one: a victim is taken for collided only
// if a key that collides with it was deleted in the same eighth of a turnover, which
// has the chance of an eighth of a false positive.

// cause is why a key is denied.
type cause int

const (
	causeNone cause = iota
	causeVictim
	causeOwn
	causeUnsafe
	causeCollided
	causeOverflow
	causeOther
)

// add counts the cause.
func (c cause) add(to *record.Causes) {
	switch c {
	case causeVictim:
		to.Victim++
	case causeOwn:
		to.Own++
	case causeUnsafe:
		to.Unsafe++
	case causeCollided:
		to.Collided++
	case causeOverflow:
		to.Overflow++
	default:
		to.Other++
	}
}

// deletion is a delete of one key.
type deletion struct {
	number, hash uint64
	absorbed     bool // the key had been
}

// interval is what happened between two sweeps.
type interval struct {
	deletes  []deletion
	refusals int
}

// sweep looks up all live keys and finds causes for those newly denied.
func (d *drift) sweep() {
	for i := range d.live {
		key := &d.live[i]
		switch found := d.filter.Contains(key.hash); {
		case found:
			key.lost = false
		case !key.lost:
			key.lost, key.cause = true, d.attribute(d.names[i], key)
		}
	}
	d.since = interval{deletes: d.since.deletes[:0]}
}

// attribute finds the cause for a key that is newly denied.
func (d *drift) attribute(number uint64, key *held) cause {
	for _, x := range d.since.deletes {
		if x.number == number && d.single {
			return causeOwn
		}
	}
	if x, ok := d.collision(key.hash); ok {
		if d.single || x.absorbed || key.absorbed || d.trial.Policy == record.PolicyLast {
			return causeCollided
		}
		return causeUnsafe
	}
	switch {
	case d.since.refusals > 0:
		return causeVictim
	case len(d.since.deletes) > 0 && overflows(d.filter) > 0:
		return causeOverflow
	case len(d.since.deletes) > 0:
		return causeUnsafe
	}
	return causeOther
}

// collision returns a deleted key that the filter cannot tell from this one,
// preferably one that had been absorbed.
func (d *drift) collision(hash uint64) (found deletion, ok bool) {
	if len(d.since.deletes) == 0 || d.scratch.Insert(hash) != nil {
		return deletion{}, false
	}
	for _, x := range d.since.deletes {
		if d.scratch.Contains(x.hash) && !found.absorbed {
			found, ok = x, true
		}
	}
	d.scratch.(variants.Deleter).Delete(hash)
	return found, ok
}

// keepsOne reports whether a filter or a policy keeps one trace of a key however
// often it comes, and a delete removes it. It leaves the scratch filter empty.
func (d *drift) keepsOne() bool {
	if d.trial.Policy == record.PolicyCheck {
		return true
	}
	const any = hashing.Golden
	f := d.scratch
	for copies := range 2 {
		if f.Insert(any) != nil {
			if copies > 0 {
				f.(variants.Deleter).Delete(any)
			}
			return false
		}
	}
	f.(variants.Deleter).Delete(any)
	one := !f.Contains(any)
	f.(variants.Deleter).Delete(any)
	return one
}
