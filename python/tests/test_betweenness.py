"""Betweenness, and NetworkX's functions of it."""

import random
from fractions import Fraction

import apsp
import numpy as np
import pytest
import scipy.sparse

nx = pytest.importorskip("networkx")

from apsp._networkx_info import VERSION  # noqa: E402

KINDS = (nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph)

pytestmark = pytest.mark.filterwarnings("ignore:Note. conversions to backend graphs")


def make(kind, seed):
    """A graph with many ties, named nodes, self-loops and edges without weights."""
    rng = random.Random(seed)
    nodes = [rng.choice((k, f"node {k}", (k, k))) for k in range(rng.choice((1, 2, 3, 12, 30)))]
    graph = kind()
    graph.add_nodes_from(nodes)
    for _ in range(rng.randint(len(nodes) // 2, 3 * len(nodes))):
        data = {"weight": rng.choice((1, 2, 3, 0.5))} if rng.random() < 0.9 else {}
        graph.add_edge(rng.choice(nodes), rng.choice(nodes), **data)
    return graph


def same(name, *arguments, **named):
    """Whether our function's result, with its keys in their order, is NetworkX's."""
    mine, right = (getattr(nx, name)(*arguments, backend=backend, **named) for backend in ("apsp", "networkx"))
    assert list(mine) == list(right)
    np.testing.assert_allclose(list(mine.values()), list(right.values()), rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(25))
def test_networkx_functions_are_the_same(kind, seed):
    graph, rng = make(kind, seed), random.Random(seed)
    weight = rng.choice((None, "weight", "absent", lambda u, v, data: 2))
    for normalized in (True, False):
        options = {"normalized": normalized, "weight": weight}
        some = rng.randint(1, len(graph)) if VERSION >= (3, 6) else None
        for k in (None, some):
            same("betweenness_centrality", graph, k=k, endpoints=rng.random() < 0.5, seed=seed, **options)
            same("edge_betweenness_centrality", graph, k=k, seed=seed, **options)
        sources, targets = (rng.choices(list(graph), k=rng.randint(0, 9)) for _ in range(2))
        same("betweenness_centrality_subset", graph, sources, targets, **options)
        same("edge_betweenness_centrality_subset", graph, sources, targets, **options)
        same("edge_betweenness_centrality_subset", graph, sources, list(graph), **options)


def test_what_is_left_to_networkx():
    graph = nx.path_graph(4)
    nx.set_edge_attributes(graph, 0, "weight")
    with pytest.raises(NotImplementedError):
        nx.betweenness_centrality(graph, weight="weight", backend="apsp")
    graph.edges[0, 1]["weight"] = -1
    graph.__networkx_cache__.clear()
    with pytest.raises(NotImplementedError):
        nx.edge_betweenness_centrality(graph, weight="weight", backend="apsp")


def test_fractions_tie_as_in_networkx():
    graph = nx.Graph()
    for side, weights in (("a", (0.1, 0.2, 0.3)), ("b", (0.3, 0.2, 0.1)), ("c", (0.2, 0.1, 0.3))):
        nx.add_path(graph, ["s", side + "1", side + "2", "t"])
        for (u, v), weight in zip(nx.utils.pairwise(["s", side + "1", side + "2", "t"]), weights):
            graph.edges[u, v]["weight"] = weight
    same("betweenness_centrality", graph, weight="weight")
    same("betweenness_centrality_subset", graph, ["s", "a1", "t"], ["t"], weight="weight")


@pytest.mark.parametrize("method", ("auto", "elimination", "search"))
def test_values_by_name(method):
    graph = nx.DiGraph()
    graph.add_weighted_edges_from([("Bern", "Thun", 2), ("Thun", "Brig", 3), ("Bern", "Brig", 5), ("Chur", "Bern", 1)])
    found = apsp.betweenness(graph, arcs=True, normalized=False, method=method)
    assert found.labels == ["Bern", "Thun", "Brig", "Chur"] and found.pairs == 6
    assert found.vertices.tolist() == [2, 1, 0, 0]
    arcs = {(found.labels[u], found.labels[v]): load
            for u, v, load in zip(found.arc_sources, found.arc_targets, found.arcs)}
    assert arcs == {("Bern", "Thun"): 3, ("Bern", "Brig"): 1, ("Thun", "Brig"): 2, ("Chur", "Bern"): 3}
    some = apsp.betweenness(graph, sources=["Chur"], targets=["Brig", "Thun"], endpoints=True, normalized=False)
    assert some.vertices.tolist() == [2, 1.5, 1, 2] and some.arcs is None
    weighted = apsp.betweenness(graph, source_weights=[0, 0, 0, 10], target_weights=[0, 0, 1, 1], method=method)
    assert weighted.vertices.tolist() == [10 / 6, 5 / 6, 0, 0]


def test_pairs_near_one_another():
    graph = nx.DiGraph()
    graph.add_weighted_edges_from([("Bern", "Thun", 2), ("Thun", "Brig", 3), ("Bern", "Brig", 5), ("Chur", "Bern", 1)])
    found = apsp.betweenness(graph, cutoff=5, normalized=False)
    assert found.pairs == 5 and found.vertices.tolist() == [1, 0.5, 0, 0] and found.errors is None
    with pytest.raises(ValueError, match="cutoff: expected at least 0, found -1"):
        apsp.betweenness(graph, cutoff=-1)


def test_samples_say_how_far_off_they_are():
    graph = nx.gnm_random_graph(60, 150, seed=4)
    exact = apsp.betweenness(graph, normalized=True)
    everything = apsp.betweenness(graph, sample=60)
    np.testing.assert_allclose(everything.vertices, exact.vertices, rtol=1e-12, atol=1e-15)
    assert everything.errors.tolist() == [0] * 60
    off, said = [], []
    for seed in range(40):
        drawn = apsp.betweenness(graph, sample=25, seed=seed)
        off.append(drawn.vertices - exact.vertices)
        said.append(drawn.errors)
    assert 0.8 < np.square(said).mean() / np.square(off).mean() < 1.25
    again = apsp.betweenness(graph, sample=25, seed=39)  # threads add up in any order
    np.testing.assert_allclose(again.vertices, drawn.vertices, rtol=1e-12)
    with pytest.raises(ValueError, match="sample of one"):
        apsp.betweenness(graph, sample=1)


def test_refusals_name_vertices():
    ring = nx.cycle_graph(["Bern", "Thun", "Brig"], create_using=nx.DiGraph)
    nx.set_edge_attributes(ring, 0, "weight")
    with pytest.raises(ValueError, match="a cycle of 3 arcs and weight 0: .*Thun -> Brig"):
        apsp.betweenness(ring)
    with pytest.raises(ValueError, match="exclude each other"):
        apsp.betweenness(ring, sources=["Bern"], source_weights=[1, 1, 1])
    with pytest.raises(ValueError, match="unknown method 'fast'"):
        apsp.betweenness(ring, method="fast")
    with pytest.raises(apsp.NegativeCycleError):
        apsp.betweenness(np.array([[0, -3], [1, 0]]))


def test_a_tolerance_lets_fractions_tie():
    graph = scipy.sparse.csr_array(np.array([[0, 0.1, 0.3], [0, 0, 0.2], [0, 0, 0]]))
    assert apsp.betweenness(graph, normalized=False).vertices[1] == 0
    assert apsp.betweenness(graph, normalized=False, tolerance=0.05).vertices[1] == 0.5


def test_every_device_counts_the_same():
    graph = scipy.sparse.csr_array(np.array([[0, 1, 3, 0], [1, 0, 2, 3], [3, 2, 0, 1], [0, 3, 1, 0]]))
    expected = apsp.betweenness(graph, method="elimination", arcs=True)
    assert expected.device is None
    for device in apsp.devices():
        if device.backend != "cpu" and device.f64 and "llvmpipe" not in device.name:
            found = apsp.betweenness(graph, method="elimination", arcs=True, device=device)
            assert found.device.id == device.id
            np.testing.assert_allclose(found.vertices, expected.vertices, rtol=1e-12)
            np.testing.assert_allclose(found.arcs, expected.arcs, rtol=1e-12)
        assert apsp.betweenness(graph, method="search", device=device.id).device is None  # weights differ


def in_fractions(n, arcs, sources, targets, cutoff, endpoints):
    """Sums over all pairs by their definition, without a rounding: of vertices and of arcs."""
    distance = [[None] * n for _ in range(n)]
    count = [[0] * n for _ in range(n)]
    for s in range(n):
        distance[s][s], count[s][s] = 0, 1
        for _ in range(n):
            for u, v, w in arcs:
                if distance[s][u] is not None and (distance[s][v] is None or distance[s][u] + w < distance[s][v]):
                    distance[s][v] = distance[s][u] + w
        for v in sorted((v for v in range(n) if distance[s][v] is not None and v != s), key=distance[s].__getitem__):
            count[s][v] = sum(count[s][u] for u, x, w in arcs
                              if x == v and distance[s][u] is not None and distance[s][u] + w == distance[s][v])
    vertices, of_arcs = [Fraction(0)] * n, [Fraction(0)] * len(arcs)
    for s in range(n):
        for t in range(n):
            if s == t or distance[s][t] is None or distance[s][t] > cutoff:
                continue
            weight = Fraction(sources[s] * targets[t], count[s][t])
            for v in range(n):
                on_way = None not in (distance[s][v], distance[v][t]) and \
                    distance[s][v] + distance[v][t] == distance[s][t]
                if on_way and (endpoints or v not in (s, t)):
                    vertices[v] += weight * count[s][v] * count[v][t]
            for a, (u, v, w) in enumerate(arcs):
                if None not in (distance[s][u], distance[v][t]) and \
                        distance[s][u] + w + distance[v][t] == distance[s][t]:
                    of_arcs[a] += weight * count[s][u] * count[v][t]
    return vertices, of_arcs


def test_thousands_of_graphs_are_right_in_exact_fractions():
    rng = random.Random(53)
    ties = 0
    for _ in range(3000):
        n = rng.randint(3, 9)
        pairs = [(u, v) for u in range(n) for v in range(n) if u != v]
        chosen = sorted(rng.sample(pairs, min(len(pairs), rng.randint(n, 3 * n))))
        arcs = [(u, v, rng.choice((1, 1, 2))) for u, v in chosen]
        sources, targets = ([rng.randint(0, 2) for _ in range(n)] for _ in range(2))
        cutoff, endpoints = rng.choice((2, 4, 100)), rng.random() < 0.5
        vertices, of_arcs = in_fractions(n, arcs, sources, targets, cutoff, endpoints)
        u, v, w = zip(*arcs)
        graph = apsp.graph(scipy.sparse.csr_array((w, (u, v)), shape=(n, n)))
        for method in ("elimination", "search"):
            found = apsp.betweenness(graph, arcs=True, normalized=False, endpoints=endpoints, method=method,
                                     source_weights=sources, target_weights=targets, cutoff=cutoff)
            order = {(int(u), int(v)): load for u, v, load in zip(found.arc_sources, found.arc_targets, found.arcs)}
            for value, exact in [*zip(found.vertices, vertices), *((order[u, v], exact) for (u, v, _), exact
                                                                   in zip(arcs, of_arcs))]:
                assert abs(Fraction(float(value)) - exact) <= exact / 10**13
        ties += any(load.denominator > 1 for load in vertices)
    assert ties > 500
