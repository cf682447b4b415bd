"""Which rows stand for a device: its lines, and the order of the devices."""


def series(rows, device, way, tile=None):
    """The measured rows of one algorithm and variant, fewer vertices first."""
    chosen = [r for r in rows if r.plain and (r.device, r.way, r.tile) == (device, way, tile)]
    return sorted(chosen, key=lambda r: r.n)


def fastest(rows, device):
    """The device's fastest row for each number of vertices, fewer vertices first."""
    best = {}
    for row in rows:
        if row.plain and row.device == device and row.tile is None:
            if row.n not in best or row.seconds() < best[row.n].seconds():
                best[row.n] = row
    return [best[n] for n in sorted(best)]


def ranked(rows):
    """Devices that have a row, those with the highest rate on their largest graph first."""
    lines = {device: fastest(rows, device) for device in dict.fromkeys(r.device for r in rows)}
    return sorted((d for d in lines if lines[d]), key=lambda d: -lines[d][-1].rate)


def common(a, b):
    """Pairs of rows of two lines with the same number of vertices."""
    others = {r.n: r for r in b}
    return [(r, others[r.n]) for r in a if r.n in others]


def serial_line(rows):
    """The serial loop's line of the host with the most sizes; among equals, of the fastest host."""
    lines = [series(rows, d, ("fw", "serial")) for d in dict.fromkeys(r.device for r in rows)]
    return max(filter(None, lines), key=lambda line: (len(line), line[-1].rate), default=[])


def tile_line(rows, device):
    """The device's fastest row for each size of tile, on the largest graph that has several."""
    by_size = {}
    for row in rows:
        # In variants of fw, --tile sets something other than a tile.
        if row.plain and row.device == device and row.tile is not None and row.algorithm != "fw":
            tiles = by_size.setdefault(row.n, {})
            if row.tile not in tiles or row.rate > tiles[row.tile].rate:
                tiles[row.tile] = row
    several = [n for n in by_size if len(by_size[n]) > 1]
    return [by_size[max(several)][t] for t in sorted(by_size[max(several)])] if several else []
