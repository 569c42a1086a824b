package record

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// reference is the file that describes the format to people, and the marks between
// which it is generated from the types and their comments.
const (
	reference = "../../results/README.md"
	markBegin = "<!-- begin: generated from internal/record by go generate; do not edit -->\n"
	markEnd   = "<!-- end: generated -->\n"
)

// TestSchemaReference compares the reference with the types; -update writes it.
func TestSchemaReference(t *testing.T) {
	text, err := os.ReadFile(reference)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), markBegin)
	_, after, ok2 := strings.Cut(rest, markEnd)
	if !ok || !ok2 {
		t.Fatalf("%s has not both of the marks\n%s%s", reference, markBegin, markEnd)
	}
	want := before + markBegin + schemaText(t) + markEnd + after
	if want == string(text) {
		return
	}
	if !*update {
		t.Fatalf("%s is not what the types say; run go generate ./internal/record", reference)
	}
	if err := os.WriteFile(reference, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}

// schemaText renders the types that files are made of, and the units.
func schemaText(t *testing.T) string {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	docs := parseDocs(t, append(files, "../../variants/shape/shape.go")...)
	var b strings.Builder
	section := func(title string, root reflect.Type) {
		fmt.Fprintf(&b, "\n## %s\n", title)
		for _, typ := range reachable(root) {
			writeType(t, &b, docs, typ)
		}
	}
	section("records.jsonl: one Record a line", reflect.TypeFor[Record]())
	section("manifest.json: one Manifest", reflect.TypeFor[Manifest]())
	section("bench export: one Row a value", reflect.TypeFor[Row]())
	b.WriteString("\n## Units of exports and comparisons\n\n| unit | better | assume | meaning |\n| --- | --- | --- | --- |\n")
	for _, u := range Units {
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", u.Name, u.Better, u.Assume, u.Doc)
	}
	b.WriteByte('\n')
	return b.String()
}

// typeDocs is what the source says of one struct.
type typeDocs struct {
	doc    string
	fields map[string]string
}

func parseDocs(t *testing.T, files ...string) map[string]typeDocs {
	t.Helper()
	docs := map[string]typeDocs{}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range file.Decls {
			if gen, ok := decl.(*ast.GenDecl); ok && gen.Tok == token.TYPE {
				collectDocs(docs, gen)
			}
		}
	}
	return docs
}

func collectDocs(docs map[string]typeDocs, gen *ast.GenDecl) {
	for _, s := range gen.Specs {
		spec := s.(*ast.TypeSpec)
		d := typeDocs{doc: oneLine(gen.Doc.Text()), fields: map[string]string{}}
		if body, ok := spec.Type.(*ast.StructType); ok {
			for _, f := range body.Fields.List {
				for _, name := range f.Names {
					d.fields[name.Name] = oneLine(f.Comment.Text())
				}
			}
		}
		docs[spec.Name.Name] = d
	}
}

var docLink = regexp.MustCompile(`\[([A-Za-z.]+)\]`)

// oneLine fits a comment into a cell of a table.
func oneLine(comment string) string {
	text := strings.Join(strings.Fields(comment), " ")
	return strings.ReplaceAll(docLink.ReplaceAllString(text, "$1"), "|", `\|`)
}

// reachable lists the structs that a type is made of, itself first, each once, in
// the order in which they are met. Embedded ones are part of the type around them.
func reachable(root reflect.Type) []reflect.Type {
	var list []reflect.Type
	seen := map[reflect.Type]bool{}
	var visit func(typ reflect.Type, embedded bool)
	visit = func(typ reflect.Type, embedded bool) {
		if typ == reflect.TypeFor[Outcome]() {
			for _, k := range Kinds() {
				visit(reflect.TypeOf(k.New()), false)
			}
			return
		}
		for typ.Kind() == reflect.Pointer || typ.Kind() == reflect.Slice {
			typ = typ.Elem()
		}
		if typ.Kind() != reflect.Struct || !strings.HasPrefix(typ.PkgPath(), "filterbench/") || seen[typ] {
			return
		}
		if !embedded {
			seen[typ] = true
			list = append(list, typ)
		}
		for i := range typ.NumField() {
			visit(typ.Field(i).Type, typ.Field(i).Anonymous)
		}
	}
	visit(root, false)
	return list
}

func writeType(t *testing.T, b *strings.Builder, docs map[string]typeDocs, typ reflect.Type) {
	fmt.Fprintf(b, "\n### %s\n\n%s\n\n| field | type | meaning |\n| --- | --- | --- |\n", typ.Name(), docs[typ.Name()].doc)
	if docs[typ.Name()].doc == "" {
		t.Errorf("type %s has no comment", typ.Name())
	}
	writeFields(t, b, docs, typ)
}

func writeFields(t *testing.T, b *strings.Builder, docs map[string]typeDocs, typ reflect.Type) {
	for i := range typ.NumField() {
		f := typ.Field(i)
		if f.Anonymous {
			writeFields(t, b, docs, f.Type)
			continue
		}
		if f.Type == reflect.TypeFor[Outcome]() {
			for _, k := range Kinds() {
				fmt.Fprintf(b, "| `%s` | %s | outcome of a trial of kind %s: %s (left out when empty) |\n", k.Name, jsonType(reflect.TypeOf(k.New())), k.Name, k.Doc)
			}
			continue
		}
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "-" {
			continue
		}
		meaning := docs[typ.Name()].fields[f.Name]
		if meaning == "" || name == "" {
			t.Errorf("field %s.%s has no comment on its line, or no name in JSON", typ.Name(), f.Name)
		}
		if options != "" {
			meaning += " (left out when empty)"
		}
		fmt.Fprintf(b, "| `%s` | %s | %s |\n", name, jsonType(f.Type), meaning)
	}
}

// jsonType names a type as a reader of the file sees it.
func jsonType(typ reflect.Type) string {
	switch {
	case typ == reflect.TypeFor[Seed]():
		return "string, 64 bits in hexadecimal"
	case typ == reflect.TypeFor[Histogram]():
		return "list of [size, count]"
	case typ.String() == "time.Time":
		return "string, RFC 3339"
	case typ.Kind() == reflect.Pointer:
		return jsonType(typ.Elem())
	case typ.Kind() == reflect.Struct:
		return typ.Name()
	case typ.Kind() == reflect.Map:
		return "object whose values are each " + jsonType(typ.Elem())
	case typ.Kind() == reflect.Slice:
		return "list of " + jsonType(typ.Elem())
	case typ.Kind() >= reflect.Int && typ.Kind() <= reflect.Uint64:
		return "integer"
	case typ.Kind() == reflect.Float64:
		return "number"
	case typ.Kind() == reflect.Bool:
		return "true or false"
	}
	return typ.Kind().String()
}
