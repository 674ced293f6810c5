"""A table that runs on another node: what people want goes there, and to its next owner where it may be lost."""

from collections.abc import Callable

from server.actor import MAILBOX
from server.cluster.letters import CameBack, Letter, ShutDown, Wanted, WasLost, wanted
from server.mail import Asked, Back, Command, Lost, Shut
from tuicards.wire.messages import Emote, JoinTable, LeaveTable, Request, Say, WatchTable


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
        match command:
            case Asked(who=who, request=request):
                if len(self._unanswered) >= MAILBOX and not isinstance(request, LeaveTable):
                    return False
                if request.id:
                    self._unanswered[who, request.id] = request
                self._deliver(self._wanted(who, request))
            case Lost(who=who):
                self._deliver(WasLost(self.code, who, self._me, self._session_of(who)))
            case Back(who=who, seen=seen, quiet=quiet):
                self._deliver(CameBack(self.code, who, self._me, self._session_of(who), seen, quiet))
            case Shut():
                self._deliver(ShutDown(self.code))
            case _:
                raise TypeError(f"{type(command).__name__} concerns the table's own node only")
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

    def lost(self) -> tuple[list[Asked], list[Asked]]:
        """What the last owner may not have carried out: what may be asked again, and what might be done twice."""
        again: list[Asked] = []
        doubtful: list[Asked] = []
        for (name, _), request in self._unanswered.items():
            (doubtful if isinstance(request, Say | Emote) else again).append(Asked(name, request))
        self._unanswered.clear()
        self._held.clear()
        return again, doubtful

    def _wanted(self, who: str, request: Request) -> Wanted:
        return wanted(self.code, who, self._me, self._session_of(who), request)

    def _deliver(self, letter: Letter) -> None:
        if self.run:
            self._send(self.run, letter)
        else:
            self._held.append(letter)
