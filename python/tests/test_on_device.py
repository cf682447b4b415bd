"""Distances that stay on the device, and arrays in the memory of devices."""

import gc
import types

import apsp
import numpy as np
import pytest
import scipy.sparse
from apsp import _core

DEVICES = [device.id for device in apsp.devices()]


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("algorithm", ["auto", "kleene", "sparse"])
def test_what_stays_is_what_a_solve_brings(device, algorithm):
    graph = scipy.sparse.random_array((120, 120), density=0.03, rng=np.random.default_rng(4), format="csr")
    graph.data = np.ceil(graph.data * 9)
    expected = apsp.solve(graph, device=device, statistics=True)
    result = apsp.solve(graph, device=device, algorithm=algorithm, on_device=True, statistics=True)
    held = result.on_device
    assert result.distances is None and isinstance(held, apsp.DeviceDistances)
    assert held.shape == (120, 120) and held.dtype == np.float64 and held.no_path == np.inf and held.device.id == device
    np.testing.assert_array_equal(held.distances(), expected.distances)
    np.testing.assert_array_equal(np.asarray(result), expected.distances)
    np.testing.assert_array_equal(held.distances([7, -1]), expected.distances[[7, -1]])
    np.testing.assert_array_equal(held.entries([3, 5], [9, 5]), expected.distances[[3, 5], [9, 5]])
    for statistics in (result.statistics, held.statistics()):
        assert statistics.components == expected.statistics.components
        np.testing.assert_array_equal(statistics.sum, expected.statistics.sum)
    assert apsp.verify(graph, result)
    assert device in repr(held)


def test_types_and_labels():
    import networkx

    graph = networkx.path_graph(["a", "b", "c"])
    held = apsp.solve(graph, device="cpu", on_device=True, dtype="smallest").on_device
    assert held.dtype == np.uint8 and held.labels == ["a", "b", "c"]
    assert held.entries(["a"], ["c"]).tolist() == [2]
    assert held.distances(["b"]).tolist() == [[1, 0, 1]]
    held = apsp.solve(np.ones((3, 3), "f4"), device="cpu", on_device=True).on_device
    assert held.dtype == np.float32


def test_others_take_it_without_a_copy_and_keep_it():
    held = apsp.solve(np.array([[0, 3.0], [np.inf, 0]]), device="cpu", on_device=True).on_device
    assert held.__dlpack_device__() == (1, 0)
    array = np.from_dlpack(held)
    address = held._core.address
    assert array.ctypes.data == address and array.strides[0] >= 16
    del held
    gc.collect()
    np.testing.assert_array_equal(array, [[0, 3], [np.inf, 0]])


def test_what_is_refused():
    matrix = np.ones((4, 4))
    for options in ({"rows": [1]}, {"distances": False}, {"semiring": "max-min"}):
        with pytest.raises(ValueError, match="on_device"):
            apsp.solve(matrix, device="cpu", on_device=True, **options)
    held = apsp.solve(matrix, device="cpu", on_device=True).on_device
    assert not hasattr(held, "__cuda_array_interface__")
    with pytest.raises(BufferError):
        held.__dlpack__(copy=True)
    with pytest.raises(BufferError):
        held.__dlpack__(dl_device=(2, 0))
    with pytest.raises(ValueError, match="copy"):
        held.__array__(copy=False)  # as NumPy 2 calls it for np.asarray(held, copy=False)
    with pytest.raises(IndexError):
        held.distances([4])


class OnCard:
    """An array as if it were in the memory of a CUDA device."""

    def __init__(self, array):
        self.array = array
        self.shape, self.dtype = array.shape, array.dtype

    @property
    def __cuda_array_interface__(self):
        return {**self.array.__array_interface__, "version": 3}

    def __dlpack__(self, **_):
        raise BufferError("not on the host")

    def __dlpack_device__(self):
        return (2, 0)


@pytest.fixture
def copies(monkeypatch):
    """Reads the host's memory where a device's would be read; the arguments of each call."""
    import ctypes

    calls = []

    def copied(address, pitch, width, rows):
        calls.append((address, pitch, width, rows))
        rows_of_bytes = [ctypes.string_at(address + k * pitch, width) for k in range(rows)]
        return np.frombuffer(b"".join(rows_of_bytes), dtype=np.uint8).reshape(rows, width)

    monkeypatch.setattr(_core, "copied_from_cuda", copied)
    return calls


def test_matrices_on_a_card(copies):
    weights = np.random.default_rng(2).uniform(1, 9, (30, 40)).astype("f4")
    for view in (weights[:, :30].copy(), weights[:, 3:33], weights[:, :30].copy().T, np.asfortranarray(weights[:, :30])):
        copies.clear()
        expected = apsp.solve(view).distances
        result = apsp.solve(OnCard(view))
        assert len(copies) == 1 and isinstance(result.distances, np.ndarray)
        np.testing.assert_array_equal(result.distances, expected)
    with pytest.raises(ValueError, match="gaps"):
        apsp.solve(OnCard(np.ones((8, 8))[::2, ::2]))
    with pytest.raises(ValueError, match="dimensions"):
        apsp.solve(OnCard(np.ones((2, 3, 3))))


@pytest.mark.parametrize("kind", ["csr", "coo"])
def test_sparse_matrices_on_a_card(copies, kind):
    matrix = scipy.sparse.random_array((50, 50), density=0.1, rng=np.random.default_rng(1), format=kind)
    names = ("indptr", "indices", "data") if kind == "csr" else ("row", "col", "data")
    there = types.SimpleNamespace(shape=matrix.shape, dtype=matrix.dtype, ndim=2, format=kind,
                                  **{name: OnCard(getattr(matrix, name)) for name in names})
    there.tocoo = lambda: there
    np.testing.assert_array_equal(apsp.solve(there).distances, apsp.solve(matrix).distances)
    assert len(copies) == 3


def test_no_card():
    if any(device.backend == "cuda" for device in apsp.devices()):
        pytest.skip("there is one")
    with pytest.raises((RuntimeError, ValueError), match="CUDA|cuda"):
        apsp.solve(OnCard(np.ones((3, 3))))
