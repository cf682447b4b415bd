#!/usr/bin/env python3
"""tests/page/page_check.py PROGRAM [FOLDER]

Opens pages of `apsp-ocl page` in a headless Chromium, points, clicks and presses keys there, and compares what
they say with the distances that the program writes. Ends with 77 where there is no browser. With FOLDER, the
pages and pictures of them, in light and dark, stay there to be looked at.
"""
import html.parser
import json
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
MOST_BYTES = 4_000_000
EVIL = "<script>document.title = 'broken'</script>"

# Runs in a page after its own script: `steps` is what to do, and `seen` what came of it.
DRIVER = """<script>
const seen = {errors, drawn: document.documentElement.dataset.drawn, said: []};
for (const [what, where, x, y] of STEPS) {
  const element = document.querySelector(where);
  const box = element.getBoundingClientRect();
  const at = {clientX: box.left + x * box.width, clientY: box.top + y * box.height, bubbles: true};
  if (what === "key") element.dispatchEvent(new KeyboardEvent("keydown", {key: x, bubbles: true}));
  else if (what === "choose") { element.value = x; element.dispatchEvent(new Event("change")); }
  else element.dispatchEvent(new PointerEvent(what, at));
  seen.said.push(element.closest("figure").querySelector("output").textContent);
}
seen.colours = [...document.querySelectorAll("canvas")].map(canvas => {
  const pixels = new Uint32Array(canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.buffer);
  return new Set(pixels).size;
});
seen.bars = document.querySelectorAll("#histogram rect").length;
seen.scripts = document.scripts.length;
seen.title = document.title;
document.body.innerHTML = "";
document.body.append(Object.assign(document.createElement("pre"), {id: "seen", textContent: JSON.stringify(seen)}));
</script></body>"""
WATCH = """<head><script>
const errors = [];
addEventListener("error", event => errors.push(event.message));
console.error = console.warn = (...words) => errors.push(words.join(" "));
</script>"""


class Tables(html.parser.HTMLParser):
    """The tables of a page, by caption: rows of texts."""

    def __init__(self, text):
        super().__init__()
        self.tables, self._rows, self._text = {}, None, None
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        if tag == "tr":
            self._rows.append([])
        elif tag in ("td", "th", "caption"):
            self._text = ""

    def handle_endtag(self, tag):
        if tag == "caption":
            self._rows = self.tables[self._text] = []
        elif tag in ("td", "th"):
            self._rows[-1].append(self._text)
        if tag in ("td", "th", "caption"):
            self._text = None

    def handle_data(self, data):
        if self._text is not None:
            self._text += data


def number(text):
    return float(text.split()[0].replace(",", ""))


def chromium(page, *options):
    done = subprocess.run(
        [BROWSER, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
         "--virtual-time-budget=5000", "--window-size=1200,900", *options, f"file://{page}"],
        capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


class Checks:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return str(path)

    def run(self, *arguments):
        done = subprocess.run([self.program, *arguments], capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def page(self, name, *arguments, steps=()):
        """Makes a page, checks what must hold for all of them, and returns its tables and what was seen."""
        path = self.folder / f"{name}.html"
        self.run("page", *arguments, "-o", str(path))
        text = path.read_text()
        assert len(text) < MOST_BYTES, (name, len(text))
        assert not re.search(r"(src|href)=|url\(|@import", text), "the page asks for another file"
        driven = self.folder / "driven.html"
        driver = DRIVER.replace("STEPS", json.dumps(steps).replace("<", "\\u003c"))
        driven.write_text(text.replace("<head>", WATCH, 1).replace("</body>", driver))
        found = re.search(r'<pre id="seen">(.*?)</pre>', chromium(driven, "--dump-dom"), re.DOTALL)
        seen = json.loads(html.unescape(found[1]))
        assert seen["errors"] == [] and seen["drawn"] == "yes", (name, seen)
        assert seen["scripts"] == 4, (name, seen)  # its numbers, its script, and two of this test
        statistics = json.loads(self.run(*[a for a in without_page_options(arguments)], "--stats", "--json"))["stats"]
        tables = Tables(text).tables
        self.compare(tables, statistics)
        return tables, seen

    def compare(self, tables, statistics):
        whole = dict(tables["The whole graph"][1:])
        diameter = number(whole["Diameter, the largest distance"])
        assert abs(diameter - statistics["diameter"]) <= 1e-5 * abs(diameter), whole
        pairs = statistics["reachable_pairs"]
        assert number(whole["Pairs with a path"]) == pairs, whole
        bins = tables["Pairs of vertices by their distance"][1:]
        assert sum(number(row[1]) for row in bins) == pairs, bins
        if pairs != 0:
            mean = number(whole["Mean distance"])
            assert abs(mean - statistics["mean_distance"]) <= 1e-5 * abs(mean), whole
        if statistics["radius"] is None:
            assert whole["Centre"] == "-"
        else:
            assert whole["Centre"].startswith(str(statistics["centre"][0])), whole

    def distances(self, *arguments):
        path = self.folder / "d.csv"
        self.run(*arguments, "-o", str(path), "-q")
        return [[float(entry) for entry in line.split(",")] for line in path.read_text().splitlines()]

    def tiny(self):
        self.page("no_arcs", self.write("none.gr", "p sp 3 0\n"), steps=[["pointermove", "#heat canvas", .1, .9]])
        tables, seen = self.page("one_vertex", self.write("one.gr", "p sp 1 0\n"))
        assert seen["bars"] == 0 and number(dict(tables["The whole graph"][1:])["Vertices"]) == 1

    def names(self):
        """Two components, of vertices whose names would break a page that did not write them as text."""
        file = self.write("names.csv", f'source,target,weight\n{EVIL},"a ""b"" & \'c\'",2\nx,</script>,3\n')
        places = self.write("places.csv", f'{EVIL},0,0\n"a ""b"" & \'c\'",1,0\nx,0,1\n</script>,1,1\n')
        steps = [["pointermove", "#heat canvas", .01, .01], ["click", "#map canvas", .01, .99],
                 ["pointermove", "#map canvas", .01, .01], ["key", "#map canvas", "ArrowRight", 0]]
        tables, seen = self.page("names", file, "--undirected", "--coordinates", places, "--title", EVIL, steps=steps)
        assert seen["title"] == "Distances: " + EVIL, seen
        assert {row[0] for row in tables["The best connected vertices"][1:]} == {EVIL, "a \"b\" & 'c'", "x", "</script>"}
        heat, clicked, pointed, moved = seen["said"]
        assert EVIL in clicked and "about 0" in clicked, clicked
        assert pointed.startswith("x: ") and f"no path from {EVIL}" in pointed, pointed
        assert moved.startswith("a \"b\""), moved  # of the vertex that was clicked, the one to the right

    def negative(self):
        file = self.write("negative.csv", "a,b,4\nb,c,-3\nc,d,5\na,d,9\nd,a,-5\n")
        d = self.distances(file)
        _, seen = self.page("negative", file, steps=[["pointermove", "#heat canvas", (j + .5) / 4, (i + .5) / 4]
                                                     for i in range(4) for j in range(4)])
        for text in seen["said"]:
            source, target, shown = re.fullmatch(r"From (\w) to (\w): about (.*)", text).groups()
            true = d["abcd".index(source)]["abcd".index(target)]
            assert abs(float(shown) - true) < .05, text

    def map(self, side=7):
        """Every vertex has a row on the page: what the map says is the distance, but for steps of 1 / 254."""
        draw = random.Random(side)
        name = lambda x, y: f"{x}/{y}"
        roads = [f"{name(x, y)},{name(u, v)},{draw.randint(1, 9)}" for x in range(side) for y in range(side)
                 for u, v in ((x + 1, y), (x, y + 1)) if u < side and v < side]
        file = self.write("grid.csv", "\n".join(["source,target,weight", *roads]))
        places = self.write("grid_places.tsv", "\n".join(f"{name(x, y)}\t{1000 * x}\t{1000 * y}"
                                                         for x in range(side) for y in range(side)))
        d = self.distances(file, "--undirected", "--labels-output", str(self.folder / "names.txt"))
        names = (self.folder / "names.txt").read_text().splitlines()
        steps = []
        at = lambda k: .02 + .96 * k / (side - 1)
        for sx, sy, x, y in [[draw.randrange(side) for _ in range(4)] for _ in range(12)]:
            steps += [["click", "#map canvas", at(sx), 1 - at(sy)], ["pointermove", "#map canvas", at(x), 1 - at(y)]]
        # Shown last: what a page says of betweenness is that of the command, but for steps of 1 / 65534.
        middle = (side // 2, side // 2)
        steps += [["choose", "#map select", "2", 0], ["pointermove", "#map canvas", at(middle[0]), 1 - at(middle[1])]]
        _, seen = self.page("grid", file, "--undirected", "--betweenness", "--coordinates", places, "--unit", "min",
                            steps=steps)
        loads = self.folder / "loads.csv"
        self.run("betweenness", file, "--undirected", "-o", str(loads))
        loads = dict(line.rsplit(",", 1) for line in loads.read_text().splitlines()[1:])
        shown = re.fullmatch(name(*middle) + r": .*, betweenness (\S+)", seen["said"].pop())[1]
        assert abs(float(shown) - float(loads[name(*middle)])) < 1e-3, (shown, loads[name(*middle)])
        seen["said"].pop()
        largest = max(map(max, d))
        for text in seen["said"][1::2]:
            vertex, source, shown = re.fullmatch(
                r"(\S+): .*, distance from (\S+): about (\S+) min", text).groups()
            true = d[names.index(source)][names.index(vertex)]
            assert abs(float(shown) - true) <= largest / 254, (text, true)
        assert min(seen["colours"]) >= 8, seen["colours"]

    def large(self, n=20000):
        file = self.write("large.txt", "")
        places = self.write("large_places.txt", "")
        draw = random.Random(1)
        at = [(draw.random(), draw.random()) for _ in range(n)]
        order = sorted(range(n), key=lambda v: (int(40 * at[v][0]), at[v][1]))
        roads = [f"{u} {v} {draw.randint(1, 99)}" for u, v in zip(order, order[1:])]
        roads += [f"{order[k]} {order[k + 400]} {draw.randint(50, 999)}" for k in range(0, n - 400, 50)]
        self.write("large.txt", "\n".join(roads))
        self.write("large_places.txt", "\n".join(f"{v} {1e3 * x} {1e3 * y}" for v, (x, y) in enumerate(at)))
        tables, seen = self.page("large", file, "--undirected", "--coordinates", places,
                                 steps=[["click", "#map canvas", .5, .5]])
        assert "of the 64 vertices" in seen["said"][0], seen["said"]
        assert 10 < len(tables["Pairs of vertices by their distance"]) - 1 <= 51

    def pictures(self):
        for page in sorted(self.folder.glob("*.html")):
            for theme, option in (("light", []), ("dark", ["--blink-settings=preferredColorScheme=0"])):
                chromium(page, f"--screenshot={self.folder}/{page.stem}_{theme}.png", "--window-size=1200,3200", *option)


def without_page_options(arguments):
    """The arguments that a solve of the same graph has."""
    left, skipped = [], False
    for word in arguments:
        if not skipped and word not in ("--coordinates", "--unit", "--title", "--betweenness"):
            left.append(word)
        skipped = not skipped and word in ("--coordinates", "--unit", "--title")
    return left


def main(program, kept=None):
    if BROWSER is None:
        print("skipped: the pages in a browser: no chromium")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as made:
        checks = Checks(program, pathlib.Path(kept or made).resolve())
        for check in (checks.tiny, checks.names, checks.negative, checks.map, checks.large):
            check()
            print(f"page: {check.__name__} is as it should be", flush=True)
        if kept:
            (checks.folder / "driven.html").unlink()
            checks.pictures()


main(*sys.argv[1:])
