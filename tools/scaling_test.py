"""Tests of tools/scaling_model.py; from the root: python3 -m unittest tools/scaling_test.py"""

import itertools
import math
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import scaling_model as model

KNOWN = [1 / 16e12, 90e-6, 4e-3, 300e-6, 1 / 9e9]


class ScalingModel(unittest.TestCase):
    def test_exact_times_give_the_constants_back(self):
        sizes, grids = (4096, 8192, 16384, 32768, 65536), ((1, 1), (2, 1), (4, 1), (4, 4))
        cells = [model.row_of(n, math.prod(g), g) for n, g in itertools.product(sizes, grids)]
        for missing in ((), (2,), (3,), (4,), (2, 3, 4)):
            values = [0 if k in missing else value for k, value in enumerate(KNOWN)]
            found, errors = model.fit([{**r, "time": model.predict(r, values)} for r in cells])
            for value, other, scale in zip(values, found, KNOWN):
                self.assertAlmostEqual(value / scale, other / scale, 6)
            self.assertLess(max(map(abs, errors)), 1e-6)

    def test_grids_are_those_of_the_program(self):
        grids = {8: (8, 1), 9: (3, 3), 10: (10, 1), 12: (4, 3), 16: (4, 4), 1024: (32, 32)}
        self.assertEqual(grids, {devices: model.best_grid(devices) for devices in grids})

    def test_what_is_required_gives_this_share_of_the_peak(self):
        row = model.row_of(1_000_000, 1024)
        bandwidth, latency = model.required(row, 0.7, KNOWN)
        for k, value in ((model.BANDWIDTH, 1 / bandwidth), (model.LATENCY, latency)):
            changed = [*KNOWN[:k], value, *KNOWN[k + 1 :]]
            self.assertAlmostEqual(model.share_of_peak(row, changed), 0.7)
        n = model.smallest_n(1024, 0.7, KNOWN, row)
        shares = [model.share_of_peak(model.row_of(m, 1024), KNOWN) for m in (n - 32 * 512, n)]
        self.assertTrue(shares[0] < 0.7 <= shares[1])
