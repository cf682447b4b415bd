"""What the package makes can be pickled and copied, and graphs that it has served as well."""

import copy
import pickle
import subprocess
import sys

import apsp
import numpy as np
import pytest
import scipy.sparse

SPARSE = scipy.sparse.random_array((30, 30), density=0.1, rng=4)
COPIES = [copy.copy, copy.deepcopy, *(lambda o, p=p: pickle.loads(pickle.dumps(o, p)) for p in range(2, 6))]


@pytest.mark.parametrize("again", COPIES)
def test_graphs(again):
    dense = np.random.default_rng(1).integers(0, 200, (20, 20)).astype("i4")
    for source in (SPARSE, dense, dense.astype("f4"), np.full((20, 20), 255, "u1")):
        graph = apsp.graph(source)
        other = again(graph)
        assert (other.vertices, other.arcs, other.labels) == (graph.vertices, graph.arcs, graph.labels)
        np.testing.assert_array_equal(apsp.solve(other).distances, apsp.solve(graph).distances)
        assert apsp.solve(other).distances.dtype == apsp.solve(graph).distances.dtype


@pytest.mark.parametrize("again", COPIES)
def test_eliminations(again):
    graph = apsp.graph(SPARSE)
    distances = apsp.solve(graph).distances
    for elimination in (apsp.Elimination(graph), again(apsp.Elimination(graph))):
        options = {"algorithm": "sparse", "elimination": elimination}
        rows = apsp.solve(graph, rows=[3, 1], **options).distances
        np.testing.assert_allclose(rows, distances[[3, 1]], rtol=1e-14)
        np.testing.assert_allclose(apsp.table(graph, [5, 6], [7], **options), distances[[5, 6]][:, [7]], rtol=1e-14)
        assert apsp.near(graph, 1.0, **options).nnz == (distances <= 1).sum() - 30
        with pytest.raises(ValueError, match="other arcs"):
            apsp.solve(apsp.graph(SPARSE[:20, :20]), **options)
    with pytest.raises(ValueError, match="of arcs, not of a matrix"):
        apsp.Elimination(apsp.graph(np.ones((2, 2))))


@pytest.mark.parametrize("again", COPIES)
def test_changing_distances(again):
    changing = apsp.DynamicDistances(SPARSE, predecessors=True)
    changing.change([0, 1], [1, 2], [0.25, 0.5])
    other = again(changing)
    np.testing.assert_allclose(other.distances(), changing.distances(), rtol=1e-14)
    assert other.predecessors().shape == (30, 30)
    other.change(0, 2, 0.125)
    assert other.entries([0], [2])[0] == 0.125 and changing.entries([0], [2])[0] != 0.125


@pytest.mark.parametrize("again", COPIES)
def test_results(again):
    result = apsp.solve(SPARSE, predecessors=True, statistics=True)
    other = again(result)
    np.testing.assert_array_equal(other.distances, result.distances)
    assert other.statistics.diameter == result.statistics.diameter
    verification = apsp.verify(SPARSE, result)
    assert again(verification).ok and again(verification).method == verification.method
    report = apsp.DynamicDistances(SPARSE).change(0, 1, 0.5)
    assert repr(again(report)) == repr(report)
    for device in (apsp.devices()[0], apsp.devices()[-1]):
        assert again(device).id == device.id
    assert [device.id for device in again(apsp.devices())] == [device.id for device in apsp.devices()]
    batch = again(apsp.solve_batch([SPARSE, SPARSE[:5, :5]]))
    assert len(batch.distances) == 2


@pytest.mark.parametrize("again", COPIES)
def test_errors(again):
    with pytest.raises(apsp.NegativeCycleError) as caught:
        apsp.solve(np.array([[0, -3], [1, 0]]))
    other = again(caught.value)
    assert other.cycle == caught.value.cycle and other.weight == -2 and str(other) == str(caught.value)


@pytest.mark.parametrize("again", COPIES[1:])
@pytest.mark.parametrize("how", ["backend", "priority"])
def test_graphs_that_were_served(again, how):
    nx = pytest.importorskip("networkx")
    graph = nx.cycle_graph(60)
    nx.set_edge_attributes(graph, 2, "weight")
    if how == "backend":
        assert nx.diameter(graph, weight="weight", backend="apsp") == 60
    else:
        with nx.config(backend_priority=["apsp"]):
            assert nx.diameter(graph, weight="weight") == 60
    assert "apsp" in graph.__networkx_cache__["backends"]
    other = again(graph)
    assert nx.utils.graphs_equal(other, graph)
    assert nx.diameter(other, weight="weight", backend="apsp") == 60
    nx.set_edge_attributes(other, 3, "weight")
    assert nx.diameter(other, weight="weight", backend="apsp") == 90
    assert nx.diameter(graph, weight="weight", backend="apsp") == 60


def test_a_served_graph_needs_no_backend_to_be_read(tmp_path):
    nx = pytest.importorskip("networkx")
    graph = nx.cycle_graph(60)
    assert nx.diameter(graph, backend="apsp") == 30
    file = tmp_path / "graph.pickle"
    file.write_bytes(pickle.dumps(graph))
    program = ("import pickle, sys; sys.modules['apsp'] = None; import networkx;"
               f"graph = pickle.load(open({str(file)!r}, 'rb')); print(networkx.diameter(graph))")
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True,
                          check=True).stdout.strip() == "30"
