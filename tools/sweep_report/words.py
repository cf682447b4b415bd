"""Numbers in readable form: 270 ms, 16.1 T/s, 31 times."""


def digits(value):
    """Three significant digits, without an exponent or zeros at the end."""
    for places, least in ((0, 100), (1, 10), (2, 1)):
        if value >= least:
            break
    else:
        places = 3
    text = f"{value:,.{places}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def duration(seconds):
    for unit, scale in (("s", 1), ("ms", 1e3), ("µs", 1e6)):
        if seconds * scale >= 0.9995:
            break
    return f"{digits(seconds * scale)} {unit}"


def rate(per_second):
    for unit, scale in (("T/s", 1e-12), ("G/s", 1e-9), ("M/s", 1e-6)):
        if per_second * scale >= 0.9995:
            break
    return f"{digits(per_second * scale)} {unit}"


def share(value):
    return f"{100 * value:.0f} %"


def times(value):
    return f"{value:,.0f}" if value >= 9.95 else f"{value:.2g}"
