"""Makes a case that fails smaller, as long as it fails in the same way."""

import time

from place import Fault, Skip


def failure(area, case, place):
    """The fault of a case, or None."""
    place.begin()
    try:
        area.check(case, place)
    except Fault as fault:
        return fault
    except Skip:
        return None
    except Exception as error:  # a result that cannot be read, or a fault of the tester
        return Fault(type(error).__name__, repr(error))
    return None


def shrink(area, case, place, fault, seconds=60):
    """The smallest case found, and its fault."""
    end = time.monotonic() + seconds
    again = True
    while again:
        again = False
        for other in area.simpler(case):
            if time.monotonic() > end:
                return case, fault
            found = failure(area, other, place)
            if found is not None and found.kind == fault.kind:
                case, fault, again = other, found, True
                break
    return case, fault
