"""What several tests of the server need."""

import logging
from collections.abc import Iterator

import pytest


@pytest.fixture
def own_log() -> Iterator[None]:
    """Whatever the command does to the log is undone."""
    root = logging.getLogger()
    level, handlers = root.level, root.handlers[:]
    yield
    root.setLevel(level)
    root.handlers[:] = handlers
