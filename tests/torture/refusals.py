"""Which refusals are right: those that the documentation names, for reasons that the tester sees, too."""

from bounds import LARGEST, LIMITS
from oracle import Distances
from place import Fault

# Combinations that docs/*.md name as not available.
def usage_refusals(options, device):
    semiring = options.get("--semiring", "min-plus")
    algo = options.get("--algo", "auto")
    if semiring != "min-plus":
        for name in ("--paths", "--paths-output", "--stats", "--stats-output", "--harmonic",
                     "--histogram", "--within"):
            if name in options:
                return f"{name} over {semiring}"
        if "--max-distance" in options and semiring != "min-max":
            return "--max-distance"
        if semiring == "or-and" and "--symmetric" in options:
            return "--symmetric"
    if algo in ("sparse", "search") and any(
            name in options for name in ("--tile", "--block", "--variant", "--workspace")):
        return "kernels of kleene"
    if algo in ("fw", "search") and "--symmetric" in options:
        return "--symmetric"
    if algo in ("rkleene", "fw") and ("--workspace" in options or "--memory-limit" in options):
        return "layouts of kleene"
    if "," in device and algo in ("rkleene", "fw"):
        return "several devices need kleene or sparse"
    if "--variant" in options and (algo == "fw") != (options["--variant"] == "serial"):
        return "--variant"
    if "--tile" in options and (algo == "fw" or "--variant" in options):
        return "--tile"
    if "--workspace" in options and ("--warm-up" in options or "--symmetric" in options):
        return "--warm-up or --symmetric with --workspace"
    if "--memory-limit" in options and "--symmetric" in options:
        return "--symmetric in stripes"
    if algo in ("search", "sparse") and device != "cpu":
        return "search is for cpu, and sparse not for llvmpipe"
    if "--dtype" in options and (semiring, options["--dtype"]) not in DEFINED:
        return "no such type over the semiring"
    return None


DEFINED = {(s, t) for s in ("min-plus", "max-min", "min-max") for t in ("f32", "f64", "i32", "i16",
                                                                       "u8")}
DEFINED |= {("max-times", "f32"), ("max-times", "f64"), ("or-and", "u8")}


def judge_refusal(case, graph, semiring, outcome):
    """A refusal must have a reason that the tester knows, too."""
    code, options = outcome.code, case.options
    if code == 2 and "--variant" in options and "has no variant" in outcome.said():
        return
    if code == 3 and "has no f64" in outcome.said():
        return
    if usage_refusals(options, case.device) and code in (2, 6):
        return
    weights = [w for _, _, w in graph.arcs]
    if "--symmetric" in options and code in (2, 4):
        arcs = Distances(graph).weights if semiring == "min-plus" else {(0, 1): 1}
        if any(arcs.get((j, i)) != w for (i, j), w in arcs.items() if i != j):
            return
    if "--memory-limit" in options and code == 6:
        return
    if code == 4 and semiring == "max-times" and any(not 0 <= w <= 1 for w in weights):
        return
    dtype = options.get("--dtype")
    if code == 4 and semiring in ("max-min", "min-max") and dtype:
        highest = LIMITS.get(dtype, LARGEST.get(dtype))
        whole = graph.integral() or dtype in ("f32", "f64")
        if not whole or any(abs(w) >= highest or w <= 0 and dtype == "u8" for w in weights):
            return
    if semiring == "min-plus":
        exact = Distances(graph)
        if code == 5 and exact.cycle:
            return
        if code == 4 and may_refuse_type(graph, exact, dtype):
            return
        if exact.cycle:
            raise Fault("negative cycle", f"exit code {code}; {outcome.said()}")
    raise Fault("refusal", f"exit code {code}; {outcome.said()}")


def may_refuse_type(graph, exact, dtype):
    """Whether the type may not hold the distances. Bounds of the library are at worst the largest
    weight times n - 1, and with potentials three times that."""
    weights = [abs(w) for _, _, w in graph.arcs if w]
    most = max(weights, default=0)
    if dtype in LIMITS:
        if not graph.integral() or exact.negative and dtype == "u8":
            return True
        factor = 4 * graph.n if exact.negative else max(graph.n - 1, 1)
        return int(most) * factor > LIMITS[dtype]
    if exact.negative and not graph.integral() and max(weights) / min(weights) > 2**8:
        return True
    largest = LARGEST[dtype or "f64"]
    return most > largest / (4 * graph.n)
