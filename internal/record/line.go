package record

import (
	"encoding/json"
	"reflect"
	"sync"
)

// A line of a records file has the fields of a Record with those of its Trial among
// them, and one field for each kind of trial in the place of Outcome, under the name of
// the kind. This struct is made from the table of kinds, so that encoding/json reads and
// writes such a line at once, in a fixed order and strictly.
type lineForm struct {
	typ    reflect.Type
	fields [][]int // of Record, by field of typ; nil for the field of a kind
}

var line = sync.OnceValue(func() (f lineForm) {
	var list []reflect.StructField
	add := func(s reflect.StructField, from []int) {
		s.Offset, s.Index = 0, nil
		list, f.fields = append(list, s), append(f.fields, from)
	}
	for _, s := range reflect.VisibleFields(reflect.TypeFor[Record]()) {
		switch {
		case s.Anonymous || s.Tag.Get("json") == "-" && s.Type != reflect.TypeFor[Outcome]():
		case s.Type == reflect.TypeFor[Outcome]():
			for _, k := range kinds {
				add(reflect.StructField{Name: "Outcome" + k.Title, Type: reflect.TypeOf(k.New()),
					Tag: reflect.StructTag(`json:"` + k.Name + `,omitempty"`)}, nil)
			}
		default:
			add(s, s.Index)
		}
	}
	f.typ = reflect.StructOf(list)
	return f
})

// MarshalJSON writes the outcome under the name of its kind.
func (r Record) MarshalJSON() ([]byte, error) {
	form := line()
	from, to := reflect.ValueOf(&r).Elem(), reflect.New(form.typ).Elem()
	for i, index := range form.fields {
		if index != nil {
			to.Field(i).Set(from.FieldByIndex(index))
		} else if outcome := reflect.ValueOf(r.Outcome); r.Outcome != nil && outcome.Type() == to.Field(i).Type() {
			to.Field(i).Set(outcome)
		}
	}
	return json.Marshal(to.Interface())
}

// UnmarshalJSON reads what MarshalJSON writes, and refuses fields that it does not know
// and more than one outcome.
func (r *Record) UnmarshalJSON(text []byte) error {
	form := line()
	from, to := reflect.New(form.typ), reflect.ValueOf(r).Elem()
	if err := strictJSON(text, from.Interface()); err != nil {
		return err
	}
	*r = Record{}
	var found []string
	for i, index := range form.fields {
		value := from.Elem().Field(i)
		if index != nil {
			to.FieldByIndex(index).Set(value)
		} else if !value.IsNil() {
			r.Outcome = value.Interface().(Outcome)
			found = append(found, r.Outcome.Kind())
		}
	}
	if r.Failed != "" {
		found = append(found, "failed")
	}
	if len(found) > 1 {
		return tooMany(found...)
	}
	return nil
}
