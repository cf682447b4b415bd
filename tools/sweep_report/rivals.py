"""Times of other programs, measured together with ours (`rivals.json`, see tools/results/README.md).

Each row names the text file that its figures come from. They must be on one line there, so that no
figure here can differ from what was measured.
"""

from dataclasses import dataclass
from pathlib import Path

SCHEMA = "apsp-ocl rivals 1"


@dataclass
class Rival:
    """One graph, solved by this program and by another one on the same machine."""

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
        """Relaxations per second for an algorithm that does n^3 of them; None for others."""
        return self.n**3 / self.seconds if self.data.get("algorithm") == "kleene" else None


def numbers(line):
    """The numbers among the words of a line."""
    found = set()
    for word in line.split():
        try:
            found.add(float(word))
        except ValueError:
            pass
    return found


def rows_of(path, data):
    """Raises KeyError if a row is incomplete, ValueError if its source lacks its figures."""
    rows = []
    for row in data["rows"]:
        source = Path(path).parent / row["source"]
        figures = {row[m] for m in ("seconds", "rival_seconds", "times") if m in row}
        row["graph"], row["n"], row["rival"], row["command"], row["seconds"], row["rival_seconds"]
        if not any(figures <= numbers(line) for line in source.read_text("utf-8").splitlines()):
            raise ValueError(f"{source} has no line with {sorted(figures)}")
        rows.append(Rival(data["device"], data["backend"], data["measured_on"], str(source), row))
    return rows
