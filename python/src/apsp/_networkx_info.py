"""What NetworkX reads about this backend while it is being imported: so this module imports nothing."""

_PATHS = "Where several paths are shortest, it may be another of them."
_UNBOUNDED = "Where some cycle is negative it is left to NetworkX, as is a weight that is not an int or float."

FUNCTIONS = {
    "all_pairs_bellman_ford_path": _PATHS,
    "all_pairs_bellman_ford_path_length": "",
    "all_pairs_dijkstra": _PATHS + " Without `cutoff`.",
    "all_pairs_dijkstra_path": _PATHS + " Without `cutoff`.",
    "all_pairs_dijkstra_path_length": "Without `cutoff`.",
    "all_pairs_shortest_path": _PATHS + " Without `cutoff`.",
    "all_pairs_shortest_path_length": "Without `cutoff`.",
    "average_shortest_path_length": "",
    "barycenter": "Without `attr` and `sp`.",
    "center": "",
    "closeness_centrality": "",
    "diameter": "",
    "eccentricity": "Without `sp`.",
    "floyd_warshall": _UNBOUNDED,
    "floyd_warshall_numpy": _UNBOUNDED,
    "floyd_warshall_predecessor_and_distance": _PATHS + " " + _UNBOUNDED,
    "global_efficiency": "",
    "harmonic_centrality": "",
    "johnson": _PATHS,
    "periphery": "",
    "radius": "",
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
