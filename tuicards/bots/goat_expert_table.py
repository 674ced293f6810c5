"""A Goat table as the expert looks at it: the moves that differ, and the simulator's state of each sampled world."""

from collections.abc import Iterable
from typing import Protocol, cast

from tuicards.bots.anything import real_moves
from tuicards.bots.goat_memory import CARD_POINTS, IDS, GoatMemory, numbers
from tuicards.bots.goat_sim_state import Turned, state_of
from tuicards.bots.seen import Seen
from tuicards.games.goat import Beat, GoatMove, GoatView, Laid, Lead, Molodka, Pass


class World(Protocol):
    """What the seat cannot see, filled in: cards as numbers."""

    @property
    def hands(self) -> list[list[int]]:
        """By seat."""

    @property
    def stock(self) -> list[int]:
        """Top first."""

    @property
    def buried(self) -> tuple[list[int], list[int]]:
        """Cards in each team's pile that the seat has never seen."""

    @property
    def laid(self) -> list[list[int]]:
        """Face-down cards on the table, by seat."""


class Table:
    """One seat's turn."""

    def __init__(self, seen: Seen, memory: GoatMemory) -> None:
        self.view: GoatView = seen.view
        self._options = seen.options
        self._memory = memory
        self.turned = Turned(self.view.trump)
        self.moves = self._different(cast(tuple[GoatMove, ...], real_moves(self.view)))
        """Moves that carry the game on; of those that come to the same, one."""
        self.numbers = [self.turned.number(move, self.view.hand) for move in self.moves]
        """The same moves as the simulator's numbers."""

    def state(self, world: World) -> list[int]:
        """The simulator's state of a world."""
        view, bits = self.view, self.turned.bits
        return state_of(
            self._options,
            [_mask(hand, bits) for hand in world.hands],
            [bits[card] for card in world.stock],
            [(laid, self._lying(laid, world)) for laid in view.trick],
            leader=view.leader,
            turn=view.seat or 0,
            attempt=view.attempt,
            best=view.winning or 0,
            points=(self._points(0, world), self._points(1, world)),
            tricks=view.tricks,
        )

    def _lying(self, laid: Laid, world: World) -> int:
        return self.turned.mask(laid.cards) if laid.cards else _mask(world.laid[laid.seat], self.turned.bits)

    def _points(self, team: int, world: World) -> int:
        return self._memory.points(team) + sum(CARD_POINTS[card] for card in world.buried[team])

    def _different(self, moves: Iterable[GoatMove]) -> list[GoatMove]:
        alike = self._alike()
        found: dict[tuple[str, tuple[int, ...]], GoatMove] = {}
        for move in moves:
            match move:
                case Lead(cards=cards) | Beat(cards=cards) | Pass(cards=cards):
                    key = (type(move).__name__, tuple(sorted(alike[card] for card in numbers(cards))))
                case Molodka() if not self.view.trick:
                    continue
                case _:
                    key = (type(move).__name__, ())
            found.setdefault(key, move)
        return list(found.values())

    def _alike(self) -> dict[int, int]:
        """Each card of the hand with the lowest one that does the same: equal points, and no live card between."""
        gone = {card for pile in self._memory.piles for card in pile}
        found: dict[int, int] = {}
        for card in sorted(IDS[card] for card in self.view.hand):
            below = card - 1
            while below in gone and below // 9 == card // 9:
                below -= 1
            same = below in found and below // 9 == card // 9 and CARD_POINTS[below] == CARD_POINTS[card]
            found[card] = found[below] if same else card
        return found


def _mask(cards: Iterable[int], bits: tuple[int, ...]) -> int:
    return sum([bits[card] for card in cards])
