"""Rage, hard: counts every card, deals the unseen ones as the bids suggest, and tries its moves in those worlds.

What a move brings in the worlds is weighed against what the rules of thumb of `rage_normal` and the learned outlook
of `rage_bids` make of it: the worlds are few, and these never change their mind by chance.
"""

from collections.abc import Collection, Mapping, Sequence
from math import erf, sqrt
from random import Random
from typing import NamedTuple, cast

from tuicards.bots.choice import Choice, Thinking, percent
from tuicards.bots.rage_bids import bid_worths, strength_of
from tuicards.bots.rage_expert_moves import distinct
from tuicards.bots.rage_hard_trials import Tables, Trials
from tuicards.bots.rage_memory import IDS
from tuicards.bots.rage_normal import rage_worths
from tuicards.bots.rage_slack import Slack, careless_moves
from tuicards.bots.seen import Seen
from tuicards.games.api import Fact
from tuicards.games.rage import COLOUR_OF, Play, RageMove, RageView

WORLDS = 100
"""The most worlds looked at by default."""

CARDS_PLAYED, EACH_WORLD = 3_000, 20
"""By default about so many cards are played in all worlds together; dealing a world takes as long as playing so many.
"""

FORETHOUGHT = 48
"""What rules and outlook make of a move counts like so many worlds."""

HABIT = 2.0
"""Points that the move has in advance which the policy of the play-outs would make."""

SLACK = Slack(card=0.7, trick=1.2)
"""How careless it is: so few worlds tell no more."""

FAR = 2.0
"""Bids that promise so many points less than the best are not tried."""


def rage_hard(seen: Seen, chance: Random, thinking: Thinking) -> Choice:
    """The move that is best by worlds and rules together."""
    view: RageView = seen.view
    if len(view.legal) == 1:
        return Choice(view.legal[0], Fact("why.only"), 1.0)
    return _bid(seen, chance, thinking) if view.phase == "bid" else _play(seen, chance, thinking)


def _bid(seen: Seen, chance: Random, thinking: Thinking) -> Choice:
    """The bid that promises the most points."""
    view: RageView = seen.view
    hand = [IDS[card] for card in view.hand]
    worths = bid_worths(seen, hand)
    best = max(worths.values())
    moves = [bid for bid, worth in worths.items() if worth >= best - FAR]
    verdict = _tried(Tables(seen, chance), moves, worths, chance, thinking)
    tricks = max(0, round(strength_of(view, hand, view.seat or 0)))
    return Choice(verdict.move, Fact("why.outlook", {"tricks": tricks, "chance": verdict.met}), verdict.sure)


def _play(seen: Seen, chance: Random, thinking: Thinking) -> Choice:
    """The card that promises the most points."""
    view: RageView = seen.view
    tables = Tables(seen, chance)
    unseen = tables.known.unseen
    worths = {cast(RageMove, move): worth for move, worth in rage_worths(view)[0].items()}
    moves = distinct(view, unseen)
    worths[moves[tables.habit(moves)]] += HABIT
    verdict = _tried(tables, moves, worths, chance, thinking)
    return Choice(verdict.move, _why(verdict, unseen), verdict.sure)


def _why(verdict: "Verdict", unseen: Collection[int]) -> Fact:
    assert isinstance(verdict.move, Play)
    card = verdict.move.card
    if not verdict.met:
        return Fact("why.bid_gone", {"card": card})
    code = "why.highest" if COLOUR_OF[card] and not _higher(IDS[card], unseen) else "why.counted"
    return Fact(code, {"card": card, "chance": verdict.met})


def _higher(card: int, unseen: Collection[int]) -> bool:
    """Whether a higher number card of the same colour may be out."""
    return any(other > card and other >> 4 == card >> 4 for other in unseen)


class Verdict(NamedTuple):
    """The best move, in how many of 100 worlds it meets the bid, and the chance that no other is better."""

    move: RageMove
    met: int
    sure: float


def _tried(
    tables: Tables, moves: Sequence[RageMove], worths: Mapping[RageMove, float], chance: Random, thinking: Thinking
) -> Verdict:
    """The moves tried in some worlds, and weighed with what was thought of them before."""
    trials = tables.tried(moves, thinking.worlds or _worlds(tables.known.counts, len(moves)), thinking)
    number = len(trials.points)
    totals = [FORETHOUGHT * worths[move] + sum([row[at] for row in trials.points]) for at, move in enumerate(moves)]
    weight = number + FORETHOUGHT
    means = {move: total / weight for move, total in zip(moves, totals, strict=True)}
    best = moves.index(chance.choice(careless_moves(tables.view, means, SLACK)))
    return Verdict(moves[best], percent(trials.met[best] / number), _sure(trials, totals, best, weight))


def _worlds(counts: Sequence[int], moves: int) -> int:
    """Fewer worlds for more work."""
    return max(2, min(WORLDS, CARDS_PLAYED // (moves * sum(counts) + EACH_WORLD)))


def _sure(trials: Trials, totals: Sequence[float], best: int, weight: int) -> float:
    """The chance that no other move is better, by how far it is ahead and how much that differs between worlds."""
    sure = 1.0
    for other, total in enumerate(totals):
        if other != best:
            ahead = [points[best] - points[other] for points in trials.points]
            mean = sum(ahead) / len(ahead)
            spread = sum([(one - mean) ** 2 for one in ahead]) / len(ahead) + 1 / weight
            sure = min(sure, (1 + erf((totals[best] - total) / sqrt(2 * weight * spread))) / 2)
    return sure
