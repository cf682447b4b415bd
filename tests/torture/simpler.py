"""Smaller cases than one that fails."""

import copy
import math

import graphs


def simpler(case):
    """Smaller cases, those first that take away most."""
    def changed(**fields):
        other = copy.deepcopy(case)
        for name, value in fields.items():
            setattr(other, name, value)
        return other

    arcs, n = case.graph.arcs, case.graph.n
    for name in list(case.options):
        with_it = {name, "--max-distance"} if name == "--long" else {name}
        yield changed(options={k: v for k, v in case.options.items() if k not in with_it})
    size = len(arcs) // 2
    while size:
        for at in range(0, len(arcs), size):
            yield changed(graph=graphs.Graph(n, arcs[:at] + arcs[at + size:]))
        size //= 2
    for v in reversed(range(n if n > 1 else 0)):
        kept = [(i - (i > v), j - (j > v), w) for i, j, w in arcs if v not in (i, j)]
        yield changed(graph=graphs.Graph(n - 1, kept))
    if case.packed:
        yield changed(packed="")
    if case.format != "csv":
        yield changed(format="csv")
    if case.output != "d.npy" and not {"--long", "--max-distance"} & set(case.options):
        yield changed(output="d.npy")
    for k, (i, j, w) in enumerate(arcs):
        for to in simpler_weights(w):
            yield changed(graph=graphs.Graph(n, arcs[:k] + [(i, j, to)] + arcs[k + 1:]))


def simpler_weights(w):
    if w not in (0, 1):
        yield 1
        yield 0
    if isinstance(w, float) and math.isfinite(w) and w != 0:
        for digits in (1, 3, 6, 9, 12):
            short = float(f"{w:.{digits}g}")
            if short != w and len(repr(short)) < len(repr(w)):
                yield short
                break
