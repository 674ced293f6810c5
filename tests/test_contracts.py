"""Who may import whom, checked by what a fresh process has loaded; the static half is in pyproject.toml."""

import subprocess
import sys

import pytest

RULES_DO_WITHOUT = ("asyncio", "socket", "logging", "msgpack", "textual", "tuicards.wire", "tuicards.bots", "server")


def loaded_by(statement: str) -> set[str]:
    """The names of the modules that a fresh interpreter holds after the statement, beyond what it starts with."""
    program = f"import sys; before = set(sys.modules); {statement}; print(*sorted(set(sys.modules) - before))"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(run.stdout.split())


@pytest.mark.parametrize(
    ("module", "forbidden"),
    [
        ("tuicards.games", RULES_DO_WITHOUT),
        ("tuicards.games.history", RULES_DO_WITHOUT),
        ("tuicards.bots.api", ("asyncio", "socket", "logging", "msgpack", "textual", "tuicards.wire", "server")),
        ("tuicards.wire.connection", ("asyncio", "textual", "tuicards.games", "server")),
        ("tuicards.client", ("textual", "server")),
        ("tuicards.text.client", ("textual", "server")),
        ("tuicards.tui.app", ("server",)),
        ("tuicards.cli", ("textual", "server", "asyncio")),
        ("server.cli", ("textual", "tuicards.tui", "tuicards.client", "redis")),
        ("server.service", ("textual", "tuicards.tui", "tuicards.client", "redis")),
        ("server.cluster.link", ("textual", "tuicards.tui", "tuicards.client", "redis")),
    ],
)
def test_a_module_loads_nothing_that_its_contract_forbids(module: str, forbidden: tuple[str, ...]) -> None:
    """Imported alone, the module has loaded none of the forbidden ones, directly or through others."""
    loaded = loaded_by(f"import {module}")

    assert {name for name in loaded if name.startswith(tuple(f"{module}." for module in forbidden))} == set()
    assert loaded & set(forbidden) == set()
