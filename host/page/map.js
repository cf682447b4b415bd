// The map: vertices at their coordinates in colours of a measure, or of the distance from one of
// the vertices whose rows the page has. Stands before page.js, in the same script.

/* What colours can show, the measures before distances from sources. */
function choicesOf(map) {
  const choices = data.measures.map((measure, k) => ({
    text: measure.name,
    values: new Steps(map.values[k], Uint16Array, measure.skewed),
    write: measure.distance ? distance : number
  }));
  for (const source of map.sources) {
    const values = new Steps(source.distances, Uint8Array);
    choices.push({text: "distance from " + source.name, values, write: distance, source});
  }
  return choices;
}

/* Where vertices and sources are on a canvas. */
function layOut(map) {
  const kWidth = 960, kMargin = 8;
  const xs = new Steps(map.x, Uint16Array), ys = new Steps(map.y, Uint16Array);
  const wide = Math.max((xs.hi - xs.lo) * map.wide, 1e-300), high = Math.max(ys.hi - ys.lo, 1e-300);
  const height = Math.round(Math.max(160, Math.min(720, kWidth * high / wide)));
  const scale = Math.min((kWidth - 2 * kMargin) / wide, (height - 2 * kMargin) / high);
  const place = (x, y) => [kWidth / 2 + (x - (xs.lo + xs.hi) / 2) * map.wide * scale,
    height / 2 - (y - (ys.lo + ys.hi) / 2) * scale];
  const vertices = Array.from(xs.steps, (_, k) => place(xs.at(k), ys.at(k)));
  return {width: kWidth, height, vertices, sources: map.sources.map(({x, y}) => place(x, y))};
}

/* The place in `all` that is nearest to a point; -1 if none is allowed. */
function nearest(all, [x, y], allowed = () => true) {
  let best = -1, least = Infinity;
  all.forEach(([u, v], k) => {
    const away = (u - x) ** 2 + (v - y) ** 2;
    if (away < least && allowed(u - x, v - y)) [best, least] = [k, away];
  });
  return best;
}

/* Draws lines and vertices in bands of colours: those of distances are a tenth of the largest wide,
   and their borders are isochrones. There is a path per band, since that is fast. */
function paint(context, {vertices}, lines, {values, source}) {
  const bands = source ? 10 : 64;
  const size = vertices.length > 20000 ? 1.5 : vertices.length > 500 ? 4 : 7;
  const band = tone => Math.min(bands - 1, Math.floor(tone * bands));
  const paths = Array.from({length: bands + 1}, () => [new Path2D(), new Path2D()]);
  for (let k = 0; k < lines.length; k += 2) {
    const [u, v] = [lines[k], lines[k + 1]], both = values.has(u) && values.has(v);
    const [path] = paths[both ? band((values.tone(u) + values.tone(v)) / 2) : bands];
    path.moveTo(...vertices[u]);
    path.lineTo(...vertices[v]);
  }
  vertices.forEach(([x, y], k) => {
    const path = paths[values.has(k) ? band(values.tone(k)) : bands][1];
    path.rect(x - size / 2, y - size / 2, size, size);
  });
  const none = getComputedStyle(document.documentElement).getPropertyValue("--faint");
  paths.forEach(([between, points], k) => {
    context.fillStyle = context.strokeStyle = k === bands ? none : css(k / (bands - 1));
    context.stroke(between);
    context.fill(points);
  });
}

function drawMap(figure, map) {
  const choices = choicesOf(map), layout = layOut(map), lines = decoded(map.lines, Uint32Array);
  const choice = add(add(figure, "label", {}, "Colours show "), "select");
  choices.forEach(({text}, k) => add(choice, "option", {value: k}, text));
  const chosen = () => choices[choice.value];

  const ratio = Math.min(2, devicePixelRatio || 1);
  const canvas = add(figure, "canvas", {tabindex: 0, role: "application",
    width: layout.width * ratio, height: layout.height * ratio,
    style: `width:${layout.width}px`,
    "aria-label": "Map of the vertices. Arrow keys go to the next vertex in a direction, which is "
      + "read out; Enter shows distances from there."});
  const legend = add(figure, "div", {class: "legend"});
  const said = add(figure, "output", {"aria-live": "polite"},
    "Point at a vertex, click, or move with the arrow keys.");
  let marked = -1;

  function draw() {
    const context = canvas.getContext("2d");
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, layout.width, layout.height);
    paint(context, layout, lines, chosen());
    context.strokeStyle = getComputedStyle(document.body).color;
    context.lineWidth = 2;
    const {source} = chosen();
    const rings = [layout.vertices[marked], source && layout.sources[map.sources.indexOf(source)]];
    for (const place of rings.filter(Boolean)) {
      context.beginPath();
      context.arc(...place, 8, 0, 7);
      context.stroke();
    }
    context.lineWidth = 1;
    showLegend(legend, chosen().values, chosen().write);
  }
  function name(k) {
    if (map.first !== null) return String(map.first + k * map.stride);
    return map.names ? map.names[k] : "vertex number " + k * map.stride;
  }
  function describe(k) {
    const {values, source, text} = chosen();
    const parts = data.measures.map(
      (measure, m) => `${measure.name} ${choices[m].write(choices[m].values.at(k))}`);
    if (source && values.has(k)) parts.push(`${text}: about ${distance(values.at(k))}`);
    if (source && !values.has(k)) parts.push("no path from " + source.name);
    said.textContent = `${name(k)}: ${parts.join(", ")}`;
  }
  /* Distances from the source that is nearest to a point. */
  function showFrom(point) {
    choice.value = data.measures.length + nearest(layout.sources, point);
    marked = nearest(layout.vertices, point);
    draw();
    describe(marked);
    said.textContent += `. The colours show distances from ${chosen().source.name}, the nearest `
      + `of the ${map.sources.length} vertices whose distances this page has.`;
  }
  const point = event => {
    const [x, y] = pointed(event);
    return [x * layout.width, y * layout.height];
  };
  canvas.addEventListener("pointermove", event => describe(nearest(layout.vertices, point(event))));
  canvas.addEventListener("click", event => showFrom(point(event)));
  canvas.addEventListener("keydown", event => {
    if (event.key === "Enter" && marked >= 0) showFrom(layout.vertices[marked]);
  });
  onArrows(canvas, (dx, dy) => {
    const from = layout.vertices[marked] ?? [layout.width / 2, layout.height / 2];
    const towards = (u, v) => u * dx + v * dy > 0 && u * dx + v * dy >= Math.abs(u * dy + v * dx);
    const next = nearest(layout.vertices, from, marked < 0 ? undefined : towards);
    if (next < 0) return;
    marked = next;
    draw();
    describe(next);
  });
  choice.addEventListener("change", () => {
    marked = -1;
    draw();
  });
  redrawn.push(draw);
}
