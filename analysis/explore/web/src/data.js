// Records, cells and what was measured of them.
//
//   columns of a page or lines of a file -> records -> cells -> observations
//
// A cell holds the records that differ in repetition and seed only; an observation is one
// unit at one point of a cell, and its estimate is computed when it is first asked for.

import { samplesOf, amountOf, perOp } from "./samples.js";
import { median, spread, proportion } from "./stats.js";

// fromColumns undoes what package explore did to make records small: a table a kind, with
// a column for each field; one that is the same in all records has one value.
export function fromColumns(tables) {
  const records = [];
  for (const { kind, n, columns } of tables) {
    const rows = Array.from({ length: n }, () => ({ kind }));
    for (const [path, values] of Object.entries(columns)) {
      const [outer, inner] = path.split("."), one = values.length === 1;
      for (let i = 0; i < n; i++) {
        const v = one ? values[0] : values[i];
        if (v === null) continue;
        if (inner === undefined) rows[i][outer] = v;
        else (rows[i][outer] ??= {})[inner] = v;
      }
    }
    for (const r of rows) records.push(r);
  }
  return records;
}

// fromLines reads a records file. Its error names the line.
export function fromLines(text) {
  const records = [], lines = text.split("\n");
  lines.forEach((line, i) => {
    if (!line.trim()) return;
    let r;
    try {
      r = JSON.parse(line);
    } catch {
      if (i === lines.length - 1) return; // what a killed run leaves
      throw new Error(`line ${i + 1} is no JSON; a records file has one record a line`);
    }
    if (r.schema !== 1 || !r.id || !r.kind) throw new Error(`line ${i + 1} is no record of schema 1`);
    records.push(r);
  });
  if (!records.length) throw new Error("the file holds no record");
  return records;
}

// parse reads a name such as "cuckoo(b=4,f=12)".
const names = new Map();
export function parse(name) {
  let out = names.get(name);
  if (!out) {
    const [, family, inner] = /^([^(]*)(?:\((.*)\))?$/.exec(name) ?? [null, name, ""];
    out = { family, params: {} };
    for (const part of inner ? inner.split(",") : []) {
      const at = part.indexOf("=");
      if (at > 0) out.params[part.slice(0, at)] = part.slice(at + 1);
    }
    names.set(name, out);
  }
  return out;
}

// without writes a name without some of its parameters.
export function without(name, drop) {
  const { family, params } = parse(name);
  const kept = Object.entries(params).filter(([k]) => !drop.includes(k)).map(([k, v]) => `${k}=${v}`);
  return kept.length ? `${family}(${kept})` : family;
}

// encode gives each of some values a code: the values in the order of their codes, and the code of each.
export function encode(list, of) {
  const codes = new Int32Array(list.length), places = new Map();
  for (let i = 0; i < list.length; i++) {
    const v = of(list[i]);
    let code = places.get(v);
    if (code === undefined) places.set(v, (code = places.size));
    codes[i] = code;
  }
  return { codes, values: [...places.keys()] };
}

// shares are units that are shares of one; the amounts of other units stay as they are.
export const shares = { "fp/Mlookup": 1, "fn/Mlookup": 1, "refused-%": 1, "wrong/Mdelete": 1, "same-places/Mkey": 1 };
const draws = { "load-%": 0.01, "distinct-load-%": 0.01, "longest-chain": 1 };

// Run groups the records of one run and makes its observations.
export class Run {
  constructor(name, records, facts, info = {}) {
    Object.assign(this, { name, info, records, failed: records.filter((r) => r.failed) });
    this.cells = group(this, records, facts);
    this.observations = observe(this, facts);
  }
}

function group(run, records, facts) {
  const fields = facts.trial.filter((k) => k !== "rep" && k !== "seed"), cells = new Map();
  for (const r of records) {
    if (r.failed) continue;
    const identity = JSON.stringify(fields.map((k) => r[k] ?? 0));
    let cell = cells.get(identity);
    if (!cell) {
      cell = { run, identity, first: r, records: [], family: parse(r.variant).family };
      cells.set(identity, cell);
    }
    cell.records.push(r);
  }
  for (const cell of cells.values()) {
    cell.records.sort((a, b) => a.rep - b.rep);
    cell.first = cell.records[0];
    cell.keys = mean(cell, (r) => r.fpr?.distinct ?? r.time?.accepted ?? r.heap?.accepted ?? r.fit?.distinct);
    cell.bits = mean(cell, (r) => r.shape?.bits);
    cell.load = mean(cell, (r) => (r.shape?.bucket_slots > 0 && (r.fpr ?? r.time) ? (r.fpr ?? r.time).accepted / r.shape.cells : r.fill));
  }
  return [...cells.values()];
}

function mean(cell, of) {
  let sum = 0;
  for (const r of cell.records) sum += of(r) ?? NaN;
  return sum / cell.records.length;
}

// loops finds the time that the bare loop, or a floor, took under the same circumstances.
function loops(records, facts, family) {
  const fields = facts.trial.filter((k) => k !== "variant"), index = new Map();
  const key = (r) => JSON.stringify(fields.map((k) => r[k] ?? 0));
  for (const r of records) {
    if (r.time && parse(r.variant).family === family) index.set(key(r), [...(index.get(key(r)) ?? []), r]);
  }
  return (r) => (index.size ? index.get(key(r)) ?? [] : []);
}

const timeOf = (r, op) => {
  const s = r?.time?.samples.find((s) => s.op === op && s.n > 0);
  return s && perOp(s);
};

function observe(run, facts) {
  const nulls = loops(run.records, facts, "null"), floors = loops(run.records, facts, "floor");
  const nullOf = (r, op) => timeOf(nulls(r)[0], op);
  const list = [];
  for (const cell of run.cells) {
    const byPoint = new Map();
    for (const r of cell.records) {
      for (const s of samplesOf(r, nullOf)) {
        const key = s.point ? s.unit + "|" + Object.values(s.point).join("|") : s.unit;
        let o = byPoint.get(key);
        if (!o) {
          o = new Observation(cell, s.unit, s.point ?? {});
          byPoint.set(key, o);
          list.push(o);
        }
        o.samples.push(s);
      }
    }
    const lines = facts.families[cell.family]?.lines;
    if (cell.first.time && lines) {
      for (const o of byPoint.values()) {
        if (o.unit === "net-ns/op") o.floors = () => floorOf(cell, o.point.op, lines, floors, nullOf);
      }
    }
  }
  return list;
}

// floorOf is what reading as many random lines of a table of that size takes, net of null.
function floorOf(cell, op, lines, floors, nullOf) {
  const values = [];
  for (const r of cell.records) {
    let best, least = 0.05;
    for (const f of floors(r)) {
      const off = Math.abs(f.shape.bits / r.shape.bits - 1);
      if (+(parse(f.variant).params.lines ?? 1) === lines && off <= least) [best, least] = [f, off];
    }
    const t = timeOf(best, op), n = nullOf(r, op);
    if (t === undefined || n === undefined) return undefined;
    values.push(t - n);
  }
  return median(values).value;
}

let student = [];
export const setStudent = (quantiles) => (student = quantiles);

class Observation {
  constructor(cell, unit, point) {
    Object.assign(this, { cell, unit, point, samples: [] });
  }

  // estimate is {value, lo, hi, n}: shares pooled over the seeds, medians of many draws
  // with the range of nine in ten, and otherwise medians with their interval.
  get estimate() {
    if (!this.made) {
      const s = this.samples;
      if (shares[this.unit] && s[0].trials !== undefined) this.made = proportion(s.map((x) => x.hits), s.map((x) => x.trials), s.map((x) => !!x.stopped), student);
      else if (draws[this.unit]) this.made = spread(s.map((x) => amountOf(x) * draws[this.unit]), this.unit === "longest-chain");
      else this.made = median(s.map(amountOf));
    }
    return this.made;
  }

  get floor() {
    return (this.floorMade ??= [this.floors?.()])[0];
  }

  get key() {
    return this.cell.identity + this.unit + Object.values(this.point).join("|");
  }
}
