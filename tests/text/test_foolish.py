"""What is called foolish in lines of text, a real server behind it."""

from pathlib import Path

from tests.text.talk import Guest, house
from tuicards.bots.position import read, situation


async def test_a_bots_move_and_a_hint_are_saved(tmp_path: Path) -> None:
    """The hint at once, from one's own cards; the move of a bot with the record of the party."""
    async with house() as service, Guest(service.port, "Ana", typed=True, positions=tmp_path / "kept") as ana:
        ana.types("create goat limit=6", "bot", "foolish")
        await ana.hears("No bot has made a move here yet")
        ana.types("start")
        await ana.hears("It is your turn")
        ana.types("hint")
        await ana.hears("A good bot would choose")
        ana.types("foolish", "foolish")
        hinted = await ana.hears("Saved in")
        assert hinted.removeprefix("Saved in ") in await ana.hears("Saved already, in")
        ana.types("auto")
        await ana.hears("It is your turn", 2)
        ana.types("foolish", "auto on")
        await ana.hears("it is saved when the party ends")
        saved = await ana.hears("Saved in", 2)
        assert saved == hinted
    positions = [read(path) for path in sorted((tmp_path / "kept").iterdir())]
    assert len(positions) == 2
    assert {bool(position.seat) for position in positions} == {True, False}
    assert all(situation(position).seen.view.my_turn for position in positions)


async def test_who_goes_from_a_party_hears_that_nothing_is_saved(tmp_path: Path) -> None:
    """Its record never comes to this client."""
    async with house() as service, Guest(service.port, "Ana", typed=True, positions=tmp_path) as ana:
        ana.types("create rage 3 round_plan=2,1 first_dealer=0", "bot", "start")
        await ana.hears("It is your turn")
        ana.types("foolish", "quit")
        assert await ana.ends() == 0
        assert ana.heard[-1].startswith("1 foolish move is not saved")


async def test_a_guest_keeps_no_files_here() -> None:
    """There is no folder of their own."""
    async with house() as service, Guest(service.port, "Ana", typed=True) as ana:
        ana.types("foolish")
        assert "Positions are not saved here" in await ana.hears("not saved")
