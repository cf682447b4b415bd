"""Solves for NetworkX: distances, predecessors and statistics of a converted graph, with NetworkX's errors."""

import math

import networkx as nx
import numpy as np

from . import _core, _solve
from ._errors import NegativeCycleError
from ._networkx_info import SINCE_3_7
from ._networkx_views import Distances, NearDistances
from ._result import statistics_parts


def solved(weighted, **options):
    """Solves for integers in the smallest type that holds the distances, for other weights in double precision."""
    device = getattr(getattr(nx.config.backends, "apsp", None), "device", "")
    try:
        return _solve.run(weighted.graph, device=device,
                          dtype=None if weighted.graph.integral else "f64", **options)
    except NegativeCycleError:
        raise nx.NetworkXUnbounded("Negative cycle detected.") from None
    except (ValueError, MemoryError) as error:
        raise NotImplementedError(str(error)) from error


def distances_of(G, weighted, **options):
    return Distances(G, solved(weighted).take_distances(), weighted.number, **options)


def near_distances_of(G, weighted, cutoff, predecessors=False):
    """Floats are added up from the source on, as NetworkX does, since a rounding may decide what is within the cutoff."""
    integral = weighted.graph.integral
    try:
        found = _core.near_pairs(weighted.graph, cutoff, 0, [], None, predecessors, None,
                                 "auto" if integral else "search", None if integral else "f64", None)
    except MemoryError as error:
        raise NotImplementedError(str(error)) from error
    return NearDistances(G, *found, weighted.number)


def distances_from(G, weighted, source, cutoff):
    """From one node; whatever else the next search needs is kept."""
    if weighted.search is None:
        weighted.search = _core.SearchFromOne(weighted.graph)
    return NearDistances(G, *weighted.search.find(source, math.inf if cutoff is None else cutoff), weighted.number)


def with_predecessors(G, weighted, **options):
    solution = solved(weighted, predecessors=True)
    return Distances(G, solution.take_distances(), weighted.number, **options), solution.take_predecessors()


def for_rows(weighted, rows, use):
    """Calls `use` with the numbers of some nodes and the distances from them, block by block, until all `rows` are
    done; a range stands for all nodes."""
    if len(rows) != 0:
        solved(weighted, rows=() if isinstance(rows, range) else rows, keep="none",
               take=lambda first, block: use(rows[first : first + len(block)], block))


def statistics_with(weighted, harmonic):
    """Statistics as the core gives them, with harmonic sums if asked for."""
    if weighted.statistics is None or harmonic and weighted.statistics["harmonic"] is None:
        asked = statistics_parts(harmonic, (), False, None)
        weighted.statistics = solved(weighted, statistics=asked, keep="none").statistics
    return weighted.statistics


def statistics_of(weighted):
    """Each node's eccentricity, sum of distances, and number of other nodes reached."""
    statistics_with(weighted, False)
    return [np.array(weighted.statistics[name]) for name in ("eccentricity", "sum", "reachable")]


def for_dijkstra(G, weight, turned=False):
    weighted = G.weighted(weight, turned)
    if weighted.graph.smallest < 0:
        raise NotImplementedError("negative weights, which Dijkstra's algorithm does not take")
    return weighted


def for_floyd(solve, G, weight, **options):
    """Leaves negative cycles to NetworkX, whose treatment of them depends on its version. So does that of weights that
    are functions: before 3.7 they were names that no edge has."""
    try:
        return solve(G, G.weighted(weight if SINCE_3_7 or not callable(weight) else None), **options)
    except nx.NetworkXUnbounded:
        raise NotImplementedError("a negative cycle") from None
