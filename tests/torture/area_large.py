"""Graphs of up to 4,096 vertices, by properties that need no oracle: algorithms agree; the distances
of the permuted, reversed and doubled graph are those of the graph, permuted, transposed and doubled;
and some rows are those of a search of the tester's own. Sums are exact in the type, so all of this
holds bit for bit.
"""

import heapq
import random
from dataclasses import dataclass, field

import files
import graphs
from place import Fault


@dataclass
class Case:
    seed: int
    n: int
    options: dict = field(default_factory=dict)


def draw_arcs(rng, n, options):
    per_vertex = options.get("arcs", 4)
    scale = 0.25 if options.get("quarters") else 1
    most = options.get("most", 20)
    arcs = {(v, (v + 1) % n): rng.randint(0, most) * scale for v in range(n) if rng.random() < 0.9}
    for _ in range(per_vertex * n):
        i = rng.randrange(n)
        j = rng.randrange(n) if rng.random() < 0.5 else (i + rng.randint(1, 9)) % n
        if i != j:
            arcs[i, j] = rng.randint(0, most) * scale
    if options.get("signed"):
        height = [rng.randint(0, 100) * scale for _ in range(n)]
        arcs = {(i, j): w + height[i] - height[j] for (i, j), w in arcs.items()}
    if scale == 1:
        return [(i, j, int(w)) for (i, j), w in arcs.items()]
    return [(i, j, w) for (i, j), w in arcs.items()]


class Large:
    name = "large"
    share = 1

    def missing(self, place):
        try:
            import numpy  # noqa: F401
        except ImportError as error:
            return str(error)
        return None

    def draw(self, rng, place):
        n = int(100 * 41 ** (rng.random() ** 1.5)) if rng.random() < 0.9 else rng.choice(
            [127, 128, 129, 255, 256, 257, 511, 512, 513, 1024, 4096])
        options = {"arcs": rng.choice([1, 2, 4, 8]), "most": rng.choice([1, 20, 20, 1000, 100000]),
                   "how": rng.choice(["permuted", "reversed", "doubled", "same", "undirected"])}
        for name, value, share in (("quarters", True, 0.3), ("signed", True, 0.3),
                                   ("--memory-limit", "24M", 0.15)):
            if rng.random() < share:
                options[name] = value
        options["first"] = rng.choice(["kleene", "sparse", "search", "auto", "rkleene"])
        options["second"] = rng.choice(["kleene", "sparse", "search", "auto", "fw"])
        if n > 2000:
            options = {k: v if v not in ("rkleene", "fw") else "kleene" for k, v in options.items()}
        return Case(rng.randrange(2**32), n, options)

    def solve(self, place, name, graph, algorithm, options):
        import numpy
        made = files.npz(random.Random(7), graph) if max(
            (abs(w) for _, _, w in graph.arcs), default=0) < 2**30 else files.gr(None, graph)
        made_name = name + made.suffix
        (place.folder / made_name).write_bytes(made.data)
        words = ["--undirected"] * (options.get("how") == "undirected")
        if "--memory-limit" in options and algorithm == "kleene":
            words.append("--memory-limit=24M")
        outcome = place.run(made_name, *words, "--device=cpu", f"--algo={algorithm}", "-o",
                            f"{name}.npy", timeout=300)
        if outcome.code:
            raise Fault("refusal", f"exit code {outcome.code}; {outcome.said()}")
        found = numpy.load(place.folder / f"{name}.npy")
        none = {"uint8": 255, "int16": 16383, "int32": 2**30 - 1}.get(found.dtype.name, numpy.inf)
        return numpy.where(found == none, numpy.inf, found.astype(float))

    def check(self, case, place):
        import numpy
        rng = random.Random(case.seed)
        n, options = case.n, case.options
        how = options.get("how", "same")
        if how == "undirected":
            options = {k: v for k, v in options.items() if k != "signed"}
        arcs = draw_arcs(rng, n, options)
        place.transcript.append(("python", f"# draw_arcs(random.Random({case.seed}), {n}, {options})"))
        place.write("note.txt", b"the graph is drawn by area_large.draw_arcs\n")
        first = self.solve(place, "a", graphs.Graph(n, arcs), options.get("first", "kleene"), options)
        order = list(range(n))
        factor = 1
        if how == "permuted":
            rng.shuffle(order)
        elif how == "doubled":
            factor = 2
        back = how == "reversed"
        others = [(order[j], order[i], w) if back else (order[i], order[j], w * factor)
                  for i, j, w in arcs]
        second = self.solve(place, "b", graphs.Graph(n, others), options.get("second", "sparse"),
                            options)
        second = second[numpy.ix_(order, order)] / factor
        if back:
            second = second.T
        if not numpy.array_equal(first, second):
            i, j = numpy.argwhere(first != second)[0]
            raise Fault("wrong number", f"{i} -> {j}: {first[i, j]} and {second[i, j]}, {how}")
        if how == "undirected":
            arcs = arcs + [(j, i, w) for i, j, w in arcs]
        if not options.get("signed"):
            for i in rng.sample(range(n), 3):
                row = search(n, arcs, i)
                if first[i].tolist() != row:
                    raise Fault("wrong number", f"row {i}")

    def simpler(self, case):
        for n in (100, 130, 260, 520, 1030, case.n * 3 // 4):
            if n < case.n:
                yield Case(case.seed, n, case.options)
        for name in case.options:
            yield Case(case.seed, case.n, {k: v for k, v in case.options.items() if k != name})


def search(n, arcs, source):
    """Dijkstra's distances from a vertex; sums of integers and quarters are exact in floats."""
    beside = [[] for _ in range(n)]
    for i, j, w in arcs:
        beside[i].append((j, w))
    row = [float("inf")] * n
    row[source] = 0.0
    heap = [(0.0, source)]
    while heap:
        d, v = heapq.heappop(heap)
        if d > row[v]:
            continue
        for j, w in beside[v]:
            if d + w < row[j]:
                row[j] = d + w
                heapq.heappush(heap, (row[j], j))
    return row
