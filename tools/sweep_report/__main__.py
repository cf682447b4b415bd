"""tools/report: makes one self-contained page, and its pictures as SVG and PNG, from result files."""

import argparse
import sys
from pathlib import Path

import answer
import page
import pictures
import tables
from chosen import ranked
from lines import Palette
from load import BadFile, kind_text, load, main_kind


def pictures_of(rows, rivals, folder):
    """The pictures that the rows allow, and a sentence for each of the others."""
    palette = Palette(ranked(rows))
    figures, notes = [], []
    for title, what, function in pictures.PICTURES:
        try:
            svg = pictures.draw(function, rows, palette, rivals, folder)
            figures.append(page.figure(title, what, svg))
        except pictures.Missing as missing:
            for suffix in ("svg", "png"):  # left by an earlier report
                (folder / f"{function.__name__}.{suffix}").unlink(missing_ok=True)
            notes.append(page.note(f"{title}: this picture needs {missing}."))
    return figures, notes


def literature_of(rows):
    devices = ranked(rows)
    carrega = tables.carrega(rows, devices)
    girardi, absent = tables.girardi(rows, devices)
    missing = f"Not measured: n = {', '.join(map(str, absent))}." if absent else ""
    return [
        page.section(
            f"Steps of Carrega and Ferreira at n = {tables.CARREGA_SIZE}",
            carrega or page.note(f"n = {tables.CARREGA_SIZE} was not measured."),
        ),
        page.section("Steps of Girardi", girardi, page.note(missing) if missing else ""),
    ]


def of_kind(rows, kind, rivals, folder):
    """The answer, the other pictures, and the tables of rows of one kind."""
    figures, notes = pictures_of(rows, rivals, folder)
    explained = (
        f"Lines of sweeps are of {kind_text(kind)}. Their time is that of computing alone, and "
        "their rival is this program's plain Floyd-Warshall (fw). Lines beside other programs give "
        "the time of the whole call. The rate is n³ relaxations over the time. A dash means that "
        "nothing was measured. Pictures show the fastest devices, at most seven lines each; tables "
        "show all."
    )
    parts = [page.lead(answer.headline(rows, rivals)), *figures[:1]]
    parts += [answer.answer_table(rows, rivals), page.note(explained)]
    parts += ["<h2>More pictures</h2>", '<div class="pictures">', *figures[1:], "</div>", *notes]
    if rivals:
        parts.append(page.section("Beside other programs", answer.rivals_table(rivals)))
    parts.append(page.section("Every device's fastest time, ms", tables.times(rows)))
    return parts + literature_of(rows)


def report(paths, folder):
    """Raises BadFile, OSError."""
    sweeps, rows, ladders, rivals = load(paths)
    folder.mkdir(parents=True, exist_ok=True)
    kind = main_kind(rows)
    parts = []
    if kind:
        parts += of_kind([r for r in rows if r.kind == kind], kind, rivals, folder)
    else:
        parts.append(page.note("No sweep has a row that was measured, so there are no pictures."))
        parts += [page.section("Other programs", answer.rivals_table(rivals))] if rivals else []
    for ladder in ladders:
        title = f"The ladder: {ladder[-1].device}, n = {ladder[-1].n}"
        parts.append(page.section(title, tables.table_of(tables.LADDER, ladder)))
    parts += [page.section("Devices and drivers", tables.sources(sweeps))] if sweeps else []
    if rows:
        every = tables.table_of(tables.EVERYTHING, rows)
        every = f"<details><summary>Every row ({len(rows)})</summary>{every}</details>"
        parts.append(page.section("All rows", every))
    target = folder / "index.html"
    target.write_text(page.page("apsp-ocl: how fast it is", parts), "utf-8")
    return target


def main():
    parser = argparse.ArgumentParser(prog="tools/report", description=__doc__)
    parser.add_argument(
        "files", nargs="+", help="of apsp-ocl sweep, ladder, compare or bench with -o, or of rivals"
    )
    parser.add_argument("-o", "--output", required=True, type=Path, help="folder, made if needed")
    arguments = parser.parse_args()
    try:
        print(report(arguments.files, arguments.output))
    except (BadFile, OSError) as error:
        print(f"tools/report: {error}", file=sys.stderr)
        return 4
    return 0


sys.exit(main())
