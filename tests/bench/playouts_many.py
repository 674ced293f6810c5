"""Many play-outs in one call, to be compiled with the simulator of Rage."""

from tuicards.bots.rage_sim import play_out
from tuicards.bots.rage_sim_layout import CHANCE, SIZE


def play_many(
    starts: list[int], number: int, rules: list[int], high: list[int], count: list[int], how: int, seed: int,
    work: list[int],
) -> None:  # fmt: skip
    """Play each of so many rounds out from its start."""
    for at in range(number):
        work[0:SIZE] = starts[at * SIZE : at * SIZE + SIZE]
        work[CHANCE] = seed + at
        play_out(work, rules, high, count, how, 0, how)
