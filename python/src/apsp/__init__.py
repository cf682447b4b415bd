"""All-pairs shortest paths, on any device.

    >>> import apsp, scipy.sparse
    >>> roads = scipy.sparse.csr_array([[0, 3, 0], [0, 0, 4], [1, 0, 0]])
    >>> apsp.solve(roads).distances
    array([[0., 3., 7.],
           [5., 0., 4.],
           [1., 4., 0.]], dtype=float32)

`solve` takes arrays, sparse matrices and NetworkX's graphs; `apsp.csgraph` has SciPy's functions by
their names. Importing starts no driver: that is done by `devices()`, and by the first solve of a graph
that is large enough to ask for a GPU.
"""

from ._devices import Devices, devices
from ._errors import NegativeCycleError
from ._graph import graph
from ._result import Result, Statistics
from ._solve import closure, solve

__all__ = ["Devices", "NegativeCycleError", "Result", "Statistics", "closure", "devices", "graph", "solve"]
__version__ = "0.1.0"


def __getattr__(name):
    if name == "csgraph":  # which needs SciPy, and is for those who have it
        import importlib

        return importlib.import_module(".csgraph", __name__)
    raise AttributeError(f"module 'apsp' has no attribute '{name}'")
