"""How choosing goes: each function takes what is chosen and gives what is chosen next. Nothing here is sent."""

import msgspec

from tuicards.games.api import Move
from tuicards.tui.owning import can_change_game
from tuicards.tui.widgets.bar import room
from tuicards.tui.widgets.face import Face
from tuicards.tui.widgets.hand import DIGITS
from tuicards.tui.widgets.pausing import pause_choices
from tuicards.tui.widgets.scene import Choice, Pick, Question, Scene

replace = msgspec.structs.replace

MENU = "menu"
BACK = "back"
ALL = "all"
"""Commands of the bar itself: go over to the commands, go back to the cards, show everything that can be done."""

BINDINGS = {"help": "app.help", "look_back": "app.look_back", "export": "app.export"}
"""Commands whose binding is not the table's own."""

KEYS_OF = {**BINDINGS, "other_game": "table.game"}
"""Ids of bindings that are not called like their command."""


def asked(pick: Pick) -> Question | None:
    """The question that the bar shows now; a person may have turned to the menu instead."""
    return None if pick.on_bar else pick.question


def choices(scene: Scene, face: Face, width: int) -> tuple[Choice, ...]:
    """What the bar offers now: the answers to a question, or the moves beside the cards and the screen's commands.

    Commands that a bar of this width has no room for are left out; the menu, always there, has them all.
    """
    question = asked(scene.pick)
    if question is None:
        acts = () if scene.state.paused or scene.state.stood_in else face.actions(scene)
        return fitting((*pause_choices(scene), *acts, *commands(scene)), width)
    away = Choice(scene.say("play.do.back"), ("esc",), command=BACK) if question.loose else None
    return (
        *question.choices,
        *pause_choices(scene),
        away or Choice(scene.say("play.do.menu"), ("tab",), command=MENU),
    )


COMMANDS = (("h", "hint"), ("s", "scores"), ("l", "tricks"), ("c", "chat"), ("?", "help"), ("x", "leave"))
"""What the screen can do, by its usual key, in the order of the bar."""

SPARE = ("leave", "help", "export", "chat", "tricks", "scores", "other_game", "hint")
"""What the bar can do without, the least important first."""


def commands(scene: Scene) -> tuple[Choice, ...]:
    """What the screen can do, and the menu of everything."""
    over = scene.view.outcome is not None
    names = [item for item in COMMANDS if item[1] != "hint" or (scene.me is not None and not over)]
    if scene.state.just_over is not None:
        names = [("v", "look_back"), ("d", "export"), *names]
    if over and can_change_game(scene.state):
        names.insert(0, ("g", "other_game"))
    if over and scene.me is not None:
        names.insert(0, ("r", "again"))
    offered = [_command(scene, name, scene.key(KEYS_OF.get(name, f"table.{name}"), key)) for key, name in names]
    return (*offered, _command(scene, ALL, ""))


def _command(scene: Scene, name: str, key: str) -> Choice:
    unread = scene.state.unread if name == "chat" else 0
    label = scene.say("play.do.chat_new", count=unread) if unread else scene.say(f"play.do.{name}")
    return Choice(label, (key,) if key else (), command=name)


def fitting(offered: tuple[Choice, ...], width: int) -> tuple[Choice, ...]:
    """As many of the choices as fit into the width; commands that can be spared go first."""
    for name in SPARE:
        if room(offered) <= width:
            break
        offered = tuple(choice for choice in offered if choice.command != name)
    return offered


def moved(scene: Scene, step: int, offered: int) -> Pick:
    """The cursor one place on, in the hand or in the bar, round and round.

    Who waits for the next hand stays where the cards will be; an arrow that comes too late leads nowhere.
    """
    pick = replace(scene.pick, typed="", place="", peek=None)
    hand = len(scene.view.hand)
    waits = scene.me is not None and scene.view.outcome is None
    if pick.on_bar or pick.question is not None or not (hand or waits):
        on_bar = pick.on_bar or pick.question is None
        return replace(pick, bar=(pick.bar + step) % max(1, offered), on_bar=on_bar)
    return replace(pick, cursor=(pick.cursor + step) % max(1, hand))


def pointed(pick: Pick, index: int) -> Pick:
    """The cursor on a card of the hand."""
    return replace(pick, cursor=index, on_bar=False, typed="", place="", peek=None)


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
    typed, index = _place(scene.pick, digit, len(scene.view.hand))
    if index is None:
        return None
    pick = toggled(scene, index) if face.several else pointed(scene.pick, index)
    return replace(pick, place=typed)


def _place(pick: Pick, digit: str, count: int) -> tuple[str, int | None]:
    """The digits typed so far of a place, and that place in a hand of so many cards.

    Up to ten cards have one digit each, `0` the tenth; of more cards the eleventh is `1` and `1`.
    """
    if count <= len(DIGITS):
        index = DIGITS.index(digit)
        return "", index if index < count else None
    for typed in (pick.place + digit, digit):
        if 0 < int(typed) <= count:
            return typed, int(typed) - 1
    return "", None


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
    """One step back: from the bar, from a question that may be left, from old tricks, from letters, from a card that
    waits for one's turn, from chosen cards."""
    if pick.on_bar:
        return replace(pick, on_bar=False, bar=0)
    if pick.question is not None and pick.question.loose:
        return replace(pick, question=None, bar=0)
    if pick.peek is not None:
        return replace(pick, peek=None)
    if pick.typed or pick.place:
        return replace(pick, typed="", place="")
    return replace(pick, queued=(), passing=False) if pick.queued else replace(pick, chosen=())


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
    pick = replace(pick, cursor=cursor, chosen=chosen)
    return _with_question(pick, _standing_question(pick, scene, face))


def on_news(pick: Pick) -> Pick:
    """What no longer holds once something has happened at the table: hints, doubts, the view of old tricks."""
    return replace(pick, hinted=(), advised=None, doubted=None, peek=None)


def leaving(scene: Scene) -> Question:
    """Whether to leave the table."""
    playing = scene.view.outcome is None and scene.me is not None
    stay = Choice(scene.say("play.leave.stay"), ("1",), command="stay")
    go = Choice(scene.say("play.leave.go"), ("2",), command="go")
    return Question(scene.say("play.leave.ask" if playing else "play.leave.ask_over"), (stay, go))


def _standing_question(pick: Pick, scene: Scene, face: Face) -> Question | None:
    """The question that is to be asked now, in today's words: about leaving, about the chosen card, or the game's."""
    asked = pick.question
    if asked is not None and any(choice.command for choice in asked.choices):
        return leaving(scene)
    if asked is not None and asked.loose:
        again = face.enter(replace(scene, pick=replace(pick, question=None)))
        if isinstance(again, Question):
            return again
    return face.question(scene)


def on_same_choice(pick: Pick, before: tuple[Choice, ...], now: tuple[Choice, ...]) -> Pick:
    """In the bar the cursor stays on what it was on; where that is not offered any more, it leaves the bar."""
    if not pick.on_bar or pick.bar >= len(before):
        return pick
    place = next((place for place, one in enumerate(now) if one.command == before[pick.bar].command), None)
    return replace(pick, on_bar=False, bar=0) if place is None else replace(pick, bar=place)


def _with_question(pick: Pick, question: Question | None) -> Pick:
    """A question comes and goes with the picture; said in other words it keeps what has been chosen."""
    if pick.question == question:
        return pick
    if pick.question is not None and question is not None and _answers(pick.question) == _answers(question):
        return replace(pick, question=question)
    return replace(pick, question=question, bar=0, typed="")


def _answers(question: Question) -> list[tuple[Move | None, str]]:
    return [(choice.move, choice.command) for choice in question.choices]
