// The choices of the plot: axes, panels, what is drawn, and filters with what each leaves.

import { h, select, toggle, redraw } from "./ui.js";
import { measureOf, factors, axisOf, write } from "./axes.js";
import { axesFor, byFamily, inOrder } from "./view.js";
import { shown } from "./plot.js";

const drawn = [
  ["theory", "theory", "what the formulas predict: dashed lines"], ["bars", "intervals", "95 % intervals; of loads and chains, the range of nine fillings in ten"],
  ["lines", "curves", "thin lines between the points of a curve"], ["pareto", "front", "the points that none beats in both directions"],
  ["bound", "bound", "upper limits that papers quote: dotted"], ["floor", "floor", "what reading as many random lines of such a table takes on this machine: dotted"],
];

const idOf = (unit, facts) => measureOf(unit, facts).id;

export function sidebar(parent, world, state, chosen) {
  const facts = world.facts, { unit, counts } = chosen, all = axesFor(world, chosen.chosen);
  const x = state.get("x", "bits"), now = axisOf(x);
  const option = (a) => [a.id, a.label];
  const groups = [
    ...all.numbers.map(option), all.params.length && { label: "a parameter of the filters", options: all.params.map(option) },
    all.streams.length && { label: "a parameter of the keys", options: all.streams.map(option) }, { label: "names", options: all.names.map(option) },
  ].filter(Boolean);
  if (now && !groups.flatMap((g) => g.options ?? [g]).some(([id]) => id === x)) groups.unshift([x, now.label]);
  const several = factors.filter((f) => (counts.get(f.id)?.size ?? 0) > 1);
  const by = (otherwise, also) => [["", otherwise], ...several.filter((f) => f.id !== also).map((f) => [f.id, f.label])];
  const on = shown(state);
  redraw(parent,
    h("section", null,
      select("y", "Up", world.units().map((u) => [idOf(u, facts), measureOf(u, facts).label]), idOf(unit, facts), (y) => state.set({ y, at: "" })),
      select("x", "Across", groups, x, (x) => state.set({ x })),
      select("as", "As", [["value", "the value"], ["theory", "times what theory says"], ["best", "times the best"], ["floor", "times the machine's floor"]], state.get("as", "value"), (as) => state.set({ as: as === "value" ? "" : as })),
      h("div", { class: "pair" },
        select("facet", "Panels by", by("one panel"), state.get("facet"), (facet) => state.set({ facet })),
        select("color", "Colour by", by("family", "family"), state.get("color") === "family" ? "" : state.get("color"), (color) => state.set({ color })),
        select("xs", "Scale across", [["", "as fits"], ["lin", "linear"], ["log", "logarithmic"]], state.get("xs"), (xs) => state.set({ xs })),
        select("ys", "Scale up", [["", "as fits"], ["lin", "linear"], ["log", "logarithmic"]], state.get("ys"), (ys) => state.set({ ys }))),
      h("div", { class: "toggles", role: "group", "aria-label": "Drawn" }, drawn.map(([id, label, title]) => toggle("on-" + id, label, on.includes(id), (yes) => state.set({ on: yes ? [...on, id] : on.filter((o) => o !== id).concat(on.length === 1 ? ["dots"] : []) }), title)))),
    h("section", null,
      h("label", { class: "field" }, h("span", null, "Filters named"), h("input", { type: "search", "data-key": "q", id: "search", placeholder: "cuckoo f=12", value: state.get("q"), oninput: (e) => state.set({ q: e.target.value }, true) })),
      state.get("claim") && h("button", { type: "button", class: "chip on", onclick: () => state.set({ claim: "" }) }, `claim ${state.get("claim")} ×`),
      factors.map((f) => filter(f, counts.get(f.id) ?? new Map(), state, world))));
}

const open = new Set(["experiment", "family", "op"]);
const mostValues = 60;

function filter(f, values, state, world) {
  const on = new Set(state.all(f.id));
  if (f.id === "variant" || (values.size < 2 && !on.size)) return null;
  const order = f.id === "family" || f.id === "workload" ? byFamily(world.facts) : inOrder;
  const list = [...values.keys()].sort(order);
  for (const v of on) if (!list.some((l) => String(l) === v)) list.push(v);
  const change = (v) => {
    const next = new Set(on);
    if (!next.delete(String(v))) next.add(String(v));
    state.set({ [f.id]: [...next] });
  };
  const chips = () => [
    h("div", { class: "chips" }, on.size > 0 && h("button", { type: "button", class: "chip", onclick: () => state.set({ [f.id]: "" }) }, "all"), list.slice(0, mostValues).map((v) => h("button", { type: "button", class: on.has(String(v)) ? "chip on" : "chip", "aria-pressed": String(on.has(String(v))), "data-key": f.id + v, title: f.id === "family" ? world.facts.families[v]?.doc : f.id === "experiment" ? world.facts.experiments[v]?.title : undefined, onclick: () => change(v) },
      f.id === "family" && h("span", { class: "swatch", style: `background:${world.colour(v)}` }), write(v), h("i", null, ` ${values.get(v) ?? 0}`)))),
    list.length > mostValues && h("small", null, `and ${list.length - mostValues} more: name them above`)];
  const unfolded = open.has(f.id) || on.size > 0;
  const box = h("details", { open: unfolded, class: "filter", ontoggle: () => {
    box.open ? open.add(f.id) : open.delete(f.id);
    if (box.open && !box.querySelector(".chips")) box.append(...chips().filter(Boolean));
  } }, h("summary", { "data-key": "sum-" + f.id }, f.label, on.size ? h("b", null, ` · ${on.size} of ${list.length}`) : h("i", null, ` ${list.length}`)), unfolded && chips());
  return box;
}
