// What is known of one point: its numbers, where they come from, and the commands that
// repeat it.

import { h, redraw } from "./ui.js";
import { write, plain, share, bytes } from "./axes.js";
import { amountOf } from "./samples.js";
import { median } from "./stats.js";

export const numberOf = (p, view, v) => (view.as !== "value" ? `${plain(v)}×` : write(v, view.measure));
const range = (view, p) => (p.lo === p.hi ? "" : ` (${numberOf(p, view, p.lo)} to ${numberOf(p, view, p.hi)})`);

// tip is the short form, beside the pointer.
export function tip(p, view) {
  const e = p.raw, t = p.o.cell.first;
  return [
    h("b", null, t.variant), h("span", { class: "big" }, numberOf(p, view, p.y), h("small", null, range(view, p))),
    p.theory !== undefined && view.as === "value" && h("span", null, `theory ${numberOf(p, view, p.theory)}`),
    typeof p.x === "number" && h("span", null, `${view.axis.label}: ${write(p.x, view.axis)}`),
    h("span", { class: "quiet" }, [counts(e), where(p)].filter(Boolean).join(" · ")),
  ];
}

const counts = (e) => (e.trials ? `${plain(e.hits)} of ${plain(e.trials)}, ${e.n} seeds` : `${plain(e.n)} values`);
const where = (p) => `${p.o.cell.first.experiment}/${p.o.cell.first.part}`;

function facts(p, view) {
  const { o, raw: e } = p, c = o.cell, t = c.first, s = t.shape ?? {};
  const rows = [[view.measure.label, write(e.value, view.measure) + (e.lo === e.hi ? "" : `, from ${write(e.lo, view.measure)} to ${write(e.hi, view.measure)}`)]];
  if (o.theory) rows.push(["theory", `${write(o.theory.value, view.measure)}; measured is ${plain(e.value / o.theory.value)} times that${o.theory.bound ? `; quoted bound ${write(o.theory.bound, view.measure)}` : ""}`]);
  if (o.floor > 0) rows.push(["floor of the machine", `${write(o.floor, { time: true })}; measured is ${plain(e.value / o.floor)} times that`]);
  if (view.as !== "value") rows.push([view.as === "best" ? "over the best" : view.as === "theory" ? "over theory" : "over the floor", `${plain(p.y)} (${plain(p.lo)} to ${plain(p.hi)})`]);
  rows.push(["from", `${e.trials ? `${plain(e.hits)} of ${plain(e.trials)} in ` : ""}${c.records.length} repetitions with seeds of their own`]);
  for (const [k, v] of Object.entries(o.point)) rows.push([k, v]);
  if (c.keys > 0) rows.push(["keys held", plain(Math.round(c.keys))]);
  if (t.capacity) rows.push(["made for", `${plain(t.capacity)} keys, of which ${plain(t.fill ?? 1)} times as many were offered`]);
  if (s.bits) rows.push(["table", [bytes(s.bits / 8), c.keys > 0 && `${plain(c.bits / c.keys)} bits a key`, s.bucket_slots && `${s.bucket_slots} slots a bucket`, s.fingerprint_bits && `${s.fingerprint_bits} bits a fingerprint`, s.probes && `${s.probes} probes`, s.bucket_slots && c.load <= 1 && `load ${share(c.load)}`].filter(Boolean).join(", ")]);
  rows.push(["keys", t.workload + (t.hash ? `, hashed by ${t.hash}` : "")]);
  for (const k of ["call", "policy", "guard", "arrival", "pages"]) if (t[k]) rows.push([k, t[k]]);
  if (t.peer) rows.push(["library", t.peer]);
  return rows;
}

const quoted = (name) => `'${name}'`;

export function commands(p) {
  const t = p.o.cell.first, n = t.capacity ? ` --n ${t.capacity}` : "";
  return [
    ["measure the experiment again", `bench run --experiment ${t.experiment} --results results/again`],
    ["hold it against this run", `bench compare results/${p.o.cell.run.name} results/again --experiment ${t.experiment}`],
    t.variant !== "null" && !t.peer && ["try this filter alone", `bench try ${quoted(t.variant)} --workload ${quoted(t.workload)}${n}`],
  ].filter(Boolean);
}

export function details(parent, p, view, world, close) {
  if (!p) {
    redraw(parent, h("p", { class: "quiet" }, "Point at a mark to read it. Click it, or walk with the arrow keys, to see where it comes from and how to repeat it."));
    return;
  }
  const c = p.o.cell, asked = world.facts.experiments[c.first.experiment]?.question;
  redraw(parent,
    h("div", { class: "card" },
      h("button", { type: "button", class: "close", "aria-label": "close", onclick: close }, "×"),
      h("h2", null, c.first.variant), h("p", { class: "quiet" }, world.facts.families[c.family]?.doc ?? ""),
      h("dl", null, facts(p, view).map(([k, v]) => [h("dt", null, k), h("dd", null, v)]))),
    h("div", { class: "card" },
      h("h3", null, `${c.first.experiment}, part ${c.first.part}`), asked && h("p", null, asked),
      h("dl", { class: "stack" }, commands(p).map(([what, command]) => [h("dt", null, what), h("dd", null, h("code", null, command), copy(command))])),
      h("details", null, h("summary", null, `${c.records.length} records`), h("table", { class: "records" }, h("tbody", null, c.records.map((r) => h("tr", null, h("td", null, h("code", null, r.id)), h("td", null, `seed ${r.seed}`), h("td", null, each(p, r)), h("td", null, raw(r)))))))));
}

// each is what one record gave, where the values are one a record.
function each(p, r) {
  const { samples, cell } = p.o, per = samples.length / cell.records.length, i = cell.records.indexOf(r);
  if (!Number.isInteger(per)) return "";
  const own = samples.slice(i * per, (i + 1) * per);
  if (own[0].trials !== undefined && per === 1) return `${plain(own[0].hits)} of ${plain(own[0].trials)}`;
  return `${per > 1 ? "median " : ""}${plain(median(own.map(amountOf)).value)} ${p.o.unit}`;
}

const raw = (r) => h("button", { type: "button", class: "link", onclick: (e) => e.target.closest("tr").after(h("tr", null, h("td", { colSpan: 4 }, h("pre", null, JSON.stringify(r, null, 1)))))}, "all of it");

function copy(text) {
  return h("button", { type: "button", class: "link", onclick: async (e) => {
    await navigator.clipboard?.writeText(text).catch(() => {});
    e.target.textContent = "copied";
  } }, "copy");
}
