"""What a bot would do, in words and as marks on cards."""

from collections.abc import Callable
from typing import Any

from tuicards.bots.choice import Choice
from tuicards.games.api import Move
from tuicards.speech import Speaker
from tuicards.thinking.telling import how_sure
from tuicards.tui.widgets.scene import Scene


def fields(scene: Scene, move: Move) -> dict[str, Any]:
    """The parameters of a sentence about a move."""
    values = {name: getattr(move, name) for name in move.__struct_fields__}
    return {**values, "move": scene.game.format_move(move)}


def said(scene: Scene, kind: str, choice: Choice, sure: str = "") -> str:
    """The sentence of a kind (`hint.do`, `hint.slip`) that fits the move; any other move is told by its text.

    `sure` is a code of what is said before the reason.
    """
    code = f"{kind}.{choice.move.__struct_config__.tag}"
    known = code if scene.speaker.knows(code) else f"{kind}.other"
    reason = scene.speaker.fact(choice.why)
    worded = f"{scene.speaker.say(sure)} {reason}" if sure else reason
    return scene.speaker.say(known, {**fields(scene, choice.move), "reason": worded})


def hint(scene: Scene, choice: Choice) -> str:
    """What a bot would do, how sure it is where it has reckoned that, and why."""
    return said(scene, "hint.do", choice, how_sure(choice))


def only(scene: Scene, move: Move) -> Callable[[Speaker], str]:
    """That a move was the only one, for whoever is to hear it."""
    code, params = f"move.{move.__struct_config__.tag}", fields(scene, move)
    return lambda speaker: speaker.say("hand.only", {"move": speaker.say(code, params)})


def refusal(scene: Scene) -> str | None:
    """The code that says why there is no hint now; None when there may be one."""
    table = scene.state.table
    if not scene.settings.hints:
        return "hint.off"
    if table is not None and not table.hints:
        return "hint.off_here"
    return None if scene.view.my_turn and scene.view.legal else "hint.not_now"
