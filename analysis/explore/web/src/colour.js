// Colours and marks: those of the report for families, and others that are told apart by
// the colour-blind and in grey.

export const symbols = ["circle", "square", "triangle", "diamond", "star", "wye", "cross", "diamond2", "triangle2", "square2", "asterisk", "times", "plus"];

const named = { light: ["#0072B2", "#D55E00", "#009E73", "#AC4F86", "#8A6D00", "#2A7BA8", "#5F6670", "#000000"], dark: ["#56B4E9", "#FF9255", "#2CC79A", "#E79AC6", "#F0E442", "#9FD3F2", "#B5BCC6", "#FFFFFF"] };
const ramp = { light: ["#B8860B", "#8B7355", "#5F6B7A", "#35608D", "#1C2F6E", "#0B1240"], dark: ["#FFE873", "#D8C27A", "#AEB1A0", "#86A8D6", "#7389F0", "#8E6BFF"] };

const parts = (hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));
const join = (rgb) => "#" + rgb.map((v) => Math.round(v).toString(16).padStart(2, "0")).join("");

export function mix(from, to, share) {
  const b = parts(to);
  return join(parts(from).map((v, i) => v + (b[i] - v) * share));
}

// shade is the i-th of n shades of a colour, away from the ground.
export const shade = (colour, i, n, dark) => (n < 2 ? colour : mix(colour, dark ? "#FFFFFF" : "#000000", (0.68 * i) / (n - 1)));

export const familyColour = (family, facts, dark) => facts.families[family]?.[dark ? "dark" : "light"] ?? (dark ? "#A0A8B2" : "#5F6670");
export const familySymbol = (family, facts) => symbols[(facts.families[family]?.mark ?? 4) % symbols.length];

// scale gives each of some values, in their order, a colour and a mark.
export function scale(values, dark) {
  const theme = dark ? "dark" : "light", ordered = values.every((v) => typeof v === "number") && values.length > 2;
  return new Map(values.map((v, i) => {
    if (!ordered) return [v, { colour: named[theme][i % 8], symbol: symbols[i % symbols.length] }];
    const at = ((ramp[theme].length - 1) * i) / (values.length - 1), low = Math.floor(at);
    return [v, { colour: mix(ramp[theme][low], ramp[theme][Math.min(low + 1, 5)], at - low), symbol: symbols[i % symbols.length] }];
  }));
}

// regret is the colour of a cell of a map: from paper to a dark red.
export function regret(times, dark) {
  const s = Math.min(1, Math.log2(Math.max(1, times)) / 5);
  const [a, b, c] = dark ? ["#1D3A2E", "#7A4A22", "#C0392B"] : ["#E3F3EC", "#F3A46B", "#8A1C10"];
  return s < 0.5 ? mix(a, b, 2 * s) : mix(b, c, 2 * s - 1);
}

// legible is the colour of letters on another.
export const legible = (ground) => {
  const [r, g, b] = parts(ground);
  return 0.299 * r + 0.587 * g + 0.114 * b > 140 ? "#000000" : "#FFFFFF";
};
