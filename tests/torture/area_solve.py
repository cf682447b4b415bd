"""The program's solve: graphs x formats x options x outputs on one device, against the oracle."""

import json
import random
import re
from dataclasses import dataclass, field

import files
import graphs
from judge import judge_semiring, judge_solution
from oracle import Distances
from place import Fault
from refusals import judge_refusal
from simpler import simpler

SEMIRINGS = ["max-min", "min-max", "max-times", "or-and"]


@dataclass
class Case:
    seed: int
    graph: graphs.Graph
    format: str
    packed: str = ""
    options: dict = field(default_factory=dict)
    output: str = "d.npy"
    device: str = "cpu"


def dtype_of(rng):
    return rng.choice(["f32", "f64", "i32", "i16", "u8"])


def draw_reading(rng, options):
    for name, share in (("--undirected", 0.12), ("--transpose", 0.08), ("--unweighted", 0.06)):
        if rng.random() < share:
            options[name] = None


def draw_solving(rng, options, device="cpu"):
    if rng.random() < 0.15:
        options["--semiring"] = rng.choice(SEMIRINGS)
    if rng.random() < 0.6:
        options["--algo"] = rng.choice(["kleene", "rkleene", "fw", "sparse", "search", "auto"])
    if rng.random() < 0.35:
        options["--dtype"] = dtype_of(rng)
    if device == "cpu" and rng.random() < 0.2:
        options["--variant"] = rng.choice(["baseline", "avx2", "avx512", "avx512-fma", "serial"])
    if rng.random() < 0.1:
        options["--tile"] = rng.choice([64, 128])
    if rng.random() < 0.1:
        options["--memory-limit"] = rng.choice(["1M", "64K", "1G", "300K"])
    if rng.random() < 0.1:
        options[rng.choice(["--symmetric", "--no-symmetric"])] = None
    if rng.random() < 0.05:
        options["--workspace"] = "."
    if rng.random() < 0.05:
        options["--warm-up"] = None
    if rng.random() < 0.15:
        options["--verify"] = None


def draw_output(rng, options):
    """The options for outputs, and the name of the output."""
    kind = rng.random()
    name = "d" + rng.choice([".npy", ".npy", ".csv", ".tsv", ".mtx", ".npz"])
    if kind < 0.15:
        options["--long"] = None
        name = "d" + rng.choice([".csv", ".tsv"])
    elif kind < 0.25:
        options["--pairs"] = rng.choice(["pairs.csv", "pairs.npy"])
        name = "d" + rng.choice([".csv", ".tsv", ".npy"])
    if name != "d.npz" and rng.random() < 0.1:
        name += ".gz"
    if "--pairs" not in options:
        for option in ("--rows", "--columns"):
            if rng.random() < 0.12:
                options[option] = rng.randrange(2**32)  # a seed for the list
    if ("--long" in options or name == "d.npz") and rng.random() < 0.4:
        options["--max-distance"] = rng.choice([0, 1, 2.5, 10, 1e9])
    for option, value, share in (("--paths-output", "p.npy", 0.2), ("--paths", None, 0.05),
                                 ("--stats", None, 0.1), ("--stats-output", "s.csv", 0.1),
                                 ("--labels-output", "names.txt", 0.2), ("--json", None, 0.5),
                                 ("--quiet", None, 0.05)):
        if rng.random() < share:
            options[option] = value
    draw_statistics(rng, options)
    return name


def draw_statistics(rng, options):
    bounds = rng.choice(["0", "0,2,7,30", "1:50:7", "-5,0.5,1e9", "2.5:3:0.25", "1e-310,1e300"])
    if rng.random() < 0.08:
        options["--harmonic"] = None
    if rng.random() < 0.08:
        options["--histogram"] = bounds
    elif rng.random() < 0.08:
        options["--within"] = bounds
        options["--stats-output"] = "s.csv"
        if rng.random() < 0.5:
            options["--vertex-weights"] = "people.csv"


class Solve:
    name = "solve"
    share = 4
    kinds = None

    def draw(self, rng, place):
        options = {}
        graph = graphs.draw(rng)
        draw_reading(rng, options)
        draw_solving(rng, options)
        if options.get("--semiring") == "max-times" and rng.random() < 0.8:
            graph.arcs = [(i, j, rng.choice([1, 0.5, 0, rng.random()])) for i, j, _ in graph.arcs]
        return Case(rng.randrange(2**32), graph, rng.choice(list(files.WRITERS)),
                    rng.choice([""] * 8 + ["gz", "zst"]), options,
                    draw_output(rng, options))

    def check(self, case, place):
        solve_and_judge(case, place)

    def simpler(self, case):
        yield from simpler(case)


def meaning(made, options):
    """The graph that the program must read."""
    arcs = made.graph.arcs
    if "--zero-is-no-edge" in options:
        arcs = [a for a in arcs if a[2] != 0]
    if "--unweighted" in options:
        arcs = [(i, j, 1) for i, j, _ in arcs]
    if "--undirected" in options:
        arcs = [a for i, j, w in arcs for a in ((i, j, w), (j, i, w))]
    if "--transpose" in options:
        arcs = [(j, i, w) for i, j, w in arcs]
    return graphs.Graph(made.graph.n, arcs)


def some_vertices(seed, n):
    rng = random.Random(seed)
    return [rng.randrange(n) for _ in range(rng.randint(1, min(n, 5)))]


def quoted(label):
    return f'"{label}"' if "," in label or " " in label else label


def command_of(case, made, place):
    """Writes the input files; the arguments, and what was chosen of the result."""
    rng = random.Random(case.seed + 1)
    n, labels = made.graph.n, made.labels
    words, chosen = [], {}
    for name, value in case.options.items():
        if name in ("--rows", "--columns"):
            chosen[name] = some_vertices(value, n)
            value = ",".join(quoted(labels[v]) for v in chosen[name])
        elif name == "--pairs":
            pairs = [(rng.randrange(n), rng.randrange(n)) for _ in range(rng.randint(1, 6))]
            if value.endswith("npy") and all(label.isdigit() and int(label) == v
                                             for v, label in enumerate(labels)):
                data = files.npy("i8", (len(pairs), 2), [v for pair in pairs for v in pair])
            else:
                value = "pairs.csv"
                data = "source,target\n" + "".join(
                    f"{quoted(labels[i])},{quoted(labels[j])}\n" for i, j in pairs)
                data = data.encode()
            place.write(value, data)
            chosen[name] = pairs
        elif name == "--vertex-weights":
            chosen[name] = [rng.choice([0, 1, 2.5, 1000]) for _ in labels]
            place.write(value, "".join(f"{quoted(label)},{weight}\n" for label, weight in zip(
                labels, chosen[name])).encode())
        words += [name] if value is None else [f"{name}={value}"]
    return words, chosen


def solve_and_judge(case, place, env=None, program=None, prefix=(), allowed=None):
    made = files.write(random.Random(case.seed), case.graph, case.format, case.packed)
    graph_name = "g" + made.suffix
    place.write(graph_name, made.data)
    words, chosen = command_of(case, made, place)
    device = [f"--devices={case.device}"] if "," in case.device else [f"--device={case.device}"]
    outcome = place.run(graph_name, *made.options, *device, *words, "-o", case.output, env=env,
                        program=program, prefix=prefix)
    judge_outcome(case, place, made, chosen, outcome)
    return outcome


def judge_outcome(case, place, made, chosen, outcome):
    graph = meaning(made, case.options)
    semiring = case.options.get("--semiring", "min-plus")
    if outcome.code:
        judge_refusal(case, graph, semiring, outcome)
        if (place.folder / case.output).exists():
            raise Fault("output after refusal", f"exit code {outcome.code}")
        return
    report = outcome.out.decode()
    dtype = case.options.get("--dtype")
    if "--json" in case.options:
        report = json.loads(report, parse_constant=float)
        dtype = report["dtype"]
    elif found := re.search(r"^type +(\w+):", report, re.M):
        dtype = found[1]
    if semiring == "min-plus":
        exact = Distances(graph)
        if exact.cycle:
            raise Fault("negative cycle", "solved nevertheless")
        judge_solution(place, case, made, graph, exact, dtype, chosen, report)
    else:
        judge_semiring(place, case, made, graph, semiring, dtype, chosen)
