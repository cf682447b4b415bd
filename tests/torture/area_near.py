"""Tables between two sets of places, and near pairs, by every algorithm."""

import json
import math
import random

import area_solve
import files
import graphs
import results
from area_devices import found_devices, identifier
from area_solve import quoted
from bounds import Bound
from judge import meant
from oracle import Distances
from place import Fault
from refusals import judge_refusal


class Near(area_solve.Solve):
    name = "near"
    share = 2

    def missing(self, place):
        found = found_devices(place, place.environment(devices="plain"))
        self.device = next((identifier(d) for d in found if d["backend"] != "cpu"), None)

    def draw(self, rng, place):
        options = {"--json": None, "--algo": rng.choice(["auto", "auto", "search", "sparse", "kleene", "fw"])}
        if self.device and rng.random() < 0.1:
            options.update({"--device": self.device, "--algo": rng.choice(["auto", "sparse", "kleene", "fw"])})
        if rng.random() < 0.35:
            options["--dtype"] = area_solve.dtype_of(rng)
        if rng.random() < 0.3:
            options["--verify"] = None
        area_solve.draw_reading(rng, options)
        for name in ("--sources", rng.choice(["--targets", "--among"])):
            if rng.random() < 0.7:
                options[name] = rng.randrange(2**32)
        near = "--targets" not in options and rng.random() < 0.6 or "--among" in options
        if near:
            options["--nearest"] = rng.choice([1, 2, 5, 100])
            if rng.random() < 0.5:
                options["--cutoff"] = rng.choice([0, 1, 2.5, 10, 100, 10**6])
                if rng.random() < 0.5:
                    del options["--nearest"]
        kinds = None if not near else ["ones", "small", "zeros", "bytes", "shorts", "ints", "quarters"]
        output = "d.csv" if near else "d" + rng.choice([".npy", ".csv", ".tsv"])
        return area_solve.Case(rng.randrange(2**32), graphs.draw(rng, kinds=kinds), rng.choice(list(files.WRITERS)),
                               "", options, output)

    def check(self, case, place):
        made = files.write(random.Random(case.seed), case.graph, case.format, "")
        place.write("g" + made.suffix, made.data)
        graph = area_solve.meaning(made, case.options)
        chosen, words = {}, []
        for name, value in case.options.items():
            if name in ("--sources", "--targets", "--among"):
                chosen[name] = area_solve.some_vertices(value, graph.n)
                place.write(name[2:] + ".txt",
                            ("vertex\n" + "".join(quoted(made.labels[v]) + "\n" for v in chosen[name])).encode())
                value = name[2:] + ".txt"
            words += [name] if value is None else [f"{name}={value}"]
        near = "--cutoff" in case.options or "--nearest" in case.options
        outcome = place.run("near" if near else "table", "g" + made.suffix, *made.options, *words, "-o", case.output,
                            env=place.environment(devices="plain" if "--device" in case.options else False))
        if outcome.code:
            pruned = case.options["--algo"] in ("search", "sparse") and any(w < 0 for _, _, w in graph.arcs)
            if not (pruned and outcome.code == 2):
                judge_refusal(case, graph, "min-plus", outcome)
            return
        exact = Distances(graph)
        if exact.cycle:
            raise Fault("negative cycle", "solved nevertheless")
        bound = Bound(exact, graph, json.loads(outcome.out, parse_constant=float)["dtype"])
        sources = chosen.get("--sources", range(graph.n))
        judge = self.judge_pairs if near else self.judge_table
        judge(case, place.read(case.output), made.labels, exact, bound, sources, chosen)

    def judge_table(self, case, data, labels, exact, bound, sources, chosen):
        targets = chosen.get("--targets", range(exact.n))
        if case.output.endswith(".npy"):
            _, shape, values = results.parse_npy(data)
            rows = results.rows_of(shape, values)
        else:
            separator = "," if case.output.endswith(".csv") else "\t"
            lines = [line.split(separator) for line in data.decode().splitlines()]
            if [line[0].strip('"') for line in lines[1:]] != [labels[v] for v in sources]:
                raise Fault("wrong name", f"sources {[line[0] for line in lines]}")
            if [name.strip('"') for name in lines[0][1:]] != [labels[v] for v in targets]:
                raise Fault("wrong name", f"targets {lines[0]}")
            rows = [[meant(results.cell(x), bound.dtype) for x in line[1:]] for line in lines[1:]]
        if [len(row) for row in rows] != [len(targets)] * len(sources):
            raise Fault("wrong shape", f"{len(rows)} rows")
        for i, row in zip(sources, rows):
            for j, entry in zip(targets, row):
                if wrong := bound.wrong(i, j, entry):
                    raise Fault("wrong number", f"{labels[i]} -> {labels[j]} {wrong}")

    def judge_pairs(self, case, data, labels, exact, bound, sources, chosen):
        """Distances of these graphs are exact in every type."""
        cutoff = case.options.get("--cutoff", math.inf)
        expected = []
        for i in sources:
            pairs = [(exact.value(i, j), j) for j in range(exact.n) if exact.has(i, j) and exact.value(i, j) <= cutoff
                     and (j in chosen["--among"] if "--among" in chosen else j != i)]
            if "--nearest" in case.options:
                pairs = sorted(pairs)[:case.options["--nearest"]]
            expected += [(labels[i], labels[j], d) for d, j in pairs]
        found = []
        for line in data.decode().splitlines()[1:]:
            source, target, distance = line.rsplit(",", 2)
            found.append((source.strip('"'), target.strip('"'), results.cell(distance)))
        if not (bound.integers or bound.sharp):
            return
        if found != expected:
            k = next((k for k, (a, b) in enumerate(zip(found, expected)) if a != b), min(len(found), len(expected)))
            raise Fault("wrong pair", f"pair {k} of {len(found)}: {found[k:k + 1]}, expected {expected[k:k + 1]}")
