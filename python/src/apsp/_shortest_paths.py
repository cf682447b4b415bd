"""`shortest_paths` and `path_counts`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _core
from ._errors import naming
from ._graph import labelled
from ._solve import _numbers

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray


class ShortestPaths:
    """The shortest paths of a pair: an iterator over lists of vertices, each found when it is asked for.

    Attributes
    ----------
    distance : float
        Infinite if there is no path.
    count : float
        How many paths there are: exact up to 2**53, infinite from about 1e308 on.
    """

    def __init__(self, found: Any, labels: list[Any] | None) -> None:
        self._found = found
        self._labels = labels
        self.distance: float = found.distance
        self.count: float = found.count

    def __iter__(self) -> Iterator[list[Any]]:
        return self

    def __next__(self) -> list[Any]:
        path = self._found.next()
        if not path:
            raise StopIteration
        return path if self._labels is None else [self._labels[vertex] for vertex in path]

    def __repr__(self) -> str:
        return f"<ShortestPaths: {self.count:g} of length {self.distance:g}>"


def shortest_paths(graph: Any, start: Any, end: Any, *, directed: bool = True, unweighted: bool = False,
                   null: float | None = None, source: Any = None, target: Any = None,
                   weight: Any = None) -> ShortestPaths:
    """All shortest paths from one vertex to another, in the order of the vertices' numbers.

    Parameters
    ----------
    graph, directed, unweighted, null, source, target, weight
        As `solve` takes them.
    start, end
        The first and the last vertex.

    Returns
    -------
    ShortestPaths
        Finding the first path takes a search; each further one takes time for its own vertices only.

    Raises
    ------
    ValueError
        For a cycle of weight 0, which makes numbers of paths infinite; for negative weights with fractions; for invalid
        graphs.
    KeyError, IndexError
        For a vertex that is not there.
    NegativeCycleError
        If some cycle has a negative weight.
    """
    known = labelled(graph, null, "min-plus", directed, unweighted, False, source, target, weight)
    first, last = _numbers([start, end], known)
    with naming(known.labels):
        return ShortestPaths(_core.ShortestPaths(known.core, first, last), known.labels)


def path_counts(graph: Any, sources: Sequence[Any] | NDArray[np.integer] | None = None, *, directed: bool = True,
                unweighted: bool = False, null: float | None = None, source: Any = None, target: Any = None,
                weight: Any = None) -> NDArray[np.float64]:
    """How many shortest paths lead from each source to each vertex, on all processors.

    Parameters
    ----------
    graph, directed, unweighted, null, source, target, weight
        As `solve` takes them.
    sources : sequence of vertices, optional
        All vertices if it is left out.

    Returns
    -------
    ndarray of float, shape (sources, n)
        1 from a vertex to itself, 0 where there is no path; exact up to 2**53, infinite from about 1e308 on.

    Raises
    ------
    ValueError, KeyError, IndexError, NegativeCycleError
        As `shortest_paths`.
    """
    known = labelled(graph, null, "min-plus", directed, unweighted, False, source, target, weight)
    rows = list(range(known.vertices)) if sources is None else _numbers(sources, known)
    with naming(known.labels):
        return _core.path_counts(known.core, rows)
