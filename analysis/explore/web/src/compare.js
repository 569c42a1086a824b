// Two runs, point by point: what changed, and what intervals tell apart.

import { h, select, redraw, csv, save } from "./ui.js";
import { measureOf, write, plain } from "./axes.js";
import { panels, dress, legend } from "./plot.js";
import { inOrder } from "./view.js";

// pairs are the observations that both runs have.
export function pairs(a, b, unit) {
  const other = new Map(b.observations.filter((o) => o.unit === unit).map((o) => [o.key, o])), list = [];
  for (const o of a.observations) {
    const twin = o.unit === unit && other.get(o.key);
    if (!twin || o.cell.family === "null" || o.cell.family === "floor") continue;
    const x = o.estimate, y = twin.estimate, ratio = y.value / x.value;
    if (!(x.value > 0) || !isFinite(ratio)) continue;
    list.push({ o: twin, before: x, raw: y, x: x.value, y: ratio, lo: y.lo / x.hi, hi: x.lo > 0 ? y.hi / x.lo : Infinity, facet: "", series: o.cell.family, family: o.cell.family, apart: y.lo > x.hi || y.hi < x.lo });
  }
  return list;
}

const sameCounts = (a, b) => {
  const other = new Map(b.records.map((r) => [r.id, r])), out = { both: 0, differ: 0 };
  for (const r of a.records) {
    const twin = other.get(r.id);
    if (!twin || !r.fpr || !twin.fpr) continue;
    out.both++;
    if (JSON.stringify(r.fpr) !== JSON.stringify(twin.fpr)) out.differ++;
  }
  return out;
};

export function compareTab(parent, world, state, { dark, width, pick, add }) {
  const runs = world.runs;
  if (runs.length < 2) {
    return redraw(parent, h("h2", { class: "finding", id: "finding" }, "One run is here; a second one is needed"),
      h("p", null, "Drop a records file (records.jsonl, or the same compressed by gzip) anywhere on this page, or choose one. It stays on your machine."), h("p", null, add()),
      h("p", { class: "quiet" }, "Or write a page of two runs: ", h("code", null, "bench explore results/reference results/mine -o both.html")));
  }
  const a = runs.find((r) => r.name === state.get("old")) ?? runs[0], b = runs.find((r) => r.name === state.get("new")) ?? runs.find((r) => r !== a);
  const units = world.units().filter((u) => a.observations.some((o) => o.unit === u) && b.observations.some((o) => o.unit === u));
  const unit = units.includes(state.get("unit")) ? state.get("unit") : units[0], measure = measureOf(unit, world.facts);
  const list = unit ? pairs(a, b, unit) : [], apart = list.filter((p) => p.apart), counts = sameCounts(a, b);
  const names = runs.map((r) => [r.name, r.name]);
  const view = { list, axis: { id: "before", label: `${measure.label} in ${a.name}`, log: measure.log }, measure, as: "best", colorOf: null };
  const entries = dress(view, { get: (_, otherwise) => otherwise ?? "" }, world.facts, dark);
  const worse = apart.filter((p) => (measure.better === "higher" ? p.y < 1 : p.y > 1)).length;
  const drawn = list.length && panels(world, view, { get: (name) => (name === "ys" ? "log" : ""), all: () => ["bars"] }, { width, dark, focus: pick.focus(view), pick: () => {} });
  redraw(parent,
    h("h2", { class: "finding", id: "finding" }, list.length ? `${plain(apart.length)} of ${plain(list.length)} points are told apart: ${worse} worse, ${apart.length - worse} better in ${b.name}` : "The two runs share no point of this measure"),
    h("p", { class: "quiet" }, counts.both ? `Counts of ${plain(counts.both)} equal trials: ${counts.differ ? plain(counts.differ) + " differ, which is a change of behaviour" : "all are the same"}. ` : "No trial is in both, so counts cannot be held against each other. ", "Of times that did not change, about 1 in 20 intervals would still be apart by chance; bench compare corrects for that."),
    h("div", { class: "bar" }, select("old", "Old", names, a.name, (v) => state.set({ old: v })), select("new", "New", names, b.name, (v) => state.set({ new: v })), select("unit", "Measure", units.map((u) => [u, measureOf(u, world.facts).label]), unit, (v) => state.set({ unit: v }))),
    drawn && legend(entries.map((e) => ({ ...e, family: undefined })), () => {}), drawn && h("p", { class: "quiet" }, `Up: ${b.name} as a multiple of ${a.name}; 1× is no change. Intervals that reach beyond the frame are cut.`), drawn && h("div", { class: "panels", style: "--columns:1" }, drawn.figures),
    apart.length > 0 && h("h3", null, "The largest changes that intervals tell apart"),
    apart.length > 0 && h("div", { class: "scroll" }, h("table", { id: "changes" }, h("thead", null, h("tr", null, ["filter", "where", a.name, b.name, "new / old"].map((t, i) => h("th", { class: i > 1 ? "n" : "" }, t)))),
      h("tbody", null, [...apart].sort((p, q) => Math.abs(Math.log(q.y)) - Math.abs(Math.log(p.y))).slice(0, 25).map((p) => h("tr", null, h("th", { scope: "row" }, p.o.cell.first.variant), h("td", null, [`${p.o.cell.first.experiment}/${p.o.cell.first.part}`, ...Object.values(p.o.point), p.o.cell.first.workload !== "uniform" && p.o.cell.first.workload, p.o.cell.first.capacity && plain(p.o.cell.first.capacity) + " keys"].filter(Boolean).join(", ")), h("td", { class: "n" }, write(p.before.value, measure)), h("td", { class: "n" }, write(p.raw.value, measure)), h("td", { class: "n" }, plain(p.y))))))),
    h("div", { class: "actions" }, h("button", { type: "button", onclick: () => save("comparison.csv", "text/csv", csv([["filter", "experiment", "part", "point", "old", "old_lo", "old_hi", "new", "new_lo", "new_hi", "apart"], ...[...list].sort((p, q) => inOrder(p.x, q.x)).map((p) => [p.o.cell.first.variant, p.o.cell.first.experiment, p.o.cell.first.part, Object.values(p.o.point).join(" "), p.before.value, p.before.lo, p.before.hi, p.raw.value, p.raw.lo, p.raw.hi, p.apart])])) }, "all points as CSV"), add()));
}
