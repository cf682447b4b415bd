"""Batches through the Python package, in this process."""

import math

import area_batch
import area_python
from oracle import Distances


class PythonBatch(area_batch.Batch):
    """The same through apsp.solve_batch."""

    name = "python_batch"
    share = 2
    missing = staticmethod(area_python.missing)

    def draw(self, rng, place):
        options = {"as": rng.choice(["csr", "list", "array"])}
        self.draw_options(rng, options)
        return area_batch.Case(rng.randrange(2**32), area_batch.draw_graphs(rng), options)

    def check(self, case, place):
        found, kind = case.graphs, case.options.get("as", "csr")
        pad = case.options.get("--pad")
        if pad and pad < max(graph.n for graph in found):
            pad = None
        same = len({graph.n for graph in found}) == 1
        arrays = [f"np.array({area_python.matrix_text(graph, math.inf)}, dtype=float)"
                  for graph in found]
        if kind == "csr":
            first, ends, targets, weights = area_batch.compressed(found, False)
            source = (f"(np.array({first}), np.array({ends}), np.array({targets}, dtype=np.int32), "
                      f"np.array({weights}, dtype=float))")
        elif kind == "list" or not same:
            source = "[" + ", ".join(arrays) + "]"
        else:
            source = "np.array([" + ", ".join(arrays) + "])"
        words = {"--dtype": "dtype", "--no-path": "no_path", "--result-dtype": "result_dtype",
                 "--path-arcs": "path_arcs"}
        named = {words[o]: v for o, v in case.options.items() if o in words}
        if "--paths" in case.options:
            named["predecessors"] = True
        if "--unweighted" in case.options:
            named["unweighted"] = True
        if pad:
            named["pad"] = pad
            if "--fill" in case.options:
                named["fill"] = case.options["--fill"]
        text = "".join(f", {name}={value!r}" for name, value in named.items())
        truth = [Distances(self.meant(graph, case)) for graph in found]
        try:
            result, = area_python.call(
                place, f"r = apsp.solve_batch({source}{text}, device='cpu')\n", ["r"])
        except (ValueError, MemoryError) as error:
            self.judge_refusal(case, truth, area_python.Refusal(4, error))
            return
        parts = {"distances": [result.distances[b].tolist() for b in range(len(found))],
                 "failed": sorted(result.failures)}
        name = result.distances[0].dtype.name
        parts["type"] = {"uint8": "u8", "int16": "i16", "int32": "i32", "float32": "f32",
                         "float64": "f64"}[name]
        if "predecessors" in named:
            parts["predecessors"] = [result.predecessors[b].tolist() for b in range(len(found))]
        if "path_arcs" in named and kind == "csr":
            parts["path_arcs"] = [result.path_arcs[b].tolist() for b in range(len(found))]
        self.judge(case, truth, result.dtype, parts, pad)
