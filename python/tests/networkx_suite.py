"""Runs NetworkX's own tests of the functions that the backend serves, unchanged, on this library."""

import importlib.util
import os
import re
import sys
from pathlib import Path

os.environ["NETWORKX_TEST_BACKEND"] = "apsp"
os.environ["NETWORKX_FALLBACK_TO_NX"] = "True"

import apsp.networkx  # noqa: E402
import pytest  # noqa: E402
from apsp._networkx_info import FUNCTIONS  # noqa: E402

ALGORITHMS = "networkx.algorithms."
SUITE = [
    ALGORITHMS + "shortest_paths",
    ALGORITHMS + "tests.test_distance_measures",
    ALGORITHMS + "tests.test_wiener",
    ALGORITHMS + "tests.test_efficiency",
    ALGORITHMS + "tests.test_link_prediction",
    ALGORITHMS + "tests.test_dag",
    ALGORITHMS + "centrality.tests.test_betweenness_centrality",
    ALGORITHMS + "centrality.tests.test_betweenness_centrality_subset",
    ALGORITHMS + "centrality.tests.test_closeness_centrality",
    ALGORITHMS + "centrality.tests.test_harmonic_centrality",
    "networkx.drawing.tests.test_layout",
]


def called():
    """The functions of the backend that NetworkX's tests name; these depend on its version."""
    sources = ""
    for module in SUITE:
        file = Path(importlib.util.find_spec(module).origin)
        files = file.parent.glob("tests/*.py") if file.name == "__init__.py" else [file]
        sources += "".join(each.read_text() for each in files)
    return {name for name in FUNCTIONS if re.search(rf"\bnx\.{name}\b", sources)}


if __name__ == "__main__":
    status = pytest.main(["-q", "-p", "no:cacheprovider", *sys.argv[1:], "--pyargs", *SUITE])
    print("served:", dict(apsp.networkx.served))
    never = called() - apsp.networkx.served.keys()
    if never:
        sys.exit("never served: " + ", ".join(sorted(never)))
    sys.exit(status)
