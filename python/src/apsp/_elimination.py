"""What `sparse` finds out about a graph before it looks at weights."""

from __future__ import annotations

from . import _core
from ._graph import Graph


class Elimination:
    """The order in which "sparse" eliminates the vertices of a graph, for several calls.

    `solve`, `near` and `table` take it as `elimination`, for the graph and for others that differ from it in their
    weights only. It can be pickled; whoever unpickles it orders the vertices again.

    Parameters
    ----------
    graph : Graph
        As `apsp.graph` and `apsp.read` make it, of arcs.

    Raises
    ------
    ValueError
        For a graph that is an array of weights, and where the package has no library that orders.
    """

    def __init__(self, graph: Graph) -> None:
        self._core = _core.eliminate(graph.core)


def eliminated(core):
    """An elimination of the library from what pickle keeps of it: the graph."""
    return _core.eliminate(core)


def core_of(elimination):
    return None if elimination is None else elimination._core
