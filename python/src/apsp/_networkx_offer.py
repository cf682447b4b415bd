"""What this library offers to NetworkX: the functions under their names, and how often each has been called."""

import collections
import functools
import types

import networkx as nx

from ._networkx_graph import Graph

backend = types.SimpleNamespace()
"""The object that NetworkX loads through the entry point `networkx.backends`."""

served = collections.Counter()
"""How often this library has served each function."""


def offered(function):
    setattr(backend, function.__name__, function)
    return function


def serving(function):
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

    serve.__module__ = "apsp.networkx"
    return offered(serve)
