"""In which order the own cards lie, and how one of many is chosen by its place."""

import msgspec
import pytest

from tests.tui.party import PartyLink, at_table, panel, sees, table_screen, until
from tuicards.games.rage import COLOUR_OF, Card
from tuicards.settings import Settings
from tuicards.tui.widgets.arranging import ORDERS, Kind, arranged, next_order, order_code
from tuicards.tui.widgets.choosing import by_digit
from tuicards.tui.widgets.faces import face_for
from tuicards.tui.widgets.hand import place_number
from tuicards.tui.widgets.scene import Pick

HAND = ("R3", "R12", "Y0", "G5", "G11", "MA", "CH")


def lying(trump_is: str | None, settings: dict[str, str]) -> str:
    """The hand as the settings want it."""
    wish = msgspec.convert(settings, Settings)
    kind = Kind(wish.colours, lambda code: COLOUR_OF[Card(code)] or "", lambda code: int(code[1:]))
    return " ".join(arranged(HAND, kind, trump_is, wish))


@pytest.mark.parametrize(
    ("settings", "order"),
    [
        ({}, "R3 R12 Y0 G5 G11 MA CH"),
        ({"ranks": "down"}, "R12 R3 Y0 G11 G5 MA CH"),
        ({"colours": "PBGYOR"}, "G5 G11 Y0 R3 R12 MA CH"),
        ({"trump": "first"}, "Y0 R3 R12 G5 G11 MA CH"),
        ({"trump": "last"}, "R3 R12 G5 G11 Y0 MA CH"),
        ({"trump": "last", "ranks": "down", "colours": "YROGBP"}, "R12 R3 G11 G5 Y0 MA CH"),
    ],
)
def test_the_hand_lies_as_the_person_likes_it(settings: dict[str, str], order: str) -> None:
    """Colours in their order, ranks up or down, trump in its place, first or last; special cards always last."""
    assert lying("Y", settings) == order


def test_without_trump_nothing_is_moved() -> None:
    """An Out Rage takes trump away: the colours lie in their order again."""
    assert lying(None, {"trump": "first"}) == " ".join(HAND)


def test_the_key_goes_through_all_orders_and_round_again() -> None:
    """Six orders, each with a sentence of its own; nothing else of the settings changes."""
    settings = Settings(name="Ana", trump="first")
    seen = []
    for _ in ORDERS:
        settings = next_order(settings)
        seen.append(order_code(settings))
    assert len(set(seen)) == len(ORDERS)
    assert settings == Settings(name="Ana", trump="first")


async def test_the_order_changes_at_the_table_and_the_cursor_stays_on_its_card() -> None:
    """Digits and arrows follow the order shown; the trump cards have a star in their frame, and it follows trump."""
    link = PartyLink("rage", 6, seed=b"80")
    for seat in range(6):
        link.play_text(seat, "bid 1")
    link.tell(link.update(()))
    async with at_table(link) as pilot:
        await sees(pilot, "Your lead")
        scene = table_screen(pilot.app).scene
        trump = scene.view.trump  # type: ignore[attr-defined]
        held = [code for code in scene.view.hand if code[0] == trump and code[1:].isdigit()]
        assert panel(pilot, "hand").count("★") == len(held) > 0
        await pilot.press("5", "z")
        after = table_screen(pilot.app).scene
        assert after.view.hand[0] == held[0]
        assert after.hand_code() == scene.view.hand[4]
        assert "trump first" in panel(pilot, "prompt")
        await pilot.press("1", "enter")
        await until(pilot, lambda: link.moves == [held[0]])


async def test_any_card_of_a_large_hand_has_a_number() -> None:
    """Two seats may hold more than ten cards each: the twelfth is typed 1 and 2."""
    link = PartyLink("rage", 2, seed=b"large", options={"round_plan": "15"})
    async with at_table(link, (120, 40)) as pilot:
        await sees(pilot, "kitchen")
        scene = table_screen(pilot.app).scene
        face = face_for("rage")
        quiet = msgspec.structs.replace(scene, pick=Pick())
        one = by_digit(quiet, face, "1")
        assert isinstance(one, Pick)
        assert one.cursor == 0
        twelve = by_digit(msgspec.structs.replace(scene, pick=one), face, "2")
        assert isinstance(twelve, Pick)
        assert twelve.cursor == 11
        again = by_digit(msgspec.structs.replace(scene, pick=twelve), face, "9")
        assert isinstance(again, Pick)
        assert again.cursor == 8
        assert by_digit(quiet, face, "0") is None
        assert place_number(11, 15) == "12"
        assert place_number(9, 10) == "0"
