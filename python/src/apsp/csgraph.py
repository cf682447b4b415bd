"""SciPy's shortest paths: the functions of `scipy.sparse.csgraph`, with the same names, signatures and results.

    from apsp.csgraph import shortest_path          # instead of scipy.sparse.csgraph's
    with apsp.csgraph.patch(): ...                  # or under SciPy's own name, for existing programs

Distances are float64, infinite where there is no path; predecessors are int32, -9999 where there is none.
The same entries count as arcs as in SciPy: in arrays all but 0, NaN and infinity; in sparse matrices every stored
entry, zeros included, but NaN and infinity only where SciPy counts them, `unweighted` by other algorithms than
Floyd-Warshall; of several entries at one place in CSR the smallest, while other formats add them up on conversion; with `directed=False` the smaller of both ways.
For `floyd_warshall`, and where SciPy's `shortest_path` would choose it, zeros of masked arrays are no arcs, and
arcs from a vertex to itself are ignored, even negative ones.

Unlike SciPy's, which does not return, `dijkstra` raises NegativeCycleError for a graph with a negative cycle.

Left to SciPy: `yen`; `dijkstra` with `min_only`; `bellman_ford` with `indices` and a negative cycle; and predecessors
from less than a quarter of the vertices, as one search from each is less work.
"""

from __future__ import annotations

import collections
import contextlib
import functools
import sys
import threading
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import scipy.sparse
import scipy.sparse.csgraph as _theirs
from scipy.sparse.csgraph import NegativeCycleError
from scipy.sparse.csgraph._validation import validate_graph

from . import _core, _errors, _graph, _solve

__all__ = ["NegativeCycleError", "bellman_ford", "construct_dist_matrix", "dijkstra", "floyd_warshall",
           "johnson", "patch", "reconstruct_path", "served", "shortest_path"]

NO_PREDECESSOR = -9999
REPLACED = ("shortest_path", "floyd_warshall", "dijkstra", "johnson", "bellman_ford", "construct_dist_matrix",
            "reconstruct_path")
_originals = {name: getattr(_theirs, name) for name in REPLACED}
_lock = threading.Lock()
_METHODS = ("auto", "FW", "D", "BF", "J")

served: collections.Counter[str] = collections.Counter()
"""How often this library has served each function."""

if hasattr(_theirs, "yen"):
    from scipy.sparse.csgraph import yen

    __all__.append("yen")


def _graph_of(csgraph, directed, unweighted, floyd):
    """The graph as SciPy reads it; None if it has no vertices.

    In SciPy's Floyd-Warshall (`floyd`) zeros of masked arrays are no arcs, nor is the diagonal.
    """
    reading = _core.Reading(undirected=not directed, unweighted=unweighted, null=0, finite=True, loops=not floyd)
    masked = isinstance(csgraph, np.ma.MaskedArray)
    if not (masked or scipy.sparse.issparse(csgraph) or hasattr(csgraph, "tocsr")):
        dense = np.asarray(csgraph)
        if dense.ndim != 2 or dense.shape[0] != dense.shape[1] or dense.dtype.kind not in "biuf":
            dense = validate_graph(csgraph, directed, np.float64, csr_output=False)
        rounded = dense.dtype.kind in "iu" and dense.dtype.itemsize == 8  # beyond 2^53, as in SciPy
        if rounded:
            dense = dense.astype(np.float64)
        return _graph.from_dense(dense, reading, overwrite=rounded) if dense.size != 0 else None
    if floyd and scipy.sparse.issparse(csgraph):
        # As float64, since validate_graph adds up entries at one place as it converts other types.
        csr = csgraph.tocsr()
        csgraph = type(csr)((csr.data.astype(np.float64), csr.indices, csr.indptr), shape=csr.shape)
    if masked:  # SciPy needs a mask for every entry
        csgraph = np.ma.array(csgraph, mask=np.ma.getmaskarray(csgraph), copy=False)
    csr = validate_graph(csgraph, directed, np.float64, dense_output=False)
    if csr.shape[0] == 0:
        return None
    if masked and floyd:
        csr.eliminate_zeros()
    offsets, targets, weights = _graph.rows_of(csr)  # these may be the caller's own
    if floyd:
        loops = targets == np.repeat(np.arange(csr.shape[0]), np.diff(offsets))
        weights = np.where(loops, 0, weights)
    if unweighted and not floyd:
        weights = np.ones_like(weights)
    no_arc = np.isnan(weights) | (weights == np.inf)
    return _graph.from_csr(*_graph.without(no_arc, offsets, targets, weights), reading)


def _by_scipy(name, csgraph, directed, unweighted, indices, predecessors, **only):
    """Dijkstra's algorithm if no weight is negative, since SciPy's others make n passes over the arcs."""
    graph = _graph_of(csgraph, directed, unweighted, False)
    least = 0 if graph is None else graph.smallest
    if name != "dijkstra" and least >= 0:
        name = "dijkstra"
    elif name == "dijkstra" and least < 0:  # SciPy's does not return if a cycle is negative
        _run(graph, rows=[0], keep="none")
    return _originals["johnson" if name == "shortest_path" else name](
        csgraph, directed=directed, unweighted=unweighted, indices=indices,
        return_predecessors=predecessors, **only)


def _run(graph, **options):
    try:
        return _solve.run(graph, True, dtype=None if graph.integral else "f64", **options)
    except _errors.NegativeCycleError as error:
        raise NegativeCycleError(str(error)) from None


def _solved(name, csgraph, directed, unweighted, indices, predecessors, limit=np.inf, min_only=False,
            floyd=False):
    few = indices is not None and 4 * np.size(indices) < np.shape(csgraph)[0]
    if min_only or limit < 0 or predecessors and few:
        only = {"limit": limit, "min_only": min_only} if name == "dijkstra" else {}
        return _by_scipy(name, csgraph, directed, unweighted, indices, predecessors, **only)
    graph = _graph_of(csgraph, directed, unweighted, floyd)
    n = 0 if graph is None else graph.vertices
    chosen, shape = None, (n, n)
    if indices is not None:
        chosen = np.array(indices, dtype=np.intc, order="C", ndmin=1)
        shape = (() if np.ndim(indices) == 0 else chosen.shape) + (n,)
        chosen = np.where(chosen < 0, chosen + n, chosen).ravel()
        if np.any(chosen < 0) or np.any(chosen >= n):
            raise ValueError("indices out of range 0...N")
    if n == 0 or chosen is not None and chosen.size == 0:
        empty = np.zeros(shape), np.full(shape, NO_PREDECESSOR, dtype=np.int32)
        return empty if predecessors else empty[0]
    some = () if chosen is None or predecessors else chosen.tolist()
    if name == "dijkstra" and graph.smallest < 0:
        warnings.warn("Graph has negative weights: dijkstra will give inaccurate results if the graph contains "
                      "negative cycles. Consider johnson or bellman_ford.", UserWarning, stacklevel=3)
    solution = _run(graph, rows=some, predecessors=predecessors, keep="f64")
    served[name] += 1
    distances = solution.take_distances()
    before = solution.take_predecessors() if predecessors else None
    if predecessors:
        before[before < 0] = NO_PREDECESSOR
    if chosen is not None and predecessors:
        distances, before = distances[chosen], before[chosen]
    if limit < np.inf:
        beyond = distances > limit
        distances[beyond] = np.inf
        if predecessors:
            before[beyond] = NO_PREDECESSOR
    distances = distances.reshape(shape)
    return (distances, before.reshape(shape)) if predecessors else distances


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
    floyd = method == "FW" or method == "auto" and indices is None and _goes_to_floyd(csgraph)
    return _solved("shortest_path", csgraph, directed, unweighted, indices, return_predecessors, floyd=floyd)


def _goes_to_floyd(csgraph):
    """Whether SciPy chooses Floyd-Warshall, in cases where the result may depend on it."""
    if scipy.sparse.issparse(csgraph):
        entries = csgraph.nnz
    elif isinstance(csgraph, np.ma.MaskedArray):
        entries = csgraph.count()
    else:
        dense = np.asarray(csgraph)
        if dense.ndim != 2 or not np.any(np.diagonal(dense) < 0):
            return False
        entries = np.count_nonzero(np.isfinite(dense) & (dense != 0))
    return 4 * entries >= np.prod(np.shape(csgraph))


def floyd_warshall(csgraph: Any, directed: bool = True, return_predecessors: bool = False, unweighted: bool = False,
                   overwrite: bool = False) -> Any:
    """Shortest distances between all vertices, as `scipy.sparse.csgraph.floyd_warshall`; see `shortest_path`.

    The argument is never overwritten.
    """
    return _solved("floyd_warshall", csgraph, directed, unweighted, None, return_predecessors, floyd=True)


def johnson(csgraph: Any, directed: bool = True, indices: Any = None, return_predecessors: bool = False,
            unweighted: bool = False) -> Any:
    """Shortest distances by weights that may be negative, as `scipy.sparse.csgraph.johnson`; see `shortest_path`."""
    return _solved("johnson", csgraph, directed, unweighted, indices, return_predecessors)


def bellman_ford(csgraph: Any, directed: bool = True, indices: Any = None, return_predecessors: bool = False,
                 unweighted: bool = False) -> Any:
    """Shortest distances by weights that may be negative, as `scipy.sparse.csgraph.bellman_ford`; see `shortest_path`.

    With `indices`, a negative cycle that none of them reaches is no error.
    """
    try:
        return _solved("bellman_ford", csgraph, directed, unweighted, indices, return_predecessors)
    except NegativeCycleError:
        if indices is None:
            raise
        return _originals["bellman_ford"](csgraph, directed, indices, return_predecessors, unweighted)


def dijkstra(csgraph: Any, directed: bool = True, indices: Any = None, return_predecessors: bool = False,
             unweighted: bool = False, limit: float = np.inf, min_only: bool = False) -> Any:
    """Shortest distances, as `scipy.sparse.csgraph.dijkstra`; see `shortest_path`.

    Distances above `limit` are infinite. With `min_only`, there is one row, of the distances from the nearest of
    `indices`, and a third result, `sources`, with that vertex. Unlike SciPy's, which does not return, this raises
    NegativeCycleError if some cycle has a negative weight.
    """
    return _solved("dijkstra", csgraph, directed, unweighted, indices, return_predecessors, limit, min_only)


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


_patches = 0


def _stand_in(name):
    """What takes the place of SciPy's function: this library's while `patch` lasts, then SciPy's."""
    own, original = globals()[name], _originals[name]

    @functools.wraps(original)
    def stand_in(*arguments, **named):
        return (own if _patches else original)(*arguments, **named)

    return stand_in


_stand_ins = {name: _stand_in(name) for name in REPLACED}


def _rebind(old, new):
    """Binds every name of a module that is bound to one of the functions `old` to its counterpart."""
    names = {id(old[name]): name for name in REPLACED}
    for module in list(sys.modules.values()):
        if module is not None and module is not sys.modules[__name__]:
            for key, value in list(getattr(module, "__dict__", {}).items()):
                if id(value) in names:
                    setattr(module, key, new[names[id(value)]])


@contextlib.contextmanager
def patch() -> Iterator[None]:
    """Serves SciPy's callers for as long as the context lasts, including modules that have already bound a name.

    Names that are bound meanwhile, by an import in a function or in a module that is imported then, are SciPy's
    functions again afterwards.
    """
    global _patches
    with _lock:
        _patches += 1
        if _patches == 1:
            _rebind(_originals, _stand_ins)
    try:
        yield
    finally:
        with _lock:
            _patches -= 1
            if _patches == 0:
                _rebind(_stand_ins, _originals)
