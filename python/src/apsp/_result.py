"""What a solve returns."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

NO_PREDECESSOR = -1


class Statistics:
    """Of a graph's distances; pairs without a path are left out.

    Attributes
    ----------
    eccentricity, sum, closeness : ndarray of float, shape (n,)
        For each vertex: its largest distance, the sum of its distances, and Wasserman's and Faust's
        closeness of it.
    reachable : ndarray of int, shape (n,)
        Other vertices to which there is a path.
    reachable_pairs : int
    mean_distance : float or None
    diameter : float
    radius : float or None
        The smallest eccentricity of a vertex that reaches every other.
    center : list of int
        The vertices with that one.
    components, largest_component : int
        Strongly connected ones, and the vertices of the largest.
    """

    eccentricity: NDArray[np.float64]
    sum: NDArray[np.float64]
    closeness: NDArray[np.float64]
    reachable: NDArray[np.int64]
    reachable_pairs: int
    mean_distance: float | None
    diameter: float
    radius: float | None
    center: list[int]
    components: int
    largest_component: int

    def __init__(self, parts: dict[str, Any]) -> None:
        for name, value in parts.items():
            setattr(self, name, np.array(value) if isinstance(value, list) and name != "center" else value)

    def __repr__(self) -> str:
        return (f"<Statistics: {self.reachable_pairs} pairs, mean distance {self.mean_distance}, "
                f"diameter {self.diameter}, radius {self.radius}>")


class Result:
    """Shortest distances, and what was chosen to find them.

    Attributes
    ----------
    distances : ndarray, shape (n, n), or a row for each of `rows`
        Entry (i, j) is the distance from vertex i to vertex j, in `labels`' order; `no_path` where there
        is no path.
    no_path : float or int
        Infinity, or a number of the integer type that is larger than every distance; over other
        semirings what their zero is.
    predecessors : ndarray of int32, shape (n, n), or None
        The last vertex but one of a shortest path from i to j; -1 on the diagonal and where there is none.
    labels : list or None
        What vertices are called, where not by their numbers.
    statistics : Statistics or None
    rows, numbers
        The vertices whose rows were asked for, as they are called and by their numbers; none for all.
    algorithm, dtype, semiring : str
    seconds : dict
        Of each part of the solve; "compute" by the device's own clock.
    """

    distances: Any
    predecessors: Any

    def __init__(self, solution: Any, labels: list[Any] | None = None, rows: Any = None, numbers: Any = (),
                 semiring: str = "min-plus") -> None:
        self.algorithm: str = solution.algorithm
        self.dtype: str = solution.dtype
        self.dtype_reason: str = solution.dtype_reason
        self.no_path: float = solution.no_path
        self.relaxations: float = solution.relaxations
        self.seconds: dict[str, float] = solution.seconds
        self.labels, self.rows, self.numbers, self.semiring = labels, rows, list(numbers), semiring
        parts = solution.statistics
        self.statistics = Statistics(parts) if parts else None
        self.predecessors = None
        self.distances = None

    def path(self, source: Any, target: Any) -> list[Any]:
        """The vertices of a shortest path, both ends included; empty where there is none.

        Raises ValueError where the solve was not asked for predecessors, KeyError for an unknown label.
        """
        if self.predecessors is None:
            raise ValueError("no predecessors: solve(..., predecessors=True)")
        i, j = self._number(source), self._number(target)
        before = self.predecessors[i]
        path = [j]
        while path[-1] != i:
            path.append(int(before[path[-1]]))
            if path[-1] == NO_PREDECESSOR:
                return []
        path.reverse()
        return path if self.labels is None else [self.labels[v] for v in path]

    def _number(self, vertex: Any) -> int:
        if self.labels is None:
            return range(len(self.predecessors))[vertex]
        try:
            return self.labels.index(vertex)
        except ValueError:
            raise KeyError(vertex) from None

    def _facts(self) -> list[tuple[str, str]]:
        shape = "none kept" if self.distances is None else " x ".join(map(str, self.distances.shape))
        facts = [("distances", f"{shape}, {self.dtype}"), ("algorithm", self.algorithm),
                 ("relaxations", f"{self.relaxations:.3g}"),
                 ("seconds", f"{sum(self.seconds.values()):.3g}, {self.seconds['compute']:.3g} of them computing")]
        if self.statistics is not None:
            facts.append(("diameter", f"{self.statistics.diameter:g}"))
        return facts

    def __repr__(self) -> str:
        return "<Result: " + "; ".join(f"{name} {value}" for name, value in self._facts()) + ">"

    def _repr_html_(self) -> str:
        rows = "".join(f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in self._facts())
        return f"<table>{rows}</table>"
