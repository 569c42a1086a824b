// The adviser: package advise, in the page. A test ranks some hundred random needs in both
// and holds every design, price and verdict against that of Go. See there for the words.

const { min, max, ceil, floor, log, exp, abs, round, hypot, pow, log1p, expm1, log2, LN2 } = Math;

// --- numbers as Go writes them ---

// fixed writes x with n digits behind the point; a tie goes to the even digit, as in Go.
function fixed(x, n) {
  const up = x.toFixed(n);
  if (!/50{40}$/.test(x.toFixed(n + 41)) || "02468".includes(up.at(-1))) return up;
  return (x - 0.1 * 10 ** -n).toFixed(n);
}

function number(x) {
  const e = floor(log10(abs(x)));
  if (x === 0 || (e >= -4 && e < 6)) return String(x);
  const [digits, power] = x.toExponential().split("e");
  return digits + "e" + power[0] + power.slice(1).padStart(2, "0");
}

const log10 = (x) => {
  const e = Math.log10(x);
  return abs(e - round(e)) < 1e-12 ? round(e) : e;
};

function digits(x, n) {
  if (x === 0 || !isFinite(x)) return String(x);
  return fixed(x, min(max(n - 1 - +x.toExponential(n - 1).split("e")[1], 0), 15));
}

export function percent(rate) {
  if (rate === 1) return "100 %";
  if (rate > 0 && rate < 1e-7) {
    const [d, power] = (100 * rate).toExponential(1).split("e");
    return `${d}e${power[0]}${power.slice(1).padStart(2, "0")} %`;
  }
  return digits(100 * rate, 3) + " %";
}

function scaled(n, units) {
  let i = 0;
  for (; n >= 999.5 && i < units.length - 1; i++) n /= 1000;
  return i === 0 && n === floor(n) ? fixed(n, 0) + units[i] : digits(n, 3) + units[i];
}

export const bytes = (n) => scaled(n, [" B", " kB", " MB", " GB", " TB", " PB", " EB"]);
export const count = (n) => scaled(n, ["", " k", " M", " G", " T", " P", " E"]);
export const time = (ns) => (ns < 1000 ? digits(ns, 3) + " ns" : scaled(ns / 1000, [" µs", " ms", " s"]));

// --- needs and streams ---

function check(n) {
  const s = n.copies ?? {};
  if ([n.keys, n.rate, n.bytes].filter((x) => !x).length > 1) return "give two of keys, rate and memory at least: the third is solved for";
  if (!(n.keys >= 0 && n.keys <= 1e15) || (n.keys > 0 && n.keys < 1)) return "keys must be from 1 to 10^15";
  if (!(n.rate >= 0 && n.rate < 1)) return "the rate must lie between 0 and 1";
  if (!(n.bytes >= 0 && n.bytes <= 1e18)) return "the memory must be from 1 byte to 10^18";
  if (n.growth && !(n.growth >= 1 && n.growth <= 1e6)) return "the growth must be a factor from 1 to a million";
  if (!((n.hitRatio ?? 0) >= 0 && (n.hitRatio ?? 0) <= 1)) return "the hit ratio must be a share from 0 to 1";
  if (!((n.missCost ?? 0) >= 0 && (n.missCost ?? 0) <= 1e15)) return "the work for a false positive must be a time, 0 at least";
  const right = !s.rule || (s.rule === "each" && s.value >= 1 && s.value <= 1e9) || (s.rule === "hot" && s.value > 0 && s.value < 1) || (s.rule === "zipf" && s.value > 0 && s.value <= 5);
  return right ? "" : "copies are a number for each key (1 or more), hot with a share of one key between 0 and 1, or zipf with an exponent above 0 and at most 5";
}

const growthOf = (n) => max(1, n.growth ?? 0);
const final = (n, keys) => ceil(keys * growthOf(n));
const call = (n) => n.calls || "batch";

// copiesOf are the copies of n different keys: {keys, most, total, above}.
function copiesOf(s, n) {
  const one = (most, total, above) => ({ keys: n, most, total, above });
  if (s?.rule === "each" && s.value > 1) return one(s.value, n * s.value, (c) => (c < s.value ? n : 0));
  if (s?.rule === "hot") {
    const most = max(1, floor((n * s.value) / (1 - s.value)));
    return one(most, n - 1 + most, (c) => (c < most ? 1 : 0));
  }
  if (s?.rule === "zipf") {
    const first = max(1, n / harmonic(n, s.value)), single = 256, above = (c) => min(n, floor(pow(first / (max(c, 0) + 0.5), 1 / s.value)));
    let total = n;
    for (let c = 1; c <= single; c++) total += above(c);
    const rank = above(single);
    if (rank > 0) total += first * harmonic(rank, s.value) - (single + 1) * rank;
    return one(goRound(first), total, above);
  }
  return one(1, n, (c) => (c < 1 ? n : 0));
}

const goRound = (x) => (x < 0 ? -round(-x) : round(x));

function harmonic(n, s) {
  const exact = 64, last = min(n, exact);
  let sum = 0;
  for (let i = 1; i <= last; i++) sum += pow(i, -s);
  if (n <= exact) return sum;
  sum += abs(s - 1) < 1e-9 ? log(n / exact) : (pow(n, 1 - s) - pow(exact, 1 - s)) / (1 - s);
  return sum + (pow(n, -s) - pow(exact, -s)) / 2 + (s / 12) * (pow(exact, -s - 1) - pow(n, -s - 1));
}

// --- sizes ---

const power = (x) => {
  let p = 1;
  while (p < x) p *= 2;
  return p;
};
const bloomBits = (rate, k) => -k / log1p(-pow(rate, 1 / k));
const bloomRate = (c, k) => pow(-expm1(-k / c), k);
const optimalProbes = (c) => {
  const k = max(1, floor(c * LN2));
  return bloomRate(c, k + 1) < bloomRate(c, k) ? k + 1 : k;
};

// build sizes a filter; it returns undefined in the place of ok where there is no such filter.
function build(s, x, entries, start) {
  const t = { bits: 0, cells: 0, units: 0, probes: 0, layers: [], width: s.width ?? 0 }, width = s.width ?? 0;
  if (entries > 2 ** 63 / 4) return [t, false];
  switch (s.rule) {
    case "none":
      return [t, true];
    case "cells":
      t.cells = max(ceil((x / width) * entries), floor(64 / width));
      Object.assign(t, { bits: t.cells * width, probes: optimalProbes(x / width) });
      break;
    case "blocks":
      t.units = max(1, ceil(ceil(x * entries) / width));
      t.cells = t.units * width;
      if (s.words > 0) t.cells = ceil(t.cells / s.words) * s.words;
      t.bits = t.cells;
      break;
    case "asked":
      Object.assign(t, asked(s, x, entries));
      break;
    case "buckets":
      Object.assign(t, buckets(s, x, entries));
      break;
    case "layers": {
      Object.assign(t, buckets(s, x, start));
      const layers = max(1, ceil(entries / (s.load * t.cells)));
      if (layers > (s.tables ?? 0)) return [t, false];
      t.bits *= layers;
      break;
    }
    case "scalable":
      Object.assign(t, scalable(s, x, entries, start));
      break;
    case "quotient":
      t.units = wholes(entries, s.load, s.slots);
      t.cells = t.units * s.slots;
      t.bits = t.cells * (x + width);
      break;
    case "odd": {
      let slots = ceil(entries / s.load);
      if (slots % 2 === 0) slots++;
      t.cells = max(3, slots);
      if (entries > s.load * t.cells) t.cells += 2;
      t.bits = t.cells * x;
      break;
    }
    case "table":
      t.units = max(2, ceil(ceil(entries / s.load) / s.slots));
      t.cells = t.units * s.slots;
      t.bits = t.units * width;
      break;
    case "xor":
      t.cells = floor((32 + ceil(1.23 * entries)) / 3) * 3;
      t.bits = t.cells * x;
      break;
    case "expanding":
      Object.assign(t, expanding(s, x, entries, start));
      break;
    case "ribbon":
      t.cells = ceil((ceil(entries * (1 + (4 + x / 4) / s.slots)) + s.slots - 1) / 64) * 64;
      t.bits = t.cells * x;
      break;
    case "fuse":
      t.cells = fuse(entries, s.slots);
      t.bits = t.cells * x;
      break;
    case "map":
      t.cells = 8;
      while (entries > 8 && t.cells <= floor((entries * 8) / 7) - 1) t.cells *= 2;
      t.bits = t.cells * width;
  }
  t.bits += s.extra ?? 0;
  return [t, t.bits > 0 && (t.bits <= 2 ** 40 || s.rule === "map") && (!s.most || entries <= s.most) && (!s.cells || t.cells <= s.cells) && (!s.slots || t.units <= 2 ** 32)];
}

function asked(s, x, n) {
  const want = (n * -log(x)) / (LN2 * LN2), whole = s.floor ? floor(want) : ceil(want);
  let cells = max(max(1, s.least ?? 0), ceil(whole / s.unit) * s.unit);
  if (s.pow2) cells = power(max(whole, s.least ?? 0));
  const bits = s.words > 0 ? ceil(cells / s.words) * s.words : cells * (s.width ?? 0);
  let probes = ceil(((LN2 * (s.floor ? want : whole)) / n) * (1 - 1e-15));
  if (s.near) probes = goRound((whole / n) * LN2);
  return { cells, bits, probes: max(1, probes) };
}

function buckets(s, x, entries) {
  let units = max(2, 2 * ceil(ceil(entries / s.load) / (2 * s.slots)));
  while (units > 2 && entries <= s.load * ((units - 2) * s.slots)) units -= 2;
  while (entries > s.load * (units * s.slots)) units += 2;
  if (s.pow2) units = power(units);
  units = max(units, s.least ?? 0);
  const cells = units * s.slots;
  return { units, cells, bits: cells * (x + (s.width ?? 0)) };
}

function wholes(entries, load, slots) {
  const n = max(1, ceil(ceil(entries / load) / slots));
  if (n > 1 && entries <= load * ((n - 1) * slots)) return n - 1;
  return entries > load * (n * slots) ? n + 1 : n;
}

function scalable(s, x, entries, start) {
  const all = { bits: 0, layers: [] };
  for (let rate = x / 2, keys = start; entries > 0; rate /= 2, keys *= 2) {
    let t = {};
    if (s.unit > 0) t = asked({ width: 1, unit: s.unit, floor: true }, rate, keys);
    else {
      t.probes = max(1, floor(-log2(rate)));
      if (bloomBits(rate, t.probes + 1) < bloomBits(rate, t.probes)) t.probes++;
      t.cells = max(64, ceil(keys * bloomBits(rate, t.probes)));
    }
    t.keys = min(keys, entries);
    all.bits += t.cells;
    all.layers.push(t);
    entries -= keys;
  }
  return all;
}

function fuse(n, probes) {
  n = max(2, n);
  let l = log(n) / log(3.33) + 2.25, factor = max(1.125, 0.875 + (0.25 * log(1e6)) / log(n));
  if (probes === 4) [l, factor] = [log(n) / log(2.91) - 0.5, max(1.075, 0.77 + (0.305 * log(6e5)) / log(n))];
  const segment = 2 ** floor(min(max(l, 2), 18));
  return max(probes, ceil(goRound(n * factor) / segment)) * segment;
}

function expanding(s, x, entries, start) {
  const t = { units: wholes(start, s.load, s.slots), layers: [] };
  for (let slots = t.units * s.slots, held = 0; held < entries; slots *= 2) {
    const keys = min(entries, max(held, floor(s.load * slots))) - held;
    t.layers.push({ cells: slots, keys });
    held += keys;
    t.cells = slots;
  }
  t.bits = t.cells * (x + (s.width ?? 0));
  return t;
}

// --- rates ---

function rateOf(r, m, t, x, keys) {
  const collisions = keys * 2 ** -64, met = (chance) => -expm1(keys * log1p(-chance));
  switch (r.rule) {
    case "all":
      return 1;
    case "none":
      return 0;
    case "bloom":
      return bloomRate(t.cells / keys, t.probes) + collisions;
    case "curve":
      return along(m.curves[r.curve], t.bits / keys) + collisions;
    case "pairs":
      return met(2 / (t.units * (2 ** x - 1)));
    case "windows":
      return met(2 / ((t.cells - 1) * (2 ** (x - 1) - 1)));
    case "quotient":
      return met(2 ** -x / t.cells);
    case "fingerprint":
      return 2 ** -x + collisions;
    case "expanding":
      return -expm1(t.layers.reduce((none, l) => none + l.keys * log1p(-(2 ** -x) / l.cells), 0));
    case "scalable":
      return 1 - t.layers.reduce((missed, l) => missed * (1 - bloomRate(l.cells / l.keys, l.probes)), 1) + collisions;
  }
  return NaN;
}

function along(c, bits) {
  const last = (c?.rates?.length ?? 0) - 1, i = (bits - c?.first) / c?.step;
  if (last < 0) return NaN;
  if (i <= 0) return c.rates[0];
  if (i >= last) return c.rates[last];
  const j = floor(i), share = i - j;
  return exp(log(c.rates[j]) * (1 - share) + log(c.rates[j + 1]) * share);
}

const grids = new WeakMap();

function valuesOf(g) {
  let list = grids.get(g);
  if (!list) grids.set(g, (list = makeValues(g)));
  return list;
}

function makeValues(g) {
  if (g.list) return g.list;
  const list = [];
  if (g.decades) {
    for (let d = 9, scale = 10; ; d--) {
      if (d === 0) [d, scale] = [9, scale * 10];
      const x = d / scale;
      if (!(x >= g.to * (1 - 1e-9))) return list;
      list.push(x);
    }
  }
  if (!g.step) return [g.from ?? 0];
  for (let i = 0; ; i++) {
    const x = goRound(((g.from ?? 0) + i * g.step) * 1e6) / 1e6;
    if (x > g.to) return list;
    list.push(x);
  }
}

// --- designs ---

// search is the least index for which a test holds, which fails before it and holds behind.
function search(n, test) {
  let low = 0, high = n;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (test(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function at(m, c, n, x, k) {
  const last = final(n, k.keys), all = copiesOf(n.copies, last), d = { x, keys: k.keys, entries: last, side: 0 };
  let start = k.keys, repeated = 0;
  if (n.deletes && n.copies?.rule) {
    d.entries = entriesOf(c, x, all);
    repeated = all.above(1);
    start = ceil(d.entries / growthOf(n));
  }
  d.variant = c.name.replace("?", number(x)).replace("#", fixed(start, 0));
  const [t, ok] = build(c.size, x, d.entries, start);
  d.cells = t.cells;
  d.rate = rateOf(c.rate, m, t, x, last);
  if (c.copies.rule === "dictionary") {
    const places = goRound(repeated + ((1 - repeated / last) * last * d.rate) / 2);
    d.side = dictionary(places);
  }
  d.bytes = ceil(t.bits / 8) + d.side;
  if (!c.grows || c.size.rule === "scalable") d.keys = c.grows ? start : d.entries;
  return [d, ok];
}

// dictionary is the bytes of a table of so many entries that grows by a quarter.
function dictionary(entries) {
  if (entries < 1) return 0;
  let places = 8;
  while (4 * entries > 3 * places) places += max(8, floor(places / 4));
  return 12 * places;
}

function entriesOf(c, x, k) {
  let sum = k.keys;
  const rule = c.copies.rule;
  if (rule === "slot") return ceil(k.total);
  if (rule === "in-slot") {
    const step = 2 ** (c.size.width ?? 0);
    for (let full = step; full < k.most; full += step) {
      sum += k.above(full);
      if (full > 1e3 * step) break;
    }
  } else if (rule === "digits") {
    const base = 2 ** x;
    for (let most = 1, step = base; most < k.most; most += step, step *= base) sum += k.above(most);
  }
  return ceil(sum);
}

function smallest(m, c, n, k) {
  const grid = valuesOf(c.grid), i = search(grid.length, (i) => at(m, c, n, grid[i], k)[0].rate <= n.rate);
  if (i === grid.length) return [at(m, c, n, grid[i - 1], k)[0], false];
  let [d, ok] = at(m, c, n, grid[i], k);
  if (c.copies.rule === "dictionary") {
    for (const x of grid.slice(i + 1)) {
      const [other, made] = at(m, c, n, x, k);
      if (made && other.bytes < d.bytes) d = other;
    }
  }
  return [d, ok];
}

function largest(m, c, n, k) {
  const grid = valuesOf(c.grid);
  let i = search(grid.length, (i) => {
    const [d, ok] = at(m, c, n, grid[i], k);
    return !ok || d.bytes - d.side > n.bytes;
  });
  for (; c.copies.rule === "dictionary" && i > 0; i--) {
    const [d, ok] = at(m, c, n, grid[i - 1], k);
    if (ok && d.bytes <= n.bytes) break;
  }
  const [d, ok] = at(m, c, n, grid[max(0, i - 1)], k);
  return [d, ok && i > 0];
}

function cheapest(m, c, n, k) {
  let best, least = Infinity;
  for (const x of valuesOf(c.grid)) {
    const [d, made] = at(m, c, n, x, k);
    if (!made || d.bytes > n.bytes || (d.rate > n.rate && n.rate > 0)) continue;
    const a = { ...d };
    times(m, a, c, n);
    if (a.cost && a.cost.ns < least) [best, least] = [d, a.cost.ns];
  }
  return best;
}

function most(m, c, n) {
  const test = (keys) => {
    const [d, ok] = smallest(m, c, n, copiesOf(n.copies, keys));
    return ok && d.bytes <= n.bytes;
  };
  if (!test(1)) return [smallest(m, c, n, copiesOf(n.copies, 1))[0], 0, false];
  let low = 1, high = 2;
  for (; high < 1e15 && test(high); high *= 2) low = high;
  while (high - low > 1 && high - low > low * 1e-12) {
    const middle = floor((low + high) / 2);
    if (test(middle)) low = middle;
    else high = middle;
  }
  const [d, ok] = smallest(m, c, n, copiesOf(n.copies, low));
  return [d, low, ok];
}

// --- times ---

const normal95 = 1.959964, foreign = 0.2;
const deviation = (e) => (e.hi - e.lo) / (2 * normal95);
const pointsOf = (s, op) => s.points.filter((p) => p.times?.[op]);

function timeOf(m, c, op, how, x, size) {
  let best, near = Infinity;
  for (const s of c.times ?? []) {
    let far = x > 0 && s.value > 0 ? abs(log(s.value / x)) : 0;
    if (s.call !== how) far += 100;
    const points = pointsOf(s, op);
    if (!points.length) continue;
    far += foreign * abs(log(size / min(max(size, points[0].bytes), points.at(-1).bytes)));
    if (far < near) [best, near] = [s, far];
  }
  if (!best) return undefined;
  const points = pointsOf(best, op), from = points[0].bytes, to = points.at(-1).bytes;
  const e = { ns: 0, lo: 0, hi: 0, variant: best.variant, call: best.call, from, to, outside: size < from / 2 || size > 2 * to, ids: [] };
  const add = (p, share) => {
    const t = p.times[op];
    e.ns += share * t[0];
    e.lo += share * t[1];
    e.hi += share * t[2];
    e.ids.push(...(p.ids ?? []));
  };
  const reached = min(max(size, from), to), [i, share] = between(points, reached);
  add(points[i], 1 - share);
  if (share > 0) add(points[i + 1], share);
  const more = e.ns * (grown(m, c.access, op, size) / grown(m, c.access, op, reached) - 1);
  const doubt = m.noise * e.ns + abs(more) / 2;
  e.ns = max(0, e.ns + more);
  e.lo = max(0, e.lo + more - doubt);
  e.hi += more + doubt;
  if (best.call !== how) {
    let r = c.library || c.size.rule === "map" ? [1, 0.8, 1.25] : m.calls?.[c.access]?.[op] ?? [3, 1, 10];
    if (how === "batch") r = [1 / r[0], 1 / r[2], 1 / r[1]];
    e.outside = true;
    [e.ns, e.lo, e.hi] = [e.ns * r[0], e.lo * r[1], e.hi * r[2]];
  }
  return e;
}

function between(points, size) {
  let i = 0;
  while (i < points.length - 2 && size > points[i + 1].bytes) i++;
  if (i + 1 === points.length) return [i, 0];
  return [i, log(size / points[i].bytes) / log(points[i + 1].bytes / points[i].bytes)];
}

// grown is the time of the filter that stands for those that read memory so.
function grown(m, access, op, size) {
  const points = m.growth?.[access] ? pointsOf(m.growth[access], op) : [];
  if (points.length < 2) return 1;
  const [i, share] = between(points, max(size, points[0].bytes)), a = points[i].times[op][0], b = points[i + 1].times[op][0];
  return max(points[0].times[op][0], a + share * (b - a));
}

function times(m, a, c, n) {
  if (c.size.rule === "none") a.hit = a.miss = a.insert = { ns: 0, lo: 0, hi: 0 };
  else for (const op of ["hit", "miss", "insert"]) a[op] = timeOf(m, c, op, call(n), a.x, a.bytes);
  if (!a.miss || (!a.hit && n.hitRatio > 0)) return;
  const hit = a.hit ?? a.miss, h = n.hitRatio ?? 0, cost = n.missCost ?? 0;
  const ns = h * hit.ns + (1 - h) * (a.miss.ns + a.rate * cost), half = normal95 * hypot(h * deviation(hit), (1 - h) * deviation(a.miss));
  a.cost = { ns, lo: max(0, ns - half), hi: ns + half, outside: !!(hit.outside || a.miss.outside) };
}

// erfc by a Chebyshev fit, good to 1e-7 of itself (Numerical Recipes, 6.2.2).
const fit = [-1.3026537197817094, 6.4196979235649026e-1, 1.9476473204185836e-2, -9.561514786808631e-3, -9.46595344482036e-4, 3.66839497852761e-4, 4.2523324806907e-5, -2.0278578112534e-5, -1.624290004647e-6, 1.30365583558e-6, 1.5626441722e-8, -8.5238095915e-8, 6.529054439e-9, 5.059343495e-9, -9.91364156e-10, -2.27365122e-10, 9.6467911e-11, 2.394038e-12, -6.886027e-12, 8.94487e-13, 3.13092e-13, -1.12708e-13, 3.81e-16, 7.106e-15, -1.523e-15, -9.4e-17, 1.21e-16, -2.8e-17];
function erfc(x) {
  const z = abs(x), t = 2 / (2 + z), ty = 4 * t - 2;
  let d = 0, dd = 0;
  for (let j = fit.length - 1; j > 0; j--) [d, dd] = [ty * d - dd + fit[j], d];
  const y = t * exp(-z * z + 0.5 * (fit[0] + ty * d) - dd);
  return x >= 0 ? y : 2 - y;
}

function chances(list) {
  const p = list.map(() => 0), step = 0.05;
  const least = min(...list.map((e) => e.ns + 5 * deviation(e)), Infinity);
  let sum = 0;
  list.forEach((e, i) => {
    const own = deviation(e);
    if (e.ns - 5 * own > least) return;
    const rivals = list.filter((o, j) => j !== i && !(o.ns - 5 * deviation(o) > e.ns + 5 * own));
    for (let z = -5 + step / 2; z < 5; z += step) {
      let chance = exp((-z * z) / 2) * step;
      for (const o of rivals) chance *= erfc((e.ns + z * own - o.ns) / (max(deviation(o), 1e-9) * Math.SQRT2)) / 2;
      p[i] += chance;
    }
    sum += p[i];
  });
  return p.map((x) => x / sum);
}

// --- ranking ---

const crowded = 0.01;

function able(c, n) {
  if (n.deletes && !c.deletes) return "cannot delete";
  if (n.deletes && c.copies.rule === "absorbed") return "a delete loses every key with the same fingerprint";
  if (c.static && !n.static) return "is built once, from all keys: say --static if they are known";
  if (n.static && (n.deletes || n.growth > 1) && c.static) return "takes no keys after it is built";
  return c.defect ?? "";
}

function keepsCopies(a, c, n) {
  if (!n.deletes || !n.copies?.rule || a.held === 0) return "";
  const k = copiesOf(n.copies, a.held), rule = c.copies.rule, limit = c.copies.most ?? 0;
  if (k.most < 2) return "";
  if (limit > 0 && k.most > limit) return rule === "counter" ? `counters of ${count(k.above(limit))} keys with more than ${count(limit)} copies stick for good` : `refuses more than ${count(limit)} copies of a key; there are up to ${count(k.most)}`;
  const reach = 2 * (c.size.slots ?? 0);
  if (c.size.rule === "layers" && k.most > reach) return `adds a table for every ${count(reach)} copies of a key: ${count(ceil(k.most / reach))} tables`;
  if ((rule === "in-slot" && k.above(2 ** (c.size.width ?? 0)) > crowded * k.keys) || (rule === "slot" && k.above(1) > crowded * k.keys)) return "has its copies in slots: with so many keys that repeat its table stops early, at a load that was not measured";
  return "";
}

function answer(m, c, n) {
  let a = { family: c.family, library: c.library, use: c.use, defect: c.defect, held: final(n, n.keys), best: 0, bitsPerKey: 0, ids: [...(c.rated ?? [])], notes: [] };
  let why = able(c, n), kept = true, fits = true, made = true, d;
  const k = copiesOf(n.copies, n.keys);
  if (!n.keys) {
    let keys;
    [d, keys, fits] = most(m, c, n);
    a.held = fits ? final(n, keys) : 0;
  } else if (!n.rate) [d, fits] = largest(m, c, n, k);
  else {
    [d, made] = smallest(m, c, n, k);
    kept = d.rate <= n.rate;
    fits = !n.bytes || d.bytes <= n.bytes;
    if (made && !fits) {
      const [other, ok] = largest(m, c, n, k);
      if (ok) a.within = { variant: other.variant, rate: other.rate, bytes: other.bytes };
    }
  }
  if (n.missCost > 0 && n.keys > 0 && n.bytes > 0 && made && fits) d = cheapest(m, c, n, k) ?? d;
  a = { ...a, ...d };
  if (a.held > 0) a.bitsPerKey = (8 * a.bytes) / a.held;
  why ||= keepsCopies(a, c, n);
  if (!why) {
    if (!n.keys && !fits) why = a.rate > n.rate ? "its lowest rate is " + percent(a.rate) : "keeps the rate for no key in " + bytes(n.bytes);
    else if (kept && !made) why = "has no table for so many keys";
    else if (!kept) why = "its lowest rate is " + percent(a.rate);
    else if (!fits) {
      why = `takes ${bytes(a.bytes)}, ${bytes(a.bytes - n.bytes)} too much`;
      a.short = "bytes";
    }
  }
  a.why = why;
  a.feasible = !why;
  times(m, a, c, n);
  words(a, c, n, m);
  return a;
}

function before(r, a, b) {
  if (a.feasible !== b.feasible) return a.feasible;
  if (r.need.missCost > 0 && a.feasible) {
    if (!a.cost || !b.cost) return !!a.cost;
    if (a.cost.ns !== b.cost.ns) return a.cost.ns < b.cost.ns;
  }
  if (!a.feasible && !a.short !== !b.short) return !!a.short;
  if (r.solved === "rate" && a.rate !== b.rate) return a.rate < b.rate;
  if (r.solved === "keys" && a.held !== b.held) return a.held > b.held;
  if (a.bytes !== b.bytes) return a.bytes < b.bytes;
  return !a.library && !!b.library;
}

// rank designs a filter of every candidate for a need, the best first. It throws what makes
// no sense of the need.
export function rank(need, m) {
  const n = { keys: 0, rate: 0, bytes: 0, ...need }, wrong = check(n);
  if (wrong) throw new Error(wrong);
  const r = { need: n, solved: !n.keys ? "keys" : !n.rate ? "rate" : !n.bytes ? "bytes" : "" };
  r.answers = m.candidates.map((c) => answer(m, c, n));
  if (n.missCost > 0) {
    const list = r.answers.filter((a) => a.feasible && a.cost);
    chances(list.map((a) => a.cost)).forEach((p, i) => (list[i].best = p));
  } else {
    let best;
    for (const a of r.answers) if (a.feasible && (!best || before(r, a, best))) best = a;
    if (best) best.best = 1;
  }
  r.answers.sort((a, b) => (before(r, a, b) ? -1 : before(r, b, a) ? 1 : 0));
  r.verdict = verdict(r);
  return r;
}

function verdict(r) {
  const that = r.need.deletes ? "Nothing that deletes" : "Nothing", best = r.answers[0];
  if (best.feasible) return `${best.variant}: ${r.solved === "keys" ? `${count(best.held)} keys at ` : ""}${percent(best.rate)} in ${bytes(best.bytes)}, ${digits(best.bitsPerKey, 3)} bits a key.`;
  let least, low;
  for (const a of r.answers) {
    if (a.short !== "bytes") continue;
    if (!least || a.bytes < least.bytes) least = a;
    if (a.within && (!low || a.within.rate < low.within.rate)) low = a;
  }
  if (!least) return that + " can do that, in whatever memory.";
  const text = `${that} fits ${bytes(r.need.bytes)}; ${bytes(least.bytes)} would: ${least.variant}.`;
  return low ? `${text} In ${bytes(low.within.bytes)}, ${low.within.variant} has ${percent(low.within.rate)}.` : text;
}

const deletesOf = (c) => (c.static ? "none: built once" : !c.deletes ? "none" : c.copies.rule === "absorbed" ? "lose every key with the same fingerprint" : "of keys that were inserted");

function copiesIn(c, n) {
  const limit = count(c.copies.most ?? 0);
  if (c.copies.rule === "slot" && !n.deletes) return "insert a key only if it is not found: then they cost nothing";
  return { slot: `a slot each, ${limit} of a key at most`, counter: `up to ${limit} counted; then the key stays for good`, "in-slot": `counted in the slot, up to ${limit}`, dictionary: "any number, 16 to 43 bytes for a key that has some", digits: "any number, in a slot or two more", absorbed: "one entry for all" }[c.copies.rule] ?? "cost nothing";
}

function words(a, c, n, m) {
  a.beyond = beyond(a, c, m);
  a.deletes = deletesOf(c);
  a.copies = copiesIn(c, n);
  if (c.size.rule !== "none") a.try = `bench try '${a.variant}' --workload uniform --n ${fixed(min(a.held, 1e6), 0)}`;
  for (const e of [a.miss, a.hit]) {
    if (!e) continue;
    a.ids.push(...(e.ids ?? []));
    for (const text of [e.outside && `time extrapolates: tables of ${e.from === e.to ? bytes(e.from) : `${bytes(e.from)} to ${bytes(e.to)}`} were timed`, e.variant && e.variant !== a.variant && "timed as " + e.variant, e.call && e.call !== call(n) && `timed in ${e.call} calls only`]) if (text && !a.notes.includes(text)) a.notes.push(text);
  }
  if (!a.miss) a.notes.push("never timed on this machine");
}

function beyond(a, c, m) {
  if (c.size.rule === "none") return "nothing";
  if (c.static) return "must be built again";
  if (c.grows) return "adds a table";
  if (c.refuses) return `refuses from about ${count((reach(c.size) * a.cells * a.held) / max(1, a.entries))} keys on`;
  if (c.rate.rule === "none") return "the map doubles";
  const t = { bits: a.bytes * 8, cells: a.cells, units: 0, layers: [], probes: c.size.rule === "asked" ? max(1, ceil(-log2(a.x))) : optimalProbes(a.cells / max(1, a.held)) };
  return "twice the keys: at least " + percent(rateOf(c.rate, m, t, a.x, 2 * a.held));
}

const reach = (s) => (s.rule === "quotient" ? s.load : s.rule === "table" ? s.load / 0.92 : min(1, (s.load ?? 0) + 0.01));
