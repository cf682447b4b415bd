"""Times of other programs, measured beside ours (`rivals.json`, see tools/results/README.md).

Each row names the text file that its figures are from. They must stand there on one line, so that
no figure here can differ from what was measured.
"""

from dataclasses import dataclass
from pathlib import Path

SCHEMA = "apsp-ocl rivals 1"


@dataclass
class Rival:
    """One graph, solved by us and by another program on the same machine."""

    device: str
    backend: str
    date: str
    source: str
    data: dict

    def __getattr__(self, name):
        return self.data[name]

    @property
    def times(self):
        """How many times as long the rival takes."""
        return self.data.get("times") or self.rival_seconds / self.seconds

    @property
    def rate(self):
        """Relaxations per second, where an algorithm does n^3 of them; None elsewhere."""
        return self.n**3 / self.seconds if self.data.get("algorithm") == "kleene" else None


def numbers(line):
    """Those among the words of a line."""
    found = set()
    for word in line.split():
        try:
            found.add(float(word))
        except ValueError:
            pass
    return found


def rows_of(path, data):
    """Raises KeyError where a row is not whole, ValueError where its source lacks its figures."""
    rows = []
    for row in data["rows"]:
        source = Path(path).parent / row["source"]
        figures = {row[m] for m in ("seconds", "rival_seconds", "times") if m in row}
        row["graph"], row["n"], row["rival"], row["command"], row["seconds"], row["rival_seconds"]
        if not any(figures <= numbers(line) for line in source.read_text("utf-8").splitlines()):
            raise ValueError(f"{source} has no line with {sorted(figures)}")
        rows.append(Rival(data["device"], data["backend"], data["measured_on"], str(source), row))
    return rows
