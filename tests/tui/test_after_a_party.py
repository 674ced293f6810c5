"""A room at whose table a party was played looks as one where none was."""

import msgspec

from tests.tui.party import PartyLink, at_table, until
from tuicards.tui.screens.room import RoomScreen
from tuicards.wire.messages import TableInfo


async def test_a_room_after_a_party_has_its_own_arrangement() -> None:
    """One can say something there, and the seats have their part of the width: nothing of the table's is left."""
    link = PartyLink("rage", 4)
    async with at_table(link, size=(120, 40)) as pilot:
        info: TableInfo = msgspec.structs.replace(link.info(), state="open")
        link.tell(info)
        await until(pilot, lambda: isinstance(pilot.app.screen, RoomScreen))
        await pilot.pause()
        room = pilot.app.screen
        assert room.query_one("#say").region.height == 1
        assert room.query_one("#left").region.width > room.size.width // 3
