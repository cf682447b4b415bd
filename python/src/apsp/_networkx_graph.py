"""Conversion of NetworkX's graphs: the graph itself, and one solver's graph for each weight in use."""

import itertools
import operator

import numpy as np

from . import _graph


class Weighted:
    """A graph with the weights of one name.

    Attributes
    ----------
    graph : the solver's graph
    number : type
        int if every weight is an integer, else float: distances are of that type, too.
    statistics : dict or None
        The statistics of all distances, once they have been asked for.
    search : object or None
        What searches from one node, once one has been asked for.
    """

    def __init__(self, graph, number):
        self.graph, self.number = graph, number
        self.statistics = self.search = None


class Graph:
    """A NetworkX graph and its conversions so far; all other attributes are those of `original`.

    The original must not change while this is in use. NetworkX keeps these objects in its cache, and drops
    them when a method of the original changes it.
    """

    __networkx_backend__ = "apsp"

    def __init__(self, original):
        self.original = original
        self.labels = list(original)
        self.place = {label: k for k, label in enumerate(self.labels)}
        self._made = {}

    def __getattr__(self, name):
        if name.startswith("__") or name == "original":
            raise AttributeError(name)
        return getattr(self.original, name)

    def __reduce__(self):
        """Pickled and copied as the original, from which the backend makes another when it is called; so that
        NetworkX's cache, in which this lies, can be pickled with its graph, and read without this package."""
        return operator.getitem, ((self.original,), 0)

    def __len__(self):
        return len(self.labels)

    def __iter__(self):
        return iter(self.labels)

    def __contains__(self, label):
        return label in self.original

    def weighted(self, weight=None, turned=False):
        """The graph with weights read by name or computed by a function; with None each weight is 1.

        An edge whose weight is None is no edge. If `turned`, every arc leads the other way. Raises
        NotImplementedError for weights that are no finite ints or floats, and for integers that are too large.
        """
        key = weight, turned
        if callable(weight):  # it may return other weights next time
            return _made(self, weight, turned)
        if key not in self._made:
            self._made[key] = _made(self, weight, turned)
        return self._made[key]


def neighbours_of(original, place=None):
    """Where each node's neighbours begin, and the neighbours' numbers. `place` maps names to numbers; without it the
    names are the numbers."""
    # Lists, as the length of a row of a filtered multigraph counts neighbours to which no edge is left.
    rows = [list(row) for _, row in original.adjacency()]
    offsets = np.cumsum([0, *map(len, rows)])
    names = itertools.chain.from_iterable(rows)
    return offsets, np.fromiter(names if place is None else map(place.__getitem__, names), np.int64, offsets[-1])


def _made(known, weight, turned):
    named = known.labels != list(range(len(known)))
    offsets, targets = neighbours_of(known.original, known.place if named else None)
    weights, number = np.ones(len(targets)), int
    present = None
    if weight is not None:
        costs = costs_of(known.original, weight)
        if None in costs:
            present = np.array([cost is not None for cost in costs])
            costs = [cost for cost in costs if cost is not None]
        weights, number = _numbers(costs, len(known))
    if not turned and present is None:
        return Weighted(_graph.from_csr(offsets, targets, weights), number)
    sources = np.repeat(np.arange(len(known)), np.diff(offsets))
    if present is not None:
        sources, targets = sources[present], targets[present]
    ends = (targets, sources) if turned else (sources, targets)
    return Weighted(_graph.from_arcs(len(known), *ends, weights), number)


def costs_of(original, weight, best=min):
    """The weights of the edges to each node's neighbours, in order; the `best` weight of parallel edges."""
    if callable(weight):
        return [weight(u, v, data) for u, row in original.adjacency() for v, data in row.items()]
    rows = [row.values() for _, row in original.adjacency()]
    if original.is_multigraph():
        return [best(data.get(weight, 1) for data in edges.values()) for row in rows for edges in row]
    return [data.get(weight, 1) for row in rows for data in row]


def _numbers(costs, n):
    weights = np.array(costs) if costs else np.zeros(0, dtype=int)
    if weights.dtype.kind not in "biuf" or weights.ndim != 1 or not np.isfinite(weights).all():
        raise NotImplementedError("weights that are not finite ints or floats")
    if weights.dtype.kind == "f":
        return weights, float
    if n * max(map(abs, map(int, (weights.min(initial=0), weights.max(initial=0))))) > _graph.LARGEST_EXACT:
        raise NotImplementedError("distances might be integers beyond 2**53")
    return weights, int
