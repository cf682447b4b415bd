"""A solve in a workspace that is killed, or whose files are damaged, and resumed: its result has the
bits of a solve that nobody disturbed, or it is refused. So do statistics alone, whose sums are kept.
"""

import json
import random
import signal
import time
from dataclasses import dataclass, field

import results
from area_damage import damage
from judge import close
from place import Fault, Skip


@dataclass
class Case:
    seed: int
    options: dict = field(default_factory=dict)


class Kill:
    name = "kill"
    share = 1

    def __init__(self):
        self.known = {}  # distances by graph, from another algorithm
        self.durations = {}

    def draw(self, rng, place):
        if rng.random() < 0.5:
            return self.draw_statistics(rng)
        n = rng.choice([300, 700, 1000, 1300])
        graph = rng.choice([f"random:{n},0.05,{rng.randint(1, 3)}", f"potential:{n},0.1",
                            f"ring:{n}", f"squares:{n}"])
        options = {"--generate": graph, "--memory-limit": rng.choice(["3M", "4M", "6M"])}
        if rng.random() < 0.3:
            options["--dtype"] = "i32"
        return disturbed(rng, options)

    def draw_statistics(self, rng):
        n = rng.choice([3000, 6000])
        options = {"--generate": rng.choice([f"random:{n},0.001,{rng.randint(1, 3)}", f"road:{n}"]),
                   "--algo": rng.choice(["search", "sparse"])}
        if rng.random() < 0.4:
            options["--dtype"] = rng.choice(["f32", "f64", "i32"])
        if rng.random() < 0.4:
            options["--harmonic"] = None
        if rng.random() < 0.5:
            options[rng.choice(["--histogram", "--within"])] = "10,20,1000"
        return disturbed(rng, options)

    def expected(self, place, words):
        key = " ".join(words)
        if key not in self.known:
            outcome = place.run(*words, "--device=cpu", "--algo=search", "-o", "known.npy")
            if outcome.code:
                raise Fault("refusal", outcome.said())
            self.known[key] = results.matrix(place.read("known.npy"), "known.npy")
        return self.known[key]

    def duration(self, place, words):
        """Of a solve that nobody disturbs, in seconds."""
        key = " ".join(words)
        if key not in self.durations:
            begin = time.monotonic()
            place.run(*words)
            self.durations[key] = time.monotonic() - begin
            place.transcript.pop()
        return self.durations[key]

    def check(self, case, place):
        options = dict(case.options)
        after, harm = options.pop("after", None), options.pop("damage", None)
        (place.folder / "w").mkdir()
        if "--algo" in options:
            words = [name if value is None else f"{name}={value}" for name, value in options.items()]
            words += ["--device=cpu", "--stats-output=s.csv", "--json", "--quiet"]
            if " ".join(words) not in self.known:
                self.known[" ".join(words)] = sums(place, place.run(*words))
            known = self.known[" ".join(words)]
            words += ["--workspace=w"]
        else:
            limit = options.pop("--memory-limit", "3M")
            words = [f"{name}={value}" for name, value in options.items()]
            known = self.expected(place, words)
            words += ["--device=cpu", "--algo=kleene", f"--memory-limit={limit}", "--workspace=w", "-o",
                      "d.npy"]
        if after:
            after = round(after * self.duration(place, words), 4)
        outcome = place.run(*words, kill_after=after)
        if outcome.code not in (0, 6, -signal.SIGKILL):
            raise Fault("refusal", f"exit code {outcome.code}; {outcome.said()}")
        killed = outcome.code == -signal.SIGKILL
        for left in place.folder.glob("*.part*"):  # nobody can remove it after a kill
            left.unlink()
        harmed = False
        if killed and harm is not None:
            rng = random.Random(harm)
            kept = sorted(f for f in (place.folder / "w").rglob("*") if f.is_file())
            if kept:
                file = rng.choice(kept)
                data = file.read_bytes()
                new = damage(rng, data) if rng.random() < 0.5 else flipped(rng, data)
                file.write_bytes(new)
                place.transcript.append(("file", f"w/{file.name}", new[:4096]))
                harmed = True
        if killed:
            outcome = place.run(*words, "--resume")
        if outcome.code == 6:  # no stripe fits within the limit
            raise Skip
        if outcome.code and not (harmed and outcome.code in (1, 4)):
            raise Fault("refusal", f"exit code {outcome.code}; {outcome.said()}")
        if outcome.code == 0 and "--algo" in options and not all(map(close, sums(place, outcome), known)):
            raise Fault("wrong sum", f"after a kill at {after} s, damage: {harmed}")
        if outcome.code == 0 and "--algo" not in options and results.matrix(
                place.read("d.npy"), "d.npy") != known:
            raise Fault("wrong number", f"after a kill at {after} s, damage: {harmed}")

    def simpler(self, case):
        for name in ("damage", "--dtype"):
            if name in case.options:
                yield Case(case.seed, {k: v for k, v in case.options.items() if k != name})


def disturbed(rng, options):
    if rng.random() < 0.5:
        options["damage"] = rng.randrange(2**32)
    if rng.random() < 0.8:
        options["after"] = rng.choice([0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95])  # of its time
    return Case(rng.randrange(2**32), options)


def sums(place, outcome):
    """All numbers of the statistics."""
    if outcome.code:
        raise Fault("refusal", outcome.said())
    statistics = json.loads(outcome.out)["stats"]
    named = [statistics[name] or 0 for name in ("diameter", "radius", "efficiency", "reachable_pairs")]
    bins = statistics["histogram"]["pairs"] if statistics["histogram"] else []
    lines = results.table(place.read("s.csv"), "s.csv")[1:]
    return [*named, *bins, *(float(number) for line in lines for number in line)]


def flipped(rng, data):
    data = bytearray(data)
    if data:
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return bytes(data)
