#!/usr/bin/env python3
"""Compares apsp-ocl with SciPy's shortest paths, through files, on random graphs of every kind:
distances (SciPy's, with predecessors, are also proved by `apsp-ocl verify`), negative cycles, and
what --stats says. Usage: scipy_check.py PROGRAM; 77 means that SciPy is not installed.
"""
import json
import os
import subprocess
import sys
import tempfile

try:
    import numpy as np
    import scipy
    from scipy.sparse import coo_matrix, csgraph
except ImportError:
    print("skipped: no SciPy (python3-scipy)")
    sys.exit(77)

PROGRAM = sys.argv[1]
ROUNDS = 2  # of every kind, method and device
KINDS = ("sparse", "dense", "negative", "zeros", "apart", "undirected", "reals", "cycles")
METHODS = {"dijkstra": csgraph.dijkstra, "johnson": csgraph.johnson,
           "floyd_warshall": csgraph.floyd_warshall}


def run(*words):
    return subprocess.run((PROGRAM,) + words, capture_output=True, text=True, timeout=300)


def random_arcs(kind, n, random):
    """Sources, targets and weights: at most one arc per pair and no self-loops."""
    share = {"dense": 0.9, "apart": 0.6 / n}.get(kind, 4.0 / n)
    sources, targets = np.nonzero(random.random((n, n)) < share)
    kept = sources < targets if kind == "undirected" else sources != targets
    sources, targets = sources[kept], targets[kept]
    weights = random.integers(1, 100, len(sources)).astype(float)
    if kind == "zeros":
        weights = random.integers(0, 2, len(sources)).astype(float)
    if kind == "reals":
        weights = weights / 7
    if kind == "negative":  # no cycle is negative: the potentials cancel
        potential = random.integers(-200, 200, n)
        weights = weights + potential[targets] - potential[sources]
    if kind == "cycles":  # negative ones, in some of these graphs
        weights = random.integers(-25, 100, len(sources)).astype(float)
    return sources, targets, weights


def write(folder, kind, n, arcs):
    """Writes the graph as .mtx, or as .npy if it is dense."""
    sources, targets, weights = arcs
    if kind == "dense":
        matrix = np.full((n, n), np.inf)
        matrix[sources, targets] = weights
        np.save(os.path.join(folder, "g.npy"), matrix)
        return os.path.join(folder, "g.npy")
    path = os.path.join(folder, "g.mtx")
    with open(path, "w") as file:
        file.write(f"%%MatrixMarket matrix coordinate real general\n{n} {n} {len(sources)}\n")
        for s, t, w in zip(sources, targets, weights):
            file.write(f"{s + 1} {t + 1} {float(w)!r}\n")
    return path


def check_statistics(found, table, distances):
    """Compares statistics with SciPy's distances, as docs/statistics.md defines them."""
    n = len(distances)
    others = np.isfinite(distances) & ~np.eye(n, dtype=bool)
    reached = others.sum(axis=1)
    eccentricity = np.where(np.isfinite(distances), distances, 0).max(axis=1)
    total = np.where(others, distances, 0).sum(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        closeness = np.where(total > 0, reached / max(n - 1, 1) * reached / total, 0)
    assert np.allclose(table[:, 1], eccentricity, rtol=1e-5)
    assert np.allclose(table[:, 2], closeness, rtol=1e-5)
    assert (table[:, 3] == reached).all()
    all_reached = reached == n - 1
    count, labels = csgraph.connected_components(np.isfinite(distances), connection="strong")
    radius = eccentricity[all_reached].min() if all_reached.any() else None
    assert found["reachable_pairs"] == reached.sum()
    assert np.isclose(found["diameter"], eccentricity.max(), rtol=1e-5)
    assert found["components"] == {"count": count, "largest": np.bincount(labels).max()}
    assert (found["radius"] is None) == (radius is None)
    if radius is not None:
        assert np.isclose(found["radius"], radius, rtol=1e-5)
    if reached.sum() > 0:
        assert np.isclose(found["mean_distance"], distances[others].mean(), rtol=1e-5)


def check(kind, method, device, seed):
    """Checks one graph; returns whether it has a negative cycle."""
    random = np.random.default_rng(seed)
    n = int(random.integers(2, 140))
    arcs = random_arcs(kind, n, random)
    sparse = coo_matrix((arcs[2], arcs[:2]), shape=(n, n)).tocsr()
    undirected = kind == "undirected"
    with tempfile.TemporaryDirectory() as folder:
        graph = write(folder, kind, n, arcs)
        saved = os.path.join(folder, "d.npy")
        table = os.path.join(folder, "s.csv")
        options = ["--index", "0", *(["--undirected"] if undirected else [])]
        ours = run("--input", graph, "--device", device, "--output", saved, "--json",
                   "--stats-output", table, *options)
        try:
            theirs, before = METHODS[method](sparse, directed=not undirected,
                                             return_predecessors=True)
        except csgraph.NegativeCycleError:
            assert ours.returncode == 5, ours.stderr
            witness = json.loads(ours.stdout)["result"]["negative_cycle_witness"]
            cycle = [int(v) for v in witness["vertices"]]
            weight = sum(sparse[u, v] for u, v in zip(cycle, cycle[1:] + cycle[:1]))
            assert weight == witness["weight"] < 0
            return True
        assert ours.returncode == 0, ours.stderr
        report = json.loads(ours.stdout)
        found = np.load(saved).astype(float)
        found[np.load(saved) == float(report["no_path"])] = np.inf
        if kind == "reals":
            assert report["dtype"] == "f32"
            assert np.allclose(found, theirs, rtol=n * 2.0**-23)
        else:
            assert (found == theirs).all()
        check_statistics(report["stats"], np.loadtxt(table, delimiter=",", skiprows=1, ndmin=2),
                         theirs)
        np.save(saved, theirs)
        np.save(os.path.join(folder, "p.npy"), before)
        proof = run("verify", "--graph", graph, "--distances", saved, "--predecessors",
                    os.path.join(folder, "p.npy"), *options)
        assert proof.returncode == 0, proof.stderr
    return False


def main():
    listed = json.loads(run("devices", "--json").stdout)["devices"]
    devices = ["cpu"] + ["opencl:0"] * any(d["backend"] == "opencl" for d in listed)
    graphs = cycles = 0
    for kind in KINDS:
        negative = kind in ("negative", "cycles")
        for method in METHODS:
            if negative and method == "dijkstra":
                continue
            for device in devices:
                for round in range(ROUNDS):
                    graphs += 1
                    try:
                        cycles += check(kind, method, device, 1000 * graphs + round)
                    except AssertionError:
                        print(f"differs: {kind}, {method}, {device}, seed {1000 * graphs + round}")
                        raise
    assert 0 < cycles < graphs
    print(f"SciPy {scipy.__version__} agrees on {graphs} graphs, {cycles} of them with a negative "
          f"cycle, on {' and '.join(devices)}")


main()
