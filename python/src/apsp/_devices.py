"""The list of devices, and the choice of one for a solve."""

from __future__ import annotations

import os
import threading
from typing import List

from . import _core

LEAST_FOR_GPU = 1024  # vertices: smaller graphs are solved in less time than a driver takes to start


class Devices(List["_core.Device"]):
    """Devices in the order of their numbers; `absent` lists backends without devices, and why they have none."""

    def __init__(self, found: list[_core.Device], absent: list[tuple[str, str]]) -> None:
        super().__init__(found)
        self.absent = absent

    def __repr__(self) -> str:
        lines = [f"{d.index}  {d.id:10} {d.kind:5} {d.name}" for d in self]
        lines += [f"-  {backend:10} {'':5} {why}" for backend, why in self.absent]
        return "\n".join(lines)


_lock = threading.Lock()
_known = None
_forked = False


def _forget_in_child():
    global _forked, _lock
    _lock = threading.Lock()
    _forked = _known is not None


if hasattr(os, "register_at_fork"):  # Windows does not fork
    os.register_at_fork(after_in_child=_forget_in_child)


def devices() -> Devices:
    """Every device of every backend, OpenCL's first, then CUDA's, then the host's processors ("cpu").

    Returns
    -------
    Devices
        A list of devices, with `index`, `id` ("opencl:0"), `backend`, `kind`, `name`, `platform`,
        `vendor`, `driver`, `compute_units`, `memory` (bytes) and `f64`.

    Raises
    ------
    RuntimeError
        In a process that was forked from a process that had started drivers.
    """
    global _known
    if _forked:
        raise RuntimeError("drivers that were started before this process was forked do not work in it: start "
                           'processes by "spawn", as multiprocessing.get_context("spawn") does, or solve on '
                           'device "cpu"')
    with _lock:
        if _known is None:
            _known = Devices(*_core.list_devices())
        return _known


def named(identifier):
    """The device of that identifier; pickle makes devices of it, which may be others in another process."""
    return _core.select_device(list(devices()), identifier)


def choose(selector, is_large):
    """The device for a solve, by default a GPU only if the solve is large; None is the host's processors."""
    if selector == "cpu" or isinstance(selector, _core.Device):
        return None if selector == "cpu" else selector
    if selector != "":
        return _core.select_device(list(devices()), str(selector))
    if not is_large or _forked:
        return None
    gpus = [device for device in devices() if device.kind == "gpu"]
    return _core.select_device(gpus, "") if gpus else None
