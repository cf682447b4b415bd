"""Measures the gain for Python programs: seconds of functions of SciPy, NetworkX and scikit-learn, in turns
with the same functions served by this package; and what the package adds to the library's own time and memory.

Each figure is the median of three, with the ratio of the largest to the smallest; each of the three is one call, or
the mean of as many as take a quarter of a second. A peer that would take minutes runs from some evenly chosen
sources, and its time is multiplied.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time

import networkx as nx
import numpy as np
import scipy.sparse.csgraph

import apsp
import apsp.csgraph
from bench_batches import beside_cython, beside_rdkit, beside_scipy
from bench_changes import beside_networkit
from bench_peers import GRAPHS, RUNS, SOURCES, read


def clock(work):
    """Mean seconds per call, over as many calls as take a quarter of a second."""
    begin = time.perf_counter()
    calls = 0
    while calls == 0 or time.perf_counter() - begin < 0.25:
        work()
        calls += 1
    return (time.perf_counter() - begin) / calls


def in_turns(peer, ours, times=1.0):
    """The peer's seconds, multiplied by `times`, and ours. Our first call is not counted, as it loads libraries."""
    ours()
    taken = [(times * clock(peer), clock(ours)) for _ in range(RUNS)]
    return [list(column) for column in zip(*taken)]


def floyd_warshall(integers):
    drawn = np.random.default_rng(1)
    weights = drawn.integers(1, 100, (2000, 2000)).astype(float) if integers else drawn.uniform(1, 9, (2000, 2000))
    return in_turns(lambda: scipy.sparse.csgraph.floyd_warshall(weights), lambda: apsp.csgraph.floyd_warshall(weights))


def shortest_path(name):
    graph = read(["--input", os.path.join(GRAPHS, name)])
    n = graph.shape[0]
    some = np.linspace(0, n - 1, SOURCES).astype(int)
    return in_turns(lambda: scipy.sparse.csgraph.shortest_path(graph, method="D", indices=some),
                    lambda: apsp.csgraph.shortest_path(graph, method="D"), n / SOURCES)


def short_searches(sources, **options):
    """`dijkstra` in a grid of about 20,000 vertices, of which about 60 are within the limit."""
    side = 141
    graph = nx.to_scipy_sparse_array(nx.grid_2d_graph(side, side), format="csr")
    graph.data = np.random.default_rng(1).uniform(1, 100, graph.nnz)
    indices = np.linspace(0, side * side - 1, sources).astype(int) if sources > 1 else side * side // 2
    options |= {"indices": indices, "limit": 200}
    return in_turns(lambda: scipy.sparse.csgraph.dijkstra(graph, **options),
                    lambda: apsp.csgraph.dijkstra(graph, **options))


def average_shortest_path_length():
    graph = nx.gnm_random_graph(1000, 5000, seed=1)

    def ours():
        graph.__networkx_cache__.clear()  # so that no earlier call's conversion is reused
        nx.average_shortest_path_length(graph, backend="apsp")

    return in_turns(lambda: nx.average_shortest_path_length(graph), ours)


def isomap(whole):
    """`shortest_path` as Isomap calls it, or all of `fit`."""
    from sklearn import datasets, manifold
    from sklearn.manifold import _isomap

    points = datasets.make_swiss_roll(3000, random_state=1)[0]
    if whole:
        fit = lambda: manifold.Isomap().fit(points)
        return in_turns(fit, patched(fit))
    calls = []
    original = _isomap.shortest_path
    _isomap.shortest_path = lambda *given, **named: calls.append((given, named)) or original(*given, **named)
    manifold.Isomap().fit(points)
    _isomap.shortest_path = original
    (given, named), = calls
    return in_turns(lambda: original(*given, **named), lambda: apsp.csgraph.shortest_path(*given, **named))


def patched(work):
    def served():
        with apsp.csgraph.patch():
            work()
    return served


def overhead():
    """Seconds that the library reports, and seconds of the whole call."""
    weights = np.random.default_rng(1).uniform(1, 9, (2000, 2000)).astype(np.float32)
    own, whole = [], []
    for run in range(RUNS + 1):
        begin = time.perf_counter()
        result = apsp.solve(weights, dtype="float32", device="cpu")
        whole.append(time.perf_counter() - begin)
        own.append(sum(result.seconds.values()))
        del result
    return [own[1:], whole[1:]]


PEAK = """
import numpy, apsp
apsp.solve(numpy.ones((64, 64), numpy.float32), device="cpu")
used = lambda: next(int(line.split()[1]) * 1024 for line in open("/proc/self/status") if line.startswith("VmHWM"))
before, n = used(), 8192
weights = numpy.random.default_rng(1).random((n, n), numpy.float32)
apsp.solve(weights, dtype="float32", device="cpu", overwrite={overwrite})
print((used() - before) / (4 * n * n))
"""


def peak(overwrite):
    """Memory of the input array and the solve, as a multiple of the result's bytes."""
    done = subprocess.run([sys.executable, "-c", PEAK.format(overwrite=overwrite)], capture_output=True, text=True,
                          check=True)
    return float(done.stdout)


SPEEDS = {
    "csgraph.floyd_warshall, n = 2000, fractions": lambda: floyd_warshall(False),
    "csgraph.floyd_warshall, n = 2000, integers": lambda: floyd_warshall(True),
    "csgraph.shortest_path(method='D'), TG": lambda: shortest_path("large/TG.gr"),
    "csgraph.shortest_path(method='D'), rome99": lambda: shortest_path("rome99.gr"),
    "csgraph.dijkstra(limit=), a source of 20,000": lambda: short_searches(1),
    "the same with predecessors": lambda: short_searches(1, return_predecessors=True),
    "the same, directed=False": lambda: short_searches(1, directed=False),
    "csgraph.dijkstra(limit=), 500 sources": lambda: short_searches(500),
    "the same 500 with predecessors": lambda: short_searches(500, return_predecessors=True),
    "the same 500 with min_only": lambda: short_searches(500, min_only=True),
    "nx.average_shortest_path_length, n = 1000, m = 5000": average_shortest_path_length,
    "Isomap's shortest_path, n = 3000": lambda: isomap(False),
    "Isomap.fit, n = 3000": lambda: isomap(True),
    "solve_batch, 100,000 of n = 24, SciPy, dense": lambda: beside_scipy(in_turns, True),
    "solve_batch, 100,000 of n = 24, SciPy, compressed": lambda: beside_scipy(in_turns, False),
    "solve_batch, 100,000 of n = 24, RDKit": lambda: beside_rdkit(in_turns),
    "solve_batch, 5,000 of n = 64, Cython": lambda: beside_cython(in_turns, False),
    "solve_batch with predecessors, 5,000 of n = 64": lambda: beside_cython(in_turns, True),
    "DynamicDistances, an arc more, n = 2000, NetworKit": lambda: beside_networkit("auto"),
    "the same in float64": lambda: beside_networkit("float64"),
    "apsp.solve, n = 2000, float32, beside the library": overhead,
}


def main():
    parser = argparse.ArgumentParser(prog="tools/bench --python")
    parser.add_argument("rows", nargs="*", help="parts of their names; else all")
    parser.add_argument("-o", "--output")
    arguments = parser.parse_args()
    wanted = lambda name: not arguments.rows or any(part in name for part in arguments.rows)
    made = {}
    print(f"{'':52} {'peer':>9} {'apsp':>9} {'ratio':>7}  spreads")
    for name, measure in SPEEDS.items():
        if not wanted(name):
            continue
        try:
            peer, ours = measure()
        except ImportError as error:
            print(f"{name:52} {error}")
            continue
        ratio = statistics.median(peer) / statistics.median(ours)
        made[name] = {"peer": peer, "apsp": ours, "ratio": ratio}
        print(f"{name:52} {statistics.median(peer):9.4f} {statistics.median(ours):9.4f} {ratio:7.2f}  "
              f"{max(peer) / min(peer):.2f} {max(ours) / min(ours):.2f}", flush=True)
    for overwrite in (False, True):
        name = f"peak memory over the result's, n = 8192, overwrite={overwrite}"
        if wanted(name):
            made[name] = peak(overwrite)
            print(f"{name:70} {made[name]:9.2f}", flush=True)
    if arguments.output:
        with open(arguments.output, "w") as file:
            json.dump(made, file, indent=1)


if __name__ == "__main__":
    main()
