"""Measures the seconds from a graph in memory to its distances in memory, in turns with SciPy and
igraph, and the cost of the choice of an algorithm: auto's seconds over those of the best.

Each figure is the median of three runs. Ours is the second solve of a process, whose memory the
system has handed out before; the dense closure is left out if it would take minutes. On devices
with their own memory the time ends when the distances are there, as in reports (`compute`). A peer
runs from some evenly chosen sources, and its time is multiplied by n over their number, so that it
does not write a matrix.
"""

import argparse
import json
import os
import statistics
import subprocess
import time

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAM = os.path.join(HERE, "..", "build", "apsp-ocl")
GRAPHS = os.environ.get("APSP_GRAPHS", os.path.join(HERE, "..", "..", "shared", "graphs"))
FILES = ["rome99.gr", "minnesota_dist.gr", "metis_power.gr", "jagmesh7.mtx", "USAir97.gr",
         "lagraph_test_FW_1000.gr", "rcpspmax_ubo500_psp31.gr", "rocketfuel_1239_latencies.gr",
         "tsplib_rbg403.npy", "PlanetLabData_1.npy", "snap_p2p-Gnutella08.gr", "large/OL.gr",
         "large/TG.gr", "large/case9241pegase.gr", "large/delaunay_n16.gr.gz"]
GENERATED = ["grid:128", *(f"random:4096,{degree / 4096:.6f}" for degree in (4, 16, 64, 256, 1024, 2048))]
RUNS = 3
NUMPY = {"u8": "u1", "i16": "i2", "i32": "i4", "f32": "f4", "f64": "f8"}
SOURCES = 100
LONGEST_DENSE = 20  # kleene is left out if its estimated time exceeds this many seconds


def warm(size):
    """Touches memory: some hosts hand out memory that was not in use lately at a tenth of the speed."""
    available = os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    np.full(min(size, available * 4 // 5), 1, np.uint8)


def ours(words, device, dtype, algorithm):
    """The report of a solve, or None if it does not fit."""
    command = [PROGRAM, *words, "--device", device, "--dtype", dtype, "--algo", algorithm,
               "--warm-up", "--json"]
    done = subprocess.run(command, capture_output=True, text=True)
    return json.loads(done.stdout) if done.returncode == 0 else None


def seconds(report):
    parts = report["seconds"]
    return sum(parts[part] for part in ("potentials", "plan", "build", "upload", "compute"))


def read(words):
    """The same graph for peers, if it is a DIMACS file or generated."""
    import gzip

    import scipy.sparse

    if words[0] == "--input":
        if ".gr" not in words[1]:
            return None
        opened = gzip.open if words[1].endswith(".gz") else open
        with opened(words[1], "rt") as file:
            lines = [line.split() for line in file if line[0] in "ap"]
        n = next(int(line[2]) for line in lines if line[0] == "p")
        arcs = np.array([line[1:] for line in lines if line[0] == "a"], dtype=float)
        ends = arcs[:, :2].astype(int) - 1
        return scipy.sparse.csr_matrix((arcs[:, 2], (ends[:, 0], ends[:, 1])), shape=(n, n))
    name, text = words[1].split(":")
    if name == "grid":
        side = int(text)
        index = np.arange(side * side).reshape(side, side)
        pairs = np.concatenate([np.stack([index[:, :-1].ravel(), index[:, 1:].ravel()]),
                                np.stack([index[:-1].ravel(), index[1:].ravel()])], axis=1)
        weights = np.random.default_rng(1).integers(1, 11, pairs.shape[1]).astype(float)
        upper = scipy.sparse.csr_matrix((weights, pairs), shape=(side * side, side * side))
        return (upper + upper.T).tocsr()
    n, density = text.split(",")
    made = scipy.sparse.random(int(n), int(n), float(density), "csr", random_state=1)
    made.data = np.ceil(made.data * 10)
    return made


def scipy_peer(graph, unweighted):
    from scipy.sparse.csgraph import dijkstra
    return lambda sources: dijkstra(graph, indices=sources, unweighted=unweighted)


def igraph_peer(graph, unweighted):
    import igraph
    arcs = graph.tocoo()
    made = igraph.Graph(graph.shape[0], list(zip(arcs.row.tolist(), arcs.col.tolist())), directed=True)
    weights = None if unweighted else arcs.data.tolist()
    return lambda sources: made.distances(sources, weights=weights)


def peers(graph, unweighted):
    """By name, functions that take sources and find the rows of distances from them."""
    if graph is None or graph.nnz and graph.data.min() < 0:
        return {}
    found = {}
    for name, make in (("scipy", scipy_peer), ("igraph", igraph_peer)):
        try:
            found[name] = make(graph, unweighted)
        except ImportError:
            pass
    return found


def peer_seconds(find, n):
    sources = sorted({k * (n - 1) // (SOURCES - 1) for k in range(SOURCES)})
    begin = time.perf_counter()
    find(sources)
    return (time.perf_counter() - begin) * n / len(sources)


def row(words, device, dtype, unweighted, alone):
    given = words + (["--unweighted"] if unweighted else [])
    beside = {} if alone else peers(read(words), unweighted)
    plans = {name: ours(given + ["--dry-run"], device, dtype, name) for name in COLUMNS[:4]}
    size = plans["auto"]["graph"]
    n, dense = size["n"], plans["kleene"]
    expected = dense and dense["expected"]["seconds"]
    if expected and expected > LONGEST_DENSE or not expected and n >= 8000:
        plans["kleene"] = None
    names = [name for name, plan in plans.items() if plan]
    times = {name: [] for name in [*names, *beside]}
    for _ in range(RUNS):
        for name, find in beside.items():
            times[name].append(peer_seconds(find, n))
        for name in names:
            warm(2 * n * n * np.dtype(NUMPY[plans[name]["dtype"]]).itemsize)
            report = ours(given, device, dtype, name)
            if report is not None:
                times[name].append(seconds(report))
                if name == "auto":
                    chosen, used = report["algorithm"], report["dtype"]
    medians = {name: statistics.median(all) for name, all in times.items() if all}
    best = min(medians[name] for name in names if name in medians)
    return {"graph": os.path.basename(words[1]) + (" unweighted" if unweighted else ""),
            "n": n, "arcs": size["arcs"], "device": device, "chosen": chosen, "dtype": used,
            "seconds": medians, "spread": {name: max(all) / min(all) for name, all in times.items() if all},
            "auto_over_best": medians["auto"] / best, "auto_loses": medians["auto"] - best}


COLUMNS = ("auto", "sparse", "search", "kleene", "scipy", "igraph")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("graphs", nargs="*")
    parser.add_argument("-o", "--output")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--dtype", default="auto")
    parser.add_argument("--alone", action="store_true", help="without peers")
    arguments = parser.parse_args()
    wanted = arguments.graphs or [os.path.join(GRAPHS, name) for name in FILES] + GENERATED
    rows = []
    print(f"{'graph':28} {'n':>6} {'type':4} {'chosen':7} " + " ".join(f"{name:>9}" for name in COLUMNS) +
          "  SciPy/auto auto/best  loses")
    for each in wanted:
        words = ["--input", each] if os.path.exists(each) else ["--generate", each]
        for unweighted in (False, True):
            if unweighted and "Gnutella" not in each:
                continue
            made = row(words, arguments.device, arguments.dtype, unweighted, arguments.alone)
            rows.append(made)
            s = made["seconds"]
            cells = " ".join(f"{s[name]:9.4f}" if name in s else f"{'-':>9}" for name in COLUMNS)
            beside = f"{s['scipy'] / s['auto']:10.0f}" if "scipy" in s else f"{'-':>10}"
            print(f"{made['graph']:28} {made['n']:6} {made['dtype']:4} {made['chosen']:7} {cells}  "
                  f"{beside} {made['auto_over_best']:9.2f} {made['auto_loses'] * 1e3:5.1f} ms", flush=True)
    if arguments.output:
        with open(arguments.output, "w") as file:
            json.dump({"rows": rows}, file, indent=1)


if __name__ == "__main__":
    main()
