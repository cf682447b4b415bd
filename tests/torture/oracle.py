"""The right answers, in exact arithmetic, and nothing of the library.

Over min-plus, weights are integers times one power of two, as doubles are, and shortest paths are
those of Floyd and Warshall over Python's integers. With (n + 1) w + 1 in place of each weight w, one
number holds the distance and, among the shortest paths, the least number of arcs.
"""

import math

try:
    import numpy
except ImportError:  # then it takes longer
    numpy = None


class Distances:
    """Exact distances of one graph: those of pair (i, j) is `at(i, j)` times 2**exponent."""

    def __init__(self, graph):
        self.n = graph.n
        ratios = [w.as_integer_ratio() for _, _, w in graph.arcs]
        bits = max((q.bit_length() - 1 for _, q in ratios), default=0)
        whole = [p << (bits - (q.bit_length() - 1)) for p, q in ratios]
        spare = min((w & -w).bit_length() - 1 for w in whole if w) if any(whole) else 0
        whole = [w >> spare for w in whole]
        self.exponent = spare - bits
        self.largest = max((abs(w) for w in whole), default=0)
        self.arcs = [(i, j, w) for (i, j, _), w in zip(graph.arcs, whole)]
        self.negative = any(w < 0 for w in whole)
        self.weights = lightest(self.arcs)
        self._solve()

    def _solve(self):
        n = self.n
        self.stride = stride = n + 1
        self.none = none = (self.largest + 1) * stride * (2 * n + 4)
        rows = [[none] * n for _ in range(n)]
        for i in range(n):
            rows[i][i] = 0
        for (i, j), w in self.weights.items():
            rows[i][j] = min(rows[i][j], w * stride + (i != j))
        closing = close_array if numpy and n > 40 and none < 2**61 else close
        self.cycle = any(rows[i][i] < 0 for i in range(n)) or closing(rows, none // 2)
        self.rows = rows

    def has(self, i, j):
        return self.rows[i][j] < self.none // 2

    def at(self, i, j):
        """The distance in units of 2**exponent; None if there is no path."""
        d = self.rows[i][j]
        return d // self.stride if d < self.none // 2 else None

    def hops(self, i, j):
        return self.rows[i][j] % self.stride

    def value(self, i, j):
        """The double nearest to the distance; infinity if there is no path, or beyond them."""
        d = self.at(i, j)
        return math.inf if d is None else scaled(d, self.exponent)

    def potentials(self):
        """Johnson's: the distance to each vertex from one more that has arcs of 0 to all."""
        if not hasattr(self, "_potentials"):
            half = self.none // 2
            columns = range(self.n)
            self._potentials = [
                min([0] + [self.rows[i][j] // self.stride for i in columns if self.rows[i][j] < half])
                for j in columns]
        return self._potentials


def lightest(arcs):
    """The smallest weight of each pair of ends."""
    found = {}
    for i, j, w in arcs:
        if (i, j) not in found or w < found[i, j]:
            found[i, j] = w
    return found


def close(rows, half):
    """Floyd and Warshall; whether it met a negative cycle, at which it stops."""
    n = len(rows)
    for k in range(n):
        through = rows[k]
        if not any(x < half for j, x in enumerate(through) if j != k):
            continue
        for i in range(n):
            a = rows[i][k]
            if a < half and i != k:
                row = rows[i] = [x if x <= a + y else a + y for x, y in zip(rows[i], through)]
                if row[i] < 0:
                    return True
    return False


def close_array(rows, half):
    """The same in integers of 64 bits, which hold every sum."""
    array = numpy.array(rows, dtype=numpy.int64)
    for k in range(len(rows)):
        column = array[:, k].copy()
        near = column < half
        near[k] = False
        array[near] = numpy.minimum(array[near], column[near, None] + array[k])
        if (array.diagonal() < 0).any():
            return True
    rows[:] = array.tolist()
    return False


def scaled(whole, exponent):
    """whole * 2**exponent, rounded once."""
    try:
        return whole / (1 << -exponent) if exponent < 0 else float(whole << exponent)
    except OverflowError:
        return math.copysign(math.inf, whole)


# Other semirings: the order of values, from worst to best, and the value of a path.
SEMIRINGS = {
    "max-min": (max, min, -math.inf, math.inf),
    "min-max": (min, max, math.inf, -math.inf),
    "max-times": (max, lambda a, b: a * b, 0, 1),
    "or-and": (max, lambda a, b: a & b, 0, 1),
}


def over(semiring, graph, convert=lambda w: w):
    """The matrix of values over another semiring, of weights that `convert` makes; exact if the
    products of its numbers are."""
    best, along, zero, one = SEMIRINGS[semiring]
    n = graph.n
    rows = [[zero] * n for _ in range(n)]
    for i, j, w in graph.arcs:
        rows[i][j] = best(rows[i][j], convert(w))
    for i in range(n):
        rows[i][i] = one
    for k in range(n):
        for i in range(n):
            a = rows[i][k]
            if a != zero and i != k:
                rows[i] = [best(x, along(a, y)) for x, y in zip(rows[i], rows[k])]
    return rows
