"""How a person hears of what a bot thinks. Loads no bot."""

from tuicards.bots.choice import Choice

LONG = 0.2
"""Seconds after which whoever has asked wants to know that there is thought."""

CERTAIN, FAIRLY = 0.9, 0.65
"""Chances that no other move is better, from which one says so."""


def how_sure(choice: Choice) -> str:
    """The code of how sure a bot is; empty where it has not reckoned that, or had no choice."""
    chance = choice.sure
    if chance is None or choice.why.code == "why.only":
        return ""
    return f"hint.sure.{'certain' if chance >= CERTAIN else 'fairly' if chance >= FAIRLY else 'close'}"
