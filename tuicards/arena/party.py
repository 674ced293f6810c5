"""One party from the deal to its end, with every move's time, and with what was refused."""

import contextlib
import hashlib
import time
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any, Protocol

from tuicards.arena.entrants import Entrant, brain_of
from tuicards.arena.match import Lineup, Match, Unit
from tuicards.arena.results import PartyResult, Refusal, UnitResult, mark_of
from tuicards.bots.seen import Recall, Seen
from tuicards.errors import IllegalMove, SetupError
from tuicards.games import game_named
from tuicards.games.api import Event, Move
from tuicards.games.goat import GoatView
from tuicards.games.history import Entry, Header, replay
from tuicards.games.rage import RageView

MOVE_LIMIT = 100_000
"""A party of so many moves does not end."""


class Player(Protocol):
    """Who plays on one seat of one party."""

    def choose(self, seen: Seen, chance: int) -> Any:
        """Its move; nothing that it raises ends the party, save SetupError."""

    def shown(self, view: Any, events: Sequence[Event]) -> None:
        """What its seat sees after a move. Only asked of players outside."""

    def clock(self) -> float:
        """Seconds, of which those between two looks count as its own."""


class Inside:
    """A bot in this program: its time is the processor's, so that other programs' work does not count."""

    def __init__(self, game: str, entrant: Entrant) -> None:
        self._brain = brain_of(game, entrant)
        self._entrant = entrant

    def choose(self, seen: Seen, chance: int) -> Move:
        return self._brain(seen, Random(chance), self._entrant.thinking()).move

    def shown(self, view: Any, events: Sequence[Event]) -> None:
        pass

    def clock(self) -> float:
        return time.process_time()


def play_unit(match: Match, number: int) -> UnitResult:
    """All parties of one deal. Raises SetupError for a bot that cannot play at all."""
    unit = match.unit(number)
    return UnitResult(number, tuple(_play(match, unit, lineup) for lineup in unit.parties))


def _play(match: Match, unit: Unit, lineup: Lineup) -> PartyResult:
    with contextlib.ExitStack() as stack:
        players: list[Player] = []
        bots = [match.bots[which] for which in lineup]
        outside = {seat: bot for seat, bot in enumerate(bots) if bot.command}
        if outside:
            from tuicards.arena.outside import outside_players

            there = stack.enter_context(outside_players(match.rules, unit, [bot.name for bot in bots], outside))
        players = [there[seat] if seat in outside else Inside(match.game, bot) for seat, bot in enumerate(bots)]
        party = Party(match, unit, lineup, players)
        for seat in outside:
            party.watched_by(seat)
        while not party.over:
            party.step()
        return party.result()


class Party:
    """A party in play. A move that the game refuses is noted, and the seat's first legal move is played instead."""

    def __init__(self, match: Match, unit: Unit, lineup: Lineup, players: Sequence[Player]) -> None:
        game, seats = match.rules, len(lineup)
        self._game, self._match, self._unit = game, match, unit
        self._lineup, self._players = lineup, players
        self._options = game.parse_options(unit.options, unit.preset)
        self._state = game.new(seats, unit.seed, self._options)
        self._recall = Recall(game, seats)
        self._played: list[tuple[int, str]] = []
        self._moves = [0] * seats
        self._times: list[Counter[int]] = [Counter() for _ in range(seats)]
        self._refusals: list[Refusal] = []
        self._watching: list[int] = []

    @property
    def over(self) -> bool:
        if len(self._played) > MOVE_LIMIT:
            raise RuntimeError("the party does not end")
        return not self._game.to_act(self._state)

    def watched_by(self, seat: int) -> None:
        """From now on the seat's player is shown everything."""
        self._watching.append(seat)
        self._players[seat].shown(self._game.view(self._state, seat), ())

    def step(self) -> None:
        """One move, of the first seat for which the table waits."""
        seat = min(self._game.to_act(self._state))
        view = self._game.view(self._state, seat)
        seen = self._recall.seen(view, self._options)
        move, events = self._played_by(seat, seen)
        self._moves[seat] += 1
        self._played.append((seat, self._game.format_move(move)))
        self._recall.after(seat, move, events)
        for watcher in self._watching:
            self._players[watcher].shown(self._game.view(self._state, watcher), events)

    def _played_by(self, seat: int, seen: Seen) -> tuple[Move, tuple[Event, ...]]:
        chance = chance_of(self._unit.seed, len(self._played))
        move = None
        try:
            move = self._chosen(seat, seen, chance)
            self._state, events = self._game.apply(self._state, seat, move)
        except SetupError:
            raise
        except Exception as error:
            self._refusals.append(self._refusal(seat, move, chance, error))
            move = seen.view.legal[0]
            self._state, events = self._game.apply(self._state, seat, move)
        return move, events

    def _chosen(self, seat: int, seen: Seen, chance: int) -> Any:
        player = self._players[seat]
        start = player.clock()
        move = player.choose(seen, chance)
        if len(seen.view.legal) > 1:
            self._times[seat][mark_of(player.clock() - start)] += 1
        return move

    def _refusal(self, seat: int, move: Any, chance: int, error: Exception) -> Refusal:
        return Refusal(
            bot=self._match.bots[self._lineup[seat]].name,
            seat=seat,
            fault=str(error) if isinstance(error, IllegalMove) else f"{type(error).__name__}: {error}"[:300],
            game=self._game.name,
            version=self._game.version,
            seats=len(self._lineup),
            seed=self._unit.seed.hex(),
            options=self._game.format_options(self._options),
            moves=tuple(self._played),
            chance=chance,
            move="" if move is None else repr(move)[:200],
        )

    def result(self) -> PartyResult:
        """What is noted of it once it is over."""
        view, outcome = self._game.view(self._state, None), self._game.outcome(self._state)
        assert outcome is not None
        dealt, won = _deals(view)
        bids = isinstance(view, RageView)
        return PartyResult(
            lineup=self._lineup,
            teams=view.teams,
            ranks=outcome.ranks,
            scores=tuple(view.totals[team] for team in view.teams),
            rounds=view.rounds if bids else 0,
            exact=tuple(view.exact[team] if bids else 0 for team in view.teams),
            dealt=dealt,
            games=tuple(won[team] if dealt else 0 for team in view.teams),
            moves=tuple(self._moves),
            times=tuple(map(dict, self._times)),
            bids=_bids(view),
            refusals=tuple(self._refusals),
        )


def _deals(view: Any) -> tuple[int, list[float]]:
    """How many deals a party had that are won and lost, and how many of them each team has won."""
    if not isinstance(view, GoatView):
        return 0, []
    won = [0.0, 0.0]
    for score in view.history:
        ours, theirs = score.points
        won[0] += (1 + (ours > theirs) - (ours < theirs)) / 2
    won[1] = len(view.history) - won[0]
    return len(view.history), won


def _bids(view: Any) -> tuple[tuple[tuple[int, int], ...], ...]:
    """By team, for each round the bid and the tricks taken; nothing in a game without bids."""
    if not isinstance(view, RageView):
        return ()
    rounds = [[(line.bid, line.taken) for line in one.lines] for one in view.history]
    return tuple(zip(*rounds, strict=True))


def chance_of(seed: bytes, moves: int) -> int:
    """A bot's seed for the move after so many others."""
    return int.from_bytes(hashlib.sha256(seed + moves.to_bytes(4)).digest()[:8])


def position_of(refusal: Refusal) -> Seen:
    """What the bot had to go by whose move was refused: with `chance` all that it takes to see it fail again."""
    game = game_named(refusal.game)
    header = Header(refusal.game, refusal.version, refusal.seats, bytes.fromhex(refusal.seed), refusal.options)
    state, recall = replay(game, header, ()), Recall(game, refusal.seats)
    for entry in (Entry(seat, text) for seat, text in refusal.moves):
        move = game.parse_move(entry.move)
        state, events = game.apply(state, entry.seat, move)
        recall.after(entry.seat, move, events)
    return recall.seen(game.view(state, refusal.seat), game.parse_options(refusal.options))
