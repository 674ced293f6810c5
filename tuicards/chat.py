"""What was said, in the reader's language."""

from tuicards.speech import Speaker
from tuicards.wire.messages import Said


def words_of(said: Said, speaker: Speaker) -> str:
    """The text of a chat line, or the sentence of an emote or a notice. Whoever shows it makes it safe."""
    return speaker.say(said.code, said.params) if said.code else said.text


def speaker_of_line(said: Said, speaker: Speaker) -> str:
    """Who said it: whether from a seat or watching, and whether before one came. Whoever shows it makes it safe."""
    if not said.old:
        return speaker.say("chat.watching", {"name": said.name}) if said.watcher else said.name
    return speaker.say("chat.watching_earlier" if said.watcher else "chat.earlier", {"name": said.name})
