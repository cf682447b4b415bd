"""`betweenness`."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core
from ._devices import choose
from ._errors import naming
from ._graph import labelled
from ._solve import _numbers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ._core import Device


class Betweenness:
    """How many shortest paths pass each vertex and arc.

    Attributes
    ----------
    vertices : ndarray of float, shape (n,)
        Of each vertex, in the order of `labels`.
    arcs : ndarray of float, or None
        Of each arc, if asked for. An edge of an undirected graph is two arcs, whose values add up.
    arc_sources, arc_targets : ndarray of int, or None
        The numbers of each arc's first and last vertex.
    labels : list or None
        The names of the vertices; None if their numbers are their names.
    errors : ndarray of float, shape (n,), or None
        For a sample, the standard error of each vertex's value, estimated from how much the sources differ; too small
        where only few of all sources have paths.
    pairs : float
        How many ordered pairs of two vertices have a path, or their total weight.
    method : str
        "elimination" or "search".
    device : Device or None
        The device that counted; None if it was the processor.
    """

    arcs: NDArray[np.float64] | None
    arc_sources: NDArray[np.uint32] | None
    arc_targets: NDArray[np.uint32] | None

    def __init__(self, found: dict[str, Any], labels: list[Any] | None, arcs: bool) -> None:
        self.vertices: NDArray[np.float64] = found["vertices"]
        self.errors: NDArray[np.float64] | None = found["errors"] if len(found["errors"]) else None
        self.pairs: float = found["pairs"]
        self.method: str = found["method"]
        self.device: Device | None = found["device"]
        self.labels = labels
        self.arcs, self.arc_sources, self.arc_targets = (
            found[name] if arcs else None for name in ("arcs", "sources", "targets"))

    def __repr__(self) -> str:
        return f"<Betweenness: {len(self.vertices)} vertices, paths of {self.pairs:g} pairs by {self.method}>"


def run(core, source_weights=(), target_weights=(), endpoints=False, arcs=False, method="auto",
        cutoff=math.inf, sample=0, seed=1, device="", tolerance=0.0):
    """Sums over ordered pairs, as the core gives them."""
    return _core.betweenness(core, *(np.asarray(weights, dtype=np.float64).tolist() for weights in (
        source_weights, target_weights)), endpoints, arcs, method, cutoff, sample, seed,
        choose(device, False), tolerance)


def _weights(vertices, weights, known, what):
    if vertices is None:
        return () if weights is None else weights
    if weights is not None:
        raise ValueError(f"{what}s and {what}_weights exclude each other")
    chosen = np.zeros(known.vertices)
    chosen[_numbers(vertices, known)] = 1
    return chosen


def betweenness(graph: Any, *, arcs: bool = False, normalized: bool = True, endpoints: bool = False,
                sources: Sequence[Any] | NDArray[np.integer] | None = None,
                targets: Sequence[Any] | NDArray[np.integer] | None = None,
                source_weights: Sequence[float] | NDArray[Any] | None = None,
                target_weights: Sequence[float] | NDArray[Any] | None = None, cutoff: float | None = None,
                tolerance: float = 0, sample: int | None = None, seed: int = 1, method: str = "auto",
                device: str | Device = "",
                directed: bool = True, unweighted: bool = False, null: float | None = None, source: Any = None,
                target: Any = None, weight: Any = None) -> Betweenness:
    """How many of a graph's shortest paths pass each vertex, and each arc, on all processors.

    Where several paths of a pair are shortest, that is, where their sums of weights are equal, each counts for its
    share. Weights are at least 0, or integers.

    Parameters
    ----------
    graph, directed, unweighted, null, source, target, weight
        As `solve` takes them.
    arcs : bool
        Whether the values of arcs are wanted, too.
    normalized : bool
        If true, values are divided by the number of ordered pairs of vertices, as in NetworkX: for a vertex without
        those of the vertex itself, unless `endpoints`. If false, they are sums over ordered pairs, which is twice
        NetworkX's value for undirected graphs.
    endpoints : bool
        Whether a path counts for its first and last vertex, too.
    sources, targets : sequence of vertices, optional
        Only paths from, or to, these vertices.
    source_weights, target_weights : sequence of float, optional
        A weight for each vertex; a pair counts as often as the product of both says.
    cutoff : float, optional
        Only pairs of at most this distance count.
    tolerance : float
        If above 0, weights are rounded to multiples of it first, so that paths tie whose sums of fractions differ by
        less.
    sample : int, optional
        Paths from so many sources, drawn by `seed` among those of a positive weight, stand for those from all; each
        vertex's value gets its standard error. Samples are searched.
    seed : int
        The same seed always draws the same sources.
    method : str
        "elimination", for road and power networks, grids and meshes; "search", for other graphs; "auto" takes the one
        that should need less time.
    device : str or device
        The device that counts, as `solve` takes it: a GPU, or another one with doubles. By default, and where weights
        that differ are searched, the processor counts.

    Returns
    -------
    Betweenness

    Raises
    ------
    ValueError
        For a cycle of weight 0, which makes numbers of paths infinite; for negative weights with fractions; for pairs
        with more than 1e300 shortest paths; for invalid arguments or graphs.
    NegativeCycleError
        If some cycle has a negative weight.
    """
    known = labelled(graph, null, "min-plus", directed, unweighted, False, source, target, weight)
    weights = (_weights(sources, source_weights, known, "source"),
               _weights(targets, target_weights, known, "target"))
    with naming(known.labels):
        found = run(known.core, *weights, endpoints, arcs, method, math.inf if cutoff is None else cutoff,
                    0 if sample is None else sample, seed, device, tolerance)
    result = Betweenness(found, known.labels, arcs)
    if normalized:
        pairs = _core.pairs_past_vertex(known.vertices, endpoints)
        result.vertices /= pairs
        if result.errors is not None:
            result.errors /= pairs
        if result.arcs is not None:
            result.arcs /= _core.pairs_past_arc(known.vertices)
    return result
