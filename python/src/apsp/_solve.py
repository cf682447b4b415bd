"""`solve`, `closure` and `verify`."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core
from ._devices import LEAST_FOR_GPU, choose
from ._elimination import Elimination, core_of
from ._errors import naming
from ._graph import Graph, labelled, like, native
from ._held import DeviceDistances
from ._result import Result, statistics_parts

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import DTypeLike, NDArray

    from ._core import Device, Verification

_DTYPES = _core.DTYPES
_NAMES = {core: name for name, core in _DTYPES.items()}


def _dtype(dtype):
    if dtype is None or isinstance(dtype, str) and dtype in ("auto", "smallest"):
        return None
    if isinstance(dtype, str) and dtype in _DTYPES.values():
        return dtype
    name = np.dtype(dtype).name
    if name not in _DTYPES:
        raise ValueError(f"dtype {name}: choose from {', '.join(_DTYPES)}")
    return _DTYPES[name]


def computed_in(dtype, known, device, semiring="min-plus"):
    """The type of a solve, or None for the smallest that is safe; and the type of its distances as the caller gets
    them, or None for the same."""
    automatic = dtype is None or isinstance(dtype, str) and dtype == "auto"
    if not automatic or semiring == "or-and":
        return _dtype(dtype), None
    fractions = known.real == "f64" and not known.core.integral
    if fractions and device is not None and not device.f64:
        warnings.warn(f"device {device.id} ({device.name}) has no float64: distances are computed in float32",
                      stacklevel=4)
        fractions = False
    return "f64" if fractions else None, known.real


def _numbers(rows, known):
    if rows is None:
        return []
    n = known.vertices
    if known.labels is not None:
        if isinstance(rows, str):  # its letters might be labels
            raise ValueError(f"expected a sequence of vertices, such as [{rows!r}], not {rows!r}")
        place = {label: k for k, label in enumerate(known.labels)}
        return [place[row] for row in ([rows] if isinstance(rows, (int, np.integer)) else rows)]
    rows = np.atleast_1d(rows)
    if rows.size != 0 and rows.dtype.kind not in "iu":
        raise ValueError(f"vertices are given by number, not {rows.dtype}")
    rows = rows.tolist()
    for row in rows:
        if not -n <= row < n:
            raise IndexError(f"row {row}: the graph has {n} vertices")
    return [row % n for row in rows]


def run(core, consumed=False, *, device="", algorithm="auto", dtype=None, semiring="min-plus",
        negative_cycles="refuse", rows=(), predecessors=False, statistics=None, keep="solved", take=None,
        progress=None, elimination=None):
    """The library's own solution; a graph that is `consumed` cannot be used afterwards.

    `statistics` are their options, of `statistics_parts`. `keep` says how distances are kept: in the type in which they
    are "solved", as "f32" or "f64" with infinity where there is no path, on the "device", or not at all ("none"). `take`
    is called with the place of a first row and a block of rows of f64, one block after the other.
    """
    if device is not None:  # None is the host's processors
        device = choose(device, core.vertices >= LEAST_FOR_GPU)
    solution = _core.solve(core, consumed, device, algorithm, dtype, semiring, negative_cycles, list(rows),
                           predecessors, statistics, keep, take, progress, core_of(elimination))
    for warning in solution.warnings:
        warnings.warn(warning, stacklevel=3)
    return solution


def solve(graph: Any, *, directed: bool = True, unweighted: bool = False, null: float | None = None,
          source: Any = None, target: Any = None, weight: Any = None, dtype: DTypeLike = "auto",
          semiring: str = "min-plus", algorithm: str = "auto", device: str | Device = "",
          rows: Sequence[Any] | NDArray[np.integer] | int | None = None, predecessors: bool = False,
          statistics: bool = False, harmonic: bool = False, bounds: Sequence[float] = (), within: bool = False,
          vertex_weights: Sequence[float] | NDArray[Any] | None = None, distances: bool = True,
          on_device: bool = False, overwrite: bool = False, negative_cycles: str = "refuse",
          elimination: Elimination | None = None, progress: Callable[[float], object] | None = None) -> Result:
    """All shortest distances of a graph, or those from some of its vertices.

    Parameters
    ----------
    graph : array, sparse matrix or array, table, graph or tensor
        An n x n array of weights, in which 0 is a weight; a matrix in any of SciPy's sparse formats, whose stored
        entries are all arcs, zeros included, and of several entries at one place the best counts; a table (pandas,
        polars, Arrow) of arcs, or a square frame of pandas whose index has the names of its columns, a labelled matrix;
        a NetworkX graph; a tensor on the host, by DLPack; an array or a sparse matrix on a CUDA device (PyTorch, CuPy,
        JAX), which is copied to the host; the result of `apsp.graph` or `apsp.read`. In all of them
        NaN, infinity and None are no arcs.
    directed : bool
        If false, every arc leads both ways; of two arcs between the same vertices the better one counts.
    unweighted : bool
        If true, every weight is 1.
    null : number, optional
        A further value that is no arc, in arrays and labelled matrices.
    source, target, weight : column, optional
        The columns of a table of arcs, by name, or by number from 0 if the columns have other names than numbers. By
        default they are found by their names, as in files (docs/formats.md), or are the first ones of two or three
        without such names. `weight` may also be a name of a NetworkX graph's weights, "weight" by default, or a
        function of both ends and the edge's attributes, as in NetworkX.
    dtype : str or dtype
        The type of the computation and of the distances: uint8, int16, int32, float32, float64, or "smallest", the
        smallest that is proven to hold every distance, in which integers have `no_path` where there is none. By
        default ("auto") the distances are floats at least as wide as the weights, float32 for float32 and for
        integers of up to 16 bits whose sums it holds, else float64, with infinity where there is no path; sums of
        integers are computed in the smallest type, and fractions in the distances' own.
    semiring : str
        "min-plus"; "max-min", "min-max", "max-times", "or-and": see `closure`.
    algorithm : str
        "auto", "kleene", "rkleene", "fw", "sparse", "search".
    device : str or device
        "" takes the best GPU for graphs of 1024 vertices or more, if there is one, else "cpu". Other values are a
        number, an identifier or a part of a name, as `devices()` shows them.
    rows : sequence of vertices, or one integer, optional
        The vertices whose distances to all others are wanted, at least one; all by default. With predecessors or
        statistics all rows are found, and these kept.
    predecessors, statistics : bool
        Whether to find predecessors and statistics, too. Statistics are of all vertices.
    harmonic : bool
        With statistics: also the harmonic centrality of each vertex, and the global efficiency.
    bounds : sequence of float
        With statistics: ascending bounds of distances, for a histogram of the distances.
    within : bool
        With bounds: also what each vertex has within each of them.
    vertex_weights : sequence of float, optional
        With `within`: a weight for each vertex, in the order of its numbers; by default 1 each.
    distances : bool
        If false, no distances are kept: with `statistics`, graphs may then be too large for an n x n array in memory.
    on_device : bool
        If true, the distances stay in the memory of the device, as `DeviceDistances` in the result's `on_device`. They
        are computed in the type that they have, so that "auto" takes floats. Over min-plus, with all rows.
    overwrite : bool
        If true, the content of `graph` is no longer needed: the memory of a NumPy array in a type of the library is
        given back while it is read, and the array then holds zeros. Views, and arrays of other types, are copied.
    negative_cycles : str
        With "minus-infinity", pairs whose path may go round a cycle of negative weight get -inf, and all others their
        distances; no such pair has a predecessor. With "refuse", NegativeCycleError is raised.
    elimination : Elimination, optional
        Of a graph with the same arcs, for "sparse".
    progress : callable, optional
        Called with the share that has been done, between 0 and 1; an exception that it raises ends the solve.

    Returns
    -------
    Result

    Raises
    ------
    NegativeCycleError
        If some cycle has a negative weight, unless `negative_cycles` says otherwise.
    ValueError
        For invalid arguments or graphs, and if `dtype` is not safe.
    MemoryError
        If the result does not fit, before anything is done.
    KeyboardInterrupt
        Soon after Ctrl-C, in any phase.

    Warns, for example, if a file of tuned settings cannot be read.
    """
    known = labelled(graph, null, semiring, directed, unweighted, overwrite, source, target, weight)
    numbers = _numbers(rows, known)
    if rows is not None and not numbers:
        raise ValueError("rows names no vertex: leave it out for the distances from all of them")
    if on_device and (rows is not None or not distances):
        raise ValueError("on_device=True keeps all distances: rows= and distances=False are for others")
    consumed = not isinstance(graph, Graph)
    where = choose(device, known.vertices >= LEAST_FOR_GPU)
    computed, real = computed_in(dtype, known, where, semiring)
    if on_device:
        computed, real = real or computed, None
    keep = "device" if on_device else real or "solved"
    asked = statistics_parts(harmonic, bounds, within, vertex_weights) if statistics else None
    if not statistics and (harmonic or within or vertex_weights is not None or len(bounds) != 0):
        raise ValueError("harmonic, bounds, within and vertex_weights are for statistics=True")
    all_rows = predecessors or statistics
    with naming(known.labels):
        solution = run(known.core, consumed, device=where, algorithm=algorithm, dtype=computed, semiring=semiring,
                       negative_cycles=negative_cycles, rows=() if all_rows else numbers, predecessors=predecessors,
                       statistics=asked, keep=keep if distances else "none", progress=progress, elimination=elimination)
    result = Result(solution, known.labels, rows, numbers, semiring, negative_cycles)
    if not consumed:
        result._graph = known
    if predecessors:
        result.predecessors = like(graph, _chosen(solution.take_predecessors(), numbers))
    if on_device:
        held = solution.take_on_device()
        result.on_device = DeviceDistances(held, known.labels, result.no_path, _NAMES[held.dtype])
    elif distances:
        found = solution.take_distances()
        if real is not None:
            result.no_path = float(solution.real_no_path)
        result.distances = like(graph, _chosen(found, numbers if all_rows else []))
    return result


def _chosen(rows, numbers):
    return rows[numbers] if numbers else rows


def verify(graph: Any, result: Result | NDArray[Any], *, directed: bool = True, unweighted: bool = False,
           null: float | None = None, source: Any = None, target: Any = None, weight: Any = None,
           semiring: str = "min-plus", negative_cycles: str = "refuse", budget: float = 1e11) -> Verification:
    """Checks distances without trusting whatever computed them.

    Parameters
    ----------
    graph, directed, unweighted, null, source, target, weight, semiring, negative_cycles
        As `solve` takes them. Those of a Result are used instead of the last two.
    result : Result or array, shape (n, n)
        Distances; those of a Result are checked together with its predecessors, if it has any.
    budget : float
        Relaxations to spend: comparing with Dijkstra's algorithm from each vertex takes the most, proving every row
        fewer, proving some of the rows the fewest.

    Returns
    -------
    Verification
        True or false, with `method`, `rows_checked`, and `failure`, `row` and `column` of the first wrong entry.

    Raises
    ------
    ValueError
        If the result holds no distances.
    """
    before, rows = None, []
    distances = result
    if isinstance(result, Result):
        distances, before, rows, semiring = result.distances, result.predecessors, result.numbers, result.semiring
        negative_cycles = result.negative_cycles
    if distances is None and result.on_device is not None:
        distances = result.on_device.distances()
    if distances is None:
        raise ValueError("no distances to verify")
    known = labelled(graph, null, semiring, directed, unweighted, False, source, target, weight)
    distances = np.ascontiguousarray(native(np.asarray(distances)))
    if distances.dtype.name not in _DTYPES:
        distances = distances.astype(np.float64)
    return _core.verify(known.core, distances, before, rows, semiring, negative_cycles, budget,
                        [str(label) for label in known.labels or ()])


def closure(graph: Any, semiring: str = "or-and", **options: Any) -> Result:
    """The closure of a graph over a semiring, as `solve(graph, semiring=semiring, **options)` returns it.

    "or-and": whether there is a path (weights do not matter). "max-min": the widest path, whose
    narrowest arc is as wide as possible. "min-max": the path whose largest weight is smallest.
    "max-times": the most reliable path, where weights are between 0 and 1 and are multiplied.
    """
    return solve(graph, semiring=semiring, **options)
