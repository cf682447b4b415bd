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

`single_source_*` are served where `backend="apsp"` asks for it: from one node, NetworkX's own are faster up to about a
hundred nodes within the cutoff, and the first call converts the graph.

Left to NetworkX: `source` and `target` of `shortest_path` and `shortest_path_length`; `target` of
`single_source_dijkstra`; negative cutoffs; `sp`, `e`, `attr`, `usebounds`; weights that are not finite ints or floats;
negative weights if the algorithm is Dijkstra's; Floyd's functions if a cycle is negative; betweenness if a cycle has
weight 0, that of edges for some targets only, and samples (`k`) before NetworkX 3.6; graphs without nodes, and those
whose result does not fit in memory.
"""

import inspect

import networkx as nx

from ._networkx_betweenness import *  # noqa: F403
from ._networkx_graph import Graph
from ._networkx_info import MEDIAN
from ._networkx_measures import *  # noqa: F403
from ._networkx_offer import backend as backend
from ._networkx_offer import offered
from ._networkx_offer import served as served
from ._networkx_paths import *  # noqa: F403

LEAST = 50  # nodes of a graph that is worth converting


@offered
def convert_from_nx(graph, **named):
    """Wraps a graph. Weights are read when a function asks for them, whichever attributes NetworkX asks to keep."""
    return Graph(graph)


@offered
def convert_to_nx(result, **named):
    return result.original if isinstance(result, Graph) else result


def _given(name, arguments, named):
    bound = inspect.signature(getattr(backend, name)).bind(*arguments, **named).arguments
    return {key: value for key, value in bound.items() if value is not None and (key, value) != ("usebounds", False)}


@offered
def can_run(name, arguments, named):
    try:
        given = _given(name, arguments, named)
        refused = given.keys() & {"sp", "e", "attr", "usebounds", "source", "target"}
        if name.startswith("single_source"):
            refused.discard("source")
        if given.get("cutoff", 0) < 0:
            refused.add("cutoff")
    except TypeError as error:  # NetworkX reports it to the caller
        return str(error)
    return f"not served: {', '.join(sorted(refused))}" if refused else True


@offered
def should_run(name, arguments, named):
    given = _given(name, arguments, named)
    graph = given["G"]
    if given.keys() & {"u", "v", "nbunch", "sources", "source"} and not name.endswith("_subset"):
        return "only some nodes' distances are asked for"
    if name in ("center", MEDIAN) and "weight" not in given and graph.number_of_edges() == len(graph) - 1:
        return "NetworkX has shorter ways for trees"
    return len(graph) >= LEAST or f"fewer than {LEAST} nodes"
