"""What a bot would do, in words and as marks on cards."""

from collections.abc import Callable
from typing import Any

from rich.cells import cell_len

from tuicards.bots.choice import Choice
from tuicards.games.api import Move
from tuicards.speech import Speaker
from tuicards.thinking.telling import how_sure
from tuicards.tui.widgets.scene import Scene


def fields(scene: Scene, move: Move) -> dict[str, Any]:
    """The parameters of a sentence about a move."""
    values = {name: getattr(move, name) for name in move.__struct_fields__}
    return {**values, "move": scene.game.format_move(move)}


def worded(scene: Scene, kind: str, move: Move, reason: str = "") -> str:
    """The sentence of a kind (`hint.do`, `hint.slip`) that fits the move; any other move is told by its text."""
    code = f"{kind}.{move.__struct_config__.tag}"
    known = code if scene.speaker.knows(code) else f"{kind}.other"
    return scene.speaker.say(known, {**fields(scene, move), "reason": reason}).rstrip()


def _reason(speaker: Speaker, choice: Choice, sure: str) -> str:
    """`sure` is a code of what is said before it."""
    why = speaker.fact(choice.why)
    return f"{speaker.say(sure)} {why}" if sure else why


def hint(scene: Scene, choice: Choice, width: int) -> tuple[str, Callable[[Speaker], str] | None]:
    """What a bot would do, how sure it is where it has reckoned that, and why, in one line of so many cells.

    Where it is too long for that, the line says what to do, and the second value the rest, for whoever is to hear it.
    """
    sure = how_sure(choice)
    whole = worded(scene, "hint.do", choice.move, _reason(scene.speaker, choice, sure))
    if cell_len(whole) <= width:
        return whole, None
    return worded(scene, "hint.do", choice.move), lambda speaker: _reason(speaker, choice, sure)


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
