"""A table that runs on another node: what people want goes there, and to its next owner where it may be lost."""

from collections.abc import Callable

from server.actor import MAILBOX
from server.cluster.letters import Letter, to_table
from server.mail import Asked, Back, Command, Lost
from tuicards.wire.messages import JoinTable, LeaveTable, Request, WatchTable


class RemoteTable:
    """One of them, as the node sees it where its people are."""

    def __init__(
        self, code: str, run: int, send: Callable[[int, Letter], None], session_of: Callable[[str], int], me: int
    ) -> None:
        """`run`: where it runs; 0: that is not known just now. `me`: this node's own run."""
        self.code, self.run = code, run
        self.fence = 0
        """The highest that was heard of."""
        self._send, self._session_of, self._me = send, session_of, me
        self._unanswered: dict[tuple[str, int], Request] = {}
        self._held: list[Letter] = []

    def post(self, command: Command) -> bool:
        """As at a table of one's own."""
        if isinstance(command, Asked):
            request = command.request
            if len(self._unanswered) >= MAILBOX and not isinstance(request, LeaveTable):
                return False
            if request.id:
                self._unanswered[command.who, request.id] = request
        session = self._session_of(command.who) if isinstance(command, Asked | Lost | Back) else 0
        self._deliver(to_table(self.code, command, self._me, session))
        return True

    def answered(self, name: str, request: int) -> None:
        """A request is answered, and needs not go to another owner."""
        self._unanswered.pop((name, request), None)

    def forget(self, name: str) -> None:
        """The person is not connected here any more: nobody waits for answers."""
        for key in [key for key in self._unanswered if key[0] == name]:
            del self._unanswered[key]

    def expects(self, name: str) -> bool:
        """Whether the person has asked to come, and is not answered yet."""
        return any(
            who == name and isinstance(request, JoinTable | WatchTable)
            for (who, _), request in self._unanswered.items()
        )

    def moved(self, run: int) -> None:
        """The table runs there from now on."""
        self.run = run
        held, self._held = self._held, []
        for letter in held:
            self._deliver(letter)

    def lost(self) -> list[Asked]:
        """What the last owner may not have carried out; nobody waits here for its answers any more."""
        asked = [Asked(name, request) for (name, _), request in self._unanswered.items()]
        self._unanswered.clear()
        self._held.clear()
        return asked

    def _deliver(self, letter: Letter) -> None:
        if self.run:
            self._send(self.run, letter)
        else:
            self._held.append(letter)
