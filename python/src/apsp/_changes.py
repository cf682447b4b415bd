"""`DynamicDistances`: a graph whose arcs change."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core
from ._devices import LEAST_FOR_GPU, choose
from ._errors import naming
from ._graph import Graph, labelled
from ._held import Held
from ._solve import _numbers, computed_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import DTypeLike, NDArray

    from ._core import ChangeReport, Device


class DynamicDistances(Held):
    """All shortest distances of a graph, which follow its arcs as they change.

    Distances are over min-plus and are computed in one type throughout: in integers they are what a solve would find,
    in floats the same to within rounding. If they are solved on a GPU, they stay in its memory, and only the entries
    that are asked for are copied to the host; with predecessors, and on processors, they lie in the host's memory.
    Several threads may use one object.

    Parameters
    ----------
    graph, directed, unweighted, null, source, target, weight, dtype, algorithm, device, predecessors
        As `solve` takes them; the last four hold for later solves, too. If the graph is not directed, changes are
        made both ways. Types are those of the first graph: fractions need "float32" or "float64" if its weights are
        integers.

    A pickle holds the graph, which is solved again when it is loaded, on the same device.
    """

    def __init__(self, graph: Any, *, directed: bool = True, unweighted: bool = False, null: float | None = None,
                 source: Any = None, target: Any = None, weight: Any = None, dtype: DTypeLike = "auto",
                 algorithm: str = "auto", device: str | Device = "",
                 predecessors: bool = False) -> None:
        known = labelled(graph, null, "min-plus", directed, unweighted, False, source, target, weight)
        where = choose(device, known.core.vertices >= LEAST_FOR_GPU)
        computed, real = computed_in(dtype, known, where)
        self._solve(known, directed, predecessors, real, where, algorithm, computed)

    def _solve(self, known, directed, predecessors, real, where, algorithm, computed):
        self._known, self._directed, self._has_predecessors, self._real = known, directed, predecessors, real
        with naming(known.labels):
            self._core = _core.solve_dynamic(known.core, where or _core.processor(), algorithm, computed, predecessors)
        self._place = where, algorithm
        self._lock = threading.Lock()

    def __reduce__(self):
        with self._lock:
            now = Graph(self._core.graph, self._known.labels, self._known.real)
        return _again, (now, self._directed, self._has_predecessors, self._real, *self._place, self._core.dtype)

    def change(self, sources: Any, targets: Any, weights: Any) -> ChangeReport:
        """Gives arcs new weights, one or many in one step; of several weights for one arc the last one counts.

        Parameters
        ----------
        sources, targets : vertex, or sequence of vertices
        weights : number, or sequence of numbers
            An arc that does not exist is inserted; infinity, NaN or None removes an arc.

        Returns
        -------
        ChangeReport
            How many pairs were `recomputed`, as their paths may have become longer; how many `rows` and `columns`
            were relaxed by shorter arcs; and whether all distances were `solved` anew, since that took less.

        Raises
        ------
        NegativeCycleError, ValueError
            If the changes make a negative cycle, or the type does not hold a weight or a distance. Nothing has
            changed then.
        """
        single = np.ndim(weights) == 0
        numbers = [_numbers([vertices] if single else vertices, self._known) for vertices in (sources, targets)]
        weights = np.atleast_1d(np.asarray(weights, dtype=np.float64))
        weights = np.where(np.isnan(weights), np.inf, weights)
        if not len(numbers[0]) == len(numbers[1]) == len(weights):
            raise ValueError("sources, targets and weights differ in number")
        ends = np.array(numbers, dtype=np.uint32)
        if not self._directed:  # each change is made both ways before the next
            ends = np.stack([ends, ends[::-1]], axis=2).reshape(2, -1)
            weights = np.repeat(weights, 2)
        with self._lock:
            with naming(self._known.labels):
                return self._core.change(*ends, weights)

    def predecessors(self, rows: Sequence[Any] | NDArray[np.integer] | int | None = None
                     ) -> NDArray[np.int32]:
        """The same for predecessors, the predecessor of j on a shortest path from i; -1 on the diagonal and where
        there is no path.

        Raises ValueError if no predecessors are held.
        """
        if not self._has_predecessors:
            raise ValueError("no predecessors: use DynamicDistances(..., predecessors=True)")
        with self._lock:
            return self._core.predecessors(self._rows(rows))

    def __repr__(self):
        return f"<DynamicDistances: {self._core.vertices} vertices, {self._core.dtype}>"


def _again(*parts):
    made = DynamicDistances.__new__(DynamicDistances)
    made._solve(*parts)
    return made
