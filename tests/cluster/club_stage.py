"""A club of nodes as a stage: three servers that share a Redis, and what is written there for those listened to."""

import asyncio
import re
from itertools import count
from operator import itemgetter

import msgspec

from server.cluster.facts import Stated
from server.cluster.keys import Keys
from server.cluster.letters import CameBack, Wanted, WasLost
from server.cluster.link import Link
from server.cluster.node import Node
from server.cluster.post import Post, opened, read
from server.cluster.turns import in_turn
from server.records import PersonKept
from server.store import MemoryStore, Store
from tests.cluster.ways import in_order
from tests.server.peer import PATIENCE
from tests.server.stage import Home, Server, Stage

HOMES: tuple[Home, ...] = ("house", "others", "watching")

NUMBER = re.compile(rb"\xcf.{8}", re.DOTALL)
"""Of 64 bits, as it is packed."""

TO_TABLE = (Wanted, CameBack, WasLost)

_decoder = msgspec.msgpack.Decoder(Stated)


class ClubStage(Stage):
    """The table is made at one node, its people are at another, those who are listened to at the third."""

    def __init__(self, url: str, prefix: str, node: type[Node] = Node) -> None:
        super().__init__()
        self._url, self._prefix, self._node = url, prefix, node
        self._keys, self._link = Keys(prefix), Link(url)
        self._names = (f"n{number}" for number in count(1))
        self._servers: dict[Home, Server] = {}
        self._nodes: dict[Home, Node] = {}
        self._read: dict[str, str] = {}
        """Up to where each stream was looked at."""
        self._taken: set[tuple[str, int, int]] = set()
        """Letters that were looked at: in which inbox, from whom, and their number."""
        self._numbers: dict[bytes, int] = {}
        """Of runs, sessions and fences, which come from the time of day, in the order in which they came up."""

    async def open(self) -> None:
        await self._link.open()
        for home in HOMES:
            await self._begin(home)
        await self._acquaint()

    async def _begin(self, home: Home) -> None:
        store: Store = MemoryStore()
        node = self._node(self._url, next(self._names), self._prefix, store)
        await node.open("127.0.0.1:0")
        server = Server(self.clock, self.games, node)
        await node.start(server.lobby, server.doors, self.clock)
        self._servers[home], self._nodes[home] = server, node

    async def _acquaint(self) -> None:
        """Each knows that the others are there, as it would after a beat."""
        for node in self._nodes.values():
            await node._members._beat()

    def server(self, home: Home) -> Server:
        return self._servers[home]

    def servers(self) -> list[Server]:
        return list(self._servers.values())

    # ---- until nothing moves -----------------------------------------------------------------------------

    async def quiet(self) -> None:
        newest = None
        while newest != (newest := await self._all_heard()):
            pass

    async def _all_heard(self) -> dict[str, str]:
        """What is newest in each stream, when nothing is under way and all of it has been heard."""
        await self.idle()
        for node in self._nodes.values():
            await node._inbox.settled()
            await node._commons.settled()
        newest = await self._newest()
        for node in self._nodes.values():
            await _heard(node, newest)
        await self.idle()
        return newest

    async def _newest(self) -> dict[str, str]:
        streams = [self._keys.facts, *(self._keys.inbox(node._run) for node in self._nodes.values())]
        asked = [self._link.ask("XREVRANGE", stream, "+", "-", "COUNT", "1") for stream in streams]
        answers = await asyncio.gather(*asked)
        return {
            stream: entries[0][0].decode() if entries else "0-0"
            for stream, entries in zip(streams, answers, strict=True)
        }

    # ---- what is written for those who are listened to ---------------------------------------------------

    async def traces(self) -> list[bytes]:
        """All letters to their node and all facts, as they are written, since this was asked last.

        What people elsewhere want of a table that runs at this node comes there, too: the owner knows all. They are
        in the order of each sender; which of two is the first is chance.
        """
        inbox, owns = self._keys.inbox(self._nodes["watching"]._run), self.owner is self._servers["watching"]
        posts = [(post.run, letter) for post in await self._new_posts(inbox) for letter in post.letters]
        letters = [(run, bytes(letter)) for run, letter in posts if not (owns and isinstance(read(letter), TO_TABLE))]
        facts = [value.partition(b":")[2] for value in await self._new(self._keys.facts)]
        stated = [(_decoder.decode(fact).run, _without_token(fact)) for fact in facts]
        return [value for some in (letters, stated) for _, value in sorted(some, key=itemgetter(0))]

    def numbered(self, value: bytes) -> bytes:
        return NUMBER.sub(self._counted, value)

    def _counted(self, number: re.Match[bytes]) -> bytes:
        return b"\xcf" + self._numbers.setdefault(number[0], len(self._numbers)).to_bytes(8)

    async def _new_posts(self, inbox: str) -> list[Post]:
        """Each once, as its receiver takes them: one is written again where Redis took long to answer."""
        once = {(inbox, post.run, post.number): post for post in map(opened, await self._new(inbox))}
        new = [post for key, post in once.items() if key not in self._taken]
        self._taken |= once.keys()
        return new

    async def _new(self, stream: str) -> list[bytes]:
        entries = await self._link.ask("XRANGE", stream, f"({self._read.get(stream, '0-0')}", "+")
        if entries:
            self._read[stream] = entries[-1][0].decode()
        return [fields[1] for _, fields in entries]

    # ---- the table leaves its node -----------------------------------------------------------------------

    def ways(self) -> dict[str, object]:
        table, owner = self.table, self._owner_home()
        assert table is not None
        runs = {home: node._run for home, node in self._nodes.items() if home != owner}
        others = self._nodes[owner]._others()
        heirs = {"handed over": in_turn(self.code, others)[0], "killed": in_turn(table.uid, runs.values())[0]}
        if set(others) != set(runs.values()):
            return {}  # a beat was late, and who is next is chance
        return {way: next(home for home in runs if runs[home] == run) for way, run in heirs.items()}

    def _owner_home(self) -> Home:
        return next(home for home, server in self._servers.items() if server.actor(self.code))

    async def leave_server(self, way: str) -> None:
        home = self._owner_home()
        if way == "handed over":
            await self._nodes[home].hand_over()
            await self._taken_over()
        else:
            await self._kill(home)

    async def _kill(self, home: Home) -> None:
        """The node says nothing more; the others find out, and another one begins in its place."""
        node, server = self._nodes.pop(home), self._servers.pop(home)
        left = [who for who in self.ears if self._homes[who] == home]
        for who in left:
            del self.ears[who]
        node.give_up()
        await server.lobby.stop()
        await node.close()
        next(iter(self._nodes.values()))._state_gone(node._run)
        await self._taken_over()
        await self._begin(home)
        await self._acquaint()
        for who in left:
            await self.come(who, seen=1)

    async def _taken_over(self) -> None:
        async with asyncio.timeout(PATIENCE):
            while self.owner is None:  # noqa: ASYNC110, nobody is told of it
                await asyncio.sleep(0.001)
        await self.settled()

    async def close(self) -> None:
        for home, node in self._nodes.items():
            await self._servers[home].lobby.stop()
            await node.close()
        await self._link.close()


async def _heard(node: Node, newest: dict[str, str]) -> None:
    following = node._following
    facts, inbox = node._keys.facts, node._keys.inbox(node._run)
    async with asyncio.timeout(PATIENCE):
        while (  # noqa: ASYNC110, nobody is told of it
            in_order(following._last.id) < in_order(newest[facts])
            or in_order(following._last_post) < in_order(newest[inbox])
        ):
            await asyncio.sleep(0)


def _without_token(stated: bytes) -> bytes:
    """A fact without the time of day, and what a token has become."""
    record = getattr(_decoder.decode(stated).fact, "record", None)
    return record.name.encode() if isinstance(record, PersonKept) else stated
