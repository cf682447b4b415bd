"""Draws invocations until the time is up, in several processes, and tells what failed.

Invocation k of an area is drawn from the seed, the name of the area and k alone, so that
`--only AREA:K` repeats it.
"""

import argparse
import json
import multiprocessing
import os
import random
import shutil
import subprocess
import sys
import time
import traceback

from areas import AREAS
from place import Fault, Place, Skip
from shrink import shrink


def options():
    parser = argparse.ArgumentParser(prog="tools/torture", description=__doc__)
    parser.add_argument("--minutes", type=float, default=3, help="how long (default: 3)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes at once")
    parser.add_argument("--seed", default="1", help="any word; the same one draws the same")
    parser.add_argument("--areas", help="with commas; default: all of " + ", ".join(AREAS))
    parser.add_argument("--only", metavar="AREA:K", help="one invocation, again")
    parser.add_argument("--program", default="build/apsp-ocl")
    parser.add_argument("--json", metavar="TALLY", help="write the tally to this file")
    parser.add_argument("--stop", type=int, default=20, metavar="COUNT",
                        help="end after so many faults (default: 20)")
    return parser.parse_args()


def find_tools(program):
    program = os.path.abspath(program)
    if not os.access(program, os.X_OK):
        sys.exit(f"{program} is no program; build it, or name it with --program")
    mpi = program + "-mpi"
    return {"program": program, "mpi": mpi if os.access(mpi, os.X_OK) else None,
            "mpirun": shutil.which("mpirun")}


SHOWN = 3  # of one area and kind, by each process


def name_of(at):
    """The area and number in a worker's note of what it is doing."""
    return at.value.decode()


class Worker:
    """One process. Areas take turns, by their shares of the time."""

    def __init__(self, arguments, names, number, faults, counts, at):
        self.arguments, self.number, self.faults, self.at = arguments, number, faults, at
        self.place = Place(find_tools(arguments.program))
        self.areas = {}
        self.skipped = {}
        for name in names:
            area = AREAS[name]()
            reason = area.missing(self.place) if hasattr(area, "missing") else None
            if reason:
                self.skipped[name] = reason
            else:
                self.areas[name] = area
        self.tally = {name: {"cases": 0, "invocations": 0, "seconds": 0.0, "faults": 0}
                      for name in self.areas}
        self.counts = counts
        self.shown = {}  # how often a kind of fault was shown

    def one(self, name, k):
        """Whether it failed and was shown."""
        area, place, tally = self.areas[name], self.place, self.tally[name]
        rng = random.Random(f"{self.arguments.seed}/{name}/{k}")
        self.at.value = f"{name}:{k}".encode()
        place.begin()
        begin, before = time.monotonic(), place.invocations
        fault = None
        try:
            case = area.draw(rng, place)
            area.check(case, place)
        except Skip:
            pass
        except Fault as found:
            fault = found
        except Exception as error:
            fault = Fault(type(error).__name__, "".join(
                traceback.format_exception(error)[-3:]).strip())
        tally["cases"] += 1
        tally["invocations"] += place.invocations - before
        if fault:
            tally["faults"] += 1
            key = name, fault.kind
            self.shown[key] = self.shown.get(key, 0) + 1
            if self.shown[key] > SHOWN:  # most likely those that were shown
                tally["seconds"] += time.monotonic() - begin
                return False
            case, fault = shrink(area, case, place, fault)
            place.begin()
            try:
                area.check(case, place)
            except Exception:
                pass
            self.faults.put((name, k, str(fault), place.paste()))
        tally["seconds"] += time.monotonic() - begin
        return fault is not None

    def run(self, end):
        ks = dict.fromkeys(self.areas, self.number)
        while time.monotonic() < end and self.areas:
            with self.counts.get_lock():
                if self.counts.value >= self.arguments.stop:
                    break
            name = min(self.areas, key=lambda a: self.tally[a]["seconds"] / self.areas[a].share)
            failed = self.one(name, ks[name])
            ks[name] += self.arguments.jobs
            if failed:  # a fault that is everywhere would hide the others
                with self.counts.get_lock():
                    self.counts.value += 1


def work(arguments, names, number, faults, tallies, counts, at, end):
    os.environ.update(OMP_NUM_THREADS="1", OMP_WAIT_POLICY="passive")
    worker = Worker(arguments, names, number, faults, counts, at)
    try:
        if arguments.only:
            name, k = arguments.only.split(":")
            worker.one(name, int(k))
        else:
            worker.run(end)
    finally:
        worker.place.end()
        tallies.put((worker.tally, worker.skipped))


def show(name, k, text, paste, seed):
    print(f"\n== {name}:{k} (--seed {seed} --only {name}:{k})\n{text}\n--\n{paste}", flush=True)


def merge(total, tally):
    for name, counts in tally.items():
        into = total.setdefault(name, dict.fromkeys(counts, 0))
        for key, value in counts.items():
            into[key] += value


def main():
    arguments = options()
    names = (arguments.only.split(":")[0] if arguments.only else arguments.areas or ",".join(
        AREAS)).split(",")
    for name in names:
        if name not in AREAS:
            sys.exit(f"no area {name}; there are {', '.join(AREAS)}")
    if arguments.only:
        arguments.jobs = 1
    find_tools(arguments.program)
    context = multiprocessing.get_context("fork")
    faults, tallies, counts = context.Queue(), context.Queue(), context.Value("i", 0)
    begin = time.monotonic()
    end = begin + 60 * arguments.minutes

    def start(number):
        at = context.Array("c", 100)
        worker = context.Process(target=work, args=(arguments, names, number, faults, tallies, counts,
                                                    at, end))
        worker.start()
        return worker, at, number

    workers = [start(number) for number in range(arguments.jobs)]
    total, skipped, found = {}, {}, 0
    while workers:
        while not faults.empty():
            show(*faults.get(), arguments.seed)
            found += 1
        while not tallies.empty():
            tally, left_out = tallies.get()
            merge(total, tally)
            skipped.update(left_out)
        for one in list(workers):
            process, at, number = one
            if process.is_alive():
                continue
            workers.remove(one)
            process.join()
            if process.exitcode == 0:
                continue
            # A call in this process has ended it: a new one goes on with other invocations.
            found += 1
            name, k = name_of(at).split(":")
            show(name, k, f"crash: the process of Python ended with {process.exitcode}", "",
                 arguments.seed)
            if found < arguments.stop and not arguments.only:
                workers.append(start(number + 1000003))
        time.sleep(0.05)
    while not tallies.empty() or not faults.empty():
        if not tallies.empty():
            tally, left_out = tallies.get()
            merge(total, tally)
            skipped.update(left_out)
        if not faults.empty():
            show(*faults.get(), arguments.seed)
            found += 1
    report(arguments, total, skipped, found, time.monotonic() - begin)
    sys.exit(1 if found or any(row["faults"] for row in total.values()) else 0)


def report(arguments, total, skipped, found, seconds):
    print(f"\n{'area':14}{'cases':>10}{'invocations':>13}{'seconds':>9}{'per s':>8}{'faults':>8}")
    for name, row in total.items():
        rate = row["invocations"] / max(row["seconds"], 1e-9)
        print(f"{name:14}{row['cases']:10}{row['invocations']:13}{row['seconds']:9.1f}{rate:8.1f}"
              f"{row['faults']:8}")
    for name, reason in skipped.items():
        print(f"skipped: {name}: {reason}")
    print(f"{sum(row['invocations'] for row in total.values())} invocations in {seconds:.0f} s, "
          f"{found} faults, seed {arguments.seed}")
    if arguments.json:
        version = subprocess.run([os.path.abspath(arguments.program), "--version"],
                                 capture_output=True, text=True, check=True).stdout.split("\n")[0]
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump({"schema": "apsp-ocl torture 1", "program": version, "seed": arguments.seed,
                       "jobs": arguments.jobs, "seconds": round(seconds),
                       "areas": total, "skipped": skipped}, file, indent=1)
            file.write("\n")
