package harness

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"filterbench/internal/record"
	"filterbench/variants/families"
)

// Status is how far a results folder has come.
type Status struct {
	Dir     string `json:"dir"`
	Shard   string `json:"shard,omitempty"` // "" for a whole plan
	Plan    string `json:"plan"`            // digest
	Planned int    `json:"planned"`         // trials of the shard
	Done    int    `json:"done"`
	Failed  int    `json:"failed"`
	Skipped int    `json:"skipped,omitempty"` // of programs that could not be run there
	Left    int    `json:"left"`
	Extra   int    `json:"extra,omitempty"` // recorded beyond the plan
	State   string `json:"state"`           // complete, running, stopped or killed
}

// StatusOf looks at a results folder, and changes nothing in it. have, if not nil, gets the ids
// of the planned trials that are done.
func StatusOf(dir string, have map[uint64]bool) (Status, error) {
	m, err := record.ReadManifest(dir)
	if err != nil {
		return Status{}, err
	}
	s := Status{Dir: dir, Shard: m.Shard, Plan: m.Plan}
	shard := Shard{}
	if m.Shard != "" {
		if shard, err = ParseShard(m.Shard); err != nil {
			return s, fmt.Errorf("%s: %w", filepath.Join(dir, record.ManifestFile), err)
		}
	}
	plan, err := PlanOf(m)
	if err != nil {
		return s, fmt.Errorf("results: %s: %w", dir, err)
	}
	mine := map[uint64]bool{} // trials without a record, and whether their program was missing
	plan.Share(shard).all(func(id uint64, t *record.Trial) { mine[id] = lacks(m, t.Variant) })
	s.Planned = len(mine)
	in, err := record.OpenRecords(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return s, err
	}
	if err == nil {
		defer in.Close()
		err = record.ScanLines(in, filepath.Join(dir, record.RecordsFile), func(l record.Line) error {
			_, planned := mine[l.ID]
			delete(mine, l.ID)
			switch {
			case !planned:
				s.Extra++
			case l.Failed():
				s.Failed++
			default:
				s.Done++
				if have != nil {
					have[l.ID] = true
				}
			}
			return nil
		})
		var cut *record.TruncatedError
		if err != nil && !errors.As(err, &cut) {
			return s, err
		}
	}
	for _, lacking := range mine {
		if lacking {
			s.Skipped++
		}
	}
	s.Left = s.Planned - s.Done - s.Failed - s.Skipped
	s.State = stateOf(m, s.Left, record.Busy(dir))
	return s, nil
}

// lacks reports whether a folder's last run could not run a variant's program.
func lacks(m record.Manifest, variant string) bool {
	return len(m.Lacking) > 0 && slices.ContainsFunc(m.Lacking, func(l record.Lacking) bool { return l.Filter == families.NameOf(variant) })
}

func stateOf(m record.Manifest, left int, busy bool) string {
	switch {
	case busy:
		return "running"
	case left == 0:
		return "complete"
	case len(m.Runs) > 0 && m.Runs[len(m.Runs)-1].End.IsZero() && m.Merged == 0:
		return "killed"
	}
	return "stopped"
}
