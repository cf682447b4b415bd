"""Reads the files that the program writes: .npy, .csv, .tsv, .mtx, .npz, lists, each maybe packed."""

import ast
import gzip
import io
import math
import struct
import subprocess
import zipfile

from files import CODES

DTYPES = {"u1": "u8", "i2": "i16", "i4": "i32", "f4": "f32", "f8": "f64"}


def unpack(data, name):
    if name.endswith(".zst"):
        return subprocess.run(["zstd", "-dcq"], input=data, capture_output=True, check=True).stdout
    return gzip.decompress(data) if name.endswith(".gz") else data


def unpacked(name):
    return name.removesuffix(".gz").removesuffix(".zst")


def parse_npy(data):
    """(type as in headers, shape, flat values in C order)"""
    assert data[:6] == b"\x93NUMPY", "no .npy"
    long = data[6] > 1
    size = struct.unpack_from("<I" if long else "<H", data, 8)[0]
    begin = (12 if long else 10) + size
    head = ast.literal_eval(data[begin - size:begin].decode("latin-1"))
    code, shape = head["descr"][1:], head["shape"]
    if code[0] == "S":
        return code, shape, data[begin:]
    count = math.prod(shape)
    values = struct.unpack_from(f"<{count}{CODES[code]}", data, begin)
    assert begin + count * int(code[1:]) == len(data), "bytes after the array"
    if head["fortran_order"] and len(shape) == 2:
        rows, columns = shape
        values = tuple(values[j * rows + i] for i in range(rows) for j in range(columns))
    return code, shape, values


def rows_of(shape, values):
    rows, columns = shape
    return [list(values[i * columns:(i + 1) * columns]) for i in range(rows)]


def cell(text):
    try:
        return int(text)
    except ValueError:
        return float(text)


def matrix(data, name, shape=None):
    """(dtype or None for text, rows). In text "no path" is infinity. `shape` is that of a sparse
    matrix, whose missing entries become None."""
    data = unpack(data, name)
    name = unpacked(name)
    if name.endswith(".npy"):
        code, found, values = parse_npy(data)
        return DTYPES[code], rows_of(found, values)
    if name.endswith(".npz"):
        return sparse(data)
    text = data.decode()
    if name.endswith(".mtx"):
        banner, size, *values = text.split("\n")
        assert banner.startswith("%%MatrixMarket matrix array ") and values.pop() == ""
        rows, columns = map(int, size.split())
        assert len(values) == rows * columns, "a wrong count of entries"
        return None, [[cell(values[j * rows + i]) for j in range(columns)] for i in range(rows)]
    separator = "," if name.endswith(".csv") else "\t"
    lines = text.split("\n")
    assert lines.pop() == "", "the last line has no end"
    return None, [[cell(v) for v in line.split(separator)] for line in lines]


def npz(data):
    """Arrays by name."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None, "a damaged archive"
        return {n.removesuffix(".npy"): parse_npy(archive.read(n)) for n in archive.namelist()}


def sparse(data):
    parts = npz(data)
    _, _, kind = parts["format"]
    assert kind == b"csr", kind
    rows, columns = parts["shape"][2]
    code, _, values = parts["data"]
    indices, ends = parts["indices"][2], parts["indptr"][2]
    found = [[None] * columns for _ in range(rows)]
    for i in range(rows):
        for k in range(ends[i], ends[i + 1]):
            assert found[i][indices[k]] is None, "two entries at one place"
            found[i][indices[k]] = values[k]
    return DTYPES[code], found


def fields(line, separator):
    """The fields of a line; those in quotes may hold separators, and quotes twice."""
    found, at = [], 0
    while True:
        if line[at:at + 1] == '"':
            end = at + 1
            while line[end] != '"' or line[end + 1:end + 2] == '"':
                end += 2 if line[end] == '"' else 1
            found.append(line[at + 1:end].replace('""', '"'))
            at = end + 1
        else:
            end = line.find(separator, at)
            end = len(line) if end < 0 else end
            found.append(line[at:end])
            at = end
        if at >= len(line):
            return found
        at += 1


def table(data, name):
    """The lines of a table: a header, and the fields of each line."""
    separator = "," if unpacked(name).endswith(".csv") else "\t"
    lines = unpack(data, name).decode().split("\n")
    assert lines.pop() == "", "the last line has no end"
    return [fields(line, separator) for line in lines]
