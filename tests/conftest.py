"""What all tests share: how much is tried."""

import gc
import os
from collections.abc import Iterator

import pytest

from tests.cluster.redis_process import RedisProcess, running_redis
from tuicards.bots import compiled
from tuicards.thinking.worker import NOT_COMPILED


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--thorough", action="store_true", help="try everything where a usual run tries a part by turns")
    parser.addoption("--update-pictures", action="store_true", help="write the pictures anew instead of comparing")


def pytest_configure() -> None:
    """Compiling what bots play out takes longer than everything else, here and in the processes that are started.

    While tests are collected nearly all that is made stays: looking for cycles there took a third of the time.
    """
    gc.disable()
    compiled.switch_off()
    os.environ[NOT_COMPILED] = "1"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out what only a thorough run tries."""
    if config.getoption("--thorough") or config.getoption("--update-pictures"):
        return
    left = [item for item in items if item.get_closest_marker("thorough")]
    config.hook.pytest_deselected(items=left)
    items[:] = [item for item in items if not item.get_closest_marker("thorough")]


def pytest_collection_finish() -> None:
    """What is loaded by now stays: looking through it for cycles again and again took a fifth of the time."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    gc.enable()


@pytest.fixture
def thorough(request: pytest.FixtureRequest) -> bool:
    """Whether all is tried, however long it takes."""
    return bool(request.config.getoption("--thorough"))


@pytest.fixture(scope="session")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisProcess]:
    """A Redis that runs all the while: whoever stops it or fills it takes one of their own (`own_redis`)."""
    yield from running_redis(tmp_path_factory.mktemp("redis"))
