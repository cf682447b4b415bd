"""Betweenness by both methods, against counts of paths in exact arithmetic."""

import json
import math
import random
from fractions import Fraction

import area_near
import area_solve
import files
import graphs
import results
from area_solve import quoted
from judge import close
from oracle import Distances
from place import Fault

# Their sums are exact in doubles, so ties are.
KINDS = ["ones", "ones", "small", "small", "zeros", "bytes", "shorts", "ints", "mantissas", "quarters"]


class Betweenness(area_solve.Solve):
    name = "betweenness"
    share = 1

    missing = area_near.Near.missing

    def draw(self, rng, place):
        options = {"--method": rng.choice(["auto", "elimination", "search"])}
        if self.device and rng.random() < 0.1:
            options["--device"] = self.device
        area_solve.draw_reading(rng, options)
        if rng.random() < 0.5:
            options["--unweighted" if rng.random() < 0.2 else "--undirected"] = None
        for name, value, share in (("--raw", None, 0.7), ("--endpoints", None, 0.3), ("--json", None, 0.5),
                                   ("--arcs-output", "arcs.csv", 0.6), ("--counts-output", "counts.npy", 0.3),
                                   ("--verify", None, 0.3), ("--sources", rng.randrange(2**32), 0.2),
                                   ("--targets", rng.randrange(2**32), 0.2),
                                   ("--cutoff", rng.choice([0, 1, 2.5, 10, 100]), 0.2)):
            if rng.random() < share:
                options[name] = value
        for side in ("source", "target"):
            if f"--{side}s" not in options and rng.random() < 0.15:
                options[f"--{side}-weights"] = rng.randrange(2**32)
        return area_solve.Case(rng.randrange(2**32), graphs.draw(rng, kinds=KINDS),
                               rng.choice(list(files.WRITERS)), "", options, "vertices.csv")

    def check(self, case, place):
        made = files.write(random.Random(case.seed), case.graph, case.format, "")
        place.write("g" + made.suffix, made.data)
        graph, n = area_solve.meaning(made, case.options), made.graph.n
        sides, words = {}, []
        for name, value in case.options.items():
            if name in ("--sources", "--targets"):
                chosen = area_solve.some_vertices(value, n)
                sides[name[2:8]] = [int(v in chosen) for v in range(n)]
                value = ",".join(quoted(made.labels[v]) for v in chosen)
            elif name.endswith("-weights"):
                rng = random.Random(value)
                its = sides[name[2:8]] = [rng.choice([0, 1, 2, 7]) for _ in range(n)]
                lines = "".join(f"{quoted(made.labels[v])},{its[v]}\n" for v in range(n) if its[v])
                value = name[2:] + ".csv"
                place.write(value, ("vertex,weight\n" + lines).encode())
            words += [name] if value is None else [f"{name}={value}"]
        outcome = place.run("betweenness", "g" + made.suffix, *made.options, *words, "-o", case.output,
                            env=place.environment(devices="plain" if "--device" in case.options else False))
        exact = Distances(graph)
        if outcome.code:
            return judge_refusal(case, graph, exact, outcome)
        if exact.cycle:
            raise Fault("negative cycle", "counted nevertheless")
        if has_zero_cycle(exact):
            raise Fault("cycle of weight 0", "counted nevertheless")
        counts = numbers_of_paths(exact)
        vertices, arcs, pairs = loads(exact, counts, sides.get("source", [1] * n), sides.get("target", [1] * n),
                                      case.options.get("--cutoff", math.inf), "--endpoints" in case.options)
        raw = "--raw" in case.options
        ordered, inner = n * (n - 1), (n - 1) * (n - 2)
        past_vertex = 1 if raw else max(ordered if "--endpoints" in case.options else inner, 1)
        past_arc = 1 if raw else max(ordered, 1)
        judge_lines(results.table(place.read(case.output), case.output)[1:], made.labels,
                    {(v,): Fraction(vertices[v], past_vertex) for v in range(n)})
        if "--arcs-output" in case.options:
            judge_lines(results.table(place.read("arcs.csv"), "arcs.csv")[1:], made.labels,
                        {ends: Fraction(load, past_arc) for ends, load in arcs.items()})
        if "--counts-output" in case.options:
            _, rows = results.matrix(place.read("counts.npy"), "counts.npy")
            if rows != [[float(count) for count in row] for row in counts]:
                raise Fault("wrong number", f"counts {rows}")
        if "--json" in case.options:
            report = json.loads(outcome.out)
            if not close(report["pairs"], float(pairs)):
                raise Fault("wrong number", f"{report['pairs']} pairs, expected {pairs}")


def numbers_of_paths(exact):
    """Of each pair: its shortest paths, where no cycle of weight 0 makes their number infinite."""
    n = exact.n
    arcs_into = [[] for _ in range(n)]
    for (i, j), w in exact.weights.items():
        if i != j:
            arcs_into[j].append((i, w))
    rows = []
    for s in range(n):
        known = {s: 1}

        def count(j):
            if j not in known:
                known[j] = sum(count(i) for i, w in arcs_into[j]
                               if exact.has(s, i) and exact.at(s, i) + w == exact.at(s, j))
            return known[j]

        rows.append([count(j) if exact.has(s, j) else 0 for j in range(n)])
    return rows


def has_zero_cycle(exact):
    """Whether two vertices lie on one: each is at minus the distance of the other."""
    n = exact.n
    return any(exact.has(i, j) and exact.has(j, i) and exact.at(i, j) + exact.at(j, i) == 0
               for i in range(n) for j in range(i))


def loads(exact, counts, source, target, cutoff, endpoints):
    """Of vertices, of arcs, and the weight of all pairs."""
    n = exact.n
    vertices, pairs = [Fraction(0)] * n, 0
    arcs = {ends: Fraction(0) for ends in exact.weights if ends[0] != ends[1]}
    for s in range(n):
        for t in range(n):
            weight = source[s] * target[t]
            if s == t or not weight or not exact.has(s, t) or exact.value(s, t) > cutoff:
                continue
            pairs += weight
            d = exact.at(s, t)
            share = Fraction(weight, counts[s][t])
            on = lambda i, j, w: exact.has(s, i) and exact.has(j, t) and exact.at(s, i) + w + exact.at(j, t) == d
            for v in range(n):
                if v in (s, t):
                    vertices[v] += weight if endpoints else 0
                elif on(v, v, 0):
                    vertices[v] += share * counts[s][v] * counts[v][t]
            for i, j in arcs:
                if on(i, j, exact.weights[i, j]):
                    arcs[i, j] += share * counts[s][i] * counts[j][t]
    return vertices, arcs, pairs


def judge_lines(lines, labels, expected):
    found = {tuple(labels.index(name) for name in line[:-1]): float(line[-1]) for line in lines}
    if len(found) != len(lines) or set(found) != set(expected):
        raise Fault("wrong name", f"{sorted(found)}, expected {sorted(expected)}")
    for ends, value in expected.items():
        if not close(found[ends], float(value)):
            raise Fault("wrong number", f"{[labels[v] for v in ends]}: {found[ends]}, expected {float(value)}")


def judge_refusal(case, graph, exact, outcome):
    code = outcome.code
    if code == 5 and exact.cycle:
        return
    if code == 4 and not exact.cycle and has_zero_cycle(exact):
        return
    if code == 4 and exact.negative and not graph.integral():
        return
    if code == 2 and case.options["--method"] == "elimination" and "--cutoff" in case.options and exact.negative:
        return
    raise Fault("refusal", f"exit code {code}; {outcome.said()}")
