"""Goat's rules of thumb: the points in the trick weighed against what the cards are worth in the hand.

Every legal move is valued in card points: the chance that its team takes the trick times what will lie
in it, what the kept cards are worth, and what it means to have the lead. How finely is a matter of
judgement, and so is which of the moves that promise about the same is played.
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import NamedTuple, TypeAlias

from tuicards.bots.anything import real_moves
from tuicards.bots.choice import Choice, percent
from tuicards.bots.goat_chances import chance_to_beat, unseen
from tuicards.games.api import Fact, Move
from tuicards.games.goat import RANKS, SUITS, Beat, Card, GoatView, Laid, Lead, Molodka, Pass, points

LEAST = ((3.3,), (1.2, 6.6), (0.5, 3.1, 10.0), (0.2, 1.5, 5.4, 13.3))
MOST = ((3.3,), (5.5, 6.6), (7.0, 9.6, 10.0), (8.0, 11.9, 13.1, 13.3))
"""Points in the poorest and the richest n cards of a random hand, `LEAST[held - 1][n - 1]`."""

FEEDS = 0.6
"""How far a seat goes from its poorest to its richest cards for its own team's trick."""

FOE_WILL, WON_BACK = 0.85, 0.4
"""How gladly an opponent beats if it can, and a partner what has beaten its team's set."""


Chance: TypeAlias = Callable[[Sequence[Card], str, str, Sequence[Card], int], float]


class Judgement(NamedTuple):
    """What a player makes of cards and chances; all worths in card points."""

    plain: Mapping[str, float]
    """By rank: what a card in the hand brings its team in the long run, against one that it knows nothing of."""
    trump: Mapping[str, float]
    company: tuple[float, float]
    """What each further card of a plain suit adds, and of trumps: sets are hard to beat."""
    lead: float
    """What the lead is worth once the stock is gone; before that it is worth nothing."""
    no_trick: float
    """What a team's first trick is worth when it can be had only now; less, the more cards are to come."""
    early: bool
    """Whether it thinks of the first trick while there is a stock."""
    chance: Chance
    """How likely a hand is to beat a set, as `chance_to_beat`."""


FINE = Judgement(
    dict(zip(RANKS, (-5.0, -5.0, -5.0, -4.5, -5.5, -5.5, -5.5, -4.0, -4.0), strict=True)),
    dict(zip(RANKS, (1.0, 1.5, 2.0, 3.0, 3.5, 6.0, 8.0, 16.0, 21.0), strict=True)),
    company=(3.0, 4.0), lead=5.0, no_trick=12.0, early=True, chance=chance_to_beat,
)  # fmt: skip
"""The best that rules of thumb were found to do."""


class Slack(NamedTuple):
    """How far behind the best a move may be and still be played, in card points."""

    lead: float
    """What to lead."""
    beat: float
    """Whether to beat the rivals."""
    same: float
    """What to beat or to pass with."""


def goat_worths(
    view: GoatView, pool: Sequence[Card] | None = None, judgement: Judgement = FINE
) -> tuple[dict[Move, float], Choice]:
    """Points to expect from each legal move that carries the game on, and the best one with its reason.

    `pool` are the cards that others may hold; without, all that the view does not show.
    """
    turn = _Turn(view, unseen(view) if pool is None else pool, judgement)
    worths = turn.worths()
    best = max(worths, key=worths.__getitem__)
    return worths, Choice(best, turn.why(best))


def goat_near(
    view: GoatView, pool: Sequence[Card] | None, judgement: Judgement, slack: Slack, chance: Random
) -> Choice:
    """Any of the moves whose worth is that of the best within the slack, with its reason; `pool` as above."""
    turn = _Turn(view, unseen(view) if pool is None else pool, judgement)
    worths = turn.worths()
    best = max(worths, key=worths.__getitem__)
    near = [move for move in worths if worths[best] - worths[move] <= turn.slack(slack, best, move)]
    move = chance.choice(near)
    return Choice(move, turn.why(move))


class _Turn:
    """One turn of one seat."""

    def __init__(self, view: GoatView, pool: Sequence[Card], judgement: Judgement) -> None:
        self.view = view
        self.judgement = judgement
        self.seat = view.seat or 0
        self.held = len(view.hand)
        """Cards of each seat that is still to play: hands are equal when a trick or an attempt begins (G45)."""
        self.pool = pool
        self.led = next((laid.cards[0][1] for laid in view.trick if laid.kind == "lead"), "")

    def worths(self) -> dict[Move, float]:
        """Of all moves that carry the game on."""
        return {move: self.value(move) for move in real_moves(self.view)}

    def value(self, move: Move) -> float:
        """Points to expect for the team."""
        match move:
            case Lead(cards=cards):
                return self._set_on_top(cards, cards[0][1], self._after(3), ())
            case Molodka():
                return self._set_on_top(self._hand(), self.view.hand[0][1], self._after(3), ())
            case Beat(cards=cards):
                return self._set_on_top(cards, self.led, self._to_come(), self.view.trick)
            case Pass(cards=cards):
                return self._passing(cards)
            case _:
                return float("-inf")

    def slack(self, slack: Slack, best: Move, move: Move) -> float:
        """How far behind the best this move may be: the partner's winning set is not overtaken for variety."""
        if isinstance(move, Lead):
            return slack.lead
        if type(move) is type(best):
            return slack.same
        return 0.0 if self._ours(self._winner()) else slack.beat

    def why(self, move: Move) -> Fact:
        """The reason, in the words of the table."""
        match move:
            case Molodka():
                return Fact("why.molodka")
            case Lead(cards=cards):
                return Fact(
                    "why.lead", {"cards": cards, "chance": percent(self._holds(cards, cards[0][1], self._after(3)))}
                )
            case Beat(cards=cards):
                return Fact("why.beat", {"cards": cards, "points": points(self._on_table())})
            case _:
                return Fact("why.feed" if self._ours(self._winner()) else "why.spare")

    def _hand(self) -> tuple[Card, ...]:
        return tuple(Card(card) for card in self.view.hand)

    def _after(self, count: int) -> tuple[int, ...]:
        return tuple((self.seat + step) % 4 for step in range(1, count + 1))

    def _to_come(self) -> tuple[int, ...]:
        return self._after(3 - len(self.view.trick))

    def _winner(self) -> int:
        return self.seat if self.view.winning is None else self.view.winning

    def _ours(self, seat: int) -> bool:
        return seat % 2 == self.seat % 2

    def _on_table(self) -> list[Card]:
        return [card for laid in self.view.trick for card in laid.cards]

    def _holds(self, cards: Sequence[Card], led: str, to_come: Sequence[int]) -> float:
        """Chance that the own team has the trick in the end, when these cards are on top with seats to come."""
        can = self.judgement.chance(cards, led, self.view.trump, self.pool, self.held)
        ours = 1.0
        for seat in to_come:
            ours += (1 - ours) * can * WON_BACK if self._ours(seat) else -ours * can * FOE_WILL
        return ours

    def _set_on_top(self, cards: Sequence[Card], led: str, to_come: Sequence[int], trick: Sequence[Laid]) -> float:
        wins = self._holds(cards, led, to_come)
        return self._worth(wins, cards, to_come, trick)

    def _passing(self, cards: Sequence[Card]) -> float:
        winner = self._winner()
        held = self._holds_against(winner)
        ours = held if self._ours(winner) else 1 - held
        return self._worth(ours, cards, self._to_come(), self.view.trick)

    def _holds_against(self, winner: int) -> float:
        """Chance that the winner's team keeps the trick against the rest of the table."""
        can = self.judgement.chance(self.view.winning_cards, self.led, self.view.trump, self.pool, self.held)
        against = sum(self._ours(seat) != self._ours(winner) for seat in self._to_come())
        return float((1 - can * FOE_WILL) ** against)

    def _worth(self, ours: float, cards: Sequence[Card], to_come: Sequence[int], trick: Sequence[Laid]) -> float:
        """Points of the trick by who takes it, and what is kept; `ours` is the chance that the team takes it."""
        lead = 0.0 if self.view.stock else self.judgement.lead
        known = points(cards) + points(card for laid in trick for card in laid.cards)
        win, lose = float(known), float(known)
        least, fed = _thrown(self.held, len(cards))
        for seat in to_come:
            win += fed if self._ours(seat) else least
            lose += least if self._ours(seat) else fed
        for laid in trick:
            if not laid.cards:
                win, lose = win + (least + fed) / 2, lose + (least + fed) / 2
        stakes = self._first_trick(0) * ours - self._first_trick(1) * (1 - ours)
        return ours * win - (1 - ours) * lose + stakes + (2 * ours - 1) * lead + self._kept(cards)

    def _first_trick(self, rival: int) -> float:
        """What the first trick of the own team (0) or of the other (1) is worth, if it has none yet."""
        if self.view.tricks[(self.seat + rival) % 2] or (self.view.stock and not self.judgement.early):
            return 0.0
        to_come = self.view.stock / 4 + len(self.view.hand)
        return self.judgement.no_trick / to_come

    def _kept(self, laid: Sequence[Card]) -> float:
        """What the hand is worth without the laid cards; a card drawn for one of them counts as nothing."""
        rest = [card for card in self.view.hand if card not in laid]
        return sum((self._in_suit([card for card in rest if card[1] == suit]) for suit in SUITS), 0.0)

    def _in_suit(self, cards: Sequence[str]) -> float:
        """What the kept cards of one suit are worth."""
        if not cards:
            return 0.0
        trump = cards[0][1] == self.view.trump
        worth = self.judgement.trump if trump else self.judgement.plain
        company = self.judgement.company[trump]
        return sum(worth[card[0]] for card in cards) + company * (len(cards) - 1)


def _thrown(held: int, count: int) -> tuple[float, float]:
    """Points to expect from so many cards of a hand: thrown on the others' trick, and fed to the own team's."""
    least, most = LEAST[held - 1][count - 1], MOST[held - 1][count - 1]
    return least, least + FEEDS * (most - least)
