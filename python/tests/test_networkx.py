"""The backend for NetworkX: the same results and errors as NetworkX's own, on graphs of every kind."""

import fractions
import itertools
import math
import random

import apsp
import pytest

nx = pytest.importorskip("networkx")

import apsp.networkx as ours  # noqa: E402
from apsp._networkx_info import FUNCTIONS, MEDIAN  # noqa: E402

KINDS = (nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph)
LENGTHS = ("floyd_warshall", "all_pairs_dijkstra_path_length", "all_pairs_bellman_ford_path_length")
PATHS = ("johnson", "all_pairs_dijkstra_path", "all_pairs_bellman_ford_path")
OF_ALL = ("eccentricity", "diameter", "radius", "center", "periphery", MEDIAN, "wiener_index",
          "average_shortest_path_length")

pytestmark = pytest.mark.filterwarnings("ignore:Note. conversions to backend graphs")


def make(kind, seed, weights="int", connected=False):
    """A graph with some named nodes, edges without weights and self-loops; weights are fractions with exact sums."""
    rng = random.Random(seed)
    n = rng.choice((1, 2, 5, 12, 30))
    graph = kind()
    nodes = [rng.choice((k, f"node {k}", (k, k))) for k in range(n)]
    graph.add_nodes_from(nodes)
    if connected:
        nx.add_cycle(graph, nodes, weight=9)
    for _ in range(rng.randint(n // 2, 3 * n)):
        weight = rng.randint(0, 9) if weights == "int" else rng.randint(1, 80) / 8
        u, v = rng.choice(nodes), rng.choice(nodes)
        if rng.random() < 0.9:
            graph.add_edge(u, v, weight=weight)
        else:
            graph.add_edge(u, v)
    return graph


def both(name, graph, *arguments, **named):
    """The results of our function and NetworkX's, or the exceptions that they raise."""
    results = []
    for backend in ("apsp", "networkx"):
        try:
            result = getattr(nx, name)(graph, *arguments, backend=backend, **named)
            results.append(dict(result) if name.startswith(("all_pairs", "shortest_path")) else result)
        except (nx.NetworkXException, ValueError) as error:
            results.append((type(error), str(error)))
    return results


def close(mine, right):
    if isinstance(right, dict):
        assert mine.keys() == right.keys()
        assert all(mine[key] == pytest.approx(right[key], rel=1e-12) for key in right)
    else:
        assert mine == (pytest.approx(right, rel=1e-12) if isinstance(right, float) else right)


def cost(graph, u, v, weight):
    parallel = graph[u][v].values() if graph.is_multigraph() else [graph[u][v]]
    return min(data.get(weight, 1) for data in parallel)


def check_paths(graph, mine, lengths, weight):
    for u, paths in mine.items():
        assert paths.keys() == lengths[u].keys()
        for v, path in paths.items():
            assert path[0] == u and path[-1] == v and paths[v] == path
            assert sum(cost(graph, *step, weight) for step in zip(path, path[1:])) == lengths[u][v]


@pytest.mark.parametrize("weights", ["int", "float"])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(6))
def test_distances_and_paths(kind, seed, weights):
    graph = make(kind, seed, weights)
    for name in LENGTHS:
        mine, right = both(name, graph)
        assert mine == right and list(mine) == list(graph)
        whole = all(type(weight) is int for _, _, weight in graph.edges(data="weight", default=1))
        assert all(type(d) is (int if whole else float) or d == math.inf for row in mine.values() for d in row.values())
    for name in PATHS:
        check_paths(graph, both(name, graph)[0], right, "weight")
    distances_and_paths = dict(nx.all_pairs_dijkstra(graph, backend="apsp"))
    assert {u: distances for u, (distances, _) in distances_and_paths.items()} == right
    check_paths(graph, {u: paths for u, (_, paths) in distances_and_paths.items()}, right, "weight")
    mine, hops = both("all_pairs_shortest_path_length", graph)
    assert mine == hops
    check_paths(graph, both("all_pairs_shortest_path", graph)[0], hops, None)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(6))
def test_floyd(kind, seed):
    graph = make(kind, seed, "float")
    (mine, distances), (right, _) = both("floyd_warshall_predecessor_and_distance", graph)
    assert mine.keys() == right.keys()
    for u, row in mine.items():
        assert row.keys() == right[u].keys()
        for v in row.keys() - {u}:
            assert distances[u][v] == distances[u][row[v]] + distances[row[v]][v]
            assert nx.reconstruct_path(u, v, mine)[0] == u
    nodes = list(graph)[::-1]
    for order in (None, nodes):
        mine, right = both("floyd_warshall_numpy", graph, nodelist=order)
        assert mine.dtype == right.dtype and (mine == right).all()
    for wrong in (nodes[1:], nodes[1:] + ["nobody"]):
        mine, right = both("floyd_warshall_numpy", graph, nodelist=wrong)
        assert mine == right and mine[0] is nx.NetworkXError


@pytest.mark.parametrize("weight", [None, "weight"])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(8))
def test_statistics(kind, seed, weight):
    graph = make(kind, seed, connected=seed % 4 != 0)
    for name in OF_ALL:
        mine, right = both(name, graph, weight=weight)
        if name in ("center", MEDIAN):  # for a tree NetworkX has another order
            mine, right = map(frozenset, (mine, right))
        assert mine == right and type(mine) is type(right), name
    for method in ("dijkstra", "bellman-ford", "floyd-warshall", "floyd-warshall-numpy", "guess"):
        close(*both("average_shortest_path_length", graph, weight="weight", method=method))
    some = list(graph)[:3]
    assert len({str(value) for value in both("eccentricity", graph, v=some[0], weight=weight)}) == 1
    assert len({str(value) for value in both("eccentricity", graph, v=some, weight=weight)}) == 1
    for improved in (True, False):
        close(*both("closeness_centrality", graph, distance=weight, wf_improved=improved))
        close(*both("closeness_centrality", graph, some[0], distance=weight, wf_improved=improved))
    for named in ({}, {"nbunch": some}, {"sources": some}, {"nbunch": some, "sources": list(graph)[1:]}):
        close(*both("harmonic_centrality", graph, distance=weight, **named))
    if not graph.is_directed():
        close(*both("global_efficiency", graph))


@pytest.mark.parametrize("reflexive", [False, True, None])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(8))
def test_transitive_closure(kind, seed, reflexive):
    graph = make(kind, seed)
    mine, right = both("transitive_closure", graph, reflexive=reflexive)
    assert type(mine) is kind and mine.adj == right.adj and mine.nodes == right.nodes


@pytest.mark.parametrize("seed", range(5))
def test_negative_weights(seed):
    graph = make(nx.DiGraph, seed)
    height = {node: random.Random(seed + 1).randint(0, 20) + k for k, node in enumerate(graph)}
    for u, v, data in graph.edges(data=True):
        data["weight"] = data.get("weight", 1) + height[u] - height[v]
    for name in ("floyd_warshall", "all_pairs_bellman_ford_path_length"):
        mine, right = both(name, graph)
        assert mine == right
    check_paths(graph, nx.johnson(graph, backend="apsp"), right, "weight")


@pytest.mark.parametrize("kind", KINDS)
def test_negative_cycles(kind):
    graph = kind([(0, 1, {"weight": -2}), (1, 2, {"weight": 1}), (2, 0, {"weight": 0}), (2, 3, {"weight": 1})])
    for name in ("johnson", "all_pairs_bellman_ford_path", "all_pairs_bellman_ford_path_length"):
        mine, right = both(name, graph)
        assert mine == right == (nx.NetworkXUnbounded, "Negative cycle detected.")
    generator = nx.all_pairs_bellman_ford_path_length(graph, backend="apsp")
    with pytest.raises(nx.NetworkXUnbounded):
        next(generator)
    for name in ("floyd_warshall", "all_pairs_dijkstra_path", "diameter"):
        with pytest.raises(NotImplementedError):
            getattr(nx, name)(graph, weight="weight", backend="apsp")


def test_weights_by_functions():
    graph = make(nx.DiGraph, 3, connected=True)
    nodes = {node: k for k, node in enumerate(graph)}
    for weight in (lambda u, v, data: 1 + nodes[u] * nodes[v] % 7,
                   lambda u, v, data: None if nodes[u] == 1 else nodes[v]):
        for source in (graph, graph.to_undirected()):
            mine, right = both("all_pairs_dijkstra_path_length", source, weight=weight)
            assert mine == right


def test_weights_that_are_not_ours(monkeypatch):
    monkeypatch.setattr(ours, "LEAST", 0)
    for weight in (fractions.Fraction(1, 3), 2**60, math.inf):
        graph = nx.Graph([(0, 1, {"weight": weight}), (1, 2)])
        with pytest.raises(NotImplementedError):
            nx.floyd_warshall(graph, backend="apsp")
        with nx.config(backend_priority=["apsp"]):
            assert nx.diameter(graph, weight="weight") == weight + 1


def test_graphs_without_nodes_and_with_one():
    for graph in (nx.Graph(), nx.DiGraph(), nx.path_graph(1), nx.DiGraph({0: []})):
        for name in sorted(FUNCTIONS):
            undirected = ("global_efficiency", "hyper_wiener_index", "local_efficiency")
            if name == "floyd_warshall_numpy" or name in undirected and graph.is_directed():
                continue
            if name == "local_efficiency" and len(graph) == 0:  # NetworkX divides by zero
                continue
            named = {"sources": list(graph), "targets": list(graph)} if name.endswith("_subset") else {}
            named |= {"source": 0} if name.startswith("single_source") else {}
            mine, right = both(name, graph, **named)
            if name == "transitive_closure":
                mine, right = mine.adj, right.adj
            assert mine == right, name


@pytest.mark.parametrize("seed", range(6))
def test_functions_that_rest_on_all_pairs(seed):
    graph = nx.gnp_random_graph(40, 0.08 + 0.05 * (seed % 3), seed=seed)
    nx.set_edge_attributes(graph, {edge: k % 7 + 1 for k, edge in enumerate(graph.edges)}, "weight")
    for weight in (None, "weight"):
        assert nx.hyper_wiener_index(graph, weight, backend="apsp") == nx.hyper_wiener_index(graph, weight)
        for method in ("dijkstra", "bellman-ford"):
            mine, right = (dict(nx.shortest_path_length(graph, weight=weight, method=method, backend=backend))
                           for backend in ("apsp", "networkx"))
            assert mine == right
            paths = dict(nx.shortest_path(graph, weight=weight, method=method, backend="apsp"))
            for u, row in paths.items():
                for v, path in row.items():
                    assert (path[0], path[-1]) == (u, v)
                    assert nx.path_weight(graph, path, "weight") == right[u][v] if weight else len(path) - 1 == right[u][v]
    assert math.isclose(nx.local_efficiency(graph, backend="apsp"), nx.local_efficiency(graph))
    with nx.config(backend_priority=["apsp"]):
        served = dict(apsp.networkx.served)
        graph.add_nodes_from(range(40, 60))  # large enough to be worth converting
        assert nx.shortest_path(graph, 0, 0) == [0]
        assert dict(apsp.networkx.served) == served


def test_rows_are_dictionaries():
    graph = nx.DiGraph([("a", "b", {"weight": 3}), ("b", "c", {"weight": 1}), ("a", "c", {"weight": 2})])
    distances = dict(nx.all_pairs_dijkstra_path_length(graph, backend="apsp"))
    row = distances["a"]
    assert repr(row) == "{'a': 0, 'c': 2, 'b': 3}" and list(row) == ["a", "c", "b"] and len(row) == 3
    assert type(row) is dict and row == {"a": 0, "b": 3, "c": 2}
    assert distances["b"] == {"b": 0, "c": 1} and distances["c"] == {"c": 0}
    assert nx.floyd_warshall(graph, backend="apsp")["c"] == {"a": math.inf, "b": math.inf, "c": 0}


def test_rows_make_a_table():
    pandas = pytest.importorskip("pandas")  # it takes subclasses of dict only, and reads others' labels as values
    graph = nx.Graph()
    graph.add_weighted_edges_from([("a", "b", 5), ("b", "c", 7)])
    for name in (*LENGTHS, *PATHS):
        mine, right = (pandas.DataFrame(result) for result in both(name, graph))
        pandas.testing.assert_frame_equal(mine, right)
    mine, right = both("floyd_warshall_predecessor_and_distance", graph)
    for mine, right in zip(mine, right):
        pandas.testing.assert_frame_equal(pandas.DataFrame(mine), pandas.DataFrame(right), check_like=True)


@pytest.mark.parametrize("kind", KINDS)
def test_some_edges_of_a_graph(kind, monkeypatch):
    monkeypatch.setattr(ours, "LEAST", 0)
    graph = kind()
    nx.add_cycle(graph, range(5), weight=1)
    nx.add_cycle(graph, [0, 2, 4, 1, 3], weight=2)
    short = lambda *edge: graph.edges[edge]["weight"] == 1
    cycle = graph.edge_subgraph([edge for edge in graph.edges if short(*edge)])
    for some in (cycle, nx.subgraph_view(graph, filter_edge=short)):
        mine, right = both("diameter", some, weight="weight")
        assert mine == right == (4 if graph.is_directed() else 2)
        with nx.config(backend_priority=["apsp"]):
            assert nx.diameter(some, weight="weight") == right
    assert apsp.solve(cycle).distances.max() == right


def lengths_of(paths, graph, weight):
    """The lengths of paths, each of which leads to its node; of parallel edges the shortest."""
    assert all(path[-1] == v for v, path in paths.items())
    edges = lambda u, v: graph[u][v].values() if graph.is_multigraph() else [graph[u][v]]
    step = lambda u, v: min(data.get(weight, 1) for data in edges(u, v))
    lengths = {}
    for v, path in paths.items():
        lengths[v] = 0
        for pair in itertools.pairwise(path):
            lengths[v] += step(*pair)
    return lengths


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(8))
def test_within_a_cutoff(kind, seed):
    """Exactly what NetworkX finds, also where a distance is the cutoff and where sums are rounded."""
    rounded = make(kind, seed)
    for *_, data in rounded.edges(data=True):
        data["weight"] = data.get("weight", 1) / 10
    for graph in (make(kind, seed), make(kind, seed, "float"), rounded):
        rows = dict(nx.all_pairs_dijkstra_path_length(graph, backend="networkx")).values()
        some = sorted({distance for row in rows for distance in row.values()})
        source = next(iter(graph))
        for cutoff in (0, 2.5, some[len(some) // 3], some[len(some) // 2], 10**9):
            for steps, weight in (("dijkstra", "weight"), ("shortest", None)):
                lengths, right = both(f"all_pairs_{steps}_path_length", graph, cutoff=cutoff)
                assert lengths == right
                assert all(list(row.values()) == sorted(row.values()) and next(iter(row)) == u
                           for u, row in lengths.items())
                name = f"all_pairs_{steps}_path" if weight else "all_pairs_shortest_path"
                paths = dict(getattr(nx, name)(graph, cutoff=cutoff, backend="apsp"))
                assert {u: lengths_of(row, graph, weight) for u, row in paths.items()} == right
                assert all(path[0] == u for u, row in paths.items() for path in row.values())
                one = f"single_source_{steps}_path"
                mine, right = both(f"{one}_length", graph, source, cutoff=cutoff)
                assert mine == right == lengths[source]
                assert lengths_of(getattr(nx, one)(graph, source, cutoff=cutoff, backend="apsp"), graph, weight) == right
            for name, arguments in (("all_pairs_dijkstra", ()), ("single_source_dijkstra", (source,))):
                found = getattr(nx, name)(graph, *arguments, cutoff=cutoff, backend="apsp")
                for mine, paths in (found,) if arguments else dict(found).values():
                    assert lengths_of(paths, graph, "weight") == mine
        assert nx.single_source_dijkstra(graph, source, backend="apsp")[0] == nx.single_source_dijkstra_path_length(
            graph, source)


def test_a_source_that_is_not_there():
    for name in FUNCTIONS:
        if name.startswith("single_source"):
            with pytest.raises(nx.NodeNotFound):
                getattr(nx, name)(nx.path_graph(3), 7, cutoff=1, backend="apsp")


def test_what_is_left_to_networkx():
    graph = make(nx.Graph, 2, connected=True)
    for name, named in (("all_pairs_dijkstra", {"cutoff": -1}), ("single_source_dijkstra", {"source": 0, "target": 1}),
                        ("eccentricity", {"sp": {}}), ("diameter", {"e": {}}),
                        ("radius", {"usebounds": True}), (MEDIAN, {"attr": "b"}), ("diameter", {"wrong": 1})):
        assert ours.can_run(name, (graph,), named) is not True
    assert ours.can_run("diameter", (graph,), {"usebounds": False, "e": None}) is True
    assert ours.can_run("all_pairs_shortest_path_length", (graph, 2), {}) is True


def test_functions_as_weights():
    """Floyd's functions take functions as weights since NetworkX 3.7."""
    graph = make(nx.DiGraph, 3)
    kept = lambda u, v, data: None if data.get("weight", 1) == 2 else 1 / data.get("weight", 1)
    both = [nx.floyd_warshall(graph, kept, backend=backend) for backend in ("apsp", "networkx")]
    assert {u: dict(row) for u, row in both[0].items()} == {u: {v: pytest.approx(d) for v, d in row.items()}
                                                             for u, row in both[1].items()}
