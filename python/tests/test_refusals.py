"""Refusals name what can be typed in Python, at once."""

import time

import apsp
import numpy as np
import pytest
import scipy.sparse


def message(call):
    with pytest.raises((ValueError, TypeError, MemoryError, RuntimeError)) as caught:
        call()
    return str(caught.value)


def test_messages_name_arguments():
    fractions = np.array([[0, 0.5], [0.5, 0]])
    assert "use dtype f32" in message(lambda: apsp.solve(fractions, dtype="int32"))
    refused = [lambda: apsp.solve(fractions, dtype="uint8"), lambda: apsp.solve(fractions * 1e300, dtype="float32"),
               lambda: apsp.solve_batch([fractions], dtype="uint8"),
               lambda: apsp.solve_batch([fractions], dtype="float32", result_dtype="uint8"),
               lambda: apsp.solve_batch([np.eye(3)], pad=2),
               lambda: apsp.solve_batch([np.eye(3, dtype="u1")], dtype="uint8", no_path=-1),
               lambda: apsp.DynamicDistances(fractions.astype("f4")).change(0, 1, 1e300),
               lambda: apsp.DynamicDistances(np.ones((2, 2), "u1")).change(0, 1, 0.5),
               lambda: apsp.solve(fractions, device="none such"),
               lambda: apsp.closure(fractions, "max-min", predecessors=True)]
    for call in refused:
        assert "::" not in message(call) and "Options" not in message(call)


def test_unknown_words_come_with_the_known_ones(tmp_path):
    array, file = np.eye(3), tmp_path / "arcs.csv"
    file.write_text("0,1,2\n")
    for known, call in (("kleene", lambda: apsp.solve(array, algorithm="x")),
                        ("kleene", lambda: apsp.DynamicDistances(array, algorithm="x")),
                        ("max-min", lambda: apsp.solve(array, semiring="x")),
                        ("max-min", lambda: apsp.verify(array, array, semiring="x")),
                        ("max-min", lambda: apsp.solve_batch([array], semiring="x")),
                        ("minus-infinity", lambda: apsp.solve(array, negative_cycles="x")),
                        ("graphml", lambda: apsp.read(file, format="x")),
                        ("header", lambda: apsp.read(file, first_line="x"))):
        assert "unknown" in message(call) and known in message(call).partition("choose from")[2]


def test_messages_about_files_name_arguments(tmp_path):
    file = tmp_path / "arcs.csv"
    file.write_text("a,b,c,d\n1,2,3,4\n")
    assert "choose with source=, target= and weight= or unweighted=True" in message(lambda: apsp.read(file))
    assert apsp.read(file, source="a", target="b", weight="d").arcs == 1
    assert apsp.read(file, source=2, target=1, unweighted=True).arcs == 1
    assert 'no column "x" for source=' in message(lambda: apsp.read(file, source="x"))
    file.write_text("0,1\n1,0\n")
    with pytest.warns(UserWarning, match="format dense"):
        apsp.read(file)


@pytest.mark.parametrize("what", [None, "roads.csv", b"x", 3, np.array(3), {}, {0: {1: 2}}, {1}, object(), len])
def test_what_is_no_graph(what):
    for call in (apsp.solve, apsp.graph, apsp.closure, apsp.DynamicDistances, lambda one: apsp.solve_batch([one])):
        with pytest.raises(TypeError, match=f"expected a graph.* not {type(what).__name__}"):
            call(what)
    if not isinstance(what, (set, np.ndarray)):
        with pytest.raises(TypeError, match=f"expected graphs.* not {type(what).__name__}"):
            apsp.solve_batch(what)


def test_a_single_graph_is_no_batch():
    pandas, networkx = pytest.importorskip("pandas"), pytest.importorskip("networkx")
    frame = pandas.DataFrame({"source": [0], "target": [1]})
    for graph in (frame, networkx.path_graph(3), scipy.sparse.csr_array((3, 3)), scipy.sparse.csr_matrix((3, 3)),
                  apsp.graph(np.eye(3))):
        with pytest.raises(TypeError, match="expected graphs: .* a sequence"):
            apsp.solve_batch(graph)
        assert len(apsp.solve_batch([graph])) == 1
    with pytest.raises(ValueError, match="B x N x N, not 3 x 3"):
        apsp.solve_batch(np.eye(3))


def test_a_column_is_no_graph():
    pandas, polars, pyarrow = (pytest.importorskip(name) for name in ("pandas", "polars", "pyarrow"))
    for column in (pandas.Series([1, 2]), polars.Series([1, 2]), pyarrow.chunked_array([[1, 2]])):
        with pytest.raises(TypeError, match=f"expected a graph.* not {type(column).__name__}"):
            apsp.solve(column)


def test_complex_weights():
    weights = np.array([[0, 1 + 2j], [3, 0]])
    networkx = pytest.importorskip("networkx")
    graph = networkx.Graph([(0, 1, {"weight": 1j})])
    for source in (weights, scipy.sparse.csr_array(weights), scipy.sparse.coo_array(weights), graph):
        assert "real numbers" in message(lambda: apsp.solve(source))
        assert "real numbers" in message(lambda: apsp.solve_batch([source, source]))
    assert "real numbers" in message(lambda: apsp.solve_batch(weights[None]))


def test_a_result_that_does_not_fit_is_refused_at_once():
    n = 3_000_000
    graph = scipy.sparse.coo_array((np.ones(n - 1), (np.arange(n - 1), np.arange(1, n))), shape=(n, n)).tocsr()
    known = apsp.graph(graph)
    for options in ({}, {"dtype": "smallest"}, {"dtype": "float32", "predecessors": True}):
        start = time.perf_counter()
        assert "distances=False with statistics=True" in message(lambda: apsp.solve(known, **options))
        assert time.perf_counter() - start < 2


def test_no_arc_is_one_rule():
    networkx = pytest.importorskip("networkx")
    for none in (float("inf"), float("nan"), None):
        graph = networkx.DiGraph()
        graph.add_weighted_edges_from([(0, 1, 5), (1, 2, 7), (0, 2, none)])
        array = np.array([[0, 5, none], [None, 0, 7], [None, None, 0]], dtype=object)
        for source in (graph, array, array.astype(float)):
            np.testing.assert_array_equal(apsp.solve(source).distances[0], [0, 5, 12])
            np.testing.assert_array_equal(apsp.solve_batch([source, source]).distances[1][0], [0, 5, 12])
        if none is not None:
            sparse = scipy.sparse.csr_array((np.array([5, 7, none]), ([0, 1, 0], [1, 2, 2])), shape=(3, 3))
            for source in (sparse, sparse.tocoo(), sparse.tocsc()):
                np.testing.assert_array_equal(apsp.solve(source).distances[0], [0, 5, 12])
                np.testing.assert_array_equal(apsp.solve_batch([source, source]).distances[1][0], [0, 5, 12])
        by_function = apsp.solve(graph, weight=lambda u, v, data: none if (u, v) == (0, 2) else data["weight"])
        np.testing.assert_array_equal(by_function.distances[0], [0, 5, 12])


def test_weights_of_networkx_by_name():
    networkx = pytest.importorskip("networkx")
    graph = networkx.path_graph(3)
    networkx.set_edge_attributes(graph, 4, "length")
    assert apsp.solve(graph, weight="length").distances[0, 2] == 8
    assert apsp.solve(graph).distances[0, 2] == 2
    assert "no edge has that attribute" in message(lambda: apsp.solve(graph, weight="lenght"))
    assert "source= and target=" in message(lambda: apsp.solve(np.eye(2), weight="length"))
    assert "source= and target=" in message(lambda: apsp.solve(graph, source="a"))


def test_several_entries_at_one_place_are_one_rule():
    places = ([0, 0, 1], [1, 1, 2])
    sparse = scipy.sparse.coo_array((np.array([5.0, 3.0, 7.0]), places), shape=(3, 3))
    doubled = scipy.sparse.csr_array((sparse.data, [1, 1, 2], [0, 2, 3, 3]), shape=(3, 3))
    for source in (sparse, doubled):
        assert apsp.solve(source).distances[0, 2] == 10
        for distances in apsp.solve_batch([source, source]).distances:
            assert distances[0, 2] == 10
        assert apsp.DynamicDistances(source).distances()[0, 2] == 10


@pytest.mark.parametrize("n", [3, 20, 701])
def test_an_overwritten_array_holds_zeros(n):
    for dtype in ("f4", "f8", "i4", "u1"):
        weights = np.random.default_rng(2).integers(1, 9, (n, n)).astype(dtype)
        right = apsp.solve(weights).distances
        np.testing.assert_array_equal(apsp.solve(weights, overwrite=True).distances, right)
        assert not weights.any()
