"""What NetworkX asks of a backend: what is offered and counted, when it pays, conversions, memory and devices."""

import pickle

import apsp
import numpy as np
import pytest

nx = pytest.importorskip("networkx")

import apsp.networkx as ours  # noqa: E402
from apsp import _networkx_solve  # noqa: E402
from apsp._networkx_info import FUNCTIONS, MEDIAN, info  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore:Note. conversions to backend graphs")


def test_what_is_offered_is_what_is_announced():
    offered = set(vars(ours.backend)) - {"convert_from_nx", "convert_to_nx", "can_run", "should_run"}
    assert offered == set(FUNCTIONS) == set(info()["functions"])
    assert nx.utils.backends.backend_info["apsp"]["functions"].keys() == offered
    for name in offered - {MEDIAN}:
        assert pickle.loads(pickle.dumps(getattr(ours, name))) is getattr(ours.backend, name)


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_a_call_counts_once(name):
    before = ours.served.copy()
    named = {"sources": [0], "targets": range(5)} if name.endswith("_subset") else {}
    named |= {"source": 0} if name.startswith("single_source") else {}
    getattr(nx, name)(nx.cycle_graph(5), backend="apsp", **named)
    assert ours.served - before == {name: 1}


def test_rows_come_in_parts():
    n = 2100
    weighted = ours.Graph(nx.gnm_random_graph(n, 2 * n, seed=1, directed=True)).weighted()
    parts = []
    _networkx_solve.for_rows(weighted, range(n), lambda some, block: parts.append((some, block)))
    assert len(parts) > 1 and [k for some, _ in parts for k in some] == list(range(n))
    whole = apsp.solve(apsp.Graph(weighted.graph), dtype="f8").distances
    np.testing.assert_array_equal(np.concatenate([block for _, block in parts]), whole)
    some = [n - 1, 7, 7]
    _networkx_solve.for_rows(weighted, some,
                             lambda numbers, block: np.testing.assert_array_equal(block, whole[numbers]))
    _networkx_solve.for_rows(weighted, [], lambda *_: pytest.fail("no rows"))


def test_a_tree_has_its_own_centroid():
    tree = nx.Graph([(0, 1), (1, 2), (2, 3), (2, 4)])
    nx.set_edge_attributes(tree, 100, "weight")
    with nx.config(backend_priority=["apsp"]):
        assert sorted(nx.tree.centroid(tree)) == sorted(nx.tree.centroid(tree, backend="networkx"))


def test_where_it_pays():
    large, small, tree = nx.circulant_graph(200, [1, 7]), nx.cycle_graph(5), nx.path_graph(200)
    with nx.config(backend_priority=["apsp"]):
        for name, graph, named, is_ours in (("diameter", large, {}, True), ("diameter", small, {}, False),
                                            ("center", large, {}, True), ("center", tree, {}, False),
                                            ("eccentricity", large, {"v": 3}, False),
                                            ("single_source_dijkstra_path", large, {"source": 3}, False)):
            before = ours.served[name]
            result = getattr(nx, name)(graph, **named)
            assert ours.served[name] == before + is_ours
            assert result == getattr(nx, name)(graph, backend="networkx", **named)


def test_without_memory_networkx_solves(monkeypatch):
    def run(*_, **__):
        raise MemoryError("no room")

    monkeypatch.setattr(apsp._solve, "run", run)
    graph = nx.circulant_graph(200, [1, 7])
    with nx.config(backend_priority=["apsp"]):
        assert nx.diameter(graph) == nx.diameter(graph, backend="networkx")
    with pytest.raises(NotImplementedError):
        nx.diameter(graph, backend="apsp")


def test_a_changed_graph_is_converted_anew():
    graph = nx.path_graph(4)
    assert nx.diameter(graph, backend="apsp") == 3
    graph.add_edge(0, 3)
    assert nx.diameter(graph, backend="apsp") == 2
    converted = ours.convert_from_nx(graph)
    assert nx.diameter(converted) == 2 and nx.radius(converted) == 2 and len(converted) == 4
    assert ours.convert_to_nx(converted) is graph


def test_device():
    graph = nx.cycle_graph(5)
    with nx.config.backends.apsp(device="no such device"):
        with pytest.raises((ValueError, RuntimeError, NotImplementedError)):
            nx.floyd_warshall(graph, backend="apsp")
    with nx.config.backends.apsp(device="cpu"):
        assert nx.diameter(graph, backend="apsp") == 2
