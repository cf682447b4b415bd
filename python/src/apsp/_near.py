"""`near` and `table`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core
from ._devices import choose
from ._errors import naming
from ._graph import labelled
from ._solve import _numbers, computed_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    import scipy.sparse
    from numpy.typing import DTypeLike, NDArray

    from ._core import Device


def near(graph: Any, cutoff: float | None = None, nearest: int | None = None, *,
         sources: Sequence[Any] | NDArray[np.integer] | int | None = None,
         among: Sequence[Any] | NDArray[np.integer] | int | None = None, directed: bool = True,
         unweighted: bool = False, null: float | None = None, source: Any = None, target: Any = None,
         weight: Any = None, dtype: DTypeLike = "auto", algorithm: str = "auto",
         device: str | Device = "") -> scipy.sparse.csr_array:
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
    sources : sequence of vertices, or one integer, optional
        The vertices that get a row, in this order; all by default.
    among : sequence of vertices, or one integer, optional
        The only targets that count; then a source may be its own. By default all vertices but the source itself.
    algorithm : str
        "search", "sparse", or "auto" for the faster one; others solve for whole rows and keep what is near.
    device : str or device
        For algorithms that solve for whole rows; see `solve`.

    Returns
    -------
    scipy.sparse.csr_array, shape (number of sources, n)
        Every stored entry is a pair, also at distance 0. Targets ascend in each row; with `nearest`, distances do.

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
        distances, indices, pointers = _core.near_pairs(
            known.core, np.inf if cutoff is None else cutoff, nearest or 0, rows, None if among is None else columns,
            chosen, algorithm, computed, real)
    shape = (len(pointers) - 1, known.core.vertices)
    return scipy.sparse.csr_array((distances, indices, pointers), shape=shape)


def table(graph: Any, sources: Sequence[Any] | NDArray[np.integer] | int | None = None,
          targets: Sequence[Any] | NDArray[np.integer] | int | None = None, *,
          pairs: Sequence[tuple[Any, Any]] | NDArray[np.integer] | None = None, directed: bool = True,
          unweighted: bool = False, null: float | None = None, source: Any = None, target: Any = None,
          weight: Any = None, dtype: DTypeLike = "auto", algorithm: str = "auto",
          device: str | Device = "") -> NDArray[Any]:
    """The distances from some vertices to some others, or of some pairs.

    This takes time and memory for the table and the graph between them, not for all pairs.

    Parameters
    ----------
    sources, targets : sequence of vertices, or one integer, optional
        The vertices of the rows and of the columns, in this order; all by default.
    pairs : sequence of pairs of vertices, or array of shape (k, 2), optional
        Instead of sources and targets: distances from the first vertex of each pair to the second.
    graph, directed, unweighted, null, source, target, weight, dtype
        As `solve` takes them; but for "auto", distances are float64 wherever `solve` would have float32 for integers.
    algorithm : str
        "sparse", or "auto" for the fastest; others solve for whole rows.
    device : str or device
        For algorithms that solve for whole rows; see `solve`.

    Returns
    -------
    numpy.ndarray, shape (number of sources, number of targets), or (k,) for pairs
        Infinity where there is no path; in integer types that `dtype` names, `Result.no_path`.

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
        sources, targets = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    rows, columns = _numbers(sources, known), _numbers(targets, known)
    for name, given, numbers in (("sources", sources, rows), ("targets", targets, columns)):
        if given is not None and not numbers and pairs is None:
            raise ValueError(f"{name} names no vertex: leave it out for all of them")
    chosen = choose(device, False) if device != "" else None
    computed, real = computed_in(dtype, known, chosen)
    with naming(known.labels):
        found = _core.distance_table(known.core, rows, columns, pairs is not None, chosen, algorithm, computed, real)
    return found if pairs is None else found[0]
