"""SciPy's own tests of shortest paths, unchanged, with this library's functions in SciPy's module."""

import sys

import apsp.csgraph
import pytest

SUITE = "scipy.sparse.csgraph.tests."
LEAST = 150  # calls that reach this library; fewer mean that the tests do not see it

with apsp.csgraph.patch():
    status = pytest.main(["-q", "-p", "no:cacheprovider", "--pyargs", *sys.argv[1:],
                          *(SUITE + name for name in ("test_shortest_path", "test_conversions", "test_traversal"))])
print("served:", dict(apsp.csgraph.served))
if sum(apsp.csgraph.served.values()) < LEAST:
    sys.exit(f"fewer than {LEAST} calls")
sys.exit(status)
