"""What `apsp.solve` takes: arrays, sparse matrices, tables, NetworkX's graphs and tensors."""

import types

import apsp
import apsp.csgraph
import numpy as np
import pytest
import scipy.sparse
from apsp._graph import from_dense

TRIANGLE = np.array([[np.inf, 3, np.inf], [np.inf, np.inf, 4], [1, np.inf, np.inf]])
DISTANCES = np.array([[0, 3, 7], [5, 0, 4], [1, 4, 0]])


def check(source, **options):
    result = apsp.solve(source, **options)
    np.testing.assert_array_equal(result.distances, DISTANCES)
    return result


@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_arrays(dtype):
    check(TRIANGLE.astype(dtype))
    check(np.asfortranarray(TRIANGLE.astype(dtype)))
    check(np.where(np.isinf(TRIANGLE), np.nan, TRIANGLE).astype(dtype))


@pytest.mark.parametrize("dtype", ["u1", "i2", "i4", "i8", "u4"])
def test_integers_with_null(dtype):
    check(np.where(np.isinf(TRIANGLE), 0, TRIANGLE).astype(dtype), null=0)


def test_byte_order():
    for dtype in (">f4", ">f8", ">i2", ">i4", ">i8", "<f8"):
        check(np.where(np.isinf(TRIANGLE), -1, TRIANGLE).astype(dtype), null=-1)
    assert apsp.verify(TRIANGLE, DISTANCES.astype(">f8")) and apsp.verify(TRIANGLE, DISTANCES.astype(">i4"))


def test_integers_that_are_not_exact(tmp_path):
    pandas, networkx = pytest.importorskip("pandas"), pytest.importorskip("networkx")
    for weight in (2**53 + 1, -(2**53) - 1, 2**62, -(2**63), 2**64 - 1):
        dense = np.array([[0, weight], [1, 0]], dtype="u8" if weight > 2**63 else "i8")
        graph = networkx.DiGraph()
        graph.add_edge(0, 1, weight=weight)
        for source in (dense, np.ma.masked_array(dense), scipy.sparse.csr_array(dense), scipy.sparse.coo_array(dense),
                       pandas.DataFrame({"from": [0], "to": [1], "weight": [weight]}), graph):
            with pytest.raises(ValueError, match=f"weight {weight}: .* at most 2.53"):
                apsp.solve(source)
    exact = np.array([[0, 2**53], [1, 0]])
    assert apsp.solve(exact).distances[0, 1] == 2**53
    none = np.iinfo(np.int64).max
    filled = np.array([[0, none], [1, 0]])
    assert apsp.solve(filled, null=none).distances.tolist() == [[0, np.inf], [1, 0]]
    assert apsp.solve(np.ma.masked_equal(filled, none)).distances.tolist() == [[0, np.inf], [1, 0]]


def test_nulls_of_every_kind():
    entries = np.array([[-1, 3, -1], [-1, -1, 4], [1, -1, -1]])
    for dtype in ("i2", "i4", "i8", "f4", "f8"):
        check(entries.astype(dtype), null=-1)
    check(np.where(entries < 0, 32767, entries).astype("i2"), null=32767)
    check(np.where(entries < 0, 510, entries).astype("i4"), null=510)
    for far in (1e20, 0.1):  # float32 holds neither
        check(np.where(entries < 0, far, entries).astype("f4"), null=far)
    with pytest.raises(apsp.NegativeCycleError):
        apsp.solve(entries.astype("i4"), null=1000)
    with pytest.raises(apsp.NegativeCycleError):
        apsp.solve(entries.astype("i4"), null=0.5)


def test_arguments_stay_as_they_are():
    weights = np.random.default_rng(1).uniform(1, 9, (256, 256)).astype("f4")
    kept, graph = weights.copy(), apsp.graph(weights)
    first = apsp.solve(weights, dtype="f4").distances
    np.testing.assert_array_equal(weights, kept)
    for _ in range(2):
        np.testing.assert_array_equal(apsp.solve(graph, dtype="f4").distances, first)


def test_masked():
    check(np.ma.masked_invalid(np.where(np.isinf(TRIANGLE), np.nan, TRIANGLE)))


@pytest.mark.parametrize("format", ["bsr", "coo", "csc", "csr", "dia", "dok", "lil"])
@pytest.mark.parametrize("kind", [scipy.sparse.csr_matrix, scipy.sparse.csr_array])
def test_sparse(format, kind):
    check(kind(np.where(np.isinf(TRIANGLE), 0, TRIANGLE)).asformat(format))


@pytest.mark.parametrize("format", ["coo", "csc", "csr", "lil"])
def test_infinity_in_sparse(format):
    entries = np.array([3, np.inf, 4, 1, np.inf]), ([0, 0, 1, 2, 2], [1, 2, 2, 0, 1])
    graph = scipy.sparse.coo_array(entries, shape=(3, 3)).asformat(format)
    check(graph)
    np.testing.assert_array_equal(apsp.solve(graph, unweighted=True).distances, [[0, 1, 2], [2, 0, 1], [1, 2, 0]])
    graph[0, 2] = np.nan
    check(graph)
    graph[0, 1] = -np.inf
    with pytest.raises(ValueError, match="finite"):
        apsp.solve(graph)


@pytest.mark.parametrize("kind", [scipy.sparse.csr_matrix, scipy.sparse.csr_array])
def test_sparse_with_room(kind):
    graph = kind(np.where(np.isinf(TRIANGLE), 0, TRIANGLE))
    graph.data, graph.indices = np.append(graph.data, [1, 9]), np.append(graph.indices, [0, 7])
    check(graph)
    for result in apsp.solve_batch([graph, graph]).distances:
        np.testing.assert_array_equal(result, DISTANCES)
    for name in ("shortest_path", "floyd_warshall", "dijkstra", "johnson", "bellman_ford"):
        np.testing.assert_array_equal(getattr(apsp.csgraph, name)(graph), DISTANCES)
    assert len(graph.data) == 5


def test_networkx():
    networkx = pytest.importorskip("networkx")
    graph = networkx.DiGraph()
    graph.add_weighted_edges_from([("a", "b", 3), ("b", "c", 4), ("c", "a", 1)])
    result = check(graph, predecessors=True)
    assert result.labels == ["a", "b", "c"] and result.path("a", "c") == ["a", "b", "c"]
    both = apsp.solve(graph.to_undirected()).distances
    np.testing.assert_array_equal(both, [[0, 3, 1], [3, 0, 4], [1, 4, 0]])


@pytest.mark.parametrize("package", ["pandas", "polars", "pyarrow"])
def test_tables(package):
    module = pytest.importorskip(package)
    columns = {"from": ["a", "b", "c"], "to": ["b", "c", "a"], "length": [3.0, 4.0, 1.0]}
    table = module.table(columns) if package == "pyarrow" else module.DataFrame(columns)
    assert check(table).labels == ["a", "b", "c"]


@pytest.mark.parametrize("package", ["pandas", "polars", "pyarrow"])
def test_tables_with_missing_vertices(package):
    module = pytest.importorskip(package)
    missing = float("nan") if package == "pandas" else None
    for columns in ({"from": [0, 1, missing], "to": [1, 2, 0]}, {"from": [0, 1, 2], "to": [1, 2, missing]}):
        table = module.table(columns) if package == "pyarrow" else module.DataFrame(columns)
        with pytest.raises(ValueError, match="arc 2 of the table"):
            apsp.solve(table)


@pytest.mark.parametrize("kinds", [("i8", "u8"), ("u8", "i8")])
def test_tables_with_integers_of_two_types(kinds):
    pandas = pytest.importorskip("pandas")
    signed, unsigned = np.array([2**53, -(2**63), 7]), np.array([2**53 + 1, 2**53, 2**63 - 1])
    columns = [(signed if kind == "i8" else unsigned).astype(kind) for kind in kinds]
    graph = apsp.graph(pandas.DataFrame({"from": columns[0], "to": columns[1]}))
    assert graph.labels == [-(2**63), 7, 2**53, 2**53 + 1, 2**63 - 1] and graph.arcs == 3
    columns[kinds.index("u8")][1] = 2**63
    with pytest.raises(ValueError, match=f"vertex {2**63} of the table"):
        apsp.graph(pandas.DataFrame({"from": columns[0], "to": columns[1]}))


def test_tables_with_integers_and_floats():
    pandas = pytest.importorskip("pandas")
    for vertex in (2**53, -(2**53)):
        table = pandas.DataFrame({"from": [vertex, 1], "to": [0.5, 2.0]})
        assert apsp.graph(table).labels == sorted([0.5, 1, 2, vertex])
        table["from"] *= 2
        with pytest.raises(ValueError, match=f"vertex {2 * vertex} of the table"):
            apsp.graph(table)


def test_overwrite_takes_the_memory_and_changes_nothing_else():
    weights = np.random.default_rng(2).uniform(1, 9, (700, 700)).astype("f4")
    right = apsp.solve(weights, dtype="f4").distances
    kept = weights.copy()
    kept.flags.writeable = False  # is not overwritten
    for source in (weights.copy(), np.asfortranarray(weights), weights.copy()[:, :], kept):
        np.testing.assert_array_equal(apsp.solve(source, dtype="f4", overwrite=True).distances, right)
    np.testing.assert_array_equal(kept, weights)
    whole = np.random.default_rng(2).uniform(1, 9, (701, 701)).astype("f4")
    around = whole.copy()
    apsp.solve(whole[:700, :700], dtype="f4", overwrite=True)
    np.testing.assert_array_equal(whole, around)


def test_undirected_keeps_what_the_semiring_prefers():
    ways = scipy.sparse.csr_array(np.array([[0, 2.0, 0], [5, 0, 0], [0, 3, 0]]))
    wide = np.array([[np.inf, 5, 3], [5, np.inf, 3], [3, 3, np.inf]])
    for source in (ways, apsp.graph(ways), apsp.graph(np.where(ways.toarray() == 0, np.inf, ways.toarray()))):
        result = apsp.closure(source, "max-min", directed=False)
        off = ~np.eye(3, dtype=bool)
        np.testing.assert_array_equal(result.distances[off], wide[off])
    near = apsp.solve(apsp.graph(ways), directed=False).distances
    np.testing.assert_array_equal(near, [[0, 2, 5], [2, 0, 3], [5, 3, 0]])


@pytest.mark.parametrize("semiring, best", [("max-min", 5), ("max-times", 5), ("min-max", 2), ("min-plus", 2)])
def test_parallel_arcs_keep_what_the_semiring_prefers(tmp_path, semiring, best):
    networkx = pytest.importorskip("networkx")
    share = 10 if semiring == "max-times" else 1  # its weights are at most 1
    arcs = [(0, 1, 2 / share), (0, 1, 5 / share)]
    sparse = scipy.sparse.coo_array(([w for _, _, w in arcs], ([0, 0], [1, 1])), shape=(2, 2))
    several = networkx.MultiDiGraph()
    several.add_weighted_edges_from(arcs)
    file = tmp_path / "arcs.csv"
    file.write_text("".join(f"{s},{t},{w}\n" for s, t, w in arcs))
    for source in (sparse, several, apsp.graph(sparse, semiring=semiring), apsp.graph(several, semiring=semiring),
                   apsp.read(file, semiring=semiring)):
        result = apsp.closure(source, semiring)
        assert result.distances[0, 1] == np.float32(best / share)
        assert apsp.verify(source, result)
    with pytest.raises(ValueError, match="unknown semiring"):
        apsp.read(file, semiring="plus")


class Tensor:
    """The parts of the array interface that torch's tensors have."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **named):
        return self.array.__dlpack__(**named)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()

    def __array_namespace__(self):
        return types.SimpleNamespace(from_dlpack=lambda array: Tensor(np.from_dlpack(array)))


def test_tensors():
    result = apsp.solve(Tensor(TRIANGLE.astype("f4")), dtype="f4", predecessors=True)
    assert isinstance(result.distances, Tensor) and isinstance(result.predecessors, Tensor)
    np.testing.assert_array_equal(result.distances.array, DISTANCES)


def test_views_of_what_is_not_ours_stay():
    class Weights(np.ndarray):
        pass

    mine = np.random.default_rng(3).uniform(1, 9, (700, 700)).astype("f4")
    kept = mine.copy()
    from_dense(mine.view(Weights))
    np.testing.assert_array_equal(mine, kept)


def test_read_says_what_a_file_does_not_tell(tmp_path):
    """Which value is no arc, what the first line is, what names the nodes."""
    file = tmp_path / "g.csv"
    file.write_text("0,5,-1\n5,0,3\n-1,3,0\n")
    assert apsp.solve(apsp.read(file, format="dense", null=-1)).distances[0].tolist() == [0, 5, 8]
    file = tmp_path / "g.edges"
    file.write_text("3 1\n0 2\n")
    assert apsp.read(file, unweighted=True, first_line="counts").arcs == 1
    assert apsp.read(file, unweighted=True, first_line="data").arcs == 2
    with pytest.raises(ValueError, match="first_line"):
        apsp.read(file, first_line="names")
    file = tmp_path / "g.graphml"
    file.write_text('<graphml><key id="k" for="node" attr.name="town" attr.type="string"/><graph>'
                    '<node id="a"><data key="k">Bern</data></node><node id="b"><data key="k">Thun</data></node>'
                    '<edge source="a" target="b"/></graph></graphml>')
    assert apsp.read(file, label="town", unweighted=True).labels == ["Bern", "Thun"]
    assert apsp.read(file, label="id", unweighted=True).labels == ["a", "b"]


def test_names_of_files_are_unicode(tmp_path):
    file = tmp_path / "Straßen名.csv"
    file.write_text("Bern,Thun,31\nThun,Spiez,x\n")
    with pytest.raises(ValueError, match="Straßen名.csv:2"):
        apsp.read(file)
    file.write_text("Bern,Thun,31\n")
    assert apsp.read(file).labels == ["Bern", "Thun"]
    with pytest.raises(ValueError, match="Strassen名.csv: cannot be opened.*did you mean .*Straßen名.csv"):
        apsp.read(tmp_path / "Strassen名.csv")


def test_center_has_the_names_of_the_vertices(tmp_path):
    file = tmp_path / "g.csv"
    file.write_text("a,b,1\nb,c,2\n")
    roads = apsp.read(file, directed=False)
    assert apsp.solve(roads, statistics=True).statistics.center == ["b"]
    assert apsp.DynamicDistances(roads).statistics().center == ["b"]
