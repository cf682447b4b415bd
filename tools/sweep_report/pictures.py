"""The pictures. Each function draws into the axes it is given, from the rows of one kind, and says
what is missing where it cannot."""

from math import log2
from textwrap import wrap

import matplotlib
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FixedLocator, FuncFormatter, LogLocator, NullLocator

from load import BYTES, PARTS

PART_COLOURS = ("#b0b0b0", "#8c6d4f", "#d9a441", "#6baed6", "#2a6f3f", "#9e9ac8", "#d6616b")
DASHES = {"kleene": "-", "rkleene": "--", "fw": ":", "serial": "-."}

matplotlib.rcParams.update(
    {
        "font.size": 11,
        "axes.grid": True,
        "grid.color": "#dddddd",
        "axes.axisbelow": True,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "lines.linewidth": 1.8,
        "lines.markersize": 5,
        "legend.frameon": False,
        "legend.fontsize": 9.5,
    }
)


class Missing(Exception):
    """What a picture would need."""


# Title, what it shows, and the function, which has the name of the file. The numbers are those of the
# paper's figures.
PICTURES = []


def picture(title, what):
    def add(function):
        PICTURES.append((title, what, function))
        return function

    return add


class Palette:
    """A colour for each device, the same in every picture."""

    COLOURS = ("#1f5fa8", "#c8502d", "#2a8a57", "#8a4fa3", "#b8860b", "#16808f", "#6b6b6b", "#c2407a")

    def __init__(self, rows):
        self.devices = list(dict.fromkeys(r.device for r in rows))

    def __getitem__(self, device):
        return self.COLOURS[self.devices.index(device) % len(self.COLOURS)]


def series(rows, device, way, tile=None):
    """The measured rows of one line, fewer vertices first."""
    chosen = [r for r in rows if r.plain and (r.device, r.way, r.tile) == (device, way, tile)]
    return sorted(chosen, key=lambda r: r.n)


def common(a, b):
    """Pairs of rows of two lines with as many vertices."""
    others = {r.n: r for r in b}
    return [(r, others[r.n]) for r in a if r.n in others]


def label_sizes(axis, sizes):
    """Vertices as they were, in base 2, without labels that would overlap."""
    axis.set_xscale("log", base=2)
    sizes = sorted(set(sizes), reverse=True)
    span = max(1.0, log2(sizes[0] / sizes[-1]))
    shown = sizes[:1]
    for n in sizes:
        if log2(shown[-1] / n) / span > 0.02 + 0.02 * len(str(shown[-1])):  # a digit is 2 % wide
            shown.append(n)
    axis.xaxis.set_major_locator(FixedLocator(shown))
    axis.xaxis.set_minor_locator(NullLocator())
    axis.xaxis.set_major_formatter(FuncFormatter(lambda n, _: f"{n:g}"))


def plain_log(axis):
    """1, 2, 5, 10 rather than powers; over more than two decades 1, 10, 100."""
    low, high = axis.get_ylim()
    axis.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5) if high / low < 100 else (1,)))
    axis.yaxis.set_major_formatter(FuncFormatter(lambda y, _: f"{y:g}"))
    axis.yaxis.set_minor_formatter(FuncFormatter(lambda y, _: ""))


def legend_below(axis, palette, devices, styles=(), label=str):
    """Devices by their colours, and what the dashes mean where there are several kinds of them."""
    handles = [
        Line2D([], [], color=palette[d], marker="o", label=label(d))
        for d in palette.devices
        if d in devices
    ]
    if len(styles) > 1:
        handles += [Line2D([], [], color="#222222", linestyle=DASHES[s], label=s) for s in styles]
    place_legend(axis, handles, 2)


def place_legend(axis, handles, columns):
    place = {"loc": "upper center", "bbox_to_anchor": (0.5, -0.17)}
    axis.legend(handles=handles, ncol=columns, handlelength=2.6, **place)


def draw_line(axis, rows, values, **style):
    axis.plot([r.n for r in rows], values, marker="o", **style)


def draw_spread(axis, rows, spreads, colour, dashes="-", scale=1):
    """The medians as a line, and a band from least to most."""
    figures = {f: [scale * s[f] for s in spreads] for f in ("median", "least", "most")}
    draw_line(axis, rows, figures["median"], color=colour, linestyle=dashes)
    band = (figures["least"], figures["most"])
    axis.fill_between([r.n for r in rows], *band, color=colour, alpha=0.15, linewidth=0)


def finish(axis, palette, lines, styles=(), label=str):
    """Labels of the vertices, and the legend: `lines` are lists of rows that have been drawn."""
    label_sizes(axis, [r.n for line in lines for r in line])
    axis.set_xlabel("vertices n")
    legend_below(axis, palette, {line[0].device for line in lines}, styles, label)


def time_lines(axis, rows, palette, ways, least):
    """A line a device and way that has `least` sizes, with the spread of its runs."""
    lines, styles = [], []
    for device in palette.devices:
        for name, way in ways.items():
            line = series(rows, device, way)
            if len(line) < least:
                continue
            lines.append(line)
            styles += [name] if name not in styles else []
            colour = "#222222" if name == "serial" else palette[device]
            spreads = [r.data["seconds"]["compute"] for r in line]
            draw_spread(axis, line, spreads, colour, DASHES[name])
    if lines:
        axis.set_yscale("log")
        axis.set_ylabel("compute, s")
        finish(axis, palette, lines, styles)
    return lines


@picture(
    "Time against vertices",
    "Median of the runs, with their least and most; fw is Floyd-Warshall, a launch a step "
    "(figure 20 of Pandey and Sharma).",
)
def time_over_n(axis, rows, palette):
    ways = {"kleene": ("kleene", ""), "fw": ("fw", ""), "serial": ("fw", "serial")}
    if not time_lines(axis, rows, palette, ways, 2):
        raise Missing("two sizes at least of one device")


def ratio_line(axis, pairs, colour, name):
    """Time of the first of each pair over that of the second; the line's rows."""
    line = [a for a, _ in pairs]
    ratios = [a.seconds() / b.seconds() for a, b in pairs]
    draw_line(axis, line, ratios, color=colour, linestyle=DASHES[name])
    return line


def ratio_lines(axis, rows, palette, over, names):
    """Time of the algorithm `over` divided by the time of each of `names`, on the same device."""
    lines = []
    for device in palette.devices:
        base = series(rows, device, (over, ""))
        for name in names:
            pairs = common(base, series(rows, device, (name, "")))
            if pairs:
                lines.append(ratio_line(axis, pairs, palette[device], name))
    if not lines:
        raise Missing(f"{over} and {' or '.join(names)} on one device")
    axis.axhline(1, color="#888888", linewidth=1)
    finish(axis, palette, lines, names)


@picture("Speed-up over fw", "The same device with and without blocks (figure 21).")
def speedup_over_fw(axis, rows, palette):
    ratio_lines(axis, rows, palette, "fw", ("kleene", "rkleene"))
    axis.set_yscale("log")
    plain_log(axis)
    axis.set_ylabel("times as fast as fw")


@picture("Kleene and R-Kleene", "Time of both (figure 22).")
def kleene_rkleene_time(axis, rows, palette):
    both = {d for d in palette.devices if series(rows, d, ("rkleene", ""))}
    chosen = [r for r in rows if r.device in both]
    if not time_lines(
        axis, chosen, palette, {"kleene": ("kleene", ""), "rkleene": ("rkleene", "")}, 1
    ):
        raise Missing("kleene and rkleene on one device")


@picture("R-Kleene over Kleene", "Above 1, Kleene is the faster one (figure 23).")
def kleene_rkleene_ratio(axis, rows, palette):
    ratio_lines(axis, rows, palette, "rkleene", ("kleene",))
    axis.set_ylabel("time of rkleene / kleene")


def traffic(row):
    """Bytes that the update of all tiles moves to and from memory.

    The ladder's blocked kernels read three tiles and write one in each of (n / tile)^3 steps; the
    product's own read and write the matrix once an outer block.
    """
    chosen = row.configuration
    element = BYTES[row.dtype]
    if chosen["variant"].startswith("classic") or chosen["variant"] == "wide":
        return 4 * element * row.n**3 / chosen["tile"]
    return 2 * element * row.n**3 / (chosen["block"] or chosen["tile"])


def tile_lines(rows):
    """(device, way) to the rows of several sizes of tiles, of the most vertices that have them."""
    lines = {}
    for row in rows:
        # What --tile sets in variants of fw is no tile.
        if row.measured and row.tile is not None and row.configuration["tile"] is not None:
            lines.setdefault((row.device, row.way, row.n), {})[row.tile] = row
    best = {}
    for (device, way, n), by_tile in sorted(lines.items(), key=lambda item: item[0][2]):
        if len(by_tile) > 1:
            best[(device, way)] = [by_tile[t] for t in sorted(by_tile)]
    return best


def over_tiles(axis, rows, palette, value, what):
    lines = tile_lines(rows)
    if not lines:
        raise Missing("two sizes of tiles at least (--tiles) on one device")
    sizes = []
    styles = {}
    for (device, way), line in lines.items():
        sizes += [r.tile for r in line]
        dashes = styles.setdefault(device, iter(("-", "--", ":", "-.") * 4))
        axis.plot(
            [r.tile for r in line],
            [value(r) for r in line],
            marker="o",
            color=palette[device],
            linestyle=next(dashes),
            label=f"{device}: {' '.join(filter(None, way))}, n = {line[0].n}",
        )
    label_sizes(axis, sizes)
    axis.set_yscale("log")
    plain_log(axis)
    axis.set_xlabel("tile, vertices")
    axis.set_ylabel(what)
    place_legend(axis, axis.get_legend_handles_labels()[0], 1)


@picture("Rate against tile size", "Of the most vertices that were measured with several sizes.")
def rate_over_tiles(axis, rows, palette):
    over_tiles(axis, rows, palette, lambda r: r.rate * 1e-9, "G relaxations/s")


@picture(
    "Bandwidth against tile size",
    "What the tiles' updates move, over the time: 4 n³ b / tile bytes of b a cell where each "
    "step reads three tiles and writes one (the ladder's blocked kernels), 2 n³ b / block "
    "where each outer block reads and writes the matrix once (the product's own).",
)
def bandwidth_over_tiles(axis, rows, palette):
    over_tiles(axis, rows, palette, lambda r: traffic(r) / r.seconds() * 1e-9, "GB/s")


@picture(
    "Where the time goes",
    "Kleene, of a middle and the most vertices, from the graph to the distances; medians.",
)
def where_time_goes(axis, rows, palette):
    bars = []
    for device in palette.devices:
        line = series(rows, device, ("kleene", ""))
        bars += line[len(line) // 2 : len(line) // 2 + 1] if len(line) > 2 else []
        bars += line[-1:]
    if not bars:
        raise Missing("kleene on a device")
    bars.reverse()  # the first at the top
    names = ["\n".join([*wrap(r.device, 24), f"n = {r.n}"]) for r in bars]
    inches = 0.14 + 0.19 * max(name.count("\n") + 1 for name in names)  # a bar
    totals = [sum(r.seconds(part) for part in PARTS) for r in bars]
    left = [0.0] * len(bars)
    for part, colour in zip(PARTS, PART_COLOURS):
        widths = [100 * r.seconds(part) / total for r, total in zip(bars, totals)]
        if max(widths) < 0.05:
            continue
        axis.barh(names, widths, left=left, color=colour, label=part, height=0.65)
        left = [a + b for a, b in zip(left, widths)]
    for i, total in enumerate(totals):
        axis.text(101, i, f"{total:.3g} s", va="center", fontsize=10)
    axis.set_xlim(0, 100)
    axis.figure.subplots_adjust(left=0.34, right=0.88)
    axis.grid(axis="y", visible=False)
    axis.set_xlabel("% of the time")
    axis.legend(loc="upper center", bbox_to_anchor=(0.35, -0.6 / len(bars) - 0.06), ncol=3)
    axis.figure.set_figheight(1.6 + inches * len(bars))


def card_of(row):
    return row.info["uuid"] or row.info["pci"]


@picture("OpenCL against CUDA", "One card, the same algorithm; above 1, CUDA is the faster one.")
def opencl_cuda(axis, rows, palette):
    lines = []
    styles = ("kleene", "rkleene", "fw")
    for card in dict.fromkeys(card_of(r) for r in rows if card_of(r)):
        ways = {r.info["backend"]: r.device for r in rows if card_of(r) == card}
        if not {"opencl", "cuda"} <= ways.keys():
            continue
        for name in styles:
            pairs = common(*(series(rows, ways[b], (name, "")) for b in ("opencl", "cuda")))
            if pairs:
                lines.append(ratio_line(axis, pairs, palette[ways["opencl"]], name))
    if not lines:
        raise Missing("one card both through OpenCL and through CUDA")
    axis.axhline(1, color="#888888", linewidth=1)
    axis.set_ylabel("time of OpenCL / CUDA")
    finish(axis, palette, lines, styles, lambda device: device.rsplit(",", 1)[0])


@picture(
    "Share of the device's limit",
    "Of relaxations a second: nominal on NVIDIA's GPUs, measured beside each run on CPUs.",
)
def share_of_limit(axis, rows, palette):
    lines = []
    for device in palette.devices:
        line = [r for r in series(rows, device, ("kleene", "")) if r.share_of_limit]
        if not line:
            continue
        lines.append(line)
        draw_spread(axis, line, [r.share_of_limit for r in line], palette[device], scale=100)
    if not lines:
        raise Missing("a device whose limit is known")
    axis.set_ylim(bottom=0)
    axis.set_ylabel("% of the device's limit")
    finish(axis, palette, lines)


def draw(function, rows, palette, folder):
    """Writes FOLDER/NAME.svg and .png, and returns the SVG. Raises Missing."""
    name = function.__name__
    matplotlib.rcParams["svg.hashsalt"] = name  # identifiers differ between pictures of a page
    figure = Figure(figsize=(6.4, 4.0))
    function(figure.subplots(), rows, palette)
    figure.savefig(folder / f"{name}.svg", bbox_inches="tight", metadata={"Date": None})
    figure.savefig(folder / f"{name}.png", bbox_inches="tight", dpi=160)
    return (folder / f"{name}.svg").read_text(encoding="utf-8")
