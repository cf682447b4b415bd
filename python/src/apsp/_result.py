"""What a solve returns."""

import numpy as np

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

    def __init__(self, parts):
        for name, value in parts.items():
            setattr(self, name, np.array(value) if isinstance(value, list) and name != "center" else value)

    def __repr__(self):
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
    algorithm, dtype : str
    seconds : dict
        Of each part of the solve; "compute" by the device's own clock.
    """

    def __init__(self, solution, labels=None, rows=None):
        self.algorithm, self.dtype, self.no_path = solution.algorithm, solution.dtype, solution.no_path
        self.dtype_reason, self.relaxations = solution.dtype_reason, solution.relaxations
        self.seconds = solution.seconds
        self.labels, self.rows = labels, rows
        parts = solution.statistics
        self.statistics = Statistics(parts) if parts else None
        self.predecessors = None
        self.distances = None

    def path(self, source, target):
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

    def _number(self, vertex):
        if self.labels is None:
            return range(len(self.predecessors))[vertex]
        try:
            return self.labels.index(vertex)
        except ValueError:
            raise KeyError(vertex) from None

    def _facts(self):
        shape = "none kept" if self.distances is None else " x ".join(map(str, self.distances.shape))
        facts = [("distances", f"{shape}, {self.dtype}"), ("algorithm", self.algorithm),
                 ("relaxations", f"{self.relaxations:.3g}"),
                 ("seconds", f"{sum(self.seconds.values()):.3g}, {self.seconds['compute']:.3g} of them computing")]
        if self.statistics is not None:
            facts.append(("diameter", f"{self.statistics.diameter:g}"))
        return facts

    def __repr__(self):
        return "<Result: " + "; ".join(f"{name} {value}" for name, value in self._facts()) + ">"

    def _repr_html_(self):
        rows = "".join(f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in self._facts())
        return f"<table>{rows}</table>"
