"""Tables that leave this node while they are played: one by one, between two moves; nothing on its way is lost."""

from collections.abc import Callable, Collection

from server.cluster.facts import Listed
from server.cluster.letters import Handed, Letter, to_table
from server.cluster.remote_table import RemoteTable
from server.cluster.turns import in_turn
from server.lobby import Lobby
from server.mail import Asked, Back, Command, Lost, Shut


class HandingOver:
    """Lets other nodes go on with the tables of this one."""

    def __init__(
        self,
        lobby: Lobby,
        *,
        others: Callable[[], Collection[int]],
        send: Callable[[int, Letter], None],
        place: Callable[[str, int], tuple[Listed, RemoteTable] | None],
    ) -> None:
        """`others`: the runs of nodes that may own tables.

        `place` makes a table one that runs there, for people here; None where there is no such table any more.
        """
        self._lobby, self._others, self._send, self._place = lobby, others, send, place

    async def all(self) -> None:
        """Hand over every table, as long as there is another node."""
        for code in self._lobby.tables.here:
            to = self._next_owner(code)
            if to is not None and self._lobby.tables.runs_here(code):
                await self._one(code, to)

    def _next_owner(self, code: str) -> int | None:
        return next(iter(in_turn(code, self._others())), None)

    async def _one(self, code: str, to: int) -> None:
        waiting = await self._lobby.tables.let_go(code)
        placed = self._place(code, to)
        if placed is None:
            return
        listed, table = placed
        self._send(to, Handed(code, listed.uid))
        for command in waiting:
            self._pass_on(command, code, to, table)

    def _pass_on(self, command: Command, code: str, to: int, table: RemoteTable) -> None:
        """What was on its way to the table goes on its way, from where it came."""
        if not isinstance(command, Asked | Lost | Back | Shut):
            return
        person = None if isinstance(command, Shut) else self._lobby.people.named(command.who)
        if person is not None and person.elsewhere:
            self._send(to, to_table(code, command, person.elsewhere, person.session))
        else:
            table.post(command)
