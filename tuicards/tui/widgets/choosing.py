"""How choosing goes: each function takes what is chosen and gives what is chosen next. Nothing here is sent."""

import msgspec

from tuicards.tui.widgets.face import Face
from tuicards.tui.widgets.hand import DIGITS
from tuicards.tui.widgets.scene import Choice, Pick, Question, Scene

replace = msgspec.structs.replace

MENU = "menu"
BACK = "back"


def asked(pick: Pick) -> Question | None:
    """The question that the bar shows now; a person may have turned to the menu instead."""
    return None if pick.on_bar else pick.question


def choices(scene: Scene, face: Face, broad: bool) -> tuple[Choice, ...]:
    """What the bar offers now: the answers to a question, or the moves beside the cards and the screen's commands."""
    question = asked(scene.pick)
    if question is None:
        return face.actions(scene) + commands(scene, broad)
    away = Choice(scene.say("play.do.back"), ("esc",), command=BACK) if question.loose else None
    return (*question.choices, away or Choice(scene.say("play.do.menu"), ("tab",), command=MENU))


def commands(scene: Scene, broad: bool) -> tuple[Choice, ...]:
    """What the screen can always do."""
    names = [("s", "scores"), ("l", "last"), ("c", "chat"), ("?", "help"), ("x", "leave")]
    if broad:
        names.remove(("l", "last"))
    if scene.view.outcome is not None and scene.me is not None:
        names.insert(0, ("r", "again"))
    return tuple(Choice(scene.say(f"play.do.{name}"), (key,), command=name) for key, name in names)


def moved(scene: Scene, step: int, offered: int) -> Pick:
    """The cursor one place on, in the hand or in the bar, round and round."""
    pick = replace(scene.pick, typed="", peek=False)
    hand = len(scene.view.hand)
    if pick.on_bar or pick.question is not None or not hand:
        on_bar = pick.on_bar or pick.question is None
        return replace(pick, bar=(pick.bar + step) % max(1, offered), on_bar=on_bar)
    return replace(pick, cursor=(pick.cursor + step) % hand)


def pointed(pick: Pick, index: int) -> Pick:
    """The cursor on a card of the hand."""
    return replace(pick, cursor=index, on_bar=False, typed="", peek=False)


def toggled(scene: Scene, index: int) -> Pick:
    """A card of the hand chosen, or no longer."""
    code = scene.view.hand[index]
    pick = pointed(scene.pick, index)
    rest = tuple(card for card in pick.chosen if card != code)
    return replace(pick, chosen=rest if code in pick.chosen else (*pick.chosen, code))


def by_digit(scene: Scene, face: Face, digit: str) -> Pick | Choice | None:
    """What a digit chooses: an answer by its number, or a card by its place."""
    question = asked(scene.pick)
    if question is not None:
        return _answer_by_digit(scene.pick, question, digit)
    index = DIGITS.index(digit)
    if index >= len(scene.view.hand):
        return None
    return toggled(scene, index) if face.several else pointed(scene.pick, index)


def _answer_by_digit(pick: Pick, question: Question, digit: str) -> Pick | Choice | None:
    """A loose question is answered at once; else the number typed so far is chosen, and Enter answers."""
    for typed in (pick.typed + digit, digit):
        for index, choice in enumerate(question.choices):
            if typed in choice.keys:
                return choice if question.loose else replace(pick, bar=index, typed=typed)
    return None


def by_letters(scene: Scene, face: Face, character: str) -> Pick:
    """The cursor on the card that the letters typed so far stand for; it stays when the hand holds none such."""
    begun = "" if face.complete(scene.pick.typed) else scene.pick.typed
    typed = begun + character
    index = face.typed(scene.view, typed)
    return replace(pointed(scene.pick, scene.pick.cursor if index is None else index), typed=typed)


def let_go(pick: Pick) -> Pick:
    """One step back: from the bar, from a question that may be left, from letters, from chosen cards."""
    if pick.on_bar:
        return replace(pick, on_bar=False, bar=0)
    if pick.question is not None and pick.question.loose:
        return replace(pick, question=None, bar=0)
    if pick.typed or pick.peek:
        return replace(pick, typed="", peek=False)
    return replace(pick, chosen=())


def after_update(pick: Pick, hand: tuple[str, ...], scene: Scene, face: Face) -> Pick:
    """What stays chosen when a new picture has come: cards still held, and a question that still stands.

    `hand` is the hand before it. The cursor stays on its card; on one's turn it goes to a card that may be played.
    """
    now = scene.view.hand
    code = hand[pick.cursor] if pick.cursor < len(hand) else None
    cursor = now.index(code) if code in now else min(pick.cursor, max(0, len(now) - 1))
    cards = face.hand(scene)
    if not face.several and any(card.legal for card in cards) and not cards[cursor].legal:
        cursor = next(index for index, card in enumerate(cards) if card.legal)
    chosen = tuple(card for card in pick.chosen if card in now)
    return _with_question(replace(pick, cursor=cursor, chosen=chosen, peek=False), face.question(scene))


def _with_question(pick: Pick, question: Question | None) -> Pick:
    """A question of the game comes and goes with the picture; the screen's own (about leaving) stays."""
    if pick.question is not None and any(choice.command for choice in pick.question.choices):
        return pick
    if pick.question == question:
        return pick
    return replace(pick, question=question, bar=0, typed="")
