"""All shortest paths of a pair, and their numbers, as NetworkX has them."""

import random

import apsp
import numpy as np
import pytest

nx = pytest.importorskip("networkx")


@pytest.mark.parametrize("seed", range(30))
def test_paths_are_networkx_s(seed):
    rng = random.Random(seed)
    graph = nx.gnp_random_graph(rng.choice((2, 9, 25)), 0.25, seed=seed, directed=rng.random() < 0.5)
    graph = nx.relabel_nodes(graph, {k: rng.choice((f"node {k}", (k, k))) for k in graph})
    for *_, data in graph.edges(data=True):
        data["weight"] = rng.choice((1, 2, 0.5))
    nodes = list(graph)
    counts = apsp.path_counts(graph)
    for start, end in zip(rng.choices(nodes, k=9), rng.choices(nodes, k=9)):
        mine = apsp.shortest_paths(graph, start, end)
        try:
            right = list(nx.all_shortest_paths(graph, start, end, weight="weight"))
            assert mine.distance == nx.shortest_path_length(graph, start, end, weight="weight")
        except nx.NetworkXNoPath:
            right = []
            assert mine.distance == np.inf
        found = list(mine)
        assert sorted(map(str, found)) == sorted(map(str, right)) and mine.count == len(right)
        assert counts[nodes.index(start), nodes.index(end)] == len(right)
        places = [[nodes.index(node) for node in path] for path in found]
        assert places == sorted(places)
    assert apsp.path_counts(graph, [nodes[-1]]).tolist() == counts[-1:].tolist()


def test_the_first_of_very_many():
    diamonds = nx.DiGraph([(v, v + side) for v in range(0, 3000, 3) for side in (1, 2)]
                          + [(v + side, v + 3) for v in range(0, 3000, 3) for side in (1, 2)])
    paths = apsp.shortest_paths(diamonds, 0, 3000)
    assert paths.count == 2.0 ** 1000 and paths.distance == 2000
    assert next(paths)[:4] == [0, 1, 3, 4] and len(next(paths)) == 2001
    assert repr(paths) == "<ShortestPaths: 1.07151e+301 of length 2000>"


def test_what_is_refused():
    with pytest.raises(ValueError, match="a cycle of 2 arcs and weight 0"):
        apsp.shortest_paths(nx.DiGraph([("a", "b", {"weight": 0}), ("b", "a", {"weight": 0})]), "a", "b")
    ring = np.array([[0, 1], [1, 0]])
    with pytest.raises(IndexError):
        apsp.shortest_paths(ring, 0, 2)
    with pytest.raises(KeyError):
        apsp.shortest_paths(nx.path_graph(["a", "b"]), "a", "c")
    with pytest.raises(apsp.NegativeCycleError):
        apsp.path_counts(np.array([[0, -3], [1, 0]]))
