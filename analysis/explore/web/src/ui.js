// Elements, and the state of the page in its address.

// h makes an element: attributes, listeners as functions, children.
export function h(tag, attributes, ...children) {
  const e = document.createElement(tag);
  for (const [name, v] of Object.entries(attributes ?? {})) {
    if (typeof v === "function") e.addEventListener(name.slice(2), v);
    else if (name in e && name !== "list" && typeof v !== "string") e[name] = v;
    else if (v !== undefined && v !== false && v !== null) e.setAttribute(name, v);
  }
  e.append(...children.flat(Infinity).filter((c) => c !== undefined && c !== null && c !== false));
  return e;
}

// redraw replaces what an element holds and keeps the keyboard where it was.
export function redraw(parent, ...children) {
  const active = document.activeElement, key = parent.contains(active) ? active.dataset.key : undefined;
  const caret = key && active.selectionStart;
  parent.replaceChildren(...children.flat(Infinity).filter(Boolean));
  if (!key) return;
  const again = parent.querySelector(`[data-key="${CSS.escape(key)}"]`);
  again?.focus({ preventScroll: true });
  if (typeof caret === "number" && again?.setSelectionRange && again.type === "search") again.setSelectionRange(caret, caret);
}

// select is a list to choose one of: [value, label] pairs, or a group {label, options}.
export function select(key, label, options, value, change) {
  const option = ([v, text]) => h("option", { value: v, selected: v === value }, text);
  return h("label", { class: "field" }, h("span", null, label),
    h("select", { "data-key": key, onchange: (e) => change(e.target.value) }, options.map((o) => (Array.isArray(o) ? option(o) : h("optgroup", { label: o.label }, o.options.map(option))))));
}

export function toggle(key, label, on, change, title) {
  return h("button", { class: "toggle", type: "button", "data-key": key, "aria-pressed": String(on), title, onclick: () => change(!on) }, label);
}

// save gives the reader a file.
export function save(name, type, text) {
  const a = h("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 1000);
}

export const csv = (rows) => rows.map((r) => r.map((v) => (/[",\n]/.test(v ?? "") ? `"${String(v).replaceAll('"', '""')}"` : v ?? "")).join(",")).join("\n") + "\n";

// State is what the address says after its #: each name has a list of values.
export class State {
  constructor(changed) {
    this.changed = changed;
    addEventListener("hashchange", () => {
      if (location.hash.slice(1) !== this.text) this.read();
    });
  }

  read() {
    this.text = location.hash.slice(1);
    this.values = new URLSearchParams(this.text);
    this.changed();
  }

  get(name, otherwise = "") {
    return this.values.get(name) ?? otherwise;
  }

  all(name) {
    return this.values.getAll(name);
  }

  link(patch, from = this.values) {
    const next = new URLSearchParams(from);
    for (const [name, v] of Object.entries(patch)) {
      next.delete(name);
      for (const one of Array.isArray(v) ? v : [v]) if (one !== undefined && one !== "" && one !== null) next.append(name, one);
    }
    return next.toString().replaceAll("%2F", "/").replaceAll("%28", "(").replaceAll("%29", ")").replaceAll("%3D", "=").replaceAll("%2C", ",");
  }

  // set changes some values; a step back in the browser's history undoes it unless it is
  // one of many, as of a slider.
  set(patch, fleeting) {
    const text = this.link(patch);
    if (text === this.text) return;
    this.text = text;
    this.values = new URLSearchParams(text);
    try {
      history[fleeting ? "replaceState" : "pushState"](null, "", "#" + text);
    } catch {
      location.hash = text;
    }
    this.changed();
  }
}
