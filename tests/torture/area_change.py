"""The program's change, step after step, each checked by the program's verify, too."""

import random
import re
from dataclasses import dataclass

import area_dynamic
import area_solve
import files
import graphs
import refusals
import results
from area_python import unique
from bounds import LIMITS, Bound
from judge import judge_matrix, judge_predecessors
from oracle import Distances
from place import Fault


@dataclass
class Case(area_dynamic.Case):
    seed: int = 0
    format: str = "csv"


class Change:
    name = "change"
    share = 2

    def draw(self, rng, place):
        kind = rng.choice(list(graphs.KINDS))
        graph = graphs.draw(rng, kinds=[kind])
        graph.arcs = unique(graph.arcs)
        options = {}
        if rng.random() < 0.4:
            options["--dtype"] = area_solve.dtype_of(rng)
        if rng.random() < 0.4:
            options["--paths-output"] = "p.npy"
        if rng.random() < 0.3:
            options["text"] = rng.choice(["csv", "tsv", "csv.gz"])
        steps = area_dynamic.draw_steps(rng, graph, graphs.KINDS[kind](rng))
        return Case(graph, options, steps[:3], rng.randrange(2**32),
                    rng.choice(["csv", "gr", "mtx", "npz", "dense", "edges"]))

    def check(self, case, place):
        made = files.write(random.Random(case.seed), case.graph, case.format)
        reading, labels, name = made.options, made.labels, "g0" + made.suffix
        place.write(name, made.data)
        ends = case.options.get("text", "npy")
        words = [f"--dtype={case.options['--dtype']}"] if "--dtype" in case.options else []
        paths = "--paths-output" in case.options
        if paths:
            words.append("--paths-output=p0.npy")
        n = made.graph.n
        weights = {(i, j): w for i, j, w in unique(made.graph.arcs)}
        held = f"d0.{ends}"
        outcome = place.run(name, *reading, "--device=cpu", *words, "-o", held)
        dtype = case.options.get("--dtype")
        if outcome.code:
            self.judge_refusal(n, weights, dtype, outcome)
            return
        dtype = re.search(rb"^type +(\w+):", outcome.out, re.M)[1].decode()
        costs = [0]
        area_dynamic.kept_errors(Distances(area_dynamic.graph_of(n, weights)),
                                 area_dynamic.graph_of(n, weights), dtype, costs)
        for k, step in enumerate(case.steps, 1):
            rows = [f"{area_solve.quoted(labels[i])},{area_solve.quoted(labels[j])},"
                    f"{files.number(w)}\n" for i, j, w in step]
            place.write(f"c{k}.csv", ("source,target,weight\n" + "".join(rows)).encode())
            words = ["--predecessors", f"p{k - 1}.npy", "--paths-output", f"p{k}.npy"] * paths
            outcome = place.run("change", "--graph", name, *reading, "--distances", held,
                                "--changes", f"c{k}.csv", *words, "-o", f"d{k}.{ends}")
            after = area_dynamic.changed(weights, step)
            if outcome.code:
                self.judge_refusal(n, after, dtype, outcome, step)
                return
            weights, held = after, f"d{k}.{ends}"
            beyond = max(map(abs, weights.values()), default=0) > refusals.LARGEST["f32"]
            if ends == "npy" or dtype != "f32" or beyond:  # digits do not tell f32 from f64
                dtype = re.search(rb"vertices, (\w+)", outcome.out)[1].decode()
            graph = area_dynamic.graph_of(n, weights)
            self.judge(place, graph, dtype, held, f"p{k}.npy" if paths else None, costs)
            name, reading = f"g{k}.gr", []
            labels = files.numbered(graph, 1)
            place.write(name, files.gr(random.Random(case.seed), graph).data)
            if min([w for _, _, w in graph.arcs], default=0) >= 0:
                words = ["--predecessors", f"p{k}.npy"] * paths
                outcome = place.run("verify", "--graph", name, "--distances", held, *words)
                if outcome.code:
                    raise Fault("verify", f"exit code {outcome.code}; {outcome.said()}")

    def judge_refusal(self, n, weights, dtype, outcome, step=()):
        graph = area_dynamic.graph_of(n, weights)
        exact = Distances(graph)
        if outcome.code == 5 and exact.cycle:
            return
        if outcome.code == 4 and (exact.cycle or refusals.may_refuse_type(graph, exact, dtype)):
            return
        if outcome.code == 4 and dtype in LIMITS and area_dynamic.misfits(step, dtype):
            return
        told = "may have rounded these distances", "f32 cannot hold the weight", "f32 holds distances up to"
        if outcome.code == 4 and dtype == "f64" and any(words in outcome.said() for words in told):
            return  # docs/changes.md: text does not tell f32 from f64
        if outcome.code == 4 and told[0] in outcome.said():
            return
        raise Fault("refusal", f"exit code {outcome.code}; {outcome.said()}")

    def judge(self, place, graph, dtype, held, before, costs):
        exact = Distances(graph)
        if exact.cycle:
            raise Fault("negative cycle", "changed nevertheless")
        its_type, matrix = results.matrix(place.read(held), held)
        bound = Bound(exact, graph, its_type or dtype)
        bound.kept = area_dynamic.kept_errors(exact, graph, dtype, costs)
        labels = [str(v) for v in range(exact.n)]
        judge_matrix(matrix, range(exact.n), range(exact.n), bound, labels, its_type=its_type)
        if before:
            _, shape, values = results.parse_npy(place.read(before))
            judge_predecessors(results.rows_of(shape, values), range(exact.n), exact,
                               None if dtype in LIMITS else dtype, graph, bound.kept)

    def simpler(self, case):
        for other in area_dynamic.Dynamic.simpler(self, case):
            yield Case(other.graph, other.options, other.steps, case.seed, case.format)
        if case.format != "csv":
            yield Case(case.graph, case.options, case.steps, case.seed, "csv")
