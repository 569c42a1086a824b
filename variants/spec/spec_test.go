package spec

import (
	"reflect"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for _, c := range []struct {
		text string
		want Spec
	}{
		{"exact", Spec{Name: "exact"}},
		{"  exact\t", Spec{Name: "exact"}},
		{"split-block", Spec{Name: "split-block"}},
		{"h2", Spec{Name: "h2"}},
		{"cuckoo(b=4,f=12)", Spec{"cuckoo", []Param{{"b", "4"}, {"f", "12"}}}},
		{" cuckoo ( f = 12 , b=4 ) ", Spec{"cuckoo", []Param{{"f", "12"}, {"b", "4"}}}},
		{"file(path=/tmp/a-b_c.txt.gz)", Spec{"file", []Param{{"path", "/tmp/a-b_c.txt.gz"}}}},
		{"words(lang=Ä)", Spec{"words", []Param{{"lang", "Ä"}}}},
	} {
		got, err := Parse(c.text)
		if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("Parse(%q) = %+v, %v; want %+v", c.text, got, err, c.want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "the name must be"},
		{"4u", "the name must be"},
		{"-x", "the name must be"},
		{"naïve(a=1)", "the name must be"},
		{"two words", "the name must be"},
		{"(b=4)", "the name must be"},
		{"b=4", "the name must be"},
		{"cuckoo(b=4", "one closing parenthesis"},
		{"cuckoo(b=4))", "one closing parenthesis"},
		{"cuckoo(b=4) x", "one closing parenthesis"},
		{"cuckoo()", "parentheses are empty"},
		{"cuckoo( )", "parentheses are empty"},
		{"cuckoo(b)", `"b" is not key=value`},
		{"cuckoo(b=4,)", `"" is not key=value`},
		{"cuckoo(4=b)", `"4=b" is not key=value`},
		{"cuckoo(b=)", "b has no usable value"},
		{"cuckoo(b=4=5)", "b has no usable value"},
		{"cuckoo(b=4 5)", "b has no usable value"},
		{"cuckoo(b=(4)", "b has no usable value"},
		{"cuckoo(b=4,f=8,b=4)", "b is given twice"},
	} {
		_, err := Parse(c.text)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("Parse(%q): %v; want an error that says %q", c.text, err, c.want)
			continue
		}
		if strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), "for example") {
			t.Errorf("Parse(%q): the error should be one line with an example: %v", c.text, err)
		}
	}
}

func TestLookup(t *testing.T) {
	s := Spec{"cuckoo", []Param{{"b", "4"}, {"f", "12"}}}
	if v, ok := s.Lookup("f"); !ok || v != "12" {
		t.Errorf("f is %q, %v", v, ok)
	}
	if v, ok := s.Lookup("k"); ok || v != "" {
		t.Errorf("k is %q, %v, but was not written", v, ok)
	}
}

// FuzzParse: whatever is accepted, is written back in a form that is read as the
// same; and no text makes the parser panic.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"exact", "cuckoo(b=4,f=12)", " a ( b = c , d=e ) ", "a(b=c", "a()", "a(b=\u00a0)", "a(b=\u0085c)", "a(b=\xff)", "(((", "a(b=c,b=c)",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Parse(text)
		if err != nil {
			return
		}
		again, err := Parse(s.String())
		if err != nil || !reflect.DeepEqual(s, again) {
			t.Errorf("Parse(%q) = %+v is written %q, which is read as %+v, %v", text, s, s, again, err)
		}
		for _, p := range s.Params {
			if v, ok := s.Lookup(p.Key); !ok || v != p.Value {
				t.Errorf("Parse(%q): Lookup(%s) = %q, %v", text, p.Key, v, ok)
			}
		}
	})
}
