"""How long Kleene's algorithm takes on several devices: a model with five unknowns, and its fit.

A step of B pivots, on a grid of R x C devices that have r rows and c columns each at most, takes
  max(update, chain) + close + latency
  update   r c B / rate          the device's part is relaxed
  chain    2 c B^2 / rate        what the next step waits for: its pivots' rows are relaxed, closed
           + bytes / bandwidth   and sent: c B elements if R > 1; before them r B more if C > 1
  close    what nothing hides, also on one device: mostly closing the block
  latency  the same, on several devices only: messages, however many hops they take
A solve takes n / B steps and, on several devices, start: threads, buffers and the first panel. The
unknowns are rate and close, which the rows of one device give, then start, latency and bandwidth,
by least squares of relative errors. Of the last three only those are used that lower the error of
rows that are left out of the fit; the others are 0, or, of the bandwidth, too high to be seen.
"""

import itertools
import math
import operator

BYTES = {"f32": 4, "f64": 8, "i32": 4, "i16": 2, "u8": 1}
RATE, CLOSE, START, LATENCY, BANDWIDTH = range(5)  # as 1 / rate, seconds, and 1 / bandwidth


def best_grid(devices):
    """As best_grid of host/algorithms/distribution.cpp."""
    best = (devices, 1)
    for cols in range(2, math.isqrt(devices) + 1):
        if devices % cols == 0 and 3 * (devices + cols * cols) <= 2 * cols * devices:
            best = (devices // cols, cols)
    return best


def row_of(n, devices, grid=None, block=512, dtype="f32"):
    return dict(n=n, devices=devices, grid=grid or best_grid(devices), block=block, dtype=dtype)


def parts_of(row):
    """Steps; elements relaxed by update and by chain in one step; bytes of its panels."""
    (rows, cols), n, block = row["grid"], row["n"], row["block"]
    blocks = -(-n // block)  # whole blocks are dealt
    height, width = (min(-(-blocks // count) * block, n) for count in (rows, cols))
    panel = (width if rows > 1 else 0) + (height if cols > 1 else 0)
    update, chain = height * width * block, 2 * width * block**2
    return n / block, update, chain, panel * block * BYTES[row["dtype"]]


def terms(row, chained):
    """What the unknowns are multiplied by, if the chain or if the update takes longer."""
    steps, update, chain, size = parts_of(row)
    work, sent = (chain, size) if chained else (update, 0)
    several = row["devices"] > 1
    return steps * work, steps, several, steps * several, steps * sent


def product(a, b):
    return sum(map(operator.mul, a, b))


def predict(row, values):
    _, update, chain, size = parts_of(row)
    longer = chain * values[RATE] + size * values[BANDWIDTH] > update * values[RATE]
    return product(values, terms(row, row["devices"] > 1 and longer))


def share_of_peak(row, values):
    """Of the rate of so many devices, each as fast as one alone."""
    return row["n"] ** 3 / row["devices"] * values[RATE] / predict(row, values)


def error_of(row, values):
    return predict(row, values) / row["time"] - 1


def solve_linear(rows):
    """Gauss, for rows of a positive matrix and the right side; None if that is singular."""
    for k, pivot in enumerate(rows):
        if pivot[k] < 1e-12:
            return None
        for i, row in enumerate(rows):
            factor = row[k] / pivot[k] if i != k else 0
            row[:] = [a - factor * b for a, b in zip(row, pivot)]
    return [row[-1] / row[k] for k, row in enumerate(rows)]


def least_squares(rows, known, chosen, chained):
    """The chosen unknowns beside those that are known; None if one comes out negative."""
    parts = [[t / row["time"] for t in terms(row, c)] for row, c in zip(rows, chained)]
    right = [1 - product(known, line) for line in parts]
    columns = [[line[k] for line in parts] for k in chosen]
    scale = [max(column) or 1 for column in columns]
    columns = [[value / s for value in column] for column, s in zip(columns, scale)]
    found = solve_linear([[product(a, b) for b in [*columns, right]] for a in columns])
    if found is None or min(found, default=0) < 0:
        return None
    chosen_values = {k: value / s for k, s, value in zip(chosen, scale, found)}
    return [chosen_values.get(k, value) for k, value in enumerate(known)]


def fit_chosen(rows, known, chosen):
    """Tries, in the order of how soon the chain takes longer, for how many rows it does."""
    ratio = lambda row: parts_of(row)[3] / parts_of(row)[1]
    tried = []
    for bound in {math.inf, *(map(ratio, rows) if BANDWIDTH in chosen else [])}:
        values = least_squares(rows, known, chosen, [ratio(row) >= bound for row in rows])
        if values:
            tried.append((math.hypot(*(error_of(row, values) for row in rows)), values))
    return min(tried)[1] if tried else None


def fit(rows):
    """The unknowns, and of each row of several devices its error by the fit of the others."""
    one = [row for row in rows if row["devices"] == 1]
    several = [row for row in rows if row["devices"] > 1]
    zeros = [0.0] * 5
    known = fit_chosen(one, zeros, (RATE, CLOSE)) or fit_chosen(one, zeros, (RATE,))
    best = known, [error_of(row, known) for row in several]
    for count in range(1, min(4, len(several))):
        for chosen in itertools.combinations((START, LATENCY, BANDWIDTH), count):
            errors = []
            for row in several:
                values = fit_chosen([r for r in several if r is not row], known, chosen)
                errors.append(error_of(row, values) if values else math.inf)
            values = fit_chosen(several, known, chosen)
            if values and math.hypot(*errors) < 0.9 * math.hypot(*best[1]) - 1e-9:
                best = values, errors
    return best


def cautious(rows, values):
    """The unknowns, with the least bandwidth that hides the panels in all rows if none shows it."""
    parts = [parts_of(row) for row in rows if row["devices"] > 1]
    least = max((s / (u - c) / values[RATE] for _, u, c, s in parts if u > c), default=math.inf)
    return [*values[:BANDWIDTH], values[BANDWIDTH] or 1 / least]


def smallest_n(devices, share, values, like):
    """That has this share of the peak, in whole blocks of each device; inf if beyond any use."""
    unit = like["block"] * math.lcm(*best_grid(devices))
    rows = (row_of(k * unit, devices, None, like["block"], like["dtype"]) for k in range(1, 2**14))
    return next((row["n"] for row in rows if share_of_peak(row, values) >= share), math.inf)


def required(row, share, values):
    """The bandwidth and the latency that this share of the peak takes, each if all else is as
    fitted; a bandwidth of inf, and a latency that is not positive, are never enough."""
    steps, update, chain, size = parts_of(row)
    seconds = row["n"] ** 3 / row["devices"] * values[RATE] / share
    step = (seconds - values[START]) / steps - values[CLOSE]
    latency = step - max(update * values[RATE], chain * values[RATE] + size * values[BANDWIDTH])
    left = step - values[LATENCY]
    enough = left > max(update, chain) * values[RATE]
    return size / (left - chain * values[RATE]) if enough else math.inf, latency
