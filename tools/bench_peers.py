"""Seconds from a graph in memory to its distances in memory, in turns with SciPy.

A figure is the median of three runs. Ours is of the second solve of a process, whose memory the
system has handed out before; the dense closure is left out where it would take minutes. SciPy's is
that of some sources evenly chosen, times n over their number, so that it need not write a matrix.
"""

import argparse
import json
import os
import statistics
import subprocess
import time

import numpy as np
import scipy.sparse
from scipy.sparse.csgraph import dijkstra

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAM = os.path.join(HERE, "..", "build", "apsp-ocl")
GRAPHS = os.environ.get("APSP_GRAPHS", os.path.join(HERE, "..", "..", "shared", "graphs"))
FILES = ["rome99.gr", "metis_power.gr", "large/OL.gr", "large/TG.gr", "large/case9241pegase.gr",
         "snap_p2p-Gnutella08.gr", "large/delaunay_n16.gr.gz"]
GENERATED = ["grid:128", "random:4096,0.002", "random:4096,0.016"]
RUNS = 3
SOURCES = 100
LONGEST_DENSE = 20  # seconds that kleene may be expected to take


def ours(words, algorithm):
    """The report of a solve, or None where it does not fit."""
    command = [PROGRAM, *words, "--device", "cpu", "--dtype", "i32", "--algo", algorithm,
               "--warm-up", "--json"]
    done = subprocess.run(command, capture_output=True, text=True)
    return json.loads(done.stdout) if done.returncode == 0 else None


def seconds(report):
    parts = report["seconds"]
    return sum(parts[part] for part in ("potentials", "plan", "build", "upload", "compute"))


def read(words):
    """The same graph for SciPy, by way of the program's own reader and an edge list."""
    if words[0] == "--input":
        import gzip
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


def peer(graph, unweighted):
    n = graph.shape[0]
    sources = np.unique(np.linspace(0, n - 1, SOURCES).astype(int))
    begin = time.perf_counter()
    dijkstra(graph, indices=sources, unweighted=unweighted)
    return (time.perf_counter() - begin) * n / len(sources)


def row(words, unweighted):
    given = words + (["--unweighted"] if unweighted else [])
    graph = read(words)
    names = ["auto", "sparse", "search"]
    dense = ours(given + ["--dry-run"], "kleene")
    if dense is None or (dense["expected"]["seconds"] or 0) <= LONGEST_DENSE and graph.shape[0] < 8000:
        names.append("kleene")
    times = {name: [] for name in names + ["scipy"]}
    for _ in range(RUNS):
        times["scipy"].append(peer(graph, unweighted))
        for name in names:
            report = ours(given, name)
            if report is not None:
                times[name].append(seconds(report))
                if name == "auto":
                    chosen, dtype = report["algorithm"], report["dtype"]
    medians = {name: statistics.median(all) for name, all in times.items() if all}
    spread = {name: max(all) / min(all) for name, all in times.items() if all}
    return {"graph": os.path.basename(words[1]) + (" unweighted" if unweighted else ""),
            "n": graph.shape[0], "arcs": int(graph.nnz), "chosen": chosen, "dtype": dtype,
            "seconds": medians, "spread": spread}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("graphs", nargs="*")
    parser.add_argument("-o", "--output")
    arguments = parser.parse_args()
    wanted = arguments.graphs or [os.path.join(GRAPHS, name) for name in FILES] + GENERATED
    rows = []
    print(f"{'graph':28} {'n':>6} {'type':4} {'chosen':7} {'auto':>9} {'sparse':>9} {'search':>9} "
          f"{'kleene':>9} {'SciPy':>9}  times")
    for each in wanted:
        words = ["--input", each] if os.path.exists(each) else ["--generate", each]
        for unweighted in (False, True):
            if unweighted and "Gnutella" not in each:
                continue
            made = row(words, unweighted)
            rows.append(made)
            s = made["seconds"]
            cells = " ".join(f"{s[name]:9.4f}" if name in s else f"{'-':>9}"
                             for name in ("auto", "sparse", "search", "kleene", "scipy"))
            print(f"{made['graph']:28} {made['n']:6} {made['dtype']:4} {made['chosen']:7} {cells}  "
                  f"{s['scipy'] / s['auto']:.0f}", flush=True)
    if arguments.output:
        with open(arguments.output, "w") as file:
            json.dump({"rows": rows}, file, indent=1)


if __name__ == "__main__":
    main()
