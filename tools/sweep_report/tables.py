"""The tables, as HTML."""

from html import escape

from chosen import fastest, ranked

# The steps that Carrega and Ferreira measured at n = 2048, and Girardi at several sizes:
# (algorithm, variant), tile.
CARREGA_SIZE = 2048
CARREGA = (
    ("serial", ("fw", "serial"), None),
    ("single", ("fw", "single"), None),
    ("chunked", ("fw", "chunked"), None),
    ("persistent", ("fw", "persistent"), None),
    ("persistent-register", ("fw", "persistent-register"), None),
    ("fw", ("fw", ""), None),
    ("kleene", ("kleene", ""), None),
)
GIRARDI_SIZES = (100, 1074, 1272, 10728, 16320)
GIRARDI = (
    ("serial", ("fw", "serial"), None),
    ("openmp", ("fw", "openmp"), None),
    ("naive", ("fw", "naive"), None),
    ("coalesced", ("fw", "coalesced"), None),
    ("row-shared", ("fw", "row-shared"), None),
    ("blocked", ("kleene", "classic"), 16),
    ("kleene", ("kleene", ""), None),
)


def table(heads, rows):
    """An HTML table. Cells that are not text are numbers and right-aligned; all cells are escaped here."""

    def cell(value, tag="td"):
        if isinstance(value, str):
            return f"<{tag}>{escape(value)}</{tag}>"
        return f'<{tag} class="number">{"–" if value is None else f"{value:.4g}"}</{tag}>'

    head = "".join(f'<th scope="col">{escape(h)}</th>' for h in heads)
    body = "\n".join("<tr>" + "".join(cell(v) for v in row) + "</tr>" for row in rows)
    return (
        f'<div class="scroll"><table><thead><tr>{head}</tr></thead>\n'
        f"<tbody>\n{body}\n</tbody></table></div>"
    )


def joined(*words):
    """The known words, joined by commas."""
    return ", ".join(word for word in words if word)


def count(number, what):
    return f"{number} {what}" if number else None


def sources(sweeps):
    rows = []
    for sweep in sweeps:
        head = sweep.head
        for device in head["devices"]:
            rows.append(
                (
                    device["name"],
                    device["backend"],
                    joined(device["platform"], device["driver"], device["version"]),
                    joined(head["host"]["processor"], count(head["host"]["threads"], "threads")),
                    joined(
                        head["program"]["version"],
                        head["program"]["compiler"],
                        head["kernels"] and f"kernels {head['kernels'][:8]}",
                    ),
                    head["started_at"],
                    sweep.path,
                )
            )
    heads = ("device", "backend", "platform, driver, version", "host", "program", "begun", "file")
    return table(heads, rows)


def shown(row):
    """Milliseconds, or the status that says why there are none."""
    return row.seconds() * 1e3 if row.measured else row.status


def find(rows, device, way, tile, n):
    for row in rows:
        if (row.device, row.way, row.tile, row.n) == (device, way, tile, n):
            return row
    return None


def carrega(rows, devices):
    """n = 2048 on every device, in ms and as speed-up over the serial loop on the device's host; ""
    if none of it was measured."""
    chosen = [r for r in rows if r.n == CARREGA_SIZE]
    columns = [d for d in devices if any(r.device == d for r in chosen)]
    serial = {r.host: r.seconds() for r in chosen if r.way == ("fw", "serial") and r.measured}
    lines = []
    for step, way, tile in CARREGA:
        line = []
        for device in columns:
            row = find(chosen, device, way, tile, CARREGA_SIZE)
            known = row and row.measured and row.host in serial
            faster = serial[row.host] / row.seconds() if known else None
            line += [shown(row) if row else None, faster]
        if any(value is not None for value in line):
            lines.append((step, *line))
    heads = [text for d in columns for text in (f"{d}, ms", "× serial")]
    return table(("step", *heads), lines) if lines else ""


def girardi(rows, devices):
    """A table with one line per device and step and one column per measured size; and the sizes that
    were not measured."""
    sizes = [n for n in GIRARDI_SIZES if any(r.n == n for r in rows)]
    absent = [n for n in GIRARDI_SIZES if n not in sizes]
    lines = []
    for device in devices:
        for step, way, tile in GIRARDI:
            cells = [find(rows, device, way, tile, n) for n in sizes]
            if any(r and r.measured for r in cells):
                lines.append((device, step, *(shown(r) if r else None for r in cells)))
    heads = ("device", "step", *(f"n = {n}, ms" for n in sizes))
    return (table(heads, lines) if lines else ""), absent


def times(rows):
    """One line per device, fastest first: milliseconds for each number of vertices."""
    lines = {device: {r.n: r for r in fastest(rows, device)} for device in ranked(rows)}
    sizes = sorted({n for line in lines.values() for n in line})
    cells = [
        [device, *(shown(line[n]) if n in line else None for n in sizes)]
        for device, line in lines.items()
    ]
    return table(("device", *(f"n = {n}" for n in sizes)), cells)


def if_measured(value):
    """A function that returns a measured row's value, and None for other rows."""
    return lambda row: value(row) if row.measured else None


def milliseconds(figure):
    return if_measured(lambda row: row.seconds(figure=figure) * 1e3)


def runs(row):
    return str(len(row.data["seconds"]["compute"]["runs"])) if row.measured else "0"


def note(row):
    return row.reason or "" if row.measured else f"{row.status}: {row.reason or ''}"


def verified(row):
    if not row.measured:
        return note(row)
    how = row.verification
    words = f"verified: {how['method']}, {how['rows_checked']} rows" if how else "verified"
    return "; ".join(filter(None, (words, note(row))))


RATE = ("G/s", if_measured(lambda r: r.rate * 1e-9))
LIMIT = ("of limit", if_measured(lambda r: r.share_of_limit and r.share_of_limit["median"]))

# The heads of columns, and functions that return a row's cells.
LADDER = (
    ("step", lambda r: r.step),
    ("source", lambda r: r.source),
    ("type", lambda r: r.dtype),
    ("ms", milliseconds("median")),
    RATE,
    ("× serial", lambda r: r.speedup_over_serial),
    ("× before", lambda r: r.speedup_over_previous),
    LIMIT,
    ("note", note),
)
EVERYTHING = (
    ("device", lambda r: r.device),
    ("algorithm", lambda r: r.algorithm),
    ("variant", lambda r: r.variant or "default"),
    ("tile", lambda r: str(r.tile or "default")),
    ("n", lambda r: str(r.n)),
    ("type", lambda r: r.dtype),
    ("semiring", lambda r: r.semiring),
    ("input", lambda r: r.data["input"]),
    ("ms", milliseconds("median")),
    ("least", milliseconds("least")),
    ("most", milliseconds("most")),
    ("runs", runs),
    RATE,
    LIMIT,
    ("note", verified),
    ("file", lambda r: r.path),
)


def table_of(columns, rows):
    return table([head for head, _ in columns], [[value(r) for _, value in columns] for r in rows])
