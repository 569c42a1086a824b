package report

import (
	"strings"
	"testing"
)

func TestSplitAndJoin(t *testing.T) {
	document := "# Title\n\n<!-- gen:a -->\nold\n<!-- /gen:a -->\nprose\n<!-- gen:b:c-1 -->\n<!-- /gen:b:c-1 -->\nlast line without an end"
	list, err := split("R.md", document)
	if err != nil {
		t.Fatal(err)
	}
	got, err := join(list, func(id string) (string, error) { return "\nnew " + id + "\n\n", nil })
	if err != nil {
		t.Fatal(err)
	}
	want := "# Title\n\n<!-- gen:a -->\nnew a\n<!-- /gen:a -->\nprose\n<!-- gen:b:c-1 -->\nnew b:c-1\n<!-- /gen:b:c-1 -->\nlast line without an end"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	again, err := split("R.md", got)
	if err != nil {
		t.Fatal(err)
	}
	if twice, _ := join(again, func(id string) (string, error) { return "new " + id, nil }); twice != want {
		t.Errorf("filling twice gives\n%s", twice)
	}
}

func TestMarkerErrors(t *testing.T) {
	for name, c := range map[string]struct{ document, want string }{
		"not closed":   {"x\n<!-- gen:a -->\ntext\n", `R.md:2: block "a" is not closed by <!-- /gen:a -->`},
		"not opened":   {"x\n<!-- /gen:a -->\n", `R.md:2: block "a" is closed but was not opened`},
		"crossed":      {"<!-- gen:a -->\n<!-- /gen:b -->\n", `R.md:2: block "b" is closed inside block "a" of line 1`},
		"nested":       {"<!-- gen:a -->\n<!-- gen:b -->\n", `R.md:2: block "b" is opened inside block "a" of line 1`},
		"twice":        {"<!-- gen:a -->\n<!-- /gen:a -->\n<!-- gen:a -->\n<!-- /gen:a -->\n", `R.md:3: block "a" is there twice, also on line 1`},
		"not alone":    {"text <!-- gen:a -->\n", `R.md:1: a marker must stand alone`},
		"unknown":      {"<!-- gen:zz -->\n<!-- /gen:zz -->\n<!-- gen:a -->\n<!-- /gen:a -->\n", `R.md:1: nothing is called "zz"; the blocks are a`},
		"missing":      {"text\n", `R.md: block "a" is missing; put <!-- gen:a --> and <!-- /gen:a -->`},
		"odd spelling": {"<!-- gen:A B -->\n", `R.md:1: a marker must stand alone`},
	} {
		list, err := split("R.md", c.document)
		if err == nil {
			err = match("R.md", list, []string{"a"})
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error is %v, want %s", name, err, c.want)
		}
	}
}
