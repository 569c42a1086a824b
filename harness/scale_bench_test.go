package harness

import (
	"bufio"
	"fmt"
	"path/filepath"
	"runtime/debug"
	"testing"
	"time"

	"filterbench/internal/record"
	"filterbench/variants/catalog"
)

// million is an experiment of so many trials.
func million(b *testing.B, trials int) []Experiment {
	b.Helper()
	e, err := Decode("million", "million.toml", fmt.Appendf(nil, `title="Million"
question="How large may a plan be?"
expect="This large."
seed=1
[[part]]
name="rate"
kind="fpr"
variants=["bloom(bpk=8)","bloom(bpk=10)"]
workloads=["uniform"]
capacity=[1000]
fill=[1]
reps=%d
positives=1000
max_queries=100000
`, trials/2))
	if err != nil {
		b.Fatal(err)
	}
	return []Experiment{e}
}

// peakOf runs f and returns the most memory that the program held meanwhile.
func peakOf(f func()) (bytes uint64) {
	debug.FreeOSMemory()
	done, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		samples := memorySamples()
		for {
			bytes = max(bytes, heldBytes(samples))
			select {
			case <-done:
				return
			case <-time.After(5 * time.Millisecond):
			}
		}
	}()
	f()
	close(done)
	<-stopped
	return bytes
}

// BenchmarkPlanMillion plans a million trials, tells their cost and digest, and deals them out.
func BenchmarkPlanMillion(b *testing.B) {
	for b.Loop() {
		peak := peakOf(func() {
			plan, err := Expand("quick", million(b, 1_000_000))
			if err != nil || len(plan.Trials) != 1_000_000 {
				b.Fatal(len(plan.Trials), err)
			}
			plan.Estimate(2)
			plan.Digest()
			if mine := plan.Share(Shard{3, 32}); len(mine.Trials) == 0 {
				b.Fatal("an empty shard")
			}
		})
		b.ReportMetric(float64(peak>>20), "MiB")
	}
}

// BenchmarkMergeMillion merges 32 folders with a million made-up records.
func BenchmarkMergeMillion(b *testing.B) {
	dirs := millionRecords(b, 1_000_000, 32)
	for b.Loop() {
		peak := peakOf(func() {
			if m, err := Merge(dirs, filepath.Join(b.TempDir(), "out"), false); err != nil || m.Records != 1_000_000 {
				b.Fatal(m, err)
			}
		})
		b.ReportMetric(float64(peak>>20), "MiB")
	}
}

func millionRecords(b *testing.B, n, of int) (dirs []string) {
	b.Helper()
	plan, err := Expand("quick", million(b, n))
	if err != nil {
		b.Fatal(err)
	}
	v, err := catalog.Parse("bloom(bpk=8)")
	if err != nil {
		b.Fatal(err)
	}
	shape, err := v.Shape(sizeOf(plan.Trials[0]))
	if err != nil {
		b.Fatal(err)
	}
	r := Runner{Plan: plan}
	manifest := r.newManifest()
	shares := make([][]record.Trial, of)
	for i, id := range plan.numbers() {
		shares[id%uint64(of)] = append(shares[id%uint64(of)], plan.Trials[i])
	}
	for i := 1; i <= of; i++ {
		dir := filepath.Join(b.TempDir(), fmt.Sprint(i))
		err := record.ReplaceRecords(dir, func(w *bufio.Writer) error {
			for _, t := range shares[i-1] {
				rec := record.Record{Schema: record.Schema, ID: t.ID(), Trial: t, Shape: shape, Machine: "5f0c2a91"}
				rec.Outcome = &record.FPR{Filled: record.Filled{Inserted: 1000, Accepted: 1000, Distinct: 1000, Members: 1000}, Queries: t.Queries, Positives: 1}
				line, err := rec.Encode()
				if err != nil {
					return err
				}
				if _, err := w.Write(line); err != nil {
					return err
				}
			}
			return nil
		})
		manifest.Shard = Shard{i, of}.String()
		if err == nil {
			err = record.WriteManifest(dir, manifest)
		}
		if err != nil {
			b.Fatal(err)
		}
		dirs = append(dirs, dir)
	}
	return dirs
}
