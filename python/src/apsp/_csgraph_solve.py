"""Solves for SciPy's callers: graphs as SciPy reads them, and results as it returns them."""

import collections
import warnings

import numpy as np
import scipy.sparse
from scipy.sparse import csgraph as theirs
from scipy.sparse.csgraph import NegativeCycleError
from scipy.sparse.csgraph._validation import validate_graph

from . import _core, _errors, _graph, _solve

NO_PREDECESSOR = -9999
REPLACED = ("shortest_path", "floyd_warshall", "dijkstra", "johnson", "bellman_ford", "construct_dist_matrix",
            "reconstruct_path")
originals = {name: getattr(theirs, name) for name in REPLACED}
served: collections.Counter[str] = collections.Counter()
"""How often this library has served each function."""


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
    return _graph.from_csr(*_graph.without(_graph.no_arc(weights), offsets, targets, weights), reading)


def _by_scipy(name, csgraph, directed, unweighted, indices, predecessors, **only):
    """Dijkstra's algorithm if no weight is negative, since SciPy's others make n passes over the arcs."""
    graph = _graph_of(csgraph, directed, unweighted, False)
    least = 0 if graph is None else graph.smallest
    if name != "dijkstra" and least >= 0:
        name = "dijkstra"
    elif name == "dijkstra" and least < 0:  # SciPy's does not return if a cycle is negative
        _run(graph, rows=[0], keep="none")
    return originals["johnson" if name == "shortest_path" else name](
        csgraph, directed=directed, unweighted=unweighted, indices=indices,
        return_predecessors=predecessors, **only)


def _run(graph, **options):
    try:
        return _solve.run(graph, True, dtype=None if graph.integral else "f64", **options)
    except _errors.NegativeCycleError as error:
        raise NegativeCycleError(str(error)) from None


def _within(graph, limit, rows):
    """Distances up to the limit, by what finds no others."""
    found, _, columns, pointers = _core.near_pairs(graph, limit, 0, rows, None, False, None, "auto",
                                                   None if graph.integral else "f64", "f64")
    count = len(pointers) - 1
    distances = np.full((count, graph.vertices), np.inf)
    distances[np.repeat(np.arange(count), np.diff(pointers)), columns] = found
    distances[np.arange(count), rows or np.arange(count)] = 0
    return distances


def _searched(csgraph, directed, unweighted, indices, predecessors, limit, min_only):
    """What SciPy's Dijkstra returns, by searches on the matrix as it is; None if that cannot be."""
    csr = validate_graph(csgraph, directed, np.float64, dense_output=False)
    n = csr.shape[0]
    offsets, targets, weights = _graph.rows_of(csr)
    starts = np.arange(n, dtype=np.intc) if indices is None else np.array(indices, np.intc)
    if n == 0 or starts.size == 0 or len(targets) > np.iinfo(np.intc).max:
        return None
    found = _core.search_rows(offsets.astype(np.intc, copy=False), targets.astype(np.intc, copy=False),
                              None if unweighted else weights, directed, starts.ravel(), limit, min_only,
                              predecessors, NO_PREDECESSOR)
    if found is None:  # a weight is negative
        return None
    shape = (n,) if min_only else (*starts.shape, n)
    found = [each.reshape(shape) for each in found]
    return tuple(found) if predecessors else found[0]


def _reaches_few(csgraph, directed, unweighted, limit):
    """Whether searches from some vertices find less than an eighth of all within the limit. If not, solving for all
    rows takes less."""
    n = np.shape(csgraph)[0]
    some = np.arange(0, n, max(1, n // 8))
    sample = _searched(csgraph, directed, unweighted, some, False, limit, False)
    return sample is not None and 8 * np.count_nonzero(np.isfinite(sample)) < sample.size


def solved(name, csgraph, directed, unweighted, indices, predecessors, limit=np.inf, min_only=False, floyd=False):
    few = indices is not None and 4 * np.size(indices) < np.shape(csgraph)[0]
    if few and (predecessors or limit < np.inf):
        searches = not floyd
    else:
        searches = min_only or 0 <= limit < np.inf and _reaches_few(csgraph, directed, unweighted, limit)
    if searches and limit >= 0:
        found = _searched(csgraph, directed, unweighted, indices, predecessors, limit, min_only)
        if found is not None:
            served[name] += 1
            return found
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
    if limit < np.inf and not predecessors and graph.smallest >= 0:
        served[name] += 1
        return _within(graph, limit, some).reshape(shape)
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


def goes_to_floyd(csgraph):
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
