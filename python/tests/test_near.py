"""`apsp.near`, `apsp.table` and `apsp.pair_paths`: equal to their part of the whole matrix."""

import subprocess
import sys

import apsp
import networkx as nx
import numpy as np
import pytest
import scipy.sparse


def drawn(rng, n, kind):
    weights = scipy.sparse.random_array((n, n), density=min(1, 3 / n), rng=rng, format="csr")
    weights.data = rng.integers(0, 9, weights.nnz).astype(float) / (4 if kind == "fractions" else 1)
    return weights


def expected(distances, sources, cutoff, nearest, among):
    """A list of (target, distance) for each source."""
    rows = []
    for source in sources:
        pairs = [(j, d) for j, d in enumerate(distances[source])
                 if d <= cutoff and d < np.inf and (j != source if among is None else j in among)]
        if nearest is not None:
            pairs = sorted(pairs, key=lambda pair: (pair[1], pair[0]))[:nearest]
        rows.append(pairs)
    return rows


def drawn_graphs(seed, kind):
    """Graphs with all their distances, and a source of further random numbers."""
    rng = np.random.default_rng(seed)
    for _ in range(40):
        n = int(rng.integers(1, 50))
        graph = drawn(rng, n, kind)
        yield rng, n, graph, apsp.solve(graph).distances


@pytest.mark.parametrize("kind", ["integers", "fractions"])
def test_equals_the_filtered_matrix(kind):
    for rng, n, graph, distances in drawn_graphs(5, kind):
        cutoff = float(rng.integers(0, 30)) / 2 if rng.random() < 0.6 else None
        nearest = int(rng.integers(1, 6)) if cutoff is None or rng.random() < 0.3 else None
        among = rng.integers(0, n, 5) if rng.random() < 0.4 else None
        sources = rng.integers(0, n, 4) if rng.random() < 0.4 else None
        wanted = expected(distances, range(n) if sources is None else sources, np.inf if cutoff is None else cutoff,
                          nearest, None if among is None else set(among.tolist()))
        for algorithm in ("auto", "search", "sparse", "kleene"):
            found = apsp.near(graph, cutoff, nearest, sources=sources, among=among, algorithm=algorithm)
            assert found.shape == (len(wanted), n) and found.dtype == np.float64
            assert [list(zip(found.indices[a:b].tolist(), found.data[a:b].tolist()))
                    for a, b in zip(found.indptr, found.indptr[1:])] == wanted


@pytest.mark.parametrize("kind", ["integers", "fractions"])
def test_a_table_is_a_part_of_the_matrix(kind):
    for rng, n, graph, distances in drawn_graphs(6, kind):
        sources, targets = (rng.integers(0, n, int(rng.integers(1, 9))) for _ in range(2))
        for algorithm in ("auto", "search", "sparse", "kleene"):
            for rows, columns in ((sources, targets), (None, targets), (sources, None)):
                found = apsp.table(graph, rows, columns, algorithm=algorithm)
                part = distances[slice(None) if rows is None else rows]
                part = part[:, slice(None) if columns is None else columns]
                assert found.dtype == np.float64 and found.shape == part.shape
                assert np.array_equal(found, part)


@pytest.mark.parametrize("kind", ["integers", "fractions"])
def test_distances_of_pairs(kind):
    for rng, n, graph, distances in drawn_graphs(7, kind):
        pairs = rng.integers(0, n, (int(rng.integers(0, 60)), 2))
        for algorithm in ("auto", "search", "sparse", "kleene"):
            found = apsp.table(graph, pairs=pairs, algorithm=algorithm)
            assert found.dtype == np.float64
            assert np.array_equal(found, distances[pairs[:, 0], pairs[:, 1]])


def are_tight(graph, distances, sources, targets, before):
    """Whether these are last vertices before the targets of shortest paths."""
    weights = graph.toarray()
    for s, t, p in zip(sources, targets, before):
        if s == t or np.isinf(distances[s, t]):
            assert p == -1
        else:
            assert t in graph.indices[graph.indptr[p]:graph.indptr[p + 1]]
            assert distances[s, p] + weights[p, t] == distances[s, t]


@pytest.mark.parametrize("kind", ["integers", "fractions"])
def test_predecessors_and_paths(kind):
    for rng, n, graph, distances in drawn_graphs(8, kind):
        sources, targets = (rng.integers(0, n, int(rng.integers(1, 9))) for _ in range(2))
        for algorithm in ("auto", "search", "sparse", "kleene"):
            near, before = apsp.near(graph, 12, sources=sources, predecessors=True, algorithm=algorithm)
            assert (near != apsp.near(graph, 12, sources=sources)).nnz == 0 and before.dtype == np.int32
            assert np.array_equal(near.indices, before.indices)
            rows = np.repeat(sources, np.diff(before.indptr))
            are_tight(graph, distances, rows, before.indices, before.data)
            found, before = apsp.table(graph, sources, targets, predecessors=True, algorithm=algorithm)
            assert np.array_equal(found, distances[np.ix_(sources, targets)]) and before.dtype == np.int32
            are_tight(graph, distances, np.repeat(sources, len(targets)), np.tile(targets, len(sources)),
                      before.ravel())
        pairs = rng.integers(0, n, (20, 2))
        found, before = apsp.table(graph, pairs=pairs, predecessors=True)
        are_tight(graph, distances, *pairs.T, before)
        weights = graph.toarray()
        for (s, t), path in zip(pairs, apsp.pair_paths(graph, pairs), strict=True):
            assert (not path) == np.isinf(distances[s, t])
            if path:
                assert path[0] == s and path[-1] == t and len(set(path)) == len(path)
                assert sum(weights[u, v] for u, v in zip(path, path[1:])) == distances[s, t]


def test_paths_of_labels():
    graph = nx.path_graph(["Bern", "Thun", "Spiez"], create_using=nx.DiGraph)
    assert apsp.pair_paths(graph, [("Bern", "Spiez"), ("Spiez", "Bern"), ("Thun", "Thun")]) == [
        ["Bern", "Thun", "Spiez"], [], ["Thun"]]
    with pytest.raises(apsp.NegativeCycleError):
        apsp.pair_paths(np.array([[0, 1.0], [-2, 0]]), [(0, 1)])


def test_tables_of_labels():
    graph = nx.path_graph(["Bern", "Thun", "Spiez", "Brig"], create_using=nx.DiGraph)
    assert apsp.table(graph, ["Thun"], ["Brig", "Bern", "Brig"]).tolist() == [[2, np.inf, 2]]
    assert apsp.table(graph, pairs=[("Bern", "Brig"), ("Brig", "Bern")]).tolist() == [3, np.inf]
    assert apsp.table(graph, pairs=[]).shape == (0,)
    with pytest.raises(ValueError, match="pairs, or sources and targets"):
        apsp.table(graph, ["Thun"], pairs=[("Bern", "Brig")])
    small = apsp.table(graph, ["Thun"], ["Bern"], dtype="smallest")
    assert small.dtype == np.uint8 and small[0, 0] == apsp.solve(graph, dtype="smallest").no_path
    with pytest.raises(ValueError, match="targets names no vertex"):
        apsp.table(graph, None, [])


def test_labels_types_and_refusals():
    graph = nx.path_graph(["Bern", "Thun", "Spiez", "Brig"])
    found = apsp.near(graph, 2, sources=["Thun"], among=["Brig", "Thun"])
    assert found.toarray().tolist() == [[0, 0, 0, 2]] and found.indices.tolist() == [1, 3]
    assert apsp.near(graph, nearest=1, sources=["Spiez"], dtype="smallest").dtype == np.uint8
    assert apsp.near(graph, 1, among=[]).nnz == 0
    with pytest.raises(ValueError, match="cutoff, nearest"):
        apsp.near(graph)
    with pytest.raises(ValueError, match="negative or NaN"):
        apsp.near(graph, -1)
    with pytest.raises(ValueError, match="at least 1"):
        apsp.near(graph, nearest=0)
    with pytest.raises(ValueError, match="names no vertex"):
        apsp.near(graph, 1, sources=[])
    with pytest.raises(apsp.NegativeCycleError):
        apsp.near(np.array([[0, 1.0], [-2, 0]]), 1)
    negative = np.array([[np.inf, 5, 9], [np.inf, np.inf, -4], [np.inf, np.inf, np.inf]])
    assert apsp.near(negative, 1).toarray().tolist() == [[0, 0, 1], [0, 0, -4], [0, 0, 0]]
    with pytest.raises(ValueError, match="may come back"):
        apsp.near(negative, 1, algorithm="search")


def test_a_program_ends_without_a_word():
    program = "import apsp; print(apsp.near([[0, 1], [1, 0]], 1).nnz)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("2\n", "")
