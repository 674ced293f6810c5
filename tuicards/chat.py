"""What was said, in the reader's language."""

from tuicards.speech import Speaker
from tuicards.wire.messages import Said


def words_of(said: Said, speaker: Speaker) -> str:
    """The text of a chat line, or the sentence of an emote or a notice. Whoever shows it makes it safe."""
    return speaker.say(said.code, said.params) if said.code else said.text
