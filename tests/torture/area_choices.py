"""What a caller chooses to get: another value for no path, minus infinity around negative cycles, and
packed results, on the whole matrix."""

import json
import math
import random

import area_solve
import files
import graphs
import results
from bounds import LIMITS, Bound
from judge import meant
from oracle import Distances
from place import Fault
from refusals import judge_refusal

NO_PATHS = ["-1", "0", "255", "9999", "65535", "-2.5", "1e9", "nan", "inf"]


def touched(graph):
    """The vertices on walks that are closed and negative, and the graph without them."""
    ahead = [{i} for i in range(graph.n)]  # by paths of any arcs
    for _ in range(graph.n):
        before = sum(map(len, ahead))
        for i, j, _ in graph.arcs:
            ahead[i] |= ahead[j]
        if sum(map(len, ahead)) == before:
            break
    found = set()
    for v in range(graph.n):
        together = {j for j in ahead[v] if v in ahead[j]}
        if v == min(together):
            inside = [a for a in graph.arcs if a[0] in together and a[1] in together]
            if Distances(graphs.Graph(graph.n, inside)).cycle:
                found |= together
    rest = [a for a in graph.arcs if a[0] not in found and a[1] not in found]
    return ahead, found, graphs.Graph(graph.n, rest)


class Choices(area_solve.Solve):
    name = "choices"
    share = 1

    def draw(self, rng, place):
        options = {"--json": None}
        if rng.random() < 0.6:
            options["--negative-cycles"] = "minus-infinity"
        if rng.random() < 0.6:
            options["--no-path"] = rng.choice(NO_PATHS)
        area_solve.draw_reading(rng, options)
        area_solve.draw_solving(rng, options)
        options.pop("--semiring", None)
        output = "d" + rng.choice([".npy", ".npy", ".csv", ".tsv", ".mtx"])
        return area_solve.Case(rng.randrange(2**32), graphs.draw(rng),
                               rng.choice(list(files.WRITERS)), rng.choice(["", "", "gz", "zst"]),
                               options, output + rng.choice(["", "", ".gz", ".zst"]))

    def check(self, case, place):
        made = files.write(random.Random(case.seed), case.graph, case.format, case.packed)
        place.write("g" + made.suffix, made.data)
        words, _ = area_solve.command_of(case, made, place)
        outcome = place.run("g" + made.suffix, *made.options, "--device=cpu", *words, "-o",
                            case.output)
        graph = area_solve.meaning(made, case.options)
        ahead, infinite, rest = None, set(), graph
        if "--negative-cycles" in case.options:
            ahead, infinite, rest = touched(graph)
        if outcome.code:
            if not (infinite and case.options.get("--dtype") in LIMITS):
                judge_refusal(case, rest, "min-plus", outcome)
            return
        exact = Distances(rest)
        if exact.cycle:
            raise Fault("negative cycle", "solved nevertheless")
        bound = Bound(exact, rest, json.loads(outcome.out, parse_constant=float)["dtype"])
        its_type, matrix = results.matrix(place.read(case.output), case.output)
        none = case.options.get("--no-path")
        none = none if none is None else float(none)
        for i, row in enumerate(matrix):
            for j, entry in enumerate(row):
                if infinite and ahead[i] & infinite and any(
                        j in ahead[v] for v in ahead[i] & infinite):
                    wrong = None if entry == -math.inf else f"is {entry}, expected -inf"
                elif none is not None and not exact.has(i, j):
                    same = entry == none or none != none and entry != entry
                    wrong = None if same else f"is {entry}, expected {none}"
                else:
                    entry = entry if its_type else meant(entry, bound.dtype)
                    wrong = bound.wrong(i, j, entry)
                if wrong:
                    raise Fault("wrong number", f"{made.labels[i]} -> {made.labels[j]} {wrong}")
