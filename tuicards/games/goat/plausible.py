"""Whether a Goat picture that came from elsewhere can be drawn and told; see `tuicards.games.plausible`."""

from collections.abc import Sequence

from tuicards.games.api import Event
from tuicards.games.goat.cards import DECK, HAND, ORDER, SEATS, TEAMS
from tuicards.games.goat.view import GoatView, Laid, Trick
from tuicards.games.plausible import each_once, is_sound, moves_from_hand, within

SIZES = (len(SEATS),)
PHASES = ("lead", "respond", "over")
MOST = 1_000
"""No party has so many games, penalty points or eggs."""


def plausible(view: GoatView, events: Sequence[Event]) -> bool:
    """Whether sets, hands and piles have sizes that a game can have, and the trick hangs together."""
    return (
        is_sound(view, events, SIZES, ORDER)
        and view.teams == TEAMS
        and view.phase in PHASES
        and (view.phase == "over") == (view.outcome is not None)
        and len(view.to_act) <= 1
        and moves_from_hand(view)
        and _counts_fit(view)
        and _trick_fits(view)
        and _last_fits(view.last_trick)
        and _sheet_fits(view)
    )


def _counts_fit(view: GoatView) -> bool:
    return (
        within((*view.counts, view.needed), 0, HAND)
        and within((view.stock, *view.pile_counts, *view.tricks), 0, len(DECK))
        and within((*view.totals, view.limit, view.eggs, view.game), 0, MOST)
        and view.attempt in (1, 2)
    )


def _trick_fits(view: GoatView) -> bool:
    """The winning set is among those that lie; before a lead there is none."""
    if not view.trick:
        return view.winning is None and not view.winning_cards and view.needed == 0
    best = next((part for part in view.trick if part.seat == view.winning), None)
    return (
        best is not None
        and best.cards == view.winning_cards
        and view.needed == view.trick[0].count
        and _sets_fit(view.trick)
    )


def _last_fits(last: Trick | None) -> bool:
    return last is None or (_sets_fit(last.laid) and last.winner in {part.seat for part in last.laid})


def _sets_fit(laid: Sequence[Laid]) -> bool:
    """Sets of one size, a lead first; all cards of a set are shown, or none of a pass."""
    return (
        bool(laid)
        and laid[0].kind == "lead"
        and each_once([part.seat for part in laid])
        and all(
            part.count == laid[0].count
            and len(part.cards) in ((0, part.count) if part.kind == "pass" else (part.count,))
            for part in laid
        )
        and 1 <= laid[0].count <= HAND
    )


def _sheet_fits(view: GoatView) -> bool:
    """Numbers of the score sheet that a chart can show; two piles or none."""
    lines = [
        number
        for line in view.history
        for pair in (line.points, line.tricks, line.penalties, line.totals)
        for number in pair
    ]
    return within(lines, 0, MOST) and len(view.history) <= MOST and len(view.last_piles) in (0, 2)
