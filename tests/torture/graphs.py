"""Random graphs of every family. A graph is `n` and a list of arcs (source, target, weight), in which
a weight is an int, or a float that means exactly the double that it is. Arcs may be parallel, lead
from a vertex to itself, and make negative cycles.
"""

import math
import struct
from dataclasses import dataclass, field


@dataclass
class Graph:
    n: int
    arcs: list = field(default_factory=list)

    def integral(self):
        return all(isinstance(w, int) or w.is_integer() for _, _, w in self.arcs)


def as_f32(x):
    """The nearest float of 32 bits; infinity beyond them."""
    try:
        return struct.unpack("<f", struct.pack("<f", x))[0]
    except OverflowError:
        return math.copysign(math.inf, x)


def sizes(rng):
    """Mostly small, as a fault of a small graph is a fault of all; now and then around a tile."""
    kind = rng.random()
    if kind < 0.15:
        return rng.randint(1, 3)
    if kind < 0.8:
        return rng.randint(2, 12)
    if kind < 0.97:
        return rng.randint(8, 30)
    return rng.choice([31, 32, 33, 63, 64, 65, 66, 70])


def pairs(rng, n):
    """The ends of the arcs: a topology, or two of them beside each other or on top of each other."""
    kind = rng.random()
    if kind < 0.1 and n > 3:
        half = n // 2
        moved = [(i + half, j + half) for i, j in topology(rng, n - half)]
        return topology(rng, half) + moved
    if kind < 0.2:
        return topology(rng, n) + topology(rng, n)
    return topology(rng, n)


def topology(rng, n):
    kind = rng.choice(["empty", "tree", "path", "ring", "star", "grid", "sparse", "sparse", "sparse",
                       "dense", "clique", "dag", "bipartite", "ladder"])
    both = rng.random() < 0.4
    density = rng.choice([1.2, 2, 3]) / n if kind == "sparse" else 0.5
    chance = lambda p: rng.random() < p
    if kind == "empty":
        found = []
    elif kind == "tree":
        found = [(rng.randrange(v), v) for v in range(1, n)]
    elif kind == "path":
        found = [(v, v + 1) for v in range(n - 1)]
    elif kind == "ring":
        found = [(v, (v + 1) % n) for v in range(n)]
    elif kind == "star":
        found = [(0, v) if chance(0.5) else (v, 0) for v in range(1, n)]
    elif kind == "grid":
        width = max(1, math.isqrt(n))
        found = [(v, v + 1) for v in range(n - 1) if (v + 1) % width] + [
            (v, v + width) for v in range(n - width)]
    elif kind == "ladder":
        found = [(v, v + s) for v in range(n) for s in (1, 2, 3) if v + s < n]
    else:
        inside = {"dag": lambda i, j: i < j, "bipartite": lambda i, j: (i + j) % 2,
                  "clique": lambda i, j: True}.get(kind, lambda i, j: True)
        share = 1 if kind == "clique" else 0.4 if kind in ("dag", "bipartite") else density
        found = [(i, j) for i in range(n) for j in range(n)
                 if i != j and inside(i, j) and chance(share)]
    if both:
        found += [(j, i) for i, j in found]
    return found


def tower(rng):
    """Any finite double: its bits are random."""
    while True:
        x = struct.unpack("<d", struct.pack("<Q", rng.getrandbits(63)))[0]
        if math.isfinite(x):
            return x


def last_bits(rng, bits):
    """Numbers whose sums are rounded at their last bit."""
    return (1 + rng.randrange(4) * 2.0 ** -bits) * 2.0 ** rng.randint(-2, 2)


# Kinds of weights of 0 or more. A kind makes a function of no arguments that draws one.
KINDS = {
    "ones": lambda rng: lambda: 1,
    "small": lambda rng: lambda: rng.randint(1, 10),
    "zeros": lambda rng: lambda: rng.choice([0, 0, 0, 1, 2]),
    "bytes": lambda rng: lambda: rng.choice([rng.randint(0, 254), 1, 253, 254, 255]),
    "shorts": lambda rng: lambda: rng.choice([rng.randint(0, 16382), 1, 16382, 16383, 32767]),
    "mantissas": lambda rng: lambda: 2**24 + rng.randint(-2, 3),
    "ints": lambda rng: lambda: rng.choice([rng.randint(0, 2**30), 1, 2**30 - 2, 2**29]),
    "longs": lambda rng: lambda: rng.choice([rng.randint(0, 2**53), 1, 2**53, 2**52 + 1]),
    "quarters": lambda rng: lambda: rng.randint(0, 400) / 4,
    "decimals": lambda rng: lambda: rng.randint(1, 999) / 10 ** rng.randint(1, 3),
    "uniform": lambda rng: lambda: rng.uniform(0, 10),
    "equal": lambda rng: (lambda w: lambda: w)(rng.choice([0.1, 1 / 3, 3, 0.5, 7.7, 0])),
    "edges24": lambda rng: lambda: last_bits(rng, 23),
    "edges53": lambda rng: lambda: last_bits(rng, 52),
    "halves": lambda rng: lambda: rng.choice([2.0**24, 2.0**53, 1.0, 3.0]) + rng.choice(
        [0, 0.5, 1, 1.5]),
    "ratios": lambda rng: lambda: 10.0 ** rng.randint(-20, 20),
    "denormals": lambda rng: lambda: rng.choice(
        [5e-324 * rng.randint(0, 9), rng.uniform(0, 1) * 2.0**-1022, 2.3e-308, 0.0]),
    "denormals32": lambda rng: lambda: rng.choice(
        [2.0**-149 * rng.randint(0, 9), rng.uniform(0, 2) * 2.0**-126, 0.0]),
    "huge": lambda rng: lambda: rng.choice([rng.uniform(0, 1) * 1.79e308, 1e300, 1.0]),
    "huge32": lambda rng: lambda: rng.choice([rng.uniform(0, 1) * 3.4e38, 1e30, 1.0]),
    "any": lambda rng: lambda: tower(rng),
}
SIGNED = ["no", "no", "no", "no", "potentials", "potentials", "some", "zero cycles"]


def draw(rng, n=None, kinds=None, signed=True):
    n = n or sizes(rng)
    drawn = KINDS[rng.choice(kinds or list(KINDS))](rng)
    arcs = [(i, j, drawn()) for i, j in pairs(rng, n)]
    if rng.random() < 0.2:
        arcs += [(i, j, drawn()) for i, j, _ in rng.sample(arcs, min(len(arcs), 4))]
    if rng.random() < 0.2:
        v = rng.randrange(n)
        arcs.append((v, v, drawn()))
    if signed:
        arcs = with_signs(rng, n, arcs)
    if rng.random() < 0.3:
        rng.shuffle(arcs)
    return Graph(n, [a for a in arcs if math.isfinite(a[2]) and not beyond(a[2])])


def beyond(w):
    """Integers beyond 2^53 are refused by design."""
    return abs(w) > 2**53 and (isinstance(w, int) or abs(w) < 1e16)


def with_signs(rng, n, arcs):
    how = rng.choice(SIGNED)
    if how == "some":  # often with negative cycles
        return [(i, j, -w if rng.random() < 0.15 else w) for i, j, w in arcs]
    if how == "no" or not arcs:
        return arcs
    most = min(max(w for _, _, w in arcs), 2**50)
    whole = isinstance(most, int)
    height = [rng.randint(0, 2 * most) if whole else rng.uniform(0, 2 * most) for _ in range(n)]
    if how == "zero cycles":
        arcs = [(i, j, 0 if rng.random() < 0.7 else w) for i, j, w in arcs]
    return [(i, j, w + (height[i] - height[j])) for i, j, w in arcs]


def symmetric(graph):
    """Each arc both ways."""
    return Graph(graph.n, [a for i, j, w in graph.arcs for a in ((i, j, w), (j, i, w))])
