"""What a card and a key cost the full screen in processor time: `python -m tests.bench.client [--cards 60]`.

A client of its own in a terminal of 80x24, as a guest by SSH has it, is shown a party of Rage card by card, and then
moves the cursor. Told are milliseconds of processor time for each, and the function calls that are made meanwhile,
which do not depend on what else the machine does. The last line is JSON.
"""

import argparse
import asyncio
import cProfile
import json
import os
import pstats
import random
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from textual.events import Key
from textual.pilot import Pilot

from tests.bench.screen import COMPACT
from tests.bench.terminal import running
from tests.tui.idle import comes_to_be, until_idle
from tests.tui.party import PartyLink
from tuicards.guest_settings import GUEST
from tuicards.tui.app import TuiCards
from tuicards.tui.link import Start
from tuicards.tui.screens.table import TableScreen

PATIENCE = 120.0
WARM_UP = 10
"""Cards, and as many keys, that are not counted."""


class Player(PartyLink):
    """Plays for everybody, by chance."""

    def __init__(self) -> None:
        super().__init__("rage", 4, seed=b"bench")
        self._chance = random.Random(1)

    def next_card(self) -> None:
        """One move of whoever is to move, and what the client is told of it."""
        seat = min(self.game.to_act(self.state))
        legal = self.game.view(self.state, seat).legal
        self.tell(self.update(self.play(seat, self._chance.choice(legal))))


class Bench:
    """A client at a table, and what is done with it."""

    def __init__(self, cards: int) -> None:
        self._cards = cards
        self._link = Player()
        self._app = TuiCards(self._link, start=Start(name="Ana", settings=GUEST, own_files=False))

    async def run(self) -> dict[str, float]:
        """All figures."""
        found: dict[str, float] = {}

        async def play(pilot: Pilot[object]) -> None:
            await comes_to_be(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
            for name, act in (("card", self._link.next_card), ("key", self._press)):
                await self._each(WARM_UP, act)
                found[f"{name}_ms"] = 1000 * await self._timed(act)
                found[f"{name}_calls"] = await self._counted(act)
            self._app.exit()

        await self._app.run_async(auto_pilot=play)
        return found

    def _press(self) -> None:
        self._app.post_message(Key("right", None))

    async def _each(self, times: int, act: Callable[[], None]) -> None:
        for _ in range(times):
            act()
            await until_idle()

    async def _timed(self, act: Callable[[], None]) -> float:
        begun = time.process_time()
        await self._each(self._cards, act)
        return (time.process_time() - begun) / self._cards

    async def _counted(self, act: Callable[[], None]) -> float:
        profile = cProfile.Profile()
        work: Awaitable[None] = self._each(self._cards, act)
        profile.enable()
        await work
        profile.disable()
        return float(pstats.Stats(profile).total_calls) / self._cards  # type: ignore[attr-defined]


def inside(cards: int, told: Path) -> None:
    """The client itself, whose terminal another program looks at."""
    told.write_text(json.dumps(asyncio.run(Bench(cards).run())), "utf-8")


def measure(cards: int) -> dict[str, float]:
    """All figures, from a client in a terminal of its own."""
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder) / "told"
        environ = {
            "PATH": os.environ.get("PATH", ""), "HOME": folder, "TERM": "xterm-256color", "COLORTERM": "truecolor",
            "LC_ALL": "C.UTF-8", "PYTHONPATH": os.getcwd(), "TEXTUAL_FPS": "30", "TEXTUAL_ANIMATIONS": "none",
        }  # fmt: skip
        command = (sys.executable, "-m", "tests.bench.client", "--cards", str(cards), "--told", str(told))
        with running(command, COMPACT, environ) as terminal:
            end = time.monotonic() + PATIENCE
            while not (told.exists() and told.read_text("utf-8")):
                terminal.read(0.1)
                if time.monotonic() > end:
                    raise SystemExit(
                        f"The client told nothing in {PATIENCE:.0f} s. It shows:\n{terminal.shown.text()}"
                    )
        found: dict[str, float] = json.loads(told.read_text("utf-8"))
        return found


def main() -> int:
    parser = argparse.ArgumentParser(description="What a card and a key cost the full screen.")
    parser.add_argument("--cards", type=int, default=60)
    parser.add_argument("--told", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.told is not None:
        inside(options.cards, options.told)
        return 0
    found = measure(options.cards)
    for name in ("card", "key"):
        print(f"{name:<8}{found[f'{name}_ms']:>8.2f} ms of processor{found[f'{name}_calls']:>10.0f} function calls")
    print(json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
