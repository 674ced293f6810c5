"""Bots against bots, in this process or on all cores: how strong is a level, and how quick.

The seats rotate from party to party, so that each entry sits everywhere. All chance comes from the seed:
equal arguments give equal results, timings apart, however many processes share the work.
"""

import argparse
import hashlib
import json
import os
import sys
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import msgspec

from tuicards.bots.api import LEVELS, choose
from tuicards.bots.seen import Recall
from tuicards.errors import BadOptions, IllegalMove, PlayerError
from tuicards.games import GAMES, game_named
from tuicards.games.api import AnyGame, Outcome, Seat
from tuicards.games.rage import RageView
from tuicards.speech import Speaker

MOVE_LIMIT = 100_000
"""A party of so many moves does not end."""


class PartyResult(msgspec.Struct, frozen=True):
    """One party, by seat. `rounds` and `exact` count bids; both are 0 in a game without bids.

    `seconds` is processor time spent on choosing, so that other programs' work does not count.
    """

    outcome: Outcome
    teams: tuple[int, ...]
    scores: tuple[int, ...]
    rounds: int
    exact: tuple[int, ...]
    moves: tuple[int, ...]
    seconds: tuple[float, ...]
    refused: int


class EntryReport(msgspec.Struct, frozen=True):
    """What one entry of the list of bots has done. `exact_bids` is None in a game without bids.

    `mean_score` is the team's total at the end: points in Rage, penalty points in Goat.
    """

    entry: int
    level: str
    games: int
    mean_score: float
    wins: float
    win_rate: float
    win_low: float
    win_high: float
    exact_bids: float | None
    ms_per_move: float


class Report(msgspec.Struct, frozen=True):
    """A whole match. `games` counts parties."""

    game: str
    games: int
    seed: int
    seats: int
    bots: tuple[EntryReport, ...]
    refused_moves: int
    moves: int
    seconds: float


class Match(msgspec.Struct, frozen=True):
    """What to play: levels by entry, and everything that a party needs."""

    game: str
    levels: tuple[str, ...]
    games: int
    seed: int
    options: Mapping[str, str] = {}
    preset: str | None = None

    @property
    def seats(self) -> int:
        return len(self.levels)

    def entry_at(self, index: int, seat: Seat) -> int:
        """Which entry sits there in the party of that number."""
        return (seat + index) % self.seats


def check(match: Match) -> None:
    """Raises BadOptions for a game, level, option or number of seats that cannot be."""
    game = game_named(match.game)
    for level in match.levels:
        if level not in LEVELS:
            raise BadOptions("unknown_level", level=level, known=LEVELS)
    game.check(match.seats, game.parse_options(match.options, match.preset))


def play_party(game: AnyGame, levels: Sequence[str], seed: bytes, options: Any) -> PartyResult:
    """Plays one party to its end; `levels` are by seat.

    A move that the game refuses is counted, and the seat's first legal move is played instead.
    """
    party = _Party(game, tuple(levels), seed, options)
    while not party.over:
        party.step()
    return party.result()


class _Party:
    def __init__(self, game: AnyGame, levels: tuple[str, ...], seed: bytes, options: Any) -> None:
        self._game = game
        self._levels = levels
        self._seed = seed
        self._state = game.new(len(levels), seed, options)
        self._moves = [0] * len(levels)
        self._seconds = [0.0] * len(levels)
        self._refused = 0
        self._options = options
        self._recall = Recall(game, len(levels))

    @property
    def over(self) -> bool:
        if sum(self._moves) > MOVE_LIMIT:
            raise RuntimeError("the party does not end")
        return not self._game.to_act(self._state)

    def step(self) -> None:
        seat = min(self._game.to_act(self._state))
        view = self._game.view(self._state, seat)
        seen = self._recall.seen(view, self._options)
        chance = int.from_bytes(hashlib.sha256(self._seed + sum(self._moves).to_bytes(4)).digest()[:8])
        start = time.thread_time()
        move = choose(self._game, self._levels[seat], seen, chance).move
        self._seconds[seat] += time.thread_time() - start
        self._moves[seat] += 1
        try:
            self._state, events = self._game.apply(self._state, seat, move)
        except IllegalMove:
            self._refused += 1
            move = view.legal[0]
            self._state, events = self._game.apply(self._state, seat, move)
        self._recall.after(seat, move, events)

    def result(self) -> PartyResult:
        view = self._game.view(self._state, None)
        outcome = self._game.outcome(self._state)
        assert outcome is not None
        bids = isinstance(view, RageView)
        return PartyResult(
            outcome=outcome,
            teams=view.teams,
            scores=tuple(view.totals[team] for team in view.teams),
            rounds=view.rounds if bids else 0,
            exact=tuple(view.exact[team] if bids else 0 for team in view.teams),
            moves=tuple(self._moves),
            seconds=tuple(self._seconds),
            refused=self._refused,
        )


def play_number(match: Match, index: int) -> PartyResult:
    """The party of that number in the match."""
    game = game_named(match.game)
    levels = [match.levels[match.entry_at(index, seat)] for seat in range(match.seats)]
    seed = hashlib.sha256(f"arena {match.seed} {index}".encode()).digest()
    return play_party(game, levels, seed, game.parse_options(match.options, match.preset))


def run(match: Match, jobs: int = 1) -> Report:
    """Plays the match with so many processes. Raises BadOptions as `check` does."""
    check(match)
    start = time.perf_counter()
    results = _play_all(match, jobs)
    return _report(match, results, time.perf_counter() - start)


def _play_all(match: Match, jobs: int) -> list[PartyResult]:
    numbers = range(match.games)
    if jobs <= 1 or match.games <= 1:
        return [play_number(match, index) for index in numbers]
    with ProcessPoolExecutor(min(jobs, match.games)) as pool:
        chunk = max(1, min(16, match.games // (4 * jobs)))
        return list(pool.map(play_number, [match] * match.games, numbers, chunksize=chunk))


def _report(match: Match, results: Sequence[PartyResult], seconds: float) -> Report:
    return Report(
        game=match.game,
        games=match.games,
        seed=match.seed,
        seats=match.seats,
        bots=tuple(_entry_report(match, results, entry) for entry in range(match.seats)),
        refused_moves=sum(result.refused for result in results),
        moves=sum(sum(result.moves) for result in results),
        seconds=round(seconds, 3),
    )


def _entry_report(match: Match, results: Sequence[PartyResult], entry: int) -> EntryReport:
    seats = [
        next(seat for seat in range(match.seats) if match.entry_at(index, seat) == entry)
        for index in range(match.games)
    ]
    played = list(zip(results, seats, strict=True))
    wins = sum(_win_share(result, seat) for result, seat in played)
    low, high = interval(wins, match.games)
    rounds = sum(result.rounds for result in results)
    moves = sum(result.moves[seat] for result, seat in played)
    return EntryReport(
        entry=entry,
        level=match.levels[entry],
        games=match.games,
        mean_score=round(sum(result.scores[seat] for result, seat in played) / match.games, 3),
        wins=round(wins, 3),
        win_rate=round(wins / match.games, 4),
        win_low=round(low, 4),
        win_high=round(high, 4),
        exact_bids=round(sum(result.exact[seat] for result, seat in played) / rounds, 4) if rounds else None,
        ms_per_move=round(1000 * sum(result.seconds[seat] for result, seat in played) / max(1, moves), 4),
    )


def _win_share(result: PartyResult, seat: Seat) -> float:
    """1 for a seat whose team won alone, 1/k where k teams share the win."""
    winners = result.outcome.winners
    return 1 / len({result.teams[winner] for winner in winners}) if seat in winners else 0.0


def interval(wins: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share of wins, after Wilson."""
    z = 1.96
    share = wins / games
    middle = share + z * z / (2 * games)
    half = z * (share * (1 - share) / games + z * z / (4 * games * games)) ** 0.5
    scale = 1 + z * z / games
    return max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale)


# ---- the command -------------------------------------------------------------------------------------


EPILOG = """\
example:
  tuicards arena rage --games 1000 --bots normal,easy,normal,easy --seed 1

exit codes: 0 fine; 1 a bot's move was refused; 2 the command is wrong.
"""


def arena_main(argv: Sequence[str]) -> int:
    """`tuicards arena GAME --bots A,B,...`: prints a table, or with --json one JSON object.

    Returns 0; 1 when a bot's move was refused; 2 when the match cannot be played as asked.
    """
    asked = arena_parser().parse_args(argv)
    match = Match(
        game=asked.game,
        levels=tuple(asked.bots.split(",")),
        games=asked.games,
        seed=asked.seed,
        options=dict(asked.option),
        preset=asked.preset,
    )
    try:
        _check_seats(match, asked.seats)
        report = run(match, asked.jobs)
    except PlayerError as error:
        print(f"tuicards arena: {_sentence(match.game, error)}", file=sys.stderr)
        return 2
    print(json.dumps(msgspec.to_builtins(report)) if asked.json else table(report))
    return 1 if report.refused_moves else 0


def _check_seats(match: Match, asked: int | None) -> None:
    """Raises BadOptions unless there is one bot a seat; seats are as asked, else the game's usual number."""
    seats = asked or game_named(match.game).usual_seats
    if match.seats != seats:
        raise BadOptions("bots_for_seats", bots=match.seats, seats=seats)


def _sentence(game: str, error: PlayerError) -> str:
    return Speaker(GAMES.get(game)).error(error)


def arena_parser() -> argparse.ArgumentParser:
    """What may be typed after `arena`."""
    parser = argparse.ArgumentParser(
        prog="tuicards arena",
        description="Plays bots against bots and says how they did. The seats rotate from party to party.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("game", metavar="GAME", help="rage or goat")
    parser.add_argument(
        "--games", type=_at_least_one, default=100, metavar="N", help="whole parties to play (default 100)"
    )
    parser.add_argument(
        "--bots", required=True, metavar="A,B,...", help=f"a level for each seat: {', '.join(LEVELS)}"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="fixes all chance (default 1)")
    parser.add_argument(
        "--seats", type=_at_least_one, metavar="N", help="number of seats (default: the game's usual)"
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        type=_option,
        metavar="NAME=VALUE",
        help="set an option of the game; may be repeated",
    )
    parser.add_argument("--preset", metavar="PRESET", help="a named set of options")
    parser.add_argument(
        "--jobs", type=_at_least_one, default=os.cpu_count() or 1, metavar="N", help="processes (default: all cores)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of a table")
    return parser


def _at_least_one(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number from 1, not {text!r}")
    return int(text)


def _option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"expected NAME=VALUE, not {text!r}")
    return name, value


def table(report: Report) -> str:
    """The report for people."""
    lines = [
        f"{report.game}: {report.games} parties, {report.seats} seats, seed {report.seed}; "
        f"{report.moves} moves in {report.seconds:.1f} s, {report.refused_moves} refused",
        "",
        f"{'entry':>5}  {'level':<8}{'won':>8}{'share':>8}{'95 %':>16}"
        f"{_score_name(report):>11}{'exact':>8}{'ms/move':>9}",
    ]
    return "\n".join([*lines, *(_line(bot) for bot in report.bots)])


def _score_name(report: Report) -> str:
    return "penalty" if report.game == "goat" else "score"


def _line(bot: EntryReport) -> str:
    exact = "-" if bot.exact_bids is None else f"{bot.exact_bids:.1%}"
    spread = f"{bot.win_low:.1%}-{bot.win_high:.1%}"
    return (
        f"{bot.entry + 1:>5}  {bot.level:<8}{bot.wins:>8.1f}{bot.win_rate:>8.1%}{spread:>16}"
        f"{bot.mean_score:>11.2f}{exact:>8}{bot.ms_per_move:>9.3f}"
    )
