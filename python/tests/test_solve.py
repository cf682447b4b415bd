"""`apsp.solve`: its options, results and exceptions."""

import doctest
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import apsp
import numpy as np
import pytest
import scipy.sparse
from test_inputs import DISTANCES, TRIANGLE


def test_files_that_count_from_one(tmp_path):
    graphs = {"a.gr": "p sp 3 2\na 1 2 5\na 2 3 1\n", "a.graph": "3 2\n2\n1 3\n2\n",
              "a.mtx": "%%MatrixMarket matrix coordinate real general\n3 3 2\n1 2 5\n2 3 1\n"}
    for name, text in graphs.items():
        path = tmp_path / name
        path.write_text(text)
        graph = apsp.read(path)
        result = apsp.solve(graph, predecessors=True)
        assert graph.labels == result.labels == [1, 2, 3]
        assert result.path(1, 3) == [1, 2, 3]
        assert (apsp.solve(graph, rows=[3, 1]).distances == result.distances[[2, 0]]).all()
        assert apsp.read(path, index=0).labels is None
        assert apsp.read(path, index=7).labels == [7, 8, 9]
        assert apsp.solve(apsp.read(path, index=0), predecessors=True).path(0, 2) == [0, 1, 2]
        with pytest.raises(KeyError):
            apsp.solve(graph, rows=[0])
        wrong = apsp.solve(graph)
        wrong.distances[1, 2] += 1
        assert "2 -> 3" in apsp.verify(graph, wrong).failure
    cycle = tmp_path / "c.gr"
    cycle.write_text("p sp 3 2\na 2 3 5\na 3 2 -6\n")
    with pytest.raises(apsp.NegativeCycleError, match="2 -> 3 -> 2;|3 -> 2 -> 3;") as error:
        apsp.solve(apsp.read(cycle))
    assert sorted(error.value.cycle) == [2, 3]
    (tmp_path / "a.csv").write_text("a,b,3\n")
    with pytest.raises(ValueError, match="names its vertices"):
        apsp.read(tmp_path / "a.csv", index=1)
    distances = apsp.DynamicDistances(apsp.read(tmp_path / "a.gr"), dtype="u8", device="cpu")
    with pytest.raises(ValueError, match="changed arc 2 -> 3: u8 cannot hold"):
        distances.change(2, 3, 999)


def test_result_is_contiguous_and_of_the_type():
    rng = np.random.default_rng(1)
    weights = rng.integers(1, 9, (130, 130)).astype(np.float32)
    result = apsp.solve(weights, dtype="float32")
    assert result.distances.dtype == np.float32 and result.distances.flags.c_contiguous
    assert result.distances.shape == (130, 130)
    assert apsp.solve(weights, dtype="smallest").distances.dtype == np.uint8
    assert result.algorithm in repr(result)
    assert "<table>" in result._repr_html_()


def test_options():
    undirected = apsp.solve(TRIANGLE, directed=False).distances
    np.testing.assert_array_equal(undirected, [[0, 3, 1], [3, 0, 4], [1, 4, 0]])
    np.testing.assert_array_equal(apsp.solve(TRIANGLE, unweighted=True).distances, [[0, 1, 2], [2, 0, 1], [1, 2, 0]])
    np.testing.assert_array_equal(apsp.solve(TRIANGLE, rows=[2, 0, -1]).distances, DISTANCES[[2, 0, 2]])
    statistics = apsp.solve(TRIANGLE, statistics=True, distances=False).statistics
    assert statistics.diameter == 7 and statistics.mean_distance == DISTANCES.sum() / 6
    assert statistics.center == [2] and statistics.radius == 4
    assert statistics.harmonic is statistics.efficiency is statistics.histogram is statistics.within is None


@pytest.mark.parametrize("algorithm", ["kleene", "sparse", "search"])
def test_statistics_within_bounds(algorithm):
    random = np.random.default_rng(4)
    weights = np.where(random.random((90, 90)) < 0.03, random.integers(1, 30, (90, 90)), np.inf)
    people = random.integers(0, 1000, 90)
    distances = apsp.solve(weights).distances
    others = distances[~np.eye(90, dtype=bool) & np.isfinite(distances)]
    bounds = [0, 10, 25.5, 60]

    def statistics(**options):
        return apsp.solve(weights, algorithm=algorithm, statistics=True, distances=False, **options).statistics

    counted = statistics(bounds=bounds, harmonic=True)
    expected = np.diff([0, *((others <= bound).sum() for bound in bounds), len(others)])
    assert counted.histogram.tolist() == expected.tolist() and counted.within is None
    inverse = np.divide(1, distances, out=np.zeros_like(distances), where=distances != 0)
    np.testing.assert_allclose(counted.harmonic, inverse.sum(axis=1), rtol=1e-12)
    np.testing.assert_allclose(counted.efficiency, inverse.sum() / (90 * 89), rtol=1e-12)
    within = np.stack([((distances <= bound) * people).sum(axis=1) for bound in bounds], axis=1)
    weighted = statistics(bounds=bounds, within=True, vertex_weights=people)
    np.testing.assert_array_equal(weighted.within, within)
    np.testing.assert_array_equal(statistics(bounds=bounds, within=True).within,
                                  np.stack([(distances <= bound).sum(axis=1) for bound in bounds], axis=1))
    for wrong in ({"bounds": [2, 1]}, {"within": True}, {"bounds": [1], "within": True, "vertex_weights": [1]}):
        with pytest.raises(ValueError, match="bound|weights"):
            statistics(**wrong)
    with pytest.raises(ValueError, match="statistics=True"):
        apsp.solve(weights, harmonic=True)


def test_rows():
    pandas = pytest.importorskip("pandas")
    links = pandas.DataFrame({"from": ["a", "b", "ab"], "to": ["b", "ab", "a"]})
    numbers = pandas.DataFrame({"from": [-1, 5, 7], "to": [5, 7, -1]})
    for wrong in (np.array([True, False, True]), [0.5], [1.0], ["1"], "1", True, [None]):
        with pytest.raises(ValueError, match="given by number"):
            apsp.solve(TRIANGLE, rows=wrong)
        with pytest.raises(ValueError, match="given by number"):
            apsp.DynamicDistances(TRIANGLE).distances(wrong)
    with pytest.raises(ValueError, match="such as"):
        apsp.solve(links, rows="ab")
    with pytest.raises(ValueError, match="such as"):
        apsp.DynamicDistances(links).distances("ab")
    for rows in (["ab", "b"], np.array(["ab", "b"])):
        assert apsp.solve(links, rows=rows).distances.tolist() == [[1, 2, 0], [2, 0, 1]]
    for row in (5, np.int64(5)):
        assert apsp.solve(numbers, rows=row).distances.tolist() == [[2, 0, 1]]
        assert apsp.DynamicDistances(numbers).distances(row).tolist() == [[2, 0, 1]]
    for row in (2, np.uint8(2), [2], np.array([2], dtype="u8")):
        np.testing.assert_array_equal(apsp.solve(TRIANGLE, rows=row).distances, DISTANCES[[2]])


def test_closures():
    one_way = scipy.sparse.csr_array(([1.0], ([0], [1])), shape=(3, 3))
    np.testing.assert_array_equal(apsp.closure(one_way).distances, [[1, 1, 0], [0, 1, 0], [0, 0, 1]])
    widest = scipy.sparse.csr_array(([5.0, 3.0, 1.0], ([0, 1, 0], [1, 2, 2])), shape=(3, 3))
    assert apsp.closure(widest, "max-min").distances[0, 2] == 3


def test_errors():
    with pytest.raises(apsp.NegativeCycleError) as error:
        apsp.solve(np.array([[0.0, -1], [-1, 0]]))
    assert sorted(error.value.cycle) == [0, 1] and error.value.weight == -2
    for wrong in (lambda: apsp.solve(np.ones((2, 3))), lambda: apsp.solve(TRIANGLE, algorithm="astar"),
                  lambda: apsp.solve(TRIANGLE, dtype="complex64"), lambda: apsp.solve(TRIANGLE, semiring="plus"),
                  lambda: apsp.solve(np.zeros((0, 0)))):
        with pytest.raises(ValueError):
            wrong()
    with pytest.raises(IndexError):
        apsp.solve(TRIANGLE, rows=[3])
    for none in ([], np.zeros(0, dtype=int)):
        with pytest.raises(ValueError, match="no vertex"):
            apsp.solve(TRIANGLE, rows=none)
    with pytest.raises(MemoryError):
        apsp.solve(scipy.sparse.csr_array((4_000_000, 4_000_000)), device="cpu", predecessors=True)


def test_warnings(tmp_path, monkeypatch):
    name = 0xCBF29CE484222325  # the file of tuned settings is named after the processor's FNV-1a hash
    processor = apsp._core.processor()
    facts = processor.backend, processor.name, processor.platform, processor.driver, str(processor.compute_units)
    for byte in "\n".join(facts).encode():
        name = (name ^ byte) * 0x100000001B3 % 2**64
    label = re.sub("[^a-zA-Z0-9]+", "-", processor.name).lstrip("-")[:60]
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    folder = tmp_path / "apsp-ocl"
    folder.mkdir()
    (folder / f"{label}-{name:016x}.json").write_text("{")
    with pytest.warns(UserWarning, match="ignored until tuning writes it anew") as found:
        apsp.solve(TRIANGLE, device="cpu", algorithm="kleene")
    assert found[0].filename == __file__


def large():
    return np.random.default_rng(1).uniform(1, 9, (3000, 3000))


def test_progress_and_what_it_raises():
    shares = []
    apsp.solve(large()[:600, :600], device="cpu", algorithm="kleene", progress=shares.append)
    assert shares and shares == sorted(shares) and shares[-1] <= 1

    class Enough(Exception):
        pass

    def stop(share):
        raise Enough(share)

    with pytest.raises(Enough):
        apsp.solve(large(), device="cpu", algorithm="kleene", progress=stop)


def test_interrupt():
    graph = apsp.graph(np.tile(large(), (2, 2)))
    threading.Timer(0.5, lambda: signal.raise_signal(signal.SIGINT)).start()
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        apsp.solve(graph, device="cpu", algorithm="kleene", dtype="f64")
    assert time.monotonic() - begin < 0.5 + 0.2 + 0.3


def test_threads():
    right = apsp.solve(large()[:300, :300], device="cpu").distances
    results = [None] * 4

    def work(k):
        results[k] = apsp.solve(large()[:300, :300], device="cpu").distances

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for mine in results:
        np.testing.assert_array_equal(mine, right)


FORK = """
import apsp, numpy, os, sys
weights = numpy.random.default_rng(1).uniform(1, 9, (400, 400))
right = apsp.solve(weights, device="cpu").distances
apsp.devices()
child = os.fork()
if child == 0:
    same = (apsp.solve(weights).distances == right).all()
    try:
        apsp.devices()
        same = False
    except RuntimeError as error:
        same = same and "spawn" in str(error)
    os._exit(0 if same else 1)
_, status = os.waitpid(child, 0)
sys.exit(os.waitstatus_to_exitcode(status))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system does not fork")
def test_fork():
    assert subprocess.run([sys.executable, "-c", FORK], timeout=60).returncode == 0


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux tells what is loaded")
def test_import_is_quick_and_starts_no_driver():
    code = ("import numpy, time; begin = time.perf_counter(); import apsp; taken = time.perf_counter() - begin; "
            "maps = open('/proc/self/maps').read(); print(taken); "
            "assert 'pocl' not in maps and 'libcuda' not in maps")
    taken = min(float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)
                for _ in range(3))
    assert taken < 0.15


def test_networkx_does_not_pay_for_it():
    pytest.importorskip("networkx")
    code = ("import importlib.metadata as m, sys; "
            "[e.load() for e in m.entry_points(group='networkx.backend_info') if e.name == 'apsp']; "
            "assert 'apsp' in sys.modules and 'numpy' not in sys.modules")
    subprocess.run([sys.executable, "-c", code], check=True)


def test_read_and_verify(tmp_path):
    file = tmp_path / "roads.txt"
    file.write_text("Oslo Bergen 7\nBergen Voss 2\nVoss Oslo 5\n")
    graph = apsp.read(file)
    assert graph.vertices == 3 and graph.arcs == 3 and graph.labels == ["Oslo", "Bergen", "Voss"]
    result = apsp.solve(graph, predecessors=True)
    assert result.path("Oslo", "Voss") == ["Oslo", "Bergen", "Voss"]
    assert apsp.verify(graph, result) and apsp.verify(graph, result.distances)
    some = apsp.solve(graph, rows=["Voss"])
    assert apsp.verify(graph, some)
    some.distances[0, 1] += 1
    found = apsp.verify(graph, some)
    assert not found and found.failure and found.column == 1
    result.predecessors[0, 2] = 0
    assert not apsp.verify(graph, result)
    assert not apsp.verify(graph, np.zeros((2, 2)))
    with pytest.raises(ValueError):
        apsp.verify(graph, apsp.solve(graph, distances=False))
    file.write_text("1 2 3\n2 three 4\nx\n")
    with pytest.raises(ValueError, match="roads.txt:3"):
        apsp.read(file)
    with pytest.raises(ValueError, match="unknown format"):
        apsp.read(file, format="roads")
    numbers = tmp_path / "numbers.txt"
    numbers.write_text("5 9 1\n")
    assert apsp.read(numbers, directed=False).labels == [5, 9]
    assert apsp.verify(apsp.graph(TRIANGLE), apsp.closure(TRIANGLE, "max-min"))


def test_types(tmp_path):
    pytest.importorskip("mypy")
    program = tmp_path / "program.py"
    program.write_text("import apsp\n"
                       "result = apsp.solve([[0, 1], [1, 0]], predecessors=True)\n"
                       "way: list[int] = result.path(0, 1)\n"
                       "right: bool = apsp.verify([[0, 1], [1, 0]], result).ok\n"
                       "names: list[str] = [device.name for device in apsp.devices()]\n"
                       "apsp.solve(result, algorithm=3)\n")
    done = subprocess.run([sys.executable, "-m", "mypy", "--strict", str(program)], capture_output=True, text=True,
                          cwd=tmp_path)
    wrong = [line for line in done.stdout.splitlines() if "error:" in line]
    assert len(wrong) == 1 and "program.py:6" in wrong[0], done.stdout + done.stderr


def test_stubs_name_what_there_is():
    stub = (Path(apsp.__file__).parent / "__init__.pyi").read_text()
    assert set(re.findall(r" as (\w+)$", stub, re.MULTILINE)) == set(dir(apsp))


def test_examples():
    done = doctest.testmod(apsp)
    assert done.attempted > 0 and done.failed == 0


def test_pairs_that_a_negative_cycle_touches_are_at_minus_infinity():
    weights = np.full((5, 5), np.inf)
    for i, j, w in [(0, 1, 1), (1, 2, 1), (2, 1, -3), (2, 3, 1), (0, 4, 2), (4, 3, 2)]:
        weights[i, j] = w
    with pytest.raises(apsp.NegativeCycleError):
        apsp.solve(weights)
    result = apsp.solve(weights, negative_cycles="minus-infinity", predecessors=True)
    none, low = np.inf, -np.inf
    assert result.distances.tolist() == [[0, low, low, low, 2], [none, low, low, low, none], [none, low, low, low, none],
                                         [none, none, none, 0, none], [none, none, none, 2, 0]]
    assert result.path(0, 3) == [] and result.path(4, 3) == [4, 3]
    assert apsp.verify(weights, result)
    assert not apsp.verify(weights, result.distances)
    assert apsp.verify(weights, result.distances, negative_cycles="minus-infinity")
    with pytest.raises(ValueError, match="no minus infinity"):
        apsp.solve(weights, negative_cycles="minus-infinity", dtype="int32")
