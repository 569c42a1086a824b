// From the state of the page to the points of a plot, without any element of the page.

import { factors, factorOf, axisOf, measureOf, measures, axes, namer, paramsOf } from "./axes.js";
import { parse, encode } from "./data.js";

const natural = new Intl.Collator("en", { numeric: true }).compare;
const ops = ["insert", "hit", "miss", "delete", "refused"]; // as filters are used
const place = (v) => (ops.indexOf(v) + 1 || ops.length + 1);
export const inOrder = (a, b) => place(a) - place(b) || (typeof a === "number" && typeof b === "number" ? a - b : natural(String(a ?? ""), String(b ?? "")));

// byFamily orders names of filters as reports do.
export const byFamily = (facts) => (a, b) => (facts.families[parse(a).family]?.order ?? 1e9) - (facts.families[parse(b).family]?.order ?? 1e9) || natural(a, b);

// World is all runs of the page.
export class World {
  constructor(facts) {
    this.facts = facts;
    this.runs = [];
    this.byUnit = new Map();
    this.theory = new Map(facts.theory.map((t) => [t.id + t.unit + (t.point ?? ""), t]));
    this.laws = new Map(facts.laws.map((l) => [l.id, l.points]));
  }

  add(run) {
    this.runs.push(run);
    for (const o of run.observations) {
      const id = o.cell.first.id;
      o.params = paramsOf(o.cell.first.variant, this.facts);
      o.theory = this.theory.get(id + o.unit + (Object.values(o.point)[0] ?? ""));
      o.rate = o.cell.first.kind === "time" ? this.theory.get(id + "rate")?.value : o.theory?.value;
      let list = this.byUnit.get(o.unit);
      if (!list) this.byUnit.set(o.unit, (list = []));
      o.index = list.length;
      list.push(o);
    }
    this.columns = new Map();
  }

  // column is what a factor or an axis says of all observations of a unit: a code for each, by its index,
  // and the value of each code. It is made when first asked for.
  column(unit, factor, as = "factor") {
    const key = [as, factor.id, unit].join(" ");
    let column = this.columns.get(key);
    if (!column) this.columns.set(key, (column = encode(this.byUnit.get(unit) ?? [], factor.of)));
    return column;
  }

  units() {
    const known = measures.map((m) => m.unit).filter((u) => this.byUnit.has(u));
    return [...known, ...[...this.byUnit.keys()].filter((u) => !known.includes(u)).sort()];
  }
}

const yardsticks = new Set(["null", "floor"]);

// matcher turns words into a test of observations: all must be in the names of filter and keys.
function matcher(text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return () => true;
  const seen = new Map();
  return (o) => {
    const name = o.cell.first.variant + " " + o.cell.first.workload;
    if (!seen.has(name)) seen.set(name, words.every((w) => name.toLowerCase().includes(w)));
    return seen.get(name);
  };
}

// select keeps the observations that the state's filters leave, and counts for each factor how
// many each of its values would have.
export function select(world, state) {
  const measure = measures.find((m) => m.id === state.get("y", "rate")) ?? { unit: state.get("y") };
  const pool = world.byUnit.get(measure.unit) ?? [];
  const pooled = factors.map((f) => ({ id: f.id, column: world.column(measure.unit, f), wanted: new Set(state.all(f.id)) }));
  const active = pooled.filter((f) => f.wanted.size), telling = pooled.filter((f) => f.wanted.size || f.column.values.length > 1);
  for (const f of active) f.passes = f.column.values.map((v) => f.wanted.has(String(v ?? "")));
  for (const f of telling) f.counts = new Int32Array(f.column.values.length);
  const matches = matcher(state.get("q")), claim = world.facts.claims.find((c) => c.id === state.get("claim"));
  const ids = claim && new Set(claim.records), families = active.find((f) => f.id === "family"), chosen = [];
  pool.forEach((o, i) => {
    if (yardsticks.has(o.cell.family) && !families?.wanted.has(o.cell.family)) return;
    if (!matches(o) || (ids && !ids.has(o.cell.first.id))) return;
    let failing;
    for (const f of active) {
      if (f.passes[f.column.codes[i]]) continue;
      if (failing) return;
      failing = f;
    }
    if (!failing) chosen.push(o);
    for (const f of failing ? [failing] : telling) f.counts[f.column.codes[i]]++;
  });
  const counts = new Map(telling.map((f) => [f.id, new Map(f.column.values.map((v, code) => [v, f.counts[code]]).filter(([v, n]) => n && v !== undefined && v !== ""))]));
  return { unit: measure.unit, pool, chosen, counts };
}

// varying lists the factors with several values among observations.
function varying(world, list) {
  return factors.filter((f) => {
    const { codes, values } = world.column(list[0]?.unit, f);
    return values.length > 1 && list.some((o) => codes[o.index] !== codes[list[0].index]);
  });
}

// axesFor lists the axes along which observations differ.
export function axesFor(world, list) {
  const found = axes.filter((a) => {
    const { codes, values } = world.column(list[0]?.unit, a, "axis"), valid = values.map((v) => v !== undefined && isFinite(v));
    const first = list.find((o) => valid[codes[o.index]]);
    return list.some((o) => valid[codes[o.index]] && codes[o.index] !== codes[first.index]);
  });
  const several = (prefix, all) => {
    const seen = new Map();
    for (const params of all) for (const [k, v] of Object.entries(params)) if (v !== "" && !isNaN(v)) seen.set(k, (seen.get(k) ?? new Set()).add(v));
    return [...seen].filter(([, s]) => s.size > 1).map(([k]) => axisOf(prefix + k));
  };
  const variants = new Map(list.map((o) => [o.cell.first.variant, o.params])), workloads = new Set(list.map((o) => o.cell.first.workload));
  return { numbers: found, params: several("p.", variants.values()), streams: several("keys.", [...workloads].map((w) => parse(w).params)), names: varying(world, list).filter((f) => f.id !== "kind" && world.column(list[0].unit, f).values.some((v) => typeof v === "string")) };
}

// points places observations on the axes, in the order of their curves.
export function points(world, state, chosen) {
  const facts = world.facts, axis = axisOf(state.get("x", "bits")) ?? axes[0], facet = state.get("facet") && factorOf(state.get("facet"));
  const measure = measureOf(chosen[0]?.unit ?? state.get("y"), facts), name = namer(chosen, axis, facet?.id, varying(world, chosen), (f) => world.column(chosen[0].unit, f)), as = state.get("as", "value");
  const list = [];
  for (const o of chosen) {
    const x = axis.of(o);
    if (x === undefined || x === "" || (typeof x === "number" && !isFinite(x))) continue;
    const e = o.estimate, scaled = { y: e.value, lo: e.lo, hi: e.hi };
    if (!isFinite(e.value)) continue;
    const p = { o, x, ...scaled, raw: e, theory: o.theory?.value, bound: o.theory?.bound, floor: o.floor, facet: facet ? facet.of(o) ?? "" : "", series: name(o), family: o.cell.family };
    if (as === "theory") {
      if (!(p.theory > 0) || (measure.unit === "fp/Mlookup" && p.theory >= 1)) continue;
      divide(p, p.theory);
    } else if (as === "floor") {
      if (!(p.floor > 0)) continue;
      divide(p, p.floor);
    }
    list.push(p);
  }
  if (as === "best") best(list, axis, measure);
  const facets = ranks(list, (p) => p.facet, inOrder), curves = ranks(list, (p) => p.series, natural), places = ranks(list, (p) => p.x, inOrder);
  const order = (p) => facts.families[p.family]?.order ?? 1e9;
  list.sort((a, b) => facets.get(a.facet) - facets.get(b.facet) || order(a) - order(b) || curves.get(a.series) - curves.get(b.series) || places.get(a.x) - places.get(b.x));
  return { list, axis, facet, measure, as };
}

// ranks is the place of each value among those of a list: each pair is compared once.
const ranks = (list, of, order) => new Map([...new Set(list.map(of))].sort(order).map((v, i) => [v, i]));

function divide(p, by) {
  for (const k of ["y", "lo", "hi"]) p[k] /= by;
  for (const k of ["theory", "bound", "floor"]) p[k] = p[k] === undefined ? undefined : p[k] / by;
}

// atMost are the axes on which less is better too: there the best is that of all points whose
// place is no further.
const atMost = new Set(["bits", "bytes", "fpr"]);

// best divides every point by the best of its panel at the same place.
function best(list, axis, measure) {
  const better = measure.better === "higher" ? (a, b) => a > b : (a, b) => a < b;
  const panels = groups(list, (p) => p.facet);
  for (const panel of panels.values()) {
    const sorted = [...panel].sort((a, b) => inOrder(a.x, b.x));
    const bests = new Map();
    let running;
    for (const p of sorted) {
      const here = atMost.has(axis.id) ? running : bests.get(p.x);
      const now = here === undefined || better(p.raw.value, here) ? (p.raw.value > 0 ? p.raw.value : here) : here;
      bests.set(p.x, now);
      running = now;
    }
    for (const p of panel) if (bests.get(p.x) > 0) divide(p, bests.get(p.x));
  }
}

export function groups(list, key) {
  const map = new Map();
  for (const v of list) {
    const k = key(v);
    if (map.has(k)) map.get(k).push(v);
    else map.set(k, [v]);
  }
  return map;
}

// front is the points that no other of the panel beats in both directions.
export function front(list, measure) {
  const sign = measure.better === "higher" ? -1 : 1;
  const sorted = [...list].sort((a, b) => a.x - b.x || sign * (a.y - b.y)), out = [];
  let least = Infinity;
  for (const p of sorted) {
    if (sign * p.y < least) {
      least = sign * p.y;
      out.push(p);
    }
  }
  return out;
}

// law is theory between the points of a curve, where the page has it: over the fill, or
// over the load of the same table.
export function law(world, curve, axis, as) {
  if ((axis.id !== "fill" && axis.id !== "load") || as !== "value") return undefined;
  for (const p of curve) {
    const places = world.laws.get(p.o.cell.first.id);
    if (!places) continue;
    const scale = axis.id === "load" ? p.x / p.o.cell.first.fill : 1, last = Math.max(...curve.map((q) => q.x));
    return places.map(([x, y]) => ({ x: x * scale, y })).filter((q) => q.x <= last * 1.0001);
  }
}
