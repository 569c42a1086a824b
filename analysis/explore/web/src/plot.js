// The plot: one panel for each value of the panel's factor, drawn by Observable Plot.

import * as Plot from "@observablehq/plot";
import { h } from "./ui.js";
import { write, plain, share, duration, bytes } from "./axes.js";
import { groups, front, law, inOrder } from "./view.js";
import { familyColour, familySymbol, shade, scale, symbols } from "./colour.js";
import { dots, element, key, layer, lines, outline, stairs } from "./marks.js";

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
  return h("div", { class: "legend" }, entries.map((e) => (e.family ? h("button", { type: "button", class: "key", title: `${e.title ?? ""} — only this family, or all`, onclick: () => pick(e.family) }, key(e), e.name) : h("span", { class: "key" }, key(e), e.name))));
}

const isLog = (wanted, values, otherwise) => {
  if (wanted === "lin") return false;
  const positive = values.filter((v) => v > 0);
  if (!positive.length || (otherwise === false && !wanted && !strays(positive))) return false;
  if (wanted === "log") return true;
  const [low, high] = extent(positive);
  return high > 20 * low && (otherwise || values.every((v) => v > 0));
};

// strays tells whether a few values are so large that the others would lie on one spot.
function strays(values) {
  const sorted = Float64Array.from(values).sort();
  return sorted.at(-1) > 30 * sorted[Math.floor(0.95 * (sorted.length - 1))];
}

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
  const [lowest, highest] = extent(ys.filter((v) => v > 0)), far = as !== "value"; // intervals of ratios may reach anywhere: they are cut
  const finite = reach.filter((v) => isFinite(v) && (!yLog || v > 0) && (!far || (v <= 2 * highest && (!yLog || v >= lowest / 2))));
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
    const figure = Plot.plot(s.named ? across(list, s, on, view, dark, each) : upright(world, list, s, on, view, dark, each, single));
    figure.points = list;
    follow(figure, dark, focus, pick);
    const title = view.facet ? `${view.facet.label} ${write(facet)}`.replace(/^(experiment|part|operation|family|filter|run|keys|call) /, "") : "";
    return h("figure", { class: "panel" }, title && h("figcaption", null, title), figure);
  });
  return { figures, columns, hidden: all.length - kept.length, scales: s };
}

const reach = 44; // pixels from the pointer to the point that it means, at most

// follow tells which point of a figure is nearest to the pointer, and marks it.
function follow(figure, dark, focus, pick) {
  const mark = element("circle", { class: "near", r: 8, fill: "none", stroke: ink(dark), "stroke-width": 1.6, visibility: "hidden", "pointer-events": "none" });
  figure.append(mark);
  let places, now;
  const nearest = (e) => {
    places ??= figure.points.map((p) => spot(figure, p));
    const box = figure.getBoundingClientRect(), scaled = figure.viewBox.baseVal.width / box.width;
    const x = (e.clientX - box.left) * scaled, y = (e.clientY - box.top) * scaled;
    let found, least = reach * reach;
    places.forEach((q, i) => {
      const d = (q.x - x) ** 2 + (q.y - y) ** 2;
      if (d < least) [found, least] = [i, d];
    });
    return found;
  };
  const move = (i) => {
    if (i === now) return;
    now = i;
    mark.setAttribute("visibility", i === undefined ? "hidden" : "visible");
    if (i !== undefined) for (const c of ["x", "y"]) mark.setAttribute("c" + c, places[i][c]);
    focus(figure.points[i], figure);
  };
  for (const event of ["pointermove", "pointerdown"]) figure.addEventListener(event, (e) => move(nearest(e)));
  figure.addEventListener("pointerleave", (e) => e.pointerType === "mouse" && move(undefined));
  figure.addEventListener("click", (e) => pick(figure.points[nearest(e)]));
}

// spot is where a point is in its figure.
export function spot(figure, p) {
  figure.spots ??= { x: figure.scale("x"), y: figure.scale("y") };
  const { x, y } = figure.spots, within = (s, v) => s.apply(s.type === "log" ? Math.max(v, s.domain[0]) : v) + (s.bandwidth ? s.bandwidth / 2 : 0);
  return typeof p.x === "string" ? { x: within(x, p.y), y: within(y, p.x) } : { x: within(x, p.x), y: within(y, p.y) };
}

const ink = (dark) => (dark ? "#E6E9EE" : "#16191D");

// clamped places a zero at the foot of a logarithmic axis.
const clamped = (s) => (v) => (s.yLog && !(v > s.y.domain[0]) ? s.floorOfLog : Math.min(v, s.y.domain[1]));

function upright(world, list, s, on, view, dark, width, single) {
  const y = clamped(s), curves = [...groups(list, (p) => p.series).values()], marks = [], xs = list.map((p) => p.x);
  const place = (of) => (p, scales) => [scales.x(p.x), scales.y(y(of(p)))], value = place((p) => p.y);
  const line = (width, dash, opacity) => (p) => ({ stroke: p.colour, "stroke-width": width, "stroke-dasharray": dash, "stroke-opacity": opacity });
  const drawn = (width, dash, opacity) => () => ({ stroke: ink(dark), "stroke-width": width, "stroke-dasharray": dash, "stroke-opacity": opacity });
  if (view.as !== "value") marks.push(Plot.ruleY([1], { stroke: ink(dark), strokeOpacity: 0.5 }));
  if (on.has("theory") && view.as === "value") {
    const laws = curves.map((curve) => (law(world, curve, view.axis, view.as) ?? curve.filter((p) => p.theory > 0).map((p) => ({ x: p.x, y: p.theory }))).filter((q) => q.y >= s.y.domain[0]).map((q) => ({ ...q, colour: curve[0].colour })));
    for (const l of laws) for (const q of l) xs.push(q.x);
    marks.push(lines("theory", laws.filter((l) => l.length > 1), line(1.2, "5 3", 0.9), value));
    marks.push(layer("theory of a point", laws.filter((l) => l.length === 1).flat(), line(1.5, "2 2"), (q, scales) => `M${scales.x(q.x)},${scales.y(q.y)}${outline("circle", 6)}`));
  }
  if (on.has("bound") && view.as === "value") marks.push(lines("bound", curves.map((c) => c.filter((p) => p.bound > 0)), line(1.2, "1.5 3"), place((p) => p.bound)));
  if (on.has("floor")) marks.push(lines("floor", curves.map((c) => c.filter((p) => p.floor > 0)), drawn(1.5, "1.5 3", 0.45), place((p) => p.floor)));
  if (on.has("lines")) marks.push(lines("curves", curves.filter((c) => c.length > 1 && !(on.has("theory") && view.as === "value" && c.some((p) => p.theory > 0))), line(1, undefined, 0.55), value));
  if (on.has("bars")) marks.push(layer("intervals", list, line(1.1, undefined, 0.8), (p, scales) => `M${at(scales.x(p.x))},${at(scales.y(y(Math.max(p.lo, -1e300))))}V${at(scales.y(y(p.hi)))}`));
  marks.push(dots(list, value));
  if (on.has("pareto")) marks.push(lines("front", [stairs(front(list.filter((p) => p.y > 0), view.measure))].filter((l) => l.length), drawn(1.6, undefined, 0.75), value));
  const names = single && width >= 640 && curves.length > 1 && curves.length <= mostSeries ? curves.map((c) => c.at(-1)) : [];
  if (names.length) marks.push(ends(names, value));
  const log = s.x.type === "log", domain = s.x.domain ?? extent(log ? xs.filter((x) => x > 0) : xs);
  return frame(s, { width, height: single ? tall() : 270, marginLeft: 62, marginBottom: 40, marginRight: names.length ? 12 + letter * Math.max(...names.map((p) => ending(p.series).length)) : 14, marginTop: 12, x: { ...s.x, domain, ticks: Math.max(3, Math.min(8, Math.floor(width / 120))) }, y: s.y, marks });
}

const at = (v) => Math.round(v * 10) / 10;

const letter = 6.1, ending = (name) => (name.length > 30 ? name.slice(0, 29) + "…" : name); // pixels of a letter

// ends writes the name of each curve where it ends, none over another.
const ends = (last, place) => (_, scales, values, { height, marginTop, marginBottom }) => {
  const said = last.map((p) => ({ p, name: ending(p.series), end: place(p, scales) })).filter((l) => l.end.every(isFinite)).sort((a, b) => a.end[1] - b.end[1]);
  const row = 13, put = [];
  for (const l of said) {
    const [x, y] = l.end, over = (q) => q.x < x + 8 + letter * l.name.length && x + 8 < q.x + letter * q.name.length;
    l.x = x + 8;
    l.y = Math.max(y, ...put.filter(over).map((q) => q.y + row));
    put.push(l);
  }
  const out = Math.max(0, ...put.map((l) => l.y - (height - marginBottom)));
  for (const l of [...put].reverse()) if (out > 0) l.y = Math.max(marginTop + row / 2, Math.min(l.y, l.y - out * (l.y > height / 2)));
  return element("g", { class: "ends", "text-anchor": "start", "font-size": 11.5, "dominant-baseline": "central", "aria-label": "names of the curves" }, ...put.map((l) => element("text", { x: at(l.x), y: at(l.y), fill: l.p.colour }, l.name)));
};

// tall is the height of a single panel: no more than is seen at once.
export const tall = () => Math.round(Math.min(520, Math.max(300, innerHeight * 0.56)));

// across draws names down the page and the measure across it.
function across(list, s, on, view, dark, width) {
  const x = clamped(s), names = [...new Set(list.map((p) => p.x))], left = Math.min(Math.max(...names.map((n) => n.length)) * 6.3 + 14, width * 0.42), marks = [];
  if (view.as !== "value") marks.push(Plot.ruleX([1], { stroke: ink(dark), strokeOpacity: 0.5 }));
  const row = (p, scales) => scales.y(p.x) + scales.y.bandwidth() / 2, colour = (width, dash) => (p) => ({ stroke: p.colour, "stroke-width": width, "stroke-dasharray": dash });
  const tick = (of) => (p, scales) => of(p) > 0 && `M${at(scales.x(x(of(p))))},${at(scales.y(p.x))}v${at(scales.y.bandwidth())}`;
  if (on.has("theory") && view.as === "value") marks.push(layer("theory", list, colour(1.4, "3 2"), tick((p) => p.theory)));
  if (on.has("floor")) marks.push(layer("floor", list, () => ({ stroke: ink(dark), "stroke-opacity": 0.5 }), tick((p) => p.floor)));
  if (on.has("bars")) marks.push(layer("intervals", list, colour(1.1), (p, scales) => `M${at(scales.x(x(p.lo)))},${at(row(p, scales))}H${at(scales.x(x(p.hi)))}`));
  marks.push(dots(list, (p, scales) => [scales.x(x(p.y)), row(p, scales)]));
  const clip = (n) => (n.length * 6.3 > left ? n.slice(0, Math.floor(left / 6.6)) + "…" : n);
  return frame(s, { width, height: Math.max(120, names.length * 17 + 60), marginLeft: left + 8, marginBottom: 38, marginRight: 16, marginTop: 10, x: { ...s.y, ticks: Math.max(3, Math.floor((width - left) / 90)) }, y: { type: "band", domain: names, label: null, tickFormat: clip, padding: 0.5 }, marks });
}

const frame = (s, options) => ({
  style: { background: "none", color: "currentColor", fontFamily: "inherit", fontSize: "12px", overflow: "visible" },
  color: { type: "identity" }, symbol: { type: "identity" }, ...options,
});
