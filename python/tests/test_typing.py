"""A program that uses every public function passes `mypy --strict`."""

import subprocess
import sys

import apsp
import apsp.csgraph
import pytest

PROGRAM = """
import apsp
import numpy as np
from apsp import csgraph
from apsp.networkx import backend, diameter, served

weights = np.array([[0.0, 3.0], [1.0, 0.0]])
graph: apsp.Graph = apsp.graph(weights, null=9)
graph = apsp.read("roads.csv", source="a", target=2, weight="minutes")
result: apsp.Result = apsp.solve(graph, rows=[0], predecessors=True, statistics=True)
result = apsp.solve(weights, source=0, target=1, weight=lambda u, v, data: None, dtype="smallest", overwrite=True)
result = apsp.closure(weights, "max-min")
path: list[object] = result.path(0, 1)
hops, following, frame, array = result.hops(), result.next_hops(), result.to_pandas(), np.asarray(result)
statistics: apsp.Statistics | None = result.statistics
verification: apsp.Verification = apsp.verify(weights, result)
print(verification.ok, hops.shape, following.shape, frame, array.shape, statistics, path)
batch: apsp.BatchResult = apsp.solve_batch([weights], pad=True, no_path=-1)
ragged: apsp.Ragged | object = batch.distances
print(len(batch), ragged)
loads: apsp.Betweenness = apsp.betweenness(weights, arcs=True, sources=[0], target_weights=[1.0, 2.0], cutoff=5)
print(loads.vertices.max(), loads.errors, loads.arcs, loads.arc_sources, loads.labels, loads.pairs, loads.method)
paths: apsp.ShortestPaths = apsp.shortest_paths(weights, 0, 1)
print(paths.distance, paths.count, next(paths), list(paths), apsp.path_counts(weights, [0]).max())
near = apsp.near(weights, 2.0, nearest=3, sources=[0], among=[0, 1], dtype="smallest")
print(near.nnz, near.indices)
print(apsp.near(weights, 2.0, predecessors=True)[1].indices, apsp.table(weights, predecessors=True)[1].max())
print(len(apsp.pair_paths(weights, [(0, 1)])[0]))
print(apsp.table(weights, [0], [1, 0], dtype="smallest").shape)
known = apsp.Elimination(graph)
print(apsp.table(weights, elimination=known).size, apsp.near(weights, 2.0, elimination=known).nnz)
changing = apsp.DynamicDistances(weights, predecessors=True)
report: apsp.ChangeReport = changing.change(0, 1, 2.0)
print(report.recomputed, changing.distances(), changing.predecessors([0]), changing.entries([0], [1]))
print(changing.statistics().diameter)
held: apsp.DeviceDistances = apsp.solve(weights, on_device=True).on_device
print(held.distances([0]), held.entries([0], [1]), held.statistics().radius, held.dtype, held.device.id, np.asarray(held))
page: apsp.Page = apsp.page(graph, coordinates=[[0, 0], [1, 1]], unit="km")
page.save("page.html")
print(page.statistics.mean_distance, result.page(title="roads").html)
devices: apsp.Devices = apsp.devices()
device: apsp.Device = devices[0]
print(device.id, apsp.__version__)
try:
    apsp.solve(weights, device=device)
except apsp.NegativeCycleError as error:
    print(error.cycle, error.weight)
distances, before = csgraph.shortest_path(weights, method="D", return_predecessors=True, indices=[0])
for function in (csgraph.floyd_warshall, csgraph.johnson, csgraph.bellman_ford):
    distances = function(weights, directed=False)
distances = csgraph.dijkstra(weights, limit=3.0, min_only=True)
print(csgraph.construct_dist_matrix(weights, before), csgraph.reconstruct_path(weights, before[0]))
print(csgraph.served["dijkstra"], csgraph.NegativeCycleError)
with csgraph.patch():
    pass
print(backend, diameter, served["diameter"])
"""


def test_programs_pass_mypy(tmp_path):
    pytest.importorskip("mypy")
    for module, names in ((apsp, apsp.__all__), (apsp.csgraph, apsp.csgraph.__all__)):
        for name in names:
            assert name in PROGRAM or name == "yen", f"{module.__name__}.{name} is not in the program"
    file = tmp_path / "client.py"
    file.write_text(PROGRAM)
    checked = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--no-incremental", str(file)],
                             capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout


@pytest.mark.parametrize("name", apsp.__all__)
def test_everything_has_help(name):
    assert len((getattr(apsp, name).__doc__ or "").split()) > 4
