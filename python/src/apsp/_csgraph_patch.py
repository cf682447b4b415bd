"""Stand-ins for functions of another library, wherever modules have bound them."""

import functools
import sys
import threading


class StandIns:
    """While this is entered, once or several times, `own` functions are called instead of the `originals` of the same
    names."""

    def __init__(self, originals, own):
        self._originals = originals
        self._stand_ins = {name: self._stand_in(own[name], original) for name, original in originals.items()}
        self._lock = threading.Lock()
        self._entered = 0

    def _stand_in(self, own, original):
        """What takes an original's place; it calls the original if it is still held after the end."""

        @functools.wraps(original)
        def stand_in(*arguments, **named):
            return (own if self._entered else original)(*arguments, **named)

        return stand_in

    def __enter__(self):
        with self._lock:
            self._entered += 1
            if self._entered == 1:
                _rebind(self._originals, self._stand_ins)

    def __exit__(self, *_):
        with self._lock:
            self._entered -= 1
            if self._entered == 0:
                _rebind(self._stand_ins, self._originals)


def _rebind(old, new):
    """Binds every name of a module that is bound to one of the functions `old` to its counterpart."""
    names = {id(function): name for name, function in old.items()}
    for module in list(sys.modules.values()):
        for key, value in list(getattr(module, "__dict__", {}).items()):
            if id(value) in names:
                setattr(module, key, new[names[id(value)]])
