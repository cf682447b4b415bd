"""apsp-ocl-mpi, from outside: the same bytes as apsp-ocl's for any number of ranks, and how it ends
when something is wrong.

  mpi_check.py APSP_OCL APSP_OCL_MPI MPIEXEC
"""

import fcntl
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

APSP_OCL, APSP_OCL_MPI = map(os.path.abspath, sys.argv[1:3])
MPIEXEC = sys.argv[3]
RANKS = (1, 2, 3, 4)
# Some vertices reach many others, and some none.
REACHABILITY = ["--random", "2500,0.0006", "--semiring", "or-and", "--algo", "kleene"]
REACHABILITY += ["--block", "128"]
ENDS_WITHIN = 10  # seconds after the loss of a rank
# Stands in for ssh: "agent HOST COMMAND..." runs the command here, under the host name machine-N.
AGENT = """#!/bin/sh
host=machine-${1##*.}
shift
exec unshare --uts sh -c 'hostname "$0" && exec sh -c "$1"' "$host" "$*"
"""


def launcher():
    """mpirun for more ranks than processors, and for root in a container."""
    version = subprocess.run([MPIEXEC, "--version"], capture_output=True, text=True).stdout
    open_mpi = "Open MPI" in version or "OpenRTE" in version
    return [MPIEXEC] + (["--oversubscribe", "--allow-run-as-root"] if open_mpi else [])


def run(command, folder):
    environment = dict(os.environ, XDG_CACHE_HOME=str(folder / "cache"), XDG_DATA_HOME=str(folder))
    return subprocess.run(
        command, capture_output=True, text=True, timeout=60, cwd=folder, env=environment
    )


def expect(condition, what, outcome=None):
    if condition:
        return
    print(f"FAILED: {what}")
    if outcome is not None:
        print(f"exit code {outcome.returncode}\n{outcome.stdout}\n{outcome.stderr}")
    sys.exit(1)


def said(outcome):
    """The lines that the program itself wrote to stderr; mpirun adds lines of its own."""
    return [line for line in outcome.stderr.splitlines() if line.startswith("apsp-ocl-mpi: ")]


def arcs_of(n, count, weight, both_ways=False):
    """Lines of a file: arcs between random vertices; weight(source, target) tells their lengths."""
    numbers = random.Random(1)
    ends = [(numbers.randrange(n), numbers.randrange(n)) for _ in range(count)]
    lines = [f"{n - 1} 0 {weight(n - 1, 0)}"]
    for source, target in ends:
        if source == target:
            continue
        length = weight(source, target)
        lines.append(f"{source} {target} {length}")
        if both_ways:
            lines.append(f"{target} {source} {length}")
    return "\n".join(lines) + "\n"


def graphs_to_prove(n):
    """Files' texts, and the type to solve them in."""
    weights = random.Random(2)
    height = [weights.randrange(100) for _ in range(n)]
    zeros_and_reals = lambda *_: weights.choice([0, 0, round(weights.random(), 6)])
    return {
        "reals": (arcs_of(n, 8 * n, lambda *_: round(weights.random(), 6)), "f32"),
        "negative": (
            arcs_of(n, 8 * n, lambda i, j: weights.randrange(9) + height[i] - height[j]),
            "i32",
        ),
        "circles": (arcs_of(n, 4 * n, lambda *_: weights.choice([0, 0, 1, 5]), True), "i16"),
        "real-circles": (arcs_of(n, 4 * n, zeros_and_reals, True), "f32"),
        "large": (arcs_of(n, 8 * n, lambda *_: weights.randrange(10**7)), "f32"),
        "large-negative": (
            arcs_of(n, 8 * n, lambda i, j: 10**6 * (weights.randrange(9) + height[i] - height[j])),
            "f32",
        ),
    }


def count_of(rows):
    """How many rows "700,3,250-260" names."""
    ends = [part.split("-") for part in rows.split(",")]
    return sum(int(end[1]) - int(end[0]) + 1 if len(end) > 1 else 1 for end in ends)


class Checks:
    def __init__(self, folder):
        self.folder = folder
        self.launcher = launcher()
        listed = json.loads(run([APSP_OCL, "devices", "--json"], folder).stdout)["devices"]
        self.devices = ["cpu"]
        if any(device["backend"] == "opencl" for device in listed):
            self.devices.append("opencl:0")
        else:
            print("no OpenCL device: cpu alone")

    def mpi(self, ranks, *arguments):
        return run([*self.launcher, "-n", str(ranks), APSP_OCL_MPI, *arguments], self.folder)

    def same_as_one(self, ranks, device, arguments, of_mpi=(), paths=False):
        """Compares the files' bytes and the results in the reports. Returns the report."""
        one_paths = ["--paths-output", "one-paths.npy"] if paths else []
        several_paths = ["--paths-output", "several-paths.npy"] if paths else []
        one = ["--device", "cpu", *arguments, "--output", "one.npy", *one_paths, "--json"]
        alone = run([APSP_OCL, *one], self.folder)
        what = f"{ranks} ranks, {device}: {' '.join([*arguments, *of_mpi])}"
        expect(alone.returncode == 0, what, alone)
        outputs = [*of_mpi, "--output", "several.npy", *several_paths]
        several = self.mpi(ranks, "--device", device, *arguments, *outputs, "--json")
        expect(several.returncode == 0, what, several)
        for suffix in (".npy", "-paths.npy") if paths else (".npy",):
            files = [(self.folder / (name + suffix)).read_bytes() for name in ("one", "several")]
            expect(files[0] == files[1], f"{what}: other bytes than one process", several)
        report = json.loads(several.stdout)
        expect(paths == (report["seconds"]["paths"] > 0), f"{what}: seconds", several)
        expect(report["result"] == json.loads(alone.stdout)["result"], f"{what}: result", several)
        row = 0
        for rank, share in enumerate(report["shares"]):
            begins = share["first_row"] in (row, None)  # None: some rows that were asked for
            expect(share["rank"] == rank and begins, f"{what}: rows", several)
            row += share["rows"]
        dealt = report["graph"]["n"]
        if report["algorithm"] != "kleene" and "--rows" in arguments:  # no others are made
            dealt = count_of(arguments[arguments.index("--rows") + 1])
        expect(row == dealt, f"{what}: rows", several)
        return report

    def bytes_of_any_number_of_ranks(self):
        for device in self.devices:
            for ranks in RANKS:
                self.same_as_one(ranks, device, ["--generate", "squares:1100", "--dtype", "i32"])
        potential = ["--generate", "potential:900,0.02", "--dtype", "i32"]
        self.same_as_one(3, "cpu", [*potential, "--verify"])
        self.same_as_one(2, "cpu", ["--generate", "ring:900", "--semiring", "max-min"])
        for device in self.devices:
            self.same_as_one(3, device, [*REACHABILITY, "--verify"])
        self.same_as_one(2, "cpu", ["--random", "900,0.01", "--dtype", "f32", "--block", "128"])
        self.same_as_one(3, "cpu", ["--generate", "undirected:700", "--verify"])

    def grids(self):
        """Ranks that have rows and columns."""
        for device in self.devices:
            arguments = ["--generate", "squares:1100", "--dtype", "i32", "--block", "128"]
            for grid in ("1x2", "2x2", "1x4", "3x2"):
                rows, cols = map(int, grid.split("x"))
                report = self.same_as_one(rows * cols, device, [*arguments], ["--grid", grid])
                expect(report["grid"] == [rows, cols], f"grid {grid}")
        potential = ["--generate", "potential:900,0.02", "--dtype", "i32", "--block", "128"]
        self.same_as_one(4, "cpu", [*potential, "--verify"], ["--grid", "2x2"])
        maximum = ["--generate", "ring:900", "--semiring", "max-min", "--block", "128"]
        self.same_as_one(6, "cpu", [*maximum, "--rows", "700,3,899"], ["--grid", "2x3"])
        for device in self.devices:
            self.same_as_one(4, device, [*REACHABILITY, "--verify"], ["--grid", "2x2"])
        # Nine equal ranks form a grid without being asked.
        squares = ["--generate", "squares:700", "--dtype", "i32", "--block", "128"]
        report = self.same_as_one(9, "cpu", squares)
        expect(report["grid"] == [3, 3], "a grid of nine ranks")

    def half_the_work(self):
        """Symmetric matrices: what is above the diagonal is dealt equally, if that pays and fits."""
        undirected = ["--generate", "undirected:1300", "--dtype", "i32", "--block", "64"]
        for device in self.devices:
            for ranks in RANKS:
                self.half(ranks, device, undirected, paths=ranks == 3)
        first, *_, last = (share["rows"] for share in self.half(4, "cpu", undirected)["shares"])
        expect(2 * first < last, f"equal areas above the diagonal: {first} and {last} rows")
        small = ["--generate", "grid:22", "--block", "64", "--algo", "kleene", "--symmetric"]
        for ranks in (3, 7, 9):  # some have no rows
            self.half(ranks, "cpu", [*small, "--rows", "480,3"])
            self.half(ranks, "cpu", [*small, "--verify"])
        report = self.same_as_one(2, "cpu", undirected, ["--memory-limit", "7000k"])
        expect(not report["symmetric"] and not report["streamed"], "half would not fit")
        for others in (["--no-symmetric"], ["--grid", "1x2"], ["--workspace", "work"]):
            report = self.same_as_one(2, "cpu", undirected, others)
            expect(not report["symmetric"], f"all the work with {others}")
        for other in ("random:1300", "undirected:700"):
            report = self.same_as_one(2, "cpu", ["--generate", other, *undirected[2:]])
            expect(not report["symmetric"], f"all the work for {other}")

        def refused(code, words, *more):
            self.ends_with(code, words, self.mpi(2, "--device", "cpu", *undirected, *more))

        insists = ["--symmetric", "--output", "new.npy"]
        refused(2, "not possible with grids of several columns", *insists, "--grid", "1x2")
        refused(2, "not possible with checkpoints", *insists, "--workspace", "work")
        refused(2, "not possible with search", *insists, "--algo", "search")
        refused(6, "for its share", *insists, "--memory-limit", "7000k")
        asymmetric = self.mpi(2, "--device", "cpu", "--random", "900", *insists)
        self.ends_with(4, "not symmetric: arc 0 -> 1", asymmetric)
        (self.folder / "one_way.csv").write_text("Bern,Thun,31\n")
        labelled = self.mpi(2, "--device", "cpu", "--input", "one_way.csv", *insists)
        self.ends_with(4, "not symmetric: arc Bern -> Thun has weight 31", labelled)

    def half(self, ranks, device, arguments, paths=False):
        report = self.same_as_one(ranks, device, arguments, paths=paths)
        expect(report["symmetric"], f"{ranks} ranks on {device}: not half the work: {arguments}")
        return report

    def streamed(self):
        """Rows that pass through each rank's device in stripes."""
        for device in self.devices:
            for ranks in RANKS:
                potential = ["--generate", "potential:1930,0.02", "--dtype", "i32"]
                limit = ["--memory-limit", "6800k", "--tile", "64", "--block", "128"]
                report = self.same_as_one(ranks, device, potential, limit, paths=ranks == 3)
                expect(report["streamed"], f"{ranks} ranks on {device}: not streamed")
                waiting = [share["waiting"] for share in report["shares"]]
                expect(ranks == 1 or any(waiting), f"{ranks} ranks on {device}: nobody waits")
        bits = ["--random", "4000,0.0004", "--semiring", "or-and", "--algo", "kleene"]
        report = self.same_as_one(2, "cpu", [*bits, "--block", "128"], ["--memory-limit", "1000k"])
        expect(report["streamed"], "or-and: not streamed")
        # Of five stripes, one of four ranks has two, and another only one between others.
        few = ["--random", "640", "--dtype", "f32", "--algo", "kleene"]
        report = self.same_as_one(4, "cpu", few, ["--memory-limit", "2355k"])
        expect(report["streamed"], "few stripes: not streamed")
        rows = ["--generate", "potential:1930,0.02", "--dtype", "i32", "--rows", "1900,3,1000"]
        self.same_as_one(2, "cpu", rows, limit)

    def memory_of_panels(self):
        """Panels that ranks share are counted beside their rows: 3 of 128 pivots, 2.9 MiB."""
        few = self.folder / "meminfo"
        few.write_text("MemAvailable: 16900 kB\n")  # the matrix takes 15.1 MiB
        machine = ["unshare", "--mount", "sh", "-c", 'mount --bind "$0" /proc/meminfo && exec "$@"']
        machine += [str(few)]
        if run([*machine, "true"], self.folder).returncode != 0:
            print("not allowed to mount a file over /proc/meminfo: panels' memory")
            return
        solve = ["--device", "cpu", "--generate", "potential:1930,0.02", "--dtype", "i32"]
        solve += ["--algo", "kleene", "--block", "128", "--tile", "64"]
        for limit in ([], ["--memory-limit", "6800k"]):
            for ranks in (1, 2):
                command = [*self.launcher, "-n", str(ranks), *machine, APSP_OCL_MPI, *solve, *limit]
                outcome = run(command, self.folder)
                if ranks == 1:
                    expect(outcome.returncode == 0, "memory for the rows alone", outcome)
                else:
                    self.ends_with(6, "rows, and panels: needs", outcome)

    def rows_of_the_graph(self):
        """Algorithms that compute row by row: ranks share the rows."""
        grid = ["--generate", "grid:24", "--dtype", "i32", "--algo"]
        potential = ["--generate", "potential:900,0.004", "--dtype", "i32", "--algo"]
        for device in self.devices:
            self.same_as_one(2, device, [*grid, "sparse"], paths=device == "cpu")
        for ranks in RANKS:
            self.same_as_one(ranks, "cpu", [*potential, "sparse", "--verify", "--stats"])
            self.same_as_one(ranks, "cpu", [*potential, "search", "--rows", "7,899,7"])
            few = ["sparse", "--rows", "899,3", "--verify"]
            report = self.same_as_one(ranks, "cpu", [*potential, *few])
            expect(report["verification"]["rows_checked"] == 2, "only these are verified")
        chosen = self.mpi(3, "--device", "cpu", "--generate", "grid:90", "--json")
        expect(json.loads(chosen.stdout)["algorithm"] != "kleene", "a choice by ranks", chosen)
        self.ends_with(2, "no grid", self.mpi(2, "--device", "cpu", *grid, "search", "--grid", "2x1"))

    def devices_in_turn(self):
        if len(self.devices) < 2:
            return
        report = self.same_as_one(
            2, ",".join(self.devices), ["--random", "1500", "--dtype", "i32", "--block", "128"]
        )
        used = {share["name"] for share in report["shares"] if share["rows"] > 0}
        expect(used, "devices in turn")

    def ranks_without_rows(self):
        report = self.same_as_one(4, "cpu", ["--random", "300", "--dtype", "i32"])
        idle = [share for share in report["shares"] if share["rows"] == 0]
        expect(idle, "300 rows are not enough for four ranks")
        report = self.same_as_one(3, "cpu", ["--random", "100"])
        expect(report["shares"][0]["rows"] == 0, "100 rows are not enough for the first of three")
        expect(report["tile"], "the tile of the ranks with rows")

    def chosen_rows(self):
        arguments = ["--random", "800", "--dtype", "i32", "--rows", "700,3,250-260,3,799"]
        for ranks in RANKS:
            self.same_as_one(ranks, "cpu", arguments)
        # Names of a matrix's vertices, which one rank reads; of three it has no rows.
        n = 100
        weights = [[(i * j) % 37 if i != j else 0 for j in range(n)] for i in range(n)]
        names = [f"v{i}" for i in range(n)]
        lines = [",".join(["", *names])]
        lines += [",".join([names[i], *map(str, weights[i])]) for i in range(n)]
        (self.folder / "names.csv").write_text("\n".join(lines) + "\n")
        columns = "\n".join(str(weights[i][j]) for j in range(n) for i in range(n))
        header = f"%%MatrixMarket matrix array real general\n{n} {n}\n"
        (self.folder / "from-one.mtx").write_text(header + columns + "\n")
        for ranks in (2, 3):
            self.same_as_one(ranks, "cpu", ["names.csv", "--rows", "v77,v3,v99"])
            self.same_as_one(ranks, "cpu", ["from-one.mtx", "--rows", "77,3,100"])

    def predecessors(self):
        for device in self.devices:
            for ranks, generated in ((1, "squares"), (4, "squares"), (3, "potential"), (2, "ring")):
                self.same_as_one(ranks, device, ["--generate", generated + ":600"], paths=True)
        self.same_as_one(2, "cpu", ["--generate", "ring:900", "--verify"], paths=True)
        self.same_as_one(3, "cpu", ["--random", "800", "--rows", "700,3"], paths=True)
        # Here a rank's rows begin within a group of rows that are searched together.
        narrow = ["--random", "600", "--dtype", "u8", "--block", "64"]
        self.same_as_one(3, "cpu", narrow, paths=True)
        self.same_as_one(4, "cpu", ["--random", "300"], paths=True)  # ranks without rows
        grid = ["--generate", "squares:600", "--block", "128"]
        self.same_as_one(4, "cpu", grid, ["--grid", "2x2"], paths=True)
        report = json.loads(self.mpi(2, "--random", "500", "--paths", "--json").stdout)
        expect(report["seconds"]["paths"] > 0, "--paths without --paths-output")

    def proofs_of_predecessors(self):
        for name, (text, dtype) in graphs_to_prove(700).items():
            graph = f"{name}.txt"
            (self.folder / graph).write_text(text)
            for ranks in (2, 3):
                self.prove(graph, ranks, self.devices[ranks % len(self.devices)], dtype)

    def prove(self, graph, ranks, device, dtype):
        what = f"{graph}, {ranks} ranks, {device}: predecessors"
        files = ["--output", "d.npy", "--paths-output", "p.npy"]
        solve = ["--device", device, "--dtype", dtype, "--block", "128", "--verify"]
        solved = self.mpi(ranks, "--input", graph, *solve, *files)
        expect(solved.returncode == 0, what, solved)
        files = ["--distances", "d.npy", "--predecessors", "p.npy"]
        proof = run([APSP_OCL, "verify", "--graph", graph, *files], self.folder)
        expect(proof.returncode == 0, what, proof)

    def statistics(self):
        words = [f"v{i * i % 601} v{i * 7 % 601} {i % 9 + 1}" for i in range(700)]
        (self.folder / "words.txt").write_text("\n".join(words) + "\n")
        squares = ["--generate", "squares:700", "--dtype", "i16"]
        ways = [
            ("cpu", 2, "2x1", ["--input", "words.txt"]),
            ("cpu", 3, "3x1", ["--generate", "potential:600", "--dtype", "i32"]),
            ("cpu", 4, "2x2", squares),
            ("cpu", 4, "4x1", ["--random", "500,0.003", "--dtype", "i16"]),
        ]
        # Ranks make rows of the graph, and add them up as they do.
        for ranks in RANKS:
            ways.append(("cpu", ranks, None, ["--random", "700,0.003", "--algo", "sparse"]))
        # OpenCL devices reduce their rows themselves, if they have them whole.
        ways += [(device, 3, grid, squares) for device in self.devices[1:] for grid in ("3x1", "1x3")]
        for device, ranks, grid, arguments in ways:
            files = {}
            reports = []
            for who in ("one", "several"):
                outputs = ["--stats-output", f"{who}.csv", "--labels-output", f"{who}.txt", "--json"]
                asked = [*arguments, *outputs, *(["--block", "64"] if grid else [])]
                bounds = ["--within", "3,50,900"] if ranks == 2 else ["--histogram", "50:2000:50"]
                asked += bounds
                if who == "one":
                    outcome = run([APSP_OCL, "--device", "cpu", *asked], self.folder)
                else:
                    layout = ["--grid", grid] if grid else []
                    outcome = self.mpi(ranks, "--device", device, *asked, *layout)
                expect(outcome.returncode == 0, f"{who}: {asked}", outcome)
                reports.append(json.loads(outcome.stdout)["stats"])
                reports[-1].pop("seconds", None)
                files[who] = [(self.folder / (who + end)).read_bytes() for end in (".csv", ".txt")]
            what = f"{ranks} ranks on {device}: statistics of {arguments}"
            expect(reports[0] == reports[1], f"{what}: {reports}")
            expect(files["one"] == files["several"], f"{what}: files")
            expect(reports[0]["components"]["count"] > 0, what)
            counted = reports[0]["histogram"]
            expect(sum(counted["pairs"]) + counted["beyond"] == reports[0]["reachable_pairs"], what)

    def memory_of_sums(self):
        """Ranks that sum up rows, or choose some, do not keep the others."""

        def solved(*more):
            arguments = ["--device", "cpu", "--generate", "ring:7000", "--dtype", "f64", *more]
            command = [*self.launcher, "-n", "2", APSP_OCL_MPI, *arguments, "--stats", "--json"]
            with open(self.folder / "report.json", "w") as report:
                process = subprocess.Popen(command, stdout=report, cwd=self.folder)
            _, status, usage = os.wait4(process.pid, 0)  # the launcher and all that it waited for
            process.returncode = os.waitstatus_to_exitcode(status)
            expect(process.returncode == 0, f"memory of {more}")
            report = json.loads((self.folder / "report.json").read_text())
            report["stats"].pop("seconds")
            return report["stats"], report["result"], usage.ru_maxrss * 1024

        rows = 7000 / 2 * 7000 * 8  # of a rank
        search = ("--algo", "search")
        kept, dropped = solved(*search, "--output", "several.npy"), solved(*search)
        expect(kept[:2] == dropped[:2], f"other sums: {kept} {dropped}")
        expect(kept[2] > rows, f"memory with all rows: {kept[2]}")
        expect(dropped[2] < rows, f"memory without: {dropped[2]}, not below {rows}")

    def graph_from_a_file(self):
        path = self.folder / "towns.csv"
        path.write_text("from,to,weight\nBern,Thun,26\nThun,Spiez,11\nSpiez,Bern,40\nThun,Bern,25\n")
        self.same_as_one(2, "cpu", ["--input", str(path), "--rows", "Spiez,Bern", "--dtype", "i32"])
        path.write_text("0,1,5\n1,0,3\n2,4,0\n")
        noted = self.mpi(3, "--device", "cpu", "--input", str(path))
        expect(noted.returncode == 0, "a file with a note", noted)
        notes = sum("--format dense" in line for line in said(noted))
        expect(notes == 1, f"one note, not {notes}", noted)

    def matrix_from_a_file(self):
        """One rank reads the file, and the others receive the graph from it."""
        made = ["--generate", "potential:700", "--output", "matrix.npy", "--device", "cpu"]
        expect(run([APSP_OCL, *made], self.folder).returncode == 0, "a matrix to read")
        for ranks in (1, 3):
            self.same_as_one(ranks, "cpu", ["--input", "matrix.npy", "--verify"], paths=True)
        self.same_as_one(3, "cpu", ["--input", "matrix.npy", "--verify", "--rows", "5,699,5"])
        (self.folder / "short.npy").write_bytes((self.folder / "matrix.npy").read_bytes()[:999])
        self.ends_with(4, "short.npy", self.mpi(3, "--input", "short.npy"))

    def ends_with(self, code, words, outcome):
        expect(outcome.returncode == code, f"exit code {code} for: {words}", outcome)
        lines = said(outcome)
        expect(len(lines) == 1 and words in lines[0], f"one message with: {words}", outcome)
        left = [name for name in os.listdir(self.folder) if name.endswith((".part", "new.npy"))]
        expect(not left, f"files left behind: {left}", outcome)

    def errors(self):
        output = ["--output", "new.npy"]
        (self.folder / "cycle.txt").write_text("0 1 -5\n1 2 1\n2 0 1\n")
        found = self.mpi(3, "--input", "cycle.txt", "--json", *output)
        self.ends_with(5, "negative cycle", found)
        expect('"negative_cycle": true' in found.stdout, "the cycle in the report", found)
        self.ends_with(2, "unknown option --columns; see apsp-ocl-mpi --help", self.mpi(2, "--columns", "3"))
        widest = ["--semiring", "max-min"]
        self.ends_with(2, "over min-plus only", self.mpi(2, *widest, "--paths"))
        self.ends_with(2, "over min-plus only, not over max-min", self.mpi(2, *widest, "--stats"))
        self.ends_with(2, "writes .npy files", self.mpi(2, "--paths-output", "new.csv"))
        self.ends_with(2, "as in 4x2", self.mpi(2, "--grid", "3"))
        self.ends_with(2, "the number of ranks, 2", self.mpi(2, "--grid", "2x2"))
        self.ends_with(2, "choose from: host, device", self.mpi(2, "--panels", "gpu"))
        on_cpu = ["--random", "900", "--device", "cpu"]
        self.ends_with(2, "takes CUDA devices", self.mpi(2, *on_cpu, "--panels", "device"))
        small = ["--random", "300", "--block", "128", "--grid", "1x4"]
        self.ends_with(2, "too few blocks", self.mpi(4, *small))
        self.ends_with(2, "writes .npy", self.mpi(2, "--output", "new.csv"))
        self.ends_with(3, "", self.mpi(2, "--device", "no such device", *output))
        self.ends_with(4, "no-file.gr", self.mpi(2, "--input", "no-file.gr", *output))
        self.ends_with(6, "memory", self.mpi(2, "--random", "1000000", *output))
        limited = ["--random", "900", "--device", "cpu", "--memory-limit", "300k"]
        self.ends_with(6, "300.00 KiB", self.mpi(2, *limited, *output))
        first, second = (["-n", "1", APSP_OCL_MPI, "--random", n, *output] for n in ("500", "600"))
        other = run([*self.launcher, *first, ":", *second], self.folder)
        self.ends_with(4, "rank 1 on ", other)
        (self.folder / "two.txt").write_text("0 1 5\n1 0 5\n")
        second = ["-n", "1", APSP_OCL_MPI, "--input", "two.txt", *output]
        self.ends_with(4, "the graph differs", run([*self.launcher, *first, ":", *second], self.folder))
        second = [*first, "--dtype", "f64"]
        self.ends_with(2, "distances are f64", run([*self.launcher, *first, ":", *second], self.folder))

    def several_machines(self):
        """This machine under two names: ranks share no memory across them, and use the network."""
        alias = ["unshare", "--uts", "sh", "-c", "hostname machine-1"]
        if "--oversubscribe" not in self.launcher or run(alias, self.folder).returncode != 0:
            print("not Open MPI, or not allowed to give a process another host name: one machine")
            return
        agent = self.folder / "agent"
        agent.write_text(AGENT)
        agent.chmod(0o755)
        on_one = self.launcher
        there = [*on_one, "--mca", "plm_rsh_agent", str(agent), "--host"]
        two = "198.51.100.1:2,198.51.100.2:2"
        undirected = ["--generate", "undirected:1300", "--dtype", "i32", "--block", "64"]
        for hosts in (["198.51.100.1:1,198.51.100.2:3"], ["198.51.100.1:3,198.51.100.2:1"],
                      [two], [two, "--map-by", "node"],
                      [",".join(f"198.51.100.{k}:1" for k in range(1, 5))]):
            self.launcher = [*there, *hosts]
            self.half(4, self.devices[-1], undirected)
        self.launcher = [*there, two]
        # Column panels of several pieces.
        large = ["--generate", "undirected:2100", "--dtype", "f64", "--block", "384", "--symmetric"]
        self.half(3, "cpu", large)
        for device in self.devices:
            squares = ["--generate", "squares:1100", "--dtype", "i32", "--block", "128"]
            report = self.same_as_one(4, device, squares, ["--grid", "2x2"])
            names = [share["host"] for share in report["shares"]]
            expect(names == ["machine-1"] * 2 + ["machine-2"] * 2, f"ranks on two machines: {names}")
            large = ["--generate", "squares:1930", "--dtype", "i32", "--block", "128"]
            report = self.same_as_one(4, device, large, ["--memory-limit", "6800k", "--tile", "64"])
            expect(report["streamed"], f"two machines, {device}: not streamed")
        words = "\n".join(f"town{i} town{i * 7 % 500} {i % 9 + 1}" for i in range(500))
        (self.folder / "towns.txt").write_text(words + "\n")
        self.same_as_one(4, "cpu", ["--input", "towns.txt", "--rows", "town3,town77"])
        self.same_as_one(3, "cpu", ["--input", "towns.txt", "--verify"], paths=True)
        made = ["--random", "300", "--output", "dense.npy", "--device", "cpu"]
        expect(run([APSP_OCL, *made], self.folder).returncode == 0, "a matrix to read")
        self.same_as_one(3, "cpu", ["--input", "dense.npy", "--algo", "kleene"])
        turns = ["--random", "1500", "--dtype", "i32", "--block", "128"]
        report = self.same_as_one(4, ",".join(self.devices), turns)
        used = [share["name"] for share in report["shares"]]
        expect(used[:2] == used[2:], f"each machine's devices in turn: {used}")
        self.ends_with(4, "no-file.gr", self.mpi(4, "--input", "no-file.gr"))
        self.machines_with_files_of_their_own()
        self.one_partial_file()
        self.launcher = on_one

    def one_partial_file(self):
        """A lost rank would leave others behind, as MPI-IO of several machines has them."""
        job = self.start("--random", "3000,0.01", "--dtype", "f64", "--output", "several.npy")
        seen = set()
        while job.poll() is None:
            seen |= {path.name for path in self.folder.glob(".apsp-*")}
            time.sleep(0.002)
        expect(job.returncode == 0, "two machines write one file")
        others = [name for name in seen if not name.endswith(".part")]
        expect(seen and not others, f"files during the write: {seen}")

    def machines_with_files_of_their_own(self):
        """Files by one name that differ would give a mixture of two results."""
        script = self.folder / "on-its-machine"
        script.write_text(f'#!/bin/sh\ncd $(hostname) && exec {APSP_OCL_MPI} --device cpu "$@"\n')
        script.chmod(0o755)
        words = "A B 4\nB C 2\nC A 3\n"
        for other in (words, words.replace("4", "-4"), words.replace("B", "D"), "A B 2\nB C 4\nC A 3\n"):
            for machine, text in (("machine-1", words), ("machine-2", other)):
                (self.folder / machine).mkdir(exist_ok=True)
                (self.folder / machine / "words.txt").write_text(text)
            # The first machine has two of the ranks, and the second one.
            outcome = run([*self.launcher, "-n", "3", str(script), "words.txt"], self.folder)
            if other == words:
                expect(outcome.returncode == 0, "two machines with equal files", outcome)
            else:
                self.ends_with(4, "the graph differs from rank 0's", outcome)

    def apart(self, *arguments):
        """Two ranks, each in a folder of its own."""
        command = self.launcher[:]
        for name in ("first", "second"):
            (self.folder / name).mkdir(exist_ok=True)
            there = ["sh", "-c", 'cd "$0" && exec "$@"', str(self.folder / name), APSP_OCL_MPI]
            command += [*([":"] if name == "second" else []), "-n", "1", *there, *arguments]
        return run(command, self.folder)

    def folders_that_not_all_see(self):
        solve = ["--device", "cpu", "--random", "300"]
        for output in (["--output", "new.npy"], ["--paths-output", "new.npy"]):
            self.ends_with(1, "all ranks need to see this folder", self.apart(*solve, *output))
        work = ["--workspace", "work"]
        self.ends_with(1, "all ranks need to see failed", self.apart(*solve, *work))
        (self.folder / "first" / "work").rmdir()  # and no file is left there
        for name in ("first", "second"):
            left = os.listdir(self.folder / name)
            expect(not left, f"files left behind: {left}")

    def full_disk(self):
        """Writing beyond a limit is an error like that of a full disk."""
        limited = ["sh", "-c", 'trap "" XFSZ; ulimit -f 2000; exec "$@"', "sh", APSP_OCL_MPI]
        arguments = ["--random", "1500", "--dtype", "i32", "--device", "cpu"]
        command = [*self.launcher, "-n", "2", *limited, *arguments, "--output", "new.npy"]
        self.ends_with(1, "cannot be written", run(command, self.folder))

    def start(self, *arguments):
        command = [*self.launcher, "-n", "3", APSP_OCL_MPI, "--device", "cpu", *arguments]
        return subprocess.Popen(
            command, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )

    def ranks_of(self, job):
        """Process ids by rank, once all ranks have started."""
        for _ in range(1000):
            ids = {}
            for task in Path("/proc").glob("[0-9]*"):
                try:
                    words = (task / "environ").read_bytes().split(b"\0")
                    program = os.readlink(task / "exe")
                    parent = int((task / "stat").read_text().rsplit(")", 1)[1].split()[1])
                except (OSError, ValueError):
                    continue
                if parent == job.pid and program == os.path.realpath(APSP_OCL_MPI):
                    values = dict(word.split(b"=", 1) for word in words if b"=" in word)
                    rank = values.get(b"OMPI_COMM_WORLD_RANK")  # none while a process starts
                    if rank is not None:
                        ids[int(rank)] = int(task.name)
            if len(ids) == 3:
                return ids
            time.sleep(0.01)
        expect(False, "three ranks were to be killed, and did not come")

    def lose(self, job, rank):
        os.kill(self.ranks_of(job)[rank], signal.SIGKILL)
        killed = time.monotonic()
        try:
            code = job.wait(timeout=60)
        except subprocess.TimeoutExpired:
            job.kill()
            expect(False, f"the job goes on without rank {rank}")
        took = time.monotonic() - killed
        expect(code != 0, f"exit code 0 without rank {rank}")
        expect(took < ENDS_WITHIN, f"{took:.1f} s until the end without rank {rank}")
        time.sleep(0.2)  # for signal handlers
        left = [name for name in os.listdir(self.folder) if name.startswith((".apsp-", "new.npy"))]
        expect(not left, f"without rank {rank}, left behind: {left}")

    def size_of(self, path):
        try:
            return path.stat().st_size
        except FileNotFoundError:
            return 0  # of a check before the solve

    def lost_ranks(self):
        if "--oversubscribe" not in self.launcher:
            print("not Open MPI: no rank is killed")
            return
        for rank in (0, 2):
            job = self.start("--random", "10000,0.01", "--algo", "kleene", "--dtype", "i32", "--output", "new.npy")
            self.ranks_of(job)
            time.sleep(2)  # while it computes
            self.lose(job, rank)
        # Rank 0 made the file, and another rank has to remove it.
        job = self.start("--random", "5000,0.001", "--dtype", "f64", "--output", "new.npy")
        while job.poll() is None:
            if any(self.size_of(part) > 0 for part in self.folder.glob(".apsp-*.part")):
                return self.lose(job, 0)
            time.sleep(0.002)
        expect(False, "the file was never seen being written")

    def checkpoints(self):
        """A job that makes many checkpoints, and jobs that are refused."""
        arguments = ["--generate", "squares:1100", "--dtype", "i32", "--block", "128"]
        often = ["--workspace", "work", "--checkpoint-every", "1e-6"]
        for ranks, grid in ((3, "3x1"), (4, "2x2")):
            report = self.same_as_one(ranks, "cpu", arguments, [*often, "--grid", grid])
            expect(report["seconds"]["checkpoints"] > 0, "seconds of checkpoints")
            expect(not os.listdir(self.folder / "work"), "the workspace is empty afterwards")
        report = self.same_as_one(2, "cpu", arguments, often[:2])
        expect(not report["seconds"]["checkpoints"], "a checkpoint within the first minute")
        anew = self.mpi(2, "--device", "cpu", "--random", "100", *often[:2], "--resume")
        expect(anew.returncode == 0, "nothing to resume", anew)
        expect(sum("starts anew" in line for line in said(anew)) == 1, "that it says so", anew)
        with open(self.folder / "work" / "apsp-ranks.lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            self.ends_with(2, "another process is solving here", self.mpi(2, *often[:2]))
        self.ends_with(2, "--resume needs --workspace", self.mpi(2, "--resume"))
        self.ends_with(2, "a number above 0", self.mpi(2, *often[:2], "--checkpoint-every", "0"))

    def resume_apart(self, arguments):
        """A rank that does not see the checkpoint must not begin anew beside others."""
        (self.folder / "first").mkdir(exist_ok=True)
        link = self.folder / "first" / "work"
        link.symlink_to(self.folder / "work")
        self.ends_with(1, "all ranks need to see failed", self.apart(*arguments))
        link.unlink()

    def damaged_checkpoint(self, arguments, journal):
        """A byte of the matrix or of the journal that has changed is noticed, and named."""
        current = self.folder / "work" / f"apsp-ranks.{journal.read_text().split()[-66]}.bin"
        whole = current.read_bytes()
        at = len(whole) // 2 + 5
        current.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1:])
        self.ends_with(4, "some of the rows", self.mpi(3, "--device", "cpu", *arguments))
        current.write_bytes(whole)
        lines = journal.read_bytes()
        journal.write_bytes(lines[:-9] + bytes([lines[-9] ^ 1]) + lines[-8:])
        self.ends_with(4, "is damaged", self.mpi(2, "--device", "cpu", *arguments))
        journal.write_bytes(lines)

    def killed_and_resumed(self):
        """Whenever a rank is lost, any number of ranks can resume and get the same bits."""
        if "--oversubscribe" not in self.launcher:
            print("not Open MPI: no rank is killed")
            return
        arguments = ["--random", "3000,0.01", "--dtype", "f32", "--block", "128"]
        often = ["--workspace", "work", "--checkpoint-every", "0.02"]
        alone = run([APSP_OCL, "--device", "cpu", *arguments, "--output", "one.npy"], self.folder)
        expect(alone.returncode == 0, "one process", alone)
        other = self.mpi(2, "--device", "cpu", *arguments, *often, "--output", "several.npy")
        expect(other.returncode == 0, "no checkpoint to resume", other)
        kills = int(os.environ.get("APSP_TEST_KILLS", 3))
        resumed = 0
        for kill in range(kills):
            job = self.start(*arguments, *often, "--output", "new.npy")
            ids = self.ranks_of(job)
            journal = self.folder / "work" / "apsp-ranks.journal"
            while kill != 1 and job.poll() is None and not journal.exists():
                time.sleep(0.01)  # most are killed after the first checkpoint
            time.sleep(random.random() * (0.5 if kill else 0.05))
            for each in ids.values() if kill % 3 == 2 else [ids[kill % 3]]:
                try:
                    os.kill(each, signal.SIGKILL)
                except ProcessLookupError:
                    pass  # the job was faster
            job.wait(timeout=60)
            begun = journal.exists()
            resumed += begun
            checkpoints = journal.read_text().count("\n") - 1 if begun else 0
            if begun and kill == 0:
                self.ends_with(2, "an unfinished solve", self.mpi(2, *arguments, *often))
                others = ["--random", "3000,0.02", "--dtype", "f32", *often, "--resume"]
                self.ends_with(4, "resume with the graph", self.mpi(2, *others))
                self.resume_apart(["--device", "cpu", *arguments, *often, "--resume"])
            if checkpoints >= 1 and kill == 0:
                self.damaged_checkpoint([*arguments, *often, "--resume"], journal)
            for name in ("several.npy", "new.npy"):
                (self.folder / name).unlink(missing_ok=True)
            ranks, grid = ((3, "3x1"), (2, "2x1"), (4, "2x2"))[kill % 3]
            end = ["--resume", "--grid", grid, "--output", "several.npy", "--json"]
            several = self.mpi(ranks, "--device", "cpu", *arguments, *often, *end)
            expect(several.returncode == 0, f"resumed by {ranks} ranks", several)
            anew = any("starts anew" in line for line in said(several))
            expect(anew == (checkpoints < 1), "whether it says that it starts anew", several)
            files = [(self.folder / name).read_bytes() for name in ("one.npy", "several.npy")]
            expect(files[0] == files[1], f"resumed by {ranks} ranks: other bytes", several)
        print(f"resumed from a checkpoint: {resumed} of {kills}")
        expect(resumed > 0, "no job was killed between checkpoints")

    def all(self):
        for check in (
            self.bytes_of_any_number_of_ranks,
            self.grids,
            self.half_the_work,
            self.streamed,
            self.memory_of_panels,
            self.rows_of_the_graph,
            self.devices_in_turn,
            self.ranks_without_rows,
            self.chosen_rows,
            self.predecessors,
            self.proofs_of_predecessors,
            self.statistics,
            self.memory_of_sums,
            self.graph_from_a_file,
            self.matrix_from_a_file,
            self.errors,
            self.several_machines,
            self.folders_that_not_all_see,
            self.full_disk,
            self.lost_ranks,
            self.checkpoints,
            self.killed_and_resumed,
        ):
            start = time.monotonic()
            check()
            print(f"{check.__name__}: {time.monotonic() - start:.1f} s", flush=True)


with tempfile.TemporaryDirectory(prefix="apsp-mpi-") as name:
    Checks(Path(name)).all()
