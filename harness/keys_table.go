package harness

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"filterbench/internal/record"
)

// rule judges one value of a key: a number, or a name.
type rule struct {
	words  string                  // what a value must be, behind "must be"
	number func(x float64) bool    // whether a number is; nil if none is asked for
	ok     func(name string) bool  // whether a name is
	why    func(name string) error // or the reason why it is not
}

var above0 = rule{words: "above 0", number: func(x float64) bool { return x > 0 }}

func within(min, max float64) rule {
	decimal := func(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
	return rule{words: fmt.Sprintf("from %s to %s", decimal(min), decimal(max)), number: func(x float64) bool { return x >= min && x <= max }} // NaN is not
}

func oneOf(names ...string) rule {
	return rule{words: "one of " + strings.Join(names, ", "), ok: func(name string) bool { return slices.Contains(names, name) }}
}

// listOrder is what a list of values must be besides.
type listOrder int

const (
	anyhow listOrder = iota
	increasing
	once // each value at most once
)

// field returns the field of a struct that has a name under a tag; it is part of the
// tables' form that there is one.
func field(of any, tag, name string) reflect.Value {
	v := reflect.ValueOf(of).Elem()
	for i := range v.NumField() {
		if got, _, _ := strings.Cut(v.Type().Field(i).Tag.Get(tag), ","); got == name {
			return v.Field(i)
		}
	}
	panic(fmt.Sprintf("harness: %s has no field %q", v.Type(), name))
}

// of returns the key's value among the settings: a pointer, a list or a map, nil if it is
// not given.
func (k key) of(s *Settings) reflect.Value { return field(s, "toml", k.name) }

func (k key) given(s *Settings) bool { return !k.of(s).IsNil() }

// check judges what is given.
func (k key) check(s *Settings) error {
	v := k.of(s)
	switch {
	case v.IsNil():
		return nil
	case v.Kind() == reflect.Pointer:
		if x, bad := k.must.breaks(v.Elem()); bad {
			return fmt.Errorf("key %q = %v: must be %s", k.name, x, k.must.words)
		}
	case v.Kind() == reflect.Slice:
		if err := k.checkList(v); err != nil {
			return err
		}
	}
	if k.needs != nil {
		return k.needs(s)
	}
	return nil
}

func (k key) checkList(list reflect.Value) error {
	if list.Len() == 0 {
		return fmt.Errorf("key %q: the list is empty", k.name)
	}
	for i := range list.Len() {
		x := list.Index(i)
		if k.must.why != nil {
			if err := k.must.why(x.String()); err != nil {
				return fmt.Errorf("key %q: %w", k.name, err)
			}
		}
		if x, bad := k.must.breaks(x); bad {
			return fmt.Errorf("key %q: %s is not %s", k.name, x, k.must.words)
		}
		for j := range i {
			if k.order == once && list.Index(j).Equal(x) {
				return fmt.Errorf("key %q: %q names something twice", k.name, list.Interface())
			}
		}
		if k.order == increasing && i > 0 && asNumber(x) <= asNumber(list.Index(i-1)) {
			return fmt.Errorf("key %q must be in increasing order, no value twice: %v follows %v", k.name, x, list.Index(i-1))
		}
	}
	return nil
}

// breaks reports whether a value is against the rule, and how it is written.
func (r rule) breaks(v reflect.Value) (text string, bad bool) {
	switch {
	case r.number != nil:
		return fmt.Sprint(v.Interface()), !r.number(asNumber(v))
	case r.ok != nil:
		return fmt.Sprintf("%q", v.String()), !r.ok(v.String())
	}
	return "", false
}

func asNumber(v reflect.Value) float64 { return v.Convert(reflect.TypeFor[float64]()).Float() }

// factor returns how many trials multiply makes of one, at most.
func (k key) factor(s *Settings) float64 {
	v := k.of(s)
	switch {
	case k.into == "" || v.IsNil():
		return 1
	case k.role == each:
		return float64(v.Len())
	case k.role == times:
		return float64(v.Elem().Int())
	}
	return 1
}

// set gives a trial the key's value, unless it is the usual one.
func (k key) set(t *record.Trial, x reflect.Value) {
	if k.usual == nil || !x.Equal(reflect.ValueOf(k.usual)) {
		reflect.ValueOf(t).Elem().Field(trialFields[k.into]).Set(x)
	}
}

// trialFields are the places of a trial's fields by their names in records: plans of millions
// set them one by one.
var trialFields = func() map[string]int {
	places := map[string]int{}
	for i, of := 0, reflect.TypeFor[record.Trial](); i < of.NumField(); i++ {
		name, _, _ := strings.Cut(of.Field(i).Tag.Get("json"), ",")
		places[name] = i
	}
	return places
}()

// apply gives a trial the value of a key that goes into every trial.
func (k key) apply(s *Settings, t *record.Trial) {
	if v := k.of(s); v.Kind() == reflect.Pointer {
		k.set(t, v.Elem())
	} else {
		k.set(t, v)
	}
}

// multiply appends to list trials for each of the key's values.
func (k key) multiply(s *Settings, list, trials []record.Trial) []record.Trial {
	v := k.of(s)
	for _, t := range trials {
		switch {
		case k.only != nil && !k.only(t):
			list = append(list, t)
		case k.role == each:
			for i := range v.Len() {
				list = append(list, t)
				k.set(&list[len(list)-1], v.Index(i))
			}
		default:
			for i := range v.Elem().Int() {
				list = append(list, t)
				k.set(&list[len(list)-1], reflect.ValueOf(int(i)))
			}
		}
	}
	return list
}

// spread appends to list the trials that settings make of one: with all values that go into
// every trial, and one for each combination of the others, the last key varying fastest.
func spread(s *Settings, list []record.Trial, t record.Trial) []record.Trial {
	var many []key
	for _, k := range keys {
		switch {
		case k.into == "" || !k.given(s):
		case k.role == whole:
			k.apply(s, &t)
		default:
			many = append(many, k)
		}
	}
	trials := []record.Trial{t}
	for i, k := range many {
		if i == len(many)-1 {
			return k.multiply(s, list, trials)
		}
		trials = k.multiply(s, nil, trials)
	}
	return append(list, t)
}

// settings returns the part's settings in a profile: its own, with what the profile gives
// put over them. Of keys that stand for each other, what the profile gives takes the
// others' place.
func (p *Part) settings(profile string) Settings {
	s := p.Settings
	over := map[string]*Settings{"quick": p.Quick, "full": p.Full}[profile]
	if over == nil {
		return s
	}
	for _, need := range kinds[p.Kind].needs {
		names := alternatives(need)
		if slices.ContainsFunc(names, func(name string) bool { return !field(over, "toml", name).IsNil() }) {
			for _, name := range names {
				field(&s, "toml", name).SetZero()
			}
		}
	}
	for _, k := range keys {
		if k.given(over) {
			k.of(&s).Set(k.of(over))
		}
	}
	return s
}

// alternatives splits the keys of which a kind needs one.
func alternatives(need string) []string { return strings.Split(need, " or ") }

// check reports what is wrong with a part's settings: keys of the kind that are missing, or
// given beside others that stand for them, keys that it has no use for, and values.
func (k kind) checkSettings(s *Settings) error {
	for _, need := range append([]string{"reps"}, k.needs...) {
		var given []string
		for _, name := range alternatives(need) {
			if !field(s, "toml", name).IsNil() {
				given = append(given, name)
			}
		}
		switch {
		case len(given) == 0:
			return fmt.Errorf("kind %s needs key \"%s\"", k.name, strings.ReplaceAll(need, " or ", `" or "`))
		case len(given) > 1:
			return fmt.Errorf("keys \"%s\" exclude each other", strings.Join(given, `" and "`))
		}
	}
	for _, key := range keys {
		if key.given(s) && !k.has(key.name) {
			return fmt.Errorf("key %q has no use in kind %s", key.name, k.name)
		}
		if err := key.check(s); err != nil {
			return err
		}
	}
	if k.check != nil {
		return k.check(s)
	}
	return nil
}
