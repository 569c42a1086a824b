// What a record says, in the units of exports: one function a kind of trial, as the methods
// `samples` of package record. Each gives samples {unit, point, amount} or, where things
// were counted, {unit, point, hits, trials, scale}. A kind that is not listed gives the
// numbers of its payload by their names.

const count = (unit, scale, hits, trials, point, stopped) => ({ unit, scale, hits: hits ?? 0, trials: trials ?? 0, point, stopped });
const value = (unit, amount, point) => ({ unit, amount, point });

// short writes a number as Go's %.6g does.
function short(x) {
  const [digits, exponent] = x.toPrecision(6).split("e"), bare = digits.includes(".") ? digits.replace(/\.?0+$/, "") : digits;
  return exponent ? bare + "e" + exponent[0] + exponent.slice(1).padStart(2, "0") : bare;
}
const sum = (list) => list.reduce((a, b) => a + b, 0);
const totals = (h) => (h ?? []).reduce(([n, s], [size, many]) => [n + many, s + size * many], [0, 0]);

// perOp is the time of one operation of a loop: on a core where that is known.
export const perOp = (s) => ((s.cpu_ns ?? 0) > 0 ? s.cpu_ns : s.elapsed_ns) / s.n;

// binWidth is how many nanoseconds share a bin of a histogram of times.
function binWidth(low) {
  const bits = low > 0 ? Math.floor(Math.log2(low)) + 1 : 0;
  return 2 ** (bits > 16 ? bits - 3 : Math.max(0, bits - 6));
}

function timeQuantile(h, q) {
  const rank = Math.ceil(q * totals(h)[0]);
  let seen = 0;
  for (const [low, many] of h) if ((seen += many) >= rank) return low + (binWidth(low) - 1) / 2;
}

const times = (h, point) => (h?.length ? [["p50-ns/op", 0.5], ["p99-ns/op", 0.99], ["p99.9-ns/op", 0.999], ["max-ns/op", 1]].map(([unit, q]) => value(unit, timeQuantile(h, q), point)) : []);
const rates = (c, asked, held, point) => [count("fp/Mlookup", 1e6, c.positives, asked, point, c.stop === "target"), count("fn/Mlookup", 1e6, c.missing, held, point)];
const middle = (w) => short((w.from + w.to) / 2);

const kinds = {
  fpr: (p, r) => [
    ...rates(p, p.queried, p.members),
    r.shape.bits > 0 && count("bits/key", 1, r.shape.bits, p.inserted),
    r.shape.bucket_slots > 0 && count("refused-%", 100, p.inserted - p.accepted, p.inserted),
  ],
  time: (p, r, nullOf) => p.samples.flatMap((s) => {
    const point = { op: s.op }, floor = r.variant !== "null" && nullOf(r, s.op);
    return [value("ns/op", perOp(s), point), floor && value("net-ns/op", perOp(s) - floor, point)];
  }),
  load: (p, r) => {
    if (p.unfilled > 0) return [];
    const repeats = String(p.distinct) !== String(p.accepted);
    return p.accepted.flatMap((n, i) => [
      count("load-%", 100, n, r.shape.cells),
      repeats && count("distinct-load-%", 100, p.distinct[i], r.shape.cells),
      p.kicks?.length && count("kicks/insert", 1, p.kicks[i], n),
    ]);
  },
  kicks: (p) => p.windows.flatMap((w) => {
    const point = { load: middle(w) }, [accepted, kicks] = totals(w.kicks), [refused, inVain] = totals(w.refused);
    return [count("kicks/insert", 1, kicks, accepted, point), count("refused-%", 100, refused, accepted + refused, point), count("kicks/refusal", 1, inVain, refused, point)];
  }),
  duplicates: (p) => {
    const [keys, copies] = totals(p.accepted), [refused, inVain] = totals(p.refused);
    return [count("copies/key", 1, copies, keys), !p.silent && count("kicks/refusal", 1, inVain, refused), count("fn/Mlookup", 1e6, p.missing, p.checked)];
  },
  churn: (p, r) => p.checkpoints.flatMap((c) => {
    const point = { turnover: short(c.turnover) };
    return [...rates(c, c.queried, c.live, point), r.shape.bucket_slots > 0 && count("refused-%", 100, c.refused, c.inserted, point)];
  }),
  drift: (p) => p.checkpoints.flatMap((c) => {
    const point = { turnover: short(c.turnover) };
    return [...rates(c, c.queried, c.live, point), count("refused-%", 100, c.refused, c.inserted, point), c.counted && count("count-error-%", 100, (c.excess ?? 0) + (c.lack ?? 0), c.held, point)];
  }),
  heap: (p, r) => [
    p.inserted > 0 && value("heap-B/key", p.bytes / p.inserted),
    p.inserted > 0 && value("objects/key", p.objects / p.inserted),
    r.shape.bits > 0 && count("bits/key", 1, r.shape.bits, p.inserted),
    count("fn/Mlookup", 1e6, p.missing, p.accepted),
  ],
  fit: (p) => [
    p.fits && count("bits/key", 1, p.sizes.at(-1).bits + 8 * (p.side ?? 0), p.distinct),
    count("refused-%", 100, p.refused, p.inserts), count("fn/Mlookup", 1e6, p.denied, p.distinct),
  ],
  growth: (p) => [
    p.refused && count("copies/key", 1, p.copies, 1), count("bits/key", 1, p.steps.at(-1).bits, p.background + 1),
    count("refused-%", 100, p.shut, p.asked), count("fn/Mlookup", 1e6, p.missing, p.checked),
  ],
  doubling: (p, r) => p.steps.flatMap((s) => {
    const held = s.inserted - (s.refused ?? 0), point = { times: short(s.inserted / Math.max(1, (r.capacity ?? 0) + (r.slots ?? 0))) };
    return [...rates(s, s.queried, held, point), count("bits/key", 1, s.bits, held, point), count("refused-%", 100, s.refused, s.inserted, point)];
  }),
  erasure: (p) => [count("wrong/Mdelete", 1e6, p.succeeded, p.attempts), count("fn/Mlookup", 1e6, p.missing, p.members)],
  latency: (p) => [...times(p.clock, { op: "clock" }), ...p.windows.flatMap((w) => times(w.times, w.to > 0 ? { op: w.op, load: middle(w) } : { op: w.op }))],
  arrivals: (p) => p.runs.flatMap((run) => [...times(run.times, { rate: short(run.rate) }), value("behind-ns/run", run.behind_ns ?? 0, { rate: short(run.rate) })]),
  parallel: (p) => p.runs.flatMap((run) => {
    const point = { op: run.op, goroutines: String(run.goroutines) };
    return [run.elapsed_ns > 0 && value("Mops/s", (1e3 * run.n) / run.elapsed_ns, point), p.bits > 0 && run.op === "insert" && value("lost-bits", run.lost, point)];
  }),
  bins: (p) => p.longest.map((n) => value("longest-chain", n)),
  places: (p) => [count("same-places/Mkey", 1e6, p.same, p.keys)],
  cycle: (p, r) => {
    const [groups, refused] = totals(p.refused), [spent, kicks] = totals(p.kicks), point = { share: String(r.copies ?? 0) };
    return [count("refused-%", 100, refused, groups * Math.max(1, r.copies ?? 0), point), count("kicks/refusal", 1, kicks, spent, point)];
  },
  audit: (p) => {
    const [keys, copies] = totals(p.copies);
    return [
      count("fp/Mlookup", 1e6, p.positives, p.queried), count("fn/Mlookup", 1e6, p.denied, p.lookups), count("copies/key", 1, copies, keys),
      count("allocs/insert", 1, p.insert_allocs, p.alloc_ops), count("allocs/lookup", 1, p.lookup_allocs, p.alloc_ops),
    ];
  },
  cold: (p) => [...times(p.clock, { op: "clock" }), ...times(p.first, { op: "first" }), ...times(p.again, { op: "again" }), value("ns/op", perOp(p.warm), { op: "warm" })],
  adversary: (p, r) => {
    const point = { attack: r.attack, knows: r.knows ?? "" };
    return [count("worked-%", 100, p.worked, p.chosen, point), count("fp/Mlookup", 1e6, p.positives, p.queried, point), count("fn/Mlookup", 1e6, p.denied, p.members, point)];
  },
  ageing: (p, r) => p.checkpoints.flatMap((c) => rates(c, c.queried, c.live, { window: r.window ?? "", turnover: short(c.turnover) })),
  construction: (p) => {
    const builds = p.attempts.length;
    return [count("attempts/build", 1, sum(p.attempts), builds), count("failed-builds-%", 100, p.failed?.length ?? 0, builds), count("bits/key", 1, p.bits, p.keys), count("fn/Mlookup", 1e6, p.missing, p.keys)];
  },
  crawl: (p, r) => p.steps.flatMap((s) => {
    const point = { times: short(s.fresh / Math.max(1, (r.capacity ?? 0) + (r.slots ?? 0))) }, gone = s.skipped + (s.refused ?? 0);
    return [count("fp/Mlookup", 1e6, s.skipped, s.fresh, point), count("refused-%", 100, s.refused, s.fresh, point), count("bits/key", 1, s.bits, s.fresh - Math.min(s.fresh, gone), point)];
  }),
  faults: (p) => ["table", "flipped", "cut"].flatMap((sort) => (p[sort]?.tried > 0 ? [count("lost-keys/fault", 1, p[sort].lost, p[sort].tried, { fault: sort }), count("told-%", 100, p[sort].told, p[sort].tried, { fault: sort })] : [])),
  firsts: (p) => [
    count("fp/Mlookup", 1e6, p.old, p.fresh, { goroutines: "1" }), count("twice/Mkey", 1e6, p.toldnew, p.repeats, { goroutines: "1" }),
    ...(p.races ?? []).map((x) => count("twice/Mkey", 1e6, x.twice, x.keys, { goroutines: String(x.goroutines) })),
  ],
  penetration: (p, r) => {
    const point = { strategy: r.strategy ?? "", absent: r.absent ?? "", share: short(r.share ?? 0) };
    return [count("penetrating-%", 100, p.attack.reads, p.attack.sent, point), count("cache-hits-%", 100, p.legit.cached, p.legit.sent, point)];
  },
  penalty: (p, r) => ["filter", "exact", "nothing"].map((behind) => {
    const stints = p.turns.map((t) => t[behind]), of = (name) => sum(stints.map((s) => s[name] ?? 0));
    return value("ns/op", (of("stopped_ns") + of("read_ns")) / Math.max(1, of("stopped") + of("read")), { behind, backend: r.backend ?? "" });
  }),
  rebuild: (p, r) => {
    const point = { stale: short(r.stale ?? 0) };
    return [count("fp/Mlookup", 1e6, p.before.positives, p.before.queried, point), count("fn/Mlookup", 1e6, p.missing, p.live, point)];
  },
  replies: (p) => [count("unforeseen/Mreply", 1e6, sum(p.commands.map((c) => c.differs)), sum(p.commands.map((c) => c.sent))), count("fn/Mlookup", 1e6, p.denied, p.added)],
  semantics: (p, r) => [count("bits/key", 1, r.shape?.bits, Math.max(1, (r.capacity ?? 0) + (r.slots ?? 0)))],
  service: (p, r) => p.runs.flatMap((run) => {
    const point = { strategy: r.strategy ?? "", absent: r.absent ?? "", backend: r.backend ?? "", rate: short(run.rate) };
    return [...times(run.legit, point), value("behind-ns/run", run.behind_ns, point)];
  }),
  sharding: (p, r) => {
    const point = { shards: short(Math.max(1, r.shards ?? 0)) }, held = p.inserted - (p.refused ?? 0);
    return [...rates(p, p.queried, held, point), count("bits/key", 1, r.shape.bits, held, point), count("refused-%", 100, p.refused, p.inserted, point), p.first > 0 && r.shape.bucket_slots > 0 && count("load-%", 100, p.first, r.shape.cells, point)];
  },
};

// knownKinds lists the kinds that have a function of their own.
export const knownKinds = Object.keys(kinds);

// numbers are the plain numbers of a payload, by their names.
function numbers(payload, kind) {
  return Object.entries(payload).filter(([, v]) => typeof v === "number").map(([name, v]) => value(`${kind}: ${name.replaceAll("_", " ")}`, v));
}

// samplesOf lists what a record says; nullOf(record, op) is the time of the bare loop.
export function samplesOf(r, nullOf) {
  const payload = r[r.kind];
  if (!payload) return [];
  const list = kinds[r.kind] ? kinds[r.kind](payload, r, nullOf) : numbers(payload, r.kind);
  return list.filter((s) => s && (s.trials === undefined || s.trials > 0));
}

// amountOf is a sample's number in its unit. Lookups that ended with a hit had that one by
// the rule and not by chance.
export function amountOf(s) {
  if (s.trials === undefined) return s.amount;
  return s.stopped && s.trials > 1 ? (s.scale * (s.hits - 1)) / (s.trials - 1) : (s.scale * s.hits) / s.trials;
}
