// Marks of many points in few elements: one path for all that look alike. A browser lays out
// and paints ten paths sooner than a thousand circles.

import { symbolAsterisk, symbolCircle, symbolCross, symbolDiamond, symbolDiamond2, symbolPlus, symbolSquare, symbolSquare2, symbolStar, symbolTimes, symbolTriangle, symbolTriangle2, symbolWye } from "d3-shape";

const shapes = { asterisk: symbolAsterisk, circle: symbolCircle, cross: symbolCross, diamond: symbolDiamond, diamond2: symbolDiamond2, plus: symbolPlus, square: symbolSquare, square2: symbolSquare2, star: symbolStar, times: symbolTimes, triangle: symbolTriangle, triangle2: symbolTriangle2, wye: symbolWye };
const strokes = new Set(["asterisk", "times", "plus", "triangle2", "square2", "diamond2"]);
const round = (v) => Math.round(v * 100) / 100;

// Pen is what a shape of d3 draws on; its steps are relative, so that they fit any place.
class Pen {
  text = "";
  x = 0;
  y = 0;

  step(letter, x, y) {
    this.text += `${letter}${round(x - this.x)},${round(y - this.y)}`;
    [this.x, this.y] = [x, y];
  }

  moveTo(x, y) {
    this.step("m", x, y);
    this.start = [x, y];
  }

  lineTo(x, y) {
    this.step("l", x, y);
  }

  closePath() {
    this.text += "z";
    [this.x, this.y] = this.start;
  }

  rect(x, y, w, h) {
    this.moveTo(x, y);
    this.text += `h${round(w)}v${round(h)}h${round(-w)}z`;
  }

  arc(x, y, r) { // circles alone
    const a = `a${round(r)},${round(r)} 0 1 1 `;
    this.text += `${a}${round(-2 * r)},0${a}${round(2 * r)},0`;
  }
}

const outlines = new Map();

// outline is a symbol around the place where the pen is, as large as a circle of radius r.
export function outline(symbol, r) {
  const key = symbol + r;
  if (!outlines.has(key)) {
    const pen = new Pen();
    shapes[symbol].draw(pen, Math.PI * r * r);
    outlines.set(key, pen.text);
  }
  return outlines.get(key);
}

export function element(tag, attributes, ...children) {
  const e = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [k, v] of Object.entries(attributes)) if (v !== undefined) e.setAttribute(k, v);
  e.append(...children);
  return e;
}

// layer is a mark of Plot: a group of paths, one for each look. of gives a point's piece of
// the path, look the attributes that points share.
export const layer = (label, list, look, of) => (_, scales) => {
  const looks = new Map();
  for (const p of list) {
    const piece = of(p, scales);
    if (!piece || piece.includes("NaN")) continue;
    const attributes = look(p), key = Object.values(attributes).join();
    const known = looks.get(key);
    if (known) known.d.push(piece);
    else looks.set(key, { attributes, d: [piece] });
  }
  return element("g", { "aria-label": label, fill: "none" }, ...[...looks.values()].map(({ attributes, d }) => element("path", { ...attributes, d: d.join("") })));
};

// symbolLook is how a symbol of that colour is filled and lined; empty ones mark a zero.
const symbolLook = (p, empty, opacity) =>
  strokes.has(p.symbol) ? { stroke: p.colour, "stroke-width": 1.4 } : empty ? { stroke: p.colour, "stroke-width": 1.2 } : { fill: p.colour, "fill-opacity": opacity };

// dots draws the symbols of points at the places that x and y give.
export function dots(list, place) {
  const many = list.length, r = many > 600 ? 2.4 : many > 200 ? 3 : 3.8, opacity = many > 400 ? 0.75 : 0.95;
  return layer("points", list, (p) => symbolLook(p, !(p.y > 0), opacity), (p, scales) => {
    const [x, y] = place(p, scales);
    return `M${round(x)},${round(y)}${outline(p.symbol, r)}`;
  });
}

// lines joins the points of each curve.
export const lines = (label, curves, attributes, place) => layer(label, curves, ([p]) => attributes(p), (curve, scales) => {
  const places = curve.map((p) => place(p, scales)).filter(([x, y]) => isFinite(x) && isFinite(y));
  return places.length > 1 && "M" + places.map(([x, y]) => `${round(x)},${round(y)}`).join("L");
});

// key is the mark of one entry of a legend.
export function key({ symbol, colour }) {
  return element("svg", { width: 16, height: 16, viewBox: "0 0 16 16", fill: "none", "aria-hidden": true }, element("path", { ...symbolLook({ symbol, colour }, false, 1), d: "M8,8" + outline(symbol, 4.5) }));
}

// steps turns a front into the corners of its stairs.
export const stairs = (front) => front.flatMap((p, i) => (i ? [{ ...p, y: front[i - 1].y }, p] : [p]));
