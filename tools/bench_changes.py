"""A graph that changes, compared with NetworKit's DynAPSP."""

import statistics
import time

import numpy as np
import scipy.sparse as sp

import apsp

VERTICES, ARCS, INSERTED = 2000, 8000, 40


def beside_networkit(dtype):
    """Seconds per insertion of an arc of the least weight into a random graph: medians of three groups."""
    import networkit as nk

    drawn = np.random.default_rng(1)
    pairs = np.unique(drawn.integers(0, VERTICES, (ARCS, 2)), axis=0)
    pairs = pairs[pairs[:, 0] != pairs[:, 1]]
    weights = drawn.integers(1, 100, len(pairs)).astype(float)
    graph = nk.Graph(VERTICES, weighted=True, directed=True)
    for (source, target), weight in zip(pairs.tolist(), weights):
        graph.addEdge(source, target, weight)
    peer = nk.distance.DynAPSP(graph)
    peer.run()
    ours = apsp.DynamicDistances(sp.csr_array((weights, pairs.T), shape=(VERTICES, VERTICES)), dtype=dtype, device="cpu")
    taken = []
    for source, target in drawn.integers(0, VERTICES, (INSERTED, 2)).tolist():
        if source == target or graph.hasEdge(source, target):
            continue
        graph.addEdge(source, target, 1)
        event = nk.dynamics.GraphEvent(nk.dynamics.GraphEventType.EDGE_ADDITION, source, target, 1)
        begin = time.perf_counter()
        peer.update(event)
        between = time.perf_counter()
        ours.change(source, target, 1)
        taken.append((between - begin, time.perf_counter() - between))
    distances = ours.distances()
    none = apsp._core.NO_PATH[distances.dtype.name]
    for source, target in drawn.integers(0, VERTICES, (200, 2)).tolist():
        found = distances[source, target]
        assert peer.getDistance(source, target) == found or found == none and peer.getDistance(source, target) > 1e9
    return [[statistics.median(column[k::3]) for k in range(3)] for column in zip(*taken)]
