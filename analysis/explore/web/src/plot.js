// The plot: one panel for each value of the panel's factor, drawn by Observable Plot.

import * as Plot from "@observablehq/plot";
import { h } from "./ui.js";
import { write, plain, share, duration, bytes } from "./axes.js";
import { groups, front, law, inOrder } from "./view.js";
import { familyColour, familySymbol, shade, scale, symbols } from "./colour.js";

export const mostPanels = 12;
const mostSeries = 12;

// dress gives every point its colour and mark, and returns the legend.
export function dress(view, state, facts, dark) {
  const by = state.get("color", "family"), list = view.list;
  if (by !== "family") {
    const of = view.colorOf, values = [...new Set(list.map((p) => of(p.o) ?? ""))].sort(inOrder), looks = scale(values, dark);
    for (const p of list) Object.assign(p, looks.get(of(p.o) ?? ""));
    return values.map((v) => ({ name: write(v) || "none", ...looks.get(v) }));
  }
  const series = new Map(), members = groups(list, (p) => p.family);
  for (const p of list) if (!series.has(p.series)) series.set(p.series, p);
  const few = series.size <= mostSeries, used = new Set();
  for (const [family, points] of members) {
    const names = [...new Set(points.map((p) => p.series))], colour = familyColour(family, facts, dark), own = familySymbol(family, facts);
    const marks = new Map(names.map((name, i) => {
      const free = i === 0 && !used.has(own) ? own : symbols.find((s) => !used.has(s)) ?? own;
      if (few) used.add(free);
      return [name, few ? free : own];
    }));
    for (const p of points) {
      p.colour = few ? shade(colour, names.indexOf(p.series), names.length, dark) : colour;
      p.symbol = marks.get(p.series);
    }
  }
  if (few) return [...series.values()].map((p) => ({ name: p.series, colour: p.colour, symbol: p.symbol }));
  return [...members].map(([family, [p]]) => ({ name: family, colour: p.colour, symbol: p.symbol, family, title: facts.families[family]?.doc }));
}

export function legend(entries, pick) {
  return h("div", { class: "legend" }, entries.map((e) => {
    const mark = Plot.dot([0], { x: () => 8, y: () => 8, r: 4.5, symbol: e.symbol, fill: strokes.has(e.symbol) ? "none" : e.colour, stroke: e.colour, strokeWidth: strokes.has(e.symbol) ? 1.8 : 0 }).plot({ width: 16, height: 16, margin: 0, x: { domain: [0, 16], range: [0, 16], axis: null, type: "linear" }, y: { domain: [0, 16], range: [0, 16], axis: null, type: "linear" } });
    mark.setAttribute("aria-hidden", "true");
    return e.family ? h("button", { type: "button", class: "key", title: `${e.title ?? ""} — only this family, or all`, onclick: () => pick(e.family) }, mark, e.name) : h("span", { class: "key" }, mark, e.name);
  }));
}
const strokes = new Set(["asterisk", "times", "plus", "triangle2", "square2", "diamond2"]);

const isLog = (wanted, values, otherwise) => {
  if (wanted === "lin") return false;
  const positive = values.filter((v) => v > 0);
  if (!positive.length || (otherwise === false && !wanted)) return false;
  if (wanted === "log") return true;
  const [low, high] = extent(positive);
  return high > 20 * low && (otherwise || values.every((v) => v > 0));
};

function extent(values) {
  let low = Infinity, high = -Infinity;
  for (const v of values) {
    if (v < low) low = v;
    if (v > high) high = v;
  }
  return [low, high];
}

// scales decides the two axes of all panels from all points.
export function scales(view, state) {
  const { list, axis, measure, as } = view, ys = list.map((p) => p.y), named = list.some((p) => typeof p.x === "string");
  const xLog = !named && isLog(state.get("xs"), list.map((p) => p.x), axis.log), yLog = isLog(state.get("ys"), ys, as !== "value" ? undefined : measure.log);
  const on = new Set(shown(state)), reach = [];
  for (const p of list) {
    reach.push(p.y);
    if (on.has("bars")) reach.push(p.lo, p.hi);
    if (on.has("theory") && p.theory > 0) reach.push(p.theory);
    if (on.has("floor") && p.floor > 0) reach.push(p.floor);
  }
  if (as !== "value") reach.push(1);
  const finite = reach.filter((v) => isFinite(v) && (!yLog || v > 0));
  let [low, high] = extent(finite.length ? finite : [0, 1]);
  const [least] = extent(ys.filter((v) => v > 0).concat(high));
  if (yLog) {
    low = Math.max(low, least / 50);
    if (ys.some((v) => v <= 0)) low = Math.min(low, least) / 2.5;
    [low, high] = [low / 1.12, high * 1.12];
  } else {
    const room = 0.04 * (high - low || 1);
    low = low >= 0 && low < 0.35 * high ? 0 : low - room;
    high += room;
  }
  const tick = as !== "value" ? (v) => `${plain(v)}×` : measure.share ? share : measure.time ? duration : measure.unit === "heap-B/key" ? (v) => bytes(v) : plain;
  return {
    named, xLog, yLog, floorOfLog: low * 1.1, tick,
    y: { type: yLog ? "log" : "linear", domain: [low, high], label: null, tickFormat: tick, ticks: yLog ? 6 : 7, grid: true },
    x: named ? { type: "point", domain: [...new Set(list.map((p) => p.x))], label: null } : { type: xLog ? "log" : "linear", label: axis.label, tickFormat: axis.bytes ? bytes : (v) => (v >= 1e4 ? short(v) : plain(v)), ticks: 6, nice: !xLog },
  };
}

const short = (v) => (v >= 1e9 ? +(v / 1e9).toPrecision(3) + "G" : v >= 1e6 ? +(v / 1e6).toPrecision(3) + "M" : v >= 1e4 ? +(v / 1e3).toPrecision(3) + "k" : plain(v));

export const shown = (state) => (state.all("on").length ? state.all("on") : ["theory", "bars", "lines"]);

// panels draws the plot. focus is called with the point under the pointer, pick with one
// that is chosen.
export function panels(world, view, state, { width, dark, focus, pick }) {
  const s = scales(view, state), on = new Set(shown(state)), all = [...groups(view.list, (p) => p.facet)];
  const kept = all.slice(0, mostPanels), single = kept.length === 1;
  const columns = single ? 1 : Math.max(1, Math.min(kept.length === 2 || kept.length === 4 ? 2 : 3, Math.floor(width / 330)));
  const each = Math.floor((width - 14 * (columns - 1)) / columns);
  const figures = kept.map(([facet, list]) => {
    const options = s.named ? across(list, s, on, view, dark, each) : upright(world, list, s, on, view, dark, each, single);
    const figure = Plot.plot(options);
    figure.points = list;
    figure.addEventListener("input", () => focus(figure.value, figure));
    figure.addEventListener("click", () => pick(figure.value));
    const title = view.facet ? `${view.facet.label} ${write(facet)}`.replace(/^(experiment|part|operation|family|filter|run|keys|call) /, "") : "";
    return h("figure", { class: "panel" }, title && h("figcaption", null, title), figure);
  });
  return { figures, columns, hidden: all.length - kept.length, scales: s };
}

const ink = (dark) => (dark ? "#E6E9EE" : "#16191D");

// clamped places a zero at the foot of a logarithmic axis.
const clamped = (s) => (v) => (s.yLog && !(v > s.y.domain[0]) ? s.floorOfLog : Math.min(v, s.y.domain[1]));

function upright(world, list, s, on, view, dark, width, single) {
  const y = clamped(s), curves = [...groups(list, (p) => p.series).values()], marks = [];
  if (view.as !== "value") marks.push(Plot.ruleY([1], { stroke: ink(dark), strokeOpacity: 0.5 }));
  if (on.has("theory") && view.as === "value") {
    for (const curve of curves) {
      const line = law(world, curve, view.axis, view.as) ?? curve.filter((p) => p.theory > 0 && p.theory >= s.y.domain[0]).map((p) => ({ x: p.x, y: p.theory }));
      if (line.length > 1) marks.push(Plot.line(line.filter((q) => q.y >= s.y.domain[0]), { x: "x", y: "y", stroke: curve[0].colour, strokeDasharray: "5 3", strokeWidth: 1.2, strokeOpacity: 0.9 }));
      else if (line.length) marks.push(Plot.dot(line, { x: "x", y: "y", stroke: curve[0].colour, r: 6, strokeDasharray: "2 2" }));
    }
  }
  if (on.has("bound") && view.as === "value") for (const curve of curves) marks.push(Plot.line(curve.filter((p) => p.bound > 0), { x: "x", y: (p) => y(p.bound), stroke: curve[0].colour, strokeDasharray: "1.5 3", strokeWidth: 1.2 }));
  if (on.has("floor")) marks.push(Plot.line(list.filter((p) => p.floor > 0), { x: "x", y: (p) => y(p.floor), z: "series", stroke: ink(dark), strokeOpacity: 0.45, strokeDasharray: "1.5 3", strokeWidth: 1.5 }));
  if (on.has("lines")) {
    const joined = curves.filter((c) => c.length > 1 && !(on.has("theory") && view.as === "value" && c.some((p) => p.theory > 0))).flat();
    marks.push(Plot.line(joined, { x: "x", y: (p) => y(p.y), z: "series", stroke: "colour", strokeWidth: 1, strokeOpacity: 0.55 }));
  }
  if (on.has("bars")) marks.push(Plot.ruleX(list, { x: "x", y1: (p) => y(Math.max(p.lo, -1e300)), y2: (p) => y(p.hi), stroke: "colour", strokeWidth: 1.1, strokeOpacity: 0.8 }));
  marks.push(...dots(list, { x: "x", y: (p) => y(p.y) }, list.length));
  if (on.has("pareto")) marks.push(Plot.line(front(list.filter((p) => p.y > 0), view.measure), { x: "x", y: (p) => y(p.y), curve: "step-after", stroke: ink(dark), strokeWidth: 1.6, strokeOpacity: 0.75 }));
  marks.push(Plot.dot(list, Plot.pointer({ x: "x", y: (p) => y(p.y), r: 8, stroke: ink(dark), strokeWidth: 1.6, maxRadius: 44 })));
  return frame(s, { width, height: single ? tall() : 270, marginLeft: 62, marginBottom: 40, marginRight: 14, marginTop: 12, x: { ...s.x, ticks: Math.max(3, Math.min(8, Math.floor(width / 120))) }, y: s.y, marks });
}

// tall is the height of a single panel: no more than is seen at once.
export const tall = () => Math.round(Math.min(520, Math.max(300, innerHeight * 0.56)));

// across draws names down the page and the measure across it.
function across(list, s, on, view, dark, width) {
  const x = clamped(s), names = [...new Set(list.map((p) => p.x))], left = Math.min(Math.max(...names.map((n) => n.length)) * 6.3 + 14, width * 0.42), marks = [];
  if (view.as !== "value") marks.push(Plot.ruleX([1], { stroke: ink(dark), strokeOpacity: 0.5 }));
  if (on.has("theory") && view.as === "value") marks.push(Plot.tickX(list.filter((p) => p.theory > 0), { x: (p) => x(p.theory), y: "x", stroke: "colour", strokeWidth: 1.4, strokeDasharray: "3 2" }));
  if (on.has("floor")) marks.push(Plot.tickX(list.filter((p) => p.floor > 0), { x: (p) => x(p.floor), y: "x", stroke: ink(dark), strokeOpacity: 0.5 }));
  if (on.has("bars")) marks.push(Plot.ruleY(list, { y: "x", x1: (p) => x(p.lo), x2: (p) => x(p.hi), stroke: "colour", strokeWidth: 1.1 }));
  marks.push(...dots(list, { x: (p) => x(p.y), y: "x" }, list.length));
  marks.push(Plot.dot(list, Plot.pointer({ x: (p) => x(p.y), y: "x", r: 8, stroke: ink(dark), strokeWidth: 1.6, maxRadius: 44 })));
  const clip = (n) => (n.length * 6.3 > left ? n.slice(0, Math.floor(left / 6.6)) + "…" : n);
  return frame(s, { width, height: Math.max(120, names.length * 17 + 60), marginLeft: left + 8, marginBottom: 38, marginRight: 16, marginTop: 10, x: { ...s.y, ticks: Math.max(3, Math.floor((width - left) / 90)) }, y: { type: "band", domain: names, label: null, tickFormat: clip, padding: 0.5 }, marks });
}

function dots(list, place, many) {
  const r = many > 600 ? 2.4 : many > 200 ? 3 : 3.8, filled = list.filter((p) => !strokes.has(p.symbol)), open = list.filter((p) => strokes.has(p.symbol));
  return [
    Plot.dot(filled, { ...place, r, symbol: "symbol", fill: (p) => (p.y > 0 ? p.colour : "none"), stroke: "colour", strokeWidth: (p) => (p.y > 0 ? 0 : 1.2), fillOpacity: many > 400 ? 0.75 : 0.95 }),
    Plot.dot(open, { ...place, r, symbol: "symbol", stroke: "colour", fill: "none", strokeWidth: 1.4 }),
  ];
}

const frame = (s, options) => ({
  style: { background: "none", color: "currentColor", fontFamily: "inherit", fontSize: "12px", overflow: "visible" },
  color: { type: "identity" }, symbol: { type: "identity" }, ...options,
});
