"""Pictures of statistics: SVG for notebooks, and Matplotlib's if it is there."""

from __future__ import annotations

from html import escape
from typing import Any

import numpy as np


def histogram_svg(counts: Any, bounds: Any) -> str:
    """A small histogram: a bar per bin."""
    wide, high = 260, 60
    most, each = max(int(np.max(counts)), 1), wide / len(counts)
    names = [f"up to {bound:g}" for bound in bounds] + [f"beyond {bounds[-1]:g}"]
    bars = "".join(
        f'<rect x="{k * each:.1f}" y="{high * (1 - count / most):.1f}" width="{max(each - 1, 0.5):.1f}" '
        f'height="{high * count / most:.1f}" fill="#31688e"><title>{escape(name)}: {count} pairs</title></rect>'
        for k, (count, name) in enumerate(zip(counts, names)))
    return (f'<svg width="{wide}" height="{high}" viewBox="0 0 {wide} {high}" role="img" '
            f'aria-label="histogram of distances">{bars}</svg>')


def plot_histogram(statistics: Any, ax: Any) -> Any:
    if statistics.histogram is None:
        raise ValueError("no histogram: use solve(..., statistics=True, bounds=[...])")
    ax = _axes(ax)
    names = [f"{bound:g}" for bound in statistics.bounds] + [f"> {statistics.bounds[-1]:g}"]
    ax.bar(range(len(names)), statistics.histogram, width=0.9)
    shown = range(0, len(names), max(len(names) // 8, 1))
    ax.set_xticks(list(shown), [names[k] for k in shown])
    ax.set_xlabel("distance, up to")
    ax.set_ylabel("pairs")
    return ax


def plot_map(statistics: Any, coordinates: Any, of: str, ax: Any) -> Any:
    values = getattr(statistics, of) if of in ("closeness", "eccentricity", "harmonic", "reachable", "sum") else None
    if values is None:
        raise ValueError(f"{of!r} is no statistic of vertices that this result has")
    at = np.asarray(coordinates, dtype=np.float64)
    if at.shape != (len(values), 2):
        raise ValueError(f"expected coordinates of shape ({len(values)}, 2), found {at.shape}")
    ax = _axes(ax)
    points = ax.scatter(at[:, 0], at[:, 1], c=values, s=max(2, min(30, 20000 / len(values))), cmap="viridis")
    ax.figure.colorbar(points, ax=ax, label=of)
    ax.set_aspect("equal", adjustable="datalim")
    return ax


def _axes(ax: Any) -> Any:
    if ax is not None:
        return ax
    from matplotlib import pyplot

    return pyplot.subplots()[1]
