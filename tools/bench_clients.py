"""Runs the tests of programs that call SciPy's or NetworkX's functions, as they are, without this package and with it
in their place, `apsp.csgraph.patch()` and NetworkX's `backend_priority`.

Ends with exit code 1 if some test fails with this package only, or if no call has reached it.
"""

import argparse
import contextlib
import json
import subprocess
import sys
import time

# The packages, in the versions of 2026-11, and the tests in them that lead to such calls.
CLIENTS = {
    "cirq-core==1.7.0": ["cirq.contrib.routing", "cirq.transformers.routing"],
    "esda==2.9.0": ["esda.tests.test_silhouette"],
    "skan==0.13.1": ["skan.test.test_csr", "skan.test.test_skeleton_class", "skan.test.test_summary_utils"],
}


class Outcome:
    """A plugin of pytest that counts the tests that pass, and names those that fail or cannot be collected."""

    def __init__(self):
        self.passed, self.failed = 0, set()

    def pytest_runtest_logreport(self, report):
        self.passed += report.when == "call" and report.passed
        if report.failed:
            self.failed.add(report.nodeid)

    pytest_collectreport = pytest_runtest_logreport


def run_tests(served, modules):
    """Runs tests in this process, and prints what comes out in one last line of JSON."""
    import pytest

    outcome, calls = Outcome(), {}
    with contextlib.ExitStack() as stack:
        if served:
            import networkx

            import apsp.csgraph
            import apsp.networkx

            apsp.networkx.LEAST = 0  # the graphs of tests are small
            stack.enter_context(apsp.csgraph.patch())
            stack.enter_context(networkx.config(backend_priority=["apsp"]))
        begin = time.perf_counter()
        pytest.main(["-q", "-p", "no:cacheprovider", "--pyargs", *modules], plugins=[outcome])
        seconds = time.perf_counter() - begin
        if served:
            calls = apsp.csgraph.served + apsp.networkx.served
    print(json.dumps({"passed": outcome.passed, "failed": sorted(outcome.failed), "calls": calls, "seconds": seconds}))


def in_a_process(served, modules):
    done = subprocess.run([sys.executable, *sys.argv[:1], "--run", "with" if served else "without", *modules],
                          capture_output=True, text=True)
    try:
        return json.loads(done.stdout.splitlines()[-1]), done.stdout
    except (IndexError, ValueError):
        sys.exit(done.stdout + done.stderr)


def main():
    parser = argparse.ArgumentParser(prog="tools/bench --python --clients")
    parser.add_argument("clients", nargs="*", help="parts of their names; else all")
    parser.add_argument("-o", "--output")
    parser.add_argument("--run", choices=("without", "with"), help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.run:
        return run_tests(given.run == "with", given.clients)
    chosen = [name for name in CLIENTS if not given.clients or any(part in name for part in given.clients)]
    subprocess.run([sys.executable, "-m", "pip", "install", "-q", "pytest", *chosen], check=True)
    made, wrong = {}, []
    print(f"{'':18} {'without: passed':>16} {'failed':>6} {'with: passed':>13} {'failed':>6} {'calls':>6}"
          "  seconds without, with")
    for name in chosen:
        (without, _), (ours, report) = (in_a_process(served, CLIENTS[name]) for served in (False, True))
        made[name] = {"without": without, "with": ours}
        print(f"{name:18} {without['passed']:16} {len(without['failed']):6} {ours['passed']:13} {len(ours['failed']):6} "
              f"{sum(ours['calls'].values()):6} {without['seconds']:9.1f} {ours['seconds']:9.1f}", flush=True)
        only = set(ours["failed"]) - set(without["failed"])
        if only or ours["passed"] != without["passed"] or not ours["calls"]:
            wrong.append(f"{name}: {', '.join(only) or 'no call was served, or fewer tests passed'}\n{report}")
    for name, runs in made.items():
        print(f"{name}:", ", ".join(f"{function} {times}" for function, times in sorted(runs["with"]["calls"].items())))
    if given.output:
        with open(given.output, "w") as file:
            json.dump(made, file, indent=1)
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
