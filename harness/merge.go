package harness

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"filterbench/internal/record"
	"filterbench/variants/families"
)

// Merged says what came of a merge.
type Merged struct {
	Folders, Records int
	Repeated         int      // records that several folders had, equal
	Missing          int      // planned trials that no folder has, or that were left out
	Skipped          int      // planned trials of programs that could not be run
	LeftOut          []string // what is not in it, a line each: trials of programs, and times of several machines, a line each that says of which part and whose are kept
	Failed           int
	Results          record.Results
}

// Merge brings the records of several results folders of one plan together in a folder of
// their own: the same bytes, whatever the order of the folders. Refused are folders of
// different plans or key files, counts of one trial that differ, and a trial that was timed
// twice. Unless it is to be partial, refused are planned trials that no folder has, times of
// machines of different make, and a part that was timed on more than one machine; a partial
// one lacks these trials, and of such times has those of one machine alone: of the one that
// has most.
func Merge(dirs []string, out string, partial bool) (Merged, error) {
	m := merger{out: out}
	if err := m.open(dirs); err != nil {
		return Merged{}, err
	}
	defer m.close()
	if err := m.read(); err != nil {
		return Merged{}, err
	}
	if err := m.keepTimesApart(partial); err != nil {
		return Merged{}, err
	}
	if err := m.complete(partial); err != nil {
		return Merged{}, err
	}
	if err := m.write(); err != nil {
		return Merged{}, err
	}
	m.result.Folders = len(dirs)
	return m.result, nil
}

// merger is a merge under way.
type merger struct {
	out     string
	folders []folder
	plan    []planned        // sorted by id
	parts   []partOf         // that are timed, as planned.part numbers them
	makes   []string         // of machines, as span.machine numbers them
	names   []string         // of machines, likewise
	lines   []span           // one for each trial, sorted by id once all are read
	lacking []record.Lacking // programs of which trials have no record
	result  Merged

	buffer []byte // of text
}

// folder is one of the folders that are merged.
type folder struct {
	dir      string
	manifest record.Manifest
	records  io.ReaderAt
	closer   io.Closer
	machines map[string]record.Measurer
	numbers  map[string]int32 // of machines, in merger.makes
}

// planned is what is known of a trial that is planned, or that may be beyond the plan.
type planned struct {
	id    uint64
	line  int32 // its place in merger.lines, none if no folder has it
	part  int32 // of a timed trial, in merger.parts
	stage stage // counting, single or timed
	extra bool  // it is timed, and not missed

	program string // of a filter that a folder's machine could not run
}

const none32 = -1

// of finds a trial.
func (m *merger) of(id uint64) (p *planned, known bool) {
	i, known := slices.BinarySearchFunc(m.plan, id, func(p planned, id uint64) int { return cmp.Compare(p.id, id) })
	if !known {
		return nil, false
	}
	return &m.plan[i], true
}

// span is where a record's line is.
type span struct {
	id      uint64
	offset  int64
	length  int32
	folder  int32
	machine int32 // in merger.makes, of a trial that is timed
	part    int32 // likewise, in merger.parts; none of another
	exact   bool
	failed  bool
}

// PlanOf makes again the plan of a folder's manifest, from the texts that it holds. Another
// version of the program may plan other trials from them, which is an error.
func PlanOf(m record.Manifest) (Plan, error) {
	var experiments []Experiment
	for _, s := range m.Experiments {
		e, err := Decode(s.Name, s.Name+".toml", []byte(s.Text))
		if err != nil {
			return Plan{}, fmt.Errorf("its experiment %s cannot be planned by this version of bench (%w); use the one that measured it", s.Name, err)
		}
		experiments = append(experiments, e)
	}
	plan, err := Expand(m.Profile, experiments)
	if err != nil {
		return Plan{}, fmt.Errorf("its plan cannot be made by this version of bench (%w); use the one that measured it", err)
	}
	if digest := plan.Digest(); digest != m.Plan {
		return plan, fmt.Errorf("its plan is %.12s... and this version of bench makes %.12s... of the same experiments; use the one that measured it", m.Plan, digest)
	}
	return plan, nil
}

// open reads the manifests, holds them against each other, and opens the records.
func (m *merger) open(dirs []string) error {
	into, err := filepath.Abs(m.out)
	if err != nil {
		return err
	}
	for _, dir := range dirs {
		if from, err := filepath.Abs(dir); err != nil || from == into {
			return fmt.Errorf("merge: %s is among the folders that are merged; name another with --output", m.out)
		}
		manifest, err := record.ReadManifest(dir)
		if err != nil {
			return err
		}
		f := folder{dir: dir, manifest: manifest, machines: map[string]record.Measurer{}}
		for _, machine := range manifest.Machines {
			f.machines[machine.ID] = machine
		}
		m.folders = append(m.folders, f)
	}
	slices.SortFunc(m.folders, func(a, b folder) int {
		return cmp.Or(cmp.Compare(shardOrder(a), shardOrder(b)), cmp.Compare(a.manifest.Shard, b.manifest.Shard), compareRuns(a, b), cmp.Compare(a.dir, b.dir))
	})
	first := m.folders[0]
	for _, f := range m.folders[1:] {
		if f.manifest.Plan != first.manifest.Plan {
			return fmt.Errorf("merge: %s holds another plan (profile %s, %d trials, %.12s...) than %s (%s, %d, %.12s...)",
				f.dir, f.manifest.Profile, f.manifest.Trials, f.manifest.Plan, first.dir, first.manifest.Profile, first.manifest.Trials, first.manifest.Plan)
		}
		for _, k := range f.manifest.Keys {
			for _, other := range first.manifest.Keys {
				if k.Workload == other.Workload && k != other {
					return fmt.Errorf("merge: %s was measured with other content of %s (sha256 %.12s...) than %s (%.12s...)", f.dir, k.Workload, k.SHA256, first.dir, other.SHA256)
				}
			}
		}
	}
	plan, err := PlanOf(first.manifest)
	if err != nil {
		return fmt.Errorf("merge: %s: %w", first.dir, err)
	}
	return m.expect(plan)
}

// expect lists what may be merged.
func (m *merger) expect(plan Plan) error {
	number := map[partOf]int32{}
	partNumber := func(p partOf) int32 {
		n, ok := number[p]
		if !ok {
			n = int32(len(m.parts))
			number[p], m.parts = n, append(m.parts, p)
		}
		return n
	}
	m.plan = make([]planned, 0, plan.Size())
	plan.all(func(id uint64, t *record.Trial) {
		p := planned{id: id, line: none32, part: none32, stage: kinds[t.Kind].stage}
		if p.stage == timed {
			p.part = partNumber(partOf{t.Experiment, t.Part})
		}
		if slices.ContainsFunc(m.folders, func(f folder) bool { return lacks(f.manifest, t.Variant) }) {
			p.program = families.NameOf(t.Variant)
		}
		m.plan = append(m.plan, p)
	})
	for id, part := range plan.extraParts() {
		n, err := strconv.ParseUint(id, 16, 64)
		if err != nil {
			return err
		}
		m.plan = append(m.plan, planned{id: n, line: none32, part: partNumber(part), stage: timed, extra: true})
	}
	slices.SortFunc(m.plan, func(a, b planned) int { return cmp.Compare(a.id, b.id) })
	return nil
}

// shardOrder puts folders of whole plans before those of shards, and these in their order.
func shardOrder(f folder) int {
	s, err := ParseShard(f.manifest.Shard)
	if err != nil {
		return 0
	}
	return s.Index
}

func compareRuns(a, b folder) int {
	if len(a.manifest.Runs) == 0 || len(b.manifest.Runs) == 0 {
		return cmp.Compare(len(a.manifest.Runs), len(b.manifest.Runs))
	}
	return cmp.Or(a.manifest.Runs[0].Start.Compare(b.manifest.Runs[0].Start), cmp.Compare(a.manifest.Runs[0].Machine, b.manifest.Runs[0].Machine))
}

// read finds the line of every trial.
func (m *merger) read() error {
	m.lines = make([]span, 0, len(m.plan))
	for i := range m.folders {
		f := &m.folders[i]
		f.numbers = map[string]int32{}
		text, err := record.OpenRecords(f.dir)
		if err != nil {
			return err
		}
		if file, plain := text.(*os.File); plain {
			f.records, f.closer = file, file
		} else { // compressed: it cannot be read again in another order
			all, err := io.ReadAll(text)
			text.Close()
			if err != nil {
				return fmt.Errorf("results: %s: %w", f.dir, err)
			}
			f.records, f.closer = bytes.NewReader(all), io.NopCloser(nil)
		}
		err = record.ScanLines(io.NewSectionReader(f.records, 0, 1<<62), filepath.Join(f.dir, record.RecordsFile), func(l record.Line) error {
			p, known := m.of(l.ID)
			if !known {
				return fmt.Errorf("merge: %s: trial %016x is not in the plan", f.dir, l.ID)
			}
			s := span{id: l.ID, offset: l.Offset, length: int32(len(l.Text)), folder: int32(i), machine: none32, part: p.part, failed: l.Failed(), exact: p.stage == counting && !l.Unseeded() && !l.Failed()}
			if p.stage == timed {
				s.machine = m.machineNumber(f, l.Machine)
			}
			if p.line != none32 {
				return m.choose(int(p.line), s, l)
			}
			p.line = int32(len(m.lines))
			m.lines = append(m.lines, s)
			return nil
		})
		var cut *record.TruncatedError
		if err != nil && !errors.As(err, &cut) {
			return err
		}
	}
	return nil
}

// machineNumber returns the number of the machine that a line names.
func (m *merger) machineNumber(f *folder, id string) int32 {
	n, ok := f.numbers[id]
	if !ok {
		name, of := cmp.Or(id, "unknown"), f.makeOf(id)
		for n = 0; int(n) < len(m.names) && (m.names[n] != name || m.makes[n] != of); n++ {
		}
		if int(n) == len(m.names) {
			m.names, m.makes = append(m.names, name), append(m.makes, of)
		}
		f.numbers[id] = n
	}
	return n
}

// keepTimesApart looks for times that do not belong together: those of machines of different
// make, which the whole run may not mix, and those of different machines in one part, whose
// trials are compared with each other. They are an error or, in a partial merge, left out but
// for those of the one that has most.
func (m *merger) keepTimesApart(partial bool) error {
	if err := m.oneOf(partial, "", func(s span) string { return m.makes[s.machine] }, func(span) bool { return true }); err != nil {
		return err
	}
	for i, part := range m.parts {
		name := fmt.Sprintf("experiment %s part %s", part.experiment, part.part)
		if err := m.oneOf(partial, name, func(s span) string { return m.names[s.machine] }, func(s span) bool { return s.part == int32(i) }); err != nil {
			return err
		}
	}
	return nil
}

// oneOf sees to it that the times of some lines are those of one machine or make, as name
// names it. what says whose times they are, "" for those of the whole run.
func (m *merger) oneOf(partial bool, what string, name func(span) string, among func(span) bool) error {
	timed := func(s span) bool { return s.part != none32 && !s.failed && among(s) }
	count, dir := map[string]int{}, map[string]string{}
	for _, s := range m.lines {
		if timed(s) {
			count[name(s)]++
			dir[name(s)] = m.folders[s.folder].dir
		}
	}
	if len(count) < 2 {
		return nil
	}
	list := slices.SortedFunc(maps.Keys(count), func(a, b string) int { return cmp.Or(-cmp.Compare(count[a], count[b]), cmp.Compare(a, b)) })
	if !partial {
		if what == "" {
			return fmt.Errorf("merge: times of different machines do not belong together: %s in %s, %s in %s; measure what is timed on machines of one make, or merge with --partial, which keeps the times of one", list[0], dir[list[0]], list[1], dir[list[1]])
		}
		how := "measure it again, whole, on one machine"
		if dir[list[0]] == dir[list[1]] {
			how = "the command that ran there, given once more, measures it again, whole"
		}
		return fmt.Errorf("merge: %s was timed on machine %s in %s and on %s in %s; its times are compared with each other: %s, or merge with --partial, which keeps the times of one",
			what, list[0], dir[list[0]], list[1], dir[list[1]], how)
	}
	out := 0
	for i := range m.lines {
		if s := &m.lines[i]; timed(*s) && name(*s) != list[0] {
			p, _ := m.of(s.id)
			p.line, s.length = none32, 0
			out++
		}
	}
	m.lines = slices.DeleteFunc(m.lines, func(s span) bool { return s.length == 0 })
	for i, s := range m.lines {
		p, _ := m.of(s.id)
		p.line = int32(i)
	}
	m.result.LeftOut = append(m.result.LeftOut, fmt.Sprintf("%s: %d times are those of %s, and %d of %s are left out", cmp.Or(what, "all that is timed"), count[list[0]], list[0], out, strings.Join(list[1:], ", ")))
	return nil
}

// makeOf names what times depend on of the machine that measured a record; that of one that
// does not say is where its folder was begun.
func (f *folder) makeOf(id string) string {
	machine, tools := f.manifest.Machine, f.manifest.Toolchain
	if m, ok := f.machines[id]; ok {
		machine, tools = m.Machine, m.Toolchain
	}
	return fmt.Sprintf("%s with %d cores, %s, %s", machine.CPU, machine.Cores, machine.Arch, tools.Go)
}

// choose decides between two records of one trial: one that did not fail before one that did;
// of equal counts the one whose line comes first in the alphabet, so that the order of
// folders does not matter. Others cannot stand beside each other.
func (m *merger) choose(at int, next span, l record.Line) error {
	old := m.lines[at]
	before, err := m.text(old)
	if err != nil {
		return err
	}
	switch {
	case old.failed != next.failed:
		if old.failed {
			m.lines[at] = next
		}
		return nil
	case bytes.Equal(before, l.Text):
	case old.failed:
		if bytes.Compare(l.Text, before) < 0 {
			m.lines[at] = next
		}
		return nil
	case !next.exact:
		return fmt.Errorf("merge: trial %016x was measured in %s and in %s, and its outcome is not the same on every machine; leave one of the folders out", l.ID, m.folders[old.folder].dir, m.folders[next.folder].dir)
	default:
		other, err := record.ParseLine(before)
		if err != nil {
			return err
		}
		if !bytes.Equal(other.Body, l.Body) {
			return fmt.Errorf("merge: the counts of trial %016x in %s and in %s differ: one of them is wrong; bench verify tells which", l.ID, m.folders[old.folder].dir, m.folders[next.folder].dir)
		}
		if bytes.Compare(l.Text, before) < 0 {
			m.lines[at] = next
		}
	}
	m.result.Repeated++
	return nil
}

// text reads a line again, into the buffer that the next call uses.
func (m *merger) text(s span) ([]byte, error) {
	m.buffer = slices.Grow(m.buffer[:0], int(s.length))[:s.length]
	_, err := m.folders[s.folder].records.ReadAt(m.buffer, s.offset)
	if err != nil && err != io.EOF {
		return nil, fmt.Errorf("results: %s: %w", m.folders[s.folder].dir, err)
	}
	return m.buffer, nil
}

// complete looks for planned trials that nobody measured.
func (m *merger) complete(partial bool) error {
	slices.SortFunc(m.lines, func(a, b span) int { return cmp.Compare(a.id, b.id) })
	example := uint64(0)
	skipped := map[string]int{}
	for _, p := range m.plan {
		switch {
		case p.line != none32 || p.extra:
		case p.program != "":
			skipped[p.program]++
		default:
			m.result.Missing++
			example = cmp.Or(example, p.id)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(skipped)) {
		if err := m.skip(name, skipped[name], partial); err != nil {
			return err
		}
	}
	if m.result.Missing > 0 && !partial {
		return fmt.Errorf("merge: %d of %d planned trials have no record in any folder, such as %016x; bench status tells whose they are, and --partial merges what there is", m.result.Missing, m.folders[0].manifest.Trials, example)
	}
	return nil
}

// skip notes that trials of a program have no record. Where a folder's machine could run it,
// the others' shares of its trials are a gap.
func (m *merger) skip(program string, trials int, partial bool) error {
	var without, with []string
	for _, f := range m.folders {
		if at := slices.IndexFunc(f.manifest.Lacking, func(l record.Lacking) bool { return l.Filter == program }); at >= 0 {
			without = append(without, f.dir)
			if !slices.ContainsFunc(m.lacking, func(l record.Lacking) bool { return l.Filter == program }) {
				m.lacking = append(m.lacking, f.manifest.Lacking[at])
			}
		} else {
			with = append(with, f.dir)
		}
	}
	if len(with) > 0 && !partial {
		return fmt.Errorf("merge: %d trials of %s have no record: it could not be run where %s was measured, though it could for %s; build it there (bench contenders build) and give the command again, or merge with --partial", trials, program, without[0], with[0])
	}
	m.result.Skipped += trials
	m.result.LeftOut = append(m.result.LeftOut, fmt.Sprintf("%d trials of %s, which could not be run in %d of %d folders", trials, program, len(without), len(m.folders)))
	return nil
}

// write writes the folder: its records in the order of their ids, and then its manifest.
func (m *merger) write() error {
	if err := m.mayWrite(); err != nil {
		return err
	}
	manifest := m.manifest()
	// First, without results: it tells the next merge whose the records are, if this one is
	// stopped before its end.
	if err := record.WriteManifest(m.out, manifest); err != nil {
		return err
	}
	digest := record.NewResultsDigest()
	err := record.ReplaceRecords(m.out, func(w *bufio.Writer) error {
		for _, s := range m.lines {
			text, err := m.text(s)
			if err != nil {
				return err
			}
			l, err := record.ParseLine(text)
			if err != nil {
				return fmt.Errorf("results: %s: %w", m.folders[s.folder].dir, err)
			}
			digest.Add(l.Body, s.exact)
			if s.failed {
				m.result.Failed++
			}
			if _, err := w.Write(text); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	m.result.Records, m.result.Results = len(m.lines), digest.Results()
	manifest.Results = &m.result.Results
	return record.WriteManifest(m.out, manifest)
}

// mayWrite refuses to replace what was measured. What an earlier merge made of the plan may go.
func (m *merger) mayWrite() error {
	there, err := record.ReadManifest(m.out)
	if errors.Is(err, fs.ErrNotExist) {
		if info, err := os.Stat(filepath.Join(m.out, record.RecordsFile)); err == nil && info.Size() > 0 {
			return fmt.Errorf("merge: %s holds records already; name another folder with --output", m.out)
		}
		return nil
	}
	if err != nil {
		return err
	}
	if there.Merged == 0 || there.Plan != m.folders[0].manifest.Plan {
		return fmt.Errorf("merge: %s holds a run already, and is not what an earlier merge made of these folders; name another folder with --output", m.out)
	}
	return nil
}

// manifest describes the merged folder. It does not depend on the order of the folders.
func (m *merger) manifest() record.Manifest {
	next := m.folders[0].manifest
	next.Shard, next.Machines, next.Keys, next.Runs, next.Results = "", nil, nil, nil, nil
	next.Merged, next.Missing, next.Lacking = len(m.folders), m.result.Missing, m.lacking
	for _, f := range m.folders {
		for _, machine := range f.manifest.Machines {
			if !slices.ContainsFunc(next.Machines, func(k record.Measurer) bool { return k.ID == machine.ID }) {
				next.Machines = append(next.Machines, machine)
			}
		}
		for _, k := range f.manifest.Keys {
			if !slices.Contains(next.Keys, k) {
				next.Keys = append(next.Keys, k)
			}
		}
		next.Runs = append(next.Runs, f.manifest.Runs...)
	}
	slices.SortFunc(next.Machines, func(a, b record.Measurer) int { return cmp.Compare(a.ID, b.ID) })
	slices.SortFunc(next.Keys, func(a, b record.KeyFile) int { return cmp.Compare(a.Workload, b.Workload) })
	slices.SortStableFunc(next.Runs, func(a, b record.Run) int {
		return cmp.Or(a.Start.Compare(b.Start), cmp.Compare(a.Machine, b.Machine), a.End.Compare(b.End), cmp.Compare(a.Done, b.Done))
	})
	return next
}

func (m *merger) close() {
	for _, f := range m.folders {
		if f.closer != nil {
			f.closer.Close()
		}
	}
}
