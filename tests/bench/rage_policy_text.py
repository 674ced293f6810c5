"""The module of the learned weights of Rage's policy, with one of its tables written anew."""

import re
from collections.abc import Sequence
from textwrap import wrap

from tuicards.bots.rage_sim_policy import MOOD
from tuicards.bots.rage_sim_weights import FEW

WIDTH = 116
"""Characters of a line of weights."""


def table_name(seats: int) -> str:
    """The name of the table by which so many seats play."""
    return "FOUR" if seats <= FEW else "SIX"


def with_weights(source: str, seats: int, weights: Sequence[int]) -> str:
    """The module's source with these weights, hundredths, for so many seats; all else stays as it is.

    Raises ValueError where the source has no such table.
    """
    moods = [weights[at : at + MOOD] for at in range(0, len(weights), MOOD)]
    lines = [line for mood in moods for line in wrap(" ".join(map(str, mood)), WIDTH, break_on_hyphens=False)]
    table = "\n".join([f'{table_name(seats)} = """', *lines, '"""'])
    written, number = re.subn(rf'^{table_name(seats)} = """[-\d\s]*"""$', table, source, flags=re.MULTILINE)
    if number != 1:
        raise ValueError(f'the module of the weights has no table {table_name(seats)} of whole numbers in """')
    return written
