"""Repeating a run until no other program disturbed it."""
import os
import statistics
import sys
import time

from . import machine


class Measurement:
    """The values of one side of one row."""

    def __init__(self):
        self.values = []
        self.disturbed = False

    def _all(self, key):
        return [values[key] for values in self.values]

    def median(self, key):
        return statistics.median(self._all(key)) if self.values else None

    def text(self, key, digits):
        """Median and spread, for people."""
        if not self.values:
            return "–"
        mark = "\\*" if self.disturbed else ""
        low, high = min(self._all(key)), max(self._all(key))
        return f"{self.median(key):,.{digits}f} ({low:,.{digits}f}–{high:,.{digits}f}){mark}"


def measure(into, run, options):
    """Runs once, again if others used more of the processors than options.noise; the last attempt
    counts in any case, and is marked. `run` returns (figures by key, share of others)."""
    for attempt in range(options.retries + 1):
        is_quiet = machine.wait_until_quiet(options.quiet_wait, options.noise)
        values, noise = run()
        is_quiet = is_quiet and noise <= options.noise
        if is_quiet or attempt == options.retries:
            break
        print(f"  disturbed ({noise:.0%}), again", file=sys.stderr)
    into.values.append(values)
    into.disturbed = into.disturbed or not is_quiet


class Observation:
    """How much of the processors others used between `with` and its end."""

    def __init__(self, server):
        self._postmaster = server.pid

    def __enter__(self):
        self._begin = time.monotonic()
        self._busy = machine.busy_seconds()
        self._own = machine.own_seconds(self._postmaster)
        return self

    def __exit__(self, *_):
        elapsed = max(time.monotonic() - self._begin, 0.001)
        others = (machine.busy_seconds() - self._busy) - (
            machine.own_seconds(self._postmaster) - self._own)
        self.noise = max(0.0, others / elapsed / os.cpu_count())
