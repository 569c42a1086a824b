package workloads

import (
	"fmt"
	"net/url"
	"strings"
	"sync"

	"filterbench/variants/spec"
)

// FileName returns the name of the workload whose keys are the lines of a file,
// "file(path=...)". Characters that would disturb the notation are escaped
// as in web addresses.
func FileName(path string) string {
	var escaped strings.Builder
	for i := range len(path) {
		if c := path[i]; c <= ' ' || c >= 0x7f || strings.IndexByte("%,=()", c) >= 0 {
			fmt.Fprintf(&escaped, "%%%02X", c)
		} else {
			escaped.WriteByte(c)
		}
	}
	return "file(path=" + escaped.String() + ")"
}

// bindFile checks the path. The file is read when the workload is first opened,
// once: its opener keeps it, so that all seeds see the same lines. Kept are the
// bytes of the distinct keys and 8 bytes each, and 4 more in every Keys; while the
// file is read, up to twice as much and 8 to 16 bytes a key for the hash table.
func bindFile(v spec.Values) (opener, error) {
	path, err := url.PathUnescape(v.Text("path"))
	if err != nil {
		return nil, fmt.Errorf("path=%s: %w; write %%25 for a percent sign", v.Text("path"), err)
	}
	type file struct {
		list  *corpus
		facts *FileFacts
		holes []uint64
	}
	read := sync.OnceValues(func() (file, error) {
		keys, facts, err := readFile(path)
		if err != nil {
			return file{}, err
		}
		list := keys.corpus // without the hash table, which is only needed to find holes
		return file{&list, facts, findHoles(keys)}, nil
	})
	return func(seed uint64) (*Keys, error) {
		f, err := read()
		if err != nil {
			return nil, err
		}
		s := newFileSpace(f.list, f.holes, seed)
		k := textKeys(&s.texts, s, s.count, v.Text("members"))
		k.file = f.facts
		return k, nil
	}, nil
}
