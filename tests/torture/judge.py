"""Compares the files of a solve with the oracle."""

import bisect
import csv
import math
from fractions import Fraction

import results
from bounds import DIGITS, LIMITS, NO_PATH, Bound, gamma, sentinel
from graphs import as_f32
from oracle import over
from place import Fault


def judge_solution(place, case, made, graph, exact, dtype, chosen, report):
    options, name = case.options, case.output
    data = place.read(name)
    n = exact.n
    rows = chosen.get("--rows", range(n))
    columns = chosen.get("--columns", range(n))
    dtype = dtype or guessed(graph)
    found = None  # the matrix, if all of it was written
    if "--pairs" in chosen:
        judge_pairs(case, made, graph, exact, dtype, chosen["--pairs"], data)
    elif "--long" in options:
        judge_list(case, made, graph, exact, dtype, rows, columns, data)
    else:
        its_type, matrix = results.matrix(data, name)
        dtype = its_type or dtype
        bound = Bound(exact, graph, dtype)
        if (len(matrix), len(matrix[0])) != (len(rows), len(columns)):
            raise Fault("shape", f"{len(matrix)} x {len(matrix[0])}")
        limit = options.get("--max-distance", math.inf)
        judge_matrix(matrix, rows, columns, bound, made.labels, limit, its_type,
                     name.endswith(".npz"))
        if not {"--rows", "--columns"} & chosen.keys() and not name.endswith(".npz"):
            found = matrix
            if its_type is None:
                found = [[meant(entry, dtype) for entry in row] for row in matrix]
    if "--paths-output" in options:
        code, shape, values = results.parse_npy(place.read(options["--paths-output"]))
        if code != "i4":
            raise Fault("predecessors", f"of type {code}")
        judge_predecessors(results.rows_of(shape, values), range(n), exact,
                           None if dtype in LIMITS else dtype, graph)
    if "--labels-output" in options:
        text = place.read(options["--labels-output"]).decode()
        if text != "".join(label + "\n" for label in made.labels):
            raise Fault("labels", repr(text))
    if found and options.get("--stats-output"):
        judge_vertices(place.read(options["--stats-output"]).decode(), made.labels, exact, found,
                       options, chosen.get("--vertex-weights", [1] * n))
    if isinstance(report, dict):
        whole = not chosen or not any(name in options for name in (
            "--paths", "--paths-output", "--stats", "--stats-output", "--harmonic", "--histogram"))
        known = whole and "--pairs" not in chosen  # of which rows `result` is
        judge_report(report, exact, dtype, rows if known else None, found)


def guessed(graph):
    """The type that the program chooses for fractions, as docs/types.md says; f64 holds the integers."""
    sizes = [w for _, _, w in graph.arcs if w]
    small = all(2.0**-126 <= w <= 3.4e38 / graph.n for w in sizes)
    return "f32" if small and not graph.integral() else "f64"


def meant(entry, dtype):
    """What a number of a text means: the float with these digits, or no path."""
    return NO_PATH[dtype] if entry == math.inf else as_f32(entry) if dtype == "f32" else entry


def judge_matrix(matrix, rows, columns, bound, labels, limit=math.inf, its_type=None, sparse=False):
    """`its_type` is None for text, in which infinity means no path."""
    for i, row in zip(rows, matrix):
        for j, entry in zip(columns, row):
            if its_type is None:
                entry = meant(entry, bound.dtype)
            if sparse:
                left_out = entry is None
                if left_out and (i == j or bound.exact.value(i, j) > limit
                                 or roundings_decide(bound, i, j, limit)):
                    continue
                if not left_out and (i == j or entry > limit):
                    raise Fault("entry", f"of {labels[i]} -> {labels[j]}: {entry}")
                entry = NO_PATH[bound.dtype] if left_out else entry
            if wrong := bound.wrong(i, j, entry):
                raise Fault("wrong number", f"{labels[i]} -> {labels[j]} {wrong}")


def roundings_decide(bound, i, j, limit):
    """Whether the distance is so near to the limit that it may be beyond it or not."""
    if bound.integers or limit == math.inf or not bound.exact.has(i, j):
        return False
    d = bound.exact.at(i, j)
    size = abs(d * bound.unit)
    off = sum(bound.slack(i, j, d)) + 2 * bound.u * size
    return abs(d * bound.unit - Fraction(limit)) <= off


def judge_pairs(case, made, graph, exact, dtype, pairs, data):
    bound = Bound(exact, graph, dtype)
    if case.output.endswith(".npy") or case.output.endswith(".npy.gz"):
        code, _, values = results.parse_npy(results.unpack(data, case.output))
        bound = Bound(exact, graph, results.DTYPES[code])
    else:
        header, *lines = results.table(data, case.output)
        if header != ["source", "target", "distance"] or len(lines) != len(pairs):
            raise Fault("shape", f"{len(lines)} lines below {header}")
        for (i, j), line in zip(pairs, lines):
            if line[:2] != [made.labels[i], made.labels[j]]:
                raise Fault("labels", repr(line))
        values = [meant(results.cell(line[2]), dtype) for line in lines]
    if len(values) != len(pairs):
        raise Fault("shape", f"{len(values)} distances")
    for (i, j), value in zip(pairs, values):
        if wrong := bound.wrong(i, j, value):
            raise Fault("wrong number", f"{made.labels[i]} -> {made.labels[j]} {wrong}")


def judge_list(case, made, graph, exact, dtype, rows, columns, data):
    header, *lines = results.table(data, case.output)
    if header != ["source", "target", "distance"]:
        raise Fault("shape", repr(header))
    bound = Bound(exact, graph, dtype)
    limit = case.options.get("--max-distance", math.inf)
    at = 0
    for i in rows:
        for j in columns:
            label = made.labels[i], made.labels[j]
            listed = at < len(lines) and tuple(lines[at][:2]) == label
            value = exact.value(i, j)
            if i == j or value == math.inf and not exact.has(i, j):
                expected = False
            elif roundings_decide(bound, i, j, limit):
                expected = listed
            else:
                expected = value <= limit
            if listed != expected:
                raise Fault("list", f"{label} is {'' if listed else 'not '}there")
            if listed:
                if wrong := bound.wrong(i, j, meant(results.cell(lines[at][2]), dtype)):
                    raise Fault("wrong number", f"{label} {wrong}")
                at += 1
    if at != len(lines):
        raise Fault("list", f"more lines than paths: {lines[at]}")


def judge_predecessors(found, rows, exact, dtype, graph, kept=0):
    """Each predecessor is the source of an arc, following them ends in i, and the weights on the way
    add up to the distance. If sums are rounded, each arc on the way is the last of a shortest path
    up to roundings of both distances, so that the way is longer by at most that at each arc."""
    bound = Bound(exact, graph, dtype) if dtype else None
    for i, row in zip(rows, found):
        lengths = {i: (0, 0)}
        for j in range(exact.n):
            if i == j or not exact.has(i, j):
                if row[j] != -1:
                    raise Fault("predecessor", f"of {j} from {i} is {row[j]}, expected -1")
                continue
            way, v = [], j
            while v not in lengths:
                p = row[v]
                if not 0 <= p < exact.n or (p, v) not in exact.weights or len(way) > exact.n:
                    raise Fault("predecessor", f"{p} of {v} from {i}: {row}")
                way.append(v)
                v = p
            for v in reversed(way):
                length, arcs = lengths[row[v]]
                lengths[v] = length + exact.weights[row[v], v], arcs + 1
            length, arcs = lengths[j]
            over_it = length - exact.at(i, j)
            if over_it and bound is None:
                raise Fault("predecessors", f"{i} -> {j}: longer by {over_it}")
            if over_it:
                above, below = bound.slack(i, j, exact.at(i, j))
                allowed = (above + below + kept + bound.u * abs(exact.at(i, j)) * bound.unit)
                allowed *= 2 * arcs
                if over_it * bound.unit > allowed:
                    raise Fault("predecessors", f"{i} -> {j}: longer by "
                                f"{float(over_it * bound.unit):.3g}, allowed {float(allowed):.3g}")


def judge_report(report, exact, dtype, rows, found):
    n = exact.n
    if report["graph"]["n"] != n:
        raise Fault("report", f"n is {report['graph']['n']}")
    reachable = sum(exact.has(i, j) and i != j for i in rows or () for j in range(n))
    if rows and report["result"] and report["result"]["reachable_pairs"] != reachable:
        raise Fault("report", f"{report['result']['reachable_pairs']} pairs, not {reachable}")
    if report["verified"] is False:
        raise Fault("report", "verified is false")
    statistics = report["stats"]
    if statistics and found:
        judge_statistics(statistics, exact, found)


def reached(exact):
    """From each vertex, the others to which there is a path."""
    n = exact.n
    return [[j for j in range(n) if j != i and exact.has(i, j)] for i in range(n)]


def inverses(distances):
    """The sum of 1 / d, and of its absolute value."""
    terms = [1 / d for d in distances if d]
    return sum(terms), sum(map(abs, terms))


def close(a, b, size=None):
    """To within rounding, for sums of numbers whose absolute values add up to `size`."""
    size = max(abs(a), abs(b)) if size is None else size
    return a == b or not size < math.inf or abs(a - b) <= 1e-9 * size


def judge_vertices(text, labels, exact, found, options, weights):
    """The table of vertices, from the very distances that were written."""
    header, *lines = csv.reader(text.splitlines())
    if [line[0] for line in lines] != labels:
        raise Fault("table of vertices", f"vertices {[line[0] for line in lines]}")
    reach = reached(exact)
    for i, line in enumerate(lines):
        row = dict(zip(header, line))
        distances = [found[i][j] for j in reach[i]]
        expected = {"eccentricity": max([0, *distances]), "reachable": len(distances)}
        if "--harmonic" in options:
            total, size = inverses(distances)
            if not close(float(row["harmonic"]), total, size):
                raise Fault("table of vertices", f"harmonic of {i} is {row['harmonic']}")
        for name in header:
            if name.startswith("within_"):
                bound = float(name.removeprefix("within_"))
                expected[name] = sum(weights[j] for j in [i, *reach[i]]
                                     if (found[i][j] if j != i else 0) <= bound)
        for name, value in expected.items():
            if not close(float(row[name]), value):
                raise Fault("table of vertices", f"{name} of {i} is {row[name]}, expected {value}")
    if ("--within" in options) != any(name.startswith("within_") for name in header):
        raise Fault("table of vertices", f"columns {header}")


def judge_more(statistics, found, reach):
    distances = [found[i][j] for i in range(len(found)) for j in reach[i]]
    pairs = len(found) * (len(found) - 1)
    efficiency, (total, size) = statistics["efficiency"], inverses(distances)
    if efficiency is not None and not close(float(efficiency) * pairs, total, size):
        raise Fault("statistics", f"efficiency is {efficiency}")
    if histogram := statistics["histogram"]:
        bins = [0] * (len(histogram["bounds"]) + 1)
        for d in distances:
            bins[bisect.bisect_left(histogram["bounds"], d)] += 1
        if [*histogram["pairs"], histogram["beyond"]] != bins:
            raise Fault("statistics", f"histogram is {histogram}, expected {bins}")


def judge_statistics(statistics, exact, found):
    """From the very distances that were written."""
    n = exact.n
    reach = reached(exact)
    judge_more(statistics, found, reach)
    farthest = [max(found[i][j] for j in [i, *reach[i]]) for i in range(n)]
    pairs = sum(map(len, reach))
    whole = [farthest[i] for i in range(n) if len(reach[i]) == n - 1]
    expected = {"diameter": max([farthest[i] for i in range(n) if reach[i]], default=None),
                "radius": min(whole) if whole else None, "reachable_pairs": pairs}
    if pairs == 0 or n == 1:
        del expected["diameter"], expected["radius"]
    for name, value in expected.items():
        if statistics[name] != value:
            raise Fault("statistics", f"{name} is {statistics[name]}, expected {value}")
    together = [0] * n
    for i in range(n):
        together[i] = sum(exact.has(i, j) and exact.has(j, i) for j in range(n))
    if statistics["components"]["largest"] != max(together):
        raise Fault("statistics", f"components {statistics['components']}")
    count = sum(Fraction(1, t) for t in together)
    if statistics["components"]["count"] != count:
        raise Fault("statistics", f"components {statistics['components']}, expected {count}")


def judge_semiring(place, case, made, graph, semiring, dtype, chosen):
    name = case.output
    if "--pairs" in chosen or "--long" in case.options or name.endswith(".npz"):
        return  # the same code as over min-plus
    its_type, matrix = results.matrix(place.read(name), name)
    dtype = its_type or dtype or guessed(graph)
    judge_values(matrix, chosen.get("--rows", range(graph.n)),
                 chosen.get("--columns", range(graph.n)), semiring, dtype, graph, its_type)


def judge_values(matrix, rows, columns, semiring, dtype, graph, its_type):
    convert = as_f32 if dtype == "f32" else lambda w: w
    if semiring == "max-times":
        convert = Fraction
    elif semiring == "or-and":
        convert = lambda w: 1
    expected = over(semiring, graph, convert)
    none, one = sentinel(its_type or "f64", semiring)  # text has infinities in every type
    for i, row in zip(rows, matrix):
        for j, entry in zip(columns, row):
            right = expected[i][j]
            if i == j:
                right = one
            elif right in (math.inf, -math.inf):
                right = none
            if its_type is None and dtype == "f32":
                entry = as_f32(entry)
            if entry == right:
                continue
            if semiring == "max-times" and off_by_rounding(entry, right, dtype, graph.n):
                continue
            raise Fault("wrong number", f"{i} -> {j} is {entry}, expected {float(right)!r}")


def off_by_rounding(entry, right, dtype, n):
    """Products of at most n - 1 weights, each rounded once; below the normal numbers they may vanish."""
    u = Fraction(1, 2 ** DIGITS[dtype])
    vanishing = Fraction(1, 2 ** (125 if dtype == "f32" else 1021))
    return abs(Fraction(entry) - right) <= gamma(2 * n, u) * right + (
        vanishing if right < vanishing else 0)
