"""What was said at one table: numbered, kept, and told again to whoever comes."""

from collections import deque
from collections.abc import Iterable

from server.records import Spoken
from tuicards.wire.messages import Said

TOLD_AGAIN = 30
"""So many of the last lines are told to somebody who arrives."""


class TableTalk:
    """The last lines and emotes of a table, oldest first."""

    def __init__(self, uid: str, lines: Iterable[Spoken] = ()) -> None:
        self._uid = uid
        self._lines = deque(lines, TOLD_AGAIN)
        self._count = self._lines[-1].n if self._lines else 0

    def add(self, said: Said, apart: bool) -> Spoken:
        """The line with its number, to be kept; `apart`: players are not to see it while a party runs."""
        self._count += 1
        line = Spoken(self._uid, self._count, said.name, said.text, said.code, said.watcher, apart)
        self._lines.append(line)
        return line

    def again(self, table: str, apart: bool) -> list[Said]:
        """The last lines, as somebody gets them who was not there; with those that were said apart or without."""
        return [heard(line, table, old=True) for line in self._lines if apart or not line.apart]


def heard(line: Spoken, table: str, old: bool = False) -> Said:
    """A kept line as it goes to people at the table of this code."""
    return Said(name=line.name, text=line.text, code=line.code, watcher=line.watcher, table=table, n=line.n, old=old)
