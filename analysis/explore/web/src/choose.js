// The tab of the adviser: what somebody needs, as people write it, and the filter of each
// family that does it.

import { h, toggle, select, redraw, csv, save } from "./ui.js";
import { rank, percent, bytes, count, time } from "./adviser.js";
import { swatch } from "./cost.js";

// read reads a number with a unit: 40M, 0.1%, 1/1000, 60MB, 80us. It is NaN for what is none.
function read(text, units) {
  const m = /^\s*([0-9.]+(?:e[+-]?[0-9]+)?)\s*(?:\/\s*([0-9.]+))?\s*([a-zµ%]*)\s*$/i.exec(text.replaceAll(",", ""));
  if (!m) return text.trim() ? NaN : 0;
  const unit = units[m[3].toLowerCase()];
  return unit === undefined ? NaN : (+m[1] / +(m[2] ?? 1)) * unit;
}

const counts = { "": 1, k: 1e3, m: 1e6, g: 1e9, b: 1e9, t: 1e12 };
const sizes = { "": 1, b: 1, k: 1e3, kb: 1e3, m: 1e6, mb: 1e6, g: 1e9, gb: 1e9, t: 1e12, tb: 1e12, kib: 2 ** 10, mib: 2 ** 20, gib: 2 ** 30, tib: 2 ** 40 };
const rates = { "": 1, "%": 0.01 };
const spans = { "": 1, ns: 1, us: 1e3, µs: 1e3, ms: 1e6, s: 1e9 };

const fields = [
  ["keys", "different keys", "40M", counts], ["fpr", "false positive rate", "0.1% or 1/1000", rates], ["memory", "memory", "60MB", sizes],
  ["growth", "may become times as many", "1", counts], ["copies", "copies of a key", "3, zipf:1 or hot:2%", null],
  ["hits", "share of lookups that hit", "5%", rates], ["miss", "work of a false positive", "80us", spans],
];

function copiesOf(text) {
  const [name, value] = text.includes(":") ? text.split(":") : ["each", text];
  if (!text.trim() || text.trim() === "1") return undefined;
  return { rule: name.trim(), value: read(value, name === "hot" ? rates : counts) };
}

// needOf reads the need from the page's state. An error is in words.
export function needOf(state) {
  const given = (name) => state.get(name, fields.some(([f]) => f !== "copies" && state.get(f)) || state.get("copies") ? "" : { keys: "40M", fpr: "0.1%", memory: "" }[name] ?? "");
  const text = Object.fromEntries(fields.map(([name]) => [name, given(name)])), n = {};
  for (const [name, label, like, units] of fields) {
    n[name] = units ? read(text[name], units) : 0;
    if (Number.isNaN(n[name])) return { text, error: `${label} “${text[name]}”: write it as ${like}` };
  }
  const need = { keys: n.keys, rate: n.fpr, bytes: n.memory, growth: n.growth, hitRatio: n.hits, missCost: n.miss, deletes: state.get("deletes") === "1", static: state.get("static") === "1", calls: state.get("calls") || "batch", copies: copiesOf(text.copies) };
  return { text, need };
}

export function chooseTab(parent, world, state, go) {
  const { text, need, error } = needOf(state), model = world.facts.model;
  let r, wrong = error;
  try {
    if (!wrong) r = rank(need, model);
  } catch (e) {
    wrong = e.message;
  }
  const input = ([name, label, like]) => h("label", { class: "field" }, h("span", null, label), h("input", { type: "text", "data-key": name, id: "need-" + name, placeholder: like, value: text[name], spellcheck: false, autocomplete: "off", oninput: (e) => state.set({ ...text, [name]: e.target.value }, true) }));
  const seen = new Set(), all = state.get("rows") === "all";
  const list = (r?.answers ?? []).filter((a) => all || (!seen.has(a.family) && seen.add(a.family)));
  const can = list.filter((a) => a.feasible), cannot = list.filter((a) => !a.feasible);
  redraw(parent,
    h("h2", { class: "finding", id: "finding", "aria-live": "polite" }, r ? r.verdict : "Say what you need"),
    h("p", { class: "quiet" }, wrong ? h("strong", { class: "wrong" }, wrong[0].toUpperCase() + wrong.slice(1) + ".") : `A filter of every family is designed for the need, whole slots and powers of two included, and everything that it keeps is counted. ${need.missCost > 0 ? "Ranked by the cost of a lookup, the work of false positives in it." : `Ranked by ${r.solved === "rate" ? "rate" : r.solved === "keys" ? "keys" : "bytes"}; say what a false positive costs to rank by time.`} Leave one of keys, rate and memory empty to have it solved for.`),
    h("div", { class: "sliders need" }, fields.map(input), select("calls", "calls", [["batch", "in batches"], ["single", "one by one"]], state.get("calls") || "batch", (calls) => state.set({ ...text, calls })),
      h("div", { class: "toggles" }, toggle("deletes", "keys are deleted", need?.deletes, (on) => state.set({ ...text, deletes: on ? "1" : "" })), toggle("static", "all keys known at once", need?.static, (on) => state.set({ ...text, static: on ? "1" : "" })))),
    can.length > 0 && h("div", { class: "scroll" }, h("table", { id: "answers" },
      h("thead", null, h("tr", null, ["filter", r.solved === "keys" ? "keys" : "memory", "bits/key", "rate", "miss", "hit", need.missCost > 0 && "cost", need.missCost > 0 && "best in", "beyond its keys", "copies", "deletes"].filter(Boolean).map((t, i) => h("th", { scope: "col", class: i && i < (need.missCost > 0 ? 8 : 6) ? "n" : "" }, t)))),
      h("tbody", null, can.map((a) => answer(a, r, world, need, go))))),
    cannot.length > 0 && h("h3", null, "What cannot, and why"),
    cannot.length > 0 && h("div", { class: "scroll" }, h("table", { id: "refused" }, h("tbody", null, cannot.map((a) => h("tr", null, h("th", { scope: "row" }, swatch(world, a.family), a.variant), h("td", null, a.why + (a.within ? `; in that memory ${a.within.variant} has ${percent(a.within.rate)}` : ""))))))),
    h("div", { class: "actions" }, h("button", { type: "button", class: "link", onclick: () => state.set({ ...text, rows: all ? "" : "all" }) }, all ? "the best of each family" : "every design"),
      r && h("button", { type: "button", onclick: () => save("choice.csv", "text/csv", csv([["filter", "feasible", "why", "keys", "rate", "bytes", "bits_per_key", "miss_ns", "hit_ns", "cost_ns", "best"], ...r.answers.map((a) => [a.variant, a.feasible, a.why, a.held, a.rate, a.bytes, a.bitsPerKey, a.miss?.ns ?? "", a.hit?.ns ?? "", a.cost?.ns ?? "", a.best])])) }, "designs as CSV"),
      h("span", { class: "quiet" }, model ? `Times of ${model.machine}.` : "")));
}

const about = (e) => (e ? h("span", { title: e.hi > e.lo ? `${time(e.lo)} to ${time(e.hi)}${e.outside ? "; extrapolated" : ""}` : undefined }, (e.outside ? "≈ " : "") + time(e.ns)) : "not timed");

function answer(a, r, world, need, go) {
  const cells = [r.solved === "keys" ? count(a.held) : bytes(a.bytes), a.bitsPerKey ? a.bitsPerKey.toFixed(a.bitsPerKey < 100 ? 1 : 0) : "", a.rate ? percent(a.rate) : "none", about(a.miss), about(a.hit)];
  if (need.missCost > 0) cells.push(about(a.cost), a.best > 0.0005 ? percent(a.best) : "");
  const row = h("tr", { "data-variant": a.variant, class: "answer" }, h("th", { scope: "row" }, swatch(world, a.family), h("button", { type: "button", class: "link plainlink", "aria-expanded": "false", onclick: more }, a.variant)), cells.map((c) => h("td", { class: "n" }, c)), [a.beyond, a.copies, a.deletes].map((t) => h("td", { class: "words" }, t)));
  function more(e) {
    const open = row.nextSibling?.classList.contains("more");
    e.target.setAttribute("aria-expanded", String(!open));
    if (open) return row.nextSibling.remove();
    row.after(h("tr", { class: "more" }, h("td", { colSpan: 11 }, h("div", null, h("p", null, a.use, a.library && ` It is ${a.library}.`, a.notes.length > 0 && ` Of its times: ${a.notes.join("; ")}.`), a.try && h("p", null, h("code", null, a.try)), a.ids.length > 0 && h("p", null, `rests on ${a.ids.length} points of the run `, h("button", { type: "button", class: "link", onclick: () => go(a) }, "its family in the plot"))))));
  }
  return row;
}
