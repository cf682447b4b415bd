"""Tables of pandas, polars and Arrow: lists of arcs, and pandas' labelled matrices."""

import re

import numpy as np

from . import _core, _graph


def from_table(table, source, target, weight, unweighted, reading):
    kind = type(table)
    if hasattr(kind, "__arrow_c_stream__") and not hasattr(kind, "columns"):
        import pyarrow

        try:
            table = pyarrow.table(table)
        except pyarrow.ArrowInvalid:  # a single column
            raise _graph.no_graph(table) from None
    names = list(table.column_names if hasattr(kind, "column_names") else table.columns)
    if source is None and target is None and weight is None and _is_matrix(table, names):
        if list(table.index) != names:
            place = {name: k for k, name in enumerate(names)}
            names = list(table.index)
            table = table.iloc[:, [place[name] for name in names]]
        matrix = np.asarray(table)
        if matrix.dtype.kind not in "biuf":
            matrix = _graph.reals(table.to_numpy(dtype=object, na_value=None))
        real = _graph.real_for(matrix.dtype, len(names))
        return _graph.Graph(_graph.from_dense(matrix, reading), _labels(names), real)
    places = _places(names, source, target, weight, unweighted)
    ends = [_values(table, names, place) for place in places[:2]]
    labels, sources, targets = _vertices(ends)
    weights = np.ones(len(sources))
    if places[2] is not None:
        weights = _numbers(_column(table, names, places[2]), f"column {names[places[2]]!r}")
    kept = ~_graph.no_arc(weights)
    core = _graph.from_arcs(len(labels), sources[kept], targets[kept], weights[kept], reading)
    return _graph.Graph(core, _labels(labels))


def _labels(names):
    """None for the numbers 0 .. n - 1, which are their own names."""
    names = [name.item() if isinstance(name, np.generic) else name for name in names]
    own = all(type(name) is int and name == k for k, name in enumerate(names))
    return None if own else names


def _is_matrix(table, names):
    index = getattr(table, "index", None)
    if index is None or callable(index) or not 1 < len(index) == len(names):
        return False
    in_order = list(index) == names
    if not (in_order or len(set(names)) == len(names) and set(index) == set(names)):
        return False
    by_place = type(index).__name__ == "RangeIndex" and (not in_order or type(table.columns).__name__ == "RangeIndex")
    if by_place and len(names) in (2, 3):
        if any(kind.kind not in "biuf" for kind in table.dtypes):  # words are names of vertices
            return False
        raise ValueError(f"a table of {len(names)} x {len(names)} without names may be a matrix or a list of arcs: "
                         "give table.to_numpy() for a matrix, or source=0, target=1 and so on for arcs")
    return True


def _places(names, source, target, weight, unweighted):
    """The places of the columns of sources, targets and weights, by the rules for files; None for no weights."""
    plain = [re.sub("[ _:]", "", name.lower()) if isinstance(name, str) else None for name in names]

    def named(role):
        return next((plain.index(name) for name in _core.COLUMN_NAMES[role] if name in plain), None)

    def wanted(role, column):
        if column in names:
            return names.index(column)
        if type(column) is int and 0 <= column < len(names) and not any(isinstance(name, int) for name in names):
            return column
        raise ValueError(f"{role}={column!r}: no such column; there are {_listed(names)}")

    by_name = {"weight": named("weight"), "source": named("source"), "target": named("target")}
    if by_name["source"] is None is by_name["target"]:
        for pair in _core.COLUMN_NAMES["pairs"]:
            if set(pair) <= set(plain):
                by_name.update(zip(("source", "target"), map(plain.index, pair)))
                break
    asked = {"source": source, "target": target, "weight": weight}
    known = {role: place if asked[role] is None else wanted(role, asked[role]) for role, place in by_name.items()}
    if len(names) < 2:
        raise ValueError("a table of arcs has columns of sources and targets, and of weights: this one has "
                         f"{_listed(names)}")
    if known["source"] is not None and known["target"] is not None:
        if known["source"] == known["target"]:
            raise ValueError(f"source and target are both column {names[known['source']]!r}: choose them by source= "
                             "and target=")
        if unweighted or len(names) == 2:
            return known["source"], known["target"], None
        chosen = by_name["source"] is None or by_name["target"] is None
        if known["weight"] is None and chosen and len(names) == 3 and known["source"] + known["target"] == 1:
            return known["source"], known["target"], 2
        if known["weight"] is None or known["weight"] in (known["source"], known["target"]):
            raise ValueError(f"no column of weights among {_listed(names)}: name it by weight=, or use unweighted=True")
        return known["source"], known["target"], known["weight"]
    # Whatever has a name must be where it would be without one.
    usual = all(known[role] in (None, place) for role, place in (("source", 0), ("target", 1)))
    if usual and (weight is not None or known["weight"] in (None, 2)) and len(names) <= 3:
        third = 2 if len(names) == 3 else None
        return 0, 1, None if unweighted else third if weight is None else known["weight"]
    raise ValueError(f"which columns are the arcs' ends and weights is not clear from {_listed(names)}: choose by "
                     "source=, target= and weight= or unweighted=True")


def _listed(names):
    shown = ", ".join(map(repr, names[:12]))
    return shown + (", ..." if len(names) > 12 else "") if names else "none"


def _column(table, names, place):
    if hasattr(type(table), "column_names"):  # Arrow
        return table.column(place)
    return table.iloc[:, place] if hasattr(type(table), "iloc") else table[names[place]]


def _values(table, names, place):
    values = _column(table, names, place)
    return np.asarray(values.to_numpy() if hasattr(values, "to_numpy") else values)


def _numbers(column, what):
    """A column's numbers; NaN where there is none."""
    values = np.asarray(column.to_numpy() if hasattr(column, "to_numpy") else column)
    if values.dtype.kind == "O" and hasattr(column, "isna"):  # pandas' own NA
        values = np.where(np.asarray(column.isna()), None, values)
    try:
        return _graph.reals(values)
    except ValueError as error:
        raise ValueError(f"{what} of the table: {error}") from None


def _vertices(columns):
    """The names of the vertices, as in files: integers in ascending order, others as they appear; and the numbers of
    sources and targets."""
    arcs = len(columns[0])
    ends = _ends(columns)
    missing = np.array([_is_missing(end) for end in ends.tolist()]) if ends.dtype.kind == "O" else ends != ends
    if np.any(missing):
        arc = int(np.argmax(missing)) % arcs
        raise ValueError(f"arc {arc} of the table: its source or target is missing")
    if ends.dtype.kind == "O" and all(type(end) is int for end in ends.tolist()):
        ends = np.array(ends.tolist(), dtype=np.int64)
    if ends.dtype.kind == "O":
        place = {}
        for pair in zip(ends[:arcs].tolist(), ends[arcs:].tolist()):
            for end in pair:
                place.setdefault(end, len(place))
        labels, numbers = list(place), np.array([place[end] for end in ends.tolist()], dtype=np.int64)
    else:
        labels, first, numbers = np.unique(ends, return_index=True, return_inverse=True)
        labels, numbers = labels.tolist(), numbers.ravel()
        if ends.dtype.kind not in "biuf":  # in the order of appearance, source before target
            order = np.argsort(first % arcs * 2 + first // arcs)
            labels = [labels[k] for k in order]
            numbers = np.argsort(order)[numbers]
    return labels, numbers[:arcs], numbers[arcs:]


def _is_missing(end):
    return end is None or type(end).__name__ == "NAType" or end != end


def _ends(columns):
    """Sources and targets in one array, in which different vertices stay different."""
    kinds = {"number" if column.dtype.kind in "iufb" else column.dtype.kind for column in columns}
    if len(kinds) > 1:
        return np.concatenate([column.astype(object) for column in columns])
    ends = np.concatenate(columns)
    integers = [column for column in columns if column.dtype.kind in "iu"]
    if ends.dtype.kind != "f" or not integers:
        return ends
    signed = len(integers) == 2  # one of them is not, and NumPy would make both floats
    largest = np.iinfo(np.int64).max if signed else _graph.LARGEST_EXACT
    for column in integers:
        beyond = (column > largest) | (column < -largest - signed)
        if np.any(beyond):
            raise ValueError(f"vertex {column[beyond][0]} of the table: expected integers of at "
                             f"most {largest}, as sources and targets differ in type")
    return np.concatenate(columns, dtype=np.int64, casting="unsafe") if signed else ends
