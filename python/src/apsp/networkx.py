"""A backend for NetworkX: its all-pairs functions, and functions that need all distances, solved by this library.

    nx.average_shortest_path_length(G, backend="apsp")
    nx.config.backend_priority = ["apsp"]               # wherever it pays; or NETWORKX_BACKEND_PRIORITY=apsp
    nx.config.backends.apsp.device = "cpu"              # instead of the best GPU for large graphs

Results are the same as NetworkX's, ints if all weights are ints, else floats, and so are errors. The differences:

- In inner dictionaries (a node's distances, its paths) nodes are ordered by distance, and nodes at equal
  distances by the graph's order; with Floyd's functions they are always in the graph's order.
- If several paths are shortest, a different one of them may be found.
- Sums of floats may differ in their last digits, so that a rounding error may decide which node is central.
- An edge whose weight is None is no edge, with any algorithm.

NetworkX keeps a converted graph in its cache, `G.__networkx_cache__`. It drops it when a method of the graph changes
the graph, but not when an attribute is assigned directly: after `G[u][v]["weight"] = 5` or `G.edges[u, v].update(...)`
results may be those of the old weights. Then use `nx.set_edge_attributes`, or `G.__networkx_cache__.clear()`, or
`nx.config.cache_converted_graphs = False`. A graph that has been served can be pickled and copied.

Left to NetworkX: `source` and `target` of `shortest_path` and `shortest_path_length`; `cutoff`, `sp`, `e`, `attr`, `usebounds`; weights that are not finite ints or floats; negative
weights if the algorithm is Dijkstra's; Floyd's functions if a cycle is negative; graphs without nodes, and those
whose result does not fit in memory.
"""

import collections
import functools
import inspect
import types

import networkx as nx
import numpy as np

from . import _batch, _graph, _solve
from ._errors import NegativeCycleError
from ._networkx_graph import Graph
from ._networkx_info import MEDIAN, SINCE_3_7
from ._networkx_views import Distances, Paths, Predecessors

LEAST = 50  # nodes of a graph that is worth converting

backend = types.SimpleNamespace()
"""The object that NetworkX loads through the entry point `networkx.backends`."""

served = collections.Counter()
"""How often this library has served each function."""


def _offered(function):
    setattr(backend, function.__name__, function)
    return function


def _served(function):
    """Offers one of NetworkX's functions, and leaves graphs without nodes to NetworkX, which raises its own errors."""
    name = function.__name__

    @functools.wraps(function)
    def serve(G, *arguments, **named):
        known = G if isinstance(G, Graph) else Graph(G)
        if len(known) == 0:
            return getattr(nx, name)(known.original, *arguments, backend="networkx", **named)
        result = function(known, *arguments, **named)
        served[name] += 1
        return result

    return _offered(serve)


@_offered
def convert_from_nx(graph, **named):
    """Wraps a graph. Weights are read when a function asks for them, whichever attributes NetworkX asks to keep."""
    return Graph(graph)


@_offered
def convert_to_nx(result, **named):
    return result.original if isinstance(result, Graph) else result


def _given(name, arguments, named):
    bound = inspect.signature(getattr(backend, name)).bind(*arguments, **named).arguments
    return {key: value for key, value in bound.items() if value is not None and (key, value) != ("usebounds", False)}


@_offered
def can_run(name, arguments, named):
    try:
        refused = _given(name, arguments, named).keys() & {"cutoff", "sp", "e", "attr", "usebounds", "source", "target"}
    except TypeError as error:  # NetworkX reports it to the caller
        return str(error)
    return f"not served: {', '.join(sorted(refused))}" if refused else True


@_offered
def should_run(name, arguments, named):
    given = _given(name, arguments, named)
    graph = given["G"]
    if given.keys() & {"u", "v", "nbunch", "sources"}:
        return "only some nodes' distances are asked for"
    if name in ("center", MEDIAN) and "weight" not in given and graph.number_of_edges() == len(graph) - 1:
        return "NetworkX has shorter ways for trees"
    return len(graph) >= LEAST or f"fewer than {LEAST} nodes"


def _solved(weighted, **options):
    """Solves for integers in the smallest type that holds the distances, for other weights in double precision."""
    device = getattr(getattr(nx.config.backends, "apsp", None), "device", "")
    try:
        return _solve.run(weighted.graph, device=device,
                          dtype=None if weighted.graph.integral else "f64", **options)
    except NegativeCycleError:
        raise nx.NetworkXUnbounded("Negative cycle detected.") from None
    except (ValueError, MemoryError) as error:
        raise NotImplementedError(str(error)) from error


def _distances(G, weighted, **options):
    return Distances(G, _solved(weighted).take_distances(), weighted.number, **options)


def _with_predecessors(G, weighted, **options):
    solution = _solved(weighted, predecessors=True)
    return Distances(G, solution.take_distances(), weighted.number, **options), solution.take_predecessors()


def _paths(G, weighted):
    return Paths(G, *_with_predecessors(G, weighted))


def _for_rows(weighted, rows, use):
    """Calls `use` with the numbers of some nodes and the distances from them, block by block, until all `rows` are
    done; a range stands for all nodes."""
    if len(rows) != 0:
        _solved(weighted, rows=() if isinstance(rows, range) else rows, keep="none",
                take=lambda first, block: use(rows[first : first + len(block)], block))


def _statistics(weighted):
    """Each node's eccentricity, sum of distances, and number of other nodes reached."""
    if weighted.statistics is None:
        weighted.statistics = _solved(weighted, statistics=True, keep="none").statistics
    return [np.array(weighted.statistics[name]) for name in ("eccentricity", "sum", "reachable")]


def _for_dijkstra(G, weight, turned=False):
    weighted = G.weighted(weight, turned)
    if weighted.graph.smallest < 0:
        raise NotImplementedError("negative weights, which Dijkstra's algorithm does not take")
    return weighted


def _for_floyd(solved, G, weight, **options):
    """Leaves negative cycles to NetworkX, whose treatment of them depends on its version. So does that of weights that
    are functions: before 3.7 they were names that no edge has."""
    try:
        return solved(G, G.weighted(weight if SINCE_3_7 or not callable(weight) else None), **options)
    except nx.NetworkXUnbounded:
        raise NotImplementedError("a negative cycle") from None


@_served
def floyd_warshall(G, weight="weight"):
    return dict(_for_floyd(_distances, G, weight, to_all=True).rows())


@_served
def floyd_warshall_predecessor_and_distance(G, weight="weight"):
    distances, before = _for_floyd(_with_predecessors, G, weight, to_all=True)
    loops = [G.place[label] for label in nx.nodes_with_selfloops(G.original)]
    before[loops, loops] = loops
    some = (before >= 0).any(axis=1)
    predecessors = {label: row for label, row in Predecessors(G, before).rows() if some[G.place[label]]}
    return predecessors, dict(distances.rows())


@_served
def floyd_warshall_numpy(G, nodelist=None, weight="weight"):
    if nodelist is not None and (len(nodelist) != len(G) or set(nodelist) != G.place.keys()):
        return nx.floyd_warshall_numpy(G.original, nodelist, weight, backend="networkx")  # raises the right error
    distances = _for_floyd(lambda G, weighted: _solved(weighted, keep="f64").take_distances(), G, weight)
    if nodelist is None:
        return distances
    order = [G.place[label] for label in nodelist]
    return distances[np.ix_(order, order)]


@_served
def johnson(G, weight="weight"):
    return dict(_paths(G, G.weighted(weight)).rows())


@_served
def all_pairs_dijkstra(G, cutoff=None, weight="weight"):
    distances, before = _with_predecessors(G, _for_dijkstra(G, weight))
    paths = Paths(G, distances, before)
    return ((label, (row, path)) for (label, row), (_, path) in zip(distances.rows(), paths.rows()))


@_served
def all_pairs_dijkstra_path(G, cutoff=None, weight="weight"):
    return _paths(G, _for_dijkstra(G, weight)).rows()


@_served
def all_pairs_dijkstra_path_length(G, cutoff=None, weight="weight"):
    return _distances(G, _for_dijkstra(G, weight)).rows()


def _once_asked(table, G, weighted):
    """Solves when the first node is asked for, since NetworkX reports a negative cycle only then."""
    yield from table(G, weighted).rows()


@_served
def all_pairs_bellman_ford_path(G, weight="weight"):
    return _once_asked(_paths, G, G.weighted(weight))


@_served
def all_pairs_bellman_ford_path_length(G, weight="weight"):
    return _once_asked(_distances, G, G.weighted(weight))


@_served
def all_pairs_shortest_path(G, cutoff=None):
    return _paths(G, G.weighted()).rows()


@_served
def all_pairs_shortest_path_length(G, cutoff=None):
    return _distances(G, G.weighted()).rows()


def _between_all(name, unweighted, dijkstra, bellman_ford):
    """Offers a function of all pairs under its general name, too; NetworkX finds single pairs itself."""

    def serve(G, source=None, target=None, weight=None, method="dijkstra"):
        if method not in ("dijkstra", "bellman-ford"):
            raise ValueError(f"method not supported: {method}")
        if weight is None:
            return unweighted(G)
        return (dijkstra if method == "dijkstra" else bellman_ford)(G, weight=weight)

    serve.__name__ = name
    _served(serve)


_between_all("shortest_path", all_pairs_shortest_path, all_pairs_dijkstra_path, all_pairs_bellman_ford_path)
_between_all("shortest_path_length", all_pairs_shortest_path_length, all_pairs_dijkstra_path_length,
             all_pairs_bellman_ford_path_length)


def _total(G, weighted):
    """The sum of all distances; None if some pair has no path."""
    _, sums, reachable = _statistics(weighted)
    return weighted.number(sums.sum()) if (reachable == len(G) - 1).all() else None


@_served
def average_shortest_path_length(G, weight=None, method=None):
    method = method or ("unweighted" if weight is None else "dijkstra")
    if method == "unweighted":
        total = _total(G, G.weighted())
    elif method == "dijkstra":
        total = _total(G, _for_dijkstra(G, weight))
    elif method == "bellman-ford":
        total = _total(G, G.weighted(weight))
    elif method in ("floyd-warshall", "floyd-warshall-numpy"):
        total = _for_floyd(_total, G, weight)
    else:
        raise ValueError(f"method not supported: {method}")
    if total is None:
        raise nx.NetworkXError(f"Graph is not {'strongly ' if G.is_directed() else ''}connected.")
    return total / (len(G) * (len(G) - 1)) if len(G) > 1 else 0


@_served
def wiener_index(G, weight=None):
    total = _total(G, _for_dijkstra(G, weight))
    if total is None:
        return float("inf")
    return total if G.is_directed() else total / 2


def _eccentricities(G, v, weight):
    weighted = _for_dijkstra(G, weight)
    if v is None:
        nodes = G.labels
        furthest, _, reachable = _statistics(weighted)
        furthest[reachable < len(G) - 1] = np.inf
    else:
        nodes = list(G.original.nbunch_iter(v))
        parts = [np.zeros(0)]
        _for_rows(weighted, [G.place[node] for node in nodes], lambda _, block: parts.append(block.max(axis=1)))
        furthest = np.concatenate(parts)
    if np.isinf(furthest).any():
        graph = "digraph is not strongly" if G.is_directed() else "graph is not"
        raise nx.NetworkXError(f"Found infinite path length because the {graph} connected")
    return dict(zip(nodes, map(weighted.number, furthest.tolist())))


@_served
def eccentricity(G, v=None, sp=None, weight=None):
    furthest = _eccentricities(G, v, weight)
    return furthest[v] if v in G else furthest


@_served
def diameter(G, e=None, usebounds=False, weight=None):
    return max(_eccentricities(G, None, weight).values())


@_served
def radius(G, e=None, usebounds=False, weight=None):
    return min(_eccentricities(G, None, weight).values())


def _extreme(which, values):
    value = which(values.values())
    return [node for node in values if values[node] == value]


@_served
def center(G, e=None, usebounds=False, weight=None):
    return _extreme(min, _eccentricities(G, None, weight))


@_served
def periphery(G, e=None, usebounds=False, weight=None):
    return _extreme(max, _eccentricities(G, None, weight))


def _median(G, weight=None, attr=None, sp=None):
    _, sums, reachable = _statistics(_for_dijkstra(G, weight))
    if (reachable < len(G) - 1).any():
        raise nx.NetworkXNoPath(f"Input graph {G.original} is disconnected, so every induced subgraph has infinite "
                                "barycentricity.")
    return _extreme(min, dict(zip(G.labels, sums.tolist())))


_median.__name__ = MEDIAN
_served(_median)


@_served
def closeness_centrality(G, u=None, distance=None, wf_improved=True, *, sp=None):
    if u is not None and u not in G:
        return nx.closeness_centrality(G.original, u, distance, wf_improved, backend="networkx")  # raises the error
    weighted = _for_dijkstra(G, distance, turned=G.is_directed())
    if u is None:
        _, sums, reachable = _statistics(weighted)
    else:
        row = _solved(weighted, rows=[G.place[u]], keep="f64").take_distances()
        reached = row[np.isfinite(row)]
        sums, reachable = np.array([reached.sum()]), np.array([len(reached) - 1])
    closeness = np.divide(reachable, sums, out=np.zeros(len(sums)), where=sums > 0)
    if wf_improved and len(G) > 1:
        closeness *= reachable / (len(G) - 1)
    return dict(zip(G.labels, closeness.tolist())) if u is None else closeness.item()


@_served
def hyper_wiener_index(G, weight=None):
    weighted = _for_dijkstra(G, weight)
    _, sums, reachable = _statistics(weighted)
    if (reachable < len(G) - 1).any():
        return float("inf")
    squares = []
    _for_rows(weighted, range(len(G)), lambda _, block: squares.append(np.square(block).sum().item()))
    return weighted.number(sums.sum() + sum(squares)) / 2


@_served
def local_efficiency(G):
    neighbours = [list(row) for _, row in G.original.adjacency()]
    total = 0.0
    for some in _in_parts(neighbours):
        sizes, targets, degrees = [], [], []
        for near in some:
            place = {node: k for k, node in enumerate(near)}
            sizes.append(len(near))
            for node in near:
                inside = [place[other] for other in G.original.adj[node] if other in place]
                targets += inside
                degrees.append(len(inside))
        graph_ptr, indptr = (np.concatenate([[0], np.cumsum(each, dtype=np.int64)]) for each in (sizes, degrees))
        found = _batch.solve_batch((graph_ptr, indptr, np.array(targets, dtype=np.int32)), device="cpu",
                                   result_dtype="float64")
        for n, distances in zip(sizes, found.distances):
            if n > 1:
                total += np.divide(1, distances, out=np.zeros_like(distances), where=distances > 0).sum().item() / (
                    n * (n - 1))
    return total / len(G)


def _in_parts(neighbours, entries=1 << 22):
    """Lists of neighbourhoods of about so many pairs of nodes, without those that have no pair."""
    part, size = [], 0
    for near in neighbours:
        if len(near) > 1:
            part.append(near)
            size += len(near) ** 2
        if size >= entries:
            yield part
            part, size = [], 0
    if part:
        yield part


@_served
def harmonic_centrality(G, nbunch=None, distance=None, sources=None):
    wanted = G.labels if nbunch is None else list(dict.fromkeys(G.original.nbunch_iter(nbunch)))
    sources = G.labels if sources is None else list(dict.fromkeys(G.original.nbunch_iter(sources)))
    to, from_ = ([G.place[node] for node in nodes] for nodes in (wanted, sources))
    turned = len(to) < len(from_)  # then distances are found along turned arcs, from the fewer nodes
    centrality = np.zeros(len(G))

    def use(some, block):
        inverse = np.divide(1, block, out=np.zeros_like(block), where=block != 0)
        if turned:
            centrality[some] = inverse[:, from_].sum(axis=1)
        else:
            np.add(centrality, inverse.sum(axis=0), out=centrality)

    _for_rows(_for_dijkstra(G, distance, turned and G.is_directed()), to if turned else from_, use)
    return dict(zip(wanted, centrality[to].tolist()))


@_served
def global_efficiency(G):
    n = len(G)
    pairs = np.zeros(n)  # the number of pairs at each distance

    def use(_, block):
        np.add(pairs, np.bincount(block[np.isfinite(block)].astype(np.intp), minlength=n), out=pairs)

    _for_rows(G.weighted(), range(n), use)
    return (pairs[1:] / np.arange(1, n)).sum().item() / (n * (n - 1)) if n > 1 else 0


@_served
def transitive_closure(G, reflexive=False):
    if reflexive not in {None, True, False}:
        raise nx.NetworkXError("Incorrect value for the parameter `reflexive`")
    closure = G.original.copy()

    def use(some, block):
        for i, reached in zip(some, np.isfinite(block)):
            node = G.labels[i]
            before = G.original.pred[node] if G.is_directed() and reflexive is False else ()
            reached[i] = reflexive is True or any(reached[G.place[u]] for u in before)  # the latter: it is on a cycle
            others = [G.labels[j] for j in np.flatnonzero(reached).tolist()]
            closure.add_edges_from([(node, other) for other in others if other not in closure.adj[node]])

    _for_rows(G.weighted(), range(len(G)), use)
    return closure
