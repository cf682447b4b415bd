"""Damaged files: inputs, distances, predecessors, changes. They are refused, or read as another valid
file; nothing crashes, hangs or takes much memory. Where a checksum tells, a result must be that of
the file before the damage.
"""

import random
import struct
import sys
import zlib

import area_solve
import files
import graphs
import simpler
from oracle import Distances
from place import Fault, Skip

LIMITS = {"RLIMIT_AS": 3 << 30, "RLIMIT_CORE": 0}


def damage(rng, data):
    data = bytearray(data)
    for _ in range(rng.choice([1, 1, 1, 2, 4])):
        kind = rng.choice(["cut", "flip", "flip", "byte", "delete", "insert", "repeat", "number"])
        at = rng.randrange(len(data) + 1)
        if kind == "cut":
            del data[at:]
        elif kind == "flip" and data:
            data[at % len(data)] ^= 1 << rng.randrange(8)
        elif kind == "byte" and data:
            data[at % len(data)] = rng.choice([0, 9, 10, 13, 27, 32, 34, 44, 45, 48, 57, 127, 255])
        elif kind == "delete":
            del data[at:at + rng.choice([1, 2, 5, 20])]
        elif kind == "insert":
            data[at:at] = rng.choice([b"\0", b"\n", b"-", b"9" * 20, b",", b"1e999", b"nan", b"\x1b[31m",
                                      b"\xff\xfe", b'"', b"<!--", b"\n\n", b"%"])
        elif kind == "repeat":
            data[at:at] = data[at:at + rng.choice([1, 8, 64])]
        elif kind == "number":  # a size in a header, in text or in bytes
            data[at:at + 4] = rng.choice([b"\xff\xff\xff\x7f", b"\xff" * 4, b"9999", b"\0\0\0\x80"])
        at = 0
    return bytes(data)


# Runs a command and prints the most memory, in KB, that it took.
MEASURED = """import resource, subprocess, sys
code = subprocess.call(sys.argv[1:], stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(code)"""


def bomb(rng):
    """Some GB of one text or byte, packed."""
    suffix = rng.choice([".csv", ".gr", ".mtx", ".npy", ".txt", ".graphml"])
    head = {".gr": b"p sp 2 1\na 1 2 1\n", ".mtx": b"%%MatrixMarket matrix coordinate real general\n",
            ".npy": files.npy("f4", (2, 2), [0.0] * 4), ".graphml": b"<graphml>"}.get(suffix, b"a,b,1\n")
    if rng.random() < 0.5:
        byte = rng.choice([b"\n", b" ", b"0", b"\0", b"1"])
        frame = b"\x28\xb5\x2f\xfd\x00\x58" + struct.pack("<I", len(head) << 3)[:3] + head
        block = struct.pack("<I", (100000 << 3) | 2)[:3] + byte
        end = struct.pack("<I", (1 << 3) | 3)[:3] + byte
        return frame + block * rng.choice([3000, 12000]) + end, suffix + ".zst"
    text = rng.choice([b"\n", b"# nothing\n", b"c\n", b"0", b"a,b,1\n"])
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    member = packer.compress(text * (2**24 // len(text))) + packer.flush()
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    return packer.compress(head) + packer.flush() + member * 60, suffix + ".gz"


class Damage:
    name = "damage"
    share = 2

    def draw(self, rng, place):
        options = {"what": rng.choice(["graph", "graph", "graph", "distances", "predecessors",
                                       "changes", "pairs"])}
        if rng.random() < 0.03:  # each takes seconds
            options["what"] = "bomb"
        area_solve.draw_reading(rng, options)
        kinds = None if options["what"] == "graph" else ["small", "zeros", "ints"]
        return area_solve.Case(rng.randrange(2**32), graphs.draw(rng, kinds=kinds),
                               rng.choice(list(files.WRITERS)),
                               rng.choice(["", "", "", "gz", "zst"]), options)

    def check(self, case, place):
        rng = random.Random(case.seed)
        made = files.write(rng, case.graph, case.format, case.packed)
        what = case.options.get("what", "graph")
        name = "g" + made.suffix
        reading = made.options + [o for o in case.options if o.startswith("--")]
        if what == "bomb":
            self.check_bomb(rng, place)
            return
        if what == "graph":
            place.write(name, damage(rng, made.data))
            outcome = place.run(name, *reading, "--device=cpu", "-o", "d.npy", "--json",
                                limits=LIMITS)
            if outcome.code == 0 and made.suffix.endswith((".gz", ".npz")):
                plain = area_solve.Case(case.seed, case.graph, case.format, case.packed,
                                        {o: None for o in reading if o in case.options})
                plain.options["--json"] = None
                area_solve.judge_outcome(plain, place, made, {}, outcome)
            return
        graph = area_solve.meaning(made, case.options)
        exact = Distances(graph)
        if exact.cycle:
            raise Skip
        place.write(name, made.data)
        outcome = place.run(name, *reading, "--device=cpu", "-o", "d.npy", "--paths-output", "p.npy")
        if outcome.code:
            raise Fault("refusal", outcome.said())
        self.check_saved(place, rng, what, name, reading, made)

    def check_bomb(self, rng, place):
        """A small file that unpacks to a large one, whose graph is small or none."""
        data, suffix = bomb(rng)
        place.write("g" + suffix, data)
        outcome = place.run("-c", MEASURED, place.tools["program"], "g" + suffix, "--device=cpu",
                            "-o", "d.npy", "--rows=0", program=sys.executable, timeout=120)
        peak = int(outcome.out.split()[-1]) / 1024
        if peak > 700:
            raise Fault("memory", f"{len(data)} bytes took {peak:.0f} MB, exit code {outcome.code}")

    def check_saved(self, place, rng, what, name, reading, made):
        files_of = {"distances": "d.npy", "predecessors": "p.npy"}
        common = ["--graph", name, *reading, "--distances", "d.npy"]
        if what in files_of:
            old = place.read(files_of[what])
            new = damage(rng, old)
            place.write(files_of[what], new)
            outcome = place.run("verify", *common, "--predecessors", "p.npy", limits=LIMITS)
            data = old.find(b"\n") + 1
            differs = len(old) != len(new) or old[data:] != new[data:]
            if outcome.code == 0 and old[:data] == new[:data] and differs and what == "distances":
                raise Fault("verify", "accepts damaged distances")
            i, j = rng.choice(made.labels), rng.choice(made.labels)
            place.run("path", *common, "--predecessors", "p.npy", f"--from={i}", f"--to={j}",
                      limits=LIMITS)
            common = ["change", *common, "--changes", "c.csv", "-o", "e.npy"]
            place.write("c.csv", f"source,target,weight\n{i},{j},2\n".encode())
            place.run(*common, limits=LIMITS)
        else:
            i, j = rng.choice(made.labels), rng.choice(made.labels)
            text = f"source,target,weight\n{i},{j},2\n{j},{i},inf\n{i},{i},0\n"
            place.write("c.csv", damage(rng, text.encode()))
            if what == "changes":
                place.run("change", *common, "--changes", "c.csv", "-o", "e.npy", limits=LIMITS)
            else:
                place.run(name, *reading, "--device=cpu", "--pairs=c.csv", "-o", "e.csv",
                          limits=LIMITS)

    def simpler(self, case):
        yield from simpler.simpler(case)
