"""The result of a solve."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

NO_PREDECESSOR = -1


def statistics_parts(harmonic, bounds, within, weights):
    """The options of statistics, as the core takes them."""
    return (bool(harmonic), np.asarray(bounds, dtype=np.float64).tolist(), bool(within),
            [] if weights is None else np.asarray(weights, dtype=np.float64).tolist())


class Statistics:
    """Statistics of a graph's distances; pairs without a path are left out.

    Attributes
    ----------
    eccentricity, sum, closeness : ndarray of float, shape (n,)
        For each vertex: the largest distance from it, the sum of the distances from it, and its closeness
        by Wasserman and Faust.
    reachable : ndarray of int, shape (n,)
        For each vertex: how many other vertices it reaches.
    harmonic : ndarray of float, shape (n,), or None
        For each vertex, if asked for: the sum of 1 / d over the vertices at distances d other than 0.
    within : ndarray of float, shape (n, len(bounds)), or None
        For each vertex, if asked for: the total weight of the vertices up to each bound away, itself included.
    bounds : ndarray of float, or None
        The bounds that were given.
    histogram : ndarray of int, shape (len(bounds) + 1,), or None
        With bounds: the reachable pairs up to each bound and beyond the one before it; last, those beyond all.
    efficiency : float or None
        If `harmonic` was asked for: the mean of 1 / d over all ordered pairs of two vertices, 0 without a path.
    reachable_pairs : int
        Ordered pairs of two vertices with a path.
    mean_distance : float or None
        The mean over these pairs; None if there are none.
    diameter : float
        The largest eccentricity.
    radius : float or None
        The smallest eccentricity of a vertex that reaches every other; None if there is no such vertex.
    center : list
        The vertices that reach every other and have that eccentricity, by name.
    components, largest_component : int
        The number of strongly connected components, and the number of vertices of the largest.
    """

    eccentricity: NDArray[np.float64]
    sum: NDArray[np.float64]
    closeness: NDArray[np.float64]
    reachable: NDArray[np.int64]
    harmonic: NDArray[np.float64] | None
    within: NDArray[np.float64] | None
    bounds: NDArray[np.float64] | None
    histogram: NDArray[np.int64] | None
    efficiency: float | None
    reachable_pairs: int
    mean_distance: float | None
    diameter: float
    radius: float | None
    center: list[Any]
    components: int
    largest_component: int

    def __init__(self, parts: dict[str, Any], labels: list[Any] | None = None) -> None:
        if labels is not None:
            parts = {**parts, "center": [labels[v] for v in parts["center"]]}
        for name, value in parts.items():
            setattr(self, name, np.array(value) if isinstance(value, list) and name != "center" else value)
        if self.within is not None and self.bounds is not None:
            self.within = self.within.reshape(-1, len(self.bounds))

    def plot_histogram(self, ax: Any = None) -> Any:
        """Draws the histogram with Matplotlib, on its axes `ax` or on new ones, which are returned."""
        from ._plots import plot_histogram

        return plot_histogram(self, ax)

    def plot_map(self, coordinates: Any, of: str = "closeness", ax: Any = None) -> Any:
        """Draws the vertices at their coordinates, an array of shape (n, 2), with Matplotlib, in colours of a
        statistic: "closeness", "eccentricity", "harmonic", "reachable" or "sum"."""
        from ._plots import plot_map

        return plot_map(self, coordinates, of, ax)

    def __repr__(self) -> str:
        return (f"<Statistics: {self.reachable_pairs} pairs, mean distance {self.mean_distance}, "
                f"diameter {self.diameter}, radius {self.radius}>")


class Result:
    """Shortest distances, and how they were found.

    Attributes
    ----------
    distances : ndarray, shape (n, n), or one row for each of `rows`; None if they were not kept
        Entry (i, j) is the distance from vertex i to vertex j, in the order of `labels`; `no_path` where
        there is no path. `numpy.asarray(result)` is the same array.
    no_path : float or int
        Infinity; in an integer type that was asked for, a number larger than every distance; over other
        semirings their zero.
    on_device : DeviceDistances or None
        The distances, if they stayed on the device; `distances` is then None.
    predecessors : ndarray of int32, shape (n, n), or None
        The predecessor of j on a shortest path from i; -1 on the diagonal and where there is no path.
    labels : list or None
        The names of the vertices; None if their numbers are their names.
    statistics : Statistics or None
    rows, numbers
        The vertices whose rows were asked for, by name and by number; `rows` is None and `numbers` is empty if
        all were.
    algorithm, dtype, semiring, negative_cycles : str
        `dtype` is the type of the computation: "u8", "i16", "i32", "f32", "f64".
    seconds : dict
        The seconds of each part of the solve; "compute" is by the device's own clock.
    """

    distances: Any
    predecessors: Any

    def __init__(self, solution: Any, labels: list[Any] | None = None, rows: Any = None, numbers: Any = (),
                 semiring: str = "min-plus", negative_cycles: str = "refuse") -> None:
        self.algorithm: str = solution.algorithm
        self.dtype: str = solution.dtype
        self.dtype_reason: str = solution.dtype_reason
        self.no_path: float = solution.no_path
        self.relaxations: float = solution.relaxations
        self.seconds: dict[str, float] = solution.seconds
        self.labels, self.rows, self.numbers, self.semiring = labels, rows, list(numbers), semiring
        self.negative_cycles = negative_cycles
        parts = solution.statistics
        self.statistics = Statistics(parts, labels) if parts else None
        self.predecessors = None
        self.distances = None
        self.on_device: Any = None
        self._graph = None  # that was solved, if it can be solved again

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        if self.on_device is not None:
            return self.on_device.__array__(dtype, copy)
        if self.distances is None:
            raise ValueError("no distances were kept: use solve(..., distances=True)")
        array = np.asarray(self.distances, dtype=dtype)
        if copy is False and array is not self.distances:
            raise ValueError(f"an array of {dtype} is a copy")
        return array.copy() if copy and array is self.distances else array

    def page(self, **options: Any) -> Any:
        """A page to look at, as `apsp.page` makes it; `options` are those of that function. It solves anew.

        Raises ValueError unless the graph that was solved was made by `apsp.graph` or `apsp.read`.
        """
        from ._page import page

        if self._graph is None:
            raise ValueError("the graph was not kept: use apsp.page(graph), or solve apsp.graph(graph)")
        return page(self._graph, **options)

    def to_pandas(self) -> Any:
        """The distances as a DataFrame, with the vertices' names as its index and columns."""
        import pandas

        distances = np.asarray(self)
        names = self.labels if self.labels is not None else range(distances.shape[1])
        some = [names[k] for k in self.numbers] if self.rows is not None else names
        return pandas.DataFrame(distances, index=pandas.Index(some, tupleize_cols=False),
                                columns=pandas.Index(names, tupleize_cols=False))

    def hops(self) -> NDArray[np.int32]:
        """How many arcs the shortest path of `path` has, for each entry of `distances`; -1 where there is no path."""
        return self._along(lambda before, i: _depths(before, i))

    def next_hops(self) -> NDArray[np.int32]:
        """The vertex after i on the shortest path of `path` from i to j; -1 on the diagonal and where there is none."""
        return self._along(lambda before, i: _firsts(before, i))

    def _along(self, of_row):
        before = np.asarray(self._known_predecessors())
        found = np.empty_like(before)
        for k, i in enumerate(range(len(before)) if self.rows is None else self.numbers):
            found[k] = of_row(before[k], i)
        return found

    def _known_predecessors(self):
        if self.predecessors is None:
            raise ValueError("no predecessors: use solve(..., predecessors=True)")
        return self.predecessors

    def path(self, source: Any, target: Any) -> list[Any]:
        """The vertices of a shortest path, both ends included; empty if there is no path.

        Raises ValueError if the solve was not asked for predecessors, and KeyError for an unknown label.
        """
        rows = self._known_predecessors()
        i, j = self._number(source), self._number(target)
        if self.rows is not None and i not in self.numbers:
            raise ValueError(f"no row of {source!r}: it is not among rows")
        before = rows[i if self.rows is None else self.numbers.index(i)]
        path = [j]
        while path[-1] != i:
            path.append(int(before[path[-1]]))
            if path[-1] == NO_PREDECESSOR:
                return []
        path.reverse()
        return path if self.labels is None else [self.labels[v] for v in path]

    def _number(self, vertex: Any) -> int:
        if self.labels is None:
            return range(self.predecessors.shape[1])[vertex]
        try:
            return self.labels.index(vertex)
        except ValueError:
            raise KeyError(vertex) from None

    def _facts(self) -> list[tuple[str, str]]:
        if self.on_device is not None:
            kept = repr(self.on_device)
        else:
            kept = "none kept" if self.distances is None else " x ".join(map(str, self.distances.shape))
        facts = [("distances", f"{kept}, solved in {self.dtype}"), ("algorithm", self.algorithm),
                 ("relaxations", f"{self.relaxations:.3g}"),
                 ("seconds", f"{sum(self.seconds.values()):.3g}, {self.seconds['compute']:.3g} of them computing")]
        if self.statistics is not None:
            facts.append(("diameter", f"{self.statistics.diameter:g}"))
        return facts

    def __repr__(self) -> str:
        return "<Result: " + "; ".join(f"{name} {value}" for name, value in self._facts()) + ">"

    def _repr_html_(self) -> str:
        rows = "".join(f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in self._facts())
        if self.statistics is not None and self.statistics.histogram is not None:
            from ._plots import histogram_svg

            picture = histogram_svg(self.statistics.histogram, self.statistics.bounds)
            rows += f"<tr><th>histogram</th><td>{picture}</td></tr>"
        return f"<table>{rows}</table>"


def _depths(before, i):
    """How many arcs lead from i to each vertex of a tree of predecessors."""
    before = before.copy()
    none = before == NO_PREDECESSOR
    before[none] = np.flatnonzero(none)
    depths = (~none).astype(before.dtype)
    while np.any(depths[before]):  # each step goes twice as far back
        depths += depths[before]
        before = before[before]
    none[i] = False
    depths[none] = NO_PREDECESSOR
    return depths


def _firsts(before, i):
    """The child of i from which each vertex of a tree of predecessors descends."""
    none = before == NO_PREDECESSOR
    ends = none | (before == i)
    firsts = np.where(ends, np.arange(len(before)), before)
    while True:
        further = firsts[firsts]
        if np.array_equal(further, firsts):
            break
        firsts = further
    return np.where(none, NO_PREDECESSOR, firsts)
