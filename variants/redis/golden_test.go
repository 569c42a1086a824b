package redis_test

import (
	"os"
	"path/filepath"
	"testing"

	"filterbench/variants/redis"
)

// Every reply, every INFO and every byte of the tables is what a server gave. Further
// sequences may lie in a directory that FILTERBENCH_REDIS_SEQUENCES names.
func TestRecordedSequences(t *testing.T) {
	files, err := filepath.Glob("testdata/*.tsv.gz")
	if err != nil || len(files) < 9 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	if more := os.Getenv("FILTERBENCH_REDIS_SEQUENCES"); more != "" {
		for _, pattern := range []string{"*.tsv.gz", "*.tsv"} {
			found, err := filepath.Glob(filepath.Join(more, pattern))
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, found...)
		}
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			if n, err := redis.PlayFile(file); err != nil || n == 0 {
				t.Errorf("%d operations: %v", n, err)
			}
		})
	}
}
