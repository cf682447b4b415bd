"""Tables are read by the rules for files: columns by name, ids that are no vertex numbers as labels."""

import itertools
import random
import warnings

import apsp
import numpy as np
import pytest

pandas = pytest.importorskip("pandas")


def made(package, columns):
    module = pytest.importorskip(package)
    return module.table(columns) if package == "pyarrow" else module.DataFrame(columns)


PACKAGES = ["pandas", "polars", "pyarrow"]
ARCS = [("b", "a", 3.0), ("a", "c", 4.0), ("c", "b", 1.0)]
RIGHT = {("b", "a"): 3, ("b", "c"): 7, ("a", "c"): 4, ("a", "b"): 5, ("c", "b"): 1, ("c", "a"): 4}


def check(result, right=RIGHT):
    place = {label: k for k, label in enumerate(result.labels)}
    for (u, v), distance in right.items():
        assert result.distances[place[u], place[v]] == distance


@pytest.mark.parametrize("package", PACKAGES)
@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
@pytest.mark.parametrize("names", [("source", "target", "weight"), ("From", "TO", "Cost"), ("u", "v", "dist")])
def test_columns_are_found_by_name(package, order, names):
    columns = {names[k]: [arc[k] for arc in ARCS] for k in order}
    columns = {**columns, "lanes": [1, 2, 3]}
    check(apsp.solve(made(package, columns)))
    del columns["lanes"]
    check(apsp.solve(made(package, columns)))


@pytest.mark.parametrize("package", PACKAGES)
def test_columns_can_be_chosen(package):
    columns = {"lanes": [1, 2, 3], "minutes": [arc[2] for arc in ARCS], "y": [arc[1] for arc in ARCS],
               "x": [arc[0] for arc in ARCS]}
    table = made(package, columns)
    with pytest.raises(ValueError, match="source=, target= and weight="):
        apsp.solve(table)
    check(apsp.solve(table, source="x", target="y", weight="minutes"))
    check(apsp.solve(table, source=3, target=2, weight=1))
    check(apsp.solve(apsp.graph(table, source="x", target="y", weight="minutes")))
    hops = apsp.solve(table, source="x", target="y", unweighted=True)
    assert np.max(hops.distances) == 2
    with pytest.raises(ValueError, match="weight='hours': no such column"):
        apsp.solve(table, source="x", target="y", weight="hours")
    with pytest.raises(ValueError, match="name it by weight="):
        apsp.solve(table, source="x", target="y")


@pytest.mark.parametrize("columns", [
    {"weight": [1, 2], "a": [0, 1], "b": [1, 2]}, {"source": [0, 1], "when": [5, 6], "target": [1, 2]},
    {"a": [0, 1], "source": [0, 1], "weight": [1, 2]}, {"a": [0], "b": [1], "c": [2], "d": [3]}, {"source": [0]}])
def test_unclear_columns_are_refused(columns):
    with pytest.raises(ValueError, match="weight=|source=|columns of sources"):
        apsp.solve(pandas.DataFrame(columns))


def test_columns_without_names_count_by_place():
    arcs = pandas.DataFrame([[0, 1, 5], [1, 2, 7]])
    np.testing.assert_array_equal(apsp.solve(arcs).distances[0], [0, 5, 12])
    other = pandas.DataFrame({"a": [0, 1], "b": [1, 2], "c": [5, 7]})
    np.testing.assert_array_equal(apsp.solve(other).distances[0], [0, 5, 12])


def test_networkx_edge_lists_do_not_depend_on_the_order_of_columns():
    networkx = pytest.importorskip("networkx")
    graph = networkx.Graph()
    graph.add_edge(0, 1, lanes=2, weight=50.0)
    graph.add_edge(1, 2, lanes=1, weight=70.0)
    table = networkx.to_pandas_edgelist(graph)
    for order in itertools.permutations(table.columns):
        np.testing.assert_array_equal(apsp.solve(table[list(order)], directed=False).distances[0], [0, 50, 120])


def test_square_frames_with_equal_names_are_matrices():
    networkx = pytest.importorskip("networkx")
    graph = networkx.Graph()
    graph.add_weighted_edges_from([("x", "y", 2.0), ("y", "z", 3.0)])
    matrix = networkx.to_pandas_adjacency(graph, nonedge=np.nan)
    result = apsp.solve(matrix)
    assert result.labels == ["x", "y", "z"]
    np.testing.assert_array_equal(result.distances, [[0, 2, 5], [2, 0, 3], [5, 3, 0]])
    zeros = apsp.solve(networkx.to_pandas_adjacency(graph), null=0)
    np.testing.assert_array_equal(zeros.distances, result.distances)
    objects = matrix.astype(object).where(matrix.notna(), None)
    np.testing.assert_array_equal(apsp.solve(objects).distances, result.distances)
    assert apsp.solve(networkx.to_pandas_adjacency(networkx.path_graph(2))).distances.shape == (2, 2)
    large = pandas.DataFrame(np.where(np.eye(5) > 0, 0, 4.0))
    assert apsp.solve(large).labels is None and apsp.solve(large).distances.max() == 4
    for n in (2, 3):
        with pytest.raises(ValueError, match="may be a matrix or a list of arcs"):
            apsp.solve(pandas.DataFrame(np.ones((n, n))))


@pytest.mark.parametrize("names", [["x", "y"], ["x", "y", "z"], [5, 7], ["a", 1, (2, 3)], list("abcde"), [4, 2, 0, 1, 3]])
def test_columns_of_a_matrix_may_have_another_order(names):
    n = len(names)
    matrix = pandas.DataFrame(np.random.default_rng(n).integers(1, 9, (n, n)), index=names, columns=pandas.Index(
        names, tupleize_cols=False))
    right = apsp.solve(matrix.to_numpy()).distances
    for order in itertools.permutations(range(n)):
        result = apsp.solve(matrix.iloc[:, list(order)])
        assert result.labels == names
        np.testing.assert_array_equal(result.distances, right)
        turned = apsp.solve(matrix.iloc[list(order)])
        assert turned.labels == [names[k] for k in order] or turned.labels is None
        np.testing.assert_array_equal(turned.distances, right[np.ix_(order, order)])


@pytest.mark.parametrize("n", [2, 3, 5])
def test_columns_without_names_in_another_order(n):
    numbered = pandas.DataFrame(np.random.default_rng(n).integers(1, 9, (n, n)))
    turned = numbered[list(range(n))[::-1]]
    if n == 5:
        np.testing.assert_array_equal(apsp.solve(turned).distances, apsp.solve(numbered).distances)
        return
    with pytest.raises(ValueError, match="may be a matrix or a list of arcs"):
        apsp.solve(turned)


def test_results_as_frames():
    frame = apsp.solve(pandas.DataFrame(ARCS, columns=["source", "target", "weight"])).to_pandas()
    assert frame.loc["b", "c"] == 7 and frame.loc["a", "b"] == 5
    some = apsp.solve(pandas.DataFrame(ARCS), rows=["c"]).to_pandas()
    assert list(some.index) == ["c"] and some.loc["c", "a"] == 4
    assert apsp.solve(np.array([[0, 2.0], [3, 0]])).to_pandas().loc[0, 1] == 2


@pytest.mark.parametrize("ids", [[0, 2_000_000_000], [1, 2, 3], [0, 1, 2], [-1, 5], [0, 1], ["b", "a", "c"]])
def test_ids_are_those_of_files(tmp_path, ids):
    arcs = [(ids[k], ids[(k + 1) % len(ids)], k + 1.5) for k in range(len(ids))]
    table = pandas.DataFrame(arcs, columns=["source", "target", "weight"])
    file = tmp_path / "arcs.csv"
    table.to_csv(file, index=False)
    read, given = apsp.read(file), apsp.graph(table)
    assert given.labels == read.labels and given.vertices == read.vertices == len(ids)
    np.testing.assert_array_equal(apsp.solve(given).distances, apsp.solve(read).distances)


def test_random_tables_agree_with_files(tmp_path):
    draw = random.Random(5)
    file = tmp_path / "arcs.csv"
    for _ in range(40):
        names = draw.sample(["source", "target", "weight", "cost", "u", "to", "a", "b", "length"], draw.randint(2, 4))
        table = pandas.DataFrame({name: [draw.randint(0, 5) for _ in range(5)] for name in names})
        table.to_csv(file, index=False)
        found = []
        for make in (lambda: apsp.read(file), lambda: apsp.graph(table)):
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    graph = make()
                found.append((graph.labels, apsp.solve(graph).distances.tolist()))
            except ValueError:
                found.append("refused")
        assert found[0] == found[1], (names, table)


@pytest.mark.parametrize("package", PACKAGES)
def test_no_arc_in_tables(package):
    for none in (float("inf"), float("nan"), None):
        result = apsp.solve(made(package, {"source": [0, 1, 0], "target": [1, 2, 2], "weight": [5.0, 7.0, none]}))
        np.testing.assert_array_equal(result.distances[0], [0, 5, 12])
    frame = pandas.DataFrame({"source": [0, 1, 0], "target": [1, 2, 2], "weight": pandas.array([5, 7, None], "Int64")})
    np.testing.assert_array_equal(apsp.solve(frame).distances[0], [0, 5, 12])


def test_weights_that_are_no_numbers_are_refused():
    for weight in ("heavy", 1 + 2j):
        with pytest.raises(ValueError, match="column 'weight' of the table: weights are real numbers"):
            apsp.solve(pandas.DataFrame({"source": [0], "target": [1], "weight": [weight]}))
