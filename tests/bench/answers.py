"""Where the time from a guest's key to its first byte goes: whose process was on a core meanwhile, and who waited."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tests.bench.cores import Use

WHO = "client", "door", "server", "bench"
"""Whose use stands with each answer: the guest's own client, the door's process, the server's, and the program that
measures, in which all guests' SSH clients are."""

SLOWEST = 0.05
"""What part of all answers is looked at by itself, since the 99th percentile is one of them."""


class Answer(NamedTuple):
    """Seconds to the first byte, and what each did in them."""

    took: float
    uses: Sequence[Use]


def shares(answers: Sequence[Answer]) -> dict[str, float]:
    """Mean seconds of all answers, and of the slowest."""
    ordered = sorted(answers, key=lambda answer: answer.took)
    slow = ordered[-max(1, int(SLOWEST * len(ordered))) :]
    return {name: value for kind, some in (("key", ordered), ("slow_key", slow)) for name, value in _of(kind, some)}


def _of(kind: str, answers: Sequence[Answer]) -> Iterator[tuple[str, float]]:
    yield f"{kind}_took", sum(answer.took for answer in answers) / len(answers)
    for number, who in enumerate(WHO):
        uses = [answer.uses[number] for answer in answers]
        yield f"{kind}_{who}_ran", sum(use.ran for use in uses) / len(uses)
        yield f"{kind}_{who}_waited", sum(use.waited for use in uses) / len(uses)


def lines(found: dict[str, float]) -> Iterator[str]:
    """For people: milliseconds on a core and waiting for one, of each."""
    yield f"{'meanwhile, ms':<44}{'on a core':>10}{'waiting':>10}{'slowest 5%:':>14}{'':>4}{'waiting':>10}"
    for who in WHO:
        each = [1000 * found[f"{kind}_{who}_{what}"] for kind in ("key", "slow_key") for what in ("ran", "waited")]
        yield f"  {who:<42}{each[0]:>10.1f}{each[1]:>10.1f}{each[2]:>14.1f}{'':>4}{each[3]:>10.1f}"
    yield f"  {'the whole key':<42}{1000 * found['key_took']:>10.1f}{1000 * found['slow_key_took']:>24.1f}"
