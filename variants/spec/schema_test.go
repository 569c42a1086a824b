package spec

import (
	"strings"
	"testing"
)

// pizza has a field of every sort.
var pizza = Schema{
	Name: "pizza",
	Fields: []Field{
		{Key: "size", Kind: Int, Min: 20, Max: 60, Need: true, Doc: "diameter in cm"},
		{Key: "heat", Kind: Float, Min: 0, Max: 1, Default: "0.25", Doc: "share of chili"},
		{Key: "base", Kind: Text, Choices: []string{"thin", "thick"}, Default: "thin", Show: true, Doc: "dough"},
		{Key: "note", Kind: Text, Doc: "for the cook"},
	},
}

func resolve(t *testing.T, text string) (Values, error) {
	t.Helper()
	s, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return pizza.Resolve(s)
}

// TestCanonical: equal meaning, equal text.
func TestCanonical(t *testing.T) {
	for text, want := range map[string]string{
		"pizza(size=30)":                                 "pizza(size=30,base=thin)",
		"pizza(size=+030)":                               "pizza(size=30,base=thin)",
		"pizza(base=thin,size=30)":                       "pizza(size=30,base=thin)",
		"pizza(heat=0.25,size=30)":                       "pizza(size=30,base=thin)",
		"pizza(heat=2.5e-1,size=30)":                     "pizza(size=30,base=thin)",
		"pizza(size=30,heat=.5)":                         "pizza(size=30,heat=0.5,base=thin)",
		"pizza(heat=1e-9,base=thick,size=60)":            "pizza(size=60,heat=1e-09,base=thick)",
		"pizza(note=a/b,heat=1.0,size=20)":               "pizza(size=20,heat=1,base=thin,note=a/b)",
		"pizza(note=pizza,base=thick,heat=-0,size=0044)": "pizza(size=44,heat=0,base=thick,note=pizza)",
	} {
		v, err := resolve(t, text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if v.String() != want {
			t.Errorf("%s is written %s, want %s", text, v, want)
		}
		again, err := resolve(t, v.String())
		if err != nil || again.String() != want {
			t.Errorf("%s reads back as %s, %v", v, again, err)
		}
	}
}

func TestResolveErrors(t *testing.T) {
	for text, want := range map[string]string{
		"pizza":                            "parameter size is missing (diameter in cm)",
		"pizza(heat=0.5)":                  "parameter size is missing",
		"pizza(size=19)":                   "size=19: must be a whole number from 20 to 60",
		"pizza(size=61)":                   "size=61",
		"pizza(size=30.5)":                 "size=30.5",
		"pizza(size=thirty)":               "size=thirty",
		"pizza(size=99999999999999999999)": "size=99999999999999999999",
		"pizza(size=30,heat=NaN)":          "heat=NaN: must be a number from 0 to 1",
		"pizza(size=30,heat=Inf)":          "heat=Inf",
		"pizza(size=30,heat=-Inf)":         "heat=-Inf",
		"pizza(size=30,heat=1.01)":         "heat=1.01",
		"pizza(size=30,heat=-0.1)":         "heat=-0.1",
		"pizza(size=30,heat=hot)":          "heat=hot",
		"pizza(size=30,base=Thin)":         "base=Thin: must be one of thin, thick",
		"pizza(size=30,cheese=extra)":      `unknown parameter "cheese"; it takes size=20..60, heat=0..1, base=thin|thick, note=...`,
	} {
		_, err := resolve(t, text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v; want an error that says %q", text, err, want)
			continue
		}
		if strings.Contains(err.Error(), "\n") || !strings.HasPrefix(err.Error(), text) {
			t.Errorf("%s: the error should be one line that begins with the text: %v", text, err)
		}
	}
}

func TestValues(t *testing.T) {
	v, err := resolve(t, "pizza(size=30,base=thin)")
	if err != nil {
		t.Fatal(err)
	}
	if v.Int("size") != 30 || v.Float("size") != 30 || v.Float("heat") != 0.25 || v.Text("base") != "thin" {
		t.Errorf("values are %d, %g, %g, %s", v.Int("size"), v.Float("size"), v.Float("heat"), v.Text("base"))
	}
	if v.Text("note") != "" || v.Int("note") != 0 || v.Float("note") != 0 {
		t.Error("an unset parameter has a value")
	}
	if !v.Has("size") || !v.Has("base") || v.Has("heat") || v.Has("note") {
		t.Error("Has is not about what was written")
	}
}

// TestWithout: a parameter is gone from the copy only.
func TestWithout(t *testing.T) {
	v, err := resolve(t, "pizza(size=30,note=x)")
	if err != nil {
		t.Fatal(err)
	}
	w := v.Without("note")
	if w.String() != "pizza(size=30,base=thin)" || w.Has("note") || w.Text("note") != "" {
		t.Errorf("without note: %s", w)
	}
	if v.String() != "pizza(size=30,base=thin,note=x)" || !v.Has("note") {
		t.Errorf("the original became %s", v)
	}
}

func TestUsage(t *testing.T) {
	if got, want := pizza.Usage(), "size=20..60, heat=0..1, base=thin|thick, note=..."; got != want {
		t.Errorf("usage is %q, want %q", got, want)
	}
	if got := (&Schema{Name: "plain"}).Usage(); got != "no parameters" {
		t.Errorf("usage without parameters is %q", got)
	}
}

// TestResolveOfAnother: a schema is asked about its own name only.
func TestResolveOfAnother(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("Resolve took a Spec of another name")
		}
	}()
	pizza.Resolve(Spec{Name: "pasta"})
}
