"""Writes graphs as files of every format that the program reads.

`write(rng, graph)` gives a GraphFile: the bytes, the options that the program needs to read them, and
the graph that they mean, which may have vertices in another order than the graph that was drawn.
"""

import gzip
import io
import struct
import zipfile
from dataclasses import dataclass, field

from graphs import Graph, as_f32

NO_ARC = {"f4": float("inf"), "f8": float("inf"), "u1": 255, "i2": 16383, "u2": 16383,
          "i4": 1073741823, "i8": 1073741823, "u4": 1073741823, "u8": 1073741823}
CODES = {"f4": "f", "f8": "d", "u1": "B", "i1": "b", "i2": "h", "u2": "H", "i4": "i", "u4": "I",
         "i8": "q", "u8": "Q"}


@dataclass
class GraphFile:
    suffix: str
    data: bytes
    graph: Graph
    labels: list
    options: list = field(default_factory=list)
    symmetric: bool = False  # the format has no other graphs
    dense: bool = False


def number(w):
    return str(w) if isinstance(w, int) else repr(w)


def npy(dtype, shape, values, fortran=False):
    """A NumPy array; `dtype` is as in NumPy's headers, without the order of bytes."""
    order = "|" if dtype[1:] == "1" or dtype[0] == "S" else "<"
    head = f"{{'descr': '{order}{dtype}', 'fortran_order': {fortran}, 'shape': {shape}, }}"
    head += " " * (-(len(head) + 11) % 64) + "\n"
    data = values if isinstance(values, bytes) else struct.pack(
        f"<{len(values)}{CODES[dtype]}", *values)
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() + data


def matrix_of(graph, none, diagonal=0):
    rows = [[none] * graph.n for _ in range(graph.n)]
    for i in range(graph.n):
        rows[i][i] = diagonal
    seen = set()
    for i, j, w in graph.arcs:
        if i == j:
            rows[i][i] = min(rows[i][i], w)
        elif (i, j) not in seen or w < rows[i][j]:
            rows[i][j] = w
            seen.add((i, j))
    return rows


def collapsed(graph):
    """Without parallel arcs, as a matrix has one weight per pair, and loops as it has them."""
    least = {}
    for i, j, w in graph.arcs:
        least[i, j] = min(w, least.get((i, j), w))
    return Graph(graph.n, [(i, j, w) for (i, j), w in least.items()])


def fits(w, dtype):
    if dtype == "f8":
        return w == float(w)
    if dtype == "f4":
        return as_f32(w) == w
    bits = 8 * int(dtype[1])
    low, high = (0, 2**bits - 1) if dtype[0] == "u" else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
    if dtype[1] != "1":
        high = min(high, NO_ARC[dtype] - 1)
    else:
        high = 254
    if dtype in ("u2", "u4", "u8"):
        high = min(high, 2 ** (bits - 1) - 1)
    return isinstance(w, int) and max(low, -high) <= w <= high


# Vertices of an edge list are those that it names: loops of weight 0 name all.
def named(rng, graph):
    arcs = list(graph.arcs)
    missing = set(range(graph.n)) - {v for i, j, _ in arcs for v in (i, j)}
    arcs += [(v, v, 0) for v in sorted(missing)]
    kind = rng.choice(["numbers", "numbers", "sparse numbers", "words"])
    if kind == "words":
        order = {}
        for i, j, _ in arcs:
            order.setdefault(i, len(order))
            order.setdefault(j, len(order))
        stem = rng.choice(["v", "Ort ", "é", "x.", "0x"])
        labels = [f"{stem}{k}q" for k in range(graph.n)]
        arcs = [(order[i], order[j], w) for i, j, w in arcs]
        return Graph(graph.n, arcs), labels
    if kind == "numbers":
        first = rng.choice([0, 1, 5])
        return Graph(graph.n, arcs), [str(v + first) for v in range(graph.n)]
    labels = sorted(rng.sample(range(-10**6, 10**6), graph.n))
    return Graph(graph.n, arcs), [str(v) for v in labels]


def csv(rng, graph, suffix=".csv"):
    graph, labels = named(rng, graph)
    separator = "," if suffix == ".csv" else "\t"
    ends = rng.choice(["\n", "\n", "\r\n"])
    if any(" " in label for label in labels) and rng.random() < 0.5:
        labels_in_file = [f'"{label}"' for label in labels]
    else:
        labels_in_file = labels
    lines = [separator.join((labels_in_file[i], labels_in_file[j], number(w)))
             for i, j, w in graph.arcs]
    if rng.random() < 0.7 or not labels[0].lstrip("-").isdigit() or graph.n < 4:
        lines.insert(0, separator.join(rng.choice(
            [("source", "target", "weight"), ("from", "to", "cost"), ("u", "v", "length")])))
    text = ends.join(lines) + (ends if rng.random() < 0.8 else "")
    return GraphFile(suffix, text.encode(), graph, labels)


def edges(rng, graph):
    while True:
        named_graph, labels = named(rng, graph)
        if not any(" " in label for label in labels):
            break
    lines = ["# a graph"] * rng.randint(0, 1)
    lines += [f"{labels[i]} {labels[j]} {number(w)}" for i, j, w in named_graph.arcs]
    suffix = rng.choice([".txt", ".edges", ".el", ".snap"])
    return GraphFile(suffix, ("\n".join(lines) + "\n").encode(), named_graph, labels)


def gr(rng, graph):
    lines = [f"p sp {graph.n} {len(graph.arcs)}"]
    lines += [f"a {i + 1} {j + 1} {number(w)}" for i, j, w in graph.arcs]
    if rng.random() < 0.3:
        lines.insert(0, "c drawn")
    return GraphFile(".gr", ("\n".join(lines) + "\n").encode(), graph, numbered(graph, 1))


def numbered(graph, first=0):
    return [str(v + first) for v in range(graph.n)]


def mtx(rng, graph):
    whole = all(isinstance(w, int) for _, _, w in graph.arcs)
    field_name = "integer" if whole and rng.random() < 0.7 else "real"
    if rng.random() < 0.2 and graph.n > 0:
        graph = collapsed(graph)
        rows = matrix_of(graph, "inf")
        values = [rows[i][j] for j in range(graph.n) for i in range(graph.n)]
        values = [v if v == "inf" else number(v) for v in values]
        text = f"%%MatrixMarket matrix array real general\n{graph.n} {graph.n}\n"
        return GraphFile(".mtx", (text + "\n".join(values) + "\n").encode(), graph,
                         numbered(graph, 1), dense=True)
    text = f"%%MatrixMarket matrix coordinate {field_name} general\n"
    text += "% a comment\n" * rng.randint(0, 1)
    text += f"{graph.n} {graph.n} {len(graph.arcs)}\n"
    text += "".join(f"{i + 1} {j + 1} {number(w)}\n" for i, j, w in graph.arcs)
    return GraphFile(".mtx", text.encode(), graph, numbered(graph, 1))


def npy_file(rng, graph):
    types = [t for t in NO_ARC if all(fits(w, t) for _, _, w in graph.arcs)]
    if not types:
        return None
    dtype, graph = rng.choice(types), collapsed(graph)
    rows = matrix_of(graph, NO_ARC[dtype], rng.choice([0, 0, NO_ARC[dtype]]))
    fortran = rng.random() < 0.3
    order = zip(*rows) if fortran else rows
    values = [float(v) if dtype[0] == "f" else v for row in order for v in row]
    return GraphFile(".npy", npy(dtype, (graph.n, graph.n), values, fortran), graph,
                     numbered(graph), dense=True)


def npz(rng, graph):
    types = [t for t in ("f4", "f8", "i4", "i8", "i2", "u1") if all(
        fits(w, t) or t == "u1" and w == 255 for _, _, w in graph.arcs)]
    if not types:
        return None
    dtype, index = rng.choice(types), rng.choice(["i4", "i8"])
    kind = rng.choice(["csr", "csc", "coo"])
    arcs = list({(i, j): (i, j, w) for i, j, w in graph.arcs}.values())
    graph = Graph(graph.n, arcs)
    if kind != "coo":
        arcs = sorted(arcs, key=lambda a: a[:2] if kind == "csr" else (a[1], a[0]))
    values = [float(w) if dtype[0] == "f" else w for _, _, w in arcs]
    count = len(arcs)
    parts = {"format": npy("S3", (), kind.encode()), "shape": npy("i8", (2,), [graph.n] * 2),
             "data": npy(dtype, (count,), values)}
    if kind == "coo":
        parts["row"] = npy(index, (count,), [i for i, _, _ in arcs])
        parts["col"] = npy(index, (count,), [j for _, j, _ in arcs])
    else:
        major, minor = (0, 1) if kind == "csr" else (1, 0)
        parts["indices"] = npy(index, (count,), [a[minor] for a in arcs])
        ends = [sum(a[major] < v for a in arcs) for v in range(graph.n + 1)]
        parts["indptr"] = npy(index, (graph.n + 1,), ends)
    packed = rng.choice([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
    return GraphFile(".npz", zipped(parts, packed), graph, numbered(graph))


def zipped(parts, packed=zipfile.ZIP_STORED):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", packed) as archive:
        for name, data in parts.items():
            archive.writestr(zipfile.ZipInfo(name + ".npy"), data, packed)
    return out.getvalue()


def metis(rng, graph):
    least = {}
    for i, j, w in graph.arcs:
        if i != j:
            key = min(i, j), max(i, j)
            least[key] = min(w, least.get(key, w))
    if not all(isinstance(w, int) and w > 0 for w in least.values()):
        return None
    beside = [[] for _ in range(graph.n)]
    for (i, j), w in least.items():
        beside[i].append(f"{j + 1} {w}")
        beside[j].append(f"{i + 1} {w}")
    lines = [f"{graph.n} {len(least)} 001"] + [" ".join(b) for b in beside]
    arcs = [(i, j, w) for i, j, w in ((i, j, w) for (i, j), w in least.items())]
    both = arcs + [(j, i, w) for i, j, w in arcs]
    return GraphFile(rng.choice([".graph", ".metis"]), ("\n".join(lines) + "\n").encode(),
                     Graph(graph.n, both), numbered(graph, 1), symmetric=True)


def graphml(rng, graph):
    directed = rng.random() < 0.6
    text = '<?xml version="1.0" encoding="UTF-8"?>\n'
    text += '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n'
    text += '<key id="d0" for="edge" attr.name="weight" attr.type="double"/>\n'
    text += f'<graph edgedefault="{"directed" if directed else "undirected"}">\n'
    text += "".join(f'<node id="n{v}"/>\n' for v in range(graph.n))
    text += "".join(f'<edge source="n{i}" target="n{j}"><data key="d0">{number(w)}</data></edge>\n'
                    for i, j, w in graph.arcs)
    text += "</graph>\n</graphml>\n"
    if not directed:
        graph = Graph(graph.n, graph.arcs + [(j, i, w) for i, j, w in graph.arcs])
    return GraphFile(".graphml", text.encode(), graph, [f"n{v}" for v in range(graph.n)])


def dense(rng, graph):
    suffix = rng.choice([".csv", ".tsv"])
    none = rng.choice(["inf", "inf", ""]) if graph.n > 1 else "inf"
    graph = collapsed(graph)
    rows = matrix_of(graph, none)
    separator = "," if suffix == ".csv" else "\t"
    text = "".join(separator.join(v if isinstance(v, str) else number(v) for v in row) + "\n"
                   for row in rows)
    return GraphFile(suffix, text.encode(), graph, numbered(graph), ["--format", "dense"],
                     dense=True)


WRITERS = {"csv": csv, "tsv": lambda rng, graph: csv(rng, graph, ".tsv"), "edges": edges, "gr": gr,
           "mtx": mtx, "npy": npy_file, "npz": npz, "metis": metis, "graphml": graphml,
           "dense": dense}


def write(rng, graph, name, packed=""):
    """In this format, or in another one if it cannot hold the graph; packed as gz or zst."""
    made = WRITERS[name](rng, graph) or csv(rng, graph)
    if packed and made.suffix != ".npz":
        made.data = gzip.compress(made.data, 6, mtime=0) if packed == "gz" else zst(made.data)
        made.suffix += "." + packed
    return made


def zst(data):
    """A frame of Zstandard whose blocks are stored as they are (RFC 8878)."""
    frame = b"\x28\xb5\x2f\xfd\xa0" + struct.pack("<I", len(data))
    blocks = [data[k:k + 100000] for k in range(0, len(data), 100000)] or [b""]
    for k, block in enumerate(blocks):
        frame += struct.pack("<I", (len(block) << 3) | (k == len(blocks) - 1))[:3] + block
    return frame
