"""Graphs from arrays, sparse matrices, tables of arcs and NetworkX's graphs."""

from __future__ import annotations

import os
import sys
import warnings
from typing import Any

import numpy as np

from . import _core
from ._held import on_host


class Graph:
    """A graph for several solves, as `apsp.graph` and `apsp.read` make it.

    Attributes
    ----------
    vertices, arcs : int
        How many there are; parallel arcs count as one.
    labels : list or None
        The names of the vertices 0 .. n - 1; None if their numbers are their names.
    """

    def __init__(self, core: _core.Graph, labels: list[Any] | None = None, real: str = "f64") -> None:
        self.core, self.labels, self.real = core, labels, real

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
EXACT_IN_SINGLE = 2**24


def real_for(dtype, n):
    """The type of distances: floats at least as wide as `dtype`, which hold every sum of n - 1 integers of it."""
    if dtype.kind == "f":
        return "f32" if dtype.itemsize <= 4 else "f64"
    if dtype.kind not in "biu":
        return "f64"
    largest = 1 if dtype.kind == "b" else -int(np.iinfo(dtype).min) or int(np.iinfo(dtype).max)
    return "f32" if largest * max(n - 1, 1) <= EXACT_IN_SINGLE else "f64"


def graph_of(*arrays):
    """A graph of the library from what pickle keeps of it: a matrix, or compressed rows."""
    return _core.graph_from_dense(*arrays, PLAIN, True) if len(arrays) == 1 else _core.graph_from_csr(*arrays, PLAIN)


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
    """Weights in double precision. Raises ValueError for integers that are beyond it, as the readers of files do, and
    for whatever is no real number. None is NaN."""
    if weights.dtype.kind not in "biufO":
        raise ValueError(f"weights are real numbers, not {weights.dtype}")
    if weights.dtype.kind in "iu" and weights.dtype.itemsize == 8:
        beyond = (weights > LARGEST_EXACT) | (weights < -LARGEST_EXACT)
        if null is not None:
            beyond &= weights != null
        if np.any(beyond):
            raise ValueError(f"weight {weights[beyond][0]}: expected integers of at most 2^53 (beyond, float64 is "
                             "not exact)")
    try:
        return weights.astype(np.float64, copy=False)
    except (TypeError, ValueError) as error:  # of objects
        raise ValueError(f"weights are real numbers: {error}") from None


def no_arc(weights):
    """Where weights are infinity, NaN or None."""
    if weights.dtype.kind == "O":
        weights = reals(weights)
    if weights.dtype.kind != "f":
        return np.zeros(len(weights), dtype=bool)
    return np.isnan(weights) | (weights == np.inf)


def from_csr(offsets, targets, weights, reading=PLAIN):
    return _core.graph_from_csr(np.ascontiguousarray(offsets, dtype=np.int64),
                                np.ascontiguousarray(targets, dtype=np.uint32),
                                np.ascontiguousarray(reals(np.asarray(weights))), reading)


def rows_of(csr):
    """The arrays of a csr matrix, which may be longer than its rows, as in SciPy."""
    offsets = on_host(csr.indptr)
    return offsets, on_host(csr.indices)[: offsets[-1]], on_host(csr.data)[: offsets[-1]]


def without(left_out, offsets, targets, weights):
    """Compressed rows without some of their arcs."""
    if not np.any(left_out):
        return offsets, targets, weights
    places = np.concatenate([[0], np.cumsum(~left_out)])
    return places[offsets], targets[~left_out], weights[~left_out]


def check_square(matrix):
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        raise ValueError(f"a matrix of weights is n x n, not {' x '.join(map(str, matrix.shape))}")


def from_dense(matrix, reading=PLAIN, overwrite=False):
    """A graph from an array of weights; if `overwrite`, an array that needs no conversion gives its memory back."""
    if isinstance(matrix, np.ma.MaskedArray):
        matrix = reals(matrix, reading.null).filled(np.inf)
    check_square(matrix)
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
    check_square(matrix)
    # Explicit zeros are arcs, and so is each of several entries at the same place; infinity and NaN are none.
    if getattr(matrix, "format", "") == "csr":
        offsets, targets, weights = rows_of(matrix)
        return from_csr(*without(no_arc(weights), offsets, targets, weights), reading)
    arcs = matrix.tocoo()
    weights = on_host(arcs.data)
    kept = ~no_arc(weights)
    return from_arcs(matrix.shape[0], on_host(arcs.row)[kept], on_host(arcs.col)[kept], weights[kept], reading)


def _from_networkx(graph, weight, reading):
    from . import _networkx_graph

    labels = list(graph)
    offsets, targets = _networkx_graph.neighbours_of(graph, {label: k for k, label in enumerate(labels)})
    name = "weight" if weight is None else weight
    costs = _networkx_graph.costs_of(graph, name, max if reading.prefers_large else min)
    if name != "weight" and not callable(name) and costs:
        if not any(name in data for *_, data in graph.edges(data=True)):
            raise ValueError(f"weight={name!r}: no edge has that attribute")
    weights = np.array(costs, dtype=object) if None in costs else np.asarray(costs)
    return Graph(from_csr(*without(no_arc(weights), offsets, targets, weights), reading), labels)


def no_graph(source):
    """The error for what is no graph."""
    return TypeError("expected a graph: an array, sparse matrix, table, NetworkX graph, tensor, or what apsp.read "
                     f"makes of a file, not {type(source).__name__}")


def is_tensor(source):
    return hasattr(source, "__dlpack__") and not isinstance(source, np.ndarray)


def like(source, array):
    """An array of the library that `source` comes from, in the memory of `array`; if `source` is on a device, `array`
    itself."""
    if array is None or not is_tensor(source) or hasattr(source, "__cuda_array_interface__"):
        return array
    if hasattr(source, "__array_namespace__"):
        namespace = source.__array_namespace__()
    else:
        namespace = sys.modules[type(source).__module__.partition(".")[0]]  # torch
    return namespace.from_dlpack(array)


def labelled(graph, null=None, semiring="min-plus", directed=True, unweighted=False, overwrite=False, source=None,
             target=None, weight=None):
    """The graph that `solve` is given, with its labels."""
    reading = _core.Reading(undirected=not directed, unweighted=unweighted, semiring=semiring, null=null)
    is_table = hasattr(graph, "columns") or hasattr(graph, "__arrow_c_stream__")
    is_networkx = hasattr(graph, "edges") and hasattr(graph, "is_directed")
    if not (is_table or is_networkx and source is None and target is None or source is target is weight is None):
        raise ValueError("source= and target= are columns of tables; weight= is one, or an attribute of NetworkX's "
                         "edges")
    if isinstance(graph, Graph):
        if directed and not unweighted:
            return graph
        return Graph(_core.changed(graph.core, reading), graph.labels, graph.real)
    if hasattr(graph, "tocoo"):
        return Graph(_from_sparse(graph, reading), None, real_for(graph.dtype, graph.shape[0]))
    if is_networkx:
        return _from_networkx(graph, weight, reading)
    if is_table:
        from ._table import from_table

        return from_table(graph, source, target, weight, unweighted, reading)
    if graph is None or isinstance(graph, (str, bytes, os.PathLike)):
        raise no_graph(graph)
    matrix = on_host(graph)
    matrix = np.from_dlpack(matrix) if is_tensor(matrix) else matrix
    if not isinstance(matrix, np.ma.MaskedArray):
        matrix = np.asarray(matrix)
    if matrix.ndim == 0:  # NumPy takes any object
        raise no_graph(graph)
    if matrix.dtype.kind not in "biuf":
        matrix = reals(matrix)
    return Graph(from_dense(matrix, reading, overwrite), None, real_for(matrix.dtype, len(matrix)))


def graph(graph: Any, *, directed: bool = True, unweighted: bool = False, null: float | None = None,
          source: Any = None, target: Any = None, weight: Any = None, semiring: str = "min-plus") -> Graph:
    """Converts a graph once, for several solves of it.

    The arguments are those of `solve`. The smallest weight of parallel arcs counts, the largest for the `semiring`
    "max-min" or "max-times".
    """
    return labelled(graph, null, semiring, directed, unweighted, source=source, target=target, weight=weight)


def read(path: str | os.PathLike[str], *, format: str = "", directed: bool = True, unweighted: bool = False,
         zero_is_no_arc: bool = False, null: float | None = None, source: str | int | None = None,
         target: str | int | None = None, weight: str | int | None = None, label: str | None = None,
         index: int | None = None, first_line: str | None = None, semiring: str = "min-plus") -> Graph:
    """Reads a graph from a file, which may be compressed (.gz, .zst).

    Parameters
    ----------
    path : str or path
        DIMACS (.gr), Matrix Market (.mtx), NumPy (.npy), SciPy (.npz), lists of arcs (.txt, .edges, .csv, .tsv),
        METIS (.graph), GraphML (.graphml), GEXF (.gexf), GML (.gml), Pajek (.net), TSPLIB (.tsp).
    format : str
        "gr", "mtx", "npy", "npz", "edges", "csv", "tsv", "metis", "graphml", "gexf", "gml", "pajek", "tsplib",
        "qaplib", "bin32" or "dense", if the suffix does not tell.
    directed, unweighted : bool
        Whether arcs lead one way only; whether each arc has weight 1.
    zero_is_no_arc : bool
        Whether zeros of a dense matrix are no arcs.
    null : float
        The value that means "no arc" in a dense matrix; NaN stands for "NA" and the like in text, too.
    source, target, weight : str or int, optional
        Columns of a list of arcs, by name or by number from 1; `weight` may also be GraphML's name of the weights.
    label : str, optional
        The data of GraphML's or GEXF's nodes that names them; "id" for their ids.
    index : int, optional
        What the first vertex is called; by default as the format counts, from 1 in DIMACS, Matrix Market and METIS,
        else from 0. Only for files that number their vertices.
    first_line : str, optional
        What the first line of a list of arcs or of a text matrix is, if the file does not tell: "header", "counts" or
        "data".
    semiring : str
        The semiring of later solves: with "max-min" and "max-times" the largest weight of parallel arcs counts, else
        the smallest.

    Returns
    -------
    Graph
        It has labels if the vertices of a list of arcs, or the rows of a matrix, have other names than 0 .. n - 1.

    Warns
    -----
    UserWarning
        Where a file could be read in another way, or a weight was rounded.

    Raises
    ------
    ValueError
        If the file is malformed; the message has the line and what was expected there.
    """
    reading = _core.Reading(undirected=not directed, unweighted=unweighted, semiring=semiring, null=null)
    columns = ["" if column is None else str(column) for column in (source, target, weight, label)]
    core, labels, notes = _core.graph_from_file(os.fspath(path), format, zero_is_no_arc, *columns, index, first_line,
                                                reading)
    for note in notes:
        warnings.warn(note, stacklevel=2)
    return Graph(core, labels)
