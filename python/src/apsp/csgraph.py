"""SciPy's shortest paths: the functions of `scipy.sparse.csgraph`, with the same names, signatures and results.

    from apsp.csgraph import shortest_path          # instead of scipy.sparse.csgraph's
    with apsp.csgraph.patch(): ...                  # or under SciPy's own name, for existing programs

Distances are float64, infinite where there is no path; predecessors are int32, -9999 where there is none.
The same entries count as arcs as in SciPy: in arrays all but 0, NaN and infinity; in sparse matrices every stored
entry, zeros included, but NaN and infinity only where SciPy counts them, `unweighted` by other algorithms than
Floyd-Warshall; of several entries at one place in CSR the smallest, while other formats add them up on conversion;
with `directed=False` the smaller of both ways. For `floyd_warshall`, and where SciPy's `shortest_path` would choose
it, zeros of masked arrays are no arcs, and arcs from a vertex to itself are ignored, even negative ones.

Unlike SciPy's, which does not return, `dijkstra` raises NegativeCycleError for a graph with a negative cycle.

Left to SciPy: `yen`; `bellman_ford` with `indices` and a negative cycle; and where weights are negative, `dijkstra` with
`min_only`, and predecessors from less than a quarter of the vertices.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import numpy as np
import scipy.sparse
from scipy.sparse import csgraph as _theirs
from scipy.sparse.csgraph import NegativeCycleError
from scipy.sparse.csgraph._validation import validate_graph

from ._csgraph_patch import StandIns
from ._csgraph_solve import goes_to_floyd, originals, served, solved

__all__ = ["NegativeCycleError", "bellman_ford", "construct_dist_matrix", "dijkstra", "floyd_warshall",
           "johnson", "patch", "reconstruct_path", "served", "shortest_path"]

_METHODS = ("auto", "FW", "D", "BF", "J")

if hasattr(_theirs, "yen"):
    from scipy.sparse.csgraph import yen

    __all__.append("yen")


def shortest_path(csgraph: Any, method: str = "auto", directed: bool = True, return_predecessors: bool = False,
                  unweighted: bool = False, overwrite: bool = False, indices: Any = None) -> Any:
    """Shortest distances from all vertices, or from `indices`; as `scipy.sparse.csgraph.shortest_path`.

    Parameters
    ----------
    csgraph : array or sparse matrix, shape (n, n)
    method : str
        "auto", "FW", "D", "BF" or "J": what SciPy would use decides which entries are arcs. The fastest algorithm is
        used whatever it says.
    directed, unweighted : bool
        If not directed, the smaller weight of both ways counts; if unweighted, every arc has weight 1.
    return_predecessors : bool
    overwrite : bool
        Ignored: the argument is never overwritten.
    indices : int or array of int, optional
        The vertices to start from.

    Returns
    -------
    distances, or (distances, predecessors)
        float64 with infinity, and int32 with -9999, where there is no path; a row for each of `indices`, else (n, n).

    Raises NegativeCycleError if some cycle has a negative weight.
    """
    if method not in _METHODS:
        raise ValueError(f"unrecognized method '{method}'")
    if method == "FW" and indices is not None:
        raise ValueError("Cannot specify indices with method == 'FW'.")
    if method == "D":
        return dijkstra(csgraph, directed, indices, return_predecessors, unweighted)
    if method == "BF":
        return bellman_ford(csgraph, directed, indices, return_predecessors, unweighted)
    floyd = method == "FW" or method == "auto" and indices is None and goes_to_floyd(csgraph)
    return solved("shortest_path", csgraph, directed, unweighted, indices, return_predecessors, floyd=floyd)


def floyd_warshall(csgraph: Any, directed: bool = True, return_predecessors: bool = False, unweighted: bool = False,
                   overwrite: bool = False) -> Any:
    """Shortest distances between all vertices, as `scipy.sparse.csgraph.floyd_warshall`; see `shortest_path`.

    The argument is never overwritten.
    """
    return solved("floyd_warshall", csgraph, directed, unweighted, None, return_predecessors, floyd=True)


def johnson(csgraph: Any, directed: bool = True, indices: Any = None, return_predecessors: bool = False,
            unweighted: bool = False) -> Any:
    """Shortest distances by weights that may be negative, as `scipy.sparse.csgraph.johnson`; see `shortest_path`."""
    return solved("johnson", csgraph, directed, unweighted, indices, return_predecessors)


def bellman_ford(csgraph: Any, directed: bool = True, indices: Any = None, return_predecessors: bool = False,
                 unweighted: bool = False) -> Any:
    """Shortest distances by weights that may be negative, as `scipy.sparse.csgraph.bellman_ford`; see `shortest_path`.

    With `indices`, a negative cycle that none of them reaches is no error.
    """
    try:
        return solved("bellman_ford", csgraph, directed, unweighted, indices, return_predecessors)
    except NegativeCycleError:
        if indices is None:
            raise
        return originals["bellman_ford"](csgraph, directed, indices, return_predecessors, unweighted)


def dijkstra(csgraph: Any, directed: bool = True, indices: Any = None, return_predecessors: bool = False,
             unweighted: bool = False, limit: float = np.inf, min_only: bool = False) -> Any:
    """Shortest distances, as `scipy.sparse.csgraph.dijkstra`; see `shortest_path`.

    Distances above `limit` are infinite. With `min_only`, there is one row, of the distances from the nearest of
    `indices`, and a third result, `sources`, with that vertex. Unlike SciPy's, which does not return, this raises
    NegativeCycleError if some cycle has a negative weight.
    """
    return solved("dijkstra", csgraph, directed, unweighted, indices, return_predecessors, limit, min_only)


def _weights_of(csgraph, directed):
    """An array with infinity where there is no arc."""
    weights = validate_graph(csgraph, directed, np.float64, csr_output=False, copy_if_dense=True)
    return weights if directed else np.minimum(weights, weights.T)


def construct_dist_matrix(graph: Any, predecessors: Any, directed: bool = True, null_value: float = np.inf) -> Any:
    """The lengths of the paths that a matrix of predecessors describes; `null_value` where there is none.

    As `scipy.sparse.csgraph.construct_dist_matrix`.
    """
    weights = _weights_of(graph, directed)
    before = np.array(predecessors)
    if before.dtype != np.int32:
        raise TypeError(f"predecessors are int32, not {before.dtype}")
    if before.shape != weights.shape:
        raise ValueError("graph and predecessors must have the same shape")
    served["construct_dist_matrix"] += 1
    rows, columns = np.indices(before.shape)
    ends = before < 0
    distances = np.where(ends, 0, weights[np.where(ends, 0, before), columns])
    before[ends] = columns[ends]
    for _ in range(max(len(before) - 1, 1).bit_length()):  # each step goes twice as far back
        distances = distances + np.where(before == columns, 0, distances[rows, before])
        before = before[rows, before]
    distances[(before != rows) & ends & (rows != columns)] = null_value
    return distances


def reconstruct_path(csgraph: Any, predecessors: Any, directed: bool = True) -> Any:
    """The tree of shortest paths that a row of predecessors describes, as a sparse matrix of weights.

    As `scipy.sparse.csgraph.reconstruct_path`.
    """
    n = np.shape(csgraph)[0]
    before = np.asarray(predecessors).ravel()
    if before.dtype.kind == "f" and np.all(before == np.trunc(before)):
        before = before.astype(np.intp)
    if before.dtype.kind not in "iu":
        raise ValueError("predecessors are integral numbers")
    served["reconstruct_path"] += 1
    weights = validate_graph(csgraph, directed, np.float64, dense_output=False)
    (ends,) = np.nonzero(before >= 0)
    data = np.zeros(0)
    if ends.size != 0:
        data = np.asarray(weights[before[ends], ends]).ravel()
    if ends.size != 0 and not directed:
        back = np.asarray(weights[ends, before[ends]]).ravel()
        data = np.where(data == 0, back, np.where(back == 0, data, np.minimum(data, back)))
    kind = scipy.sparse.csr_matrix if scipy.sparse.isspmatrix(csgraph) else type(weights)
    return kind((data, (before[ends], ends)), shape=(n, n))


_stand_ins = StandIns(originals, globals())


@contextlib.contextmanager
def patch() -> Iterator[None]:
    """Serves SciPy's callers for as long as the context lasts, including modules that have already bound a name.

    Names that are bound meanwhile, by an import in a function or in a module that is imported then, are SciPy's
    functions again afterwards.
    """
    with _stand_ins:
        yield
