"""`solve_batch`: many small graphs at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core
from ._devices import choose
from ._errors import NegativeCycleError
from ._graph import check_square, is_tensor, labelled, like, native, no_arc, real_for, reals, rows_of
from ._solve import _dtype

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import DTypeLike, NDArray

    from ._core import Device


class Ragged:
    """Matrices of different sizes in one array: a sequence of n x n views of `flat`."""

    def __init__(self, flat, first, widths, inner=()):
        self.flat, self._first, self._widths, self._inner = flat, first, widths, inner

    def __len__(self):
        return len(self._widths)

    def __getitem__(self, graph):
        graph = range(len(self))[graph]
        n = self._widths[graph]
        return self.flat[self._first[graph] : self._first[graph + 1]].reshape(n, n, *self._inner)

    def __repr__(self):
        return f"<Ragged: {len(self)} matrices, {self.flat.dtype}>"


class BatchResult:
    """The result of `solve_batch`.

    Attributes
    ----------
    distances : array, shape (B, N, N), or Ragged
        An array if all matrices have the same size, else a sequence of n x n arrays.
    predecessors : the same of int32, or None
        The predecessor of j on a shortest path from i; -1 on the diagonal and where there is no path.
    path_arcs : array, shape (B, N, N, L), or Ragged, of int32, or None
        Numbers of the arcs along a shortest path from its source on, -1 after the last. Arcs are numbered as
        they were given: places in `indices`, in the concatenation of sparse matrices, or in the flat array.
    sizes : array of int64, shape (B,)
        The number of vertices of each graph.
    failures : dict of int to NegativeCycleError
        The graphs that have a negative cycle. Their distances all have the value for "no path".
    dtype : str
        The type of the computation.
    seconds : float
        The duration of the solve, without conversions.
    device_seconds : float
        The time of a device's kernels, by its own clock; 0 on "cpu".
    """

    def __init__(self, solution: _core.BatchSolution, sizes: NDArray[np.int64], pad: int, source: Any,
                 predecessors: bool, path_arcs: int) -> None:
        self.sizes, self.dtype = sizes, solution.computed
        self.seconds, self.device_seconds = solution.seconds, solution.device_seconds
        self.failures = {graph: NegativeCycleError(message, cycle, weight)
                         for graph, message, cycle, weight in solution.failures}
        widths = np.full_like(sizes, pad) if pad else sizes

        def shaped(flat, *inner):
            if len(widths) == 0 or (widths == widths[0]).all():
                n = int(widths[0]) if len(widths) else pad
                return like(source, flat.reshape(len(widths), n, n, *inner))
            shaped_flat = flat.reshape(-1, *inner)
            return Ragged(like(source, shaped_flat), np.concatenate([[0], np.cumsum(widths**2)]), widths, inner)

        self.distances = shaped(solution.take_distances())
        self.predecessors = shaped(solution.take_predecessors()) if predecessors else None
        self.path_arcs = shaped(solution.take_path_arcs(), path_arcs) if path_arcs else None

    def __len__(self):
        return len(self.sizes)

    def __repr__(self):
        failed = f", {len(self.failures)} with negative cycles" if self.failures else ""
        return f"<BatchResult: {len(self)} graphs of up to {max(self.sizes, default=0)} vertices, {self.dtype}{failed}>"


def _within(integers, limit):
    return -limit < integers.min(initial=0) and integers.max(initial=0) < limit


def _weights(weights, null=None):
    """The weights in a type of the library, contiguous."""
    weights = native(np.asarray(weights))
    if weights.dtype.name not in _core.NO_PATH:
        integers = weights.dtype.kind in "iub" and _within(weights, _core.NO_PATH["int32"])
        weights = weights.astype(np.int32) if integers else reals(weights, null)
    return np.ascontiguousarray(weights)


def _from_dense(weights, null, unweighted):
    if weights.ndim != 3 or weights.shape[1] != weights.shape[2]:
        raise ValueError(f"a batch of matrices is B x N x N, not {' x '.join(map(str, weights.shape))}")
    real = real_for(weights.dtype, weights.shape[1])
    weights = _weights(weights, null)
    return (_core.batch_from_dense(weights, null, unweighted), np.full(len(weights), weights.shape[1], dtype=np.int64),
            real)


def _real_of(weights, sizes):
    return real_for(np.dtype(bool) if weights is None else np.asarray(weights).dtype, int(sizes.max(initial=0)))


def _from_csr(graph_ptr, indptr, indices, weights=None, unweighted=False):
    graph_ptr = np.ascontiguousarray(graph_ptr, dtype=np.int64)
    indices = np.asarray(indices)
    if indices.dtype != np.int32:
        if not _within(indices, 2**31):
            raise ValueError("the index of a vertex is too large")
        indices = indices.astype(np.int32)
    batch = _core.batch_from_csr(graph_ptr, np.ascontiguousarray(indptr, dtype=np.int64),
                                 np.ascontiguousarray(indices),
                                 None if weights is None or unweighted else _weights(weights))
    sizes = np.diff(graph_ptr)
    return batch, sizes, _real_of(None if unweighted else weights, sizes)


def _from_arrays(arrays, null, unweighted):
    """A batch of square arrays of different sizes."""
    for array in arrays:
        check_square(array)
    sizes = np.array([len(array) for array in arrays], dtype=np.int64)
    weights = np.concatenate([array.ravel() for array in arrays])
    if weights.dtype.kind not in "biuf":
        weights = reals(weights)
    kept = ~no_arc(weights)
    if null is not None:
        kept &= weights != null
    of_rows = np.repeat(sizes, sizes)
    starts = np.cumsum(of_rows) - of_rows
    indptr = np.concatenate([[0], np.cumsum(kept)])[np.append(starts, len(weights))]
    targets = (np.arange(len(weights)) - np.repeat(starts, of_rows))[kept]
    return _from_csr(np.concatenate([[0], np.cumsum(sizes)]), indptr, targets, weights[kept], unweighted)


def _check_many(graphs):
    single = any(hasattr(graphs, name) for name in ("columns", "edges", "tocoo"))
    if single or isinstance(graphs, (str, bytes, dict)) or not hasattr(graphs, "__iter__"):
        raise TypeError("expected graphs: an array B x N x N, (graph_ptr, indptr, indices), or a sequence of what "
                        f"apsp.solve takes, not {type(graphs).__name__}")


def _from_list(graphs, null, semiring, unweighted):
    if graphs and all(type(graph) is np.ndarray and graph.ndim == 2 for graph in graphs):
        return _from_arrays(graphs, null, unweighted)
    if graphs and all(getattr(graph, "format", "") == "csr" for graph in graphs):
        for graph in graphs:
            check_square(graph)
        sizes = np.array([graph.shape[0] for graph in graphs], dtype=np.int64)
        offsets, targets, weights = zip(*map(rows_of, graphs))
        arcs = np.array([len(each) for each in targets], dtype=np.int64)
        starts = np.repeat(np.cumsum(arcs) - arcs, sizes)
        indptr = np.concatenate([[0], np.concatenate([each[1:] for each in offsets]) + starts])
        targets, weights = np.concatenate(targets), np.concatenate(weights)
        if not no_arc(weights).any():  # the places of arcs count
            return _from_csr(np.concatenate([[0], np.cumsum(sizes)]), indptr, targets, weights, unweighted)
    known = [labelled(graph, null, semiring=semiring, unweighted=unweighted) for graph in graphs]
    sizes = np.array([each.vertices for each in known], dtype=np.int64)
    real = "f32" if all(each.real == "f32" for each in known) else "f64"
    return _core.batch_from_graphs([each.core for each in known]), sizes, real


def solve_batch(graphs: Any, *, unweighted: bool = False, null: float | None = None, dtype: DTypeLike = "auto",
                semiring: str = "min-plus", pad: int | bool = False, fill: float | None = None,
                no_path: float | None = None, result_dtype: DTypeLike | None = None, predecessors: bool = False,
                path_arcs: int = 0, device: str | Device | list[str | Device] = "") -> BatchResult:
    """All shortest distances of each of many small graphs.

    Graphs of up to 256 vertices are solved together, larger ones one by one.

    Parameters
    ----------
    graphs : array or tensor of shape (B, N, N), tuple of arrays, or sequence of graphs
        One of: matrices of weights, in which NaN, infinity and `null` are no arcs; `(graph_ptr, indptr, indices)`
        or `(graph_ptr, indptr, indices, weights)`, where graph b has the vertices graph_ptr[b] to
        graph_ptr[b + 1] - 1 of all graphs' vertices, the arcs out of vertex v are elements indptr[v] to
        indptr[v + 1] - 1, and `indices` count from 0 within each graph; a list of anything that `solve` takes
        (SciPy's csr format is read the fastest).
    unweighted : bool
        If true, every weight is 1.
    null : number, optional
        A further value that is no arc, in matrices.
    dtype : str or dtype
        The type of the computation and of the result; "smallest" is the smallest that holds every distance. By default
        the result is of floats, as with `solve`.
    semiring : str
        As for `closure`.
    pad : int or bool
        The edge of every matrix of the result; True is that of the largest graph, False each graph's own.
    fill : number, optional
        The value of entries beyond a padded graph's vertices; by default the value for "no path".
    no_path : number, optional
        The value for "no path": 510 for Graphormer, -1. By default it is infinity, or the integer type's own if `dtype`
        asks for one: 255, 2**14 - 1, 2**30 - 1.
    result_dtype : str or dtype, optional
        The type of the result, if it differs from that of the computation.
    predecessors : bool
        Whether to find predecessors, too.
    path_arcs : int
        How many arcs to list along each path (transformers' `edge_input`).
    device : str or device, or a list of them
        As for `solve`; "" is the best GPU for batches that take a processor about a second, else "cpu". Graphs
        that are too large for a GPU's registers (more than 256 vertices in uint8 and int16, 176 in float32, fewer
        with predecessors) are left to the host's processors. With a list, each device takes more graphs whenever
        it has solved some; a device may be named more than once.

    Returns
    -------
    BatchResult

    Raises
    ------
    ValueError
        For invalid arguments or graphs; the message has the graph's place in the batch.
    MemoryError
        If the result does not fit.
    RuntimeError
        If a device does not exist or fails.
    """
    if is_tensor(graphs) or isinstance(graphs, np.ndarray) and graphs.dtype != object:
        batch, sizes, real = _from_dense(np.from_dlpack(graphs) if is_tensor(graphs) else graphs, null, unweighted)
    elif isinstance(graphs, tuple) and len(graphs) in (3, 4) and all(np.ndim(part) == 1 for part in graphs[:3]):
        batch, sizes, real = _from_csr(*graphs, unweighted=unweighted)
    else:
        _check_many(graphs)
        batch, sizes, real = _from_list(list(graphs), null, semiring, unweighted)
    width = int(sizes.max(initial=0)) if pad is True else int(pad)
    is_large = float(np.sum(sizes.astype(np.float64) ** 3)) >= _core.BATCH_FOR_DEVICE
    devices = [choose(each, is_large) for each in (device if isinstance(device, (list, tuple)) else [device])]
    computed, kept = _dtype(dtype), None if result_dtype is None else _dtype(result_dtype)
    if (dtype is None or isinstance(dtype, str) and dtype == "auto") and semiring != "or-and":
        floats = batch.fractions and real == "f64" and all(each is None or each.f64 for each in devices)
        computed, kept = "f64" if floats else None, kept or real
    solution = _core.solve_batch(batch, devices, computed, kept, semiring, width, no_path, fill, predecessors,
                                 path_arcs)
    return BatchResult(solution, sizes, width, graphs, predecessors, path_arcs)
