"""NetworkX's functions of distances and paths between all pairs."""

import networkx as nx
import numpy as np

from ._networkx_offer import serving
from ._networkx_solve import distances_from, distances_of, for_dijkstra, for_floyd, near_distances_of, solved, with_predecessors
from ._networkx_views import NearPaths, Paths, Predecessors

__all__ = ["all_pairs_bellman_ford_path", "all_pairs_bellman_ford_path_length", "all_pairs_dijkstra",
           "all_pairs_dijkstra_path", "all_pairs_dijkstra_path_length", "all_pairs_shortest_path",
           "all_pairs_shortest_path_length", "floyd_warshall", "floyd_warshall_numpy",
           "floyd_warshall_predecessor_and_distance", "johnson", "shortest_path", "shortest_path_length",
           "single_source_dijkstra", "single_source_dijkstra_path", "single_source_dijkstra_path_length",
           "single_source_shortest_path", "single_source_shortest_path_length"]


def _lengths(G, weighted, cutoff):
    return distances_of(G, weighted) if cutoff is None else near_distances_of(G, weighted, cutoff)


def _lengths_and_paths(G, weighted, cutoff):
    if cutoff is None:
        distances, before = with_predecessors(G, weighted)
        return distances, Paths(G, distances, before)
    distances = near_distances_of(G, weighted, cutoff, predecessors=True)
    return distances, NearPaths(G, distances)


def _paths(G, weighted, cutoff=None):
    return _lengths_and_paths(G, weighted, cutoff)[1]


@serving
def floyd_warshall(G, weight="weight"):
    return dict(for_floyd(distances_of, G, weight, to_all=True).rows())


@serving
def floyd_warshall_predecessor_and_distance(G, weight="weight"):
    distances, before = for_floyd(with_predecessors, G, weight, to_all=True)
    loops = [G.place[label] for label in nx.nodes_with_selfloops(G.original)]
    before[loops, loops] = loops
    some = (before >= 0).any(axis=1)
    predecessors = {label: row for label, row in Predecessors(G, before).rows() if some[G.place[label]]}
    return predecessors, dict(distances.rows())


@serving
def floyd_warshall_numpy(G, nodelist=None, weight="weight"):
    if nodelist is not None and (len(nodelist) != len(G) or set(nodelist) != G.place.keys()):
        return nx.floyd_warshall_numpy(G.original, nodelist, weight, backend="networkx")  # raises the right error
    distances = for_floyd(lambda G, weighted: solved(weighted, keep="f64").take_distances(), G, weight)
    if nodelist is None:
        return distances
    order = [G.place[label] for label in nodelist]
    return distances[np.ix_(order, order)]


@serving
def johnson(G, weight="weight"):
    return dict(_paths(G, G.weighted(weight)).rows())


@serving
def all_pairs_dijkstra(G, cutoff=None, weight="weight"):
    distances, paths = _lengths_and_paths(G, for_dijkstra(G, weight), cutoff)
    return ((label, (row, path)) for (label, row), (_, path) in zip(distances.rows(), paths.rows()))


@serving
def all_pairs_dijkstra_path(G, cutoff=None, weight="weight"):
    return _paths(G, for_dijkstra(G, weight), cutoff).rows()


@serving
def all_pairs_dijkstra_path_length(G, cutoff=None, weight="weight"):
    return _lengths(G, for_dijkstra(G, weight), cutoff).rows()


def _from(source, G, weighted, cutoff, paths=True):
    """Lengths within a cutoff from one node and, if wanted, paths."""
    if source not in G:
        raise nx.NodeNotFound(f"Node {source} not found in graph")
    i = G.place[source]
    distances = distances_from(G, weighted, i, cutoff)
    return distances.row(i, 0), NearPaths(G, distances).row(i, 0) if paths else None


@serving
def single_source_dijkstra(G, source, target=None, cutoff=None, weight="weight"):
    return _from(source, G, for_dijkstra(G, weight), cutoff)


@serving
def single_source_dijkstra_path(G, source, cutoff=None, weight="weight"):
    return _from(source, G, for_dijkstra(G, weight), cutoff)[1]


@serving
def single_source_dijkstra_path_length(G, source, cutoff=None, weight="weight"):
    return _from(source, G, for_dijkstra(G, weight), cutoff, paths=False)[0]


@serving
def single_source_shortest_path(G, source, cutoff=None):
    return _from(source, G, G.weighted(), _steps(cutoff))[1]


@serving
def single_source_shortest_path_length(G, source, cutoff=None):
    return _from(source, G, G.weighted(), _steps(cutoff), paths=False)[0]


def _once_asked(table, G, weighted):
    """Solves when the first node is asked for, since NetworkX reports a negative cycle only then."""
    yield from table(G, weighted).rows()


@serving
def all_pairs_bellman_ford_path(G, weight="weight"):
    return _once_asked(_paths, G, G.weighted(weight))


@serving
def all_pairs_bellman_ford_path_length(G, weight="weight"):
    return _once_asked(distances_of, G, G.weighted(weight))


def _steps(cutoff):
    """NetworkX goes on until a number of steps is not below the cutoff."""
    return None if cutoff is None else np.ceil(cutoff)


@serving
def all_pairs_shortest_path(G, cutoff=None):
    return _paths(G, G.weighted(), _steps(cutoff)).rows()


@serving
def all_pairs_shortest_path_length(G, cutoff=None):
    return _lengths(G, G.weighted(), _steps(cutoff)).rows()


def _between_all(name, unweighted, dijkstra, bellman_ford):
    """Offers functions of all pairs under their general name, too; NetworkX finds single pairs itself."""
    hops, lengths = unweighted.__wrapped__, {"dijkstra": dijkstra.__wrapped__, "bellman-ford": bellman_ford.__wrapped__}

    def between_all(G, source=None, target=None, weight=None, method="dijkstra"):
        if method not in lengths:
            raise ValueError(f"method not supported: {method}")
        return hops(G) if weight is None else lengths[method](G, weight=weight)

    between_all.__name__ = between_all.__qualname__ = name
    return serving(between_all)


shortest_path = _between_all("shortest_path", all_pairs_shortest_path, all_pairs_dijkstra_path,
                             all_pairs_bellman_ford_path)
shortest_path_length = _between_all("shortest_path_length", all_pairs_shortest_path_length,
                                    all_pairs_dijkstra_path_length, all_pairs_bellman_ford_path_length)
