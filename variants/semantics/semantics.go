// Package semantics finds out what a filter does where the operations of a set leave it
// open: with copies of a key, with refusals, with deletes of keys that it does not hold, and
// when it is full. Every answer is run on the filter, not read from its documentation or
// from what it says of itself.
//
// All filters are asked with the same keys, which are fixed; a library that draws random
// numbers that nobody can seed may answer a little differently each time. A filter that is a
// program, or one of a server, gets them as jobs of the contenders' protocol.
package semantics

import (
	"errors"
	"fmt"
	"strings"

	"filterbench/internal/hashing"
	"filterbench/variants"
	"filterbench/variants/families"
)

// Row is what a filter answered.
type Row struct {
	Filter string `json:"filter"`
	Answers
}

// Answers are a few words or a number each.
type Answers struct {
	Second string `json:"second_insert"`       // what a second insert of a key does
	Delete string `json:"delete_after_two"`    // whether the key is there after two inserts and a delete
	Copies string `json:"copies_until_refuse"` // how many copies it takes, and what then
	Harm   string `json:"refused_insert"`      // other keys lost by refused inserts
	Absent string `json:"absent_delete"`       // members lost by deletes of keys never inserted
	Full   string `json:"when_full"`           // what it does with many times the keys that it is for
	Tells  string `json:"tells_key_full"`      // whether a refused caller can tell a full key from a full table
}

// Columns names the fields of a Row for people, in order.
var Columns = []string{"filter", "second insert", "delete after two", "copies", "refused inserts", "deletes of absent keys", "when full", "tells full key from full table"}

// Cells returns the fields in the order of [Columns].
func (r Row) Cells() []string {
	return []string{r.Filter, r.Second, r.Delete, r.Copies, r.Harm, r.Absent, r.Full, r.Tells}
}

// What a row takes, about, beside its filters.
const (
	Capacity   = 1000    // keys that a filter is made for
	Operations = 400_000 // inserts, and lookups
	Bytes      = largest
)

const (
	capacity   = Capacity
	others     = 500     // keys beside the copies of one
	manyCopies = 2000    // that are tried
	largest    = 1 << 27 // bits of a table at which growing is not followed further
	refusals   = 100     // whose harm is looked at
	beyond     = 32      // times the capacity that a filter is offered
	wrong      = 200     // deletes of absent keys
	searched   = 1 << 17 // absent keys that are looked up for those
	none       = "-"     // the filter has no such operation, or never comes to it
)

// Further are filters whose parameters change an answer of their family's default.
var Further = []string{
	"cuckoo(b=4,f=12,refuse=early)", "cuckoo(b=2,f=12)", "cuckoo(b=8,f=8)", "cuckoo(b=4,f=12,kicks=0)", "cuckoo(b=4,f=12,alt=plain)",
	"countingcuckoo(b=4,f=12,w=2)", "countingcuckoo(b=4,f=12,w=8)", "counting(fpr=0.01,w=2)", "counting(fpr=0.01,w=8)", "chained(b=4,f=12,d=4)", "stash(b=4,f=12,stash=64)",
	"redis-cf(expansion=0)", "redis-cf(expansion=2)", "redis-cf(bucket=4)", "layered(b=4,f=12,layers=2)",
	"redisbloom-cf(batch=1,depth=100)", "redisbloom-cf(batch=1,depth=100,expansion=0)", // a command for each key, as the models have it
}

// Default returns the filter of a family that is asked: with its defaults, and where it has
// none for its size at a rate of 1 %.
func Default(table []variants.Family, name string) (variants.Variant, error) {
	v, err := variants.ParseIn(table, name)
	if err == nil {
		return v, nil
	}
	if v, err := variants.ParseIn(table, name+"(fpr=0.01)"); err == nil {
		return v, nil
	}
	return v, err
}

// Of returns the row of a filter. A filter that panics has a row that says so.
func Of(v variants.Variant) (Row, error) {
	row := Row{Filter: v.String()}
	s := subject{v: v}
	for _, cell := range []struct {
		text *string
		ask  func() string
	}{
		{&row.Second, s.second}, {&row.Delete, s.delete}, {&row.Copies, s.copies}, {&row.Harm, s.harm},
		{&row.Absent, s.absent}, {&row.Full, s.full}, {&row.Tells, s.tells},
	} {
		*cell.text = run(cell.ask)
	}
	return row, s.err
}

// run asks, and answers for those that panic.
func run(ask func() string) (answer string) {
	defer func() {
		if p := recover(); p != nil {
			answer = fmt.Sprint("panics: ", p)
		}
	}()
	return ask()
}

// subject is a filter in question.
type subject struct {
	v   variants.Variant
	err error // the first that there was in making one
}

// key returns the i-th of a stream of keys.
func key(stream, i uint64) uint64 { return hashing.Mix(stream<<40 + i + 1) }

const hot = 0xfeedfacecafebeef // the key of which there are copies

// filter returns a filter for capacity keys that holds the first n of stream 1.
func (s *subject) filter(n uint64) variants.Filter {
	f, err := s.v.New(variants.Size{Keys: capacity}, 1)
	if err != nil {
		s.err = err
		panic(err)
	}
	for i := range n {
		f.Insert(key(1, i))
	}
	return f
}

// lost returns how many of those keys a filter denies.
func lost(f variants.Filter, n uint64) (denied int) {
	for i := range n {
		if !f.Contains(key(1, i)) {
			denied++
		}
	}
	return denied
}

// build makes a static filter of what it was given.
func build(f variants.Filter) error {
	if b, ok := f.(variants.Builder); ok {
		return b.Build()
	}
	return nil
}

// trace is what a caller can see of a key beside the answer.
type trace struct{ used, count, side, bits uint64 }

func traceOf(f variants.Filter) (t trace) {
	if h, ok := f.(variants.Holder); ok {
		t.used = h.Used()
	}
	if c, ok := f.(variants.Counter); ok {
		t.count = c.Count(hot)
	}
	if s, ok := f.(variants.Sider); ok {
		_, t.side = s.Side()
		if n, bytes := s.Side(); bytes == 0 {
			t.side = n
		}
	}
	t.bits = f.Shape().Bits
	return t
}

// second inserts a key twice and looks at what the second time changes.
func (s *subject) second() string {
	f := s.filter(others)
	f.Insert(hot)
	before := traceOf(f)
	if err := f.Insert(hot); err != nil {
		return "is refused"
	}
	if err := build(f); err != nil {
		return "fails the build"
	}
	after := traceOf(f)
	switch {
	case s.v.Has(families.Static):
		return s.manyBuilt(f.Shape().Bits)
	case after.side > before.side:
		return "is counted beside the table"
	case after.used > before.used && s.v.HasAny(families.Kicks|families.Refuses):
		return "takes another slot"
	case after.count > before.count, after.used > before.used && s.v.Has(families.Deletes):
		return "is counted"
	case after.used > before.used:
		return "is counted in the size alone"
	case after.bits > before.bits:
		return "grows the table"
	}
	for range 3 * capacity {
		if f.Insert(hot) != nil || f.Shape().Bits > before.bits {
			return "takes room, unseen"
		}
	}
	return "changes nothing"
}

// manyBuilt builds a static filter with many copies, and compares its size with that of two.
func (s *subject) manyBuilt(two uint64) string {
	f := s.filter(others)
	for range 3 * capacity {
		f.Insert(hot)
	}
	switch err := build(f); {
	case err != nil:
		return "many fail the build"
	case f.Shape().Bits > two+two/10:
		return "makes the table larger"
	}
	return "is taken for the first"
}

// delete inserts a key twice and deletes it once.
func (s *subject) delete() string {
	f := s.filter(others)
	d, ok := f.(variants.Deleter)
	if !ok {
		return none
	}
	f.Insert(hot)
	if f.Insert(hot) != nil {
		return "second was refused"
	}
	switch deleted := d.Delete(hot); {
	case !deleted:
		return "the delete fails"
	case f.Contains(hot):
		return "still there"
	}
	return "gone"
}

// copies inserts one key again and again.
func (s *subject) copies() string {
	if s.v.Has(families.Static) {
		return none
	}
	f := s.filter(others)
	before := f.Shape().Bits
	n, err := insertCopies(f)
	bits := f.Shape().Bits
	return copiesOf(n, err != nil, before, bits)
}

// copiesOf says how many copies were taken, and what became of the table.
func copiesOf(n int, refused bool, before, bits uint64) string {
	grown := ""
	if bits > before {
		grown = fmt.Sprintf(", the table %s times as large", short(float64(bits)/float64(before)))
	}
	switch {
	case refused:
		return fmt.Sprintf("%d, then refuses%s", n, grown)
	case n < manyCopies:
		return fmt.Sprintf("%d%s, and so on", n, grown)
	}
	return "any number" + grown
}

// insertCopies inserts copies of the hot key until one is refused, the table is very large
// or there are many.
func insertCopies(f variants.Filter) (n int, err error) {
	for n < manyCopies && f.Shape().Bits <= largest {
		if err := f.Insert(hot); err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

func short(x float64) string { return fmt.Sprintf("%.3g", x) }

// harm has inserts refused, of copies and of new keys, and counts the others that are lost.
func (s *subject) harm() string {
	if s.v.Has(families.Static) {
		return none
	}
	answers := []string{}
	f := s.filter(others)
	if _, err := insertCopies(f); err != nil {
		before := lost(f, others)
		for range refusals {
			f.Insert(hot)
		}
		answers = append(answers, harmOf(lost(f, others)-before, refusals, "copies"))
	}
	f = s.filter(0)
	var held []uint64
	before, refused := 0, 0
	for i := uint64(0); refused < refusals && i < beyond*capacity && f.Shape().Bits <= largest; i++ {
		switch h := key(2, i); {
		case f.Insert(h) == nil:
			held = append(held, h)
		default:
			if refused++; refused == 1 {
				before = missing(f, held)
			}
		}
	}
	if refused == refusals {
		answers = append(answers, harmOf(missing(f, held)-before, refusals, "new keys"))
	}
	if len(answers) == 0 {
		return none
	}
	return strings.Join(answers, "; ")
}

func harmOf(lost, tried int, of string) string {
	if lost <= 0 {
		return of + ": harmless"
	}
	return fmt.Sprintf("%s: %d lose %d keys", of, tried, lost)
}

// missing returns how many keys a filter denies.
func missing(f variants.Filter, held []uint64) (n int) {
	for _, h := range held {
		if !f.Contains(h) {
			n++
		}
	}
	return n
}

// absent deletes keys that were never inserted: such as look like members.
func (s *subject) absent() string {
	f := s.filter(capacity)
	d, ok := f.(variants.Deleter)
	if !ok {
		return none
	}
	before, chosen := lost(f, capacity), []uint64(nil)
	for i := uint64(0); i < searched && len(chosen) < wrong; i++ {
		if h := key(3, i); f.Contains(h) {
			chosen = append(chosen, h)
		}
	}
	for _, h := range chosen {
		d.Delete(h)
	}
	return absentOf(len(chosen), lost(f, capacity)-before)
}

func absentOf(deletes, lost int) string {
	switch {
	case deletes == 0:
		return "none looks like a member"
	case lost > 0:
		return fmt.Sprintf("%d lose %d members", deletes, lost)
	}
	return fmt.Sprintf("%d are harmless", deletes)
}

// full inserts many times the keys that the filter is for.
func (s *subject) full() string {
	f := s.filter(0)
	bits, held, refused := f.Shape().Bits, []uint64(nil), 0
	for i := uint64(0); i < beyond*capacity && f.Shape().Bits <= largest; i++ {
		if h := key(4, i); f.Insert(h) == nil {
			held = append(held, h)
		} else {
			refused++
		}
	}
	if err := build(f); err != nil {
		return "fails the build"
	}
	if s.v.Has(families.Static) {
		return built
	}
	return fullOf(f.Shape().Bits > bits, refused > 0, func() float64 { return rate(f) }, missing(f, held), len(held))
}

const built = "is built as large as needed"

// fullOf says what a filter did with many keys: whether it grew and refused some, how many it
// lost of those that it took, and, if it took all, the rate of false positives then.
func fullOf(grown, refused bool, rate func() float64, lost, held int) (what string) {
	switch {
	case refused && grown:
		what = "grows, then refuses"
	case refused:
		what = "refuses"
	case grown:
		what = "grows"
	default:
		what = fmt.Sprintf("takes all, then answers %s %% of absent keys true", short(100*rate()))
	}
	if lost > 0 {
		what += fmt.Sprintf("; has lost %d of %d", lost, held)
	}
	return what
}

// rate returns the share of absent keys that a filter answers true to.
func rate(f variants.Filter) float64 {
	const asked, positive = 10_000, 1.0 / 10_000
	sum := 0.0
	for i := range uint64(asked) {
		if f.Contains(key(7, i)) {
			sum += positive
		}
	}
	return sum
}

// tells has a copy refused in a table with room, and a new key in a full one, and compares
// what the caller sees: the error, or the count of the key.
func (s *subject) tells() string {
	if s.v.Has(families.Static) {
		return none
	}
	f := s.filter(others)
	n, keyFull := insertCopies(f)
	g := s.filter(0)
	var tableFull error
	refused := uint64(0)
	for i := uint64(0); i < beyond*capacity && tableFull == nil && g.Shape().Bits <= largest; i++ {
		refused = key(5, i)
		tableFull = g.Insert(refused)
	}
	counter, counts := f.(variants.Counter)
	switch {
	case keyFull == nil && tableFull == nil:
		return tellsNever
	case keyFull == nil:
		return tellsAny
	case errors.Is(keyFull, variants.ErrKeyFull) && !errors.Is(tableFull, variants.ErrKeyFull):
		return tellsError
	case f.Insert(key(6, 0)) != nil && f.Insert(key(6, 1)) != nil:
		return tellsClosed
	case counts && counter.Count(hot) >= uint64(n) && g.(variants.Counter).Count(refused) < uint64(n):
		return tellsCount
	}
	return "no"
}

const (
	tellsNever  = "never refuses"
	tellsAny    = "no key is ever full"
	tellsError  = "yes, by the error"
	tellsClosed = "a full key closes the filter"
	tellsCount  = "yes, by its count"
)
