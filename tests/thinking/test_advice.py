"""Advice to a person: how good it may be is a question of whose machine it is."""

import pytest

from tests.thinking.questions import first_decision
from tuicards.bots.choice import Choice
from tuicards.games import GAMES
from tuicards.games.api import Fact
from tuicards.games.goat import Pass
from tuicards.thinking.advice import Adviser
from tuicards.thinking.telling import how_sure


@pytest.mark.parametrize("own_machine", [True, False])
@pytest.mark.parametrize("game", sorted(GAMES))
async def test_advice_is_a_legal_move_with_a_reason(game: str, own_machine: bool) -> None:
    """On the person's own machine and on somebody else's."""
    adviser, seen = Adviser(own_machine), first_decision(game)
    choice = await adviser.advise(GAMES[game], seen)
    await adviser.close()
    assert choice.move in seen.view.legal
    assert choice.why.code


def test_how_sure_a_bot_is_is_told_in_words() -> None:
    """The better the chance, the surer; nothing is said where nobody has reckoned."""
    told = [how_sure(Choice(Pass(()), Fact("why.any"), chance)) for chance in (None, 0.3, 0.7, 1.0)]
    assert told == ["", "hint.sure.close", "hint.sure.fairly", "hint.sure.certain"]
    assert how_sure(Choice(Pass(()), Fact("why.only"), 1.0)) == ""
