// What a choice costs: the time of a lookup of an absent key, and its rate of false positives
// times the work that one leads to; without a filter, the work. The model and its contenders
// are those of package measure.

import { h, toggle, redraw, csv, save } from "./ui.js";
import { duration, share, plain, bytes } from "./axes.js";
import { parse } from "./data.js";
import { regret, legible } from "./colour.js";

export const noFilter = "no filter";
const works = [10, 30, 100, 300, 1e3, 3e3, 1e4, 3e4, 1e5, 3e5, 1e6, 1e7];
const resamples = 400;

export const overhead = (c, work) => (c.variant === noFilter ? work : c.time + c.rate * work);

// rank orders the contenders that will do by their cost.
export function rank(size, facts, { work, bits, deletes, grows }) {
  const will = (c) => {
    const traits = facts.families[parse(c.variant).family]?.traits ?? [];
    return (!bits || c.bits <= bits) && (!deletes || (traits.includes("delete") && !traits.includes("unsound") && !traits.includes("static"))) && (!grows || !traits.includes("static"));
  };
  const list = [...size.contenders.filter(will), { variant: noFilter, time: 0, rate: 1, bits: 0, times: [], ratios: [] }].map((c) => ({ ...c, cost: overhead(c, work) }));
  list.sort((a, b) => a.cost - b.cost);
  for (const c of list) c.over = c.cost / list[0].cost;
  return list;
}

// random is a small generator with a seed (mulberry32): the same page says the same.
function random(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

// chances is in which share of resampled runs each is the cheapest: repetitions of one part
// are drawn together, for its filters took turns in them, and the seeds of each rate.
export function chances(list, work) {
  const draw = random(7), wins = new Map();
  for (let i = 0; i < resamples; i++) {
    const reps = new Map();
    let best = noFilter, least = work;
    for (const c of list) {
      if (c.variant === noFilter) continue;
      if (!reps.has(c.part)) reps.set(c.part, c.times.map(() => Math.floor(draw() * c.times.length)));
      const times = reps.get(c.part).map((r) => c.times[r]).filter((t) => t !== null && t !== undefined).sort((a, b) => a - b), n = times.length;
      const time = n ? (times[(n - 1) >> 1] + times[n >> 1]) / 2 : c.time;
      let rate = c.rate;
      if (c.ratios.length) {
        let sum = 0;
        for (let k = 0; k < c.ratios.length; k++) sum += c.ratios[Math.floor(draw() * c.ratios.length)];
        rate = (c.theory * sum) / c.ratios.length;
      }
      const cost = time + rate * work;
      if (cost < least) [best, least] = [c.variant, cost];
    }
    wins.set(best, (wins.get(best) ?? 0) + 1);
  }
  return new Map([...wins].map(([v, n]) => [v, n / resamples]));
}

export function needOf(state, sizes) {
  const n = Math.min(sizes.length - 1, Math.max(0, +state.get("n", String(sizes.length - 1))));
  return { n, work: 10 ** +state.get("work", "4"), bits: +state.get("bits", "0"), deletes: state.get("del") === "1", grows: state.get("add") === "1" };
}

const mostRows = 15;

export function costTab(parent, world, state, dark) {
  const facts = world.facts, sizes = facts.cost ?? [];
  if (!sizes.length) return redraw(parent, h("p", null, "The run has no times of lookups from which the cost could be told: it lacks the experiment throughput."));
  const need = needOf(state, sizes), size = sizes[need.n], list = rank(size, facts, need), chance = chances(list, need.work), best = list[0];
  const slider = (key, label, value, min, max, step, text, change) => h("label", { class: "slider" }, h("span", null, label, h("output", null, text)), h("input", { type: "range", "data-key": key, id: "slider-" + key, min, max, step, value, oninput: (e) => change(e.target.value) }));
  const all = state.get("rows") === "all", rows = all ? list : list.slice(0, mostRows), memory = (c) => (c.bits ? bytes((c.bits * size.keys) / 8) : "");
  redraw(parent,
    h("h2", { class: "finding", id: "finding" }, best.variant === noFilter ? `No filter pays where a miss saves ${duration(need.work)}` : `${best.variant} is the cheapest where a miss saves ${duration(need.work)}: ${duration(best.cost)} a lookup${chance.get(best.variant) < 0.95 ? `, in ${share(chance.get(best.variant) ?? 0)} of resampled runs` : ""}`),
    h("p", { class: "quiet" }, "The cost of a lookup of an absent key in a batch: its time here, hash included, and the false positive rate times the work that a false positive leads to. All were timed on the machine of this run."),
    h("div", { class: "sliders" },
      slider("work", "work that a miss saves", Math.log10(need.work), 1, 7, 0.1, duration(need.work), (v) => state.set({ work: v }, true)),
      slider("n", "keys", need.n, 0, sizes.length - 1, 1, plain(size.keys), (v) => state.set({ n: v }, true)),
      slider("bits", "bits per key, at most", need.bits || 41, 6, 41, 0.5, need.bits ? `${need.bits}, ${bytes((need.bits * size.keys) / 8)}` : "any number", (v) => state.set({ bits: +v > 40 ? "" : v }, true)),
      h("div", { class: "toggles" }, toggle("del", "keys are deleted", need.deletes, (on) => state.set({ del: on ? "1" : "" })), toggle("add", "keys are added later", need.grows, (on) => state.set({ add: on ? "1" : "" })))),
    h("div", { class: "scroll" }, h("table", { id: "ranking" },
      h("thead", null, h("tr", null, ["filter", "cost", "× best", "best in", "time", "rate", "bits/key", "memory"].map((t, i) => h("th", { class: i ? "n" : "", scope: "col", title: t === "best in" ? "share of resampled runs in which it is the cheapest" : undefined }, t)))),
      h("tbody", null, rows.map((c) => h("tr", { "data-variant": c.variant, "data-cost": c.cost }, h("th", { scope: "row" }, swatch(world, c.variant), c.variant), [duration(c.cost), plain(c.over), chance.get(c.variant) ? share(chance.get(c.variant)) : "", c.variant === noFilter ? "" : duration(c.time), c.variant === noFilter ? "" : c.rate ? share(c.rate) : "none", c.bits ? plain(c.bits) : "", memory(c)].map((t) => h("td", { class: "n" }, t))))))),
    list.length > mostRows && h("button", { type: "button", class: "link", onclick: () => state.set({ rows: all ? "" : "all" }) }, all ? "fewer" : `all ${list.length}`),
    h("h3", null, "How many times the cost of the best, by the work that a miss saves"),
    h("div", { class: "scroll" }, h("table", { class: "heat", id: "regret" },
      h("thead", null, h("tr", null, h("th", null, ""), works.map((w) => h("th", { scope: "col", class: Math.abs(Math.log10(w / need.work)) < 0.26 ? "now" : "" }, duration(w))))),
      h("tbody", null, map(size, facts, need, rows, dark)))),
    h("div", { class: "actions" }, h("button", { type: "button", onclick: () => save("cost.csv", "text/csv", csv([["filter", "cost_ns", "times_best", "time_ns", "rate", "bits_per_key"], ...list.map((c) => [c.variant, c.cost, c.over, c.time, c.rate, c.bits])])) }, "ranking as CSV")));
}

export const swatch = (world, variant) => h("span", { class: "swatch", style: `background:${world.colour(parse(variant).family)}` });

function map(size, facts, need, rows, dark) {
  const columns = works.map((work) => new Map(rank(size, facts, { ...need, work }).map((c) => [c.variant, c.over])));
  return rows.map((c) => h("tr", null, h("th", { scope: "row" }, c.variant), columns.map((column) => {
    const over = column.get(c.variant), ground = regret(over, dark);
    return h("td", { style: `background:${ground};color:${legible(ground)}` }, over < 1.005 ? "best" : over >= 100 ? plain(Math.round(over)) : over.toPrecision(over < 10 ? 2 : 3));
  })));
}
