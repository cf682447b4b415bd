"""`near`, `table` and `pair_paths`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, overload

import numpy as np

from . import _core
from ._devices import choose
from ._elimination import Elimination, core_of
from ._errors import naming
from ._graph import labelled
from ._solve import _numbers, computed_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    import scipy.sparse
    from numpy.typing import DTypeLike, NDArray

    from ._core import Device


@overload
def near(graph: Any, cutoff: float | None = None, nearest: int | None = None, *, predecessors: Literal[True],
         **options: Any) -> tuple[scipy.sparse.csr_array, scipy.sparse.csr_array]: ...


@overload
def near(graph: Any, cutoff: float | None = None, nearest: int | None = None, *,
         predecessors: Literal[False] = False, **options: Any) -> scipy.sparse.csr_array: ...


def near(graph: Any, cutoff: float | None = None, nearest: int | None = None, *, predecessors: bool = False,
         sources: Sequence[Any] | NDArray[np.integer] | int | None = None,
         among: Sequence[Any] | NDArray[np.integer] | int | None = None, directed: bool = True,
         unweighted: bool = False, null: float | None = None, source: Any = None, target: Any = None,
         weight: Any = None, dtype: DTypeLike = "auto", algorithm: str = "auto",
         device: str | Device = "", elimination: Elimination | None = None) -> Any:
    """The pairs of vertices within a distance, the nearest of each vertex, or both, as a sparse matrix.

    This takes time and memory for what is found, not for all pairs.

    Parameters
    ----------
    graph, directed, unweighted, null, source, target, weight, dtype
        As `solve` takes them; but for "auto", distances are float64 wherever `solve` would have float32 for integers.
    cutoff : float, optional
        The largest distance of a pair, which is included.
    nearest : int, optional
        Only so many targets per source, the nearest; of targets at the same distance those with smaller numbers.
    predecessors : bool
        Whether to find the last vertex before the target of each pair, too.
    sources : sequence of vertices, or one integer, optional
        The vertices that get a row, in this order; all by default.
    among : sequence of vertices, or one integer, optional
        The only targets that count; then a source may be its own. By default all vertices but the source itself.
    algorithm : str
        "search", "sparse", or "auto" for the faster one; others solve for whole rows and keep what is near.
    device : str or device
        Where "sparse" with a `cutoff` runs, or an algorithm that solves for whole rows; see `solve`. By default the
        former runs on the processor.
    elimination : Elimination, optional
        Of a graph with the same arcs, for "sparse".

    Returns
    -------
    scipy.sparse.csr_array, shape (number of sources, n)
        Every stored entry is a pair, also at distance 0. Targets ascend in each row; with `nearest`, distances do.
        With `predecessors`, a second matrix with these in place of distances; -1 from a vertex to itself.

    Raises
    ------
    NegativeCycleError
        If some cycle has a negative weight.
    ValueError
        Without cutoff and nearest, and for other invalid arguments or graphs.
    MemoryError
        If there are more pairs than fit.
    """
    import scipy.sparse

    if cutoff is None and nearest is None:
        raise ValueError("near needs cutoff, nearest or both")
    if nearest is not None and nearest < 1:
        raise ValueError(f"nearest is {nearest}: at least 1 is expected")
    known = labelled(graph, null, "min-plus", directed, unweighted, False, source, target, weight)
    rows, columns = _numbers(sources, known), _numbers(among, known)
    if sources is not None and not rows:
        raise ValueError("sources names no vertex: leave it out for all of them")
    chosen = choose(device, False) if device != "" else None
    computed, real = computed_in(dtype, known, chosen)
    with naming(known.labels):
        distances, before, indices, pointers = _core.near_pairs(
            known.core, np.inf if cutoff is None else cutoff, nearest or 0, rows, None if among is None else columns,
            predecessors, chosen, algorithm, computed, real, core_of(elimination))
    shape = (len(pointers) - 1, known.core.vertices)
    found = scipy.sparse.csr_array((distances, indices, pointers), shape=shape)
    return (found, scipy.sparse.csr_array((before, indices, pointers), shape=shape)) if predecessors else found


@overload
def table(graph: Any, sources: Sequence[Any] | NDArray[np.integer] | int | None = None,
          targets: Sequence[Any] | NDArray[np.integer] | int | None = None, *, predecessors: Literal[True],
          **options: Any) -> tuple[NDArray[Any], NDArray[np.int32]]: ...


@overload
def table(graph: Any, sources: Sequence[Any] | NDArray[np.integer] | int | None = None,
          targets: Sequence[Any] | NDArray[np.integer] | int | None = None, *, predecessors: Literal[False] = False,
          **options: Any) -> NDArray[Any]: ...


def table(graph: Any, sources: Sequence[Any] | NDArray[np.integer] | int | None = None,
          targets: Sequence[Any] | NDArray[np.integer] | int | None = None, *,
          pairs: Sequence[tuple[Any, Any]] | NDArray[np.integer] | None = None, predecessors: bool = False,
          directed: bool = True, unweighted: bool = False, null: float | None = None, source: Any = None,
          target: Any = None, weight: Any = None, dtype: DTypeLike = "auto", algorithm: str = "auto",
          device: str | Device = "", elimination: Elimination | None = None) -> Any:
    """The distances from some vertices to some others, or of some pairs.

    This takes time and memory for the table and the graph between them, not for all pairs.

    Parameters
    ----------
    sources, targets : sequence of vertices, or one integer, optional
        The vertices of the rows and of the columns, in this order; all by default.
    pairs : sequence of pairs of vertices, or array of shape (k, 2), optional
        Instead of sources and targets: distances from the first vertex of each pair to the second.
    predecessors : bool
        Whether to find the last vertex before the target on a shortest path, too.
    graph, directed, unweighted, null, source, target, weight, dtype
        As `solve` takes them; but for "auto", distances are float64 wherever `solve` would have float32 for integers.
    algorithm : str
        "sparse", or "auto" for the fastest; others solve for whole rows.
    device : str or device
        For algorithms that solve for whole rows; see `solve`.
    elimination : Elimination, optional
        Of a graph with the same arcs, for "sparse".

    Returns
    -------
    numpy.ndarray, shape (number of sources, number of targets), or (k,) for pairs
        Infinity where there is no path; in integer types that `dtype` names, `Result.no_path`. With `predecessors`, a
        second array of int32, in which -1 is none.

    Raises
    ------
    NegativeCycleError
        If some cycle has a negative weight.
    ValueError
        For invalid arguments or graphs.
    MemoryError
        If the table does not fit.
    """
    known = labelled(graph, null, "min-plus", directed, unweighted, False, source, target, weight)
    if pairs is not None:
        if sources is not None or targets is not None:
            raise ValueError("table takes pairs, or sources and targets")
        rows, columns = _ends(pairs, known)
    else:
        rows, columns = _numbers(sources, known), _numbers(targets, known)
    for name, given, numbers in (("sources", sources, rows), ("targets", targets, columns)):
        if given is not None and not numbers:
            raise ValueError(f"{name} names no vertex: leave it out for all of them")
    chosen = choose(device, False) if device != "" else None
    computed, real = computed_in(dtype, known, chosen)
    with naming(known.labels):
        found = _core.distance_table(known.core, rows, columns, pairs is not None, predecessors, chosen, algorithm,
                                     computed, real, core_of(elimination))
    if pairs is not None:
        found = [each[0] for each in found]
    return tuple(found) if predecessors else found[0]


def pair_paths(graph: Any, pairs: Sequence[tuple[Any, Any]] | NDArray[np.integer], *, directed: bool = True,
               unweighted: bool = False, null: float | None = None, source: Any = None, target: Any = None,
               weight: Any = None) -> list[list[Any]]:
    """A shortest path of each pair, by searches that end once their targets are reached.

    Parameters
    ----------
    pairs : sequence of pairs of vertices, or array of shape (k, 2)
        From the first vertex of each pair to the second. Those with the same end are best put together.
    graph, directed, unweighted, null, source, target, weight
        As `solve` takes them.

    Returns
    -------
    list of lists of vertices
        Both ends included: one vertex for a pair of a vertex and itself, none where there is no path.

    Raises
    ------
    NegativeCycleError
        If some cycle has a negative weight.
    ValueError
        For invalid arguments or graphs.
    """
    known = labelled(graph, null, "min-plus", directed, unweighted, False, source, target, weight)
    with naming(known.labels):
        paths = _core.pair_paths(known.core, *_ends(pairs, known))
    return paths if known.labels is None else [[known.labels[vertex] for vertex in path] for path in paths]


def _ends(pairs, known):
    return _numbers([pair[0] for pair in pairs], known), _numbers([pair[1] for pair in pairs], known)
