"""The program's verify and path: right distances are accepted, and a wrong entry is found."""

import json
import math
import random

import area_solve
import files
import graphs
import simpler
from bounds import DIGITS, LIMITS, NO_PATH
from oracle import Distances
from place import Fault, Skip

CODES = {"u8": "u1", "i16": "i2", "i32": "i4", "f64": "f8"}


class Verify:
    """The matrix is the oracle's own: distances that the type holds without rounding."""

    name = "verify"
    share = 1

    def draw(self, rng, place):
        options = {}
        area_solve.draw_reading(rng, options)
        if rng.random() < 0.6:
            options["wrong"] = rng.randrange(2**32)
        if rng.random() < 0.3:
            options["paths"] = True
        graph = graphs.draw(rng, kinds=["ones", "small", "zeros", "bytes", "ints", "quarters"])
        return area_solve.Case(rng.randrange(2**32), graph, rng.choice(list(files.WRITERS)), "",
                               options, rng.choice(["d.npy", "d.npy", "d.csv", "d.tsv"]))

    def check(self, case, place):
        made = files.write(random.Random(case.seed), case.graph, case.format)
        name = "g" + made.suffix
        graph = area_solve.meaning(made, case.options)
        exact = Distances(graph)
        if exact.cycle:
            raise Skip
        n = exact.n
        rows = [[exact.value(i, j) for j in range(n)] for i in range(n)]
        largest = max(abs(d) for row in rows for d in row if d != math.inf)
        if largest * n > 2 ** DIGITS["f32"]:
            raise Skip
        whole = all(d == int(d) for row in rows for d in row if d != math.inf)
        types = [t for t in LIMITS if whole and largest <= LIMITS[t] and not (
            exact.negative and t == "u8")] + ["f64"]
        dtype = random.Random(case.seed).choice(types)
        wrong = "wrong" in case.options and self.corrupt(rows, random.Random(case.options["wrong"]),
                                                         dtype)
        none = NO_PATH[dtype]
        if case.output == "d.npy":
            values = [none if d == math.inf else d if dtype == "f64" else int(d)
                      for row in rows for d in row]
            data = files.npy(CODES[dtype], (n, n), values)
        else:
            separator = "," if case.output == "d.csv" else "\t"
            data = "".join(separator.join("inf" if d == math.inf else f"{d:.17g}" for d in row) + "\n"
                           for row in rows).encode()
        place.write(name, made.data)
        place.write(case.output, data)
        reading = [o for o in case.options if o.startswith("--")]
        words = [name, *made.options, *reading, "--distances", case.output]
        outcome = place.run("verify", "--graph", *words, "--json")
        if outcome.code != (7 if wrong else 0):
            raise Fault("verify", f"exit code {outcome.code}, entry changed: {wrong}; "
                        f"{outcome.said()}")
        if "paths" in case.options and not wrong:
            self.check_path(case, place, made, exact, words)

    def corrupt(self, rows, rng, dtype):
        """Changes one entry, which it gives."""
        i, j = rng.randrange(len(rows)), rng.randrange(len(rows))
        old = rows[i][j]
        if old == math.inf:
            new = rng.choice([0, 1, 7])
        else:
            new = rng.choice([old + 1, max(0, old - 1), math.inf, old + 2])
        if new == old or new != math.inf and new > LIMITS.get(dtype, math.inf):
            return None
        rows[i][j] = new
        return i, j, old, new

    def check_path(self, case, place, made, exact, words):
        """A path by predecessors that the program found."""
        name, *rest = words
        at = rest.index("--distances")
        reading = rest[:at]
        outcome = place.run(name, *reading, "--device=cpu", "-o", "own.npy", "--paths-output",
                            "p.npy")
        if outcome.code:
            raise Fault("refusal", outcome.said())
        rng = random.Random(case.seed + 2)
        i, j = rng.randrange(exact.n), rng.randrange(exact.n)
        outcome = place.run("path", "--graph", name, *reading, "--distances", "own.npy",
                            "--predecessors", "p.npy", "--from", made.labels[i], "--to",
                            made.labels[j], "--json")
        if outcome.code:
            raise Fault("path", f"exit code {outcome.code}; {outcome.said()}")
        report = json.loads(outcome.out, parse_constant=float)
        length = report.get("length", report.get("distance"))
        expected = exact.value(i, j) if exact.has(i, j) else None
        if length is not None and expected is not None and length != expected:
            raise Fault("path", f"{report}, expected {expected}")

    def simpler(self, case):
        yield from simpler.simpler(case)
