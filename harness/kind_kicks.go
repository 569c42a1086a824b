package harness

import (
	"filterbench/internal/record"
	"filterbench/variants"
)

var _ = kinds.add(kind{
	name: record.KindKicks, needs: []string{"capacity or slots", "draws", "loads"}, takes: []string{"hashes"},
	draws: "fillings",
	wants: []want{kicks}, inserts: none,
	cost: func(w work) cost {
		return cost{ns: float64(w.Draws) * w.slots * (w.perKey + 2*nsKick), bytes: drawnBefore(w)}
	},
	probe: probeKicks,
})

// kickWindow is the width of a load window: wide enough to hold many inserts,
// narrow enough that the load is one number.
const kickWindow = 0.01

// maxRefusals ends a filling in which a window's end is out of reach.
const maxRefusals = 1000

// probeKicks fills filters and sorts every insert into the window of the load at
// which it was made. Refused inserts are counted apart and do not end the filling,
// so a window near the limit holds all inserts tried there and not only those of
// the lucky fillings.
func probeKicks(t record.Trial, r *record.Record) error {
	windows := make([]record.KickWindow, len(t.Loads))
	taken, refused := make([]tally, len(t.Loads)), make([]tally, len(t.Loads))
	for i, load := range t.Loads {
		windows[i].From, windows[i].To = load-kickWindow/2, load+kickWindow/2
		taken[i], refused[i] = tally{}, tally{}
	}
	for draw := range t.Draws {
		b, err := newBench(t, draw)
		if err != nil {
			return err
		}
		r.Shape = b.filter.Shape()
		b.kicksByLoad(windows, taken, refused)
	}
	for i := range windows {
		windows[i].Kicks, windows[i].Refused = taken[i].histogram(), refused[i].histogram()
	}
	r.Outcome = &record.Kicks{Windows: windows}
	return nil
}

// kicksByLoad does one filling, up to the end of the last window.
func (b *bench) kicksByLoad(windows []record.KickWindow, taken, refused []tally) {
	table := b.filter.(variants.Kicker)
	slots := float64(b.filter.Shape().Cells)
	window, refusals := 0, 0
	for at := uint64(0); refusals < maxRefusals; at += chunk {
		hashes := b.buffer[:min(chunk, b.keys.Inserts()-min(at, b.keys.Inserts()))]
		if len(hashes) == 0 {
			return
		}
		b.keys.HashInserts(hashes, at, b.hashSeed)
		for _, h := range hashes {
			load := float64(table.Used()) / slots
			for load >= windows[window].To {
				if window++; window == len(windows) {
					return
				}
			}
			err := b.filter.Insert(h)
			if err != nil {
				refusals++
			}
			if load < windows[window].From {
				continue
			}
			if err == nil {
				taken[window][uint64(table.LastKicks())]++
			} else {
				refused[window][uint64(table.LastKicks())]++
			}
		}
	}
}
