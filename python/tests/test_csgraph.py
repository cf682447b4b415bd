"""SciPy's functions: the same results as SciPy's own, on graphs of every kind."""

import sys
import types
import warnings

import apsp
import apsp.csgraph as ours
import numpy as np
import pytest
import scipy.sparse
import scipy.sparse.csgraph as theirs
from hypothesis import given, settings
from hypothesis import strategies as st

FORMATS = ("bsr", "coo", "csc", "csr", "dia", "dok", "lil")
ALL_PAIRS = ("shortest_path", "floyd_warshall", "dijkstra", "johnson", "bellman_ford")


def same(mine, right):
    assert mine.dtype == right.dtype and mine.shape == right.shape
    np.testing.assert_allclose(mine, right, rtol=1e-12, atol=1e-12)


@st.composite
def matrices(draw, least=0):
    """Weights with zeros, NaN, infinities; as an array, masked, or sparse with several entries at one place."""
    n = draw(st.integers(0, 40))
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    density = draw(st.sampled_from([0.02, 0.1, 0.5, 1.0]))
    whole = draw(st.booleans())
    weights = random.integers(least, 20, (n, n)).astype(float) if whole else random.uniform(max(least, 0), 9, (n, n))
    weights[random.random((n, n)) > density] = 0
    kind = draw(st.sampled_from(("dense", "masked", "integer", "special", *FORMATS, "twice")))
    if kind == "masked":
        return np.ma.masked_array(weights, random.random((n, n)) < 0.3)
    if kind == "integer":
        return weights.astype(draw(st.sampled_from(["i1", "i2", "i4", "i8", "u1", "u4"])) if least >= 0 else "i4")
    if kind == "special":
        weights[random.random((n, n)) < 0.1] = np.nan
        weights[random.random((n, n)) < 0.1] = np.inf
        return weights
    if kind == "twice" and n > 0:
        # Conversion from other formats than this one adds such entries up.
        offsets = np.concatenate([[0], np.cumsum(random.integers(0, 6, n))])
        return scipy.sparse.csr_matrix((random.integers(least, 9, offsets[-1]).astype(float),
                                        random.integers(0, n, offsets[-1]), offsets), shape=(n, n))
    if kind in FORMATS and n > 0:
        return scipy.sparse.csr_matrix(weights).asformat(kind)
    return weights


@settings(max_examples=150, deadline=None)
@given(matrices(), st.sampled_from(ALL_PAIRS), st.booleans(), st.booleans())
def test_distances(graph, name, directed, unweighted):
    if graph.shape[0] == 0:
        return
    # SciPy 1.17's other functions find negative cycles where there are none, and do not take every format.
    as_arrays = isinstance(graph, np.ma.MaskedArray) and name in ("floyd_warshall", "shortest_path")
    right = getattr(theirs, name if as_arrays else "dijkstra")(graph, directed=directed, unweighted=unweighted)
    same(getattr(ours, name)(graph, directed=directed, unweighted=unweighted), right)


@pytest.mark.parametrize("none", [np.inf, np.nan])
@pytest.mark.parametrize("unweighted", [False, True])
@pytest.mark.parametrize("directed", [False, True])
def test_entries_that_are_no_numbers(none, unweighted, directed):
    data, rows, columns = [none, 2.0, 4, none, 1], [0, 1, 0, 3, 2], [1, 2, 2, 1, 2]
    graph = scipy.sparse.csr_array((data, (rows, columns)), shape=(4, 4))
    for name in ALL_PAIRS:
        mine, right = (getattr(module, name)(graph, directed=directed, unweighted=unweighted)
                       for module in (ours, theirs))
        same(mine, right)


@pytest.mark.parametrize("dtype", ["?", "i4", "i8", "f4", "f8"])
@pytest.mark.parametrize("kind", [scipy.sparse.csr_array, scipy.sparse.csr_matrix])
def test_entries_at_one_place(kind, dtype):
    graph = kind((np.array([5, 1, 2], dtype=dtype), [1, 1, 0], [0, 2, 3]), shape=(2, 2))
    kept = graph.copy()
    for name in ("shortest_path", "floyd_warshall"):
        same(getattr(ours, name)(graph), getattr(theirs, name)(graph))
    np.testing.assert_array_equal(graph.data, kept.data)


def test_masked_array_without_mask():
    weights = np.ma.array([[0.0, 2, 9], [5, 0, 3], [1, 0, 0]])
    assert weights.mask is np.ma.nomask
    for name in ALL_PAIRS:
        same(getattr(ours, name)(weights), getattr(theirs, name)(np.ma.array(weights, mask=np.zeros((3, 3), bool))))
    assert weights.mask is np.ma.nomask


@settings(max_examples=80, deadline=None)
@given(matrices(), st.booleans())
def test_predecessors_make_paths(graph, directed):
    if graph.shape[0] == 0:
        return
    distances, before = ours.dijkstra(graph, directed=directed, return_predecessors=True)
    right, theirs_before = theirs.dijkstra(graph, directed=directed, return_predecessors=True)
    same(distances, right)
    assert before.dtype == theirs_before.dtype
    np.testing.assert_array_equal(before == -9999, theirs_before == -9999)
    n = graph.shape[0]
    for i in range(n):
        for j in range(n):
            if before[i, j] == -9999:
                continue
            steps, v = 0, j
            while v != i:
                assert distances[i, before[i, v]] <= distances[i, v] + 1e-9
                v, steps = before[i, v], steps + 1
                assert steps <= n


@settings(max_examples=60, deadline=None)
@given(matrices(least=-3), st.sampled_from(("johnson", "bellman_ford", "floyd_warshall")))
def test_negative_weights(graph, name):
    if graph.shape[0] == 0 or scipy.sparse.issparse(graph) and graph.nnz == 0:
        return
    try:
        right = getattr(theirs, name)(graph.tocsr() if scipy.sparse.issparse(graph) else graph)
    except theirs.NegativeCycleError:
        with pytest.raises(ours.NegativeCycleError):
            getattr(ours, name)(graph)
        return
    same(getattr(ours, name)(graph), right)


@pytest.mark.parametrize("indices", [0, [2], [3, 1, 1], -1, [[0, 1], [2, 3]], []])
def test_indices(indices):
    graph = scipy.sparse.random(50, 50, 0.1, "csr", random_state=1)
    if np.size(indices) != 0:
        same(ours.dijkstra(graph, indices=indices), theirs.dijkstra(graph, indices=indices))
    for predecessors in (False, True):
        with pytest.raises(ValueError):
            ours.dijkstra(graph, indices=50, return_predecessors=predecessors)


def test_limit():
    graph = scipy.sparse.random(80, 80, 0.1, "csr", random_state=2)
    for limit in (0.5, 0):
        same(ours.dijkstra(graph, limit=limit), theirs.dijkstra(graph, limit=limit))


@pytest.mark.parametrize("directed", [True, False])
@pytest.mark.parametrize("unweighted", [True, False])
def test_short_searches(directed, unweighted, monkeypatch):
    monkeypatch.setattr(apsp._solve, "run", lambda *_, **__: pytest.fail("all pairs are solved"))
    rng = np.random.default_rng(6)
    for trial in range(40):
        n = int(rng.integers(5, 90))
        graph = scipy.sparse.random_array((n, n), density=3 / n, rng=rng, format="csr")
        graph.data = rng.integers(0 if trial % 2 else 1, 5, graph.nnz) / (1 if trial % 3 else 10)
        if trial % 4 == 0:
            graph = graph.toarray()
        limit = np.inf if trial % 5 == 0 else 1.05 if trial % 3 == 0 else 6
        weights = ours._weights_of(graph, directed) if not unweighted else None
        for indices in (int(rng.integers(-n, n)), [0], rng.integers(0, n, n // 5)):
            for min_only in (False, True):
                if np.size(indices) == 0:
                    continue
                options = {"directed": directed, "unweighted": unweighted, "indices": indices, "limit": limit,
                           "min_only": min_only, "return_predecessors": True}
                right = theirs.dijkstra(graph, **options)
                mine = ours.dijkstra(graph, **options)
                if min_only or limit < np.inf:
                    alone = ours.dijkstra(graph, **{**options, "return_predecessors": False})
                    np.testing.assert_array_equal(alone, mine[0])
                for array, other in zip(mine, right, strict=True):
                    assert array.shape == other.shape and array.dtype == other.dtype
                same(mine[0], right[0])
                np.testing.assert_array_equal(mine[1] == -9999, right[1] == -9999)
                starts = np.broadcast_to(np.ravel(indices) % n, np.size(indices))
                for k, (d, before) in enumerate(zip(np.atleast_2d(mine[0]), np.atleast_2d(mine[1]))):
                    for j in np.flatnonzero(before != -9999):
                        step = 1 if unweighted else weights[before[j], j]
                        assert d[before[j]] + step == d[j]
                        v, steps = j, 0
                        while before[v] != -9999:
                            v, steps = before[v], steps + 1
                            assert steps <= n
                        assert mine[2][j] == v if min_only else v == starts[k]


def test_damaged_matrices_are_refused():
    graph = scipy.sparse.csr_array(np.array([[0, 1.0], [1, 0]]))
    graph.indices[0] = 7
    for directed in (True, False):
        with pytest.raises(ValueError, match="not right"):
            ours.dijkstra(graph, indices=0, limit=3, directed=directed, min_only=True)


@pytest.mark.parametrize("indices", [np.array([1, 2], dtype="u1"), [4, 0], 3, [], None])
def test_min_only(indices):
    ways = scipy.sparse.random(80, 80, 0.02, "csr", random_state=2)
    for graph in (ways, ways.astype(bool) - ways.astype(bool), scipy.sparse.csr_array((0, 0))):
        sources = None if graph.shape[0] == 0 else indices
        mine, right = (module.dijkstra(graph, indices=sources, min_only=True, return_predecessors=True)
                       for module in (ours, theirs))
        for array, other in zip(mine, right):
            np.testing.assert_array_equal(array, other)


@pytest.mark.parametrize("name", ["shortest_path", "dijkstra", "johnson", "bellman_ford"])
@pytest.mark.parametrize("height", [0, 3])
def test_predecessors_from_few_sources(name, height, monkeypatch):
    monkeypatch.setattr(apsp._solve, "run", lambda *_, **__: pytest.fail("all pairs are solved"))
    graph = scipy.sparse.random(50, 50, 0.1, "coo", random_state=4)
    graph.data += height * (graph.row % 2 - graph.col % 2)  # makes arcs negative, but no cycle
    if name == "dijkstra" and height != 0:
        return
    mine, right = (f(graph.tocsr(), indices=[3, 7], return_predecessors=True)
                   for f in (getattr(ours, name), theirs.johnson))
    for array, other in zip(mine, right):
        same(array, other)


@pytest.mark.parametrize("predecessors", [False, True])
def test_negative_cycles_that_no_source_reaches(predecessors):
    graph = np.zeros((9, 9))
    graph[[0, 1, 2, 3], [1, 2, 4, 2]] = 3, -1, 2, 1
    graph[[5, 6], [6, 5]] = -2, 1
    for function in (ours.bellman_ford, lambda *_, **named: ours.shortest_path(*_, method="BF", **named)):
        for indices in ([0, 1], [0, 1, 2, 3]):
            mine, right = (f(graph, indices=indices, return_predecessors=predecessors)
                           for f in (function, theirs.bellman_ford))
            np.testing.assert_array_equal(mine, right)
        with pytest.raises(ours.NegativeCycleError):
            function(graph)
        with pytest.raises(ours.NegativeCycleError):
            function(graph, indices=[5])


@pytest.mark.parametrize("directed", [True, False])
def test_what_predecessors_make(directed):
    graph = scipy.sparse.random(40, 40, 0.05, "csr", random_state=3)
    distances, before = theirs.dijkstra(graph, directed=directed, return_predecessors=True)
    same(ours.construct_dist_matrix(graph, before, directed), theirs.construct_dist_matrix(graph, before, directed))
    same(ours.construct_dist_matrix(graph, before, directed), distances)
    mine, right = (f(graph, before[3], directed) for f in (ours.reconstruct_path, theirs.reconstruct_path))
    assert type(mine) is type(right)
    same(mine.toarray(), right.toarray())


def test_no_vertices():
    assert ours.shortest_path(np.zeros((0, 0))).shape == (0, 0)
    assert ours.dijkstra(scipy.sparse.csr_matrix((0, 0))).shape == (0, 0)


def test_large_integers_are_rounded():
    for weight in (2**53 + 1, 2**62 + 1):
        graph = np.array([[0, weight], [1, 0]])
        for source in (graph, scipy.sparse.csr_array(graph)):
            assert ours.shortest_path(source)[0, 1] == float(weight)
        assert graph[0, 1] == weight


def test_arguments_stay_as_they_are():
    for kind in (scipy.sparse.csr_array, scipy.sparse.csr_matrix):
        graph = kind(np.array([[-1.0, 2, 0], [3, 5, 1], [0, 0, 4]]))
        kept = graph.copy()
        for method in ("FW", "auto"):
            ours.shortest_path(graph, method=method)
            np.testing.assert_array_equal(graph.data, kept.data)
            np.testing.assert_array_equal(graph.indices, kept.indices)


def test_errors():
    with pytest.raises(ValueError, match="unrecognized method"):
        ours.shortest_path(np.ones((2, 2)), method="X")
    with pytest.raises(ValueError):
        ours.shortest_path(np.ones((2, 2)), method="FW", indices=[0])
    with pytest.raises(ValueError):
        ours.shortest_path(np.ones((2, 3)))


def test_patch_reaches_names_that_are_bound_and_ends():
    caller = types.ModuleType("caller")
    caller.bound = theirs.dijkstra
    sys.modules["caller"] = caller
    original = theirs.dijkstra
    before = ours.served["dijkstra"]
    with ours.patch():
        caller.bound(np.eye(3)), theirs.dijkstra(np.eye(3))
        with ours.patch():
            theirs.dijkstra(np.eye(3))
        caller.bound(np.eye(3))
    assert ours.served["dijkstra"] == before + 4
    assert caller.bound is original and theirs.dijkstra is original
    del sys.modules["caller"]


def test_patch_leaves_nothing_in_what_is_imported_meanwhile(tmp_path, monkeypatch):
    (tmp_path / "late.py").write_text("from scipy.sparse.csgraph import dijkstra, johnson as renamed\n"
                                      "def later(f=dijkstra): return f\n"
                                      "class Held: kept = [dijkstra]\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    main = sys.modules["__main__"]
    with ours.patch():
        import late

        main.bound_meanwhile = theirs.dijkstra
        held = theirs.dijkstra
    assert late.dijkstra is theirs.dijkstra is main.bound_meanwhile and late.renamed is theirs.johnson
    assert theirs.dijkstra.__module__.startswith("scipy")
    before = dict(ours.served)
    for function in (held, late.later(), late.Held.kept[0]):  # these cannot be bound again
        same(function(np.eye(3)), theirs.dijkstra(np.eye(3)))
    assert dict(ours.served) == before
    del main.bound_meanwhile, sys.modules["late"]


@pytest.mark.parametrize("options", [{}, {"indices": [3]}, {"indices": 3, "return_predecessors": True}, {"limit": 2.0},
                                     {"min_only": True}, {"indices": [3], "min_only": True, "return_predecessors": True}])
def test_dijkstra_refuses_negative_cycles(options):
    graph = np.zeros((9, 9))
    graph[[0, 1, 2, 4], [1, 2, 0, 5]] = 1, 1, -3, 1
    for source in (graph, scipy.sparse.csr_array(graph)):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for function in (ours.dijkstra, lambda *_, **named: ours.shortest_path(*_, method="D", **named)):
                if function is not ours.dijkstra and options.keys() & {"limit", "min_only"}:
                    continue
                with pytest.raises(ours.NegativeCycleError):
                    function(source, **options)
