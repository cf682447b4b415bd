// Draws a page's pictures, but for the map (map.js), from the numbers in its element "data". What
// they show is also in the page's tables, or can be read out step by step with the arrow keys.
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const dark = matchMedia("(prefers-color-scheme: dark)");
const redrawn = [];  // functions to call when light and dark change

function number(value) {
  if (Number.isInteger(value)) return value.toLocaleString("en");
  return String(Number(value.toPrecision(4)));
}
const withUnit = (text, unit) => unit ? `${text} ${unit}` : text;
const distance = value => withUnit(number(value), data.unit);
const axisText = (text, isDistance) => isDistance && data.unit ? `${text} (${data.unit})` : text;

function decoded(text, Type) {
  const bytes = Uint8Array.from(atob(text), c => c.charCodeAt(0));
  return new Type(bytes.buffer);
}

/* Numbers in equal steps from lo to hi; the last step is "none". Of skewed ones few are large, and
   colours show their square roots. */
class Steps {
  constructor(of, Type, skewed = false) {
    this.skewed = skewed;
    this.lo = of.lo;
    this.hi = of.hi;
    this.steps = decoded(of.data, Type);
    this.none = 2 ** (8 * Type.BYTES_PER_ELEMENT) - 1;
  }
  has(k) { return this.steps[k] !== this.none; }
  share(k) { return this.steps[k] / (this.none - 1); }
  tone(k) { return this.skewed ? Math.sqrt(this.share(k)) : this.share(k); }
  atTone(tone) { return this.lo + (this.hi - this.lo) * (this.skewed ? tone ** 2 : tone); }
  at(k) { return this.has(k) ? this.lo + (this.hi - this.lo) * this.share(k) : Infinity; }
}

/* Viridis (Smith and van der Walt, 2015), which the colour-blind can read, and so can people with
   a printer without colours, because it gets steadily lighter. The end that is about as light as
   the background is left out. */
const kStops = [[68, 1, 84], [59, 82, 139], [33, 145, 140], [94, 201, 98], [253, 231, 37]];
function colour(share) {
  const place = (dark.matches ? 0.15 + 0.85 * share : 0.92 * share) * (kStops.length - 1);
  const k = Math.min(Math.floor(place), kStops.length - 2);
  return kStops[k].map((c, i) => Math.round(c + (kStops[k + 1][i] - c) * (place - k)));
}
const css = share => `rgb(${colour(share).join()})`;

/* Adds an element, within an SVG one of SVG. */
function add(parent, name, attributes = {}, text = "") {
  const kSvg = "http://www.w3.org/2000/svg";
  const made = name === "svg" || parent.namespaceURI === kSvg
    ? document.createElementNS(kSvg, name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== "") made.textContent = text;
  return parent.appendChild(made);
}

/* At most `most` + 1 round numbers from lo to hi. */
function ticks(lo, hi, most) {
  if (!(hi > lo)) return [lo];
  const power = 10 ** Math.floor(Math.log10((hi - lo) / most));
  const step = [1, 2, 5, 10].map(digit => digit * power).find(s => (hi - lo) / s <= most);
  const all = [];
  for (let k = Math.ceil(lo / step); k * step <= hi + step * 1e-9; ++k) all.push(k * step);
  return all;
}

/* An SVG with axes; returns it, and where x and y are. */
function axes(figure, label, [x0, x1], [y0, y1], xText, yText, yNumber = number) {
  const width = 640, height = 260, left = 84, right = 15, top = 12, bottom = 45;
  const svg = add(figure, "svg",
    {viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label});
  const x = v => left + (v - x0) / (x1 - x0 || 1) * (width - left - right);
  const y = v => height - bottom - (v - y0) / (y1 - y0 || 1) * (height - bottom - top);
  for (const v of ticks(y0, y1, 5)) {
    add(svg, "line",
      {x1: left, x2: width - right, y1: y(v), y2: y(v), stroke: "var(--line)"});
    add(svg, "text", {x: left - 6, y: y(v) + 4, "text-anchor": "end"}, yNumber(v));
  }
  for (const v of ticks(x0, x1, 6)) {
    add(svg, "text", {x: x(v), y: height - bottom + 18, "text-anchor": "middle"}, number(v));
  }
  add(svg, "text", {x: (left + width) / 2, y: height - 6, "text-anchor": "middle"}, xText);
  add(svg, "text", {x: 14, y: height / 2, "text-anchor": "middle",
    transform: `rotate(-90 14 ${height / 2})`}, yText);
  return {svg, x, y};
}

function drawHistogram(figure) {
  const {edges, pairs} = data.histogram;
  if (pairs.length === 0) return;
  const brief = v => Intl.NumberFormat("en", {notation: "compact"}).format(v);
  const {svg, x, y} = axes(figure, "Histogram of distances, as in the table below",
    [edges[0], edges.at(-1)], [0, Math.max(...pairs)], axisText("distance", true), "pairs", brief);
  pairs.forEach((count, k) => {
    const from = x(edges[k]), to = x(edges[k + 1]);
    const bar = add(svg, "rect", {x: from + 0.5, width: Math.max(to - from - 1, 0.5), y: y(count),
      height: y(0) - y(count), fill: "var(--bar)"});
    add(bar, "title", {}, `up to ${distance(edges[k + 1])}: ${number(count)} pairs`);
  });
}

function drawCurves(figure) {
  figure.className = "columns";
  for (const measure of data.measures) {
    const values = measure.curve, last = values.length - 1, least = Math.min(0, values[0]);
    const {svg, x, y} = axes(add(figure, "div"),
      `${measure.name} of the vertices in ascending order; the table below has the quartiles`,
      [0, 100], [least, values[last]], "share of the vertices (%)",
      axisText(measure.name, measure.distance));
    for (const quarter of [25, 50, 75]) {
      add(svg, "line", {x1: x(quarter), x2: x(quarter), y1: y(values[quarter]), y2: y(least),
        stroke: "var(--faint)", "stroke-dasharray": "3 3"});
    }
    const points = values.map((v, k) => `${x(100 * k / last)},${y(v)}`);
    add(svg, "polyline",
      {points: points.join(" "), fill: "none", stroke: "var(--bar)", "stroke-width": 2});
  }
}

/* Some colours, and what they stand for. */
function showLegend(legend, values, text) {
  legend.replaceChildren();
  for (const tone of values.hi > values.lo ? [0, 0.25, 0.5, 0.75, 1] : [0]) {
    const item = add(legend, "span");
    add(item, "i", {style: `background:${css(tone)}`});
    item.append(text(values.atTone(tone)));
  }
}

/* Calls move(dx, dy) for arrow keys. */
function onArrows(element, move) {
  const steps = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
  element.addEventListener("keydown", event => {
    if (!(event.key in steps)) return;
    event.preventDefault();
    move(...steps[event.key]);
  });
}

/* Where the pointer is in an element, from 0 to 1. */
function pointed(event) {
  const box = event.currentTarget.getBoundingClientRect();
  return [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
}

function drawHeat(figure) {
  const {names} = data.heat, m = names.length;
  const values = new Steps(data.heat.distances, Uint8Array);
  const canvas = add(figure, "canvas",
    {class: "heat", width: m, height: m, tabindex: 0, role: "application",
      "aria-label": "Distances between vertices. Arrow keys move; what is there is read out."});
  const legend = add(figure, "div", {class: "legend"});
  const said = add(figure, "output", {"aria-live": "polite"},
    "Point at the picture, or move in it with the arrow keys.");
  let at = [0, 0];
  function say(i, j) {
    at = [i, j].map(place => Math.max(0, Math.min(m - 1, place)));
    const k = at[0] * m + at[1];
    said.textContent = `From ${names[at[0]]} to ${names[at[1]]}: `
      + (values.has(k) ? "about " + distance(values.at(k)) : "no path");
  }
  canvas.addEventListener("pointermove", event => {
    const [x, y] = pointed(event);
    say(Math.floor(y * m), Math.floor(x * m));
  });
  onArrows(canvas, (dx, dy) => say(at[0] + dy, at[1] + dx));
  redrawn.push(() => {
    const context = canvas.getContext("2d"), image = context.createImageData(m, m);
    for (let k = 0; k < m * m; ++k) {
      if (values.has(k)) image.data.set([...colour(values.share(k)), 255], 4 * k);
    }
    context.putImageData(image, 0, 0);
    showLegend(legend, values, distance);
  });
}

const figureOf = section => document.getElementById(section + "-picture");
drawHistogram(figureOf("histogram"));
drawCurves(figureOf("vertices"));
drawHeat(figureOf("heat"));
if (data.map) drawMap(figureOf("map"), data.map);
const redraw = () => redrawn.forEach(draw => draw());
dark.addEventListener("change", redraw);
redraw();
document.documentElement.dataset.drawn = "yes";
