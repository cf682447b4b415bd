"""An installed wheel solves, and so does its program; the command line's words, if any, start it."""

import pathlib
import subprocess
import sys
import sysconfig

import apsp
import numpy

inf = numpy.inf
result = apsp.solve(numpy.array([[0, 4, 9], [inf, 0, 3], [1, inf, 0]]), predecessors=True, device="cpu")
assert numpy.asarray(result.distances).tolist() == [[0, 4, 7], [4, 0, 3], [1, 5, 0]], result.distances
assert list(result.path(0, 2)) == [0, 1, 2], result.path(0, 2)
# auditwheel makes the script of a wheel start the program in another folder, which no emulator follows.
program = pathlib.Path(sysconfig.get_path("platlib"), "apsp.scripts", "apsp-ocl")
if sys.platform == "linux":  # other wheels have none
    subprocess.run([*sys.argv[1:], program, "--random", "300", "--device", "cpu", "--verify"], check=True)
