"""Calls of the Python package in this process: solve, from everything that it takes.

What is called is a piece of Python text, so that what a person pastes is what was run.
"""

import copy
import importlib.util
import math
from dataclasses import dataclass, field

import area_solve
import graphs
import refusals
import simpler
from bounds import LIMITS, Bound
from judge import judge_predecessors, judge_values
from oracle import Distances
from place import Fault

HEAD = "from math import inf, nan\nimport numpy as np\nimport apsp\n"


@dataclass
class Case:
    seed: int
    graph: graphs.Graph
    source: str
    options: dict = field(default_factory=dict)
    format: str = "csv"
    packed: str = ""
    output: str = "d.npy"


def missing(place):
    try:
        import numpy  # noqa: F401
        import apsp  # noqa: F401
    except ImportError as error:
        return f"{error}: run it by a Python that has the package"
    return None


def call(place, text, names):
    """Runs the text, and gives these of its variables."""
    text = HEAD + text
    place.transcript.append(("python", text))
    place.invocations += 1
    space = {}
    try:
        exec(compile(text, "case", "exec"), space)
    except Exception as error:
        if "::" in str(error):
            raise Fault("message", f"names what a caller of Python cannot type: {error}") from None
        raise
    return [space[name] for name in names]


def matrix_text(graph, none):
    rows = [[none] * graph.n for _ in range(graph.n)]
    for i, j, w in graph.arcs:
        if rows[i][j] is none or w < rows[i][j]:
            rows[i][j] = w
    return repr(rows)


def unique(arcs, best=min):
    found = {}
    for i, j, w in arcs:
        found[i, j] = best(w, found[i, j]) if (i, j) in found else w
    return [(i, j, w) for (i, j), w in found.items()]


def source_text(kind, graph):
    """An expression for the graph, in which vertices are 0 to n - 1; None if this kind cannot say it."""
    n, arcs = graph.n, graph.arcs
    columns = [list(c) for c in zip(*arcs)] or [[], [], []]
    if kind == "array":
        return "", f"np.array({matrix_text(graph, math.inf)}, dtype=float)"
    if kind == "int array":
        if not all(isinstance(w, int) and abs(w) < 2**30 - 1 for _, _, w in arcs):
            return None
        matrix = f"np.array({matrix_text(graph, 2**30 - 1)}, dtype=np.int32)"
        return "", f"np.ma.masked_equal({matrix}, {2**30 - 1})"
    if kind == "masked":
        return "", f"np.ma.masked_invalid(np.array({matrix_text(graph, math.nan)}, dtype=float))"
    if kind == "nan":
        rows = matrix_text(graph, math.nan) if not any(w != w for _, _, w in arcs) else None
        return "", f"np.array({rows}, dtype=float)"
    if kind in ("csr", "csc", "coo", "lil"):
        if kind != "coo":
            columns = [list(c) for c in zip(*unique(arcs))] or [[], [], []]
        head = "import scipy.sparse\n"
        text = (f"scipy.sparse.coo_array((np.array({columns[2]}, dtype=float), (np.array("
                f"{columns[0]}, dtype=int), np.array({columns[1]}, dtype=int))), shape=({n}, {n}))")
        return head, text if kind == "coo" else f"{text}.to{kind}()"
    if kind == "networkx":
        text = "import networkx as nx\ng = nx.MultiDiGraph()\n"
        return text + f"g.add_nodes_from(range({n}))\ng.add_weighted_edges_from({arcs!r})\n", "g"
    if kind in ("pandas", "polars", "pyarrow"):
        others = set(columns[0] + columns[1]) != set(range(n))  # they would be labels
        if others or not importlib.util.find_spec(kind):
            return None
        make = {"pandas": "pandas.DataFrame", "polars": "polars.DataFrame",
                "pyarrow": "pyarrow.table"}[kind]
        whole = all(isinstance(w, int) for w in columns[2])
        weights = f"np.array({columns[2]}, dtype={'np.int64' if whole else 'float'})"
        return (f"import {kind}\n",
                f"{make}({{'a': {columns[0]}, 'b': {columns[1]}, 'w': {weights}}})")
    raise ValueError(kind)


KINDS = ["array", "array", "int array", "masked", "nan", "csr", "csr", "csc", "coo", "lil",
         "networkx", "pandas", "polars", "pyarrow"]


LISTS = ("coo", "networkx", "pandas", "polars", "pyarrow")  # which hold parallel arcs


class PythonSolve:
    name = "python"
    share = 2
    missing = staticmethod(missing)

    def draw(self, rng, place):
        options = {}
        for name, value, share in (("directed", False, 0.1), ("unweighted", True, 0.07),
                                   ("predecessors", True, 0.3), ("statistics", True, 0.15)):
            if rng.random() < share:
                options[name] = value
        if rng.random() < 0.5:
            options["algorithm"] = rng.choice(["kleene", "rkleene", "fw", "sparse", "search"])
        if rng.random() < 0.4:
            options["dtype"] = area_solve.dtype_of(rng)
        if rng.random() < 0.15:
            options["semiring"] = rng.choice(area_solve.SEMIRINGS)
        if rng.random() < 0.15 and "predecessors" not in options and "statistics" not in options:
            options["rows"] = rng.randrange(2**32)
        return Case(rng.randrange(2**32), graphs.draw(rng), rng.choice(KINDS), options)

    def check(self, case, place):
        found = source_text(case.source, case.graph)
        lists = found is not None and case.source in LISTS
        found = found or source_text("array", case.graph)
        head, source = found
        options = dict(case.options)
        n = case.graph.n
        rows = range(n)
        if "rows" in options:
            rows = options["rows"] = area_solve.some_vertices(options["rows"], n)
        if options.get("semiring", "min-plus") in ("max-min", "max-times"):
            if not lists:
                case = copy.deepcopy(case)
                case.graph.arcs = unique(case.graph.arcs)  # as the text has them
        words = "".join(f", {name}={value!r}" for name, value in options.items())
        text = f"{head}r = apsp.solve({source}{words}, device='cpu')\n"
        graph = meaning(case)
        semiring = options.get("semiring", "min-plus")
        as_program = as_options(options)
        try:
            result, = call(place, text, ["r"])
        except (ValueError, MemoryError) as error:
            import apsp
            code = 5 if isinstance(error, apsp.NegativeCycleError) else 4
            if not str(error):
                raise Fault("silence", repr(error)) from None
            if "predecessors" in options or "statistics" in options:
                if semiring != "min-plus":
                    return
            if "dtype" in options and (semiring, options["dtype"]) not in refusals.DEFINED:
                return
            judged = area_solve.Case(0, graph, "", options=as_program)
            refusals.judge_refusal(judged, graph, semiring, Refusal(code, error))
            return
        if semiring != "min-plus":
            kind = type_of(result.distances)
            judge_values(result.distances.tolist(), rows, range(n), semiring, kind, graph, kind)
            return
        exact = Distances(graph)
        if exact.cycle:
            raise Fault("negative cycle", "solved nevertheless")
        judge_array(result.distances, type_of(result.distances), rows, exact, graph)
        if "predecessors" in options:
            found = result.predecessors.tolist()
            judge_predecessors(found, rows if len(found) == len(rows) else range(n), exact,
                               None if result.dtype in LIMITS else result.dtype, graph)

    def simpler(self, case):
        for other in simpler.simpler(case):
            yield other
        if case.source != "array":
            other = copy.deepcopy(case)
            other.source = "array"
            yield other


class Refusal:
    def __init__(self, code, error):
        self.code, self.error = code, error

    def said(self):
        return repr(self.error)


def as_options(options):
    return {f"--{name}": options[name] for name in ("dtype", "semiring") if name in options}


def meaning(case):
    names = {"directed": "--undirected", "unweighted": "--unweighted"}
    options = {names[name]: None for name in case.options if name in names}
    made = area_solve.files.GraphFile("", b"", case.graph, [])
    return area_solve.meaning(made, options)


def type_of(array):
    """The library's name of an array's type, which may be wider than that of the computation."""
    return {"uint8": "u8", "int16": "i16", "int32": "i32", "float32": "f32",
            "float64": "f64"}[array.dtype.name]


def judge_array(distances, dtype, rows, exact, graph, kept=0):
    """An array of the library, in whose type infinity is no path."""
    bound = Bound(exact, graph, dtype)
    bound.kept = kept
    found = distances.tolist()
    if len(found) != len(rows) or any(len(row) != exact.n for row in found):
        raise Fault("shape", str(distances.shape))
    for i, row in zip(rows, found):
        for j, entry in enumerate(row):
            if wrong := bound.wrong(i, j, entry):
                raise Fault("wrong number", f"{i} -> {j} {wrong}")
