"""The day of somebody who runs a server, from the installation to the restored backup."""

from pathlib import Path

import pytest

from tests.operators_day import operators_day


@pytest.mark.thorough
async def test_an_operators_day(tmp_path: Path) -> None:
    """Nothing that an operator does in it loses a card or disturbs who plays."""
    await operators_day(tmp_path, source=False, tell=print)
