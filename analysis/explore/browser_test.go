package explore

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	cdp "github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// browser opens pages in a real Chromium and fails the test on any message of the console.
type browser struct {
	ctx  context.Context
	file string

	mu       sync.Mutex
	messages []string
}

// TestInBrowser opens the page of the reference run in one browser for all tests of it.
func TestInBrowser(t *testing.T) {
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		t.Skip("no Chromium here: the explorer is not opened")
	}
	file := filepath.Join(t.TempDir(), File)
	if err := os.WriteFile(file, page(), 0o644); err != nil {
		t.Fatal(err)
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.Flag("disable-quic", true))
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	if err := chromedp.Run(ctx); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name string
		of   func(*testing.T, *browser)
	}{
		{"numbers are those of the records", numbersAreThoseOfTheRecords},
		{"rates are those of measure", ratesAreThoseOfMeasure},
		{"times are those of measure", timesAreThoseOfMeasure},
		{"sliders rank as the model", slidersRankAsTheModel},
		{"chances are those of the model", chancesAreThoseOfTheModel},
		{"advises as the package", advisesAsThePackage},
		{"address restores the view", addressRestoresTheView},
		{"dropped run is compared", droppedRunIsCompared},
		{"replication is dropped", replicationIsDropped},
		{"pointer finds points", pointerFindsPoints},
		{"downloads are what is drawn", downloadsAreWhatIsDrawn},
		{"claims are those of the ledger", claimsAreThoseOfTheLedger},
		{"page fits the window", pageFitsTheWindow},
		{"timings", timings},
	} {
		t.Run(test.name, func(t *testing.T) { test.of(t, open(t, ctx, file)) })
	}
}

// open shows the page in a tab of its own.
func open(t *testing.T, parent context.Context, file string) *browser {
	t.Helper()
	b := &browser{file: file}
	ctx, cancel := chromedp.NewContext(parent)
	t.Cleanup(cancel)
	b.ctx, cancel = context.WithTimeout(ctx, 5*time.Minute)
	t.Cleanup(cancel)
	chromedp.ListenTarget(b.ctx, func(event any) {
		b.mu.Lock()
		defer b.mu.Unlock()
		switch e := event.(type) {
		case *cdp.EventConsoleAPICalled:
			for _, a := range e.Args {
				b.messages = append(b.messages, fmt.Sprintf("console.%s: %s%s", e.Type, a.Value, a.Description))
			}
		case *cdp.EventExceptionThrown:
			b.messages = append(b.messages, e.ExceptionDetails.Error())
		}
	})
	t.Cleanup(func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		for _, m := range b.messages {
			t.Error(m)
		}
	})
	b.do(t, chromedp.EmulateViewport(1280, 800))
	b.load(t, "")
	return b
}

func (b *browser) do(t *testing.T, actions ...chromedp.Action) {
	t.Helper()
	if err := chromedp.Run(b.ctx, actions...); err != nil {
		t.Fatal(err)
	}
}

// load opens the page anew at a state.
func (b *browser) load(t *testing.T, state string) {
	t.Helper()
	b.do(t, chromedp.Navigate("about:blank"), chromedp.Navigate("file://"+b.file+"#"+state), chromedp.WaitVisible("body.ready"))
}

// go to a state of the page that is open.
func (b *browser) show(t *testing.T, state string) {
	t.Helper()
	b.eval(t, fmt.Sprintf(`history.replaceState(null, "", "#" + %q); dispatchEvent(new HashChangeEvent("hashchange")); 0`, state), nil)
}

// eval evaluates a script and reads what it gives as JSON.
func (b *browser) eval(t *testing.T, script string, into any) {
	t.Helper()
	var text string
	b.do(t, chromedp.Evaluate("JSON.stringify(await (async () => ("+"(() => eval("+quoted(script)+"))()"+"))()) ?? 'null'", &text, func(p *cdp.EvaluateParams) *cdp.EvaluateParams {
		return p.WithAwaitPromise(true).WithReplMode(true)
	}))
	if into == nil {
		return
	}
	if err := json.Unmarshal([]byte(text), into); err != nil {
		t.Fatalf("%s: %v", script, err)
	}
}

func quoted(s string) string {
	text, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(text)
}
