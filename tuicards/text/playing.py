"""Moves: typed, picked from a list, chosen by the program; and hints.

From a terminal a move goes to the server at once, which says what is wrong with it. From a pipe or a file a move
that is not legal yet waits for one's turn, so that a script may hold a whole game.
"""

import asyncio
import random
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from tuicards.bots.api import choose
from tuicards.client_state import ClientState
from tuicards.errors import IllegalMove
from tuicards.errors import Refused as NotPossible
from tuicards.foolish import Hinted
from tuicards.games.api import Move as GameMove
from tuicards.text.answers import few_moves
from tuicards.text.commands import DEFAULT_LEVEL, Auto, Move, Pick
from tuicards.text.exchange import Exchange
from tuicards.text.liking import Liking
from tuicards.text.spelling import latin_move
from tuicards.text.standing import rematch_asked, to_move
from tuicards.thinking.advice import Adviser
from tuicards.thinking.telling import how_sure
from tuicards.wire.messages import Done, Refused

FAILURES = 3
"""So many moves of the program may be refused in a row; then it does not go on."""

SHOWN = 40
"""So much of what is no move is repeated."""

Say: TypeAlias = Callable[[str, Mapping[str, Any]], None]


class Playing:
    """One person's moves at the table they are at."""

    def __init__(
        self, server: Exchange, liking: Liking, say: Say, *, scripted: bool, seed: int | None, own_machine: bool
    ) -> None:
        """`own_machine`: whether hints may take the processor (see `Adviser`)."""
        self._liking = liking
        self._server = server
        self._say = say
        self._scripted = scripted
        self._chance = random.Random(seed)
        self._adviser = Adviser(own_machine)
        self._moving = asyncio.Lock()
        self.auto = False
        """Whether the program makes every move."""
        self._listed: tuple[Any, ...] = ()
        """The moves that `?` told last."""
        self.hinted: Hinted | None = None
        """The hint that was told last."""

    @property
    def _state(self) -> ClientState:
        return self._server.state

    @property
    def legal(self) -> tuple[Any, ...]:
        """What one may do now, in or out of turn."""
        return self._state.view.legal if self._state.view is not None else ()

    # ---- the program's choice -----------------------------------------------------------------------

    async def set_auto(self, auto: Auto) -> None:
        """Raises Refused when a single move is asked for and it is not one's turn."""
        if auto.mode == "once":
            await self._my_turn()
            if not to_move(self._state):
                raise NotPossible("text.not_your_turn")
            await self._choose()
            return
        self.auto = auto.mode == "on"
        self._say(f"text.auto_{auto.mode}", {})
        self._server.wake()
        async with self._moving:
            pass  # a move on its way is not crossed by the next command

    async def by_itself(self) -> int:
        """Makes the moves that nobody has to type, for ever."""
        failures = 0
        while True:
            await self._server.until(lambda: to_move(self._state) and self.needs_nobody)
            failures = 0 if await self._choose() else failures + 1
            if failures == FAILURES and self.auto:
                self.auto = False
                self._say("text.auto_off", {})

    @property
    def needs_nobody(self) -> bool:
        """Whether the program makes the move that is to be made now."""
        only = self._liking.settings.play_only_card and not self._scripted and len(self.legal) == 1
        return self.auto or only

    async def _choose(self) -> bool:
        """Make a move of the program's choice, if it is still one's turn. False when it was refused."""
        async with self._moving:
            game, seen = self._state.game, self._state.seen
            if game is None or seen is None or not to_move(self._state):
                return True
            choice = choose(game, DEFAULT_LEVEL, seen, self._chance.getrandbits(32))
            return isinstance(await self._server.make(choice.move), Done)

    async def hint(self) -> None:
        """Tell what a good bot would do now, how sure it is, and why. Raises Refused where there is no hint to have.

        A hint that comes when the picture has changed is not told.
        """
        game, seen, table = self._state.game, self._state.seen, self._state.table
        if not self._liking.settings.hints:
            raise NotPossible("text.hints_set_off")
        if table is not None and not table.hints:
            raise NotPossible("text.hints_not_here")
        if game is None or seen is None or not to_move(self._state):
            self._refuse_move()
            raise NotPossible("text.not_your_turn")
        choice = await self._adviser.advise(game, seen)
        if self._state.view is seen.view:
            self.hinted = Hinted(seen, choice, self._adviser.level)
            self._say("text.hint", {"move": self._liking.voice.move(game, choice.move)})
            if sure := how_sure(choice):
                self._say(sure, {})
            self._say(choice.why.code, choice.why.params)

    async def close(self) -> None:
        """Nobody asks for hints any more."""
        await self._adviser.close()

    # ---- one's own choice ---------------------------------------------------------------------------

    def listed(self) -> None:
        """The person has heard the list of legal moves."""
        self._listed = self.legal

    async def make(self, typed: Move | Pick) -> None:
        """Make the move, from a script when its time has come. Raises PlayerError."""
        if self.auto:
            raise NotPossible("auto_plays")
        if isinstance(typed, Pick):
            await self._my_turn()
            move = self._picked(typed.number)
        else:
            move = self._read(typed.text)
            if move not in self.legal:
                await self._my_turn()
        async with self._moving:
            answer = await self._server.make(move)
        if isinstance(answer, Refused):
            self._tell_what_is_legal(answer)

    def _tell_what_is_legal(self, refusal: Refused) -> None:
        """After a refusal by the rules, if there are few moves."""
        game, moves = self._state.game, few_moves(self._state, self._liking.voice)
        if game is not None and refusal.code in game.phrases and to_move(self._state) and moves:
            self._say("text.legal", {"moves": moves})

    def _read(self, text: str) -> GameMove:
        game = self._state.game
        if game is None:
            raise IllegalMove("unknown_command", text=text[:SHOWN])
        verbs = [code.removeprefix("verb.") for code in game.phrases if code.startswith("verb.")]
        try:
            move: GameMove = game.parse_move(latin_move(text, verbs, self._liking.voice.speaker(self._state)))
        except IllegalMove as error:
            as_typed = {"text": text[:SHOWN]} if error.code == "bad_move" else {}
            raise IllegalMove(error.code, **{**error.params, **as_typed}) from None
        return move

    def _picked(self, number: int) -> GameMove:
        """Raises IllegalMove when there is no such choice, or nobody has heard the list."""
        if not self._scripted and self.legal != self._listed:
            raise IllegalMove("no_list")
        if not 1 <= number <= len(self.legal):
            raise IllegalMove("no_such_choice", number=number, count=len(self.legal))
        move: GameMove = self.legal[number - 1]
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
        """Raises Refused with the reason why one has no turn here, if there is such a reason."""
        table = self._state.table
        if table is None:
            raise NotPossible("text.at_no_table")
        if table.you is None:
            raise NotPossible("not_seated")
        if not self._state.running:
            raise NotPossible("not_playing" if table.state == "open" else "party_over")
        if self._state.paused:
            raise NotPossible("paused")
