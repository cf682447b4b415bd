"""Batches, compared with loops over the graphs with SciPy, RDKit and Cython."""

import os
import subprocess
import sys
import sysconfig
import tempfile

import numpy as np
import scipy.sparse as sp
from scipy.sparse.csgraph import floyd_warshall

import apsp

MOLECULE = "CC(C)Cc1ccc(cc1)C(C)C(=O)Oc1ccccc1CCC"  # its atoms and bonds stand below, without RDKit
BONDS = [(0, 1), (1, 2), (1, 3), (3, 4), (4, 5), (5, 6), (6, 7), (7, 8), (8, 9), (9, 4), (7, 10), (10, 11), (10, 12),
         (12, 13), (12, 14), (14, 15), (15, 16), (16, 17), (17, 18), (18, 19), (19, 20), (20, 15), (20, 21), (21, 22),
         (22, 23)]
ATOMS = 24
COPIES = 100_000  # molecules of a batch

# As in the pre-processing of graph transformers: int64, 510 for no path, and intermediate vertices.
CYTHON = """
# cython: boundscheck=False, wraparound=False
import numpy as np

def close(long[:, ::1] arcs):
    cdef Py_ssize_t n = arcs.shape[0], i, j, k
    cdef long length
    distances = np.where(arcs, arcs, 510)
    np.fill_diagonal(distances, 0)
    between = np.full((n, n), -1, dtype=np.int64)
    cdef long[:, ::1] d = distances, b = between
    for k in range(n):
        for i in range(n):
            for j in range(n):
                length = d[i, k] + d[k, j]
                if d[i, j] > length:
                    d[i, j] = length
                    b[i, j] = k
    return distances, between
"""


def molecules():
    """Compressed rows of one molecule, and of a batch of them."""
    pairs = np.array(BONDS + [(j, i) for i, j in BONDS])
    one = sp.csr_array((np.ones(len(pairs)), pairs.T), shape=(ATOMS, ATOMS))
    indptr = np.concatenate([[0], np.tile(one.indptr[1:], COPIES) + np.repeat(np.arange(COPIES) * one.nnz, ATOMS)])
    return one, (np.arange(COPIES + 1) * ATOMS, indptr.astype(np.int64), np.tile(one.indices, COPIES).astype(np.int32))


def beside_scipy(in_turns, dense):
    one, many = molecules()
    weights = one.toarray() if dense else one
    assert (apsp.solve_batch(many, dtype="smallest").distances[-1] == floyd_warshall(weights)).all()
    return in_turns(lambda: floyd_warshall(weights), lambda: apsp.solve_batch(many, dtype="smallest"), COPIES)


def beside_rdkit(in_turns):
    from rdkit import Chem

    molecule = Chem.MolFromSmiles(MOLECULE)
    many = molecules()[1]
    assert (apsp.solve_batch(many, dtype="smallest").distances[-1] == Chem.GetDistanceMatrix(molecule)).all()
    return in_turns(lambda: Chem.GetDistanceMatrix(molecule, force=True), lambda: apsp.solve_batch(many, dtype="smallest"), COPIES)


def beside_cython(in_turns, predecessors):
    import Cython  # raises ImportError if it is missing

    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "triple_loop.pyx"), "w") as file:
            file.write(CYTHON)
        subprocess.run([sys.executable, "-m", "cython", "-3", "triple_loop.pyx"], cwd=folder, check=True)
        subprocess.run(["gcc", "-O3", "-shared", "-fPIC", "-I", sysconfig.get_paths()["include"], "triple_loop.c", "-o",
                        "triple_loop.so"], cwd=folder, check=True)
        sys.path.insert(0, folder)
        import triple_loop
        sys.path.pop(0)
    drawn = np.random.default_rng(1)
    arcs = (drawn.random((5000, 64, 64)) < 0.04).astype(np.int64)
    few, many = arcs[:50], arcs.astype(np.int16)
    ours = lambda: apsp.solve_batch(many, null=0, no_path=510, dtype="int16", predecessors=predecessors)
    assert (ours().distances[0] == np.minimum(triple_loop.close(few[0])[0], 510)).all()

    def peer():
        for graph in few:
            triple_loop.close(graph)

    return in_turns(peer, ours, len(arcs) / len(few))
