"""The conversation: what is typed on one side, the link on the other.

Commands run in the order they were typed, each when the one before was answered. From a terminal a
move goes to the server at once, which says what is wrong with it. From a pipe or a file a move that
is not legal yet waits for one's turn, so that a script may hold a whole game.
"""

import asyncio
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from tuicards.bots.api import choose
from tuicards.client import Link
from tuicards.client_state import ClientState, Disconnected, LinkEvent
from tuicards.errors import IllegalMove, PlayerError, TuicardsError
from tuicards.errors import Refused as NotPossible
from tuicards.games.api import Move as GameMove
from tuicards.games.api import to_plain
from tuicards.text.commands import (
    DEFAULT_LEVEL,
    UNSENT,
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
from tuicards.text.settling import at_table, settled
from tuicards.text.terminal import LineReader, LineWriter, OutputClosed
from tuicards.wire.messages import Done, Lobby, MakeMove, Refused, Update

FINE, UNFINISHED = 0, 1
"""Exit codes; `tuicards --help` tells what they mean."""

SCRIPT_PATIENCE = 60.0
"""Seconds that a script waits for a lost link to come back."""

LATER = frozenset({"too_fast", "busy"})
"""Refusals that mean: ask again in a moment."""

ATTEMPTS = 20
LATER_MEANS = 0.3

SETTLING_TIME = 5.0
"""Seconds to wait for the picture that follows an answer."""


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
        self._reader = reader
        self._writer = writer
        self._scripted = scripted
        self._opening = opening
        self._told = told
        self._begins = bool(opening)
        """Whether the way leads through the lobby only, so that it is not worth a word."""
        self._chance = random.Random(seed)
        self._state = ClientState()
        self._news = asyncio.Event()
        self._answers: dict[int, asyncio.Future[Done | Refused]] = {}
        self._moving = asyncio.Lock()
        self._auto = False
        self._reading = False
        self._listed: tuple[Any, ...] = ()
        self._updates = 0
        self._updates_at_answer = 0

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

    # ---- from the server ----------------------------------------------------------------------------

    async def _listen(self) -> int:
        try:
            async with asyncio.timeout(None) as patience:
                async for event in self._link.events():
                    final = isinstance(event, Disconnected) and self._is_final(event)
                    self._hear(msgspec.structs.replace(event, retry_in=None) if final else event)
                    if final:
                        break
                    if self._scripted:
                        self._wait_for_link(patience)
        except TimeoutError:
            self._say("text.given_up", {"seconds": round(SCRIPT_PATIENCE)})
        return UNFINISHED

    def _is_worth_no_word(self, event: LinkEvent) -> bool:
        return self._is_for_later(event) or (self._begins and isinstance(event, Lobby))

    def _is_final(self, lost: Disconnected) -> bool:
        """A first connection that fails is not tried again, save when only an old token was in the way."""
        never_there = self._state.welcome is None and lost.code != "unknown_token"
        return lost.retry_in is None or never_there

    def _wait_for_link(self, patience: asyncio.Timeout) -> None:
        """A script waits only so long for a lost link; a person can quit."""
        if self._state.connected:
            patience.reschedule(None)
        elif patience.when() is None:
            patience.reschedule(asyncio.get_running_loop().time() + SCRIPT_PATIENCE)

    def _hear(self, event: LinkEvent) -> None:
        before = self._state
        try:
            self._state = before.after(event)
        except TuicardsError as error:
            self._say(error.code, error.params)
            return
        if not self._is_worth_no_word(event):
            self._writer.tell(news(before, event, self._state))
            self._prompt()
        match event:
            case Done() | Refused():
                self._answer(event.id, event)
                self._updates_at_answer = self._updates
            case Update():
                self._updates += 1
        self._news.set()
        self._news = asyncio.Event()

    def _answer(self, number: int, answer: Done | Refused) -> None:
        waiting = self._answers.pop(number, None)
        if waiting is not None and not waiting.done():
            waiting.set_result(answer)

    async def _until(self, holds: Callable[[], bool]) -> None:
        while not holds():
            await self._news.wait()

    # ---- from the person ----------------------------------------------------------------------------

    async def _talk(self) -> int:
        await self._until(lambda: self._state.welcome is not None)
        await self._settle(self._resumed)
        self._writer.tell(self._told)
        for request in self._opening:
            if not await self._ask(request):
                return UNFINISHED
        self._begins = False
        while True:
            line = await self._read_line()
            if line is None:
                return await self._finish_without_input()
            if isinstance(await self._obey(line), Quit):
                return self._quit()

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

    def _prompt(self) -> None:
        """Ask for a line, but not while others are to move: what they do would only be told around the prompt."""
        if self._reading and (self._to_move() or not self._state.running):
            self._writer.prompt()

    def _resumed(self) -> bool:
        """Whether the table that one came back to, if any, is known."""
        welcome = self._state.welcome
        return welcome is None or not welcome.table or at_table(self._state)

    async def _obey(self, line: str) -> Command | None:
        try:
            command = read_command(line, self._state)
            if command is not None:
                await self._carry_out(command)
        except PlayerError as error:
            self._say(error.code, error.params)
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

    def _show(self, show: Show) -> None:
        match show.what:
            case "moves":
                self._listed = self._state.view.legal if self._state.view is not None else ()
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

    def _quit(self) -> int:
        if self._playing():
            self._say("text.quit_playing")
        return FINE

    async def _finish_without_input(self) -> int:
        """There is nothing more to read. A script goes on while nothing needs to be said; a person has gone away."""
        if self._scripted:
            await self._until(lambda: not self._goes_on_alone())
        if self._playing():
            self._say("text.input_ended")
            return UNFINISHED
        return FINE

    def _goes_on_alone(self) -> bool:
        """Whether the table will come to its end, or to one's own turn, without a word from here."""
        table = self._state.table
        if table is None:
            return False
        if table.state == "over" and not self._state.running:
            return self._rematch_asked()
        if table.you is None or self._auto:
            return True
        return self._state.running and not self._to_move()

    # ---- moves --------------------------------------------------------------------------------------

    async def _set_auto(self, auto: Auto) -> None:
        if auto.mode == "once":
            await self._my_turn()
            await self._choose()
            return
        self._auto = auto.mode == "on"
        self._say(f"text.auto_{auto.mode}")
        self._news.set()
        self._news = asyncio.Event()

    async def _play_by_itself(self) -> int:
        while True:
            await self._until(lambda: self._auto and self._to_move() and not self._moving.locked())
            if not await self._choose():
                self._auto = False
                self._say("text.auto_off")

    async def _choose(self) -> bool:
        state = self._state
        assert state.game is not None
        assert state.view is not None
        choice = choose(state.game, DEFAULT_LEVEL, state.view, self._chance.getrandbits(32))
        return await self._make(choice.move)

    async def _typed_move(self, typed: Move | Pick) -> None:
        """Make the move, from a script when its time has come. Raises PlayerError."""
        move = self._read_move(typed) if isinstance(typed, Move) else None
        if move is None or not self._is_legal(move):
            await self._my_turn()
        await self._make(move if move is not None else self._picked(typed))

    def _read_move(self, typed: Move) -> GameMove:
        game = self._state.game
        if game is None:
            raise IllegalMove("unknown_command", text=typed.text)
        move: GameMove = game.parse_move(typed.text)
        return move

    def _picked(self, typed: Move | Pick) -> GameMove:
        assert isinstance(typed, Pick)
        legal = self._state.view.legal if self._state.view is not None else ()
        if not self._scripted and legal != self._listed:
            raise IllegalMove("no_list")
        if not 1 <= typed.number <= len(legal):
            raise IllegalMove("no_such_choice", number=typed.number, count=len(legal))
        move: GameMove = legal[typed.number - 1]
        return move

    def _is_legal(self, move: GameMove) -> bool:
        return self._state.view is not None and move in self._state.view.legal

    async def _my_turn(self) -> None:
        """In a script, wait for one's turn. Raises Refused when it will not come."""
        if self._scripted:
            await self._until(lambda: self._to_move() or not self._may_come())
        if not self._may_come():
            self._refuse_move()

    def _may_come(self) -> bool:
        """Whether a turn of one's own may still come at this table."""
        table = self._state.table
        if table is None or table.you is None:
            return False
        return self._state.running or (self._scripted and (table.state == "open" or self._rematch_asked()))

    def _refuse_move(self) -> None:
        table = self._state.table
        if table is None:
            raise NotPossible("text.at_no_table")
        if table.you is None:
            raise NotPossible("not_seated")
        raise NotPossible("not_playing" if table.state == "open" else "party_over")

    def _to_move(self) -> bool:
        view = self._state.view
        return self._state.running and view is not None and view.my_turn

    def _playing(self) -> bool:
        table = self._state.table
        return self._state.running and table is not None and table.you is not None

    def _rematch_asked(self) -> bool:
        table = self._state.table
        return table is not None and table.you is not None and table.seats[table.you].again

    async def _make(self, move: GameMove) -> bool:
        """Send the move and wait for the picture after it. False when it was refused or lost."""
        async with self._moving:
            state = self._state
            table = state.table.table if state.table is not None else ""
            made = await self._ask(MakeMove(id=UNSENT, table=table, seq=state.seq, move=to_plain(move)))
            if made:
                await self._settle(lambda: self._updates > self._updates_at_answer)
            return made

    # ---- requests -----------------------------------------------------------------------------------

    async def _ask(self, request: AnyRequest) -> bool:
        """Send a request and wait until it is answered and its effect is known. False when it was not done.

        A server that is asked too much at once is asked again a little later.
        """
        answer = await self._ask_once(request)
        for _ in range(ATTEMPTS):
            if not self._is_for_later(answer):
                break
            await asyncio.sleep(LATER_MEANS)
            answer = await self._ask_once(request)
        if self._is_for_later(answer):
            self._say("too_fast")
        return isinstance(answer, Done)

    async def _ask_once(self, request: AnyRequest) -> Done | Refused:
        request = msgspec.structs.replace(request, id=self._link.next_id())
        waiting: asyncio.Future[Done | Refused] = asyncio.get_running_loop().create_future()
        self._answers[request.id] = waiting
        before = self._state
        self._link.send(request)
        answer = await waiting
        if isinstance(answer, Done):
            await self._settle(lambda: settled(request, before, self._state))
        return answer

    def _is_for_later(self, event: LinkEvent) -> bool:
        return isinstance(event, Refused) and event.code in LATER

    async def _settle(self, holds: Callable[[], bool]) -> None:
        try:
            async with asyncio.timeout(SETTLING_TIME):
                await self._until(holds)
        except TimeoutError:
            pass  # somebody undid it before it could be seen

    def _say(self, code: str, params: Mapping[str, Any] | None = None) -> None:
        self._writer.tell([speaker_for(self._state).say(code, params)])
