"""The package behind the names of SciPy and NetworkX, in this process."""

import copy
import math

import area_python
import area_solve
import files
import graphs
import refusals
from area_python import Case, call, judge_array, matrix_text, meaning, missing, source_text, unique
from bounds import Bound
from judge import judge_predecessors
from oracle import Distances
from place import Fault, Skip


class Csgraph:
    """apsp.csgraph, whose results are those of SciPy: infinity, and -9999 for no predecessor."""

    name = "csgraph"
    share = 1
    missing = staticmethod(lambda place: missing(place) or no_module("scipy"))

    def draw(self, rng, place):
        options = {"function": rng.choice(["shortest_path", "johnson", "floyd_warshall", "dijkstra",
                                           "bellman_ford"])}
        for name, value, share in (("directed", False, 0.15), ("unweighted", True, 0.1),
                                   ("return_predecessors", True, 0.3)):
            if rng.random() < share:
                options[name] = value
        if options["function"] == "shortest_path":
            options["method"] = rng.choice(["auto", "FW", "D", "BF", "J"])
        graph = graphs.draw(rng, signed=rng.random() < 0.5)
        graph.arcs = [a for a in unique(graph.arcs) if a[0] != a[1]]
        return Case(rng.randrange(2**32), graph, rng.choice(["array", "csr", "csc", "coo"]), options)

    def check(self, case, place):
        options = dict(case.options)
        function = options.pop("function", "shortest_path")
        if case.source == "array":  # 0 is no arc
            case = copy.deepcopy(case)
            case.graph.arcs = [a for a in case.graph.arcs if a[2] != 0]
        graph = meaning(case)
        exact = Distances(graph)
        dijkstra = function == "dijkstra" or options.get("method") == "D"
        if dijkstra and exact.negative:
            raise Skip  # SciPy's results there are those of its own algorithm
        if case.source == "array":
            head, source = "", f"np.array({matrix_text(case.graph, 0.0)})"
        else:
            head, source = source_text(case.source, case.graph)
        words = "".join(f", {name}={value!r}" for name, value in options.items())
        text = f"{head}from apsp import csgraph\nr = csgraph.{function}({source}{words})\n"
        try:
            result, = call(place, text, ["r"])
        except Exception as error:
            if type(error).__name__ == "NegativeCycleError" and exact.cycle:
                return
            if isinstance(error, ValueError) and refusals.may_refuse_type(graph, exact, "f64"):
                return
            raise Fault("refusal", repr(error)) from None
        if exact.cycle:
            raise Fault("negative cycle", "solved nevertheless")
        distances, before = result if "return_predecessors" in options else (result, None)
        judge_array(distances, "f64", range(exact.n), exact, graph)
        if before is not None:
            found = [[-1 if p == -9999 else p for p in row] for row in before.tolist()]
            judge_predecessors(found, range(exact.n), exact, "f64", graph)

    simpler = area_python.PythonSolve.simpler


def no_module(name):
    try:
        __import__(name)
    except ImportError as error:
        return str(error)
    return None


class NetworkX:
    """NetworkX's functions, served by the package."""

    name = "networkx"
    share = 1
    missing = staticmethod(lambda place: missing(place) or no_module("networkx"))
    tables = {"floyd_warshall": "weight='weight'", "johnson": "weight='weight'",
              "all_pairs_dijkstra_path_length": "weight='weight'",
              "all_pairs_bellman_ford_path_length": "weight='weight'",
              "all_pairs_shortest_path_length": ""}

    def draw(self, rng, place):
        graph = graphs.draw(rng, signed=rng.random() < 0.3)
        return Case(rng.randrange(2**32), graph, "", {
            "function": rng.choice(list(self.tables)), "directed": rng.random() < 0.6})

    def check(self, case, place):
        function = case.options.get("function", "floyd_warshall")
        directed = case.options.get("directed", True)
        kind = "MultiDiGraph" if directed else "MultiGraph"
        options = {} if directed else {"--undirected": None}
        if function == "all_pairs_shortest_path_length":
            options["--unweighted"] = None
        made = files.GraphFile("", b"", case.graph, [])
        graph = area_solve.meaning(made, options)
        exact = Distances(graph)
        negative = exact.negative and "dijkstra" in function
        text = (f"import networkx as nx\ng = nx.{kind}()\ng.add_nodes_from(range({graph.n}))\n"
                f"g.add_weighted_edges_from({case.graph.arcs!r})\n"
                f"r = nx.{function}(g, {self.tables[function]}, backend='apsp')\n")
        text = text.replace(", ,", ",")
        if function == "johnson":
            text += "r = {i: {j: p for j, p in t.items()} for i, t in dict(r).items()}\n"
        try:
            result, = call(place, text, ["r"])
            result = {i: dict(row) for i, row in dict(result).items()}
        except Exception as error:
            import networkx
            rounded = graph.integral() and exact.largest * exact.n * 2**max(exact.exponent, 0) > 2**53
            if isinstance(error, NotImplementedError) and rounded:
                return  # NetworkX has larger integers
            allowed = (networkx.NetworkXUnbounded, ValueError, NotImplementedError)
            if isinstance(error, allowed) and (exact.cycle or negative or refusals.may_refuse_type(
                    graph, exact, "f64")):
                return
            raise Fault("refusal", repr(error)) from None
        if negative:
            raise Skip
        if exact.cycle:
            raise Fault("negative cycle", "solved nevertheless")
        bound = Bound(exact, graph, "f64")
        for i in range(graph.n):
            for j in range(graph.n):
                entry = result.get(i, {}).get(j, math.inf)
                if function == "johnson":
                    judge_way(i, j, entry, exact, bound)
                elif wrong := bound.wrong(i, j, entry):
                    raise Fault("wrong number", f"{i} -> {j} {wrong}")

    simpler = area_python.PythonSolve.simpler


def judge_way(i, j, way, exact, bound):
    """A list of vertices, or infinity for none."""
    if way == math.inf:
        if exact.has(i, j):
            raise Fault("path", f"none from {i} to {j}")
        return
    if way[0] != i or way[-1] != j or not all(arc in exact.weights for arc in zip(way, way[1:])):
        raise Fault("path", f"{i} -> {j}: {way}")
    over_it = sum(exact.weights[arc] for arc in zip(way, way[1:])) - exact.at(i, j)
    if over_it:
        above, below = bound.slack(i, j, exact.at(i, j))
        if over_it * bound.unit > (above + below + bound.u * abs(exact.at(i, j)) * bound.unit
                                   ) * 2 * len(way):
            raise Fault("path", f"{i} -> {j}: {way} is longer by {float(over_it * bound.unit)}")
