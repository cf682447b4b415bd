"""Small solves in odd surroundings: limits, full disks, closed streams, signals, environments, files
that change while they are read. A solve ends in the right distances, or in a documented refusal;
surroundings that do no harm must not lead to one.
"""

import os
import random
import signal
import threading
import time

import area_solve
import files
import graphs
import refusals
import simpler
from place import Fault, Skip

# What an environment may hold; None means that the variable is not set. All are harmless.
ENVIRONMENTS = [
    {"HOME": None}, {"HOME": ""}, {"HOME": "/nowhere/at/all"}, {"XDG_CACHE_HOME": "/dev/null/x"},
    {"XDG_CACHE_HOME": "relative"}, {"XDG_DATA_HOME": "/dev/null/x"}, {"XDG_DATA_HOME": ""},
    {"TMPDIR": "/nowhere"}, {"LC_ALL": "de_DE.UTF-8"}, {"LC_ALL": "C"}, {"LC_ALL": "tr_TR.UTF-8"},
    {"LANG": "nonsense", "LC_ALL": None}, {"PATH": ""}, {"OMP_NUM_THREADS": "0"},
    {"OMP_NUM_THREADS": "-3"}, {"OMP_NUM_THREADS": "many"}, {"OMP_NUM_THREADS": "64"},
    {"OMP_NUM_THREADS": "2,3"}, {"OMP_PROC_BIND": "true"}, {"OMP_PLACES": "cores"},
    {"OMP_THREAD_LIMIT": "1"}, {"OMP_DYNAMIC": "true"}, {"OMP_STACKSIZE": "16K"},
    {"OMP_SCHEDULE": "static,1"}, {"OMP_WAIT_POLICY": "active"}, {"NO_COLOR": "1"},
    {"COLUMNS": "1"}, {"TERM": "dumb"}, {"APSP_DEVICE": ""}, {"OCL_ICD_VENDORS": "/dev/null"},
    {"OCL_ICD_FILENAMES": "/nowhere.so"}, {"APSP_KERNEL_DIR": "/nowhere"},
    {"MALLOC_ARENA_MAX": "1"}, {"APSP_DEVICE": "no such device"}, {"POCL_CACHE_DIR": "/dev/null/x"},
]
KINDS = ["environment"] * 4 + ["file size", "full", "memory", "stack", "open files", "processes",
                               "closed", "signal", "shrink", "grow", "pipe", "broken pipe",
                               "stdin", "folder", "link", "no cache", "disk"]


class Surroundings:
    name = "surroundings"
    share = 1

    def draw(self, rng, place):
        options = {"kind": rng.choice(KINDS), "k": rng.randrange(2**32)}
        for name, value, share in (("--json", None, 0.3), ("--paths-output", "p.npy", 0.2),
                                   ("--stats-output", "s.csv", 0.1), ("--verify", None, 0.2)):
            if rng.random() < share:
                options[name] = value
        output = rng.choice(["d.npy", "d.csv", "d.npz", "d.mtx", "d.npy.gz"])
        return area_solve.Case(rng.randrange(2**32), graphs.draw(rng),
                               rng.choice(list(files.WRITERS)), "", options, output)

    def check(self, case, place):
        made = files.write(random.Random(case.seed), case.graph, case.format, case.packed)
        name = "g" + made.suffix
        place.write(name, made.data)
        rng = random.Random(case.options.get("k", 0))
        words = [name, *made.options, "--device=cpu"]
        words += [o if v is None else f"{o}={v}" for o, v in case.options.items()
                  if o.startswith("--")]
        kind = case.options.get("kind", "environment").replace(" ", "_")
        getattr(self, kind)(case, place, made, words, rng)

    def judge(self, case, place, made, outcome, may_fail=()):
        """`may_fail` are exit codes that the surroundings justify."""
        if outcome.code in may_fail:
            return
        options = {o: v for o, v in case.options.items() if o.startswith("--")}
        plain = area_solve.Case(case.seed, case.graph, case.format, "", options, case.output)
        area_solve.judge_outcome(plain, place, made, {}, outcome)

    def solve(self, case, place, made, words, may_fail=(), **how):
        outcome = place.run(*words, "-o", case.output, **how)
        self.judge(case, place, made, outcome, may_fail)

    def environment(self, case, place, made, words, rng):
        env = place.environment(**rng.choice(ENVIRONMENTS))
        self.solve(case, place, made, words, env=env)

    def file_size(self, case, place, made, words, rng):
        limits = {"RLIMIT_FSIZE": rng.choice([0, 1, 50, 128, 200, 500, 2000])}
        self.solve(case, place, made, words, (1,), limits=limits)

    def full(self, case, place, made, words, rng):
        if rng.random() < 0.5:  # an output on a full disk
            outcome = place.run(*words, "-o", "/dev/full", "--output-format=csv")
            if outcome.code == 0:
                raise Fault("full disk", "exit code 0")
            if outcome.code != 1:
                self.refused(case, made, outcome)
            return
        outcome = place.run("-c", '"$@" > /dev/full', "sh", place.tools["program"], *words, "-o",
                            case.output, program="/bin/sh")
        self.judge(case, place, made, outcome, (1,))

    def refused(self, case, made, outcome):
        graph = area_solve.meaning(made, {})
        refusals.judge_refusal(area_solve.Case(0, graph, ""), graph, "min-plus", outcome)

    def disk(self, case, place, made, words, rng):
        """A disk of a few pages, or one that cannot be written; where the tester may mount one."""
        (place.folder / "disk").mkdir()
        pages, only = rng.choice([1, 2, 3, 8, 200]), rng.random() < 0.3
        script = (f"mount -t tmpfs -o size={4 * pages}k none disk || exit 99; "
                  f"{'mount -o remount,ro disk; ' if only else ''}"
                  '"$@"; code=$?; cp disk/* . 2>/dev/null; exit $code')
        outcome = place.run("-m", "sh", "-c", script, "sh", place.tools["program"], *words, "-o",
                            f"disk/{case.output}", program="unshare", allowed=range(128), quiet=True)
        if outcome.code == 99 or b"unshare" in outcome.err:
            raise Skip
        if only and outcome.code == 0:
            raise Fault("read-only disk", "exit code 0")
        self.judge(case, place, made, outcome, (1,))

    def memory(self, case, place, made, words, rng):
        limits = {"RLIMIT_AS": rng.choice([40, 60, 100, 200, 400]) << 20, "RLIMIT_CORE": 0}
        outcome = place.run(*words, "-o", case.output, limits=limits, allowed=range(128))
        # Below some size the loader itself gives up, with a code of its own.
        self.judge(case, place, made, outcome, (1, 6, 127))

    def stack(self, case, place, made, words, rng):
        self.solve(case, place, made, words, limits={"RLIMIT_STACK": rng.choice([128, 512, 8192]) << 10})

    def open_files(self, case, place, made, words, rng):
        self.solve(case, place, made, words, (1, 4, 127),
                   limits={"RLIMIT_NOFILE": rng.choice([3, 4, 5, 8, 20])}, allowed=range(128))

    def processes(self, case, place, made, words, rng):
        """No thread can be started; for root there is no limit."""
        user = 60000 + os.getpid() % 5000  # who has no other process, or none could be started

        def nobody():
            if os.getuid() == 0:
                os.setgid(65534)
                os.setuid(user)
        place.base.chmod(0o755)
        place.folder.chmod(0o777)
        env = place.environment(OMP_NUM_THREADS="4")
        self.solve(case, place, made, words, (1, 6), env=env, limits={"RLIMIT_NPROC": 0},
                   before=nobody)

    def no_cache(self, case, place, made, words, rng):
        """PoCL needs a cache, and vanishes without; then the list of devices says why."""
        env = place.environment(devices="plain", POCL_CACHE_DIR="/dev/null/x", HOME="/dev/null")
        there = place.run("devices", "--json", env=place.environment(devices="plain"))
        outcome = place.run("devices", env=env)
        if b"pocl" in there.out.lower() and b"opencl:0" not in outcome.out:
            if b"POCL_CACHE_DIR" not in outcome.out:
                raise Fault("message", f"does not name POCL_CACHE_DIR: {outcome.out.decode()}")

    def closed(self, case, place, made, words, rng):
        which = rng.choice(["<&-", ">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
        outcome = place.run("-c", f'"$@" {which}', "sh", place.tools["program"], *words, "-o",
                            case.output, program="/bin/sh", quiet="2>&-" in which)
        if ">&-" in which.replace("2>&-", "") and outcome.code == 1:
            return
        if "2>&-" in which or ">&-" in which:
            if outcome.code:
                self.refused(case, made, outcome)
            return
        self.judge(case, place, made, outcome)

    def signal(self, case, place, made, words, rng):
        which = rng.choice(["TERM", "INT", "HUP"])
        wait = rng.choice([0.0, 0.005, 0.02, 0.05])
        words = ["--generate=squares:300", "--device=cpu", "--verify"]
        script = f'"$@" & p=$!; sleep {wait}; kill -{which} $p; wait $p'
        outcome = place.run("-c", script, "sh", place.tools["program"], *words, "-o", case.output,
                            program="/bin/sh", allowed=range(256), codes=range(256), quiet=True)
        number = 128 + int(getattr(signal, f"SIG{which}"))
        if outcome.code not in (0, 130, number):  # a signal may come before its handler is there
            raise Fault("signal", f"exit code {outcome.code}; {outcome.said()}")

    def changing(self, case, place, made, words, change, command=()):
        """While the program reads its input, the file changes."""
        path = place.folder / words[0]
        data = path.read_bytes() * 1
        thread = threading.Thread(target=change, args=(path, data))
        thread.start()
        outcome = place.run(*(command or [*words, "-o", case.output]))
        thread.join()
        return outcome

    def shrink(self, case, place, made, words, rng):
        n = 700
        big = graphs.Graph(n, [(i, j, (i * 7 + j) % 50 + 1) for i in range(n) for j in
                               range(i % 3, n, 3) if i != j])
        how = rng.choice(["gr", "csv", "npy"])
        made = files.WRITERS[how](random.Random(1), big)
        place.write("big" + made.suffix, made.data)
        begin = time.monotonic()
        place.run("big" + made.suffix, "--device=cpu", "--rows=0")
        wait = rng.random() * (time.monotonic() - begin)

        def change(path, data):
            time.sleep(wait)
            os.truncate(path, rng.choice([0, len(data) // 2, len(data) - 5000]))

        words = ["big" + made.suffix, "--device=cpu", "--rows=0"]
        if rng.random() < 0.3:  # verify reads it in the same way, and its distances, too
            name = "big" + made.suffix
            place.write("d.npy", files.npy("i4", (n, n), [0] * (n * n)))
            self.changing(case, place, made, [name], change, ["verify", "--graph", name,
                                                              "--distances", "d.npy"])
            return
        self.changing(case, place, made, words, change)

    def grow(self, case, place, made, words, rng):
        def change(path, data):
            time.sleep(rng.choice([0, 0.005, 0.01]))
            with open(path, "ab") as file:
                file.write(b"\n" * 10000)
        outcome = self.changing(case, place, made, words, change)
        self.judge(case, place, made, outcome, (4,))

    def pipe(self, case, place, made, words, rng):
        form = "csv" if made.suffix == ".csv" and "dense" not in made.options else None
        form = form or case.format if "--format" not in made.options else None
        words = ["-i", "-", *([f"--format={form}"] if form else []), *words[1:]]
        if made.suffix in (".csv",) and form not in ("csv", None):
            words[2] = "--format=csv"  # the writer took another format
        outcome = place.run(*words, "-o", case.output, stdin=made.data)
        self.judge(case, place, made, outcome, (4,) if made.suffix == ".npz" else ())

    def broken_pipe(self, case, place, made, words, rng):
        outcome = place.run("-c", '"$@" | head -c 1; exit 0', "sh", place.tools["program"],
                            "--generate=squares:300", "--device=cpu", "-o", "-",
                            "--output-format=csv", program="/bin/sh")
        if b"terminate" in outcome.err:
            raise Fault("broken pipe", outcome.said())

    def stdin(self, case, place, made, words, rng):
        outcome = place.run("-c", '"$@" <&-', "sh", place.tools["program"], "-i", "-",
                            "--format=csv", "--device=cpu", program="/bin/sh")
        if outcome.code not in (1, 4):
            raise Fault("closed stdin", f"exit code {outcome.code}; {outcome.said()}")
        if b"did you mean" in outcome.err:
            raise Fault("closed stdin", outcome.said())

    def folder(self, case, place, made, words, rng):
        """An output that cannot be created."""
        where = rng.choice(["none/d.npy", "/proc/d.npy", words[0] + "/d.npy", "."])
        outcome = place.run(*words, "-o", where)
        if outcome.code == 0:
            raise Fault("folder", f"{where}: exit code 0")
        if outcome.code not in (1, 2):
            self.refused(case, made, outcome)

    def link(self, case, place, made, words, rng):
        os.symlink("elsewhere", place.folder / case.output)
        place.transcript.append(("run", ["ln", "-s", "elsewhere", case.output], {}, None, None))
        (place.folder / "elsewhere").write_bytes(b"old")
        outcome = place.run(*words, "-o", case.output)
        if outcome.code:
            self.refused(case, made, outcome)
            if (place.folder / "elsewhere").read_bytes() != b"old":
                raise Fault("link", "the file behind the link changed after a refusal")
            return
        self.judge(case, place, made, outcome)
        if not (place.folder / case.output).is_symlink():
            raise Fault("link", "the link was replaced")

    def simpler(self, case):
        for other in simpler.simpler(case):
            if "kind" in other.options and "k" in other.options:
                yield other
