// What can stand on an axis, divide panels, colour points or be filtered by.

import { parse, without, shares, encode } from "./data.js";

// measures are names for units; the others go by what package record says of them.
export const measures = [
  { id: "rate", unit: "fp/Mlookup", label: "false positive rate", log: true },
  { id: "lookup", unit: "net-ns/op", label: "time of one operation, the filter alone", log: true, time: true },
  { id: "time", unit: "ns/op", label: "time of one operation, loop and hash included", log: true, time: true },
  { id: "bits", unit: "bits/key", label: "bits for each key inserted" },
  { id: "load", unit: "load-%", label: "load at the first refusal", share: true },
  { id: "distinct-load", unit: "distinct-load-%", label: "different keys at the first refusal, over slots", share: true },
  { id: "kicks", unit: "kicks/insert", label: "kicks of an accepted insert" },
  { id: "refused", unit: "refused-%", label: "share of inserts refused" },
  { id: "missed", unit: "fn/Mlookup", label: "false negative rate", log: true },
  { id: "copies", unit: "copies/key", label: "copies of a key before the first refusal", log: true },
  { id: "heap", unit: "heap-B/key", label: "bytes of heap for each key", log: true },
  { id: "p50", unit: "p50-ns/op", label: "median of single operations, the clock included", log: true, time: true },
  { id: "p99", unit: "p99-ns/op", label: "99th percentile of single operations, the clock included", log: true, time: true },
  { id: "wrong", unit: "wrong/Mdelete", label: "wrong deletes that succeed", log: true },
  { id: "longest", unit: "longest-chain", label: "longest chain of a filling" },
  { id: "throughput", unit: "Mops/s", label: "millions of operations a second, all goroutines together" },
];

export function measureOf(unit, facts) {
  const m = measures.find((m) => m.unit === unit) ?? { id: unit, unit, label: facts.units[unit]?.doc ?? unit };
  return { better: facts.units[unit]?.better ?? "lower", share: unit in shares, ...m };
}

const number = (x) => (x === undefined || x === "" || isNaN(x) ? undefined : +x);
const shape = (key) => (o) => number(o.cell.first.shape?.[key]);
const trial = (key) => (o) => number(o.cell.first[key]);
const sizes = ["bpk", "f", "r", "fpr", "cells"]; // parameters that set how many bits a key has

// axes are numbers of an observation. A curve runs along an axis: what follows from the
// place on it, absorbs, does not tell curves apart.
export const axes = [
  { id: "bits", label: "bits per key held", of: (o) => number(o.cell.bits / o.cell.keys), log: false, absorbs: sizes, drops: ["capacity", "slots"] },
  { id: "keys", label: "keys that the filter is made for", of: trial("capacity"), log: true, drops: ["capacity"] },
  { id: "slots", label: "slots of the table", of: shape("cells"), log: true, drops: ["slots", "capacity"] },
  { id: "bytes", label: "bytes of the table", of: (o) => number(o.cell.bits / 8), log: true, drops: ["capacity", "slots"], bytes: true },
  { id: "fill", label: "keys offered, in multiples of the design", of: trial("fill"), drops: ["fill"] },
  { id: "load", label: "load: slots in use, or keys of the design", of: (o) => number(o.point.load ?? o.cell.load), drops: ["fill", "load"] },
  { id: "f", label: "bits of a fingerprint", of: shape("fingerprint_bits"), absorbs: ["f", "r"] },
  { id: "b", label: "slots of a bucket", of: shape("bucket_slots"), absorbs: ["b"] },
  { id: "k", label: "probes of a key", of: shape("probes"), absorbs: ["k"] },
  { id: "copies", label: "copies of each hot key", of: trial("copies"), drops: ["copies"] },
  { id: "turnover", label: "keys replaced, in multiples of the live set", of: (o) => number(o.point.turnover), drops: ["turnover"] },
  { id: "times", label: "keys inserted, in multiples of the first guess", of: (o) => number(o.point.times), log: true, drops: ["times"] },
  { id: "rate", label: "arrivals a second", of: (o) => number(o.point.rate), log: true, drops: ["rate"] },
  { id: "goroutines", label: "goroutines", of: (o) => number(o.point.goroutines), drops: ["goroutines"] },
  { id: "depth", label: "keys of a batch", of: trial("depth"), log: true, drops: ["depth"] },
  { id: "fpr", label: "false positive rate of the table, by theory", of: (o) => o.rate, log: true, absorbs: sizes },
  { id: "theory", label: "what theory says", of: (o) => o.theory?.value, log: true, absorbs: sizes, drops: ["capacity", "slots", "fill"] },
];

// factors are names: what observations are divided, coloured and filtered by.
export const factors = [
  ["run", "run", (o) => o.cell.run.name], ["experiment", "experiment", (o) => o.cell.first.experiment], ["part", "part", (o) => o.cell.first.part],
  ["family", "family", (o) => o.cell.family], ["op", "operation", (o) => o.point.op], ["call", "call", (o) => o.cell.first.call],
  ["workload", "keys", (o) => o.cell.first.workload], ["capacity", "number of keys", trial("capacity")], ["slots", "number of slots", trial("slots")],
  ["fill", "fill", trial("fill")], ["b", "slots of a bucket", shape("bucket_slots")], ["f", "fingerprint bits", shape("fingerprint_bits")], ["k", "probes", shape("probes")],
  ["load", "load of the window", (o) => number(o.point.load)], ["turnover", "turnover", (o) => number(o.point.turnover)], ["times", "times the guess", (o) => number(o.point.times)],
  ["rate", "arrivals a second", (o) => number(o.point.rate)], ["goroutines", "goroutines", (o) => number(o.point.goroutines)],
  ["copies", "copies", trial("copies")], ["policy", "policy", (o) => o.cell.first.policy], ["hash", "hash", (o) => o.cell.first.hash],
  ["guard", "guard", (o) => o.cell.first.guard], ["arrival", "arrival", (o) => o.cell.first.arrival], ["pages", "pages", (o) => o.cell.first.pages],
  ["depth", "keys of a batch", trial("depth")], ["probing", "probing", (o) => o.cell.first.shape?.probing], ["kernel", "kernel", (o) => o.cell.first.shape?.kernel],
  ["attack", "attack", (o) => o.point.attack], ["knows", "what the attacker knows", (o) => o.point.knows], ["strategy", "strategy", (o) => o.point.strategy], ["absent", "absent keys", (o) => o.point.absent], ["backend", "backend", (o) => o.point.backend],
  ["share", "share of absent keys", (o) => number(o.point.share)], ["window", "window", (o) => o.point.window], ["stale", "stale keys", (o) => number(o.point.stale)], ["shards", "shards", (o) => number(o.point.shards)], ["fault", "fault", (o) => o.point.fault],
  ["origin", "origin", (o) => (o.cell.first.peer ? "libraries" : "this project")], ["variant", "filter", (o) => o.cell.first.variant], ["kind", "kind of trial", (o) => o.cell.first.kind],
].map(([id, label, of]) => ({ id, label, of }));

export const factorOf = (id) => factors.find((f) => f.id === id) ?? paramFactor(id);

// paramFactor is a parameter of filters, "p.bpk", or of keys, "keys.s".
function paramFactor(id) {
  const [where, key] = id.split(".");
  if (where === "p" && key) return { id, label: `parameter ${key}`, of: (o) => number(o.params[key]) ?? o.params[key] };
  if (where === "keys" && key) return { id, label: `${key} of the keys`, of: (o) => number(parse(o.cell.first.workload).params[key]) };
}

export function axisOf(id) {
  const a = axes.find((a) => a.id === id);
  if (a) return a;
  const f = paramFactor(id);
  if (f) return { ...f, absorbs: id.startsWith("p.") ? [id.slice(2)] : [], stream: id.startsWith("keys.") ? [id.slice(5)] : [] };
  const named = factors.find((f) => f.id === id);
  return named && { ...named, names: true, drops: [id], absorbs: id === "variant" ? ["*"] : [] };
}

// paramsOf gives an observation's parameters, those at their default included.
export const paramsOf = (variant, facts) => {
  const { family, params } = parse(variant);
  return { ...facts.families[family]?.defaults, ...params };
};

// namer returns a function that names the curve of an observation: its filter without what
// the axis or the panel says, and whatever else is needed to tell curves apart.
export function namer(list, axis, facet, varying, columnOf) {
  const absorbed = axis.absorbs ?? [], shortened = new Map();
  const base = ({ cell: { family, first: { variant } } }) => {
    if (absorbed[0] === "*") return family;
    if (!shortened.has(variant)) shortened.set(variant, without(variant, absorbed));
    return shortened.get(variant);
  };
  let kept = varying.filter((f) => !(f.id === facet || f.id === axis.id || axis.drops?.includes(f.id) || hidden.has(f.id)));
  const word = (f, o) => {
    const v = f.of(o);
    if (v === undefined || v === "" || v === "uniform") return "";
    return f.id === "workload" ? without(v, axis.stream ?? []) : bare.has(f.id) ? v : `${f.label} ${write(v)}`;
  };
  const codes = (f, as) => { // of the list's rows; as makes another value of the factor's
    const column = columnOf(f), size = column.values.length;
    if (!as) return { codes: Int32Array.from(list, (o) => column.codes[o.index]), size };
    const other = new Map(), recoded = new Int32Array(size).fill(-1);
    return { size, codes: Int32Array.from(list, (o) => {
      const code = column.codes[o.index];
      if (recoded[code] < 0) {
        const v = as(f, o);
        if (!other.has(v)) other.set(v, other.size);
        recoded[code] = other.get(v);
      }
      return recoded[code];
    }) };
  };
  const said = new Map(kept.map((f) => [f, codes(f, f.id === "workload" ? word : undefined)]));
  const bases = codes(factorOf("variant"), (_, o) => base(o)), rows = different([bases, ...said.values()]);
  const thin = ({ codes, size }) => ({ codes: rows.map((row) => codes[row]), size }), few = new Map([...said].map(([f, c]) => [f, thin(c)])), first = thin(bases);
  const many = (fs) => different([first, ...fs.map((f) => few.get(f))]).length;
  const all = rows.length;
  for (const f of [...kept].sort((a, b) => late(a) - late(b))) {
    const fewer = kept.filter((g) => g !== f);
    if (many(fewer) === all) kept = fewer; // the others say it
  }
  return (o) => [base(o), ...kept.map((f) => word(f, o)).filter(Boolean)].join(", ");
}

// different lists the first of all rows that have the same codes.
function different(columns) {
  let ids = new Int32Array(columns[0].codes.length), most = 1;
  for (const { codes, size } of columns) {
    if (most * size > 2 ** 30) {
      const dense = encode(ids, (id) => id);
      [ids, most] = [dense.codes, dense.values.length];
    }
    for (let i = 0; i < ids.length; i++) ids[i] = ids[i] * size + codes[i];
    most *= size;
  }
  const seen = new Map();
  for (let i = 0; i < ids.length; i++) if (!seen.has(ids[i])) seen.set(ids[i], i);
  return Int32Array.from(seen.values());
}

const late = (f) => ["part", "experiment"].indexOf(f.id) >>> 0; // parts and experiments are given up first
const hidden = new Set(["family", "variant", "b", "f", "k", "kernel", "probing", "origin", "kind"]); // the filter's name says them
const bare = new Set(["run", "experiment", "part", "op", "call", "policy", "hash", "guard", "arrival", "pages"]);

// write formats a number or a name for people.
export function write(x, unit = {}) {
  if (typeof x !== "number") return x ?? "";
  if (!isFinite(x)) return "none";
  if (unit.share) return share(x);
  if (unit.time) return duration(x);
  if (unit.bytes) return bytes(x);
  return plain(x);
}

export function plain(x) {
  const a = Math.abs(x);
  if (a >= 1000 || Number.isInteger(x)) return (a >= 1e15 ? scientific(x, 2) : grouped(Math.round(x)));
  if (a < 1e-4 && a > 0) return scientific(x, 2);
  return String(+x.toPrecision(3));
}

// scientific writes 1.2·10⁻⁷, and 10⁻⁷ for a whole power.
function scientific(x, n) {
  const [digits, power] = x.toExponential(n).split("e"), raised = power.replace("+", "").replace("-", "⁻").replace(/\d/g, (d) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[d]);
  return +digits === 1 ? "10" + raised : `${+digits}·10${raised}`;
}

const grouped = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, ",");

export function share(x) {
  const p = 100 * x;
  if (p === 0) return "0 %";
  if (Math.abs(p) < 1e-4) return scientific(p, 1) + " %";
  return +p.toPrecision(3) + " %";
}

export function duration(ns) {
  const a = Math.abs(ns);
  for (const [unit, size] of [["s", 1e9], ["ms", 1e6], ["µs", 1e3]]) if (a >= size) return +(ns / size).toPrecision(3) + " " + unit;
  return +ns.toPrecision(3) + " ns";
}

export function bytes(b) {
  for (const [unit, size] of [["GiB", 2 ** 30], ["MiB", 2 ** 20], ["KiB", 2 ** 10]]) if (b >= size) return +(b / size).toPrecision(3) + " " + unit;
  return +b.toPrecision(3) + " B";
}
