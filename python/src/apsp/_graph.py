"""Graphs from arrays, sparse matrices, tables of arcs and NetworkX's graphs."""

from __future__ import annotations

import os
import sys
import warnings
from typing import Any

import numpy as np

from . import _core


class Graph:
    """A graph for several solves, as `apsp.graph` and `apsp.read` make it.

    Attributes
    ----------
    vertices, arcs : int
        How many there are; parallel arcs count as one.
    labels : list or None
        The names of the vertices 0 .. n - 1; None if their numbers are their names.
    """

    def __init__(self, core: _core.Graph, labels: list[Any] | None = None) -> None:
        self.core, self.labels = core, labels

    @property
    def vertices(self) -> int:
        return self.core.vertices

    @property
    def arcs(self) -> int:
        return self.core.arcs

    def __repr__(self):
        return f"<Graph: {self.vertices} vertices, {self.arcs} arcs>"


PLAIN = _core.Reading()
LARGEST_EXACT = 2**53  # double precision does not hold all larger integers


def from_arcs(n, sources, targets, weights, reading=PLAIN):
    """A graph of n vertices, in which arc k leads from sources[k] to targets[k]."""
    sources = np.asarray(sources, dtype=np.int64).ravel()
    order = np.argsort(sources, kind="stable")
    offsets = np.zeros(n + 1, dtype=np.int64)
    np.cumsum(np.bincount(sources, minlength=n), out=offsets[1:])
    return from_csr(offsets, np.asarray(targets)[order], np.asarray(weights)[order], reading)


def native(array):
    """The array in this machine's byte order."""
    return array.astype(array.dtype.newbyteorder("="), copy=False)


def reals(weights, null=None):
    """Weights in double precision. Raises ValueError for integers that are beyond it, as the readers of files do."""
    if weights.dtype.kind in "iu" and weights.dtype.itemsize == 8:
        beyond = (weights > LARGEST_EXACT) | (weights < -LARGEST_EXACT)
        if null is not None:
            beyond &= weights != null
        if np.any(beyond):
            raise ValueError(f"weight {weights[beyond][0]}: expected integers of at most 2^53 (beyond, float64 is "
                             "not exact)")
    return weights.astype(np.float64, copy=False)


def from_csr(offsets, targets, weights, reading=PLAIN):
    return _core.graph_from_csr(np.ascontiguousarray(offsets, dtype=np.int64),
                                np.ascontiguousarray(targets, dtype=np.uint32),
                                np.ascontiguousarray(reals(np.asarray(weights))), reading)


def rows_of(csr):
    """The arrays of a csr matrix, which may be longer than its rows, as in SciPy."""
    return csr.indptr, csr.indices[: csr.indptr[-1]], csr.data[: csr.indptr[-1]]


def without(left_out, offsets, targets, weights):
    """Compressed rows without some of their arcs."""
    if not np.any(left_out):
        return offsets, targets, weights
    places = np.concatenate([[0], np.cumsum(~left_out)])
    return places[offsets], targets[~left_out], weights[~left_out]


def _check_square(matrix):
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        raise ValueError(f"a matrix of weights is n x n, not {' x '.join(map(str, matrix.shape))}")


def from_dense(matrix, reading=PLAIN, overwrite=False):
    """A graph from an array of weights; if `overwrite`, an array that needs no conversion gives its memory back."""
    if isinstance(matrix, np.ma.MaskedArray):
        matrix = reals(matrix, reading.null).filled(np.inf)
    _check_square(matrix)
    matrix = native(matrix)
    none = _core.NO_PATH.get(matrix.dtype.name)
    plain = matrix
    if none is None or none < np.inf and np.max(matrix, initial=0) >= none:
        plain = reals(matrix, reading.null)
    plain = np.ascontiguousarray(plain)
    # Never a view, whatever made it: its memory belongs to another array.
    mine = plain.flags.owndata and plain.flags.writeable and (overwrite or plain is not matrix)
    return _core.graph_from_dense(plain, reading, mine)


def _from_sparse(matrix, reading):
    _check_square(matrix)
    # Explicit zeros are arcs, and so is each of several entries at the same place; infinity is none.
    if getattr(matrix, "format", "") == "csr":
        offsets, targets, weights = rows_of(matrix)
        return from_csr(*without(weights == np.inf, offsets, targets, weights), reading)
    arcs = matrix.tocoo()
    kept = arcs.data != np.inf
    return from_arcs(matrix.shape[0], arcs.row[kept], arcs.col[kept], arcs.data[kept], reading)


def _from_networkx(graph, weight, reading):
    from . import _networkx_graph

    labels = list(graph)
    offsets, targets = _networkx_graph.neighbours_of(graph, {label: k for k, label in enumerate(labels)})
    best = max if reading.prefers_large else min
    weights = np.asarray(_networkx_graph.costs_of(graph, weight, best))
    return Graph(from_csr(offsets, targets, weights, reading), labels)


def _columns_of(table):
    """The first three columns of a table of arcs: source, target and, if there is one, weight."""
    if hasattr(table, "__arrow_c_stream__") and not hasattr(table, "columns"):
        import pyarrow

        table = pyarrow.table(table)
    if hasattr(table, "column_names"):  # Arrow
        return [table.column(name).to_numpy() for name in table.column_names[:3]]
    return [np.asarray(table[name]) for name in list(table.columns)[:3]]


def _ends(columns):
    """Sources and targets in one array, in which different numbers stay different."""
    ends = np.concatenate(columns)
    integers = [column for column in columns if column.dtype.kind in "iu"]
    if ends.dtype.kind != "f" or not integers:
        return ends
    signed = len(integers) == 2  # one of them is not, and NumPy would make both floats
    largest = np.iinfo(np.int64).max if signed else LARGEST_EXACT
    for column in integers:
        beyond = (column > largest) | (column < -largest - signed)
        if np.any(beyond):
            raise ValueError(f"vertex {column[beyond][0]} of the table: expected integers of at "
                             f"most {largest}, as sources and targets differ in type")
    return np.concatenate(columns, dtype=np.int64, casting="unsafe") if signed else ends


def _from_table(table, reading):
    columns = _columns_of(table)
    if len(columns) < 2:
        raise ValueError("a table of arcs needs columns for sources, targets and, optionally, weights")
    weights = columns[2] if len(columns) > 2 else np.ones(len(columns[0]))
    ends = _ends(columns[:2])
    if np.any(ends != ends):
        arc = int(np.argmax(ends != ends)) % len(columns[0])
        raise ValueError(f"arc {arc} of the table: its source or target is missing (NaN)")
    labels, numbers = np.unique(ends, return_inverse=True)
    sources, targets = numbers[: len(columns[0])], numbers[len(columns[0]) :]
    named = labels.dtype.kind not in "iu" or labels.size == 0 or labels[0] < 0
    if not named:  # the numbers are the vertices; numbers in between that have no arcs are isolated vertices
        n = int(labels[-1]) + 1
        return Graph(from_arcs(n, columns[0], columns[1], weights, reading))
    return Graph(from_arcs(len(labels), sources, targets, weights, reading), labels.tolist())


def is_tensor(source):
    return hasattr(source, "__dlpack__") and not isinstance(source, np.ndarray)


def like(source, array):
    """An array of the library that `source` comes from, in the memory of `array`."""
    if array is None or not is_tensor(source):
        return array
    if hasattr(source, "__array_namespace__"):
        namespace = source.__array_namespace__()
    else:
        namespace = sys.modules[type(source).__module__.partition(".")[0]]  # torch
    return namespace.from_dlpack(array)


def labelled(source, null=None, weight="weight", semiring="min-plus", directed=True, unweighted=False, overwrite=False):
    reading = _core.Reading(undirected=not directed, unweighted=unweighted, semiring=semiring, null=null)
    if isinstance(source, Graph):
        if directed and not unweighted:
            return source
        return Graph(_core.changed(source.core, reading), source.labels)
    if hasattr(source, "tocoo"):
        return Graph(_from_sparse(source, reading))
    if hasattr(source, "edges") and hasattr(source, "is_directed"):
        return _from_networkx(source, weight, reading)
    if hasattr(source, "columns") or hasattr(source, "__arrow_c_stream__"):
        return _from_table(source, reading)
    if is_tensor(source):
        source = np.from_dlpack(source)
    if not isinstance(source, np.ma.MaskedArray):
        source = np.asarray(source)
    return Graph(from_dense(source, reading, overwrite))


def graph(source: Any, *, null: float | None = None, weight: str = "weight", semiring: str = "min-plus") -> Graph:
    """Converts a graph once, for several solves of it.

    Takes what `solve` takes; `weight` is the name of a NetworkX graph's weights. The smallest weight of parallel arcs
    counts, the largest for the `semiring` "max-min" or "max-times".
    """
    return labelled(source, null, weight, semiring)


def read(path: str | os.PathLike[str], *, format: str = "", directed: bool = True, unweighted: bool = False,
         zero_is_no_arc: bool = False, semiring: str = "min-plus") -> Graph:
    """Reads a graph from a file, which may be compressed (.gz, .zst).

    Parameters
    ----------
    path : str or path
        DIMACS (.gr), Matrix Market (.mtx), NumPy (.npy), SciPy (.npz), lists of arcs (.txt, .edges, .csv, .tsv),
        METIS (.graph), GraphML (.graphml).
    format : str
        "gr", "mtx", "npy", "npz", "edges", "csv", "tsv", "metis", "graphml" or "dense", if the suffix does not tell.
    directed, unweighted : bool
        Whether arcs lead one way only; whether each arc has weight 1.
    zero_is_no_arc : bool
        Whether zeros of a dense matrix are no arcs.
    semiring : str
        The semiring of later solves: with "max-min" and "max-times" the largest weight of parallel arcs counts, else
        the smallest.

    Returns
    -------
    Graph
        It has labels if the vertices of a list of arcs have other names than 0 .. n - 1.

    Raises
    ------
    ValueError
        If the file is malformed; the message has the line and what was expected there.
    """
    reading = _core.Reading(undirected=not directed, unweighted=unweighted, semiring=semiring)
    core, labels, notes = _core.graph_from_file(os.fspath(path), format, zero_is_no_arc, reading)
    for note in notes:
        warnings.warn(note, stacklevel=2)
    return Graph(core, labels)
