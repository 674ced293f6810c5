"""What the picture of a Rage table tells about trump: every change with the card that brought it."""

from collections.abc import Iterator
from typing import NamedTuple, cast

from tuicards.games.rage import Colour, Played, RageView, TrumpChange
from tuicards.tui.widgets.scene import Scene

EFFECT_OF = {"change": "CH", "named": "CH", "out": "OU"}
"""The card behind each cause that a player brings about."""


class Change(NamedTuple):
    """One step in the history of trump: what it was before, and where the card behind it lies."""

    step: TrumpChange
    before: Colour | None
    trick: int | None = None
    """Number of the trick, from 1, in or after which it happened; None at the deal."""
    place: int | None = None
    """Place of the card in its trick, from 0; None when no player brought it about."""


def rage_view(scene: Scene) -> RageView:
    """The view by its own type."""
    return cast(RageView, scene.view)


def trump_changes(view: RageView) -> tuple[Change, ...]:
    """The history of this round's trump, oldest first, each step found in the tricks.

    A card that changed nothing (R64, R67) is not among them.
    """
    return tuple(_changes(view))


def _changes(view: RageView) -> Iterator[Change]:
    steps = list(view.trump_history)
    colour: Colour | None = None
    if steps and steps[0].cause == "deal":
        yield Change(steps.pop(0), None)
        colour = view.trump_history[0].colour
    tricks = [*(trick.cards for trick in view.tricks), view.trick]
    for number, cards in enumerate(tricks, 1):
        for place, played in enumerate(cards):
            if steps and _brought(steps[0], played, colour):
                yield Change(steps[0], colour, number, place)
                colour = steps.pop(0).colour
        if steps and steps[0].cause in ("restored", "redraw") and number <= len(view.tricks):
            yield Change(steps[0], colour, number)
            colour = steps.pop(0).colour


def _brought(step: TrumpChange, played: Played, colour: Colour | None) -> bool:
    """Whether a card brought a step about: an Out does nothing where there is no trump (R67)."""
    if played.card != EFFECT_OF.get(step.cause) or played.seat != step.seat:
        return False
    return step.cause != "out" or colour is not None


def changes_in(view: RageView, trick: int) -> dict[int, Change]:
    """The changes of one trick of this round, by the place of their card in it."""
    return {
        change.place: change for change in trump_changes(view) if change.trick == trick and change.place is not None
    }
