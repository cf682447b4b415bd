"""How lines are drawn: one colour per device, labels at the lines' ends instead of a legend."""

from math import log2

import matplotlib
from matplotlib.ticker import FixedLocator, FuncFormatter, LogLocator, NullFormatter, NullLocator

MOST = 7  # lines in one picture
BASELINE = "#666666"

matplotlib.rcParams.update(
    {
        "font.size": 12,
        "axes.grid": True,
        "grid.color": "#e4e4e4",
        "axes.axisbelow": True,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "lines.linewidth": 1.8,
        "lines.markersize": 4.5,
        "legend.frameon": False,
        "legend.fontsize": 11,
    }
)


class Palette:
    """A colour for each device in the pictures, the same in every picture; fastest first."""

    COLOURS = ("#1f5fa8", "#c8502d", "#2a8a57", "#8a4fa3", "#a87700", "#16808f", "#c2407a")

    def __init__(self, devices):
        self.devices = devices[:MOST]

    def __getitem__(self, device):
        return self.COLOURS[self.devices.index(device)]


def label_sizes(axis, sizes, text="vertices n"):
    """Labels the axis with the measured sizes, in base 2, and leaves out labels that would overlap."""
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
    axis.set_xlabel(text)


def plain_log(axis, text=lambda y: f"{y:g}"):
    """Labels a log axis 1, 2, 5, 10 rather than with powers; over more than two decades 1, 10, 100."""
    axis.set_yscale("log")
    low, high = axis.get_ylim()
    steps = (1, 1.5, 2, 3, 5, 7) if high / low < 10 else (1, 2, 5) if high / low < 100 else (1,)
    axis.yaxis.set_major_locator(LogLocator(subs=steps))
    axis.yaxis.set_major_formatter(FuncFormatter(lambda y, _: text(y)))
    axis.yaxis.set_minor_formatter(NullFormatter())


def apart(places, gap):
    """Moves ascending places as little as possible until neighbours are `gap` apart."""
    places = list(places)
    for _ in range(1000):
        for i in range(len(places) - 1):
            overlap = gap - (places[i + 1] - places[i])
            if overlap > 0:
                places[i] -= overlap / 2
                places[i + 1] += overlap / 2
    return places


def label_ends(axis, ends):
    """Writes the lines' names right of the axes, each joined to its line's end: (x, y, text, colour).

    Call this last, when the limits of the axes are final.
    """
    axis.autoscale_view()
    to_axes = axis.transData + axis.transAxes.inverted()
    ends = sorted(ends, key=lambda end: to_axes.transform(end[:2])[1])
    inches = axis.get_position().height * axis.figure.get_figheight()
    gap = 1.4 * matplotlib.rcParams["font.size"] / 72 / inches
    heights = [to_axes.transform(end[:2])[1] for end in ends]
    for (x, y, text, colour), height in zip(ends, apart(heights, gap)):
        axis.annotate(
            text,
            (x, y),
            xytext=(1.04, height),
            textcoords="axes fraction",
            color=colour,
            va="center",
            annotation_clip=False,
            arrowprops={
                "arrowstyle": "-", "color": colour, "linewidth": 0.8, "linestyle": ":",
                "relpos": (0, 0.5), "shrinkA": 1, "shrinkB": 3,
            },
        )


def draw_line(axis, xs, ys, text, colour, dashes="-"):
    """Draws a line, and returns its end for label_ends."""
    axis.plot(xs, ys, marker="o", color=colour, linestyle=dashes)
    return xs[-1], ys[-1], text, colour
