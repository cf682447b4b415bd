"""The C interface, through ctypes, where a shared library was built beside the program."""

import ctypes
import os
from dataclasses import dataclass, field
from pathlib import Path

import area_solve
import graphs
import refusals
import simpler
from area_python import Refusal
from bounds import Bound
from graphs import as_f32
from judge import judge_values
from oracle import Distances
from place import Fault

NAMES = ("device", "algorithm", "variant", "semiring", "dtype")


class Options(ctypes.Structure):
    """The members of apsp_options that are used, and room for those behind them."""

    _fields_ = [(name, ctypes.c_char_p) for name in NAMES] + [
        ("rows", ctypes.POINTER(ctypes.c_size_t)), ("row_count", ctypes.c_size_t),
        ("rest", ctypes.c_size_t * 16)]


@dataclass
class Case:
    seed: int
    graph: graphs.Graph
    options: dict = field(default_factory=dict)
    format: str = "csv"
    packed: str = ""
    output: str = "d.npy"
    device: str = "cpu"


class CInterface:
    name = "c"
    share = 1

    def missing(self, place):
        path = Path(place.tools["program"]).parent / "libapsp.so"
        if not path.exists():
            return "no libapsp.so beside the program: build with -DBUILD_SHARED_LIBS=ON"
        os.environ["OCL_ICD_VENDORS"] = place.plain["OCL_ICD_VENDORS"]
        self.library = ctypes.CDLL(str(path))
        self.library.apsp_error.restype = ctypes.c_char_p
        self.library.apsp_solution_dtype.restype = ctypes.c_char_p
        self.library.apsp_solution_rows.restype = ctypes.c_size_t
        return None

    def draw(self, rng, place):
        options = {}
        if rng.random() < 0.5:
            options["--algo"] = rng.choice(["kleene", "rkleene", "fw", "sparse", "search"])
        if rng.random() < 0.4:
            options["--dtype"] = area_solve.dtype_of(rng)
        if rng.random() < 0.15:
            options["--semiring"] = rng.choice(area_solve.SEMIRINGS)
        if rng.random() < 0.2:
            options["rows"] = rng.randrange(2**32)
        return Case(rng.randrange(2**32), graphs.draw(rng), options)

    def solve(self, case, rows):
        """The rows as doubles, and the type; or the status and the message."""
        call, n, arcs = self.library, case.graph.n, sorted(case.graph.arcs)
        ends = [sum(i < v for i, _, _ in arcs) for v in range(n + 1)]
        graph, solution = ctypes.c_void_p(), ctypes.c_void_p()
        status = call.apsp_graph_from_csr(
            ctypes.c_size_t(n), (ctypes.c_size_t * (n + 1))(*ends),
            (ctypes.c_uint32 * len(arcs))(*[j for _, j, _ in arcs]),
            (ctypes.c_double * len(arcs))(*[w for _, _, w in arcs]), ctypes.byref(graph))
        if status:
            return status, call.apsp_error().decode()
        options = Options(device=b"cpu")
        for name, member in (("--algo", "algorithm"), ("--dtype", "dtype"),
                             ("--semiring", "semiring")):
            if name in case.options:
                setattr(options, member, case.options[name].encode())
        if "rows" in case.options:
            options.rows = (ctypes.c_size_t * len(rows))(*rows)
            options.row_count = len(rows)
        try:
            status = call.apsp_solve(graph, ctypes.byref(options), ctypes.byref(solution))
            if status:
                return status, call.apsp_error().decode()
            count = call.apsp_solution_rows(solution)
            values = (ctypes.c_double * (count * n))()
            status = call.apsp_solution_copy_doubles(solution, ctypes.c_size_t(0),
                                                     ctypes.c_size_t(count), values)
            dtype = call.apsp_solution_dtype(solution).decode()
            call.apsp_solution_free(solution)
            if status or count != len(rows):
                raise Fault("shape", f"status {status}, {count} rows")
            return 0, (dtype, [list(values[i * n:(i + 1) * n]) for i in range(count)])
        finally:
            call.apsp_graph_free(graph)

    def check(self, case, place):
        graph = case.graph
        rows = range(graph.n)
        if "rows" in case.options:
            rows = area_solve.some_vertices(case.options["rows"], graph.n)
        place.invocations += 1
        place.transcript.append(("python", f"# C: n = {graph.n}, arcs {graph.arcs}, {case.options}"))
        semiring = case.options.get("--semiring", "min-plus")
        if semiring in ("max-min", "max-times"):  # of parallel arcs the smallest counts
            case.graph.arcs = graph.arcs = list({(i, j): (i, j, w) for i, j, w in sorted(
                graph.arcs, reverse=True)}.values())
        status, found = self.solve(case, rows)
        if status:
            refusals.judge_refusal(case, graph, semiring, Refusal(status, found))
            return
        dtype, matrix = found
        if semiring != "min-plus":
            if dtype == "f32" and semiring in ("max-min", "min-max"):
                graph = graphs.Graph(graph.n, [(i, j, as_f32(w)) for i, j, w in graph.arcs])
            its_type = dtype if semiring == "max-times" else "f64"  # whose doubles were copied
            judge_values(matrix, rows, range(graph.n), semiring, its_type, graph, its_type)
            return
        exact = Distances(graph)
        if exact.cycle:
            raise Fault("negative cycle", "solved nevertheless")
        bound = Bound(exact, graph, dtype)
        for i, row in zip(rows, matrix):
            for j, entry in enumerate(row):
                if entry == float("inf") and not exact.has(i, j):
                    continue
                if wrong := bound.wrong(i, j, entry):
                    raise Fault("wrong number", f"{i} -> {j} {wrong}")

    def simpler(self, case):
        yield from simpler.simpler(case)
