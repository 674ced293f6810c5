"""A first game's hints, the notices of one's turn, and the bar in little room."""

from pathlib import Path

import pytest
from msgspec.structs import replace
from textual.drivers.headless_driver import HeadlessDriver

from tests.tui.party import PartyLink, at_table, panel, sees, table_screen, until
from tuicards.settings import Settings
from tuicards.tui.guiding import Guide
from tuicards.tui.notices import turn_notice
from tuicards.tui.widgets.bar import room
from tuicards.tui.widgets.choosing import commands, fitting
from tuicards.tui.widgets.faces import face_for
from tuicards.tui.widgets.scene import Choice


def bidding() -> PartyLink:
    """A table at which it is one's turn to bid."""
    return PartyLink("rage", 3, seed=b"guide", options={"round_plan": "3", "first_dealer": "2"})


async def test_a_first_game_has_hints_that_any_key_puts_away_for_good() -> None:
    """The key does what it always does; the next moment has the next hint; no hint comes twice."""
    link = bidding()
    async with at_table(link, settings=Settings()) as pilot:
        await sees(pilot, "New here?")
        await pilot.press("1")
        assert "New here?" not in panel(pilot, "news")
        assert "[1]" in panel(pilot, "bar")
        await pilot.press("enter")
        await sees(pilot, "You lead: any card")
        await pilot.press("right")
        assert "You lead: any card" not in panel(pilot, "news")
    again = bidding()
    async with at_table(again, settings=Settings()) as pilot:
        await sees(pilot, "Your bid")
        assert "New here?" not in panel(pilot, "news")


async def test_no_hints_for_who_wants_none_and_for_watchers() -> None:
    """`guide` off, or no seat of one's own."""
    for link, settings in ((bidding(), Settings(guide=False)), (PartyLink("rage", 3, me=None), Settings())):
        async with at_table(link, settings=settings) as pilot:
            assert table_screen(pilot.app).scene.guide == ""


def test_what_the_guide_has_shown_is_remembered_and_ends_with_the_first_party(tmp_path: Path) -> None:
    """Once each; after a party none of that game, those of another game still."""
    file = tmp_path / "tuicards" / "guide"
    guide = Guide(file)
    assert guide.next("rage", ("hint.a", "hint.b")) == "hint.a"
    guide.shown("hint.a")
    assert Guide(file).next("rage", ("hint.a", "hint.b")) == "hint.b"
    guide.party_over("rage")
    assert Guide(file).next("rage", ("hint.b",)) == ""
    assert Guide(file).next("goat", ("hint.b",)) == "hint.b"


@pytest.mark.parametrize("content", [b"\xff\xfe", b"x" * 20_000, None])
def test_a_file_of_the_guide_that_is_none_of_ours_bothers_nobody(tmp_path: Path, content: bytes | None) -> None:
    """Damaged, far too long, or a folder in its place: hints are shown, and remembered for this run."""
    file = tmp_path / "guide"
    if content is None:
        file.mkdir()
    else:
        file.write_bytes(content)
    guide = Guide(file)
    assert guide.next("rage", ("hint.a",)) == "hint.a"
    guide.shown("hint.a")
    assert guide.next("rage", ("hint.a",)) == ""


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        (Settings(), ""),
        (Settings(bell=True), "\a"),
        (Settings(notice="osc9"), "\x1b]9;tuicards: Your turn at a, b\\x07\\x1b[2J\x07"),
        (Settings(notice="osc777", bell=True), "\a\x1b]777;notify;tuicards;Your turn at a, b\\x07\\x1b[2J\x07"),
    ],
)
def test_a_notice_is_one_code_whatever_stands_in_it(settings: Settings, code: str) -> None:
    """A table's title comes from a stranger: nothing in it ends the code or begins another."""
    assert turn_notice(settings, "tuicards", "Your turn at a; b\x07\x1b[2J") == code


async def test_the_turn_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """When it begins; not again when people talk, and again for the next turn."""
    written: list[str] = []
    monkeypatch.setattr(HeadlessDriver, "write", lambda driver, data: written.append(data))
    link = bidding()
    async with at_table(link, settings=Settings(guide=False, bell=True)) as pilot:
        await sees(pilot, "Your bid")
        assert written.count("\a") == 1
        link.tell(link.info())
        link.tell(link.update(()))
        await pilot.press("1")
        assert written.count("\a") == 1
        await pilot.press("enter")
        await sees(pilot, "Your lead")
        assert written.count("\a") == 2


async def test_changed_keys_stand_in_the_bar() -> None:
    """The settings' own keys, by their signs."""
    link = bidding()
    async with at_table(link) as pilot:
        await sees(pilot, "Your bid")
        scene = replace(
            table_screen(pilot.app).scene,
            settings=Settings(keys={"table.scores": "f5", "app.help": "exclamation_mark"}),
        )
        keys = {choice.command: choice.keys for choice in commands(scene)}
        assert keys["scores"] == ("f5",)
        assert keys["help"] == ("!",)
        assert keys["tricks"] == ("l",)


async def test_a_bar_in_little_room_keeps_moves_and_menu() -> None:
    """Labels 40 % longer than ours at 80 cells: the least important commands go, moves and the menu never."""
    link = PartyLink("goat", 4, seed=b"bar")
    link.tell(link.update(link.others_play()))
    async with at_table(link) as pilot:
        await until(pilot, lambda: table_screen(pilot.app).scene.view.my_turn)
        scene = table_screen(pilot.app).scene
        actions = (Choice("pass 10♠ K♣ A♦ 9♥", ("p",), scene.view.legal[0], command="pass"),)
        long = [replace(choice, label=choice.label + "x" * (len(choice.label) // 2)) for choice in commands(scene)]
        offered = fitting((*actions, *face_for("plain").actions(scene), *long), 80)
        assert room(offered) <= 80
        assert offered[0].command == "pass"
        assert offered[-1].command == "all"
        assert "hint" in {choice.command for choice in offered}
