"""The party that is over, by lines: walked through again, or written into a file."""

from collections.abc import Callable, Iterable
from pathlib import Path

from tuicards.client_state import ClientState
from tuicards.errors import Refused as NotPossible
from tuicards.kept import file_name
from tuicards.records import PartyRecord, to_text, write_record
from tuicards.replay import Replay
from tuicards.text.commands import LookBack
from tuicards.text.replay import Story, TextReplay
from tuicards.text.voice import Voice


class LookingBack:
    """While one walks through a party (`walking`), what is typed goes here."""

    def __init__(self, tell: Callable[[Iterable[str]], None]) -> None:
        self._tell = tell
        self._walk: TextReplay | None = None

    @property
    def walking(self) -> bool:
        return self._walk is not None

    def begin(self, command: LookBack, record: PartyRecord, voice: Voice) -> None:
        """Raises StorageError where the record makes no sense."""
        story = Story(Replay(record), voice.language, voice.cards)
        if command.whole:
            self._tell(story.whole())
        else:
            self._walk = TextReplay(story)
            self._tell(self._walk.begin())

    def obey(self, line: str) -> bool:
        """Whether the walk ends with this line."""
        if self._walk is None:
            return False
        self._tell(self._walk.obey(line))
        over = self._walk.over
        if over:
            self._walk = None
        return over


def record_of(state: ClientState) -> PartyRecord:
    """Of the party that is over. Raises Refused `text.no_record`, `text.at_no_table`."""
    if state.record is None:
        raise NotPossible("text.no_record" if state.table else "text.at_no_table")
    return state.record


def export(record: PartyRecord, file: str) -> Path:
    """Writes the record into a file, of this name if there is one, and says where. Raises StorageError."""
    path = Path(file or file_name(record, record.played or 0)).expanduser().absolute()
    write_record(path, to_text(record))
    return path
