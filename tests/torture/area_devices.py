"""Solves on other devices than cpu, on several at once, through MPI, and with odd tuning files."""

import json
import random

import area_damage
import area_solve
import files
import graphs
import simpler
from area_solve import Case


def shared(device):
    """Blocks of the smallest size, so that each of several devices has a share."""
    return {"--tile": 64, "--block": 128 if "cuda" in device else 64, "--algo": "kleene"}


def found_devices(place, env):
    outcome = place.run("devices", "--json", env=env)
    return json.loads(outcome.out)["devices"]


def identifier(device):
    return f"{device['backend']}:{device['index_in_backend']}"


def draw_larger(rng):
    """So many vertices that two or three devices have blocks of 64."""
    n = rng.choice([65, 129, 150, 193])
    kinds = ["small", "zeros", "quarters", "uniform", "decimals", "ints", "edges24", "shorts"]
    while True:
        graph = graphs.draw(rng, n=n, kinds=kinds, signed=rng.random() < 0.3)
        if graph.n < len(graph.arcs) < 20 * n:
            return graph


class Devices:
    """One OpenCL or CUDA device, or several devices together. A new process takes 0.06 to 0.3 s to
    load drivers, and kernels are compiled once per run of the tester."""

    name = "devices"
    share = 2

    def missing(self, place):
        self.env = place.environment(devices="rusticl")
        self.names = [identifier(d) for d in found_devices(place, self.env)]
        return None if len(self.names) > 1 else "no other device than cpu"

    def draw(self, rng, place):
        others = [name for name in self.names if not name.startswith("cpu")]
        options = {}
        if rng.random() < 0.6:
            device, graph = rng.choice(others), graphs.draw(rng)
        else:
            count = rng.choice([2, 2, 3])
            device = ",".join(rng.choice([*others, "cpu"]) for _ in range(count))
            graph = draw_larger(rng) if rng.random() < 0.7 else graphs.draw(rng)
        area_solve.draw_reading(rng, options)
        area_solve.draw_solving(rng, options, device)
        options.pop("--tile", None)
        if rng.random() < 0.15:
            options["--variant"] = rng.choice(["gpu", "cpu", "avx2", "baseline", "avx512"])
        if "," in device:
            options = {o: v for o, v in options.items() if o not in (
                "--workspace", "--warm-up", "--memory-limit")}
            if rng.random() < 0.8:
                if rng.random() < 0.67:
                    options.update(shared(device))
                else:
                    options["--algo"] = "sparse"
                    for name in ("--tile", "--block"):
                        options.pop(name, None)
        output = area_solve.draw_output(rng, options)
        return Case(rng.randrange(2**32), graph, rng.choice(list(files.WRITERS)), "", options,
                    output, device)

    def check(self, case, place):
        rusticl = any(f"opencl:{k}" in case.device for k in range(1, 9))
        env = place.environment(devices="rusticl" if rusticl else "plain")
        area_solve.solve_and_judge(case, place, env=env)

    def simpler(self, case):
        yield from simpler.simpler(case)


class Mpi:
    """apsp-ocl-mpi with one to three ranks on cpu."""

    name = "mpi"
    share = 1

    def missing(self, place):
        if not place.tools["mpi"]:
            return "no apsp-ocl-mpi beside the program"
        return None if place.tools["mpirun"] else "no mpirun"

    def draw(self, rng, place):
        options = {}
        graph = draw_larger(rng) if rng.random() < 0.4 else graphs.draw(rng)
        area_solve.draw_reading(rng, options)
        if rng.random() < 0.15:
            options["--semiring"] = rng.choice(area_solve.SEMIRINGS)
        if rng.random() < 0.7:
            options["--algo"] = rng.choice(["kleene", "kleene", "sparse", "search"])
        if options.get("--algo") == "kleene":
            options.update(shared("cpu"))
        for name, value, share in (("--dtype", area_solve.dtype_of(rng), 0.3), ("--verify", None, 0.2),
                                   ("--paths-output", "p.npy", 0.2), ("--stats", None, 0.2),
                                   ("--rows", rng.randrange(2**32), 0.15), ("--json", None, 0.5),
                                   ("--labels-output", "names.txt", 0.2), ("ranks", rng.choice(
                                       [2, 2, 3]), 1)):
            if rng.random() < share:
                options[name] = value
        area_solve.draw_statistics(rng, options)
        return Case(rng.randrange(2**32), graph, rng.choice(list(files.WRITERS)), "", options)

    def check(self, case, place):
        ranks = case.options.get("ranks", 1)
        plain = Case(case.seed, case.graph, case.format, case.packed, {
            o: v for o, v in case.options.items() if o != "ranks"}, case.output)
        launcher = [place.tools["mpirun"], "--allow-run-as-root", "--oversubscribe", "--bind-to",
                    "none", "-n", str(ranks)]
        area_solve.solve_and_judge(plain, place, program=place.tools["mpi"], prefix=launcher)

    def simpler(self, case):
        yield from simpler.simpler(case)


def fnv1a(text):
    number = 14695981039346656037
    for byte in text.encode():
        number = (number ^ byte) * 1099511628211 % 2**64
    return number


class Tuning:
    """Files of `tune` that are damaged, or hold settings that nobody measured: they are ignored with a
    warning, or used, and results are right."""

    name = "tuning"
    share = 0.5

    def missing(self, place):
        self.env = place.environment(devices="plain")
        self.devices = [d for d in found_devices(place, self.env) if d["backend"] != "cuda"]
        self.devices += found_devices(place, place.plain)  # cpu with one thread
        return None

    def draw(self, rng, place):
        device = rng.choice(self.devices[-1:] * 3 + self.devices)
        options = {"device": self.devices.index(device), "tuning": rng.randrange(2**32)}
        if rng.random() < 0.3:
            options["damage"] = rng.randrange(2**32)
        for name, values, share in (("--algo", ["kleene", "rkleene", "fw", "sparse"], 0.7),
                                    ("--dtype", ["f32", "f64", "i32"], 0.5)):
            if rng.random() < share:
                options[name] = rng.choice(values)
        graph = draw_larger(rng) if rng.random() < 0.4 else graphs.draw(rng)
        return Case(rng.randrange(2**32), graph, "csv", "", options)

    def text(self, device, rng):
        """A file of tuning for this device."""
        entries = []
        for dtype in ("f32", "f64", "i32", "i16", "u8"):
            settings = {key: rng.choice([0, 1, 7, 8, 16, 32, 64, 128, 256, 2**31, 2**64 - 1])
                        for key in ("tile", "block", "group", "rows", "columns", "vector", "unroll",
                                    "work_items", "depth", "stripe") if rng.random() < 0.4}
            entries.append({"dtype": dtype, "semiring": "min-plus", "algorithm": rng.choice(
                ["kleene", "sparse"]), "variant": rng.choice(["cpu", "gpu", "avx512-fma", "avx2"]),
                "non_negative": rng.random() < 0.5, "n": rng.choice([0, 1, 64, 2**40]),
                "relaxations_per_second": rng.choice([1e9, 0, -1, 1e300]),
                "default_relaxations_per_second": 1e9,
                "settings": settings or None})
        head = {"format": "apsp-ocl tuning 1", "program": self.version, "backend": device["backend"],
                "device": device["name"], "platform": device["platform"], "driver": device["driver"],
                "compute_units": device["compute_units"]}
        return json.dumps({**head, "entries": entries}, indent=2).encode()

    def check(self, case, place):
        if not hasattr(self, "version"):
            self.version = place.run("--version").out.split()[1].decode()
        device = self.devices[case.options.get("device", len(self.devices) - 1)]
        plain_text = "\n".join(str(device[key]) for key in (
            "backend", "name", "platform", "driver", "compute_units"))
        label = ""
        for c in device["name"]:
            label += c if c.isascii() and c.isalnum() else "-" if label and label[-1] != "-" else ""
        name = f"{label[:60]}-{fnv1a(plain_text):016x}.json"
        data = self.text(device, random.Random(case.options.get("tuning", 0)))
        if "damage" in case.options:
            data = area_damage.damage(random.Random(case.options["damage"]), data)
        (place.folder / "data" / "apsp-ocl").mkdir(parents=True)
        place.write(f"data/apsp-ocl/{name}", data)
        one_thread = device is self.devices[-1]
        env = place.environment(devices=False if one_thread else "plain",
                                XDG_DATA_HOME=str(place.folder / "data"),
                                OMP_NUM_THREADS="1" if one_thread else None)
        options = {o: v for o, v in case.options.items() if o.startswith("--")}
        plain = Case(case.seed, case.graph, case.format, "", options, case.output,
                     identifier(device))
        area_solve.solve_and_judge(plain, place, env=env)

    def simpler(self, case):
        yield from simpler.simpler(case)
