"""Types of distances: floats with infinity by default, whatever they are computed in."""

import apsp
import numpy as np
import pytest
import scipy.sparse

SMALLEST = {"u8": "uint8", "i16": "int16", "i32": "int32", "f32": "float32", "f64": "float64"}


def weights(dtype, n=40, seed=1):
    draw = np.random.default_rng(seed)
    drawn = draw.integers(1, 9, (n, n)) if np.dtype(dtype).kind in "iu" else draw.uniform(1, 9, (n, n))
    drawn = drawn.astype(dtype)
    drawn[:, n - 1] = 0  # no arc leads to the last vertex
    return drawn


@pytest.mark.parametrize("dtype, expected", [
    ("int8", "f4"), ("uint8", "f4"), ("int16", "f4"), ("uint16", "f8"), ("int32", "f8"), ("int64", "f8"),
    ("float16", "f4"), ("float32", "f4"), ("float64", "f8")])
@pytest.mark.parametrize("sparse", [False, True])
def test_distances_are_floats_of_the_width_of_the_weights(dtype, expected, sparse):
    n = 300 if expected == "f4" or dtype != "uint16" else 600  # 599 sums of 65535 are beyond 2^24
    graph = weights(dtype, n)
    graph = scipy.sparse.csr_array(graph) if sparse and dtype != "float16" else graph
    result = apsp.solve(graph, null=0)
    assert result.distances.dtype == expected and result.no_path == np.inf
    assert np.isinf(result.distances[:-1, -1]).all() and np.isinf((result.distances + result.distances.T)[0, -1])
    smallest = apsp.solve(graph, null=0, dtype="smallest")
    assert smallest.distances.dtype.name == SMALLEST[smallest.dtype]
    np.testing.assert_array_equal(smallest.distances == smallest.no_path, np.isinf(result.distances))
    reached = np.isfinite(result.distances)
    if np.dtype(dtype).kind in "iu":
        assert result.dtype == smallest.dtype
        np.testing.assert_array_equal(smallest.distances[reached], result.distances[reached])
    assert apsp.verify(graph, result, null=0) and apsp.verify(graph, smallest, null=0)
    assert apsp.verify(graph, result.distances, null=0)


def test_fractions_are_computed_in_the_type_of_the_weights():
    graph = weights("float64", 60)
    np.testing.assert_array_equal(apsp.solve(graph, null=0).distances,
                                  apsp.solve(graph, null=0, dtype="float64").distances)
    single = graph.astype("f4")
    np.testing.assert_array_equal(apsp.solve(single, null=0).distances,
                                  apsp.solve(single, null=0, dtype="float32").distances)


def test_sums_of_large_integers_stay_exact():
    n = 600
    chain = scipy.sparse.coo_array((np.full(n - 1, 32767, "i2"), (np.arange(n - 1), np.arange(1, n))), shape=(n, n))
    assert apsp.solve(chain).distances[0, -1] == 32767 * (n - 1)


@pytest.mark.parametrize("dtype", ["uint8", "int16", "int32", "float32", "float64"])
def test_a_type_that_is_asked_for_stays(dtype):
    assert apsp.solve(weights("int8"), dtype=dtype).distances.dtype == dtype


@pytest.mark.parametrize("semiring", ["max-min", "min-max", "max-times"])
def test_semirings_have_their_zero_and_one_as_floats(semiring):
    graph = weights("int16") if semiring != "max-times" else weights("float32") / 10
    graph = scipy.sparse.csr_array(graph)
    floats, exact = apsp.closure(graph, semiring), apsp.closure(graph, semiring, dtype="float64")
    assert floats.distances.dtype == "f4" and floats.no_path == exact.no_path
    np.testing.assert_allclose(floats.distances, exact.distances, rtol=1e-6)
    batch = apsp.solve_batch([graph, graph], semiring=semiring)
    np.testing.assert_allclose(batch.distances[1], exact.distances, rtol=1e-6)
    assert apsp.closure(graph).distances.dtype == "u1"


def test_batches_and_changes_are_floats_too():
    several = np.stack([weights("int8", 20, seed) for seed in range(5)])
    result = apsp.solve_batch(several, null=0)
    assert result.distances.dtype == "f4" and result.dtype == "u8" and np.isinf(result.distances[0, 0, -1])
    smallest = apsp.solve_batch(several, null=0, dtype="smallest").distances
    assert smallest.dtype == "u1" and smallest[0, 0, -1] == 255
    np.testing.assert_array_equal(np.isinf(result.distances), smallest == 255)
    assert apsp.solve_batch(several, null=0, no_path=510).distances[0, 0, -1] == 510
    fractions = np.stack([weights("float64", 20, seed) for seed in range(5)])
    found = apsp.solve_batch(fractions, null=0)
    assert found.dtype == "f64"
    for graph, distances in zip(fractions, found.distances):
        np.testing.assert_allclose(distances, apsp.solve(graph, null=0).distances, rtol=1e-14)
    changing = apsp.DynamicDistances(several[0], null=0)
    np.testing.assert_array_equal(changing.distances(), apsp.solve(several[0], null=0).distances)
    changing.change(0, 19, 1)
    assert changing.distances().dtype == "f4" and changing.distances([0])[0, 19] == 1
    changing.change([0], [19], [None])
    assert np.isinf(changing.distances([0])[0, 19])
    assert apsp.DynamicDistances(several[0], null=0, dtype="smallest").distances().dtype == "u1"


def test_lists_of_arrays_are_what_each_is():
    graphs = [weights("float64", n, n) for n in (1, 5, 2, 9)]
    for distances, graph in zip(apsp.solve_batch(graphs, null=0).distances, graphs):
        np.testing.assert_allclose(distances, apsp.solve(graph, null=0).distances, rtol=1e-14)
    with pytest.raises(ValueError, match="n x n, not 2 x 3"):
        apsp.solve_batch([np.ones((2, 2)), np.ones((2, 3))])


def test_rows_with_predecessors_and_statistics():
    graph = weights("float64")
    whole = apsp.solve(graph, null=0, predecessors=True, statistics=True)
    some = apsp.solve(graph, null=0, rows=[7, 3], predecessors=True, statistics=True)
    np.testing.assert_array_equal(some.distances, whole.distances[[7, 3]])
    np.testing.assert_array_equal(some.predecessors, whole.predecessors[[7, 3]])
    assert some.statistics.diameter == whole.statistics.diameter
    assert some.path(3, 9) == whole.path(3, 9)
    with pytest.raises(ValueError, match="not among rows"):
        some.path(0, 1)
    np.testing.assert_array_equal(some.hops(), whole.hops()[[7, 3]])


def test_hops_and_next_hops_are_those_of_the_paths():
    draw = np.random.default_rng(3)
    graph = draw.integers(0, 9, (30, 30)).astype(float)
    graph[draw.random((30, 30)) < 0.8] = np.inf
    result = apsp.solve(graph, predecessors=True)
    hops, following = result.hops(), result.next_hops()
    for i in range(30):
        for j in range(30):
            path = result.path(i, j)
            assert hops[i, j] == len(path) - 1
            assert following[i, j] == (path[1] if len(path) > 1 else -1)


def test_results_are_arrays():
    graph = weights("float64")
    result = apsp.solve(graph, null=0)
    assert np.asarray(result) is result.distances
    assert np.array(result) is not result.distances
    assert np.asarray(result, dtype="f4").dtype == "f4"
    with pytest.raises(ValueError, match="no distances were kept"):
        np.asarray(apsp.solve(graph, null=0, statistics=True, distances=False))
