"""Rage's situation in sentences: who is winning and why, what special cards do, bids against tricks."""

from collections.abc import Sequence
from typing import NamedTuple

from tuicards.games.api import Seat
from tuicards.games.rage import Card, Colour, Played, RageView, effective_colour
from tuicards.tui.widgets.canvas import Role
from tuicards.tui.widgets.rage_trump import Change, changes_in, rage_view
from tuicards.tui.widgets.scene import Scene

BONUS, MAD = Card("BO"), Card("MA")

SPECIAL_POINTS = 5
"""Points of a Bonus, lost with a Mad (R60, R61)."""


# ---- the trick -----------------------------------------------------------------------------------------


def colour_of(played: Played) -> Colour | None:
    """The colour that a card in a trick counts as (section 2.5)."""
    return effective_colour(played.card, played.colour)


def why_winning(scene: Scene) -> str:
    """Who is winning the trick as it lies, and why, in one sentence (R45-R49)."""
    view = rage_view(scene)
    best = next((played for played in view.trick if played.seat == view.winning), None)
    if best is None:
        return ""
    code = _why(view, best)
    colour = colour_of(best)
    return scene.say(f"play.why.{code}", seat=best.seat, card=best.card, colour=colour, led=view.led)


def _why(view: RageView, best: Played) -> str:
    colour = colour_of(best)
    if colour is None:
        return "nobody_out" if view.trump is None else "nobody"
    same = sum(colour_of(played) == colour for played in view.trick)
    leads = len([played for played in view.trick if colour_of(played)]) == 1 and best == view.trick[0]
    if best.card == "WI" and same > 1:
        return "wild"
    if colour == view.trump:
        return "leads_trump" if leads else "trump" if same > 1 else "only_trump"
    return "led" if leads else "highest" if same > 1 else "only"


def trick_notes(scene: Scene) -> list[str]:
    """What the special cards of the trick on the table do, one sentence each."""
    view = rage_view(scene)
    changes = changes_in(view, view.tricks_done + 1)
    notes = _captured(scene, view.trick, view.winning, "play.note")
    for played in view.trick:
        colour = colour_of(played)
        if played.card == "WI" and colour not in (view.led, view.trump):
            notes.append(scene.say("play.note.wild", seat=played.seat, colour=colour))
    return notes + [_change_note(scene, changes[place]) for place in sorted(changes)]


def _change_note(scene: Scene, change: Change) -> str:
    step = change.step
    if step.colour is None:
        return scene.say("play.note.out", seat=step.seat, colour=change.before)
    code = "change_back" if change.before is None else "change_same" if change.before == step.colour else "change"
    return scene.say(f"play.note.{code}", seat=step.seat, trump=step.colour, colour=change.before)


def _captured(scene: Scene, cards: Sequence[Played], seat: Seat | None, code: str) -> list[str]:
    """Bonus and Mad in a trick, and whose they are."""
    codes = [played.card for played in cards]
    bonus, mad = SPECIAL_POINTS * codes.count(BONUS), SPECIAL_POINTS * codes.count(MAD)
    if not bonus and not mad:
        return []
    kind = "both" if bonus and mad else "bonus" if bonus else "mad"
    return [scene.say(f"{code}.{kind}", seat=seat, bonus=f"+{bonus}", mad=f"{scene.glyphs.minus}{mad}")]


def finished_notes(scene: Scene) -> list[str]:
    """Who took the last trick, with which card, and what was in it."""
    trick = rage_view(scene).last_trick
    if trick is None:
        return []
    card = next(played.card for played in trick.cards if played.seat == trick.winner)
    took = scene.say("play.took", seat=trick.winner, card=card)
    return [took, *_captured(scene, trick.cards, trick.winner, "play.got")]


# ---- bids against tricks -------------------------------------------------------------------------------


class Need(NamedTuple):
    """What a team still needs, as a sign with a word, and short for narrow tables."""

    text: str
    brief: str
    role: Role


def team_missing(view: RageView, team: int) -> int | None:
    """Tricks that a team still needs, negative when it has too many; None while one of its bids is not known."""
    seats = [seat for seat, of in enumerate(view.teams) if of == team]
    known = [bid for seat in seats if (bid := view.bids[seat]) is not None]
    return sum(known) - sum(view.taken[seat] for seat in seats) if len(known) == len(seats) else None


def need(scene: Scene, seat: Seat) -> Need:
    """`+2` still needed, `= met`, `x over 1`, `x short 1` when more are needed than there are left."""
    view = rage_view(scene)
    missing, left = team_missing(view, view.teams[seat]), view.hand_size - view.tricks_done
    if missing is None:
        return Need("", "", "")
    if missing < 0:
        return Need(f"x {scene.say('play.need.over', count=-missing)}", f"x+{-missing}", "bad")
    if missing > left:
        lost = missing - left
        return Need(f"x {scene.say('play.need.short', count=lost)}", f"x{scene.glyphs.minus}{lost}", "bad")
    if missing == 0:
        return Need(f"= {scene.say('play.need.met')}", "=", "good")
    return Need(f"+{missing}", f"+{missing}", "")


def bid_lines(scene: Scene) -> list[str]:
    """The sum of the bids against the tricks; then a barred bid, or what is still wanted of what is left."""
    view = rage_view(scene)
    if view.phase == "over":
        return []
    lines = [_sum_line(scene)]
    if view.phase == "bid" and view.forbidden_bid is not None and len(view.to_act) == 1:
        lines.append(scene.say("play.sum.hook", seat=view.to_act[0], bid=view.forbidden_bid))
    missing = [team_missing(view, team) for team in range(len(view.totals))]
    known = [count for count in missing if count is not None]
    if view.phase == "play" and view.tricks_done and len(known) == len(missing):
        wanted = sum(max(0, count) for count in known)
        lines.append(scene.say("play.sum.left", wanted=wanted, left=view.hand_size - view.tricks_done))
    return lines


def _sum_line(scene: Scene) -> str:
    view = rage_view(scene)
    known = [bid for bid in view.bids if bid is not None]
    if len(known) < sum(view.has_bid):
        code = "play.sum.hidden" if all(view.has_bid) else "play.sum.hidden_so_far"
        return scene.say(code, count=sum(view.has_bid), tricks=view.hand_size)
    if not all(view.has_bid):
        return scene.say("play.sum.so_far", sum=sum(known), tricks=view.hand_size)
    over = sum(known) - view.hand_size
    code = "play.sum.over" if over > 0 else "play.sum.under" if over else "play.sum.even"
    return scene.say(code, sum=sum(known), tricks=view.hand_size, count=abs(over))
