"""`page`: a page to look at."""

from __future__ import annotations

import html
import os
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core
from ._devices import LEAST_FOR_GPU, choose
from ._errors import naming
from ._graph import labelled
from ._result import Statistics

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from ._core import Device


class Page:
    """A page that shows what a graph's distances are like; notebooks display it.

    Attributes
    ----------
    html : str
        The file: one that needs no network.
    statistics : Statistics
        The figures of the page.
    """

    def __init__(self, text: str, statistics: Statistics) -> None:
        self.html, self.statistics = text, statistics

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the page to a file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.html)

    def __repr__(self) -> str:
        return f"<Page: {len(self.html)} characters; save(path) writes them>"

    def _repr_html_(self) -> str:  # in a document of its own, so that its styles stay there
        return f'<iframe srcdoc="{html.escape(self.html)}" width="100%" height="900" style="border:0"></iframe>'


def page(graph: Any, *, coordinates: ArrayLike | None = None, unit: str = "", title: str = "", harmonic: bool = False,
         betweenness: bool = False, directed: bool = True, unweighted: bool = False, null: float | None = None, source: Any = None,
         target: Any = None, weight: Any = None, algorithm: str = "auto", device: str | Device = "") -> Page:
    """Solves a graph and makes a page of it: diameter, centre, a histogram of the distances, the best and the worst
    connected vertices, the matrix as a picture and, with coordinates, a map (docs/page.md).

    Parameters
    ----------
    coordinates : array of shape (n, 2), optional
        Where each vertex is, in the order of the graph's vertices: x and y, or longitude and latitude.
    unit, title : str
        What the distances are in, such as "km", and the title of the page.
    harmonic, betweenness : bool
        Whether it shows harmonic centrality and betweenness, too.
    graph, directed, unweighted, null, source, target, weight, algorithm, device
        As in `solve`.
    """
    known = labelled(graph, null, "min-plus", directed, unweighted, False, source, target, weight)
    places = [] if coordinates is None else np.asarray(coordinates, dtype=np.float64).reshape(-1, 2).tolist()
    names = [] if known.labels is None else [str(label) for label in known.labels]
    with naming(known.labels):
        text, parts = _core.page(known.core, choose(device, known.core.vertices >= LEAST_FOR_GPU), algorithm, names,
                                 places, harmonic, betweenness, title, unit)
    return Page(text, Statistics(parts, known.labels))
