"""The collector of garbage, which is to find little: nearly all that a table makes goes away without it."""

import gc

COLLECT_AFTER = (10_000, 10, 10)
"""Thresholds of `gc`. Where many tables wait for the disk, there are thousands of objects that will not wait for
long: a collector that comes more often looks through them again and again, and finds nothing."""


def settle_collector() -> None:
    """What is there by now, modules above all, stays and is looked through no more."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)
