package record

import (
	"math/rand/v2"
	"slices"

	"filterbench/variants/shape"
)

// examples returns one record of every kind and one failure, small and legal. It is
// long because there are many kinds.
func examples() []Record {
	cuckoo := shape.Shape{Family: "cuckoo", Bits: 12288, Cells: 1024, BucketSlots: 4, FingerprintBits: 12}
	trial := func(kind string) Trial {
		return Trial{Experiment: "demo", Part: "table", Kind: kind, Variant: "cuckoo(b=4,f=12)",
			Workload: "uniform", Slots: 1024, Fill: 0.9, Rep: 1, Seed: 0x9e3779b97f4a7c15}
	}
	var records []Record
	add := func(t Trial, set func(*Record)) {
		r := Record{Schema: Schema, ID: t.ID(), Trial: t, Shape: cuckoo}
		set(&r)
		records = append(records, r)
	}

	fpr := trial(KindFPR)
	fpr.Queries = 100_000
	add(fpr, func(r *Record) {
		r.Outcome = &FPR{Filled: Filled{Inserted: 921, Accepted: 921, Distinct: 921, Members: 921}, Queries: 100_000, Positives: 170}
	})
	load := trial(KindLoad)
	load.Fill, load.Draws = 0, 3
	add(load, func(r *Record) {
		r.Outcome = &Load{Accepted: []uint64{980, 991, 985}, Distinct: []uint64{980, 991, 985}, Kicks: []uint64{900, 1100, 1000}}
	})
	kicks := trial(KindKicks)
	kicks.Loads = []float64{0.5, 0.9}
	add(kicks, func(r *Record) {
		r.Outcome = &Kicks{Windows: []KickWindow{
			{From: 0.49, To: 0.51, Kicks: Histogram{{0, 19}, {1, 2}}},
			{From: 0.89, To: 0.91, Kicks: Histogram{{0, 9}, {1, 6}, {7, 6}}, Refused: Histogram{{500, 1}}},
		}}
	})
	dup := trial(KindDuplicates)
	dup.Copies, dup.Draws = 15, 2
	add(dup, func(r *Record) {
		r.Outcome = &Duplicates{Background: 500, Accepted: Histogram{{4, 1}, {8, 1}}, Refused: Histogram{{500, 18}},
			Taken: Histogram{{0, 12}}, Checked: 1000}
	})
	churn := trial(KindChurn)
	churn.Turnovers, churn.Deletes, churn.Queries = []float64{0, 1.5}, true, 1000
	add(churn, func(r *Record) {
		r.Outcome = &Churn{Checkpoints: []Checkpoint{
			{Turnover: 0, Inserted: 900, Live: 900, Queries: 1000, Positives: 2, Kicks: 300},
			{Turnover: 1.5, Inserted: 2250, Refused: 1, Live: 899, Queries: 1000, Positives: 3, Kicks: 1700},
		}}
	})
	timed := trial(KindTime)
	timed.Call, timed.Ops, timed.Lookups = "batch", []string{"insert", "miss"}, 10_000
	add(timed, func(r *Record) {
		r.SpinNS = 33_000
		r.Outcome = &Time{Accepted: 921, Start: "2026-01-02T03:04:05Z", Samples: []Sample{
			{Op: "insert", Ops: 921, ElapsedNS: 4_030_000, CPUNS: 30_000}, {Op: "miss", Ops: 10_000, ElapsedNS: 123_456, Counters: map[string]uint64{"cycles": 400_000, "branch_misses": 0}}}}
	})
	audit := trial(KindAudit)
	audit.Copies, audit.Draws, audit.Queries = 24, 2, 1000
	add(audit, exampleAudit)
	heap := trial(KindHeap)
	add(heap, func(r *Record) {
		r.Outcome = &Heap{Inserted: 921, Accepted: 920, KeyBytes: 7368, Bytes: 6144, Again: 6144, Objects: 5}
	})
	bins := trial(KindBins)
	bins.Draws = 2
	add(bins, func(r *Record) {
		r.Outcome = &Bins{Chains: 10, Keys: 9, Longest: []uint64{2, 3}, Lengths: Histogram{{0, 6}, {1, 11}, {2, 2}, {3, 1}}}
	})
	places := trial(KindPlaces)
	add(places, func(r *Record) { r.Outcome = &Places{Keys: 1000, Same: 4} })
	cycle := trial(KindCycle)
	cycle.Draws, cycle.Copies = 5, 3
	add(cycle, func(r *Record) {
		r.Outcome = &Cycle{Searched: 700, Refused: Histogram{{0, 1}, {1, 4}}, Last: 4, Kicks: Histogram{{500, 4}}, Apart: Histogram{{0, 5}}}
	})
	drift := trial(KindDrift)
	drift.Turnovers, drift.Policy, drift.Queries = []float64{0, 1.5}, PolicyLast, 1000
	add(drift, func(r *Record) {
		r.Outcome = &Drift{Checkpoints: []Drifted{
			{Turnover: 0, Inserted: 900, Absorbed: 3, Live: 450, Copies: 900, Used: 448, Counted: true, Lack: 450, Queries: 1000, Positives: 2},
			{Turnover: 1.5, Inserted: 2250, Absorbed: 9, Undeleted: 1, Live: 440, Copies: 900, Missing: 3, Causes: Causes{Own: 1, Collided: 2},
				Used: 437, Counted: true, Excess: 1, Lack: 460, Queries: 1000, Positives: 3},
		}}
	})
	erasure := trial(KindErasure)
	erasure.Queries = 1000
	add(erasure, func(r *Record) {
		r.Outcome = &Erasure{Background: 900, Deleted: 900, Still: 2, Twice: 900, TwiceStill: 900, Attempts: 1000, Succeeded: 2,
			Members: 900, Missing: 2, Cleared: 90, Rest: 810}
	})
	records = append(records, exampleLatencies(trial)...)
	growth := trial(KindGrowth)
	growth.Copies = 10
	add(growth, func(r *Record) {
		r.Outcome = &Grown{Background: 921, Steps: []Stage{{0, 16384, 1}, {5, 49152, 2}, {9, 114688, 3}}, Copies: 10, Refused: true,
			Asked: 1000, Shut: 1000, Checked: 921, Deletes: 93, Walked: 12288}
	})
	fit := trial(KindFit)
	add(fit, func(r *Record) {
		r.Outcome = &Fit{Inserts: 1700, Distinct: 1000, Refused: 30, Sizes: []Size{{1000, 12288}, {1190, 16384}}, Fits: true, Side: 512, Live: 700}
	})
	records = append(records, exampleAttacks(trial)...)
	records = append(records, exampleServices(trial)...)
	construction := trial(KindConstruction)
	construction.Draws = 3
	add(construction, func(r *Record) {
		r.Outcome = &Construction{Attempts: []uint64{1, 2, 5}, Failed: []uint64{2}, NS: []int64{90_000, 170_000, 410_000},
			Bits: 20_000, Keys: 2001, Left: 1002, Denied: 1002, Bytes: 90_000}
	})
	replies := trial(KindReplies)
	replies.Draws = 2
	add(replies, func(r *Record) {
		r.Peer = "redisbloom (C) 7.0.15, RedisBloom 2.8.20"
		r.Outcome = &Replies{Commands: []Replied{{"BF.ADD", 900, 1}, {"BF.EXISTS", 600, 0}}, First: `["BF.ADD" "a" "b"]: model "1", server "0"`,
			Promises: []Promised{{"EXISTS says 1 of a key that was added", 400, 1}}, Added: 400}
	})
	callers := trial(KindCallers)
	callers.Turnovers = []float64{2}
	add(callers, func(r *Record) {
		run := func(c Caller) Caller { c.Bits, c.Positives = 12288, 3; return c }
		r.Outcome = &Callers{Inserts: 5100, Distinct: 1000, Left: 2000, Queries: 1000, Runs: []Caller{
			run(Caller{Caller: PolicyAll, Refused: 90, Lost: 20, Denied: 12, Remains: 6}), run(Caller{Caller: PolicyEvery, Refused: 80, Lost: 8, Remains: 6, Kept: 213}),
			run(Caller{Caller: PolicyCheck, Lost: 300, Denied: 300, Remains: 6}), run(Caller{Caller: PolicyLast, Lost: 2, Denied: 2, Remains: 5, Kept: 12000}),
			run(Caller{Caller: PolicyKnown, Remains: 6, Kept: 12000}), run(Caller{Caller: PolicyGrow, Refused: 1, Remains: 1, Kept: 13600, Grown: 6, Side: 128}),
		}}
	})
	traffic := trial(KindTraffic)
	traffic.Draws = 500
	add(traffic, func(r *Record) {
		r.Outcome = &Traffic{Members: 921, Queries: 10_000, Positives: 120, Distinct: 400, Ever: 8, Adapted: 121, Replayed: 80, Repeated: 2}
	})
	failed := trial(KindFPR)
	failed.Rep = 2
	add(failed, func(r *Record) { r.Shape, r.Failed = shape.Shape{}, "keys: a file < 3 lines & \xff" })
	return records
}

// exampleAttacks are those of what goes wrong, by chance and on purpose.
func exampleAttacks(trial func(kind string) Trial) (records []Record) {
	add := func(t Trial, o Outcome) {
		records = append(records, Record{Schema: Schema, ID: t.ID(), Trial: t, Shape: shape.Shape{Family: "cuckoo", Bits: 12288, Cells: 1024, BucketSlots: 4, FingerprintBits: 12}, Outcome: o})
	}
	crawl, adversary, faults, firsts := trial(KindCrawl), trial(KindAdversary), trial(KindFaults), trial(KindFirsts)
	crawl.Copies, adversary.Draws, faults.Draws = 2, 10, 100
	adversary.Attack, adversary.Knows = AttackCollide, KnowsAnswers
	firsts.Guard, firsts.Goroutines = GuardAtomic, []int{2}
	add(crawl, &Crawl{Steps: []Crawled{
		{Fresh: 512, Skipped: 1, Repeats: 512, Known: 511, Bits: 12288, Text: 4088},
		{Fresh: 1024, Skipped: 4, Refused: 20, Repeats: 1024, Again: 9, Known: 1010, Forgotten: 3, Bits: 12288, Text: 8000},
	}})
	add(adversary, &Adversary{Members: 256, Asked: 2_000_000, Chosen: 9, Worked: 9, Refused: 1, Offered: 1000, Shut: 10, Queries: 1000, Positives: 3, Grown: 24576})
	add(faults, &Faults{Members: 921, Form: 1552, Whole: 1, Table: Fault{Tried: 100, Silent: 90, Lost: 92, Most: 2, Queries: 92_100, Positives: 170},
		Flipped: Fault{Tried: 100, Told: 60, Panics: 1, Silent: 30, Lost: 31, Most: 2, Queries: 35_919, Positives: 60}, Cut: Fault{Tried: 100, Told: 100}})
	add(trial(KindSemantics), &Semantics{Second: "takes another slot", Delete: "still there", Copies: "8, then refuses", Harm: "copies: harmless", Absent: "200 lose 198 members", Full: "refuses", Tells: "-"})
	add(firsts, &Firsts{Fresh: 921, Old: 2, Repeats: 921, AtOnce: 2, Races: []Raced{{Goroutines: 2, Keys: 921, Twice: 300, None: 2}}})
	return records
}

// exampleServices are those of filters inside a service, and of their upkeep.
func exampleServices(trial func(kind string) Trial) (records []Record) {
	add := func(t Trial, o Outcome) {
		records = append(records, Record{Schema: Schema, ID: t.ID(), Trial: t, Shape: shape.Shape{Family: "cuckoo", Bits: 12288, Cells: 1024, BucketSlots: 4, FingerprintBits: 12}, Outcome: o})
	}
	penetration, service, ageing, rebuild, sharding := trial(KindPenetration), trial(KindService), trial(KindAgeing), trial(KindRebuild), trial(KindSharding)
	for _, t := range []*Trial{&penetration, &service} {
		t.Strategy, t.Absent, t.Share, t.Cache = StrategyBoth, AbsentFlood, 0.5, 0.1
	}
	service.Backend, service.Rates = BackendEmbedded, []float64{1000}
	ageing.Window, ageing.Turnovers, rebuild.Stale, sharding.Shards = WindowTime, []float64{2}, 0.1, 4
	add(penetration, &Penetration{Rows: 921, Entries: 92, Kept: 92, Nulls: 4, Legit: Requests{Sent: 500, Cached: 300, Reads: 200}, Attack: Requests{Sent: 500, Cached: 1, Stopped: 494, Reads: 5}})
	add(service, &Service{Ends: []Ended{{End: EndRead, N: 10, NS: 90_000}, {Attack: true, End: EndStopped, N: 90, NS: 9000}},
		Runs: []ServiceRun{{Rate: 1000, Ops: 3, Reads: 1, Legit: Histogram{{64, 1}, {1024, 1}}, Attack: Histogram{{64, 1}}, DueNS: 2000, BehindNS: 60}}, StoreBytes: 4096, Start: "2026-01-02T03:04:05Z"})
	penalty := service
	penalty.Kind, penalty.Rates, penalty.Strategy, penalty.Draws = KindPenalty, nil, StrategyFilter, 2
	turn := Turn{Filter: Stint{Stopped: 95, Read: 5, StoppedNS: 9500, ReadNS: 15_500}, Exact: Stint{Stopped: 100, StoppedNS: 12_000}, Nothing: Stint{Read: 10, ReadNS: 30_000}}
	add(penalty, &Penalty{Turns: []Turn{turn, turn}})
	add(ageing, &Ageing{Checkpoints: []Aged{{Turnover: 2, Inserted: 2763, Live: 921, Queries: 1000, Positives: 3}}, Late: []Expiry{{1, 900, 9}}, Deletes: 1842, Listed: 7368})
	add(rebuild, &Rebuild{Replaced: 921, Rebuilds: 10, Reinserted: 9210, Live: 921, Stale: 921, StaleYes: 920, Fresh: Asked{1000, 3}, Before: Asked{1000, 4}})
	add(sharding, &Sharding{Inserted: 921, Refused: 1, Least: 200, Most: 260, Queries: 1000, Positives: 3, First: 920})
	return records
}

// exampleAudit is that of a library.
func exampleAudit(r *Record) {
	r.Peer, r.Unseeded = "example.org/filter v1.2.3", true
	r.Outcome = &Audit{
		Library: &Library{Hash: "its own", Seeds: "nothing", Threads: "nothing is said",
			Defects: []Defect{{What: "a refused insert loses a key", Test: "TestDefectExample"}}},
		Promise: 0.03, Copies: Histogram{{8, 2}}, Later: 1, Removed: Histogram{{8, 2}},
		Members: 900, Queries: 1000, Positives: 27, CopiesRefused: 32, Displaced: 3,
		OverTried: 1280, OverRefused: 270, OverLost: 200, OverStored: 240, TwinAsked: 2000, TwinDiffers: 55,
		Ops: 2048, Deletes: 700, Undeleted: 1, Lookups: 1800, Entries: 512, Counts: true, Counted: 511,
		AllocOps: 256, InsertAllocs: 512, LookupAllocs: 3,
	}
}

// lines encodes records as a file.
func lines(records ...Record) []byte {
	var text []byte
	for _, r := range records {
		line, err := r.Encode()
		if err != nil {
			panic(err)
		}
		text = append(text, line...)
	}
	return text
}

// campaign returns made-up records of every kind: 8 repetitions of two filters, with
// null for the times and a failure among them, in random order.
func campaign() []Record {
	rng := rand.New(rand.NewPCG(1, 2))
	var records []Record
	for rep := range 8 {
		for _, r := range examples() {
			for i, variant := range []string{"cuckoo(b=4,f=12)", "cuckoo(b=4,f=8)", "null"} {
				if variant == "null" && r.Kind != KindTime {
					continue
				}
				records = append(records, vary(r, variant, rep, uint64(i+1), rng))
			}
		}
	}
	rng.Shuffle(len(records), func(i, j int) { records[i], records[j] = records[j], records[i] })
	return records
}

// vary copies an example with other counts: about scale times as many.
func vary(r Record, variant string, rep int, scale uint64, rng *rand.Rand) Record {
	r.Variant, r.Rep, r.Seed = variant, rep, Seed(rep+100)
	r.ID = r.Trial.ID()
	few := func(n uint64) uint64 { return scale*n + rng.Uint64N(n/10+2) }
	switch {
	case r.FPR() != nil:
		c := *r.FPR()
		c.Positives = few(c.Positives)
		r.Outcome = &c
	case r.Load() != nil:
		c := *r.Load()
		c.Accepted = []uint64{980 - rng.Uint64N(40), 980 - rng.Uint64N(40), 980 - rng.Uint64N(40)}
		c.Distinct = c.Accepted
		r.Outcome = &c
	case r.Kicks() != nil:
		c := Kicks{Windows: slices.Clone(r.Kicks().Windows)}
		for i := range c.Windows {
			c.Windows[i].Kicks = Histogram{{0, 20}, {1 + scale, few(5)}}
		}
		r.Outcome = &c
	case r.Duplicates() != nil:
		c := *r.Duplicates()
		c.Accepted = Histogram{{4, few(5)}, {8, few(5)}}
		r.Outcome = &c
	case r.Churn() != nil:
		c := Churn{Checkpoints: slices.Clone(r.Churn().Checkpoints)}
		for i := range c.Checkpoints {
			c.Checkpoints[i].Positives, c.Checkpoints[i].Refused = few(5), few(20)
		}
		r.Outcome = &c
	case r.Audit() != nil:
		c := *r.Audit()
		c.Positives = few(c.Positives)
		r.Outcome = &c
	case r.Bins() != nil:
		c := *r.Bins()
		if rng.Uint64N(2) == 1 {
			c.Longest, c.Lengths = []uint64{3, 3}, Histogram{{0, 7}, {1, 10}, {2, 1}, {3, 2}}
		}
		r.Outcome = &c
	case r.Places() != nil:
		c := *r.Places()
		c.Same = few(4)
		r.Outcome = &c
	case r.Drift() != nil:
		c := Drift{Checkpoints: slices.Clone(r.Drift().Checkpoints)}
		for i := range c.Checkpoints {
			c.Checkpoints[i].Positives, c.Checkpoints[i].Refused = few(5), few(20)
			c.Checkpoints[i].Missing, c.Checkpoints[i].Causes = 0, Causes{}
		}
		r.Outcome = &c
	case r.Erasure() != nil:
		c := *r.Erasure()
		c.Succeeded, c.Missing = few(20), 0
		r.Outcome = &c
	case r.Time() != nil:
		c := *r.Time()
		c.Samples = slices.Clone(c.Samples)
		for i := range c.Samples {
			s := &c.Samples[i]
			spent := &s.ElapsedNS
			if s.CPUNS > 0 {
				spent = &s.CPUNS
			}
			*spent = int64(few(uint64(*spent)))
			if variant == "null" {
				*spent /= 10
				r.Shape = shape.Shape{Family: "null"}
			}
		}
		r.Outcome = &c
	}
	return r
}
