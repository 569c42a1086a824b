package archtest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"
)

// Source is one Go file.
type Source struct {
	Package string // import path from the module's root, as in "variants/theory"
	Name    string // path from the module's root, as in "variants/theory/doc.go"
	Text    string
}

// test reports whether the file belongs to the tests.
func (s Source) test() bool { return strings.HasSuffix(s.Name, "_test.go") }

// Check returns a line for everything in the sources that breaks a rule, each
// beginning with file and line, in the order of the sources.
func Check(sources []Source) []string {
	var c checker
	for _, s := range sources {
		c.source, c.files = s, token.NewFileSet()
		file, err := parser.ParseFile(c.files, s.Name, s.Text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			c.found = append(c.found, err.Error())
			continue
		}
		c.checkSize(file)
		names := c.checkImports(file)
		c.checkCalls(file, names)
	}
	return c.found
}

// checker gathers what it finds in one source after the other.
type checker struct {
	source Source
	files  *token.FileSet
	found  []string
}

func (c *checker) report(at token.Pos, format string, args ...any) {
	c.found = append(c.found, fmt.Sprintf("%s:%d: %s", c.source.Name, c.files.Position(at).Line, fmt.Sprintf(format, args...)))
}

// checkImports checks every import and returns the path behind each local name.
func (c *checker) checkImports(file *ast.File) map[string]string {
	if _, ok := rowOf(layers, c.source.Package); !ok {
		c.report(file.Package, "package %s has no layer; give it one in internal/archtest/rules.go", c.source.Package)
	}
	names := map[string]string{}
	for _, spec := range file.Imports {
		target, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			c.report(spec.Pos(), "import %s is not a string", spec.Path.Value)
			continue
		}
		names[localName(spec, target)] = target
		if ours, ok := strings.CutPrefix(target, module); ok {
			c.checkLayer(spec.Pos(), ours)
		} else {
			c.checkOwner(spec.Pos(), target)
		}
	}
	return names
}

// localName is the name under which a file knows an import.
func localName(spec *ast.ImportSpec, target string) string {
	if spec.Name != nil {
		return spec.Name.Name
	}
	base := path.Base(target)
	if len(base) > 1 && base[0] == 'v' && strings.Trim(base[1:], "0123456789") == "" {
		base = path.Base(path.Dir(target)) // a version, as in math/rand/v2
	}
	return base
}

// checkLayer checks an import of one of our own packages.
func (c *checker) checkLayer(at token.Pos, target string) {
	from := c.source.Package
	allowed, _ := rowOf(layers, from)
	if c.source.test() {
		more, _ := rowOf(testsToo, from)
		allowed = slices.Concat(allowed, forTests, more, []string{from})
	} else if slices.Contains(forTests, from) {
		allowed = slices.Concat(allowed, forTests)
	}
	if !matches(allowed, target) {
		c.report(at, "%s must not import %s; it may import %s", from, target, orNothing(allowed))
	}
}

// rowOf returns the row of a package, or that of its folder.
func rowOf(table map[string][]string, pkg string) (row []string, ok bool) {
	if row, ok = table[pkg]; !ok {
		row, ok = table[path.Dir(pkg)+"/*"]
	}
	return row, ok
}

func orNothing(list []string) string {
	if len(list) == 0 {
		return "nothing of the module"
	}
	return strings.Join(list, ", ")
}

// checkOwner checks an import from outside: the most specific row decides.
func (c *checker) checkOwner(at token.Pos, target string) {
	if matches(testOnly, target) && !c.source.test() {
		c.report(at, "%s must not import %s; only tests may", c.source.Package, target)
	}
	best := ""
	for pattern := range owners {
		if matches([]string{pattern}, target) && len(pattern) > len(best) {
			best = pattern
		}
	}
	if target == "testing" && c.source.test() || best == "" {
		return
	}
	if !matches(owners[best], c.source.Package) {
		c.report(at, "%s must not import %s; %s may", c.source.Package, target, orNobody(owners[best]))
	}
}

func orNobody(list []string) string {
	if len(list) == 0 {
		return "nobody"
	}
	return "only " + strings.Join(list, ", ")
}

// matches reports whether a path is one of the patterns.
func matches(patterns []string, target string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		above, all := strings.CutSuffix(p, "/...")
		return p == target || all && (above == target || strings.HasPrefix(target, above+"/"))
	})
}

// checkCalls looks at every pkg.Name, every plain call, every func init and every
// goroutine of the file.
func (c *checker) checkCalls(file *ast.File, names map[string]string) {
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Recv == nil && n.Name.Name == "init" {
				c.checkUse(n.Pos(), "builtin", "init") // nobody calls it by name
			}
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok && names[x.Name] != "" {
				c.checkUse(n.Pos(), names[x.Name], n.Sel.Name)
			}
		case *ast.CallExpr:
			if f, ok := n.Fun.(*ast.Ident); ok {
				c.checkUse(n.Pos(), "builtin", f.Name)
			}
		case *ast.GoStmt:
			if matches(alone, c.source.Package) {
				c.report(n.Pos(), "go: make race leaves %s out, since nothing runs beside it", c.source.Package)
			}
		}
		return true
	})
}

func (c *checker) checkUse(at token.Pos, target, name string) {
	for _, rule := range calls {
		if rule.path != target || !like(rule.name, name) || rule.inTests && c.source.test() {
			continue
		}
		if !slices.ContainsFunc(rule.where, func(p string) bool { return like(p, c.source.Name) }) {
			c.report(at, "%s.%s: %s", target, name, rule.why)
		}
	}
}

// like matches a name with a pattern that may hold one star.
func like(pattern, name string) bool {
	before, after, star := strings.Cut(pattern, "*")
	if !star {
		return pattern == name
	}
	return len(name) >= len(before)+len(after) && strings.HasPrefix(name, before) && strings.HasSuffix(name, after)
}

// checkSize checks the budgets of lines. Generated files and data are not read by
// people and have none.
func (c *checker) checkSize(file *ast.File) {
	if ast.IsGenerated(file) {
		return
	}
	if lines := strings.Count(c.source.Text, "\n"); lines > maxFileLines {
		c.report(file.Package, "the file has %d lines; at most %d, one idea a file", lines, maxFileLines)
	}
	for _, decl := range file.Decls {
		f, ok := decl.(*ast.FuncDecl)
		if !ok {
			continue
		}
		lines := c.files.Position(f.End()).Line - c.files.Position(f.Pos()).Line + 1
		if lines > maxFunctionLines && !strings.Contains(strings.ToLower(f.Doc.Text()), "long because") {
			c.report(f.Pos(), "function %s has %d lines; at most %d, unless its comment says: long because ...", f.Name.Name, lines, maxFunctionLines)
		}
	}
}
