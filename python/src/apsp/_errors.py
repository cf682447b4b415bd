"""The error that solving raises besides ValueError, MemoryError and RuntimeError."""


class NegativeCycleError(ValueError):
    """Some cycle of the graph has a negative total weight: there are no shortest paths.

    Attributes
    ----------
    cycle : list of int
        The cycle's vertices in their order, each once; there is an arc from the last to the first.
    weight : float
        The sum of the cycle's weights, which is negative.
    """

    def __init__(self, message, cycle=(), weight=float("nan")):
        super().__init__(message)
        self.cycle = list(cycle)
        self.weight = weight

    def __reduce__(self):
        return type(self), (str(self), self.cycle, self.weight)
