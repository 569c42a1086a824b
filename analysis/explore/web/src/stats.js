// Estimates with intervals, as internal/stat and internal/prob compute them in Go; a test
// of package explore holds the two against each other on every cell of the reference run.

const confidence = 0.95, miss = (1 - confidence) / 2;

// stirlingError is ln n! less the leading terms of Stirling's formula.
function stirlingError(n) {
  if (n < 16) {
    let factorial = 1;
    for (let i = 2; i <= n; i++) factorial *= i;
    return Math.log(factorial) - 0.5 * Math.log(2 * Math.PI * n) - n * Math.log(n) + n;
  }
  const y = 1 / (n * n);
  return (1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680 - (1 / 1188) * y) * y) * y) * y) / n;
}

// deviance is x ln(x/mean) + mean - x, without cancellation near the mean.
function deviance(x, mean) {
  const v = (x - mean) / (x + mean);
  if (Math.abs(v) > 0.1) return x * Math.log(x / mean) + mean - x;
  let sum = (x - mean) * v, power = 2 * x * v;
  for (let j = 3; ; j += 2) {
    power *= v * v;
    const next = sum + power / j;
    if (next === sum) return sum;
    sum = next;
  }
}

function binomialPMF(x, n, p) {
  if (p === 0 || p === 1) return x === (p ? n : 0) ? 1 : 0;
  if (x === 0) return Math.exp(n * Math.log1p(-p));
  if (x === n) return Math.exp(n * Math.log(p));
  const exponent = stirlingError(n) - stirlingError(x) - stirlingError(n - x) - deviance(x, n * p) - deviance(n - x, n * (1 - p));
  return Math.exp(exponent) * Math.sqrt(n / (2 * Math.PI * x) / (n - x));
}

// sumFalling adds first, first*ratio(1), ... until the terms no longer count.
function sumFalling(first, ratio) {
  let sum = first, term = first;
  for (let i = 1; ; i++) {
    const r = ratio(i);
    if (r <= 0) return sum;
    term *= r;
    sum += term;
    if (r < 1 && term * r <= 2 ** -55 * (1 - r) * sum) return sum;
  }
}

const clamp = (p) => Math.min(1, Math.max(0, p));

// binomialTails returns P(X <= x) and P(X >= x).
export function binomialTails(x, n, p) {
  if (p === 0 || p === 1) {
    const value = p ? n : 0;
    return [x >= value ? 1 : 0, x <= value ? 1 : 0];
  }
  const pmf = binomialPMF(x, n, p), odds = p / (1 - p);
  if (x >= n * p) {
    const upper = sumFalling(pmf, (i) => ((n - x - i + 1) / (x + i)) * odds);
    return [clamp(1 - upper + pmf), clamp(upper)];
  }
  const lower = sumFalling(pmf, (i) => (x - i + 1) / (n - x + i) / odds);
  return [clamp(lower), clamp(1 - lower + pmf)];
}

// solveTail finds the p at which a tail is `miss`, by Newton's method on its logarithm
// over the logit of p.
function solveTail(x, n, tail) {
  let logit = Math.log((x + 0.5) / (n - x + 0.5)), step = 0;
  for (let i = 0; i < 200; i++) {
    const p = 1 / (1 + Math.exp(-logit)), [value, slope] = tail(p);
    if (value < 2 ** -900) {
      step /= 2;
      logit -= step;
      continue;
    }
    step = (Math.log(miss / value) * value) / slope;
    logit += step;
    if (Math.abs(step) * (1 - p) <= 2 ** -44) break;
  }
  return 1 / (1 + Math.exp(-logit));
}

// clopperPearson is the exact 95 % interval of x hits in n trials.
export function clopperPearson(x, n) {
  const lo = x > 0 ? solveTail(x, n, (p) => [binomialTails(x, n, p)[1], binomialPMF(x, n, p) * x * (1 - p)]) : 0;
  const hi = x < n ? solveTail(x, n, (p) => [binomialTails(x, n, p)[0], -binomialPMF(x, n, p) * (n - x) * p]) : 1;
  return [lo, hi];
}

const ranks = new Map();

// lowerRank is the largest rank, from 1, whose draw exceeds the q-quantile of n draws with
// a probability of at most `miss`; 0 if there is none.
function lowerRank(n, q) {
  const key = n + "/" + q;
  if (ranks.has(key)) return ranks.get(key);
  let low = 0, high = n;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (binomialTails(middle - 1, n, q)[0] <= miss) low = middle;
    else high = middle - 1;
  }
  ranks.set(key, low);
  return low;
}

const sorted = (values) => Float64Array.from(values).sort();

// median returns the middle of a sample with its distribution-free interval.
export function median(values) {
  const x = sorted(values), n = x.length, r = Math.max(1, lowerRank(n, 0.5));
  return { value: (x[(n - 1) >> 1] + x[n >> 1]) / 2, lo: x[r - 1], hi: x[n - r], n };
}

// quantile is the smallest draw that a share q of sorted draws does not exceed.
const quantile = (x, q) => x[Math.min(Math.max(Math.ceil(q * x.length - 1e-9), 1), x.length) - 1];

// spread returns the median of many draws, or their mean, with the range of nine in ten.
export function spread(draws, mean) {
  const x = sorted(draws);
  const value = mean ? x.reduce((a, b) => a + b, 0) / x.length : quantile(x, 0.5);
  return { value, lo: quantile(x, 0.05), hi: quantile(x, 0.95), n: x.length };
}

// proportion pools hits among trials of several seeds. The interval is the wide one, which
// allows for scatter between seeds; student holds the 97.5 % quantiles of Student's
// distribution by degrees of freedom.
export function proportion(hits, trials, stopped, student) {
  const unbiased = (h, n, s) => (s && n > 1 ? (h - 1) / (n - 1) : h / n);
  const n = hits.length, rates = hits.map((h, i) => unbiased(h, trials[i], stopped[i]));
  const H = hits.reduce((a, b) => a + b, 0), N = trials.reduce((a, b) => a + b, 0);
  const all = stopped.every(Boolean), some = stopped.some(Boolean);
  let value = H / N, [lo, hi] = clopperPearson(H, N);
  if (some) value = rates.reduce((a, b) => a + b, 0) / n;
  if (all) hi = clopperPearson(H - 1, N - 1)[1];
  const out = { value, lo, hi, n, hits: H, trials: N };
  if (n < 2 || H === 0 || H === N) return out;
  let chi = 0;
  for (let i = 0; i < n; i++) {
    const expected = trials[i] * value, d = hits[i] - expected;
    chi += (d * d) / (expected * (1 - value));
  }
  const factor = (student[n - 1] * Math.sqrt(chi / (n - 1))) / student[0];
  if (factor > 1) {
    const pooled = unbiased(H, N, all), scale = value / pooled;
    out.lo = Math.max(0, Math.min(lo, scale * (pooled - (pooled - lo) * factor)));
    out.hi = Math.min(1, Math.max(hi, scale * (pooled + (hi - pooled) * factor)));
  }
  return out;
}
