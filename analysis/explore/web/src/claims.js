// What people say about filters: verdicts with their rules, numbers and sources.

import { h, redraw } from "./ui.js";
import { share, plain } from "./axes.js";
import { groups } from "./view.js";

const verdicts = ["true as said", "true only if", "false", "false and worse than said", "open"];
const marks = { "true as said": "✓", "true only if": "✓*", false: "✗", "false and worse than said": "✗✗", open: "?" };

export function claimsTab(parent, world, state, go) {
  const all = world.facts.claims ?? [], on = new Set(state.all("verdict")), words = state.get("q").toLowerCase().split(/\s+/).filter(Boolean);
  if (!all.length) return redraw(parent, h("p", null, "This page was written without verdicts."));
  const text = (c) => `${c.id} ${c.statement} ${c.line} ${c.sources.join(" ")} ${c.quotes.map((q) => q.english).join(" ")}`.toLowerCase();
  const list = all.filter((c) => (!on.size || on.has(c.verdict)) && words.every((w) => text(c).includes(w)));
  const by = groups(all, (c) => c.verdict);
  const flip = (v) => {
    const next = new Set(on);
    if (!next.delete(v)) next.add(v);
    state.set({ verdict: [...next] });
  };
  redraw(parent,
    h("h2", { class: "finding", id: "finding" }, `Of ${all.length} claims, ${verdicts.filter((v) => by.has(v)).map((v) => `${by.get(v).length} are ${v === "true only if" ? "true only on a condition" : v}`).join(", ")}`),
    h("p", { class: "quiet" }, "Each claim of an article, a paper or a manual was restated in one sentence and given a rule before its records were looked at. A program applies the rule; nobody types a verdict."),
    h("div", { class: "filterbar" },
      h("input", { type: "search", "data-key": "q", id: "search", placeholder: "words, such as kicks or RedisBloom", "aria-label": "words of claims", value: state.get("q"), oninput: (e) => state.set({ q: e.target.value }, true) }),
      h("div", { class: "chips" }, verdicts.filter((v) => by.has(v)).map((v) => h("button", { type: "button", class: on.has(v) ? "chip on" : "chip", "aria-pressed": String(on.has(v)), "data-key": v, onclick: () => flip(v) }, `${marks[v]} ${v}`, h("i", null, ` ${by.get(v).length}`))))),
    h("div", { class: "claims" }, list.map((c) => claim(c, world, state, go))),
    !list.length && h("p", null, "No claim has these words and verdicts."));
}

const kind = (v) => (v.startsWith("true") ? "yes" : v.startsWith("false") ? "no" : "open");
const amount = (x, unit) => (unit === "share" ? share(x) : `${plain(x)} ${unit ?? ""}`.trim());

function claim(c, world, state, go) {
  const row = (name, ...v) => v.filter(Boolean).length && [h("dt", null, name), h("dd", null, ...v)];
  const body = () => h("dl", null,
    row("found", c.line), c.condition && row("condition", c.condition),
    c.effect && row(c.effect.what, amount(c.effect.value, c.effect.unit), c.interval && ` (${amount(c.interval.lo, c.effect.unit)} to ${amount(c.interval.hi, c.effect.unit)})`),
    c.p_adjusted !== null && row("p, corrected within its family", plain(c.p_adjusted)),
    row("rule", c.rule), c.restated && row("restated", c.restated), row("needs", c.needs), c.missing && row("missing", c.missing), c.flips && row("would change if", c.flips),
    c.quotes.flatMap((q) => row("said", `“${q.original}”`, q.english && q.english !== q.original && h("span", { class: "quiet" }, ` ${q.english}`))),
    row("source", c.sources.map((s) => world.facts.sources[s] ?? s).join("; ")),
    c.count > 0 && row("rests on", `${plain(c.count)} records `, h("button", { type: "button", class: "link", onclick: () => go(evidence(c, world)) }, "show them in the plot")));
  const e = h("details", { class: `claim ${kind(c.verdict)}`, id: "claim-" + c.id, open: state.get("claim") === c.id },
    h("summary", { "data-key": c.id }, h("span", { class: "verdict", title: c.verdict }, marks[c.verdict]), h("span", { class: "id" }, c.id), h("span", null, c.statement)));
  const fill = () => e.open && e.children.length === 1 && e.append(body());
  e.addEventListener("toggle", fill);
  fill();
  return e;
}

// evidence is the state that shows the records of a claim: in the unit that most of its cells
// have.
export function evidence(c, world) {
  const ids = new Set(c.records), units = new Map();
  for (const [unit, list] of world.byUnit) units.set(unit, list.filter((o) => ids.has(o.cell.first.id)).length);
  const prefer = ["fp/Mlookup", "net-ns/op", "load-%", "heap-B/key", "copies/key", "kicks/insert"];
  const unit = [...units].sort((a, b) => b[1] - a[1] || prefer.indexOf(b[0]) - prefer.indexOf(a[0]))[0][0];
  return { claim: c.id, unit };
}
