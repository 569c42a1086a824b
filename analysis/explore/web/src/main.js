// The page: its tabs, its keys, records that are dropped on it.

import { h, redraw, save, csv, State } from "./ui.js";
import { fromColumns, fromLines, Run, setStudent } from "./data.js";
import { knownKinds } from "./samples.js";
import { World, select, points, axesFor } from "./view.js";
import { panels, dress, legend, shown, spot, tall, mostPanels } from "./plot.js";
import { sidebar } from "./sidebar.js";
import { details, tip, commands } from "./details.js";
import { chooseTab } from "./choose.js";
import { rank as advise } from "./adviser.js";
import { costTab, rank, needOf, chances } from "./cost.js";
import { claimsTab } from "./claims.js";
import { compareTab } from "./compare.js";
import { factorOf, write, plain, share, measureOf } from "./axes.js";
import { familyColour } from "./colour.js";

const $ = (id) => document.getElementById(id);
const tabs = [["plot", "Plot"], ["choose", "Choose"], ["cost", "Cost"], ["claims", "Claims"], ["compare", "Two runs"]];
const start = "x=bits&experiment=space&experiment=fpr-bloom&experiment=speed-bars&part=bits&part=bloom&part=two-slots&part=four-slots&part=rates-large&origin=this+project&family=bloom&family=blocked&family=splitblock&family=register&family=cuckoo&family=semisort&family=xor&family=fuse&on=theory&on=bars&on=pareto";

let world, state, dark, night, view, chosen, at, tabOf;

// boot runs when the page has unpacked what it holds.
export async function boot(unpack) {
  const facts = JSON.parse(await unpack("facts"));
  setStudent(facts.student);
  world = new World(facts);
  world.colour = (family) => familyColour(family, facts, dark);
  for (const [i, info] of facts.runs.entries()) world.add(new Run(unique(info.name), fromColumns(JSON.parse(await unpack("run-" + i))), facts, info));
  state = new State(() => render());
  const anew = debounce(() => render());
  let room;
  new ResizeObserver(([{ contentRect }]) => {
    if (room === contentRect.width) return;
    if (room !== undefined) anew();
    room = contentRect.width;
    widths.clear();
  }).observe(document.querySelector("main"));
  addEventListener("resize", anew); // the height too
  const nights = matchMedia("(prefers-color-scheme: dark)");
  night = nights.matches; // asked once: to ask while drawing would lay the page out twice
  nights.addEventListener("change", (e) => {
    night = e.matches;
    render();
  });
  const wide = matchMedia("(min-width: 821px)"), unfold = () => ($("side").open = wide.matches);
  wide.addEventListener("change", unfold);
  unfold();
  dropping();
  keys();
  $("theme").addEventListener("click", () => state.set({ theme: dark ? "light" : "dark" }));
  $("help-open").addEventListener("click", () => $("help").showModal());
  state.read();
  document.body.classList.add("ready");
  explorer.ready = performance.now();
  ahead();
}

// ahead computes what views will ask for while nobody asks for anything.
function ahead() {
  const list = world.runs.flatMap((r) => r.observations);
  let i = 0;
  const some = (idle) => {
    while (i < list.length && idle.timeRemaining() > 2) list[i++].estimate;
    if (i < list.length) requestIdleCallback(some);
  };
  globalThis.requestIdleCallback?.(some);
}

const unique = (name) => {
  let n = name;
  for (let i = 2; world.runs.some((r) => r.name === n); i++) n = `${name} ${i}`;
  return n;
};

// widthOf is the width of an element that is shown, asked again when that of the page changes
// only: to ask while drawing would lay the page out twice.
const widths = new Map();
function widthOf(id) {
  if (!widths.has(id)) widths.set(id, $(id).clientWidth);
  return widths.get(id);
}

function debounce(f) {
  let t;
  return () => {
    clearTimeout(t);
    t = setTimeout(f, 120);
  };
}

function render() {
  const began = performance.now(), asked = state.get("theme");
  dark = asked ? asked === "dark" : night;
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  const tab = tabs.some(([id]) => id === state.get("tab")) ? state.get("tab") : "plot";
  redraw($("tabs"), tabs.map(([id, label], i) => h("a", { href: "#" + carry(id), "data-key": id, "aria-current": id === tab ? "page" : undefined, title: `key ${i + 1}` }, label)));
  for (const [id] of tabs) $(id).hidden = id !== tab;
  hideTip();
  if (tab === "plot") plotTab(tab !== tabOf);
  else if (tab === "choose") chooseTab($("choose"), world, state, (a) => state.set({ ...Object.fromEntries([...state.values.keys()].filter((k) => k !== "theme").map((k) => [k, ""])), family: a.family, y: "rate" }));
  else if (tab === "cost") costTab($("cost"), world, state, dark);
  else if (tab === "claims") claimsTab($("claims"), world, state, ({ claim, unit }) => showEvidence(claim, unit));
  else compareTab($("compare"), world, state, { dark, width: widthOf("compare"), pick: { focus: (v) => (p, figure) => showTip(p, { ...v, as: "value" }, figure) }, add: chooser });
  if (tab === "claims" && tab !== tabOf && state.get("claim")) $("claim-" + state.get("claim"))?.scrollIntoView({ block: "center" });
  tabOf = tab;
  explorer.took = performance.now() - began;
}

// carry is the address of a tab: what one tab is asked means nothing to another.
const kept = new Map();
function carry(id) {
  const now = state.get("tab", "plot");
  if (now === id) return state.text;
  const theme = state.get("theme"), old = kept.get(id) ?? (id === "plot" ? "" : "tab=" + id);
  const next = new URLSearchParams(old);
  if (theme) next.set("theme", theme);
  else next.delete("theme");
  return next.toString();
}

// plotState is the state, or what a page that was just opened shows.
function plotState() {
  const own = [...state.values.keys()].filter((k) => k !== "theme" && k !== "tab");
  if (own.length || !world.runs[0].cells.some((c) => c.first.experiment === "space")) return state;
  const first = new URLSearchParams(start), merged = Object.create(state);
  merged.get = (name, otherwise = "") => first.get(name) ?? state.values.get(name) ?? otherwise;
  merged.all = (name) => (first.has(name) ? first.getAll(name) : state.values.getAll(name));
  merged.set = (patch, fleeting) => {
    const next = new URLSearchParams(start);
    if (state.get("theme")) next.set("theme", state.get("theme"));
    state.values = next;
    state.set(patch, fleeting);
  };
  return merged;
}

// What is kept of the last drawing: a change of looks selects nothing anew, and the choice of
// a point draws nothing anew.
const looks = ["theme", "on", "color", "xs", "ys"];
let selected, drawn;
const apart = (names) => [...state.values].filter(([name]) => !names.includes(name)).join("&") + " " + world.runs.length;

function plotTab() {
  const s = plotState(), key = apart(["at", ...looks]), all = [apart(["at"]), dark, widthOf("chart"), tall()].join();
  kept.set("plot", state.text);
  const guessed = s.get("claim") && !s.get("x");
  if (guessed) s.get = ((get) => (name, otherwise) => (name === "x" ? guess() : get(name, otherwise)))(s.get.bind(s));
  if (selected !== key) {
    selected = key;
    chosen = select(world, s);
    view = chosen.chosen.length ? points(world, s, chosen.chosen) : { list: [], as: "value", measure: measureOf(chosen.unit, world.facts) };
  }
  if (drawn !== all) {
    drawn = all;
    sidebar($("choices"), world, s, chosen);
    draw(s);
  }
  if (guessed) delete s.get;
  at = view.list.find((p) => address(p) === s.get("at"));
  ring();
  details($("details"), at, view, world, () => s.set({ at: "" }));
}

function draw(s) {
  view.colorOf = factorOf(s.get("color"))?.of;
  const entries = dress(view, { get: (n, o) => (n === "color" ? (view.colorOf && s.get("color") !== "family" ? s.get("color") : "family") : o) }, world.facts, dark);
  redraw($("legend"), view.list.length ? legend(entries, (family) => s.set({ family: s.all("family").length === 1 && s.get("family") === family ? "" : family })) : []);
  if (view.list.length) {
    const { columns, figures, hidden } = panels(world, view, s, { width: widthOf("chart"), dark, focus: (p, figure) => showTip(p, view, figure), pick });
    $("chart").style.setProperty("--columns", columns);
    redraw($("chart"), figures, hidden > 0 && h("p", { class: "quiet" }, `${hidden} more panels are not drawn: of ${mostPanels} at once one can still read each. Filter by ${view.facet.label}.`));
  } else redraw($("chart"), empty(s));
  redraw($("caption"), caption(s));
  redraw($("actions"), actions(s));
}

// guess is the axis along which the records of a claim differ most.
function guess() {
  const found = axesFor(world, chosen.chosen), count = (a) => new Set(chosen.chosen.map(a.of)).size;
  const all = [...found.numbers, ...found.params, ...found.streams].filter((a) => a.id !== "theory" && a.id !== "bytes");
  return all.sort((a, b) => count(b) - count(a))[0]?.id ?? "variant";
}

function empty(s) {
  const left = chosen.chosen.length;
  return h("div", { class: "empty" }, h("p", null, left ? `None of the ${left} points has this axis${s.get("as") ? ", or what it is divided by" : ""}.` : "No record is left by these filters."), h("button", { type: "button", onclick: () => (left ? s.set({ x: "variant", as: "" }) : s.set(Object.fromEntries([...state.values.keys()].filter((k) => !["y", "x", "theme", "on"].includes(k)).map((k) => [k, ""])))) }, left ? "put the filters' names on it" : "take all filters off"));
}

function caption(s) {
  const n = view.list.length, records = new Set(view.list.map((p) => p.o.cell)), m = view.measure;
  const judged = view.list.filter((p) => p.o.theory && p.raw.trials), inside = judged.filter((p) => p.raw.lo <= p.o.theory.value && p.o.theory.value <= p.raw.hi).length;
  const many = [...records].reduce((sum, c) => sum + c.records.length, 0);
  const text = [h("b", null, m.label.charAt(0).toUpperCase() + m.label.slice(1)), ` · ${plain(n)} points from ${plain(many)} records`];
  if (judged.length) text.push(` · theory lies inside ${plain(inside)} of ${plain(judged.length)} intervals`);
  if (chosen.chosen.length > n) text.push(` · ${plain(chosen.chosen.length - n)} have no place on the axis`);
  const claim = world.facts.claims.find((c) => c.id === s.get("claim"));
  if (claim) text.push(h("span", { class: "quiet" }, ` · what claim ${claim.id} rests on: ${claim.statement}`));
  return text;
}

const columns = ["run", "experiment", "part", "kind", "variant", "workload", "capacity", "slots", "fill", "op", "call", "load", "turnover"].map((id) => factorOf(id));

// table is the points that are drawn, with all their digits.
function table() {
  const first = [...columns.map((f) => f.id), "x", "y", "lo", "hi", "theory", "n", "hits", "trials", "records"];
  return [first, ...view.list.map((p) => [...columns.map((f) => f.of(p.o) ?? ""), p.x, p.y, p.lo, p.hi, p.theory ?? "", p.raw.n, p.raw.hits ?? "", p.raw.trials ?? "", p.o.cell.records.map((r) => r.id).join(" ")])];
}

function actions(s) {
  const list = world.facts.figures;
  return [
    h("button", { type: "button", onclick: () => save("points.csv", "text/csv", csv(table())) }, "points as CSV"),
    h("button", { type: "button", onclick: () => save("view.svg", "image/svg+xml", svg()) }, "view as SVG"),
    chooser(),
    list.length > 0 && h("label", { class: "field jump" }, h("span", null, "A figure of the report"), h("select", { "data-key": "jump", onchange: (e) => e.target.value && (location.hash = e.target.value) }, h("option", { value: "" }, "…"), list.map((f) => h("option", { value: f.state }, f.id + ": " + f.what)))),
  ];
}

// svg is the panels as one picture.
function svg() {
  const box = $("chart").getBoundingClientRect(), text = [], ground = getComputedStyle(document.body).backgroundColor, colour = getComputedStyle(document.body).color;
  for (const figure of $("chart").querySelectorAll("figure.panel")) {
    const r = figure.getBoundingClientRect(), title = figure.querySelector("figcaption"), plot = figure.querySelector("svg"), p = plot.getBoundingClientRect();
    if (title) text.push(`<text x="${r.left - box.left + 4}" y="${r.top - box.top + 13}" font-size="13" font-weight="600" fill="${colour}">${escape(title.textContent)}</text>`);
    text.push(`<g transform="translate(${p.left - box.left},${p.top - box.top})" style="color:${colour}">${new XMLSerializer().serializeToString(plot)}</g>`);
  }
  let x = 8;
  const y = box.height + 16, keys = [...$("legend").querySelectorAll(".key")].map((k) => {
    const mark = new XMLSerializer().serializeToString(k.querySelector("svg")), name = k.textContent, place = x;
    x += 26 + name.length * 6.6;
    return `<g transform="translate(${place},${y - 12})">${mark}<text x="18" y="12" font-size="12" fill="${colour}">${escape(name)}</text></g>`;
  });
  const width = Math.max(box.width, x);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${box.height + 28}" font-family="system-ui, sans-serif"><title>${escape($("caption").textContent)}</title><rect width="100%" height="100%" fill="${ground}"/>${text.join("")}${keys.join("")}</svg>`;
}
const escape = (t) => t.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

// address names a point: the first record of its cell, and the place in it.
const address = (p) => [p.o.cell.first.id, ...Object.values(p.o.point)].join("~");

function pick(p) {
  plotState().set({ at: p && p !== at ? address(p) : "" });
}

// ring marks the point that is chosen.
function ring() {
  for (const old of document.querySelectorAll(".ring")) old.remove();
  if (!at) return;
  for (const figure of document.querySelectorAll("#chart svg")) {
    if (!figure.points?.includes(at)) continue;
    const place = spot(figure, at), c = document.createElementNS("http://www.w3.org/2000/svg", "circle");
    for (const [k, v] of Object.entries({ class: "ring", cx: place.x, cy: place.y, r: 9 })) c.setAttribute(k, v);
    figure.append(c);
  }
}

const hideTip = () => ($("tip").hidden = true);

function showTip(p, view, figure) {
  if (!p) return hideTip();
  const box = $("tip"), at = spot(figure, p), r = figure.getBoundingClientRect(), scaled = r.width / figure.viewBox.baseVal.width;
  box.replaceChildren(...tip(p, view).filter(Boolean));
  box.hidden = false;
  const x = r.left + at.x * scaled, y = r.top + at.y * scaled, w = box.offsetWidth, up = box.offsetHeight;
  box.style.left = Math.max(6, Math.min(innerWidth - w - 6, x + 14 + w > innerWidth - 6 ? x - w - 14 : x + 14)) + "px";
  box.style.top = Math.max(6, y - up - 14 < 6 ? Math.min(innerHeight - up - 6, y + 14) : y - up - 14) + "px";
}

function showEvidence(claim, unit) {
  state.set({ ...Object.fromEntries([...state.values.keys()].filter((k) => k !== "theme").map((k) => [k, ""])), claim, y: measureOf(unit, world.facts).id });
}

// --- records of one's own ---

const chooser = () => h("label", { class: "button" }, "add records", h("input", { type: "file", accept: ".jsonl,.gz", multiple: true, hidden: true, onchange: (e) => take(e.target.files) }));

export async function take(files) {
  for (const file of files) {
    try {
      const bytes = new Uint8Array(await file.arrayBuffer()), zipped = bytes[0] === 0x1f && bytes[1] === 0x8b;
      const text = await (zipped ? new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))) : new Response(bytes)).text();
      const run = new Run(unique(file.name.replace(/\.(jsonl|gz)/g, "")), fromLines(text), world.facts);
      world.add(run);
      say(`${run.name}: ${plain(run.records.length)} records are in the page now; they stay on this machine.`);
      if (state.get("tab", "plot") === "plot") state.set({ ...Object.fromEntries([...state.values.keys()].filter((k) => !["y", "x", "theme", "on"].includes(k)).map((k) => [k, ""])), color: "run", y: state.get("y") || (world.byUnit.get("fp/Mlookup")?.some((o) => o.cell.run === run) ? "" : measureOf(run.observations[0]?.unit, world.facts).id) });
      render();
    } catch (error) {
      say(`${file.name}: ${error.message}`);
    }
  }
}

function say(text) {
  $("say").textContent = text;
  clearTimeout(say.timer);
  say.timer = setTimeout(() => ($("say").textContent = ""), 9000);
}

function dropping() {
  addEventListener("dragover", (e) => {
    e.preventDefault();
    document.body.classList.add("drop");
  });
  addEventListener("dragleave", (e) => !e.relatedTarget && document.body.classList.remove("drop"));
  addEventListener("drop", (e) => {
    e.preventDefault();
    document.body.classList.remove("drop");
    take(e.dataTransfer.files);
  });
}

// --- keys ---

function keys() {
  addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey || e.target.closest?.("dialog")) return;
    const typing = /^(input|select|textarea)$/i.test(e.target.tagName) && e.target.type !== "range";
    if (e.key === "Escape") {
      hideTip();
      if (typing) e.target.blur();
      else if (at) plotState().set({ at: "" });
    } else if (typing || (e.target.type === "range" && e.key.startsWith("Arrow"))) return;
    else if (e.key === "?") $("help").showModal();
    else if (e.key === "/") {
      e.preventDefault();
      document.querySelector("main > :not([hidden]) #search, main > :not([hidden]) input[type=search]")?.focus();
    } else if (/^[1-9]$/.test(e.key) && tabs[e.key - 1]) location.hash = carry(tabs[e.key - 1][0]);
    else if (tabOf === "plot" && (e.key === "ArrowRight" || e.key === "ArrowLeft") && view.list.length) {
      e.preventDefault();
      walk(e.key === "ArrowRight" ? 1 : -1);
    } else if (tabOf === "plot" && "tifp".includes(e.key)) flip({ t: "theory", i: "bars", f: "floor", p: "pareto" }[e.key]);
    else if (e.key === "d") $("theme").click();
  });
}

function flip(what) {
  const s = plotState(), on = shown(s);
  s.set({ on: on.includes(what) ? on.filter((o) => o !== what).concat(on.length === 1 ? ["dots"] : []) : [...on, what] });
}

function walk(step) {
  const i = view.list.indexOf(at), n = view.list.length, next = view.list[(i < 0 ? (step > 0 ? 0 : n - 1) : i + step + n) % n];
  plotState().set({ at: address(next) }, true);
}

// What tests ask the page: the numbers that it draws, and those of all cells.
globalThis.explorer = {
  boot, take, knownKinds,
  get view() { return view; },
  get world() { return world; },
  state: () => state.text,
  table: () => table(),
  svg: () => svg(),
  estimates: (from, to) => world.runs[0].observations.slice(from, to).map((o) => ({ id: o.cell.first.id, unit: o.unit, point: Object.values(o.point), ...o.estimate, theory: o.theory?.value })),
  advise: (needs) => needs.map((n) => {
    try {
      return advise(n, world.facts.model);
    } catch (e) {
      return { error: e.message };
    }
  }),
  ranking: () => rank(world.facts.cost[needOf(state, world.facts.cost).n], world.facts, needOf(state, world.facts.cost)),
  chances: () => Object.fromEntries(chances(explorer.ranking(), needOf(state, world.facts.cost).work)),
  commands: (p) => commands(p), write, share, spot,
};
