"""Dictionaries of distances, paths and predecessors that read the solver's arrays."""

from collections.abc import MutableMapping

import numpy as np

from . import _core


class Row(MutableMapping):
    """One node's entries for the other nodes. A row equals the dict of its items, but finds one entry without the rest.

    It becomes a dict of its own as soon as it is changed.
    """

    __slots__ = ("_table", "_i", "_changed")

    def __init__(self, table, i):
        self._table, self._i, self._changed = table, i, None

    def _dict(self):
        return self._table.row(self._i) if self._changed is None else self._changed

    def __getitem__(self, label):
        if self._changed is not None:
            return self._changed[label]
        j = self._table.place[label]
        if not self._table.has(self._i, j):
            raise KeyError(label)
        return self._table.entry(self._i, j)

    def __setitem__(self, label, value):
        self._changed = self._dict()
        self._changed[label] = value

    def __delitem__(self, label):
        self._changed = self._dict()
        del self._changed[label]

    def __iter__(self):
        return iter(self._dict())

    def __len__(self):
        return len(self._table.targets(self._i)) if self._changed is None else len(self._changed)

    def items(self):
        return self._dict().items()

    def values(self):
        return self._dict().values()

    def __repr__(self):
        return repr(self._dict())


class Table:
    """The rows of one array, with the nodes and the place of each node in the array."""

    def __init__(self, graph):
        self.labels, self.place = graph.labels, graph.place

    def rows(self):
        """Yields each node with its row, as NetworkX's generators do."""
        return ((label, Row(self, i)) for i, label in enumerate(self.labels))

    def row(self, i):
        return {self.labels[j]: self.entry(i, j) for j in self.targets(i).tolist()}


class Distances(Table):
    """Distances from a node to the nodes that it reaches, nearest first; or to all nodes, in the graph's order."""

    def __init__(self, graph, matrix, number, to_all=False):
        super().__init__(graph)
        self.matrix, self.number, self.to_all = matrix, number, to_all
        self.none = _core.NO_PATH[matrix.dtype.name]

    def has(self, i, j):
        return self.to_all or self.matrix.item(i, j) != self.none

    def entry(self, i, j):
        return self._value(self.matrix.item(i, j))

    def targets(self, i):
        if self.to_all:
            return np.arange(len(self.labels))
        row = self.matrix[i]
        reached = np.flatnonzero(row != self.none)
        nearest_first = reached[np.argsort(row[reached], kind="stable")]
        return np.concatenate([[i], nearest_first[nearest_first != i]])

    def row(self, i):
        targets = self.targets(i)
        return dict(zip((self.labels[j] for j in targets.tolist()),
                        map(self._value, self.matrix[i, targets].tolist())))

    def _value(self, distance):
        return float("inf") if distance == self.none else self.number(distance)


class Paths(Table):
    """Shortest paths from a node to the nodes that it reaches, itself included, nearest first."""

    def __init__(self, graph, distances, before):
        super().__init__(graph)
        self.before = before
        self.has, self.targets = distances.has, distances.targets

    def entry(self, i, j):
        path = [self.labels[j]]
        while j != i:
            j = self.before.item(i, j)
            path.append(self.labels[j])
        path.reverse()
        return path

    def row(self, i):
        before, targets = self.before[i].tolist(), self.targets(i).tolist()
        paths = {i: [self.labels[i]]}
        for j in targets:
            new = []
            while j not in paths:  # mostly one step, since nearer nodes have come before
                new.append(j)
                j = before[j]
            for k in reversed(new):
                paths[k] = paths[before[k]] + [self.labels[k]]
        return {self.labels[j]: paths[j] for j in targets}


class Predecessors(Table):
    """Predecessors of the nodes that a node reaches; of the node itself only if it has a self-loop, as in NetworkX."""

    def __init__(self, graph, before):
        super().__init__(graph)
        self.before = before

    def has(self, i, j):
        return self.before.item(i, j) >= 0

    def entry(self, i, j):
        return self.labels[self.before.item(i, j)]

    def targets(self, i):
        return np.flatnonzero(self.before[i] >= 0)
