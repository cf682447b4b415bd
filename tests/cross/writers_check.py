#!/usr/bin/env python3
"""Writes drawn graphs in every way that other programs write them, and compares what apsp-ocl makes of each file with
an own Floyd-Warshall: distances between vertices of the same names. A file may only be read otherwise if it says so: by
a refusal, or by a note. Usage: writers_check.py PROGRAM [GRAPHS]; writers whose package is missing are left out, and
named at the end.
"""
import csv
import io
import itertools
import math
import os
import random
import subprocess
import sys
import tempfile

try:
    import numpy as np
except ImportError:
    np = None
try:
    import scipy.io
    import scipy.sparse
except ImportError:
    scipy = None
try:
    import pandas as pd
except ImportError:
    pd = None
try:
    import networkx as nx
except ImportError:
    nx = None

PROGRAM = sys.argv[1]
GRAPHS = int(sys.argv[2]) if len(sys.argv) > 2 else 8
WRITERS = []  # (name, suffix, options, what it needs, function)


class Drawn:
    """A graph, with names of its vertices, and a weight for each of its arcs (pairs of vertices)."""

    def __init__(self, rng, kind, n):
        self.kind = kind
        self.n = n
        self.names = {"numbers": [str(v) for v in range(n)], "from 1": [str(v + 1) for v in range(n)],
                      "words": [f"{'ABCDEFGHIJKLMNOP'[v]}{rng.choice(['x', 'y z', 'é'])}{v}" for v in range(n)]}[kind]
        self.undirected = rng.random() < 0.5
        self.arcs = {}
        for i, j in itertools.permutations(range(n), 2):
            if self.undirected and (j, i) in self.arcs:
                self.arcs[i, j] = self.arcs[j, i]
            elif rng.random() < 0.5 and not (self.undirected and i > j):
                self.arcs[i, j] = rng.choice([rng.randint(1, 99), rng.randint(1, 400) / 4])
        for i in range(n - 1):  # every vertex has an arc, and the last is the largest number
            self.arcs.setdefault((i, i + 1), rng.randint(1, 99))
            if self.undirected:
                self.arcs[i + 1, i] = self.arcs[i, i + 1]

    def edges(self):
        """As pairs of names and a weight; those of an undirected graph once."""
        return [(self.names[i], self.names[j], w) for (i, j), w in self.arcs.items() if not self.undirected or i < j]

    def both_ways(self):
        return [(self.names[i], self.names[j], w) for (i, j), w in self.arcs.items()]

    def matrix(self, none=math.inf):
        return [[0 if i == j else self.arcs.get((i, j), none) for j in range(self.n)] for i in range(self.n)]

    def distances(self, unweighted=False):
        d = [[0 if i == j else math.inf for j in range(self.n)] for i in range(self.n)]
        for (i, j), w in self.arcs.items():
            d[i][j] = 1 if unweighted else w
        for k, i, j in itertools.product(range(self.n), repeat=3):
            d[i][j] = min(d[i][j], d[i][k] + d[k][j])
        return {(self.names[i], self.names[j]): d[i][j] for i in range(self.n) for j in range(self.n)}


def writer(name, suffix, options=(), needs=(), numbers=False, quotes=True, unweighted=False, oneway=True):
    """Registers a writer. With `numbers`, vertices must be numbers; without `quotes`, names have no blanks; `oneway`
    writers write each arc, others each edge, and get --undirected for undirected graphs."""
    def register(function):
        WRITERS.append((name, suffix, tuple(options), needs, numbers, quotes, unweighted, oneway, function))
        return function
    return register


def table(rows, separator=",", quoting=csv.QUOTE_MINIMAL):
    text = io.StringIO()
    csv.writer(text, delimiter=separator, quoting=quoting, lineterminator="\n").writerows(rows)
    return text.getvalue()


def save(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def r_field(value):
    return '"' + value.replace('"', '\\"') + '"' if isinstance(value, str) else repr(value)


def r_table(rows):
    return "".join(" ".join(r_field(v) for v in row) + "\n" for row in rows)


def comma(value):
    return str(value).replace(".", ",") if not isinstance(value, str) else value


# Lists of arcs.
for separator, suffix in ((",", ".csv"), ("\t", ".tsv")):
    for header in (("source", "target", "weight"), ("from", "to", "cost"), ("Node1", "Node2", "Distance"),
                   ("von", "nach", "km"), None):
        @writer(f"list, {suffix}, header {header}", suffix)
        def _(g, path, separator=separator, header=header):
            save(path, table(([header] if header else []) + g.both_ways(), separator))


@writer("Excel: semicolons and decimal commas", ".csv")
def _(g, path):
    save(path, "sep=;\n" + table([("source", "target", "weight")] + [(u, v, comma(w)) for u, v, w in g.both_ways()], ";"))


@writer("two columns with a header", ".csv", unweighted=True)
def _(g, path):
    save(path, table([("node1", "node2")] + [arc[:2] for arc in g.both_ways()]))


@writer("Gephi", ".csv")
def _(g, path):
    kind = "Undirected" if g.undirected else "Directed"
    save(path, table([("Source", "Target", "Type", "Id", "Label", "timeset", "Weight")] +
                     [(u, v, kind, k, "", "", w) for k, (u, v, w) in enumerate(g.edges())]))


@writer("pgRouting", ".csv")
def _(g, path):
    back = {(u, v): w for u, v, w in g.both_ways()}
    rows, seen = [], set()
    for u, v, w in g.both_ways():
        if (v, u) not in seen:
            seen.add((u, v))
            rows.append((len(rows), u, v, w, back.get((v, u), -1)))
    save(path, table([("id", "source", "target", "cost", "reverse_cost")] + rows))


@writer("R: write.table of arcs", ".txt")
def _(g, path):
    save(path, r_table([("from", "to", "weight")] + [(str(k + 1), *arc) for k, arc in enumerate(g.both_ways())]))


@writer("R: write.csv of arcs", ".csv")
def _(g, path):
    save(path, table([("", "from", "to", "weight")] + [(str(k + 1), *arc) for k, arc in enumerate(g.both_ways())],
                     quoting=csv.QUOTE_NONNUMERIC))


@writer("igraph: .ncol", ".ncol", quotes=False, oneway=False)
def _(g, path):
    save(path, "".join(f"{u} {v} {w}\n" for u, v, w in g.edges()))


@writer("counts, then arcs", ".txt", numbers=True)
def _(g, path):
    arcs = g.both_ways()
    save(path, f"{g.n} {len(arcs)}\n" + "".join(f"{u} {v} {w}\n" for u, v, w in arcs))


@writer("counts on two lines, then arcs", ".txt", numbers=True)
def _(g, path):
    arcs = g.both_ways()
    save(path, f"{g.n}\n{len(arcs)}\n" + "".join(f"{u} {v} {w}\n" for u, v, w in arcs))


@writer("DIMACS", ".gr", numbers=True)
def _(g, path):
    save(path, f"p sp {g.n} {len(g.arcs)}\n" + "".join(f"a {i + 1} {j + 1} {w}\n" for (i, j), w in g.arcs.items()))


# Matrices.
NONE = {"inf": "inf", "Inf": "Inf", "nothing": ""}
for none in NONE.values():
    for separator, suffix in ((",", ".csv"), (";", ".csv"), ("\t", ".tsv")):
        @writer(f"matrix, {separator!r}, no arc is {none!r}", suffix)
        def _(g, path, none=none, separator=separator):
            save(path, table([[""] + g.names] + [[name] + row for name, row in zip(g.names, g.matrix(none))], separator))

        @writer(f"matrix without names, {separator!r}, no arc is {none!r}", suffix)
        def _(g, path, none=none, separator=separator):
            save(path, table(g.matrix(none), separator))

        @writer(f"matrix with a header, {separator!r}, no arc is {none!r}", suffix)
        def _(g, path, none=none, separator=separator):
            save(path, table([g.names] + g.matrix(none), separator))


@writer("R: write.table of a matrix", ".txt")
def _(g, path):
    rows = [["Inf" if w == math.inf else w for w in row] for row in g.matrix()]
    save(path, "".join(" ".join(map(str, ([] if k == 0 else [r_field(g.names[k - 1])]) +
                                    ([r_field(n) for n in g.names] if k == 0 else rows[k - 1]))) + "\n"
                       for k in range(g.n + 1)))


@writer("PHYLIP", ".txt", quotes=False)
def _(g, path):
    save(path, f"{g.n}\n" + "".join(f"{name} " + " ".join(map(str, row)) + "\n" for name, row in zip(g.names, g.matrix())))


@writer("a matrix with -1", ".csv", ("--no-arc", "-1"))
def _(g, path):
    save(path, table([[""] + g.names] + [[name] + row for name, row in zip(g.names, g.matrix(-1))]))


def array(g, none=math.inf):
    return np.array(g.matrix(none), dtype=float)


for format, delimiter, header in (("%.18e", " ", ""), ("%g", ",", "my matrix"), ("%10.4f", "\t", "")):
    @writer(f"numpy.savetxt of a matrix, {format}, {delimiter!r}", ".txt" if delimiter == " " else ".csv"
            if delimiter == "," else ".tsv", needs=("numpy",))
    def _(g, path, format=format, delimiter=delimiter, header=header):
        np.savetxt(path, array(g), fmt=format, delimiter=delimiter, header=header)

    @writer(f"numpy.savetxt of arcs, {format}, {delimiter!r}", ".txt" if delimiter == " " else ".csv"
            if delimiter == "," else ".tsv", needs=("numpy",), numbers=True)
    def _(g, path, format=format, delimiter=delimiter, header=header):
        np.savetxt(path, np.array([(float(u), float(v), w) for u, v, w in g.both_ways()]), fmt=format,
                   delimiter=delimiter, header=header)


@writer("numpy.save", ".npy", needs=("numpy",))
def _(g, path):
    np.save(path, array(g))


@writer("scipy.io.mmwrite", ".mtx", needs=("numpy", "scipy"))
def _(g, path):
    scipy.io.mmwrite(path, scipy.sparse.coo_matrix(array(g, 0)))


@writer("scipy.sparse.save_npz", ".npz", needs=("numpy", "scipy"))
def _(g, path):
    scipy.sparse.save_npz(path, scipy.sparse.csr_matrix(array(g, 0)))


# pandas.
for index, header in itertools.product((True, False), repeat=2):
    @writer(f"pandas: arcs, index {index}, header {header}", ".csv", needs=("pandas",))
    def _(g, path, index=index, header=header):
        frame = pd.DataFrame(g.both_ways(), columns=["source", "target", "weight"])
        frame.to_csv(path, index=index, header=header)

    @writer(f"pandas: a matrix, index {index}, header {header}", ".csv", needs=("pandas",))
    def _(g, path, index=index, header=header):
        pd.DataFrame(g.matrix(math.nan), index=g.names, columns=g.names).to_csv(path, index=index, header=header)


def graph_of(g):
    graph = nx.Graph() if g.undirected else nx.DiGraph()
    graph.add_weighted_edges_from(g.edges())
    return graph


NX = {"write_weighted_edgelist": (".edgelist", False), "write_edgelist": (".txt", False), "write_graphml": (".graphml", True),
      "write_gml": (".gml", True), "write_pajek": (".net", True), "write_gexf": (".gexf", True),
      "write_adjlist": (".adjlist", False)}
for call, (suffix, quotes) in NX.items():
    @writer(f"networkx.{call}", suffix, needs=("networkx",), quotes=quotes,
            oneway=call in ("write_graphml", "write_gml", "write_pajek", "write_gexf"))
    def _(g, path, call=call):
        getattr(nx, call)(graph_of(g), path)


@writer("networkx.to_pandas_edgelist", ".csv", needs=("networkx", "pandas"), oneway=False)
def _(g, path):
    nx.to_pandas_edgelist(graph_of(g)).to_csv(path, index=False)


@writer("networkx.to_pandas_adjacency", ".csv", ("--zero-is-no-edge",), needs=("networkx", "pandas"))
def _(g, path):
    nx.to_pandas_adjacency(graph_of(g)).to_csv(path)


def read(path, folder, options):
    """Exit code, stderr, and distances by names."""
    out, labels = os.path.join(folder, "d.csv"), os.path.join(folder, "labels.txt")
    run = subprocess.run([PROGRAM, "-i", path, "-o", out, "--labels-output", labels, "--device", "cpu", "--dtype", "f64",
                          *options], capture_output=True, text=True, timeout=100)
    if run.returncode != 0:
        return run.returncode, run.stderr, {}
    with open(labels, encoding="utf-8") as file:
        names = file.read().split("\n")[:-1]
    with open(out, encoding="utf-8") as file:
        rows = [[float(entry) for entry in line.split(",")] for line in file]
    return 0, run.stderr, {(u, v): rows[i][j] for i, u in enumerate(names) for j, v in enumerate(names)}


def renamed(distances, g, found):
    """Files without names count from 0, or from 1 in reports."""
    places = {name: v for v, name in enumerate(g.names)}
    first = min((int(u) for u, _ in found if u.isdigit()), default=0)
    return {(str(places[u] + first), str(places[v] + first)): d for (u, v), d in distances.items()}


def check(folder, entry, g, totals):
    name, suffix, options, _, _, _, unweighted, oneway, function = entry
    path = os.path.join(folder, "g" + suffix)
    function(g, path)
    options = options + (("--undirected",) if g.undirected and not oneway else ())
    code, said, found = read(path, folder, options)
    right = g.distances(unweighted)
    same = lambda a, b: a.keys() == b.keys() and all(math.isclose(a[k], b[k], rel_tol=1e-12) or a[k] == b[k] for k in a)
    if code == 0 and (same(found, right) or same(found, renamed(right, g, found))):
        totals["read"] += 1
    elif code in (2, 4):
        totals["refused"] += 1
        totals["refusals"].setdefault(name, said.strip().replace(folder, ""))
    elif code == 0 and "note:" in said:
        totals["noted"] += 1
        totals["notes"].setdefault(name, said.strip().replace(folder, ""))
    else:
        with open(path, "rb") as file:
            print(f"MISREAD: {name}, {g.kind}, exit code {code}\n{said}\n{file.read().decode('utf-8', 'replace')}")
        totals["misread"] += 1


def main():
    have = {"numpy": np, "scipy": scipy, "pandas": pd, "networkx": nx}
    rng = random.Random(48)
    totals = {"read": 0, "refused": 0, "noted": 0, "misread": 0, "refusals": {}, "notes": {}}
    absent = set()
    with tempfile.TemporaryDirectory() as folder:
        for entry, graph in itertools.product(WRITERS, range(GRAPHS)):
            missing = [each for each in entry[3] if have[each] is None]
            absent.update(missing)
            kinds = ["numbers", "from 1"] if entry[4] else ["numbers", "from 1", "words"]
            g = Drawn(rng, kinds[graph % len(kinds)], rng.randint(3, 9))
            if not entry[5]:
                g.names = [each.replace(" ", "_") for each in g.names]
            if not missing:
                check(folder, entry, g, totals)
    for kind in ("refusals", "notes"):
        for name, said in totals[kind].items():
            print(f"{'refused' if kind == 'refusals' else 'read otherwise, with a note'}: {name}: {said}")
    print(", ".join(f"{totals[each]} {each}" for each in ("read", "refused", "noted", "misread")))
    if absent:
        print(f"skipped in {os.path.basename(__file__)}: writers of {', '.join(sorted(absent))}")
    return 1 if totals["misread"] else 0


if __name__ == "__main__":
    sys.exit(main())
