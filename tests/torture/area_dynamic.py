"""Graphs that change: DynamicDistances in this process, with predecessors, in every type."""

import math
from dataclasses import dataclass, field

import area_python
import area_solve
import graphs
import refusals
import simpler
from bounds import LIMITS, Bound, gamma
from judge import judge_predecessors
from oracle import Distances
from place import Fault


@dataclass
class Case:
    graph: graphs.Graph
    options: dict = field(default_factory=dict)
    steps: list = field(default_factory=list)  # lists of (source, target, weight)


def draw_steps(rng, graph, drawn):
    """Changes of arcs that are there, and new ones; infinity removes one."""
    steps = []
    ends = [(i, j) for i, j, _ in graph.arcs]
    for _ in range(rng.randint(1, 5)):
        step = []
        for _ in range(rng.choice([1, 1, 1, 2, 4])):
            if ends and rng.random() < 0.6:
                i, j = rng.choice(ends)
            else:
                i, j = rng.randrange(graph.n), rng.randrange(graph.n)
            w = math.inf if rng.random() < 0.25 else drawn()
            old = [x for a, b, x in graph.arcs if (a, b) == (i, j)]
            if old and rng.random() < 0.3:
                w = rng.choice([old[0] * 2, old[0] * 50, old[0] / 2, old[0]])
                w = int(w) if isinstance(old[0], int) else w
            if w == math.inf or w != -math.inf and not graphs.beyond(w):
                step.append((i, j, w))
        if step:
            steps.append(step)
    return steps


def changed(weights, step):
    """The weights after a step; of several weights for one arc the last counts."""
    weights = dict(weights)
    for i, j, w in step:
        if w == math.inf:
            weights.pop((i, j), None)
        else:
            weights[i, j] = w
    return weights


def graph_of(n, weights):
    return graphs.Graph(n, [(i, j, w) for (i, j), w in weights.items()])


def simpler_steps(case, with_changes):
    """Fewer steps, fewer changes, simpler weights."""
    for k in range(len(case.steps)):
        yield with_changes(case.steps[:k] + case.steps[k + 1:])
    for k, step in enumerate(case.steps):
        for m in range(len(step) if len(step) > 1 else 0):
            yield with_changes(case.steps[:k] + [step[:m] + step[m + 1:]] + case.steps[k + 1:])
    for k, step in enumerate(case.steps):
        for m, (i, j, w) in enumerate(step):
            for to in simpler.simpler_weights(w) if w != math.inf else ():
                one = step[:m] + [(i, j, to)] + step[m + 1:]
                yield with_changes(case.steps[:k] + [one] + case.steps[k + 1:])


def misfits(step, dtype):
    """Whether a type of integers has no such weight."""
    return any(w < 0 or w != int(w) or w > LIMITS[dtype] for _, _, w in step if w != math.inf)


def kept_errors(exact, graph, dtype, costs):
    """See bounds.py; `costs` grows by the largest one of this graph."""
    if dtype in LIMITS:
        return 0
    bound = Bound(exact, graph, dtype)
    largest, distance = bound.largest_cost()
    costs.append(largest if exact.negative else 0)
    if not exact.negative and max(costs) == 0:
        return 0
    return exact.n * (gamma(exact.n + 1, bound.u) * max(costs) + bound.u * distance)


class Dynamic:
    name = "dynamic"
    share = 3
    missing = staticmethod(area_python.missing)

    def draw(self, rng, place):
        kind = rng.choice(list(graphs.KINDS))
        graph = graphs.draw(rng, kinds=[kind])
        graph.arcs = area_python.unique(graph.arcs)
        options = {}
        if rng.random() < 0.5:
            options["dtype"] = area_solve.dtype_of(rng)
        if rng.random() < 0.5:
            options["predecessors"] = True
        if rng.random() < 0.4:
            options["algorithm"] = rng.choice(["kleene", "rkleene", "fw", "sparse", "search"])
        return Case(graph, options, draw_steps(rng, graph, graphs.KINDS[kind](rng)))

    def check(self, case, place):
        head, source = area_python.source_text("coo", case.graph)
        words = "".join(f", {name}={value!r}" for name, value in case.options.items())
        begin = f"{head}h = apsp.DynamicDistances({source}{words}, device='cpu')\n"
        weights = {(i, j): w for i, j, w in case.graph.arcs}
        dtype = case.options.get("dtype")
        try:
            held, = area_python.call(place, begin, ["h"])
        except ValueError as error:
            graph = graph_of(case.graph.n, weights)
            self.judge_refusal(graph, dtype, error)
            return
        costs = [0]
        self.judge(held, case, weights, costs)
        for step in case.steps:
            columns = [list(c) for c in zip(*step)]
            text = place.transcript[-1][1] + "h.change({}, {}, {})\n".format(*columns)
            place.transcript[-1] = ("python", text)
            place.invocations += 1
            after = changed(weights, step)
            try:
                held.change(*columns)
                weights = after
            except ValueError as error:
                self.judge_refusal(graph_of(case.graph.n, after), held._core.dtype, error, step)
            self.judge(held, case, weights, costs)

    def judge_refusal(self, graph, dtype, error, step=()):
        exact = Distances(graph)
        if exact.cycle or refusals.may_refuse_type(graph, exact, dtype):
            return
        if dtype in LIMITS and misfits(step, dtype):
            return
        raise Fault("refusal", repr(error))

    def judge(self, held, case, weights, costs):
        graph = graph_of(case.graph.n, weights)
        exact = Distances(graph)
        if exact.cycle:
            raise Fault("negative cycle", "solved nevertheless")
        dtype = held._core.dtype
        distances = held.distances()
        kept = kept_errors(exact, graph, dtype, costs)
        kind = area_python.type_of(distances)
        area_python.judge_array(distances, kind, range(exact.n), exact, graph, kept)
        if "predecessors" in case.options:
            judge_predecessors(held.predecessors().tolist(), range(exact.n), exact,
                               None if dtype in LIMITS else dtype, graph, kept)

    def simpler(self, case):
        def with_changes(steps):
            return Case(case.graph, case.options, steps)

        yield from simpler_steps(case, with_changes)
        arcs, n = case.graph.arcs, case.graph.n
        for name in case.options:
            yield Case(case.graph, {k: v for k, v in case.options.items() if k != name}, case.steps)
        for k in range(len(arcs)):
            yield Case(graphs.Graph(n, arcs[:k] + arcs[k + 1:]), case.options, case.steps)
        used = {v for i, j, _ in arcs + sum(case.steps, []) for v in (i, j)}
        if n > 1 and n - 1 not in used:
            yield Case(graphs.Graph(n - 1, arcs), case.options, case.steps)
        for k, (i, j, w) in enumerate(arcs):
            for to in simpler.simpler_weights(w):
                yield Case(graphs.Graph(n, arcs[:k] + [(i, j, to)] + arcs[k + 1:]), case.options,
                           case.steps)
