"""Goat, normal: plays by rules of thumb like a club player, by a glance at the cards.

It guesses chances by the kind of card and fears its rivals more than it need, saves no sets and cares for no lead,
and remembers nothing. Of moves that look about as good to it, it takes any.
"""

from random import Random

from tuicards.bots.choice import Choice, Thinking
from tuicards.bots.goat_chances import chance_at_a_glance
from tuicards.bots.goat_weighing import Judgement, Slack, goat_near
from tuicards.bots.seen import Seen
from tuicards.games.goat import RANKS

GLANCE = Judgement(
    dict.fromkeys(RANKS, 0.0),
    dict(zip(RANKS, (3.5, 3.6, 3.8, 4.0, 4.5, 5.5, 6.5, 17.5, 22.0), strict=True)),
    company=(0.0, 0.0), lead=0.0, no_trick=12.0, early=False, chance=chance_at_a_glance,
)  # fmt: skip

SLACK = Slack(lead=4.0, beat=14.0, same=3.0)


def goat_normal(seen: Seen, chance: Random, thinking: Thinking) -> Choice:
    """A move that promises the team about as many points as any."""
    return goat_near(seen.view, None, GLANCE, SLACK, chance)
