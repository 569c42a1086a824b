package compare

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"filterbench/internal/record"
)

// CountChange is a trial that both sides hold and whose counts are not the same.
// Equal trials have equal seeds, so this is no noise: what runs is different.
type CountChange struct {
	ID    string   `json:"id"`
	Trial string   `json:"trial"`
	Diffs []string `json:"diffs"` // as in "fpr.positives: 170 -> 171"
}

// compareCounts compares the trials that both sides hold. Those of filters that draw
// random numbers of their own are left out: they differ from run to run.
func compareCounts(old, new map[string]*record.Record) (changes []CountChange, same int) {
	changes = []CountChange{}
	for id, a := range old {
		b, ok := new[id]
		if !ok || a.Unseeded || b.Unseeded {
			continue
		}
		diffs := diff("", countsOf(a), countsOf(b))
		if len(diffs) == 0 {
			same++
			continue
		}
		changes = append(changes, CountChange{ID: id, Trial: title(a.Trial), Diffs: diffs})
	}
	slices.SortFunc(changes, func(a, b CountChange) int {
		if c := strings.Compare(a.Trial, b.Trial); c != 0 {
			return c
		}
		return strings.Compare(a.ID, b.ID)
	})
	return changes, same
}

// title names a trial for people.
func title(t record.Trial) string {
	hash := ""
	if t.Hash != "" {
		hash = " hashed by " + t.Hash
	}
	return fmt.Sprintf("%s/%s %s on %s%s, size %d, fill %g, rep %d",
		t.Experiment, t.Part, t.Variant, t.Workload, hash, t.Capacity+t.Slots, t.Fill, t.Rep)
}

// countsOf returns a record as nested maps and lists without what a clock or the
// allocator gave.
func countsOf(r *record.Record) any {
	c := *r
	c.Extra = false // as times decided
	c.SpinNS = 0
	if c.Outcome != nil {
		c.Outcome = c.Outcome.Exact(c.Trial)
	}
	text, err := json.Marshal(c)
	if err != nil {
		panic("compare: a record does not marshal: " + err.Error())
	}
	var tree any
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber() // counts beyond 2^53 stay exact
	if err := d.Decode(&tree); err != nil {
		panic("compare: a record does not unmarshal: " + err.Error())
	}
	return tree
}

// diff lists the paths at which two trees differ.
func diff(path string, a, b any) []string {
	switch a := a.(type) {
	case map[string]any:
		if b, ok := b.(map[string]any); ok {
			return diffMaps(path, a, b)
		}
	case []any:
		if b, ok := b.([]any); ok && len(a) == len(b) {
			var list []string
			for i := range a {
				list = append(list, diff(fmt.Sprintf("%s[%d]", path, i), a[i], b[i])...)
			}
			return list
		}
	default:
		if a == b {
			return nil
		}
	}
	return []string{fmt.Sprintf("%s: %s -> %s", path, brief(a), brief(b))}
}

func diffMaps(path string, a, b map[string]any) []string {
	keys := slices.Collect(maps.Keys(a))
	for key := range b {
		if _, ok := a[key]; !ok {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	var list []string
	for _, key := range keys {
		list = append(list, diff(strings.TrimPrefix(path+"."+key, "."), a[key], b[key])...)
	}
	return list
}

// brief prints a value of a tree on little room.
func brief(v any) string {
	const room = 60
	if v == nil {
		return "absent"
	}
	text, err := json.Marshal(v)
	if err != nil {
		panic("compare: a value does not marshal: " + err.Error())
	}
	if len(text) > room {
		return string(text[:room]) + "..."
	}
	return string(text)
}
