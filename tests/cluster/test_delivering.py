"""Letters that come before what they need: they wait, neither for ever nor without a limit."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from server.cluster.archiving import Archive
from server.cluster.delivering import MOST_EARLY, Delivering
from server.cluster.facts import Listed
from server.cluster.keys import Keys
from server.cluster.letters import Letter, Wanted
from server.cluster.link import Link
from server.cluster.taking_over import TakingOver
from server.lobby import Lobby
from server.store import MemoryStore
from tests.server.peer import House, Peer, open_house
from tuicards.wire.messages import JoinTable, Refused, TableInfo

pytestmark = pytest.mark.alone("it is one node, whose neighbours are letters")

OTHER = 7
"""The run of another node."""


class Post:
    """The letters of a node, whose one table is that of Ann."""

    def __init__(self, house: House, ann: Peer, table: str) -> None:
        self.lobby: Lobby = house.service._lobby
        self.ann, self.table = ann, table
        self.sent: list[tuple[int, Letter]] = []
        self.delivering = Delivering(
            self.lobby,
            lambda run, letter: self.sent.append((run, letter)),
            lambda code: None,
            lambda code: 1,
            lambda handed: None,
        )

    def ask(self, name: str, session: int) -> None:
        """Somebody at the other node asks to come to the table."""
        request = JoinTable(id=session, table=self.table)
        self.delivering.deliver(Wanted(self.table, name, OTHER, session, request))

    def refusals(self) -> list[str]:
        """The codes of what was sent back."""
        messages = [letter.message for _, letter in self.sent if hasattr(letter, "message")]
        return [message.code for message in messages if isinstance(message, Refused)]


@pytest.fixture
async def post() -> AsyncIterator[Post]:
    async with open_house() as house:
        ann = await house.enter("Ann")
        table = await ann.create()
        await house.enter("Bo")
        yield Post(house, ann, table)


async def test_a_request_of_a_session_that_is_not_known_yet_waits_for_it(post: Post) -> None:
    """It is carried out as soon as the session is heard of, and not before."""
    bo = post.lobby.people.named("Bo")
    assert bo is not None
    session = bo.session + 5
    post.ask("Bo", session)
    post.delivering.catch_up(session - 1)
    assert not bo.table
    post.lobby.moved_away(bo, session, OTHER)
    post.delivering.catch_up(session)
    info = await post.ann.until(TableInfo, lambda info: "Bo" in [seat.name for seat in info.seats])
    assert info.table == post.table


async def test_a_letter_of_a_session_that_is_nobodys_is_thrown_away(post: Post) -> None:
    """When a later one is heard of: there is room again for as many."""
    for _ in range(2):
        for number in range(MOST_EARLY):
            post.ask("Zed", 100 + number)
        post.delivering.catch_up(100 + MOST_EARLY)
    assert post.refusals() == []


async def test_too_many_letters_of_unknown_sessions_are_refused(post: Post, caplog: pytest.LogCaptureFixture) -> None:
    """Each that finds no room; those that wait go on waiting."""
    for number in range(MOST_EARLY + 3):
        post.ask("Zed", 100 + number)
    assert post.refusals() == ["busy"] * 3
    assert len(caplog.records) == 3


async def test_what_has_come_for_a_table_that_goes_on_elsewhere_is_let_go(post: Post, link: Link, keys: Keys) -> None:
    """This node was to own it, and another one was faster: letters are not kept for it any more."""
    await link.ask("HSET", keys.head("u"), "run", OTHER, "fence", 10**17, "seq", 0)
    over: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    arrived: list[Listed] = []
    taking = TakingOver(
        link,
        keys,
        1,
        Archive(MemoryStore()),
        post.lobby,
        listed={},
        alive=lambda: [1, OTHER],
        lives=lambda run: True,
        arrived=lambda listed, taken: arrived.append(listed),
        over=over.set_result,
    )
    taking.handed(Listed("WXYZ", "u", OTHER, 1))
    async with asyncio.timeout(30):
        assert await over == "WXYZ"
    await taking.close()
    assert arrived == []
