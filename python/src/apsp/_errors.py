"""The error that solving raises besides ValueError, MemoryError and RuntimeError."""

from contextlib import contextmanager

from . import _core


class NegativeCycleError(ValueError):
    """Some cycle of the graph has a negative total weight: there are no shortest paths.

    Attributes
    ----------
    cycle : list
        The cycle's vertices in their order, each once, by their labels if the graph has any; there is an arc from the
        last to the first.
    weight : float
        The sum of the cycle's weights, which is negative.
    """

    def __init__(self, message, cycle=(), weight=float("nan")):
        super().__init__(message)
        self.cycle = list(cycle)
        self.weight = weight

    def __reduce__(self):
        return type(self), (str(self), self.cycle, self.weight)


@contextmanager
def naming(labels):
    """In errors, vertices have these names, instead of numbers, unless `labels` is None."""
    try:
        yield
    except NegativeCycleError as error:
        if labels is None:
            raise
        cycle = [labels[vertex] for vertex in error.cycle]
        numbers = _core.text_of_cycle([str(vertex) for vertex in error.cycle]) + " (vertices from 0)"
        message = str(error).replace(numbers, _core.text_of_cycle([str(vertex) for vertex in cycle]))
        raise NegativeCycleError(message, cycle, error.weight) from None
    except ValueError as error:
        if labels is None or not hasattr(error, "named"):
            raise
        before, vertices, after = error.named
        raise ValueError(f"{before} {' -> '.join(str(labels[vertex]) for vertex in vertices)}{after}") from None
