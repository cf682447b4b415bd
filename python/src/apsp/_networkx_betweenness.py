"""NetworkX's betweenness of nodes and edges."""

import math

import networkx as nx
import numpy as np

from ._betweenness import run
from ._networkx_info import VERSION
from ._networkx_offer import serving
from ._networkx_solve import for_dijkstra

__all__ = ["betweenness_centrality", "betweenness_centrality_subset", "edge_betweenness_centrality",
           "edge_betweenness_centrality_subset"]


def _sums(G, weight, **options):
    """Sums over ordered pairs. Fractions are added up from the source on, as NetworkX does, so that the same sums are
    equal."""
    weighted = for_dijkstra(G, weight)
    method = "auto" if weighted.graph.integral else "search"
    try:
        return run(weighted.graph, method=method, **options)
    except (ValueError, MemoryError) as error:  # cycles of weight 0
        raise NotImplementedError(str(error)) from error


def _sample(G, k, seed):
    """The sources, or None for all."""
    if k is None:
        return None
    if VERSION < (3, 6):
        raise NotImplementedError("samples are scaled differently before NetworkX 3.6")
    return nx.utils.create_py_random_state(seed).sample(list(G.original), k)


def _times(G, nodes):
    """How often each node occurs."""
    return np.bincount([G.place[node] for node in nodes], minlength=len(G))


def _scaled(G, values, normalized, endpoints, sampled=None):
    """Of values in the graph's order; for edges, `endpoints` is true."""
    n = len(G) if endpoints else len(G) - 1
    if n < 2:
        return values

    def scale(sources):
        return 1 / (sources * (n - 1)) if normalized else n / (sources * (1 if G.is_directed() else 2))

    if sampled is None or endpoints:
        return values * scale(n if sampled is None else len(sampled))
    others = len(sampled) - 1  # the sources whose paths may pass a source
    of_sources = math.nan if others == 0 else scale(others)
    return np.where(_times(G, sampled) > 0, of_sources, scale(len(sampled))) * values


def _of_nodes(G, values):
    return dict(zip(G.labels, values.tolist()))


def _of_edges(G, found, weight, **options):
    """The edges in NetworkX's order; parallel ones of least weight share the value."""
    edges = list(dict.fromkeys(G.original.edges()))
    ends = np.array([[G.place[u], G.place[v]] for u, v in edges], dtype=np.int64).reshape(-1, 2)
    places = found["sources"].astype(np.int64) * len(G) + found["targets"]  # ascending

    def along(sources, targets):
        wanted = sources * len(G) + targets
        at = np.searchsorted(places, wanted)
        known = np.append(places, -1)[at] == wanted
        return np.where(known, np.append(found["arcs"], 0)[at], 0)

    values = along(ends[:, 0], ends[:, 1])
    if not G.is_directed():
        values = values + along(ends[:, 1], ends[:, 0])
    values = dict(zip(edges, _scaled(G, values, endpoints=True, **options).tolist()))
    return _of_keys(G.original, values, weight) if G.is_multigraph() else values


def _of_keys(graph, values, weight):
    shared = dict.fromkeys(graph.edges, 0.0)
    for (u, v), value in values.items():
        parallel = graph[u][v]
        costs = {key: weight(u, v, {key: data}) if callable(weight) else data.get(weight, 1)
                 for key, data in parallel.items()}
        least = min(cost for cost in costs.values() if cost is not None)
        shortest = [key for key in costs if costs[key] == least]
        for key in shortest:
            shared[u, v, key] = value / len(shortest)
    return shared


@serving
def betweenness_centrality(G, k=None, normalized=True, weight=None, endpoints=False, seed=None):
    sampled = _sample(G, None if k == len(G) else k, seed)
    sources = () if sampled is None else _times(G, sampled)
    found = _sums(G, weight, source_weights=sources, endpoints=endpoints)
    return _of_nodes(G, _scaled(G, found["vertices"], normalized, endpoints, sampled))


@serving
def edge_betweenness_centrality(G, k=None, normalized=True, weight=None, seed=None):
    sampled = _sample(G, k, seed)
    sources = () if sampled is None else _times(G, sampled)
    found = _sums(G, weight, source_weights=sources, arcs=True)
    return _of_edges(G, found, weight, normalized=normalized, sampled=sampled)


@serving
def betweenness_centrality_subset(G, sources, targets, normalized=False, weight=None):
    sources, targets = list(sources), list(targets)
    if not all(node in G for node in sources):
        return nx.betweenness_centrality_subset(G.original, sources, targets, normalized, weight, backend="networkx")
    wanted = _times(G, [node for node in targets if node in G]) > 0
    found = _sums(G, weight, source_weights=_times(G, sources), target_weights=wanted)
    return _of_nodes(G, _scaled(G, found["vertices"], normalized, endpoints=False))


@serving
def edge_betweenness_centrality_subset(G, sources, targets, normalized=False, weight=None):
    sources, targets = list(sources), list(targets)
    if not all(node in G for node in sources) or not set(G.labels) <= set(targets):
        # NetworkX splits what passes a node that is no target among its predecessors equally, whatever their paths.
        return nx.edge_betweenness_centrality_subset(G.original, sources, targets, normalized, weight,
                                                     backend="networkx")
    found = _sums(G, weight, source_weights=_times(G, sources), arcs=True)
    return _of_edges(G, found, weight, normalized=normalized)
