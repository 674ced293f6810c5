"""The conversation: what is typed on one side, the server on the other.

Commands run in the order they were typed, each when the one before was answered. From a terminal a
move goes to the server at once, which says what is wrong with it. From a pipe or a file a move that
is not legal yet waits for one's turn, so that a script may hold a whole game.
"""

import asyncio
import random
from collections.abc import Mapping, Sequence
from typing import Any

from tuicards.bots.api import choose
from tuicards.client import Link
from tuicards.client_state import ClientState, LinkEvent
from tuicards.errors import IllegalMove, PlayerError, TuicardsError
from tuicards.errors import Refused as NotPossible
from tuicards.games.api import Move as GameMove
from tuicards.text.commands import (
    DEFAULT_LEVEL,
    VERBS,
    AnyRequest,
    Ask,
    Auto,
    Command,
    Move,
    Pick,
    Quit,
    Show,
    TopicOf,
    read_command,
)
from tuicards.text.exchange import Exchange, is_for_later
from tuicards.text.narration import (
    lobby_lines,
    move_lines,
    news,
    people_lines,
    speaker_for,
    table_lines,
    topic_lines,
)
from tuicards.text.rules import guide, rules_with
from tuicards.text.standing import at_table, playing, rematch_asked, to_move
from tuicards.text.terminal import LineReader, LineWriter, OutputClosed
from tuicards.wire.messages import Done, Lobby

FINE, UNFINISHED = 0, 1
"""Exit codes; `tuicards --help` tells what they mean."""

SCRIPT_PATIENCE = 60.0
"""Seconds that a script waits for a lost link to come back. A person can quit."""

FAILURES = 3
"""So many moves of the program may be refused in a row; then it does not go on."""


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
        seed: int | None = None,
    ) -> None:
        """`scripted`: the input is no terminal. `told`: lines to begin with.

        `opening`: what to ask for first. `seed`: for `auto`.
        """
        self._link = link
        self._server = Exchange(link, self._tell_news, self._tell_error)
        self._reader = reader
        self._writer = writer
        self._scripted = scripted
        self._opening = opening
        self._told = told
        self._passing_through = bool(opening)
        """Whether the lobby is only on the way, and not worth a word."""
        self._chance = random.Random(seed)
        self._moving = asyncio.Lock()
        self._auto = False
        self._reading = False
        self._listed: tuple[Any, ...] = ()
        """The moves that `?` told last."""

    @property
    def _state(self) -> ClientState:
        return self._server.state

    async def run(self) -> int:
        """Talks until one side has enough. Returns the exit code; the link is closed."""
        tasks = [asyncio.create_task(part()) for part in (self._talk, self._listen, self._play_by_itself)]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            return next(task.result() for task in tasks if task.done())
        except OutputClosed:
            return FINE
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self._link.close()
            self._writer.finish()

    # ---- telling ------------------------------------------------------------------------------------

    async def _listen(self) -> int:
        try:
            await self._server.listen(SCRIPT_PATIENCE if self._scripted else None)
        except TimeoutError:
            self._say("text.given_up", {"seconds": round(SCRIPT_PATIENCE)})
        return UNFINISHED

    def _tell_news(self, before: ClientState, event: LinkEvent, now: ClientState) -> None:
        if not (self._passing_through and isinstance(event, Lobby)):
            self._writer.tell(news(before, event, now))
            self._prompt()

    def _tell_error(self, error: TuicardsError) -> None:
        self._say(error.code, error.params)

    def _say(self, code: str, params: Mapping[str, Any] | None = None) -> None:
        self._writer.tell([speaker_for(self._state).say(code, params)])

    def _prompt(self) -> None:
        """Ask for a line, but not while others are to move: what they do would only be told around the prompt."""
        if self._reading and (to_move(self._state) or not self._state.running):
            self._writer.prompt()

    # ---- reading ------------------------------------------------------------------------------------

    async def _talk(self) -> int:
        await self._server.until(lambda: self._state.welcome is not None)
        await self._server.settle(self._resumed)
        self._writer.tell(self._told)
        for request in self._opening:
            if not await self._ask(request):
                return UNFINISHED
        self._passing_through = False
        while (line := await self._read_line()) is not None:
            if isinstance(await self._obey(line), Quit):
                return self._quit()
        return await self._finish_without_input()

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
        if playing(self._state):
            self._say("text.quit_playing")
        return FINE

    async def _finish_without_input(self) -> int:
        """There is nothing more to read. A script goes on while nothing needs to be said; a person has gone away."""
        if self._scripted:
            await self._server.until(lambda: not self._goes_on_alone())
        if playing(self._state):
            self._say("text.input_ended")
            return UNFINISHED
        return FINE

    def _goes_on_alone(self) -> bool:
        """Whether the table will come to its end, or to one's own turn, without a word from here."""
        table = self._state.table
        if table is None:
            return False
        if table.state == "over" and not self._state.running:
            return rematch_asked(self._state)
        if table.you is None or self._auto:
            return True
        return self._state.running and not to_move(self._state)

    # ---- commands -----------------------------------------------------------------------------------

    async def _obey(self, line: str) -> Command | None:
        try:
            command = read_command(line, self._state)
            if command is not None:
                await self._carry_out(command)
        except PlayerError as error:
            self._tell_error(error)
            return None
        return command

    async def _carry_out(self, command: Command) -> None:
        match command:
            case TopicOf(topic="table"):
                self._writer.tell(table_lines(self._state))
                if self._state.view is not None:
                    self._writer.tell(topic_lines(self._state, "table"))
            case TopicOf(topic=topic):
                self._writer.tell(topic_lines(self._state, topic))
            case Show():
                self._show(command)
            case Auto():
                await self._set_auto(command)
            case Ask(requests=requests):
                for request in requests:
                    if not await self._ask(request):
                        break
            case Move() | Pick():
                await self._typed_move(command)

    async def _ask(self, request: AnyRequest) -> bool:
        """Whether it was done. The refusal has been told."""
        answer = await self._server.ask(request)
        if is_for_later(answer):
            self._say("too_fast")
        return isinstance(answer, Done)

    def _show(self, show: Show) -> None:
        match show.what:
            case "moves":
                self._listed = self._legal
                self._writer.tell(move_lines(self._state))
            case "who":
                self._writer.tell(people_lines(self._state))
            case "tables":
                self._writer.tell(lobby_lines(self._state))
            case "help":
                speaker = speaker_for(self._state)
                self._writer.tell(speaker.say(f"help.{verb}", {"usage": usage}) for verb, (usage, _) in VERBS.items())
                self._say("help.move")
            case "rules":
                self._show_rules(show.words)

    def _show_rules(self, word: str) -> None:
        if self._state.table is None:
            raise NotPossible("text.at_no_table")
        game = self._state.table.game
        lines = rules_with(game, word) if word else [line for line in guide(game).splitlines() if line]
        self._writer.tell(lines or [speaker_for(self._state).say("text.not_in_rules", {"word": word})])

    # ---- moves --------------------------------------------------------------------------------------

    @property
    def _legal(self) -> tuple[Any, ...]:
        return self._state.view.legal if self._state.view is not None else ()

    async def _set_auto(self, auto: Auto) -> None:
        if auto.mode == "once":
            await self._my_turn()
            if not to_move(self._state):
                raise NotPossible("text.not_your_turn")
            await self._choose()
            return
        self._auto = auto.mode == "on"
        self._say(f"text.auto_{auto.mode}")
        self._server.wake()
        async with self._moving:
            pass  # a move on its way is not crossed by the next command

    async def _play_by_itself(self) -> int:
        failures = 0
        while True:
            await self._server.until(lambda: self._auto and to_move(self._state))
            failures = 0 if await self._choose() else failures + 1
            if failures == FAILURES:
                self._auto = False
                self._say("text.auto_off")

    async def _choose(self) -> bool:
        """Make a move of the program's choice, if it is still one's turn. False when it was refused."""
        async with self._moving:
            game, view = self._state.game, self._state.view
            if game is None or view is None or not to_move(self._state):
                return True
            choice = choose(game, DEFAULT_LEVEL, view, self._chance.getrandbits(32))
            return isinstance(await self._server.make(choice.move), Done)

    async def _typed_move(self, typed: Move | Pick) -> None:
        """Make the move, from a script when its time has come. Raises PlayerError."""
        if self._auto:
            raise NotPossible("auto_plays")
        if isinstance(typed, Pick):
            await self._my_turn()
            move = self._picked(typed.number)
        else:
            move = self._read_move(typed.text)
            if move not in self._legal:
                await self._my_turn()
        async with self._moving:
            await self._server.make(move)

    def _read_move(self, text: str) -> GameMove:
        game = self._state.game
        if game is None:
            raise IllegalMove("unknown_command", text=text)
        move: GameMove = game.parse_move(text)
        return move

    def _picked(self, number: int) -> GameMove:
        """Raises IllegalMove when there is no such choice, or nobody has heard the list."""
        if not self._scripted and self._legal != self._listed:
            raise IllegalMove("no_list")
        if not 1 <= number <= len(self._legal):
            raise IllegalMove("no_such_choice", number=number, count=len(self._legal))
        move: GameMove = self._legal[number - 1]
        return move

    async def _my_turn(self) -> None:
        """In a script, wait for one's turn. Raises Refused when it will not come."""
        if self._scripted:
            await self._server.until(lambda: to_move(self._state) or not self._may_come())
        if not self._may_come():
            self._refuse_move()

    def _may_come(self) -> bool:
        """Whether a turn of one's own may still come at this table."""
        table = self._state.table
        if table is None or table.you is None:
            return False
        return self._state.running or (self._scripted and (table.state == "open" or rematch_asked(self._state)))

    def _refuse_move(self) -> None:
        table = self._state.table
        if table is None:
            raise NotPossible("text.at_no_table")
        if table.you is None:
            raise NotPossible("not_seated")
        raise NotPossible("not_playing" if table.state == "open" else "party_over")
