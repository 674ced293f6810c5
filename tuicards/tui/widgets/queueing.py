"""A card chosen before one's turn: it waits, and goes, asks or is let go at the turn. Nothing is sent here."""

from collections import Counter
from typing import Literal

import msgspec

from tuicards.games.api import Move
from tuicards.replay import TRICK_ANEW
from tuicards.tui.widgets.face import Face
from tuicards.tui.widgets.scene import Pick, Question, Scene

replace = msgspec.structs.replace


def queued(scene: Scene, face: Face, passing: bool = False) -> Pick:
    """The chosen cards wait for one's turn; chosen once more, they do so no longer."""
    cards = () if waits(scene, face, passing) else face.queueable(scene)
    hand = scene.view.hand if cards else ()
    return replace(scene.pick, queued=cards, queued_from=hand, passing=passing and bool(cards), typed="", place="")


def waits(scene: Scene, face: Face, passing: bool = False) -> bool:
    """Whether just the chosen cards wait already, and as the same kind of move."""
    return bool(scene.pick.queued) and (face.queueable(scene), passing) == (scene.pick.queued, scene.pick.passing)


def ripe(scene: Scene, face: Face) -> Move | Question | Literal["waits", "dropped"]:
    """What has become of the waiting cards: a legal move, a question that must be answered first, or neither."""
    view = scene.view
    if _another_turn(scene) or not face.plays(scene) or scene.state.missed:
        return "dropped"
    if not view.my_turn:
        return "waits"
    again = replace(scene, pick=chosen_again(scene))
    meant = face.passed(again) if scene.pick.passing else face.enter(again)
    possible = isinstance(meant, Question) or meant in view.legal
    return meant if meant is not None and possible else "dropped"


def _another_turn(scene: Scene) -> bool:
    """Whether the turn that the cards waited for is gone: a card was played for oneself, or a trick begins anew."""
    anew = any(event.__struct_config__.tag in TRICK_ANEW for event in scene.state.events)
    return anew or not Counter(scene.pick.queued_from) <= Counter(scene.view.hand)


def chosen_again(scene: Scene) -> Pick:
    """The cursor on the first of the waiting cards, all of them chosen, and no longer waiting."""
    cards = scene.pick.queued
    at = scene.view.hand.index(cards[0]) if cards else scene.pick.cursor
    chosen = cards if len(cards) > 1 else ()
    return replace(scene.pick, cursor=at, chosen=chosen, queued=(), passing=False, on_bar=False)


def waiting_words(scene: Scene) -> str:
    """Whom the table waits for, and which cards wait for one's turn."""
    names = ", ".join(scene.name(seat) for seat in scene.view.to_act)
    return scene.say(
        "hand.waits_to_pass" if scene.pick.passing else "hand.waits", names=names, cards=scene.pick.queued
    )
