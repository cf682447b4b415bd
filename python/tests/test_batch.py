"""Many small graphs at once, against SciPy on each graph."""

import numpy as np
import pytest
import scipy.sparse as sp
from scipy.sparse.csgraph import floyd_warshall

import apsp


def draw(random, n, share=0.15, most=6):
    weights = random.integers(1, most, (n, n)).astype(float)
    weights[random.random((n, n)) > share] = 0
    return weights


def ragged(matrices):
    graph_ptr = np.concatenate([[0], np.cumsum([len(m) for m in matrices])])
    matrices = [sp.csr_array(m) for m in matrices]
    starts = np.concatenate([[0], np.cumsum([m.nnz for m in matrices])])
    indptr = np.concatenate([[0], *[m.indptr[1:] + start for m, start in zip(matrices, starts)]])
    return graph_ptr, indptr, np.concatenate([m.indices for m in matrices]), np.concatenate([m.data for m in matrices])


def plain(matrix, none):
    return np.where(matrix == none, np.inf, matrix.astype(float))


@pytest.mark.parametrize("dtype", ["auto", "u8", np.int16, "int32", np.float32])
def test_ragged_and_list_and_dense(dtype):
    random = np.random.default_rng(1)
    matrices = [draw(random, n) for n in random.integers(1, 45, 200)]
    expected = [floyd_warshall(sp.csr_array(m)) for m in matrices]
    by_arrays = apsp.solve_batch(ragged(matrices), dtype=dtype)
    by_list = apsp.solve_batch([sp.csr_matrix(m) for m in matrices], dtype=dtype)
    by_graphs = apsp.solve_batch([apsp.graph(sp.coo_array(m)) for m in matrices], dtype=dtype)
    none = apsp._core.NO_PATH[by_arrays.distances.flat.dtype.name]
    for result in (by_arrays, by_list, by_graphs):
        assert len(result) == len(result.distances) == 200 and not result.failures
        for found, right in zip(result.distances, expected):
            assert np.array_equal(plain(found, none), right)
    block = np.stack([draw(random, 30) for _ in range(100)])
    result = apsp.solve_batch(block, null=0, dtype=dtype)
    assert result.distances.shape == block.shape
    for found, weights in zip(result.distances, block):
        assert np.array_equal(plain(found, none), floyd_warshall(sp.csr_array(weights)))


def test_graphormer():
    """Distances in hops, 510 where there is no path, and arcs along paths, as Graphormer's `algos` computes them."""
    random = np.random.default_rng(2)
    adjacency = (random.random((20, 32, 32)) < 0.05).astype(np.uint8)
    for matrix in adjacency:
        np.fill_diagonal(matrix, 0)
    result = apsp.solve_batch(adjacency, null=0, no_path=510, result_dtype="int32", predecessors=True, path_arcs=6)
    assert result.distances.dtype == np.int32 and result.path_arcs.shape == (20, 32, 32, 6)
    for b, matrix in enumerate(adjacency):
        hops = floyd_warshall(sp.csr_array(matrix.astype(float)), unweighted=True)
        assert np.array_equal(result.distances[b], np.where(np.isinf(hops), 510, hops))
        for i in range(32):
            for j in range(32):
                arcs = [int(a) for a in result.path_arcs[b, i, j] if a >= 0]
                length = 0 if np.isinf(hops[i, j]) else int(hops[i, j])
                assert len(arcs) == min(6, length)
                at = i
                for arc in arcs:
                    assert arc // 1024 == b and arc % 1024 // 32 == at and adjacency.flat[arc]
                    at = arc % 32
                assert length > 6 or length == 0 or at == j


def test_padding_and_failures():
    graphs = [sp.csr_array([[0, 2.0], [0, 0]]), sp.csr_array([[0, 1.0], [-2.0, 0]]), sp.csr_array((3, 3))]
    result = apsp.solve_batch(graphs, pad=4, fill=-1, no_path=np.inf, result_dtype=np.float64, dtype="i32")
    inf = np.inf
    assert result.distances.shape == (3, 4, 4)
    assert result.distances[0].tolist() == [[0, 2, -1, -1], [inf, 0, -1, -1], [-1] * 4, [-1] * 4]
    assert (result.distances[1, :2, :2] == inf).all()
    assert list(result.failures) == [1] and result.failures[1].weight == -1
    assert sorted(result.failures[1].cycle) == [0, 1]
    assert "1 with negative cycles" in repr(result)
    assert apsp.solve_batch(graphs, pad=True).distances.shape == (3, 3, 3)
    assert apsp.solve_batch([]).distances.shape == (0, 0, 0)
    assert apsp.solve_batch(np.zeros((2, 0, 0))).distances.shape == (2, 0, 0)


def test_types_of_input():
    weights = np.array([[[0, 3], [np.nan, 0]]])
    for given in (weights, weights.astype(np.float32), np.asfortranarray(weights)):
        assert apsp.solve_batch(given, no_path=99).distances.tolist() == [[[0, 3], [99, 0]]]
    hops = np.array([[[0, 1, 0], [0, 0, 1], [0, 0, 0]]], dtype=bool)
    assert apsp.solve_batch(hops, null=0, no_path=9).distances.tolist() == [[[0, 1, 2], [9, 0, 1], [9, 9, 0]]]
    far = np.array([[[0, 255], [16383, 0]]])  # weights, as `solve` takes them
    assert apsp.solve_batch(far[:, :1, :1].astype(np.uint8)).distances.tolist() == [[[0]]]
    for kind in (np.int16, np.int32, np.int64):
        assert apsp.solve_batch(far.astype(kind), dtype="i32").distances.tolist() == far.tolist()
    assert apsp.solve_batch(np.full((1, 2, 2), 255, np.uint8)).distances.tolist() == [[[0, 255], [255, 0]]]
    assert apsp.solve_batch(far.astype(np.int16), null=16383, unweighted=True, no_path=7).distances.tolist() == [
        [[0, 1], [7, 0]]]
    far = np.array([[[0, 1e20], [7, 0]]], dtype=np.float32)
    assert apsp.solve_batch(far, null=1e20, no_path=9).distances.tolist() == [[[0, 9], [7, 0]]]
    assert apsp.solve_batch(weights.astype(">f8"), no_path=99).distances.tolist() == [[[0, 3], [99, 0]]]
    large = np.array([[[0, 2**30], [7, 0]]])
    assert apsp.solve_batch(large).distances[0, 0, 1] == 2**30


def test_parallel_arcs_keep_what_the_semiring_prefers():
    graph = sp.coo_array(([2.0, 5.0], ([0, 0], [1, 1])), shape=(2, 2))
    rows = sp.csr_array(([2.0, 5.0], [1, 1], [0, 2, 2]), shape=(2, 2))
    for semiring, best in (("max-min", 5), ("min-max", 2), ("min-plus", 2)):
        for graphs in ([graph], [rows], [graph, rows]):
            assert apsp.solve_batch(graphs, semiring=semiring).distances[0][0, 1] == best


def test_wrong_input():
    with pytest.raises(ValueError, match="B x N x N"):
        apsp.solve_batch(np.zeros((3, 4, 5)))
    with pytest.raises(ValueError, match="graph 1: arc 0 -> 2 is outside its 2 vertices"):
        apsp.solve_batch(([0, 2, 4], [0, 1, 1, 2, 2], [1, 2]))
    with pytest.raises(ValueError, match="weights and arcs differ"):
        apsp.solve_batch(([0, 2], [0, 1, 1], [1], [1.0, 2.0]))
    with pytest.raises(ValueError, match="u8 cannot hold 510"):
        apsp.solve_batch(np.zeros((1, 2, 2)), no_path=510, dtype="smallest")
    with pytest.raises(ValueError, match="more than 2"):
        apsp.solve_batch(np.zeros((1, 3, 3)), pad=2)
    for too_much in ({"pad": 2**32}, {"path_arcs": 2**60}):
        with pytest.raises(MemoryError, match="do not fit"):
            apsp.solve_batch(np.zeros((1, 3, 3)), **too_much)
    with pytest.raises(ValueError, match="do not ascend"):
        apsp.solve_batch(([0, 2], [0, 3, 1], [1]))
    with pytest.raises(ValueError, match="index of a vertex"):
        apsp.solve_batch(([0, 2], [0, 1, 1], np.array([-(2**63)])))
    for weight in (-(2**63), 2**53 + 1):
        dense = np.array([[0, weight], [1, 0]])
        for graphs in (dense[None], [dense], [sp.csr_array(dense)], ([0, 2], [0, 1, 1], [1], np.array([weight]))):
            with pytest.raises(ValueError, match=f"weight {weight}: .* at most 2.53"):
                apsp.solve_batch(graphs)
    assert apsp.solve_batch(dense[None], null=2**53 + 1, no_path=9).distances.tolist() == [[[0, 9], [1, 0]]]


def test_devices():
    random = np.random.default_rng(8)
    weights = np.array([draw(random, 11) for _ in range(30)])
    expected = apsp.solve_batch(weights, null=0, device="cpu", predecessors=True)
    for device in apsp.devices():
        if "llvmpipe" in device.name:  # slow
            continue
        found = apsp.solve_batch(weights, null=0, device=device, predecessors=True)
        np.testing.assert_array_equal(found.distances, expected.distances)
        np.testing.assert_array_equal(found.predecessors, expected.predecessors)
        assert (found.device_seconds > 0) == (device.backend != "cpu")
        for several in ([device, "cpu"], ("cpu", device, device)):
            found = apsp.solve_batch(weights, null=0, device=several, predecessors=True)
            np.testing.assert_array_equal(found.distances, expected.distances)
            np.testing.assert_array_equal(found.predecessors, expected.predecessors)
    for wrong in ("abacus", ["cpu", "abacus"]):
        with pytest.raises(RuntimeError, match="abacus"):
            apsp.solve_batch(weights, null=0, device=wrong)
    with pytest.raises(ValueError, match="no device"):
        apsp.solve_batch(weights, null=0, device=[])
