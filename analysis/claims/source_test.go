package claims

import (
	"bytes"
	"encoding/json"
	"flag"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "write source.json again")

// countedFiles are the files of the filters whose code is counted, from the root.
var countedFiles = []source{
	{Family: "bloom", Own: []string{"variants/bloom.go"}, Helpers: []string{"variants/ahead_bloom.go", "variants/sizing.go", "internal/hashing/probe.go", "internal/bitpack/bits.go"}},
	{Family: "blocked", Own: []string{"variants/blocked.go"}, Helpers: []string{"variants/ahead.go", "variants/sizing.go", "variants/sizing_blocks.go", "internal/bitpack/bits.go"}},
	{Family: "counting", Own: []string{"variants/counting.go"}, Helpers: []string{"variants/ahead_bloom.go", "variants/sizing.go", "internal/hashing/probe.go", "internal/bitpack/counters.go"}},
	{Family: "cuckoo", Own: []string{"variants/cuckoo.go", "variants/cuckoo_ahead.go", "variants/ahead_cuckoo.go"}, Helpers: []string{"variants/ahead.go", "variants/addressing.go", "variants/sizing_cuckoo.go", "internal/bitpack/buckets.go", "internal/bitpack/lanes.go"}},
}

// The numbers in the file are those of the code as it is.
func TestSource(t *testing.T) {
	var list []source
	for _, s := range countedFiles {
		for _, file := range s.Own {
			lines, functions := countFile(t, file)
			s.OwnLines += lines
			s.Lines += lines
			s.Functions += len(functions)
			for _, paths := range functions {
				s.Paths += paths
				s.Most = max(s.Most, paths)
			}
		}
		for _, file := range s.Helpers {
			lines, functions := countFile(t, file)
			s.Lines += lines
			s.Functions += len(functions)
		}
		list = append(list, s)
	}
	want, err := json.MarshalIndent(list, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	want = append(want, '\n')
	if *update {
		if err := os.WriteFile("source.json", want, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !bytes.Equal(want, sourceData) {
		t.Error("source.json is not what the code says; write it with go test ./analysis/claims -run TestSource -update")
	}
}

func countFile(t *testing.T, file string) (lines int, functions []int) {
	t.Helper()
	text, err := os.ReadFile("../../" + file)
	if err != nil {
		t.Fatal(err)
	}
	lines, functions, err = countSource(text)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return lines, functions
}

// countSource counts the lines that hold part of a token, and the cyclomatic complexity
// of each function: one, and one more for each if, for, case, && and ||.
func countSource(text []byte) (lines int, functions []int, err error) {
	files := token.NewFileSet()
	tree, err := parser.ParseFile(files, "", text, parser.SkipObjectResolution)
	if err != nil {
		return 0, nil, err
	}
	file := files.AddFile("", -1, len(text))
	var s scanner.Scanner
	s.Init(file, text, nil, 0)
	used := map[int]bool{}
	for {
		at, kind, literal := s.Scan()
		if kind == token.EOF {
			break
		}
		if kind == token.SEMICOLON && literal == "\n" {
			continue // nobody wrote it
		}
		first := file.Line(at)
		for line := range 1 + bytes.Count([]byte(literal), []byte("\n")) {
			used[first+line] = true
		}
	}
	for _, d := range tree.Decls {
		if f, ok := d.(*ast.FuncDecl); ok {
			functions = append(functions, complexity(f))
		}
	}
	return len(used), functions, nil
}

func complexity(f *ast.FuncDecl) int {
	paths := 1
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt:
			paths++
		case *ast.CaseClause:
			if n.List != nil {
				paths++
			}
		case *ast.BinaryExpr:
			if n.Op == token.LAND || n.Op == token.LOR {
				paths++
			}
		}
		return true
	})
	return paths
}

func TestCountSource(t *testing.T) {
	text := "// A comment.\npackage p\n\n/* and\nanother */\nfunc f(a, b bool) int { // one\n\tif a && b {\n\t\treturn len(`x\ny`)\n\t}\n\tfor range 3 {\n\t}\n\tswitch {\n\tcase a:\n\tdefault:\n\t}\n\treturn 0\n}\n"
	lines, functions, err := countSource([]byte(text))
	if err != nil || lines != 14 || len(functions) != 1 || functions[0] != 5 {
		t.Errorf("%d lines, functions %v, %v; want 14 and one of 5", lines, functions, err)
	}
}

// Short and long enough filters confirm the claim; either beyond its limit refutes it.
func TestSourceRule(t *testing.T) {
	for lines, want := range map[[2]int]Verdict{{99, 501}: Confirmed, {100, 501}: Refuted, {99, 500}: Refuted} {
		r := rulingOnSource([]source{{Family: "bloom", Lines: lines[0]}, {Family: "cuckoo", Lines: lines[1]}})
		if r.Verdict != want {
			t.Errorf("%v lines: %s, want %s", lines, r.Verdict, want)
		}
	}
	if r := rulingOnSource(nil); r.Verdict != Undecided {
		t.Errorf("no filters: %s", r.Verdict)
	}
}
