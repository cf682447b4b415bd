"""Graphs from what programs have: arrays, sparse matrices, tables of arcs, NetworkX's graphs."""

import numpy as np

from . import _core

LARGER_WINS = {"max-min", "max-times", "or-and"}


class Labelled:
    """A graph whose vertices are 0 .. n - 1, and what they are called; None is by their numbers."""

    def __init__(self, graph, labels=None):
        self.graph, self.labels = graph, labels


def from_arcs(n, sources, targets, weights, parallel="smallest"):
    """Of n vertices, arc k from sources[k] to targets[k]."""
    sources = np.asarray(sources, dtype=np.int64).ravel()
    order = np.argsort(sources, kind="stable")
    offsets = np.zeros(n + 1, dtype=np.int64)
    np.cumsum(np.bincount(sources, minlength=n), out=offsets[1:])
    return from_csr(offsets, np.asarray(targets)[order], np.asarray(weights)[order], parallel)


def from_csr(offsets, targets, weights, parallel="smallest"):
    return _core.graph_from_csr(np.ascontiguousarray(offsets, dtype=np.int64),
                                np.ascontiguousarray(targets, dtype=np.uint32),
                                np.ascontiguousarray(weights, dtype=np.float64),
                                getattr(_core.Parallel, parallel))


def _from_dense(matrix, null):
    if isinstance(matrix, np.ma.MaskedArray):
        matrix = matrix.astype(np.float64).filled(np.inf)
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        raise ValueError(f"a matrix of weights is n x n, not {' x '.join(map(str, matrix.shape))}")
    none = _core.NO_PATH.get(matrix.dtype.name)
    if none is None or none < np.inf and np.max(matrix, initial=0) >= none:
        matrix = matrix.astype(np.float64)
    if null is not None and matrix.dtype.kind != "f":
        kind = np.iinfo(matrix.dtype)
        null = null if kind.min <= null <= kind.max and null == int(null) else None  # else no entry is that
    return _core.graph_from_dense(np.ascontiguousarray(matrix), null)


def _from_sparse(matrix, parallel):
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        raise ValueError(f"a matrix of weights is n x n, not {' x '.join(map(str, matrix.shape))}")
    # Explicit zeros are arcs, and so are all of several entries of one place.
    if getattr(matrix, "format", "") == "csr":
        return from_csr(matrix.indptr, matrix.indices, matrix.data, parallel)
    arcs = matrix.tocoo()
    return from_arcs(matrix.shape[0], arcs.row, arcs.col, arcs.data, parallel)


def _from_networkx(graph, weight):
    from . import _networkx_graph

    labels = list(graph)
    sources, targets = _networkx_graph.ends_of(graph, {label: k for k, label in enumerate(labels)})
    weights = np.array(_networkx_graph.costs_of(graph, weight), dtype=float)
    return Labelled(from_arcs(len(labels), sources, targets, weights), labels)


def _columns_of(table):
    """The first three columns of a table of arcs: source, target, weight if there is one."""
    if hasattr(table, "__arrow_c_stream__") and not hasattr(table, "columns"):
        import pyarrow

        table = pyarrow.table(table)
    if hasattr(table, "column_names"):  # Arrow
        return [table.column(name).to_numpy() for name in table.column_names[:3]]
    return [np.asarray(table[name]) for name in list(table.columns)[:3]]


def _from_table(table, parallel):
    columns = _columns_of(table)
    if len(columns) < 2:
        raise ValueError("a table of arcs has columns of their sources, their targets and their weights")
    weights = columns[2] if len(columns) > 2 else np.ones(len(columns[0]))
    labels, numbers = np.unique(np.concatenate(columns[:2]), return_inverse=True)
    sources, targets = numbers[: len(columns[0])], numbers[len(columns[0]) :]
    named = labels.dtype.kind not in "iu" or labels.size == 0 or labels[0] < 0
    if not named:  # numbers are vertices: those between without arcs are isolated
        n = int(labels[-1]) + 1
        return Labelled(from_arcs(n, columns[0], columns[1], weights, parallel))
    return Labelled(from_arcs(len(labels), sources, targets, weights, parallel), labels.tolist())


def labelled(source, null=None, weight="weight", semiring="min-plus"):
    parallel = "largest" if semiring in LARGER_WINS else "smallest"
    if isinstance(source, Labelled):
        return source
    if isinstance(source, _core.Graph):
        return Labelled(source)
    if hasattr(source, "tocoo"):
        return Labelled(_from_sparse(source, parallel))
    if hasattr(source, "edges") and hasattr(source, "is_directed"):
        return _from_networkx(source, weight)
    if hasattr(source, "columns") or hasattr(source, "__arrow_c_stream__"):
        return _from_table(source, parallel)
    if hasattr(source, "__dlpack__") and not isinstance(source, np.ndarray):
        source = np.from_dlpack(source)
    if not isinstance(source, np.ma.MaskedArray):
        source = np.asarray(source)
    return Labelled(_from_dense(source, null))


def graph(source, *, null=None, weight="weight"):
    """What `solve` makes of its argument first, for several solves of one graph.

    Takes what `solve` takes; `weight` is the name of a NetworkX graph's weights.
    """
    return labelled(source, null, weight)
