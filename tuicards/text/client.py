"""The conversation: what is typed on one side, the server on the other.

Commands run in the order they were typed, each when the one before was answered.
"""

import asyncio
import contextlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from tuicards.address import leads_here
from tuicards.client import Link
from tuicards.client_state import ClientState, LinkEvent, Recorded
from tuicards.errors import Refused as NotPossible
from tuicards.errors import TuicardsError
from tuicards.foolish import Foolish as FoolishMoves
from tuicards.foolish import Told
from tuicards.join_code import invitation, table_marked
from tuicards.locale.languages import ENGLISH, Language
from tuicards.preferences.saving import SettingsFile
from tuicards.settings import DEFAULTS, Settings
from tuicards.text.answers import (
    table_lines,
    topic_lines,
)
from tuicards.text.commands import (
    UNSENT,
    AnyRequest,
    Ask,
    Auto,
    Cards,
    Change,
    Command,
    Export,
    Foolish,
    Hint,
    Ignore,
    LookBack,
    Move,
    Pick,
    Quit,
    Show,
    TopicOf,
)
from tuicards.text.exchange import Exchange, is_for_later
from tuicards.text.liking import Liking
from tuicards.text.looking_back import LookingBack, export, record_of
from tuicards.text.narration import news, time_words
from tuicards.text.playing import Playing
from tuicards.text.reading import read_command
from tuicards.text.showing import shown
from tuicards.text.standing import at_table, playing, rematch_asked, to_move
from tuicards.text.terminal import LineReader, LineWriter, OutputClosed
from tuicards.text.times import Times
from tuicards.text.voice import Voice
from tuicards.time_left import LITTLE
from tuicards.wire.messages import Done, Lobby, Rematch, TableInfo, TakeSeat

FINE, UNFINISHED = 0, 1
"""Exit codes; `tuicards --help` tells what they mean."""

SCRIPT_PATIENCE = 60.0
"""Seconds that a script waits for a lost link to come back. A person can quit."""


class TextClient:
    """One person's conversation with one server, by lines."""

    def __init__(
        self,
        link: Link,
        reader: LineReader,
        writer: LineWriter,
        *,
        scripted: bool,
        opening: Sequence[AnyRequest] = (),
        told: Sequence[str] = (),
        mark: int = 0,
        addresses: Sequence[str] = (),
        seed: int | None = None,
        language: Language = ENGLISH,
        settings: Settings = DEFAULTS,
        keeper: SettingsFile | None = None,
        own_machine: bool = True,
        positions: Path | None = None,
    ) -> None:
        """`scripted`: the input is no terminal. `told`: lines to begin with.

        `opening`: what to ask for first; with a `mark` (see `tuicards.join_code`) it names no table yet.
        `addresses`: where friends reach the server; several of one that this program does not host are one entry.
        `seed`: for `auto`. `keeper`: where changed settings go; nowhere without. `own_machine`: see `Adviser`.
        `positions`: the folder for what is called foolish; without one that is refused.
        """
        self._link = link
        self._server = Exchange(link, self._tell_news, self._tell_error)
        self._reader = reader
        self._writer = writer
        self._scripted = scripted
        self._opening = opening
        self._told = told
        self._mark = mark
        self._addresses = addresses
        self._passing_through = bool(opening)
        """Whether the lobby is only on the way, and not worth a word."""
        self._reading = False
        self._over = False
        """Whether the last word has been said."""
        self._liking = Liking(language, settings, keeper)
        self._playing = Playing(
            self._server, self._liking, self._say, scripted=scripted, seed=seed, own_machine=own_machine
        )
        self._past = LookingBack(writer.tell)
        self._times = Times(self._warn)
        self._foolish = FoolishMoves(positions)

    @property
    def _state(self) -> ClientState:
        return self._server.state

    @property
    def _voice(self) -> Voice:
        return self._liking.voice

    async def run(self) -> int:
        """Talks until one side has enough. Returns the exit code; the link is closed."""
        tasks = [asyncio.create_task(part()) for part in (self._talk, self._listen, self._playing.by_itself)]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            return next(task.result() for task in tasks if task.done())
        except OutputClosed:
            return FINE
        finally:
            self._times.stop()
            talk, listen, play = tasks
            await _end(talk, play)
            await self._playing.close()
            await self._link.close()  # the listener still hears of a record on its way
            await _end(listen)
            self._writer.finish()

    # ---- telling ------------------------------------------------------------------------------------

    async def _listen(self) -> int:
        try:
            await self._server.listen(SCRIPT_PATIENCE if self._scripted else None)
        except TimeoutError:
            self._say("text.given_up", {"seconds": round(SCRIPT_PATIENCE)})
        return UNFINISHED

    def _tell_news(self, before: ClientState, event: LinkEvent, now: ClientState) -> None:
        if self._over and not isinstance(event, Recorded):
            return
        self._tell_foolish(*self._foolish.after(event, now))
        self._times.note(event, now)
        if not (self._passing_through and isinstance(event, Lobby)):
            self._writer.tell(news(before, event, now, self._voice, not self._playing.needs_nobody))
            if now.table is not None and (before.table is None or before.table.table != now.table.table):
                self._invite(now.table)
            alone = self._playing.needs_nobody or now.stood_in
            if self._liking.settings.bell and to_move(now) and before.seq != now.seq and not alone:
                self._writer.ring()
            self._prompt()

    def _invite(self, table: TableInfo) -> None:
        """How friends come to the table, where that is known."""
        if self._addresses:
            code = invitation(self._addresses, table.table, public=table.public)
            here = leads_here(self._addresses[0])
            address = code or f"{self._addresses[0]} --table {table.table}"
            self._say("cli.only_here" if here else "cli.hosting", {"address": address})

    def _warn(self) -> None:
        """Little of one's own time is left."""
        if self._playing.needs_nobody:
            return
        with contextlib.suppress(OutputClosed):
            self._writer.tell([time_words(LITTLE, self._voice.speaker(self._state))])
            if self._liking.settings.bell:
                self._writer.ring()

    def _tell_error(self, error: TuicardsError) -> None:
        self._say(error.code, error.params)

    def _say(self, code: str, params: Mapping[str, Any] | None = None) -> None:
        self._writer.tell([self._voice.speaker(self._state).say(code, params)])

    def _tell_foolish(self, *sentences: Told) -> None:
        for told in sentences:
            self._say(told.code, told.params)

    def _prompt(self) -> None:
        """Ask for a line, but not while others are to move: what they do would only be told around the prompt."""
        state = self._state
        if self._reading and (to_move(state) or state.paused or state.stood_in or not state.running):
            self._writer.prompt()

    # ---- reading ------------------------------------------------------------------------------------

    async def _talk(self) -> int:
        await self._server.until(lambda: self._state.welcome is not None)
        await self._server.settle(self._resumed)
        self._writer.tell(self._told)
        for request in await self._with_table(self._opening):
            if not await self._ask(request):
                return UNFINISHED
        self._passing_through = False
        while (line := await self._read_line()) is not None:
            if isinstance(await self._obey(line), Quit):
                return self._quit()
        return await self._finish_without_input()

    async def _with_table(self, opening: Sequence[AnyRequest]) -> Sequence[AnyRequest]:
        """What to ask for, with the table that the mark means; nothing where one is at a table already."""
        if not self._mark:
            return opening
        await self._server.until(lambda: self._state.lobby is not None or at_table(self._state))
        if self._state.lobby is None or at_table(self._state):
            return ()
        try:
            table = table_marked(self._state.lobby, self._mark)
        except TuicardsError as error:
            self._tell_error(error)
            return ()
        return [msgspec.structs.replace(request, table=table) for request in opening]

    def _resumed(self) -> bool:
        """Whether the table that one came back to, if any, is known."""
        welcome = self._state.welcome
        return welcome is None or not welcome.table or at_table(self._state)

    async def _read_line(self) -> str | None:
        self._reading = True
        self._prompt()
        line = await self._reader.line()
        self._reading = False
        if line is None:
            self._writer.finish()
        else:
            self._writer.answered()
        return line

    def _quit(self) -> int:
        self._over = True
        if playing(self._state):
            self._say("text.quit_playing")
            self._tell_foolish(*self._foolish.leave())
        return FINE

    async def _finish_without_input(self) -> int:
        """There is nothing more to read. A script goes on while nothing needs to be said; a person has gone away."""
        if self._scripted:
            await self._server.until(lambda: not self._goes_on_alone())
        self._over = True
        if playing(self._state):
            self._say("text.input_ended")
            self._tell_foolish(*self._foolish.leave())
            return UNFINISHED
        return FINE

    def _goes_on_alone(self) -> bool:
        """Whether the table will come to its end, or to one's own turn, without a word from here."""
        table = self._state.table
        if table is None:
            return False
        if table.state == "over" and not self._state.running:
            return rematch_asked(self._state)
        if table.you is None or self._playing.auto:
            return True
        return self._state.running and not to_move(self._state)

    # ---- commands -----------------------------------------------------------------------------------

    async def _obey(self, line: str) -> Command | None:
        if self._past.walking:
            if self._past.obey(line):
                self._say("text.replay_left")
            return None
        try:
            command = read_command(line, self._state, self._voice.speaker(self._state))
            if await self._took_seat_back(command):
                return None
            if command is not None:
                await self._carry_out(command)
        except TuicardsError as error:
            self._tell_error(error)
            return None
        return command

    async def _took_seat_back(self, command: Command | None) -> bool:
        """Where a bot plays for oneself, whatever is typed says that one is here.

        Whether it says nothing else: a move was meant for a picture that has gone on. A script's move waits, as ever.
        """
        table = self._state.table
        if table is None or table.you is None or not self._state.stood_in:
            return False
        await self._ask(TakeSeat(id=UNSENT, seat=table.you))
        stale = isinstance(command, Move | Pick) and not self._scripted
        if stale:
            self._say("text.seat_back")
        return stale

    async def _carry_out(self, command: Command) -> None:
        """Raises TuicardsError with what is in the way."""
        match command:
            case Ask(requests=requests):
                for request in requests:
                    if self._scripted and isinstance(request, Rematch):
                        await self._server.until(lambda: not self._goes_on_alone())
                    if not await self._ask(request):
                        break
            case Move() | Pick():
                await self._playing.make(command)
            case Auto():
                await self._playing.set_auto(command)
            case Hint():
                await self._playing.hint()
            case Foolish():
                self._tell_foolish(self._foolish.note(self._state, self._playing.hinted))
            case TopicOf(topic=topic, number=number):
                self._tell_topic(topic, number)
            case Show():
                if command.what == "moves":
                    self._playing.listed()
                self._writer.tell(shown(command, self._state, self._liking, self._times.clocks()))
            case LookBack() | Export():
                await self._with_record(command)
            case _:
                self._carry_out_here(command)

    def _carry_out_here(self, command: Command) -> None:
        """What concerns nobody else. Raises TuicardsError."""
        match command:
            case Ignore():
                self._ignore(command)
            case Cards(manner=manner):
                self._change("cards", manner)
            case Change(setting=setting, value=value):
                self._change(setting, value)

    async def _ask(self, request: AnyRequest) -> bool:
        """Whether it was done. The refusal has been told."""
        answer = await self._server.ask(request)
        if is_for_later(answer):
            self._say("too_fast")
        return isinstance(answer, Done)

    def _tell_topic(self, topic: Any, number: int | None) -> None:
        if topic == "table":
            self._writer.tell(table_lines(self._state, self._voice))
            if self._state.table is not None:
                self._invite(self._state.table)
            if self._state.view is None:
                return
        self._writer.tell(topic_lines(self._state, topic, self._voice, number))

    def _change(self, setting: str, text: str) -> None:
        """Raises Refused, SetupError, StorageError."""
        self._writer.tell([self._liking.change(setting, text, self._state)])
        self._liking.keep()

    def _ignore(self, command: Ignore) -> None:
        was = self._state.ignored
        self._server.state = self._state.ignoring(command.name, command.ignore)
        if command.ignore and self._state.ignored == was and not self._state.ignores(command.name):
            raise NotPossible("text.ignore_yourself")
        self._say("text.ignoring" if command.ignore else "text.not_ignoring", {"name": command.name})

    async def _with_record(self, command: LookBack | Export) -> None:
        """In a script, when the party is over. Raises Refused `text.no_record`, StorageError."""
        if self._scripted:
            await self._server.until(lambda: not self._goes_on_alone())
        if self._state.view is not None and self._state.view.outcome is not None:
            await self._server.settle(lambda: self._state.just_over is not None)
        record = record_of(self._state)
        if isinstance(command, LookBack):
            self._past.begin(command, record, self._voice)
        else:
            self._say("export.written", {"file": str(export(record, command.file))})


async def _end(*tasks: asyncio.Task[int]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
