"""What all tests share: how much is tried."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--thorough", action="store_true", help="try everything where a usual run tries a part by turns")


@pytest.fixture
def thorough(request: pytest.FixtureRequest) -> bool:
    """Whether all is tried, however long it takes."""
    return bool(request.config.getoption("--thorough"))
