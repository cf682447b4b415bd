"""tools/report: one self-contained page, and its pictures as SVG and PNG, from files of sweeps."""

import argparse
import sys
from pathlib import Path

import page
import pictures
import tables
from load import BadFile, kind_text, load, main_kind


def pictures_of(rows, kind, folder):
    """All that the rows allow, and a sentence for each of the others."""
    chosen = [r for r in rows if r.kind == kind]
    palette = pictures.Palette(chosen)
    figures, notes = [], []
    for title, what, function in pictures.PICTURES:
        try:
            svg = pictures.draw(function, chosen, palette, folder)
            figures.append(page.figure(title, what, svg))
        except pictures.Missing as missing:
            for suffix in ("svg", "png"):  # of an earlier report
                (folder / f"{function.__name__}.{suffix}").unlink(missing_ok=True)
            notes.append(page.note(f"{title}: not there, for lack of {missing}."))
    return ['<div class="pictures">', *figures, "</div>", *notes]


def literature_of(rows, kind):
    chosen = [r for r in rows if r.kind == kind]
    devices = list(dict.fromkeys(r.device for r in chosen))
    carrega = tables.carrega(chosen, devices)
    girardi, absent = tables.girardi(chosen, devices)
    missing = f"Not measured: n = {', '.join(map(str, absent))}." if absent else ""
    return [
        page.section(
            f"Carrega and Ferreira: n = {tables.CARREGA_SIZE}",
            carrega or page.note(f"n = {tables.CARREGA_SIZE} was not measured."),
        ),
        page.section("Girardi", girardi, page.note(missing) if missing else ""),
    ]


def report(paths, folder):
    """Raises BadFile, OSError."""
    sweeps, rows, ladders = load(paths)
    folder.mkdir(parents=True, exist_ok=True)
    kind = main_kind(rows)
    parts = [page.section("What was measured", tables.sources(sweeps))] if sweeps else []
    if kind:
        parts.append(page.note(f"Pictures are of {kind_text(kind)}; times are of computing alone."))
        parts += pictures_of(rows, kind, folder)
        parts += literature_of(rows, kind)
    else:
        parts.append(page.note("No sweep has a row that was measured, so there are no pictures."))
    for ladder in ladders:
        title = f"The ladder: {ladder[-1].device}, n = {ladder[-1].n}"
        parts.append(page.section(title, tables.table_of(tables.LADDER, ladder)))
    if rows:
        every = tables.table_of(tables.EVERYTHING, rows)
        every = f"<details><summary>Every row ({len(rows)})</summary>{every}</details>"
        parts.append(page.section("All of it", every))
    target = folder / "index.html"
    target.write_text(page.page("apsp-ocl: all-pairs shortest paths, measured", parts), "utf-8")
    return target


def main():
    parser = argparse.ArgumentParser(prog="tools/report", description=__doc__)
    parser.add_argument("files", nargs="+", help="of apsp-ocl sweep, ladder, compare or bench, with -o")
    parser.add_argument("-o", "--output", required=True, type=Path, help="folder, made if needed")
    arguments = parser.parse_args()
    try:
        print(report(arguments.files, arguments.output))
    except (BadFile, OSError) as error:
        print(f"tools/report: {error}", file=sys.stderr)
        return 4
    return 0


sys.exit(main())
