"""All-pairs shortest paths, on any device.

    >>> import apsp, scipy.sparse
    >>> roads = scipy.sparse.csr_array([[0, 3, 0], [0, 0, 4], [1, 0, 0]])
    >>> apsp.solve(roads).distances
    array([[0., 3., 7.],
           [5., 0., 4.],
           [1., 4., 0.]])

`solve` takes arrays, sparse matrices and NetworkX's graphs; `apsp.csgraph` has SciPy's functions under
their own names, and NetworkX finds the backend "apsp". Importing starts no driver; `devices()` does, and so
does the first solve of a graph that is large enough for a GPU.
"""

import importlib

__version__ = "0.1.0"

_HOME = {"_batch": ("BatchResult", "Ragged", "solve_batch"),
         "_betweenness": ("Betweenness", "betweenness"), "_changes": ("DynamicDistances",),
         "_core": ("ChangeReport", "Device", "Verification"), "_devices": ("Devices", "devices"),
         "_elimination": ("Elimination",),
         "_errors": ("NegativeCycleError",),
         "_graph": ("Graph", "graph", "read"), "_held": ("DeviceDistances",), "_near": ("near", "pair_paths", "table"), "_page": ("Page", "page"),
         "_result": ("Result", "Statistics"),
         "_shortest_paths": ("ShortestPaths", "path_counts", "shortest_paths"), "_solve": ("closure", "solve", "verify")}
_MODULE_OF = {name: module for module, names in _HOME.items() for name in names}
__all__ = sorted(_MODULE_OF)


def __getattr__(name):
    """Imports a module on first use, since NetworkX imports this package into every program that uses NetworkX."""
    if name in _MODULE_OF:
        value = getattr(importlib.import_module("." + _MODULE_OF[name], __name__), name)
    elif name in ("csgraph", "networkx"):  # which need SciPy or NetworkX
        value = importlib.import_module("." + name, __name__)
    else:
        raise AttributeError(f"module 'apsp' has no attribute '{name}'")
    globals()[name] = value
    return value


def __dir__():
    return [*__all__, "csgraph", "networkx"]
