"""Distances that stay where they were found, and arrays in the memory of CUDA's devices."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core
from ._result import Statistics, statistics_parts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import DTypeLike, NDArray

    from ._core import Device


class Held:
    """What one can ask of distances that are held: in `_core`, of vertices as `_known` has them, as `_real` or as they
    are."""

    _core: Any
    _known: Any
    _real: str | None
    _lock: threading.Lock

    def distances(self, rows: Sequence[Any] | NDArray[np.integer] | int | None = None
                  ) -> NDArray[Any]:
        """A copy of all distances as they are now, or of those from some vertices, with one row per vertex."""
        with self._lock:
            return self._core.distances(self._rows(rows), self._real)

    def entries(self, sources: Sequence[Any], targets: Sequence[Any]) -> NDArray[np.float64]:
        """The distances of some pairs, sources[k] with targets[k]; infinity where there is no path."""
        from ._solve import _numbers

        numbers = [np.array(_numbers(vertices, self._known), dtype=np.uint32) for vertices in (sources, targets)]
        if len(numbers[0]) != len(numbers[1]):
            raise ValueError("sources and targets differ in number")
        with self._lock:
            return np.array(self._core.entries(*numbers), dtype=np.float64)

    def statistics(self, *, harmonic: bool = False, bounds: Sequence[float] = (), within: bool = False,
                   vertex_weights: Sequence[float] | NDArray[Any] | None = None) -> Statistics:
        """Statistics of all distances as they are now, as `solve(..., statistics=True)` finds them, with its options.
        """
        parts = statistics_parts(harmonic, bounds, within, vertex_weights)
        with self._lock:
            return Statistics(self._core.statistics(parts), self._known.labels)

    def _rows(self, rows):
        from ._solve import _numbers

        all_rows = range(self._core.vertices) if rows is None else _numbers(rows, self._known)
        return np.array(all_rows, dtype=np.uint32)


class DeviceDistances(Held):
    """All shortest distances of a graph in the memory of the device that found them, or in the host's for devices
    that work there, as `solve(..., on_device=True)` leaves them.

    Only what is asked for is copied to the host. PyTorch, CuPy, JAX and others take the array without a copy, by
    DLPack (`torch.from_dlpack(d)`) or, on CUDA's devices, by `__cuda_array_interface__` (`cupy.asarray(d)`); they keep
    this object, and so the memory. All distances have been computed by then, whatever the stream. Through OpenCL, the
    address is a `cl_mem`. Several threads may use one object.

    Attributes
    ----------
    vertices : int
    shape : tuple of int
        (n, n). Rows may lie further apart than n entries.
    dtype : dtype
    no_path : float or int
        What stands for "no path".
    labels : list or None
        The names of the vertices.
    device : Device
    """

    def __init__(self, core: Any, labels: list[Any] | None, no_path: float, dtype: str) -> None:
        self._core, self._known, self._real, self._lock = core, self, None, threading.Lock()
        self.vertices: int = core.vertices
        self.shape = (core.vertices, core.vertices)
        self.dtype: np.dtype[Any] = np.dtype(dtype)
        self.no_path = no_path
        self.labels = labels
        self.device: Device = core.device

    def __dlpack__(self, *, stream: Any = None, max_version: tuple[int, int] | None = None,
                   dl_device: tuple[int, int] | None = None, copy: bool | None = None) -> Any:
        if copy or dl_device is not None and tuple(dl_device) != self.__dlpack_device__():
            raise BufferError("distances are given where they lie; distances() copies them to the host")
        return self._core.dlpack()

    def __dlpack_device__(self) -> tuple[int, int]:
        return self._core.dlpack_device()

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        if self._core.in_host or self.device.backend != "cuda":
            raise AttributeError(f"device {self.device.id} has no CUDA arrays")
        size = self.dtype.itemsize
        return {"shape": self.shape, "typestr": self.dtype.str, "data": (self._core.address, False),
                "strides": (self._core.ld * size, size), "version": 3, "stream": None}

    def __array__(self, dtype: DTypeLike = None, copy: bool | None = None) -> NDArray[Any]:
        if copy is False:
            raise ValueError("an array on the host is a copy")
        return self.distances().astype(dtype or self.dtype, copy=False)

    def __repr__(self) -> str:
        return f"<DeviceDistances: {self.shape[0]} vertices, {self.dtype}, on {self.device.id}>"


def on_host(array: Any) -> Any:
    """An array in the memory of a CUDA device as NumPy's, and others as they are."""
    if isinstance(array, np.ndarray):
        return array
    described = getattr(array, "__cuda_array_interface__", None)
    if described is None:
        return array
    shape, dtype = tuple(described["shape"]), np.dtype(described["typestr"])
    if len(shape) not in (1, 2):
        raise ValueError(f"an array of {len(shape)} dimensions on a device: copy it to the host first")
    strides = described.get("strides")
    if strides is None:
        strides = (*(shape[1:] and [shape[1] * dtype.itemsize]), dtype.itemsize)
    if len(shape) == 2 and strides[1] != dtype.itemsize and strides[0] == dtype.itemsize:  # by columns
        return _copied(described, shape[::-1], strides[::-1], dtype).T
    return _copied(described, shape, strides, dtype)


def _copied(described, shape, strides, dtype):
    rows = shape[0] if len(shape) == 2 else 1
    if shape[-1] > 1 and strides[-1] != dtype.itemsize or rows > 1 and strides[0] < 0:
        raise ValueError("an array with gaps between its entries on a device: copy it to the host first")
    width = shape[-1] * dtype.itemsize
    pitch = max(strides[0], width) if rows > 1 else width
    return _core.copied_from_cuda(described["data"][0], pitch, width, rows).view(dtype).reshape(shape)
