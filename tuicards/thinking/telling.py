"""How a person hears of what a bot thinks. Loads no bot."""

LONG = 0.2
"""Seconds after which whoever has asked wants to know that there is thought."""

CERTAIN, FAIRLY = 0.9, 0.65
"""Chances that no other move is better, from which one says so."""


def how_sure(chance: float | None) -> str:
    """The code of what to say of it; empty where nobody has reckoned it."""
    if chance is None:
        return ""
    return f"hint.sure.{'certain' if chance >= CERTAIN else 'fairly' if chance >= FAIRLY else 'close'}"
