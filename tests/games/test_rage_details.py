"""Rage where the worked examples say nothing: what a refusal repeats."""

import pytest

from tuicards.errors import BadOptions, IllegalMove
from tuicards.games.rage import RAGE


def test_of_a_wrong_text_the_beginning_is_repeated() -> None:
    """Forty characters, in moves and in options."""
    text = "0123456789" * 9
    with pytest.raises(IllegalMove) as move:
        RAGE.parse_move(text)
    with pytest.raises(BadOptions) as option:
        RAGE.parse_options({"round_plan": text})

    assert move.value.params["text"] == option.value.params["value"] == text[:40]
