package filtertest

import (
	"fmt"
	"runtime"
	"testing"

	"filterbench/variants"
)

// Failures runs the suite on a variant of a table of families and returns, by the name
// of the check, how it fails those that it does not pass. It is for filters that are
// not ours to mend: t does not fail, and what a check would have said is for the caller
// to compare with what is known. A panic is a failure like another; so is a check in skip,
// with the reason that it has there, since it is not run.
func Failures(t *testing.T, families []variants.Family, v variants.Variant, skip map[string]string) map[string]string {
	seed := seedFor(t)
	failures := map[string]string{}
	for _, c := range cases {
		if why, ok := skip[c.name]; ok {
			failures[c.name] = why
			continue
		}
		r := &recorder{TB: t}
		done := make(chan struct{})
		go func() { // which Fatal ends
			defer close(done)
			defer func() {
				if p := recover(); p != nil {
					r.note(fmt.Sprintf("panic: %v", p))
				}
			}()
			c.check(&subject{r, v, families, seed})
		}()
		<-done
		if r.first != "" {
			failures[c.name] = r.first
		}
	}
	return failures
}

// recorder keeps the first failure of a check instead of failing the test.
type recorder struct {
	testing.TB
	first string
}

func (r *recorder) note(text string) {
	if r.first == "" {
		r.first = text
	}
}

func (r *recorder) Error(args ...any)                 { r.note(fmt.Sprint(args...)) }
func (r *recorder) Errorf(format string, args ...any) { r.note(fmt.Sprintf(format, args...)) }
func (r *recorder) Fatal(args ...any)                 { r.note(fmt.Sprint(args...)); runtime.Goexit() }
func (r *recorder) Fatalf(format string, args ...any) {
	r.note(fmt.Sprintf(format, args...))
	runtime.Goexit()
}
func (r *recorder) Failed() bool        { return r.first != "" }
func (r *recorder) Log(...any)          {}
func (r *recorder) Logf(string, ...any) {}
