"""The seed of a deal: the bytes that PROTOCOL.md defines, and what has the form of a secret and a number."""

import hashlib
import json
import re
from pathlib import Path

import pytest

from tuicards.fair_deal import Dealt, commitment_of, is_nonce, is_secret, seed_of
from tuicards.games.cards import Dice

PAGE = (Path(__file__).parents[1] / "PROTOCOL.md").read_text(encoding="utf-8")

SECRET = bytes(range(32)).hex()
ONE, OTHER = "0f" * 16, "f0" * 16


def vector() -> tuple[Dealt, dict[str, str], list[int]]:
    """The example of the page: what was put together, what comes of it, and a shuffle."""
    found = re.search(r"^```deal\n(.*?)\n```$", PAGE, re.MULTILINE | re.DOTALL)
    assert found
    put, came, dealt = map(json.loads, found[1].splitlines())
    return Dealt(put["secret"], tuple(put["nonces"])), came, dealt["shuffled"]


def test_the_example_of_the_page_holds() -> None:
    """Commitment, seed, and what is shuffled by it."""
    dealt, came, shuffled = vector()

    assert (dealt.commitment, dealt.seed.hex()) == (came["commitment"], came["seed"])
    assert list(Dice(dealt.seed, 0).shuffled(range(10))) == shuffled


def test_the_page_alone_is_enough_to_compute_it() -> None:
    """Done here once more, from its words."""
    dealt, came, _ = vector()
    told = b"tuicards fair deal 1" + b"\0" + bytes.fromhex(dealt.secret) + bytes([0, 0, 0, 3])
    for nonce in dealt.nonces:
        told += bytes([len(nonce) // 2]) + bytes.fromhex(nonce)

    assert hashlib.sha256(told).hexdigest() == came["seed"]
    assert hashlib.sha256(bytes.fromhex(dealt.secret)).hexdigest() == came["commitment"]


def test_everything_that_goes_in_counts() -> None:
    """Secret, number of seats, who has added what: each other input gives another seed."""
    inputs = [
        (SECRET, ("", "")), (SECRET, ("", "", "")), (SECRET, (ONE, "")), (SECRET, ("", ONE)), (SECRET, (ONE, OTHER)),
        (SECRET, (OTHER, ONE)), (OTHER * 2, (ONE, OTHER)),
    ]  # fmt: skip
    seeds = {seed_of(secret, nonces) for secret, nonces in inputs}

    assert len(seeds) == len(inputs)
    assert {len(seed) for seed in seeds} == {32}


@pytest.mark.parametrize(
    "text",
    ["", "0f" * 15, "0f" * 17, "0F" * 16, "0g" * 16, " " + "0f" * 15 + "0", "0f" * 16 + "\n", "\u0660f" * 16],
    ids=repr,
)
def test_what_is_no_number_is_known(text: str) -> None:
    """Length, capitals, blanks, other digits."""
    assert is_nonce(ONE)
    assert not is_nonce(text)
    assert not is_secret(text * 2)
    if text:
        with pytest.raises(ValueError, match="nonce"):
            seed_of(SECRET, (text,))
    with pytest.raises(ValueError, match="secret"):
        commitment_of(text * 2)


@pytest.mark.parametrize(
    ("dealt", "right"),
    [
        (Dealt(), True),
        (Dealt(SECRET, ("", ONE)), True),
        (Dealt(SECRET, (ONE,)), False),
        (Dealt(SECRET, (ONE, "x")), False),
        (Dealt(ONE, ("", "")), False),
        (Dealt("", ("", "")), False),
    ],
)
def test_what_can_be_told_of_two_seats(dealt: Dealt, right: bool) -> None:
    """Nothing at all, or a secret and a place for each."""
    assert dealt.well_formed(2) is right


def test_a_deal_of_which_nothing_is_known_promises_nothing() -> None:
    """As in records of older releases."""
    assert Dealt().commitment == ""
    with pytest.raises(ValueError, match="secret"):
        _ = Dealt().seed
