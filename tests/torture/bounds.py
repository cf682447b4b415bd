"""How far a distance may be from the exact one. Integers may not be off at all.

u is the unit roundoff of the type, and g(m) = m u / (1 - m u): m sums or roundings in any order are
together off by at most g(m) of their result (Higham, Accuracy and Stability, 2002, chapter 3).
Sums do not underflow.

Weights of 0 or more. A computed distance is the sum, in some order, of the weights along some walk;
rounded sums never fall if a term is added, so it is at least such a sum along a simple path, which
has at most n - 1 arcs, and at most the sum along each shortest path, of which the one with the
fewest arcs has h. With r = 1 if weights are rounded to the type, and else 0:

    d (1 - g(n - 2 + r)) <= result <= d (1 + g(h - 1 + r))

If weights below the smallest normal number are rounded to the type, each is off by at most half the
smallest number, or, on devices without such numbers, by the smallest normal one.

Signed weights. Costs w + p(i) - p(j) of 0 or more are rounded once to doubles and once to the type,
and added up as above; then the distance is the cost C = d + p(i) - p(j) minus the potentials, in
twice a double's precision, rounded once. The potentials p are Johnson's:

    |result - d| <= g(n + 1) C + u |d| + 2^-90 (C + |p(i)| + |p(j)|)

After changes of a graph with negative weights, distances are sums of earlier distances and weights,
whose partial sums are distances, too, of at most D. With the largest costs C of all graphs so far:

    |result - d| <= n (g(n + 1) C + u D), in addition

If all sums that can occur are integers below 2^24 or 2^53 times one power of two, nothing is off.
"""

import math
from fractions import Fraction

from graphs import as_f32

DIGITS = {"f32": 24, "f64": 53}
SMALLEST = {"f32": Fraction(1, 2**149), "f64": Fraction(1, 2**1074)}
NORMAL = {"f32": 2.0**-126, "f64": 2.0**-1022}
LARGEST = {"f32": as_f32(3.4028234663852886e38), "f64": 1.7976931348623157e308}
LIMITS = {"u8": 254, "i16": 16382, "i32": 1073741822}
NO_PATH = {"u8": 255, "i16": 16383, "i32": 1073741823, "f32": math.inf, "f64": math.inf}


def gamma(m, u):
    return m * u / (1 - m * u) if m > 0 else Fraction(0)


class Bound:
    """Judges results of one type for one graph with exact distances."""

    def __init__(self, exact, graph, dtype):
        self.exact, self.dtype = exact, dtype
        self.integers = dtype in LIMITS
        self.unit = Fraction(2) ** exact.exponent
        self.kept = 0  # what distances may be off from earlier graphs, and by sums of distances
        if self.integers:
            return
        self.u = Fraction(1, 2 ** DIGITS[dtype])
        weights = [w for _, _, w in graph.arcs]
        self.rounded = dtype == "f32" and any(as_f32(w) != w for w in weights)
        tiny = [w for w in weights if w and abs(w) < NORMAL[dtype]]
        self.tiny = 0
        if dtype == "f32" and tiny:  # they are rounded, or a device has no numbers so small
            self.tiny = Fraction(NORMAL["f32"]) * (exact.n + 1)
        sums = exact.largest * exact.n * (4 if exact.negative else 1)
        self.sharp = sums <= 2 ** DIGITS[dtype] and not self.rounded and not self.tiny

    def wrong(self, i, j, result):
        """What is wrong with the result, or None."""
        d = self.exact.at(i, j)
        none = NO_PATH[self.dtype]
        if d is None:
            return None if result == none else f"is {result}, but there is no path"
        if result == none:  # sums beyond the type are refused
            return f"is no path, expected {self.shown(d)}"
        if self.integers:
            right = self.exact.value(i, j)
            return None if result == right else f"is {result}, expected {right:.17g}"
        if result != result:
            return "is nan"
        off = Fraction(result) - d * self.unit
        if off == 0:
            return None
        if self.sharp and not self.kept:
            return f"is {result!r}, expected {self.shown(d)} exactly"
        above, below = self.slack(i, j, d)
        if -below <= off <= above:
            return None
        allowed = above if off > 0 else below
        return (f"is {result!r}, expected {self.shown(d)}: off by {float(off):.3g}, allowed "
                f"{float(allowed):.3g}")

    def largest_cost(self):
        """Over all pairs, of the graph as it is; with the largest |distance|."""
        e, p = self.exact, self.exact.potentials()
        pairs = [(i, j, e.at(i, j)) for i in range(e.n) for j in range(e.n) if e.has(i, j)]
        return (max(d + p[i] - p[j] for i, j, d in pairs) * self.unit,
                max(abs(d) for _, _, d in pairs) * self.unit)

    def shown(self, d):
        return repr(float(d * self.unit)) if abs(d * self.unit) < 2**1023 else "beyond doubles"

    def slack(self, i, j, d):
        n, u, r = self.exact.n, self.u, int(self.rounded)
        if not self.exact.negative:
            size = d * self.unit
            rest = self.tiny + self.kept
            above = gamma(self.exact.hops(i, j) - 1 + r, u) * size + rest
            return above, gamma(n - 2 + r, u) * size + rest
        p = self.exact.potentials()
        cost = (d + p[i] - p[j]) * self.unit
        sizes = (cost + (abs(p[i]) + abs(p[j])) * self.unit) / 2**90
        by_costs = gamma(n + 1, u) * cost + u * abs(d) * self.unit + sizes
        off = by_costs + self.kept + self.tiny + 2 * SMALLEST[self.dtype]
        return off, off


def sentinel(dtype, semiring):
    """What stands for no path over another semiring, and on the diagonal."""
    lowest = {"u8": 0, "i16": -32767, "i32": -2147483647}.get(dtype, -math.inf)
    highest = {"u8": 255, "i16": 32767, "i32": 2147483647}.get(dtype, math.inf)
    return {"max-min": (lowest, highest), "min-max": (highest, lowest), "max-times": (0, 1),
            "or-and": (0, 1)}[semiring]
