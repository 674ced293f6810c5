"""A round of Rage as the text client tells it, one's own commands after the prompt."""

from collections.abc import Iterator

from tests.tui.party import PartyLink
from tests.tui.test_table_pictures import Lively
from tuicards.client_state import ClientState, LinkEvent
from tuicards.locale.languages import Language
from tuicards.text.narration import news
from tuicards.text.voice import Voice


class Overheard(PartyLink):
    """Keeps what the server says instead of sending it."""

    def tell(self, event: LinkEvent) -> None:
        self.__dict__.setdefault("heard", []).append(event)

    def heard_now(self) -> list[LinkEvent]:
        """What has been said since the last time one asked."""
        heard: list[LinkEvent] = self.__dict__.pop("heard", [])
        return heard


def transcript(language: Language) -> str:
    """What is read and typed in the first two rounds of a game for three."""
    return "\n".join(_lines(Voice(language=language))) + "\n"


def _lines(voice: Voice) -> Iterator[str]:
    link = Overheard("rage", 3, seed=b"told", options={"round_plan": "up", "first_dealer": "1"})
    link.tell(link.update(link.others_play()))
    players, state = Lively(b"told"), ClientState()
    while True:
        for event in link.heard_now():
            before, state = state, state.after(event)
            yield from news(before, event, state, voice)
        view = link.game.view(link.state, 0)
        if view.round == 3:
            return
        move = players(view)
        yield f"> {voice.move(link.game, move)}"
        link.tell(link.update([*link.play(0, move), *link.others_play()]))
