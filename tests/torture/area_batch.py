"""Many small graphs at once: matrices, compressed rows, TUDatasets; with padding, other values for no
path, predecessors and the arcs along paths.
"""

import json
from dataclasses import dataclass, field

import area_python
import area_solve
import files
import graphs
import refusals
import results
from bounds import LIMITS, NO_PATH, Bound
from judge import judge_predecessors
from oracle import Distances
from place import Fault


@dataclass
class Case:
    seed: int
    graphs: list
    options: dict = field(default_factory=dict)


def draw_graphs(rng):
    kind = rng.choice(["ones", "small", "zeros", "bytes", "ints", "quarters", "decimals", "uniform",
                       "edges24", "edges53", "shorts"])
    same = rng.randint(1, 9) if rng.random() < 0.5 else None
    found = []
    for _ in range(rng.randint(1, 8)):
        n = same or rng.randint(1, 12) if rng.random() < 0.97 else rng.choice([33, 65, 70])
        graph = graphs.draw(rng, n=same or n, kinds=[kind], signed=rng.random() < 0.3)
        graph.arcs = area_python.unique(graph.arcs)
        found.append(graph)
    return found


def compressed(found, unweighted):
    """graph_ptr, indptr, indices, weights"""
    first, ends, targets, weights = [0], [0], [], []
    for graph in found:
        first.append(first[-1] + graph.n)
        beside = [[] for _ in range(graph.n)]
        for i, j, w in graph.arcs:
            beside[i].append((j, w))
        for row in beside:
            targets += [j for j, _ in row]
            weights += [1 if unweighted else w for _, w in row]
            ends.append(len(targets))
    return first, ends, targets, weights


class Batch:
    name = "batch"
    share = 2

    def draw(self, rng, place):
        options = {"as": rng.choice(["npy", "npz", "tudataset"])}
        self.draw_options(rng, options)
        if rng.random() < 0.5:
            options["output"] = rng.choice(["d.npz", "d.npy"])
        return Case(rng.randrange(2**32), draw_graphs(rng), options)

    def draw_options(self, rng, options):
        if rng.random() < 0.4:
            options["--dtype"] = area_solve.dtype_of(rng)
        if rng.random() < 0.3:
            options["--paths"] = None
        if rng.random() < 0.2:
            options["--path-arcs"] = rng.choice([1, 3, 20])
        if rng.random() < 0.2:
            options["--no-path"] = rng.choice([510, -1, 0])
            options["--result-dtype"] = rng.choice(["i16", "i32", "f64"])
        if rng.random() < 0.3:
            options["--pad"] = rng.choice([12, 70])
            if rng.random() < 0.3:
                options["--fill"] = 7
        if rng.random() < 0.1:
            options["--unweighted"] = None

    def matrices(self, found):
        """An array of B x N x N, if all have one size and some type holds the weights."""
        if len({graph.n for graph in found}) != 1:
            return None
        for dtype in ("i2", "i4", "f4", "f8"):
            if all(files.fits(w, dtype) for graph in found for _, _, w in graph.arcs):
                return dtype, [v for graph in found for row in files.matrix_of(
                    graph, files.NO_ARC[dtype]) for v in row]
        return None

    def write(self, case, place):
        """Writes the input; its name and the options to read it."""
        kind, found = case.options.get("as", "npz"), case.graphs
        whole = self.matrices(found) if kind == "npy" else None
        if whole:
            dtype, values = whole
            values = [float(v) if dtype[0] == "f" else v for v in values]
            n = found[0].n
            place.write("b.npy", files.npy(dtype, (len(found), n, n), values))
            return "b.npy", []
        first, ends, targets, weights = compressed(found, False)
        if kind == "tudataset" and found[-1].n and targets:
            (place.folder / "T").mkdir()
            graph_of = [b for b, graph in enumerate(found, 1) for _ in range(graph.n)]
            arcs, at = [], 0
            for v in range(len(ends) - 1):
                for _ in range(ends[v], ends[v + 1]):
                    arcs.append(f"{v + 1}, {first[graph_of[v] - 1] + targets[at] + 1}\n")
                    at += 1
            place.write("T/T_A.txt", "".join(arcs).encode())
            place.write("T/T_graph_indicator.txt", "".join(f"{b}\n" for b in graph_of).encode())
            place.write("T/T_edge_attributes.txt", "".join(
                f"0, {files.number(w)}\n" for w in weights).encode())
            return "T", ["--weight-column=2"]
        parts = {"graph_ptr": files.npy("i8", (len(first),), first),
                 "indptr": files.npy("i8", (len(ends),), ends),
                 "indices": files.npy("i4", (len(targets),), targets),
                 "weights": files.npy("f8", (len(weights),), [float(w) for w in weights])}
        place.write("b.npz", files.zipped(parts))
        return "b.npz", []

    def check(self, case, place):
        name, reading = self.write(case, place)
        pad = case.options.get("--pad")
        if pad and pad < max(graph.n for graph in case.graphs):
            pad = None
        same = len({graph.n for graph in case.graphs}) == 1
        output = case.options.get("output", "d.npz")
        if not (same or pad) or {"--paths", "--path-arcs"} & set(case.options):
            output = "d.npz"
        if "--unweighted" in case.options:
            reading = [word for word in reading if not word.startswith("--weight-column")]
        words = [o if v is None else f"{o}={v}" for o, v in case.options.items()
                 if o.startswith("--") and o not in ("--pad", "--fill")]
        if pad:
            words.append(f"--pad={pad}")
            words += [f"--fill={v}" for o, v in case.options.items() if o == "--fill"]
        outcome = place.run("batch", "--input", name, *reading, *words, "--device=cpu", "-o", output,
                            "--json")
        truth = [Distances(self.meant(graph, case)) for graph in case.graphs]
        if outcome.code not in (0, 5):
            self.judge_refusal(case, truth, outcome)
            return
        if (outcome.code == 5) != any(exact.cycle for exact in truth):
            raise Fault("negative cycle", f"exit code {outcome.code}; {outcome.said()}")
        parts = self.read(place.read(output), output, case, pad)
        dtype = self.dtype_of(outcome)
        self.judge(case, truth, dtype, parts, pad)

    def meant(self, graph, case):
        if "--unweighted" in case.options:
            return graphs.Graph(graph.n, [(i, j, 1) for i, j, _ in graph.arcs])
        return graph

    def dtype_of(self, outcome):
        report = json.loads(outcome.out, parse_constant=float)
        return report["dtype"]

    def judge_refusal(self, case, truth, outcome):
        dtype = case.options.get("--dtype")
        graphs = [self.meant(graph, case) for graph in case.graphs]
        for graph, exact in zip(graphs, truth):
            if exact.cycle or refusals.may_refuse_type(graph, exact, dtype):
                return
        weights = [w for graph in graphs for _, _, w in graph.arcs]
        if dtype in LIMITS and min(weights, default=0) < 0:  # docs/batches.md: half of its distances
            if any(max((abs(w) for _, _, w in graph.arcs), default=0) * (graph.n - 1)
                   > LIMITS[dtype] // 2 - 1 for graph in graphs):
                return
        result = case.options.get("--result-dtype")
        if result or "--fill" in case.options or "--no-path" in case.options:
            return  # the type may not hold results, or the values
        raise Fault("refusal", f"exit code {outcome.code}; {outcome.said()}")

    def read(self, data, output, case, pad):
        """Per graph: its matrices by name, and the type of the distances."""
        sizes = [pad or graph.n for graph in case.graphs]
        if output.endswith(".npy"):
            code, shape, values = results.parse_npy(data)
            arrays = {"distances": (code, shape, values)}
        else:
            arrays = results.npz(data)
        found = {}
        for name in ("distances", "predecessors", "path_arcs"):
            if name not in arrays:
                continue
            code, _, values = arrays[name]
            inner = case.options["--path-arcs"] if name == "path_arcs" else 1
            if len(values) != sum(n * n for n in sizes) * inner:
                raise Fault("shape", f"{name}: {len(values)} elements")
            at, matrices = 0, []
            for n in sizes:
                part = values[at:at + n * n * inner]
                if inner != 1 or name == "path_arcs":
                    part = [part[k:k + inner] for k in range(0, len(part), inner)]
                matrices.append(results.rows_of((n, n), part))
                at += n * n * inner
            found[name] = matrices
            if name == "distances":
                found["type"] = results.DTYPES[code]
        if "failed" in arrays:
            found["failed"] = list(arrays["failed"][2])
        return found

    def judge(self, case, truth, dtype, parts, pad):
        none = case.options.get("--no-path", NO_PATH[parts["type"]])
        fill = case.options.get("--fill", none) if pad else none
        failed = [b for b, exact in enumerate(truth) if exact.cycle]
        if parts.get("failed", failed) != failed:
            raise Fault("failed", f"{parts['failed']}, expected {failed}")
        first_arc = 0
        for b, (graph, exact) in enumerate(zip(case.graphs, truth)):
            matrix, n = parts["distances"][b], graph.n
            graph_meant = self.meant(graph, case)
            bound = None if exact.cycle else Bound(exact, graph_meant, dtype)
            for i, row in enumerate(matrix):
                for j, entry in enumerate(row):
                    if i >= n or j >= n:
                        if entry != fill:
                            raise Fault("fill", f"graph {b}: {entry}")
                    elif exact.cycle or not exact.has(i, j):
                        if entry != none:
                            raise Fault("wrong number", f"graph {b}: {i} -> {j} is {entry}, "
                                        "expected no path")
                    elif wrong := bound.wrong(i, j, entry):
                        raise Fault("wrong number", f"graph {b}: {i} -> {j} {wrong}")
            if "predecessors" in parts and not exact.cycle:
                found = [row[:n] for row in parts["predecessors"][b][:n]]
                judge_predecessors(found, range(n), exact, None if dtype in LIMITS else dtype,
                                   graph_meant)
            if "path_arcs" in parts and not exact.cycle:
                self.judge_arcs(parts["path_arcs"][b], case, b, exact, first_arc, dtype)
            first_arc += len(graph.arcs)

    def judge_arcs(self, found, case, b, exact, first_arc, dtype):
        """The arcs of a path follow one another, and a whole path ends where it should. Arcs of
        compressed rows are sorted by their sources; in matrices they are places of entries."""
        if "as" in case.options and case.options["as"] == "npy" and self.matrices(case.graphs):
            return
        arcs = [(i, j) for v in range(exact.n) for i, j, _ in case.graphs[b].arcs if i == v]
        most = case.options["--path-arcs"]
        for i in range(exact.n):
            for j in range(exact.n):
                along = [a for a in found[i][j] if a != -1]
                if i == j or not exact.has(i, j):
                    if along:
                        raise Fault("path arcs", f"graph {b}: {i} -> {j}: {along}")
                    continue
                v = i
                for a in along:
                    if not 0 <= a - first_arc < len(arcs) or arcs[a - first_arc][0] != v:
                        raise Fault("path arcs", f"graph {b}: {i} -> {j}: {along}")
                    v = arcs[a - first_arc][1]
                if len(along) < most and v != j or not along:
                    raise Fault("path arcs", f"graph {b}: {i} -> {j}: {along} ends in {v}")

    def simpler(self, case):
        for name in case.options:
            yield Case(case.seed, case.graphs, {k: v for k, v in case.options.items() if k != name})
        for b in range(len(case.graphs) if len(case.graphs) > 1 else 0):
            yield Case(case.seed, case.graphs[:b] + case.graphs[b + 1:], case.options)
        for b, graph in enumerate(case.graphs):
            for k in range(len(graph.arcs)):
                smaller = graphs.Graph(graph.n, graph.arcs[:k] + graph.arcs[k + 1:])
                yield Case(case.seed, case.graphs[:b] + [smaller] + case.graphs[b + 1:], case.options)
