"""Dictionaries of distances, paths and predecessors from the solver's arrays."""

import numpy as np

from . import _core


class Table:
    """The rows of one array, with the nodes in the array's order."""

    def __init__(self, graph):
        self.labels = graph.labels

    def rows(self):
        """Yields each node with its row, a dict, which is made only then."""
        return ((label, self.row(i)) for i, label in enumerate(self.labels))


class Distances(Table):
    """Distances from a node to the nodes that it reaches, nearest first; or to all nodes, in the graph's order."""

    def __init__(self, graph, matrix, number, to_all=False):
        super().__init__(graph)
        self.matrix, self.number, self.to_all = matrix, number, to_all
        self.none = _core.NO_PATH[matrix.dtype.name]

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


class NearDistances(Table):
    """Distances within a cutoff from a node to the nodes around it, nearest first, from compressed rows."""

    def __init__(self, graph, distances, before, targets, pointers, number):
        super().__init__(graph)
        self.pointers, self.parts, self.number = pointers, (targets, distances, before), number

    def nearest_first(self, i, row):
        """Targets, the source first; their distances; and the predecessors of all but the first, if there are any."""
        part = slice(self.pointers[row], self.pointers[row + 1])
        targets, distances, before = (values[part] for values in self.parts)
        order = np.argsort(distances, kind="stable")
        return [i, *targets[order].tolist()], [0, *distances[order].tolist()], before[order[:len(before)]].tolist()

    def row(self, i, row=None):
        targets, distances, _ = self.nearest_first(i, i if row is None else row)
        return dict(zip((self.labels[j] for j in targets), map(self.number, distances)))


class NearPaths(Table):
    """Shortest paths to the nodes within a cutoff, in the order of their distances."""

    def __init__(self, graph, near):
        super().__init__(graph)
        self.nearest_first = near.nearest_first

    def row(self, i, row=None):
        targets, _, before = self.nearest_first(i, i if row is None else row)
        return paths_from(self.labels, targets, dict(zip(targets[1:], before)))


class Paths(Table):
    """Shortest paths from a node to the nodes that it reaches, itself included, nearest first."""

    def __init__(self, graph, distances, before):
        super().__init__(graph)
        self.before = before
        self.targets = distances.targets

    def row(self, i):
        return paths_from(self.labels, self.targets(i).tolist(), self.before[i].tolist())


def paths_from(labels, targets, before):
    """Paths from the first target to all, by the predecessor of each."""
    paths = {targets[0]: [labels[targets[0]]]}
    for j in targets:
        new = []
        while j not in paths:  # mostly one step, since nearer nodes have come before
            new.append(j)
            j = before[j]
        for k in reversed(new):
            paths[k] = paths[before[k]] + [labels[k]]
    return {labels[j]: paths[j] for j in targets}


class Predecessors(Table):
    """Predecessors of the nodes that a node reaches; of the node itself only if it has a self-loop, as in NetworkX."""

    def __init__(self, graph, before):
        super().__init__(graph)
        self.before = before

    def row(self, i):
        before = self.before[i]
        targets = np.flatnonzero(before >= 0)
        return dict(zip((self.labels[j] for j in targets.tolist()),
                        (self.labels[k] for k in before[targets].tolist())))
