"""A step of a replay as a scene, so that the table's own painters draw it."""

import msgspec

from tuicards.client_state import ClientState
from tuicards.games.api import Seat
from tuicards.locale.languages import Language
from tuicards.replay import Replay
from tuicards.settings import Settings
from tuicards.speech import Speaker
from tuicards.text.replay import Story
from tuicards.tui.glyphs import Glyphs
from tuicards.tui.widgets.cards import speaker_for
from tuicards.tui.widgets.scene import Line, Pick, Scene
from tuicards.wire.messages import SeatInfo, TableInfo

LOGGED = 60
"""Lines of the log at most."""


class ReplayScene(Scene, frozen=True, kw_only=True):
    """What a seat saw then. Nobody is `You`: who looks back has no part in it."""

    place: str
    """Where the step is."""
    eyes: str
    """As whom one sees it."""
    now: tuple[str, ...]
    """What happened in the step."""
    opened: bool = False
    """Whether all hands lie open."""
    playing: bool = False
    """Whether it goes on by itself."""

    @property
    def me(self) -> int | None:
        return None


class Scenes:
    """Makes the scenes of one replay, in one language and one set of signs."""

    def __init__(self, replay: Replay, language: Language, glyphs: Glyphs, settings: Settings) -> None:
        self.replay = replay
        self._glyphs, self._settings = glyphs, settings
        record = replay.record
        self._table = TableInfo(
            table=record.table,
            game=replay.game.name,
            title=record.title,
            options=record.header.options,
            seats=tuple(SeatInfo(name=name) for name in record.names),
            owner="",
            public=False,
            state="over",
            party=record.party,
        )
        self.speaker: Speaker = speaker_for(ClientState(table=self._table), None, language, glyphs)
        self._story = Story(replay, language)
        self._story.speaker = self.speaker

    def scene(
        self, at: int, seat: Seat | None, *, opened: bool, playing: bool, pick: Pick, notice: str
    ) -> ReplayScene:
        """The scene of a step as a seat (None: a watcher) sees it."""
        step = self.replay.steps[at]
        view = self.replay.game.view(step.state, seat)
        events, party = step.events, self.replay.record.party
        state = ClientState(connected=True, table=self._table, party=party, seq=at, view=view, events=events)
        return ReplayScene(
            state=state,
            speaker=self.speaker,
            pick=pick,
            log=self._log(at),
            notice=notice,
            held=step.ends_trick and at < self.replay.last,
            glyphs=self._glyphs,
            settings=self._settings,
            place=self._place(at),
            eyes=self._eyes(seat),
            now=tuple(self._story.moves(at)),
            opened=opened,
            playing=playing,
        )

    def _place(self, at: int) -> str:
        place = self.replay.place(at)
        return self.speaker.say(place.code, msgspec.structs.asdict(place))

    def _eyes(self, seat: Seat | None) -> str:
        return self.speaker.say("replay.watcher") if seat is None else self.speaker.say("replay.eyes", {"seat": seat})

    def _log(self, at: int) -> tuple[Line, ...]:
        """What happened of late, the newest last."""
        lines: list[str] = []
        while at >= 0 and len(lines) < LOGGED:
            lines = [*self._story.moves(at), *lines]
            at -= 1
        return tuple(Line(text) for text in lines[-LOGGED:])
