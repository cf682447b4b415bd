"""The page's first lines: how fast each device is, on which graph, compared with which rival."""

from chosen import common, fastest, ranked, series
from load import hardware, way_to
from tables import table
from words import duration, rate, share, times

LINES = 5
RIVALS = 2  # of these lines
FW = "plain Floyd-Warshall (fw), same device"


def graph_of(row):
    generator, _, arguments = row.data["input"].partition(":")
    dense = arguments.split(",")[1:2] == ["1"]
    return f"{'dense ' if dense else ''}{generator}, n = {row.n:,}, {row.dtype}"


def best(rows, device):
    """The device's row on the largest graph that fw solved, too, and fw's row.

    Without such a graph, the row on its largest graph, and None.
    """
    line = fastest(rows, device)
    pairs = [p for p in common(line, series(rows, device, ("fw", ""))) if p[0].algorithm != "fw"]
    return pairs[-1] if pairs else (line[-1], None)


def of_sweep(row, fw):
    limit = row.share_of_limit and share(row.share_of_limit["median"])
    beside = (None, None, None)
    if fw:
        beside = (FW, duration(fw.seconds()), times(fw.seconds() / row.seconds()))
    time = (duration(row.seconds()), rate(row.rate), limit)
    files = ", ".join(dict.fromkeys(r.path for r in (row, fw) if r))
    return (hardware(row.info), way_to(row.info), graph_of(row), *time, *beside, files)


def of_rival(rival):
    """A line with the same columns; the share of the device's limit was not measured."""
    dtype = rival.data.get("dtype")
    graph = f"{rival.graph}, n = {rival.n:,}" + (f", {dtype}" if dtype else "")
    ours = (duration(rival.seconds), rival.rate and rate(rival.rate), None)
    beside = (rival.rival, duration(rival.rival_seconds), times(rival.times))
    return (rival.device, rival.backend, graph, *ours, *beside, rival.source)


HEADS = (
    "device", "backend", "graph", "time", "rate", "of limit",
    "rival", "its time", "times as long", "measured in",
)  # fmt: skip


def answer_table(rows, rivals):
    rivals = rivals[:RIVALS]
    devices = ranked(rows)[: LINES - len(rivals)]
    lines = [of_sweep(*best(rows, d)) for d in devices] + [of_rival(r) for r in rivals]
    return table(HEADS, lines) if lines else ""


def rivals_table(rivals):
    """All rivals, with the date and the command."""
    heads = [h for h in HEADS if h != "of limit"] + ["on", "command"]
    lines = [(*of_rival(r)[:5], *of_rival(r)[6:], r.date, r.command) for r in rivals]
    return table(heads, lines)


def headline(rows, rivals):
    """Sentences that stand without the rest of the page."""
    sentences = []
    for device in ranked(rows)[:1]:
        row, fw = best(rows, device)
        parts = [f"{rate(row.rate).removesuffix('/s')} relaxations per second"]
        if row.share_of_limit:
            parts.append(f"{share(row.share_of_limit['median'])} of its limit")
        if fw:
            faster = times(fw.seconds() / row.seconds())
            parts.append(f"{faster} times as fast as plain Floyd-Warshall on the same device")
        way = way_to(row.info)
        name = hardware(row.info) + ("" if way == "cpu" else f" through {way}")
        sentences.append(
            f"The fastest device here, {name}, solves a graph "
            f"({graph_of(row)}) in {duration(row.seconds())}: {', '.join(parts)}."
        )
    for r in rivals[:1]:
        _, _, graph, ours, *_ = of_rival(r)
        sentences.append(
            f"On {r.device}, {r.rival} takes {duration(r.rival_seconds)} for a graph ({graph}) and "
            f"apsp-ocl {ours}, so the rival takes {times(r.times)} times as long."
        )
    if not rivals:
        sentences.append("These files hold no times of other programs.")
    return " ".join(sentences)
