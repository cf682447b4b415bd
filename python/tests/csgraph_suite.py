"""Runs SciPy's own tests of shortest paths, or scikit-learn's of Isomap, unchanged, with this library's functions in
SciPy's module:

    csgraph_suite.py scipy|sklearn [pytest's options]
"""

import sys

import apsp.csgraph
import pytest

# The tests, and how many calls must reach this library at least; fewer mean that the tests bypass it.
SUITES = {
    "scipy": (["scipy.sparse.csgraph.tests." + name for name in ("test_shortest_path", "test_conversions",
                                                                 "test_traversal")], 150),
    "sklearn": (["sklearn.manifold.tests.test_isomap"], 20),
}

modules, least = SUITES[sys.argv[1]]
if sys.argv[1] == "sklearn":
    import sklearn.manifold  # noqa: F401  binds SciPy's functions before they are replaced

with apsp.csgraph.patch():
    status = pytest.main(["-q", "-p", "no:cacheprovider", *sys.argv[2:], "--pyargs", *modules])
print("served:", dict(apsp.csgraph.served))
if sum(apsp.csgraph.served.values()) < least:
    sys.exit(f"fewer than {least} calls")
sys.exit(status)
