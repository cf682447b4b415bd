"""The pictures. Each function draws into the axes that it is given, from the rows of one kind, and
raises Missing if it cannot. No picture has more than seven lines."""

from textwrap import wrap

import matplotlib
from matplotlib.figure import Figure

from chosen import common, fastest, serial_line, series, tile_line
from lines import BASELINE, MOST, draw_line, label_ends, label_sizes, plain_log
from load import BYTES, PARTS, hardware
from words import duration

PART_COLOURS = ("#b0b0b0", "#8c6d4f", "#d9a441", "#6baed6", "#2a6f3f", "#9e9ac8", "#d6616b")


class Missing(Exception):
    """The message says what a picture would need."""


# The title, what the picture shows, and the function, which has the file's name. The numbers are
# those of the figures in Pandey and Sharma's paper.
PICTURES = []


def picture(title, what):
    def add(function):
        PICTURES.append((title, what, function))
        return function

    return add


def finish(axis, lines, ends, text="vertices n"):
    """Labels the sizes and names the lines; `lines` are lists of x."""
    label_sizes(axis, [x for line in lines for x in line], text)
    label_ends(axis, ends)


@picture(
    "Time against vertices",
    "Each device uses its fastest algorithm for each size. A dot by itself is another program.",
)
def time_over_n(axis, rows, palette, rivals):
    serial = serial_line(rows)
    most = MOST - 1 if serial else MOST
    lines = [(d, fastest(rows, d), palette[d], "-") for d in palette.devices[:most]]
    if serial:
        lines.append((f"{hardware(serial[0].info)}, serial loop", serial, BASELINE, "--"))
    lines = [line for line in lines if len(line[1]) > 1]
    if not lines:
        raise Missing("two sizes of one device")
    ends, sizes = [], []
    for text, line, colour, dashes in lines:
        sizes.append([r.n for r in line])
        ends.append(draw_line(axis, sizes[-1], [r.seconds() for r in line], text, colour, dashes))
    for rival in [r for r in rivals if r.rate][:1]:
        name = f"{rival.rival.split()[0]} in {rival.dtype} on {rival.device.split(' (')[0]}"
        ends.append(draw_line(axis, [rival.n], [rival.rival_seconds], name, "black"))
    plain_log(axis, duration)
    axis.set_ylabel("time of computing")
    finish(axis, sizes, ends)


def ratio_lines(axis, palette, pairs_of, missing):
    """For each device, the time of the first row of each pair over that of the second."""
    ends, sizes = [], []
    for device in palette.devices:
        pairs = pairs_of(device)
        if pairs:
            sizes.append([a.n for a, _ in pairs])
            ratios = [a.seconds() / b.seconds() for a, b in pairs]
            ends.append(draw_line(axis, sizes[-1], ratios, device, palette[device]))
    if not ends:
        raise Missing(missing)
    axis.axhline(1, color="#888888", linewidth=1)
    plain_log(axis)
    finish(axis, sizes, ends)


@picture(
    "Kleene against plain Floyd-Warshall",
    "How many times as fast the blocked algorithm is as fw on the same device (figure 21 of Pandey "
    "and Sharma).",
)
def speedup_over_fw(axis, rows, palette, rivals):
    axis.set_ylabel("time of fw / kleene")
    ratio_lines(
        axis,
        palette,
        lambda d: common(series(rows, d, ("fw", "")), series(rows, d, ("kleene", ""))),
        "fw and kleene on one device",
    )


@picture("R-Kleene against Kleene", "Above 1, Kleene is faster (figures 22 and 23).")
def kleene_rkleene_ratio(axis, rows, palette, rivals):
    axis.set_ylabel("time of rkleene / kleene")
    ratio_lines(
        axis,
        palette,
        lambda d: common(series(rows, d, ("rkleene", "")), series(rows, d, ("kleene", ""))),
        "kleene and rkleene on one device",
    )


def traffic(row):
    """Bytes that the update of all tiles moves to and from memory.

    The ladder's blocked kernels read three tiles and write one in each of (n / tile)^3 steps; the
    product's own read and write the matrix once per outer block.
    """
    chosen = row.configuration
    element = BYTES[row.dtype]
    if chosen["variant"].startswith("classic") or chosen["variant"] == "wide":
        return 4 * element * row.n**3 / row.tile
    return 2 * element * row.n**3 / (chosen["block"] or chosen["tile"])


def over_tiles(axis, rows, palette, values):
    ends, tiles = [], []
    for device in palette.devices:
        line = tile_line(rows, device)
        if line:
            tiles.append([r.tile for r in line])
            name = f"{device}, n = {line[0].n}"
            ends.append(draw_line(axis, tiles[-1], values(line), name, palette[device]))
    if not ends:
        raise Missing("two sizes of tiles (--tiles) on one device")
    return tiles, ends


@picture(
    "Rate against tile size",
    "Each device's rate is relative to its own best, which is 1. Each tile is that of the fastest "
    "variant that has it.",
)
def rate_over_tiles(axis, rows, palette, rivals):
    def relative(line):
        best = max(r.rate for r in line)
        return [r.rate / best for r in line]

    tiles, ends = over_tiles(axis, rows, palette, relative)
    axis.set_ylim(0, 1.05)
    axis.set_ylabel("rate / the device's best")
    finish(axis, tiles, ends, "tile, vertices")


@picture(
    "Bandwidth against tile size",
    "The bytes that the updates of tiles move, over the time. They are 4 n³ b / tile where each "
    "step reads three tiles and writes one (the ladder's blocked kernels), and 2 n³ b / block "
    "where each outer block reads and writes the matrix once (the other kernels). b is the size of one "
    "distance.",
)
def bandwidth_over_tiles(axis, rows, palette, rivals):
    tiles, ends = over_tiles(
        axis, rows, palette, lambda line: [traffic(r) / r.seconds() * 1e-9 for r in line]
    )
    plain_log(axis)
    axis.set_ylabel("GB/s")
    finish(axis, tiles, ends, "tile, vertices")


@picture(
    "Where the time goes",
    "Kleene on each device's largest graph, from the graph to the distances; medians.",
)
def where_time_goes(axis, rows, palette, rivals):
    lines = [series(rows, device, ("kleene", "")) for device in palette.devices]
    bars = [line[-1] for line in lines if line][::-1]  # so that the first is at the top
    if not bars:
        raise Missing("kleene on a device")
    names = ["\n".join([*wrap(r.device, 24), f"n = {r.n}"]) for r in bars]
    totals = [sum(r.seconds(part) for part in PARTS) for r in bars]
    left = [0.0] * len(bars)
    for part, colour in zip(PARTS, PART_COLOURS):
        widths = [100 * r.seconds(part) / total for r, total in zip(bars, totals)]
        if max(widths) < 0.05:
            continue
        axis.barh(names, widths, left=left, color=colour, label=part, height=0.65)
        left = [a + b for a, b in zip(left, widths)]
    for i, total in enumerate(totals):
        axis.text(101, i, duration(total), va="center")
    axis.set_xlim(0, 100)
    axis.grid(axis="y", visible=False)
    axis.set_xlabel("% of the time")
    place = {"loc": "lower center", "bbox_to_anchor": (0.5, 1)}
    axis.legend(ncol=len(PARTS), handlelength=1, columnspacing=1, **place)


@picture("OpenCL against CUDA", "The same card and algorithm. Above 1, CUDA is faster.")
def opencl_cuda(axis, rows, palette, rivals):
    def card_of(row):
        return row.info["uuid"] or row.info["pci"]

    both = {}  # pairs are keys, since files may number the same card differently
    for card in dict.fromkeys(card_of(r) for r in rows if card_of(r)):
        ways = {r.info["backend"]: r.device for r in rows if card_of(r) == card}
        if {"opencl", "cuda"} <= ways.keys():
            both[ways["opencl"], ways["cuda"]] = True
    ends, sizes = [], []
    for opencl, cuda in both:
        for name, colour in zip(("kleene", "rkleene", "fw"), palette.COLOURS):
            pairs = common(*(series(rows, device, (name, "")) for device in (opencl, cuda)))
            if pairs and len(ends) < MOST:
                sizes.append([a.n for a, _ in pairs])
                ratios = [a.seconds() / b.seconds() for a, b in pairs]
                text = f"{hardware(pairs[0][0].info)}, {name}"
                ends.append(draw_line(axis, sizes[-1], ratios, text, colour))
    if not ends:
        raise Missing("one card both through OpenCL and through CUDA")
    axis.axhline(1, color="#888888", linewidth=1)
    axis.set_ylabel("time of OpenCL / CUDA")
    plain_log(axis)
    finish(axis, sizes, ends)


@picture(
    "Share of the device's limit",
    "The limit is nominal on NVIDIA's GPUs. On CPUs it is measured beside each run, so a share can "
    "exceed 100 % on a machine that others use, too.",
)
def share_of_limit(axis, rows, palette, rivals):
    ends, sizes = [], []
    for device in palette.devices:
        line = [r for r in fastest(rows, device) if r.share_of_limit]
        if line:
            sizes.append([r.n for r in line])
            shares = [100 * r.share_of_limit["median"] for r in line]
            ends.append(draw_line(axis, sizes[-1], shares, device, palette[device]))
    if not ends:
        raise Missing("a device whose limit is known")
    axis.set_ylim(bottom=0)
    axis.set_ylabel("% of the device's limit")
    finish(axis, sizes, ends)


def draw(function, rows, palette, rivals, folder):
    """Writes FOLDER/NAME.svg and .png, and returns the SVG. Raises Missing."""
    name = function.__name__
    matplotlib.rcParams["svg.hashsalt"] = name  # identifiers differ between pictures of a page
    figure = Figure(figsize=(6.6, 4.4))
    function(figure.subplots(), rows, palette, rivals)
    figure.savefig(folder / f"{name}.svg", bbox_inches="tight", metadata={"Date": None})
    figure.savefig(folder / f"{name}.png", bbox_inches="tight", dpi=160)
    return (folder / f"{name}.svg").read_text(encoding="utf-8")
