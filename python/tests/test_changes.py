"""Distances that follow a graph's changing arcs, against SciPy's for the changed graph."""

import threading

import networkx as nx
import numpy as np
import pytest
import scipy.sparse as sp
from scipy.sparse.csgraph import floyd_warshall

import apsp


def expected(weights):
    """Distances of a matrix in which infinity is no arc."""
    rows, columns = np.nonzero(np.isfinite(weights))
    return floyd_warshall(sp.csr_array((weights[rows, columns], (rows, columns)), shape=weights.shape))


def as_reals(held):
    distances = held.distances()
    none = apsp._core.NO_PATH[distances.dtype.name]
    return np.where(distances == none, np.inf, distances.astype(float))


@pytest.mark.parametrize("dtype", ["int32", "float64"])
def test_many_changes(dtype):
    random, n = np.random.default_rng(4), 40
    weights = np.where(random.random((n, n)) < 0.1, random.integers(1, 20, (n, n)), np.inf)
    np.fill_diagonal(weights, 0)
    held = apsp.DynamicDistances(weights, dtype=dtype, predecessors=True)
    for step in range(60):
        count = int(random.integers(1, 4))
        sources, targets = random.choice(n, count, False), random.choice(n, count, False)
        new = np.where(random.random(count) < 0.3, np.inf, random.integers(1, 20, count))
        new[sources == targets] = np.inf
        weights[sources, targets] = new
        weights[np.arange(n), np.arange(n)] = 0
        report = held.change(sources, targets, new)
        assert isinstance(report, apsp.ChangeReport)
        np.testing.assert_array_equal(as_reals(held), expected(weights))
    distances, before = as_reals(held), held.predecessors()
    there = np.isfinite(distances) & ~np.eye(n, dtype=bool)
    assert (before[~there] == -1).all()
    i, j = np.nonzero(there)
    np.testing.assert_array_equal(distances[i, before[i, j]] + weights[before[i, j], j], distances[i, j])


def test_labels_and_both_ways():
    graph = nx.Graph()
    graph.add_edge("a", "b", weight=3)
    graph.add_edge("b", "c", weight=4)
    held = apsp.DynamicDistances(graph, directed=False)
    assert held.distances(["a"]).tolist() == [[0, 3, 7]]
    held.change("a", "c", 1)
    assert held.distances(["c", "a"]).tolist() == [[1, 4, 0], [0, 3, 1]]
    held.change(["a", "a"], ["b", "c"], [np.inf, 2])
    assert held.distances().tolist() == [[0, 6, 2], [6, 0, 4], [2, 4, 0]]
    with pytest.raises(ValueError, match="no predecessors"):
        held.predecessors()


def test_the_last_weight_counts_both_ways():
    held = apsp.DynamicDistances(np.full((3, 3), 9), directed=False)
    held.change([0, 1, 2, 1], [1, 0, 1, 2], [5, 7, 1, 3])
    assert held.distances().tolist() == [[0, 7, 9], [7, 0, 3], [9, 3, 0]]
    held.change([], [], [])
    assert held.entries([0, 1], [1, 0]).tolist() == [7, 7]


def test_entries_and_statistics():
    graph = nx.DiGraph()
    graph.add_weighted_edges_from([("a", "b", 3), ("b", "a", 4), ("b", "c", 1)])
    held = apsp.DynamicDistances(graph)
    held.change("c", "a", 1)
    assert held.entries(["a", "c"], ["c", "b"]).tolist() == [4, 4]
    solved = apsp.solve(nx.DiGraph([("a", "b", {"weight": 3}), ("b", "a", {"weight": 4}), ("b", "c", {"weight": 1}),
                                    ("c", "a", {"weight": 1})]), statistics=True)
    found = held.statistics()
    for name in ("eccentricity", "sum", "closeness", "reachable", "center"):
        np.testing.assert_array_equal(getattr(found, name), getattr(solved.statistics, name))
    assert (found.components, found.diameter, found.reachable_pairs) == (1, 4, 6)
    held.change("c", "a", np.inf)
    assert held.entries(["c"], ["a"]).tolist() == [np.inf] and held.statistics().components == 2
    assert held.entries([], []).shape == (0,)
    with pytest.raises(ValueError, match="differ in number"):
        held.entries(["a"], [])


def test_refused_changes_leave_everything():
    held = apsp.DynamicDistances(np.array([[0, 2, np.inf], [np.inf, 0, 2], [1, np.inf, 0]]), dtype="int16")
    before = held.distances()
    with pytest.raises(apsp.NegativeCycleError):
        held.change([1, 0], [2, 1], [-3, 1])
    with pytest.raises(ValueError):
        held.change(0, 1, 10**6)
    with pytest.raises(IndexError):
        held.change(0, 3, 1)
    with pytest.raises(ValueError, match="differ in number"):
        held.change([0, 1], [1], [1, 2])
    np.testing.assert_array_equal(held.distances(), before)
    assert held.change(0, 1, 1).rows > 0 and held.distances([0]).tolist() == [[0, 1, 3]]


def test_threads():
    n = 60
    held = apsp.DynamicDistances(np.ones((n, n)), dtype="int32")
    found = []

    def look():
        for _ in range(50):
            found.append(int(held.distances([0])[0, 1]))

    threads = [threading.Thread(target=look) for _ in range(3)]
    for thread in threads:
        thread.start()
    for step in range(50):
        held.change(0, 1, 1 + step % 2)
    for thread in threads:
        thread.join()
    assert set(found) <= {1, 2}
