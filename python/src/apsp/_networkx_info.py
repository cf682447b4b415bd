"""The description of this backend, which NetworkX reads while it is imported; so this module imports nothing that
takes time."""

import sys

_VERSION = getattr(sys.modules.get("networkx"), "__version__", "3.6")
VERSION = tuple(int(part) for part in _VERSION.split(".")[:2] if part.isdigit())
SINCE_3_7 = VERSION >= (3, 7)
MEDIAN = "centroid" if SINCE_3_7 else "barycenter"
"""NetworkX's name for the nodes of least total distance. Before 3.7, `centroid` was a different function, for trees."""

_PATHS = "Where several paths are shortest, another one of them may be found."
_CYCLES = "Graphs with a negative cycle are left to NetworkX."
_ZERO = "Graphs with a cycle of weight 0 are left to NetworkX."

FUNCTIONS = {
    "all_pairs_bellman_ford_path": _PATHS,
    "all_pairs_bellman_ford_path_length": "",
    "all_pairs_dijkstra": _PATHS,
    "all_pairs_dijkstra_path": _PATHS,
    "all_pairs_dijkstra_path_length": "",
    "all_pairs_shortest_path": _PATHS,
    "all_pairs_shortest_path_length": "",
    "average_shortest_path_length": "",
    "betweenness_centrality": _ZERO + " Before NetworkX 3.6, without `k`.",
    "betweenness_centrality_subset": _ZERO,
    "center": "",
    MEDIAN: "Without `attr` and `sp`.",
    "closeness_centrality": "Without `sp`.",
    "diameter": "",
    "eccentricity": "Without `sp`.",
    "edge_betweenness_centrality": _ZERO + " Before NetworkX 3.6, without `k`.",
    "edge_betweenness_centrality_subset": _ZERO + " Where all nodes are targets.",
    "floyd_warshall": _CYCLES,
    "floyd_warshall_numpy": _CYCLES,
    "floyd_warshall_predecessor_and_distance": _PATHS + " " + _CYCLES,
    "global_efficiency": "",
    "harmonic_centrality": "",
    "hyper_wiener_index": "",
    "johnson": _PATHS,
    "local_efficiency": "",
    "periphery": "",
    "radius": "",
    "shortest_path": _PATHS + " Without `source` and `target`.",
    "shortest_path_length": "Without `source` and `target`.",
    "single_source_dijkstra": _PATHS + " Without `target`.",
    "single_source_dijkstra_path": _PATHS,
    "single_source_dijkstra_path_length": "",
    "single_source_shortest_path": _PATHS,
    "single_source_shortest_path_length": "",
    "transitive_closure": "",
    "wiener_index": "",
}


def info():
    """The backend's description. `nx.config.backends.apsp.device` is the device, as `apsp.solve` takes it."""
    return {
        "backend_name": "apsp",
        "package": "apsp",
        "project": "apsp",
        "short_summary": "All-pairs shortest paths on GPUs and processors.",
        "default_config": {"device": ""},
        "functions": {name: {"additional_docs": docs} for name, docs in FUNCTIONS.items()},
    }
