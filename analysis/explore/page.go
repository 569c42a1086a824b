package explore

import (
	"bytes"
	"compress/gzip"
	"embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"strings"

	"filterbench/analysis"
	"filterbench/analysis/claims"
)

// File is what the page of a run is called in its folder.
const File = "explore.html"

//go:embed web/dist
var built embed.FS

// Page writes the explorer of runs. Verdicts are those of the first. It fails on no run at
// all, and on one whose manifest or records contradict themselves.
func Page(runs []*analysis.Dataset, verdicts []claims.Result) ([]byte, error) {
	if len(runs) == 0 {
		return nil, errors.New("explore: no run is given")
	}
	known, err := gather(runs, verdicts)
	if err != nil {
		return nil, err
	}
	page, err := built.ReadFile("web/dist/page.html")
	if err != nil {
		return nil, err
	}
	program, err := built.ReadFile("web/dist/app.js")
	if err != nil {
		return nil, err
	}
	blobs := []blob{{"app", program}}
	put := func(id string, value any) error {
		text, err := json.Marshal(value)
		blobs = append(blobs, blob{id, text})
		return err
	}
	if err := put("facts", known); err != nil {
		return nil, fmt.Errorf("explore: %w", err)
	}
	for i, d := range runs {
		tables, err := columns(d.Records)
		if err != nil {
			return nil, err
		}
		if err := put(fmt.Sprint("run-", i), tables); err != nil {
			return nil, fmt.Errorf("explore: %w", err)
		}
	}
	var packed strings.Builder
	for _, b := range blobs {
		text, err := b.pack()
		if err != nil {
			return nil, fmt.Errorf("explore: %w", err)
		}
		packed.WriteString(text)
	}
	var names []string
	for _, r := range known.Runs {
		names = append(names, r.Name)
	}
	return []byte(strings.NewReplacer("<!--blobs-->", packed.String(), "<!--runs-->", html.EscapeString(strings.Join(names, ", "))).Replace(string(page))), nil
}

// blob is something that the page unpacks when it opens.
type blob struct {
	id      string
	content []byte
}

// pack writes a blob as an element that no browser runs.
func (b blob) pack() (string, error) {
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return "", err
	}
	_, err = w.Write(b.content)
	if err := errors.Join(err, w.Close()); err != nil {
		return "", err
	}
	return fmt.Sprintf("<script type=\"text/plain\" id=%q>%s</script>\n", b.id, base64.StdEncoding.EncodeToString(packed.Bytes())), nil
}
