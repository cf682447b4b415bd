"""Files of `apsp-ocl sweep` (tools/results/README.md) and `apsp-ocl ladder --json`, as rows."""

import json
import re
from collections import Counter
from dataclasses import dataclass

SWEEP = "apsp-ocl sweep 1"
PARTS = ("read", "plan", "build", "upload", "compute", "download", "write")
BYTES = {"f32": 4, "f64": 8, "i32": 4, "i16": 2, "u8": 1}


class BadFile(Exception):
    """A file that is neither of the two, or damaged; the message names it."""


@dataclass
class Sweep:
    path: str
    head: dict  # without the rows


@dataclass
class Ladder:
    path: str
    device: str
    n: int
    rows: list


@dataclass
class Row:
    """A cell, and the device that it is of."""

    device: str  # the label of pictures
    info: dict  # of the device, from the file
    host: str
    data: dict

    def __getattr__(self, name):
        return self.data[name]

    @property
    def measured(self):
        return self.data["status"] == "measured"

    @property
    def generator(self):
        return self.data["input"].split(":")[0]

    @property
    def way(self):
        """Algorithm and variant; "" is the device's choice."""
        return self.data["algorithm"], self.data["variant"] or ""

    def seconds(self, part="compute", figure="median"):
        return self.data["seconds"][part][figure]

    @property
    def rate(self):
        return self.data["relaxations_per_second"]["median"]

    @property
    def kind(self):
        """What rows must share to stand in one picture."""
        return self.data["dtype"], self.generator, self.data["semiring"]


def device_label(info):
    """ "AMD EPYC, PoCL": the hardware and the way to it."""
    name = re.sub(r"^(cpu|pthread|basic)-(?:[^ ]*-)?(?=[A-Z])", "", info["name"])
    name = re.sub(r"\((R|TM)\)", "", name)
    platform = info["platform"]
    if info["backend"] == "cuda":
        way = "CUDA"
    elif info["backend"] == "cpu":
        way = "cpu"
    elif "Portable Computing" in platform:
        way = "PoCL"
    elif info.get("kind") == "gpu" or "NVIDIA" in platform:
        way = "OpenCL"
    else:
        way = platform
    return f"{' '.join(name.split())}, {way}"


def read_file(path):
    try:
        with open(path, encoding="utf-8") as file:
            data = json.load(file)
    except (OSError, ValueError) as error:
        raise BadFile(f"{path}: {error}") from error
    if not isinstance(data, dict) or not isinstance(data.get("rows"), list):
        raise BadFile(f"{path}: neither of apsp-ocl sweep nor of apsp-ocl ladder --json")
    return data


def check(row):
    """Raises KeyError or TypeError where a row of a sweep lacks what pictures and tables need."""
    for member in ("algorithm", "variant", "n", "tile", "dtype", "semiring", "input", "reason"):
        row[member]
    if row["status"] == "measured":
        for part in PARTS:
            row["seconds"][part]["runs"], row["seconds"][part]["median"]
        row["relaxations_per_second"]["median"], row["configuration"]["variant"]
        row["verification"]["method"], row["share_of_limit"]


def label_apart(rows):
    """Names devices; those that would be called the same, but differ, by what they differ in."""
    devices = {}
    for row in rows:
        identity = (row.info["compute_units"], row.info["driver"])
        devices.setdefault(device_label(row.info), set()).add(identity)
    for row in rows:
        row.device = device_label(row.info)
        same = devices[row.device]
        if len({units for units, _ in same}) > 1:
            row.device += f", {row.info['compute_units']} units"
        if len({driver for _, driver in same}) > 1:
            row.device += f", {row.info['driver']}"


def load(paths):
    """All sweeps, all rows, and all ladders. Of one cell in several files the last one that was
    measured counts.

    Raises BadFile.
    """
    sweeps, ladders, rows = [], [], []
    for path in paths:
        data = read_file(path)
        try:
            if data.get("schema") == SWEEP:
                sweeps.append(Sweep(path, {k: v for k, v in data.items() if k != "rows"}))
                devices = {d["id"]: d for d in data["devices"]}
                for row in data["rows"]:
                    check(row)
                host = data["host"]["processor"]
                rows += [Row("", devices[row["device"]], host, row) for row in data["rows"]]
            elif "schema" not in data and data["rows"] and "step" in data["rows"][0]:
                device = device_label(data["device"])
                ladders.append(Ladder(path, device, data["n"], data["rows"]))
            else:
                raise BadFile(f"{path}: neither of apsp-ocl sweep nor of apsp-ocl ladder --json")
        except (KeyError, TypeError, IndexError) as error:
            raise BadFile(f"{path}: not a whole file: {error!r}") from error
    label_apart(rows)
    latest = {}
    for row in rows:
        cell = (row.device, row.way, row.kind, row.data["input"], row.tile)
        if row.measured or cell not in latest:
            latest[cell] = row
    return sweeps, list(latest.values()), ladders


def main_kind(rows):
    """The type, input and semiring of which most was measured; f32 before others."""
    counts = Counter(r.kind for r in rows if r.measured and r.tile is None)
    if not counts:
        return None
    return max(counts, key=lambda kind: (counts[kind], kind[0] == "f32", kind[1] == "random"))


def kind_text(kind):
    dtype, generator, semiring = kind
    return f"{dtype}, {generator} graphs" + ("" if semiring == "min-plus" else f", {semiring}")
