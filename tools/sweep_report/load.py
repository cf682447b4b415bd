"""Reads the files that tools/results/README.md describes: those of `apsp-ocl sweep` and its presets,
and those of rivals. Rows of sweeps get the name of their device."""

import json
import re
from collections import Counter
from dataclasses import dataclass

import rivals

SWEEP = "apsp-ocl sweep 1"
PARTS = ("read", "plan", "build", "upload", "compute", "download", "write")
BYTES = {"f32": 4, "f64": 8, "i32": 4, "i16": 2, "u8": 1}


class BadFile(Exception):
    """The file is damaged or of another kind; the message names it."""


@dataclass
class Sweep:
    path: str
    head: dict  # without the rows


@dataclass
class Row:
    """One measurement, and its device."""

    device: str  # its label in pictures
    info: dict  # about the device, from the file
    host: str
    path: str
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

    @property
    def choices(self):
        """The options besides algorithm, variant and tile."""
        return tuple(self.data.get(member) for member in ("block", "symmetric", "paths"))

    @property
    def plain(self):
        """Whole, and without these options. Pictures show only such rows."""
        block, symmetric, paths = self.choices
        return self.whole and not block and symmetric is None and not paths

    @property
    def whole(self):
        """Measured, with the seconds of every part. Files of the first versions lack some parts."""
        return self.measured and all(part in self.data["seconds"] for part in PARTS)

    def seconds(self, part="compute", figure="median"):
        return self.data["seconds"][part][figure]

    @property
    def rate(self):
        return self.data["relaxations_per_second"]["median"]

    @property
    def kind(self):
        """The values that rows must share to appear in one picture."""
        return self.data["dtype"], self.generator, self.data["semiring"]


def hardware(info):
    """ "AMD EPYC": the device's name without the driver's additions."""
    name = re.sub(r"^(cpu|pthread|basic)-(?:[^ ]*-)?(?=[A-Z])", "", info["name"])
    name = re.sub(r"\((R|TM)\)| Processor$| \(LLVM.*\)$", "", name)
    return " ".join(name.split())


def way_to(info):
    """The backend or OpenCL implementation through which the device is used."""
    platform = info["platform"]
    if info["backend"] == "cuda":
        return "CUDA"
    if info["backend"] == "cpu":
        return "cpu"
    if "Portable Computing" in platform:
        return "PoCL"
    if info.get("kind") == "gpu" or "NVIDIA" in platform:
        return "OpenCL"
    return re.sub(r"\((R|TM)\)", "", platform)


def read_file(path):
    try:
        with open(path, encoding="utf-8") as file:
            data = json.load(file)
    except (OSError, ValueError) as error:
        raise BadFile(f"{path}: {error}") from error
    if not isinstance(data, dict) or not isinstance(data.get("rows"), list):
        raise BadFile(f"{path}: not written by apsp-ocl sweep")
    if str(data.get("format")).startswith("apsp-ocl scaling"):
        return None  # of tools/scaling, which shows it
    if data.get("schema") not in (SWEEP, rivals.SCHEMA):
        raise BadFile(f'{path}: "schema" is neither "{SWEEP}" nor "{rivals.SCHEMA}"')
    return data


def check(row):
    """Raises KeyError or TypeError if a row of a sweep lacks values that pictures and tables need."""
    for member in ("algorithm", "variant", "n", "tile", "dtype", "semiring", "input", "reason"):
        row[member]
    if row["status"] == "measured":
        for part in ("compute", *(part for part in PARTS if part in row["seconds"])):
            row["seconds"][part]["runs"], row["seconds"][part]["median"]
        row["relaxations_per_second"]["median"], row["configuration"]["variant"]
        row["verification"], row["share_of_limit"]


def label_apart(rows):
    """Names the devices; different devices of the same name also get what distinguishes them."""
    devices = {}
    for row in rows:
        row.device = f"{hardware(row.info)}, {way_to(row.info)}"
        identity = (row.info["compute_units"], row.info["driver"])
        devices.setdefault(row.device, set()).add(identity)
    for row in rows:
        same = devices[row.device]
        if row.info["compute_units"] and len({units for units, _ in same if units}) > 1:
            row.device += f", {row.info['compute_units']} units"
        if len({driver for _, driver in same}) > 1:
            row.device += f", {row.info['driver']}"


def load(paths):
    """All sweeps, their rows, the ladders among them, and the times of other programs.

    A ladder is a list of rows, one list per file and number of vertices. If several files have the
    same cell, the last measured row counts, but a row with every part of the time is never replaced
    by one without.

    Raises BadFile.
    """
    sweeps, rows, ladders, others = [], [], [], []
    for path in paths:
        data = read_file(path)
        if data is None:
            continue
        try:
            if data["schema"] == rivals.SCHEMA:
                others += rivals.rows_of(path, data)
                continue
            devices = {d["id"]: d for d in data["devices"]}
            for row in data["rows"]:
                check(row)
            host = data["host"]["processor"]
            of_file = [Row("", devices[row["device"]], host, path, row) for row in data["rows"]]
        except (KeyError, TypeError, IndexError, ValueError) as error:
            raise BadFile(f"{path}: not a whole file: {error!r}") from error
        sweeps.append(Sweep(path, {k: v for k, v in data.items() if k != "rows"}))
        rows += of_file
        steps = [row for row in of_file if "step" in row.data]
        ladders += [[r for r in steps if r.n == n] for n in dict.fromkeys(r.n for r in steps)]
    label_apart(rows)
    latest = {}
    for row in rows:
        cell = (row.device, row.way, row.kind, row.data["input"], row.tile, row.choices)
        before = latest.get(cell)
        if before is None or (row.measured and (row.whole or not before.whole)):
            latest[cell] = row
    return sweeps, list(latest.values()), ladders, others


def main_kind(rows):
    """The type, input and semiring with the most measured rows; f32 before others."""
    counts = Counter(r.kind for r in rows if r.measured and r.tile is None)
    if not counts:
        return None
    return max(counts, key=lambda kind: (counts[kind], kind[0] == "f32", kind[1] == "random"))


def kind_text(kind):
    dtype, generator, semiring = kind
    return f"{generator} graphs in {dtype}" + ("" if semiring == "min-plus" else f", {semiring}")
