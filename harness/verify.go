package harness

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"time"

	"filterbench/internal/hashing"
	"filterbench/internal/record"
	"filterbench/variants/catalog"
	"filterbench/variants/families"
)

// Verified says what came of measuring counts again.
type Verified struct {
	Exact    int      `json:"exact"`   // records whose counts are equal on every machine
	Checked  int      `json:"checked"` // of those, measured again
	Stopped  []string `json:"stopped"` // of those, why they were stopped here: they passed a bound
	Differ   []Differ `json:"differ"`  // of those, with other counts
	Unlike   int      `json:"timed"`   // records whose outcome depends on the machine: left alone
	Failed   int      `json:"failed"`  // trials that failed: left alone
	Unseeded int      `json:"unseeded"`
	Absent   int      `json:"absent"` // trials of programs that cannot be run here: left alone
	Wide     int      `json:"wide"`   // on 32 bits, records of libraries that compute in words of the machine: left alone
}

// wordBits is the width of a word of this program: another only in tests.
var wordBits = strconv.IntSize

// wide reports whether the counts of a variant depend on the width of a word.
func wide(variant string) bool {
	family := families.Named(families.NameOf(variant))
	return family != nil && family.Traits.Has(families.Wide)
}

// Differ is a trial that gives other counts here.
type Differ struct {
	Trial    record.Trial    `json:"trial"`
	Recorded json.RawMessage `json:"recorded"`
	Here     json.RawMessage `json:"here"`
}

// Verify measures again the records that are equal on every machine and compares all that they
// hold. With a limit it takes as many as fit, in an order that depends on their ids alone, so
// that they are a sample of all. progress, if set, is called after each.
func Verify(ctx context.Context, records []record.Record, limit time.Duration, bounds Bounds, progress func(done, n int)) (Verified, error) {
	var v Verified
	var todo []*record.Record
	for i := range records {
		r := &records[i]
		program, is := catalog.ProgramOf(r.Variant)
		switch {
		case is && program.Lacks != nil:
			v.Absent++
		case r.Failed != "":
			v.Failed++
		case alone(r.Kind):
			v.Unlike++
		case r.Unseeded:
			v.Unseeded++
		case wordBits == 32 && wide(r.Variant):
			v.Wide++
		default:
			todo = append(todo, r)
		}
	}
	v.Exact = len(todo)
	slices.SortFunc(todo, func(a, b *record.Record) int {
		return cmp.Or(cmp.Compare(hashing.Derive(1, a.ID), hashing.Derive(1, b.ID)), cmp.Compare(a.ID, b.ID))
	})
	if limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	var mu sync.Mutex
	var group sync.WaitGroup
	var problem error
	queue := make(chan *record.Record)
	for range Workers() {
		group.Go(func() {
			for r := range queue {
				differ, stopped, err := again(r, bounds)
				mu.Lock()
				problem = cmp.Or(problem, err)
				switch {
				case stopped != "":
					v.Stopped = append(v.Stopped, stopped)
				case differ != nil:
					v.Differ = append(v.Differ, *differ)
					fallthrough
				default:
					v.Checked++
				}
				if progress != nil {
					progress(v.Checked+len(v.Stopped), v.Exact)
				}
				mu.Unlock()
			}
		})
	}
	for _, r := range todo {
		if ctx.Err() != nil {
			break
		}
		select {
		case queue <- r:
		case <-ctx.Done():
		}
	}
	close(queue)
	group.Wait()
	slices.SortFunc(v.Differ, func(a, b Differ) int { return cmp.Compare(a.Trial.ID(), b.Trial.ID()) })
	if err := ctx.Err(); err != nil && limit == 0 {
		return v, err
	}
	return v, problem
}

// again measures one trial and returns how it differs from its record, nil if it does not, or why
// it was stopped before that was known.
func again(r *record.Record, bounds Bounds) (differ *Differ, stopped string, err error) {
	here, over, stuck := MeasureWithin(r.Trial, bounds, Workers)
	switch {
	case stuck:
		return nil, "", fmt.Errorf("trial %s: %w", r.ID, over)
	case over != nil:
		return nil, fmt.Sprintf("trial %s: %v", r.ID, over), nil
	}
	want, err := json.Marshal(r)
	if err != nil {
		return nil, "", err
	}
	got, err := json.Marshal(here)
	if err != nil {
		return nil, "", err
	}
	if string(want) == string(got) {
		return nil, "", nil
	}
	return &Differ{r.Trial, want, got}, "", nil
}
