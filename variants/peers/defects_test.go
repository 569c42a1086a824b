package peers_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/bits-and-blooms/bloom/v3"
	v2 "github.com/holiman/bloomfilter/v2"
	cuckoo "github.com/seiflotfy/cuckoofilter"

	"filterbench/variants/peers"
)

// Each test shows one defect of a library at its pinned version with calls of the
// library alone. It fails when the defect is gone: then the row of the family's table
// must go as well.

// want fails the test if a defect does not show.
func want(t *testing.T, broken bool, format string, args ...any) {
	t.Helper()
	if !broken {
		t.Errorf("repaired: move this row. "+format, args...)
	}
}

// panics reports whether a call does.
func panics(call func()) (does bool) {
	defer func() { does = recover() != nil }()
	call()
	return false
}

// notANumber skips where the conversion of NaN to an integer is harmless.
func notANumber(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("what an integer becomes of NaN depends on the processor")
	}
}

// TestDefectsNamed: every defect of a table has its test, and every test its defect.
func TestDefectsNamed(t *testing.T) {
	var tests, named []string
	files, err := filepath.Glob("defects*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && strings.HasPrefix(f.Name.Name, "TestDefect") && f.Name.Name != "TestDefectsNamed" {
				tests = append(tests, f.Name.Name)
			}
		}
	}
	for _, f := range peers.Families() {
		if f.Peer() == "" {
			t.Errorf("%s does not name its library", f.Name)
		}
		if f.Library != nil {
			for _, d := range f.Library.Defects {
				named = append(named, d.Test)
			}
		}
	}
	slices.Sort(tests)
	slices.Sort(named)
	if named = slices.Compact(named); !slices.Equal(tests, named) {
		t.Errorf("tests of defects\n%v\ntables of defects\n%v", tests, named)
	}
}

// missing counts the keys that a filter denies.
func missing(keys [][]byte, contains func([]byte) bool) (n int) {
	for _, key := range keys {
		if !contains(key) {
			n++
		}
	}
	return n
}

func TestDefectSeiflotfyLosesKeys(t *testing.T) {
	f := cuckoo.NewFilter(1024)
	var accepted, refused [][]byte
	for _, key := range byteKeys(1, 1200) {
		if f.Insert(key) {
			accepted = append(accepted, key)
		} else {
			refused = append(refused, key)
		}
	}
	if len(refused) < 100 {
		t.Fatalf("%d of 1200 keys were refused by 1024 slots", len(refused))
	}
	lost, stored := missing(accepted, f.Lookup), len(refused)-missing(refused, f.Lookup)
	t.Logf("%d refused, %d of them found, %d accepted keys lost", len(refused), stored, lost)
	want(t, lost > 0, "no accepted key was lost by %d refused inserts", len(refused))
	want(t, stored > len(refused)/2, "of %d refused keys %d are found", len(refused), stored)
}

func TestDefectSeiflotfyCapacity(t *testing.T) {
	f, refused := cuckoo.NewFilter(4096), 0
	for _, key := range byteKeys(2, 4096) {
		if !f.Insert(key) {
			refused++
		}
	}
	want(t, refused > 0, "a filter for 4096 keys took them all")
}

func TestDefectSeiflotfyScalableDeletes(t *testing.T) {
	f := cuckoo.NewScalableCuckooFilter()
	keys := byteKeys(3, 15000)
	for _, key := range keys {
		if !f.Insert(key) {
			t.Fatal("an insert was refused")
		}
	}
	for _, key := range keys[7500:] { // the youngest, so that there are older layers to look into
		f.Delete(key)
	}
	lost := missing(keys[:7500], f.Lookup)
	t.Logf("%d of 7500 keys lost", lost)
	want(t, lost > 0, "after the deletion of 7500 keys that were held, the other 7500 are all found")
}

func TestDefectSeiflotfyScalableGrowth(t *testing.T) {
	f := cuckoo.NewScalableCuckooFilter()
	for _, key := range byteKeys(4, 3800) {
		f.Insert(key)
	}
	layers := reflect.ValueOf(f).Elem().FieldByName("filters").Len()
	want(t, layers > 1, "3800 keys in 16384 slots need one layer, and have %d", layers)
}

func TestDefectSeiflotfyScalableCopies(t *testing.T) {
	f := cuckoo.NewScalableCuckooFilter()
	for range 40 {
		f.Insert([]byte("key"))
	}
	layers := reflect.ValueOf(f).Elem().FieldByName("filters").Len()
	want(t, layers == 5, "40 copies of one key have %d layers", layers)
}

func TestDefectBabNoKeys(t *testing.T) {
	notANumber(t)
	k := bloom.NewWithEstimates(0, 0.01).K()
	want(t, k > 1<<30, "k is %d", k)
}

func TestDefectHolimanNoKeys(t *testing.T) {
	notANumber(t)
	want(t, panics(func() { v2.NewOptimal(0, 0.01) }), "NewOptimal(0, 0.01) does not panic")
}

func TestDefectHolimanCompatible(t *testing.T) {
	three, err := v2.NewWithKeys(1000, []uint64{1, 2, 3})
	if err != nil {
		t.Fatal(err)
	}
	two, err := v2.NewWithKeys(1000, []uint64{1, 2})
	if err != nil {
		t.Fatal(err)
	}
	want(t, panics(func() { three.IsCompatible(two) }), "IsCompatible does not panic")
}

// TestDefectHolimanUnionRaces has the race detector watch a union while the other
// filter takes keys, in a process of its own, which the detector's report ends.
func TestDefectHolimanUnionRaces(t *testing.T) {
	const child = "FILTERBENCH_UNION_CHILD"
	if os.Getenv(child) != "" {
		unionWhileAdding(t)
		return
	}
	if !raceEnabled {
		t.Skip("only the race detector can tell")
	}
	var report []byte
	var err error
	for range 20 { // on a busy machine the two may come one after the other
		command := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
		command.Env = append(os.Environ(), child+"=1")
		if report, err = command.CombinedOutput(); err != nil {
			break
		}
	}
	want(t, err != nil && strings.Contains(string(report), "DATA RACE"), "the race detector has nothing to say: %v, %s", err, report)
}

func unionWhileAdding(t *testing.T) {
	a, err := v2.NewOptimal(1000, 0.01)
	if err != nil {
		t.Fatal(err)
	}
	b, err := a.NewCompatible()
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	group.Go(func() {
		for range 200 {
			if err := a.UnionInPlace(b); err != nil {
				t.Error(err)
			}
		}
	})
	group.Go(func() {
		for i := range uint64(2000) {
			b.AddHash(i * 0x9e3779b97f4a7c15)
		}
	})
	group.Wait()
}

// wide reports whether a program can hold the tables that two defects need.
func wide(t *testing.T) {
	switch {
	case math.MaxUint == math.MaxUint32:
		t.Skip("addresses of 32 bits cannot hold the table")
	case raceEnabled:
		t.Skip("the race detector would keep a shadow of half a gigabyte")
	}
}
