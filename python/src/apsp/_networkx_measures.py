"""NetworkX's functions of one number, or one per node, that all distances make; and the transitive closure."""

import networkx as nx
import numpy as np

from . import _batch
from ._networkx_info import MEDIAN
from ._networkx_offer import serving
from ._networkx_solve import for_dijkstra, for_floyd, for_rows, solved, statistics_of, statistics_with

__all__ = ["average_shortest_path_length", "center", "closeness_centrality", "diameter", "eccentricity",
           "global_efficiency", "harmonic_centrality", "hyper_wiener_index", "local_efficiency", "periphery", "radius",
           "transitive_closure", "wiener_index"]


def _total(G, weighted):
    """The sum of all distances; None if some pair has no path."""
    _, sums, reachable = statistics_of(weighted)
    return weighted.number(sums.sum()) if (reachable == len(G) - 1).all() else None


@serving
def average_shortest_path_length(G, weight=None, method=None):
    method = method or ("unweighted" if weight is None else "dijkstra")
    if method == "unweighted":
        total = _total(G, G.weighted())
    elif method == "dijkstra":
        total = _total(G, for_dijkstra(G, weight))
    elif method == "bellman-ford":
        total = _total(G, G.weighted(weight))
    elif method in ("floyd-warshall", "floyd-warshall-numpy"):
        total = for_floyd(_total, G, weight)
    else:
        raise ValueError(f"method not supported: {method}")
    if total is None:
        raise nx.NetworkXError(f"Graph is not {'strongly ' if G.is_directed() else ''}connected.")
    return total / (len(G) * (len(G) - 1)) if len(G) > 1 else 0


@serving
def wiener_index(G, weight=None):
    total = _total(G, for_dijkstra(G, weight))
    if total is None:
        return float("inf")
    return total if G.is_directed() else total / 2


def _eccentricities(G, v, weight):
    weighted = for_dijkstra(G, weight)
    if v is None:
        nodes = G.labels
        furthest, _, reachable = statistics_of(weighted)
        furthest[reachable < len(G) - 1] = np.inf
    else:
        nodes = list(G.original.nbunch_iter(v))
        parts = [np.zeros(0)]
        for_rows(weighted, [G.place[node] for node in nodes], lambda _, block: parts.append(block.max(axis=1)))
        furthest = np.concatenate(parts)
    if np.isinf(furthest).any():
        graph = "digraph is not strongly" if G.is_directed() else "graph is not"
        raise nx.NetworkXError(f"Found infinite path length because the {graph} connected")
    return dict(zip(nodes, map(weighted.number, furthest.tolist())))


@serving
def eccentricity(G, v=None, sp=None, weight=None):
    furthest = _eccentricities(G, v, weight)
    return furthest[v] if v in G else furthest


@serving
def diameter(G, e=None, usebounds=False, weight=None):
    return max(_eccentricities(G, None, weight).values())


@serving
def radius(G, e=None, usebounds=False, weight=None):
    return min(_eccentricities(G, None, weight).values())


def _extreme(which, values):
    value = which(values.values())
    return [node for node in values if values[node] == value]


@serving
def center(G, e=None, usebounds=False, weight=None):
    return _extreme(min, _eccentricities(G, None, weight))


@serving
def periphery(G, e=None, usebounds=False, weight=None):
    return _extreme(max, _eccentricities(G, None, weight))


def _median(G, weight=None, attr=None, sp=None):
    _, sums, reachable = statistics_of(for_dijkstra(G, weight))
    if (reachable < len(G) - 1).any():
        raise nx.NetworkXNoPath(f"Input graph {G.original} is disconnected, so every induced subgraph has infinite "
                                "barycentricity.")
    return _extreme(min, dict(zip(G.labels, sums.tolist())))


_median.__name__ = MEDIAN
serving(_median)


@serving
def closeness_centrality(G, u=None, distance=None, wf_improved=True, *, sp=None):
    if u is not None and u not in G:
        return nx.closeness_centrality(G.original, u, distance, wf_improved, backend="networkx")  # raises the error
    weighted = for_dijkstra(G, distance, turned=G.is_directed())
    if u is None:
        _, sums, reachable = statistics_of(weighted)
    else:
        row = solved(weighted, rows=[G.place[u]], keep="f64").take_distances()
        reached = row[np.isfinite(row)]
        sums, reachable = np.array([reached.sum()]), np.array([len(reached) - 1])
    closeness = np.divide(reachable, sums, out=np.zeros(len(sums)), where=sums > 0)
    if wf_improved and len(G) > 1:
        closeness *= reachable / (len(G) - 1)
    return dict(zip(G.labels, closeness.tolist())) if u is None else closeness.item()


@serving
def hyper_wiener_index(G, weight=None):
    weighted = for_dijkstra(G, weight)
    total = _total(G, weighted)
    if total is None:
        return float("inf")
    squares = []
    for_rows(weighted, range(len(G)), lambda _, block: squares.append(np.square(block).sum().item()))
    return weighted.number(total + sum(squares)) / 2


@serving
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


@serving
def harmonic_centrality(G, nbunch=None, distance=None, sources=None):
    wanted = G.labels if nbunch is None else list(dict.fromkeys(G.original.nbunch_iter(nbunch)))
    sources = G.labels if sources is None else list(dict.fromkeys(G.original.nbunch_iter(sources)))
    if len(wanted) == len(sources) == len(G):
        sums = statistics_with(for_dijkstra(G, distance, G.is_directed()), True)["harmonic"]
        return dict(zip(wanted, (sums[G.place[node]] for node in wanted)))
    to, from_ = ([G.place[node] for node in nodes] for nodes in (wanted, sources))
    turned = len(to) < len(from_)  # then distances are found along turned arcs, from the fewer nodes
    centrality = np.zeros(len(G))

    def use(some, block):
        inverse = np.divide(1, block, out=np.zeros_like(block), where=block != 0)
        if turned:
            centrality[some] = inverse[:, from_].sum(axis=1)
        else:
            np.add(centrality, inverse.sum(axis=0), out=centrality)

    for_rows(for_dijkstra(G, distance, turned and G.is_directed()), to if turned else from_, use)
    return dict(zip(wanted, centrality[to].tolist()))


@serving
def global_efficiency(G):
    return statistics_with(G.weighted(), True)["efficiency"] if len(G) > 1 else 0


@serving
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

    for_rows(G.weighted(), range(len(G)), use)
    return closure
