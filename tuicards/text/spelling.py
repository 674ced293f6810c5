"""Codes and verbs as the reader's language writes them, both ways.

What is typed is understood in English always, and in the reader's language too: the verbs, and the letters that
stand for Rage's colours. Any other letter of a known keyboard layout counts as the Latin one on its key.
"""

import re
from collections.abc import Iterable, Mapping

from tuicards.layouts import latin
from tuicards.speech import Speaker

NUMBERED = re.compile(r"(\w)(\d{1,2})")
"""A letter for the colour, and a number."""

NAMING = re.compile(r"(\w{2}):(\w)")
"""A special card, and the letter of the colour that is named with it."""

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def local_code(code: str, speaker: Speaker) -> str:
    """A card's or a move's code with the letters that the reader's language has for the colours."""
    letters = _local_letters(speaker)
    if (found := NUMBERED.fullmatch(code)) and found[1] in letters:
        return letters[found[1]] + found[2]
    if (found := NAMING.fullmatch(code)) and found[2] in letters:
        return f"{found[1]}:{letters[found[2]]}"
    return code


def local_verb(verb: str, speaker: Speaker) -> str:
    """The first word that the reader's language has for a verb."""
    return next(iter(_local_words(verb, speaker)), verb)


def words_for(verb: str, speaker: Speaker) -> tuple[str, ...]:
    """Everything that may be typed for a verb, the English word first."""
    return tuple(dict.fromkeys([verb, *_local_words(verb, speaker)]))


def understood(line: str, verbs: Iterable[str], speaker: Speaker) -> str:
    """The line with its first word as one of the verbs, where it stands for one.

    English comes before the reader's language, and both before other layouts. The words after the verb stay
    as they are, for they may be names, titles or chat.
    """
    first, blank, rest = line.partition(" ")
    verbs = tuple(verbs)
    known = {word: verb for verb in verbs for word in _local_words(verb, speaker)} | {verb: verb for verb in verbs}
    for word in (first.casefold(), _on_latin_keys(first).casefold()):
        if word in known:
            return f"{known[word]}{blank}{rest}"
    return line


def latin_move(text: str, verbs: Iterable[str], speaker: Speaker) -> str:
    """A typed move as the game reads it: its verb in English, its cards in Latin letters."""
    letters = {local.upper(): one for one, local in _local_letters(speaker).items()}
    words = re.sub(r"\s*:\s*", ":", understood(text, verbs, speaker)).split()
    return " ".join(_latin_word(word, letters) for word in words)


def _latin_word(word: str, letters: Mapping[str, str]) -> str:
    upper = word.upper()
    if found := NUMBERED.fullmatch(upper):
        return (letters.get(found[1]) or _on_latin_keys(found[1])) + _on_latin_keys(found[2])
    if found := NAMING.fullmatch(upper):
        return f"{_on_latin_keys(found[1])}:{letters.get(found[2]) or _on_latin_keys(found[2])}"
    return _on_latin_keys(word)


def _local_letters(speaker: Speaker) -> Mapping[str, str]:
    """The reader's letter for each Latin one that stands for a colour."""
    return {one: speaker.say(f"letter.{one}") for one in LETTERS if speaker.knows(f"letter.{one}")}


def _local_words(verb: str, speaker: Speaker) -> list[str]:
    return speaker.say(f"verb.{verb}").casefold().split() if speaker.knows(f"verb.{verb}") else []


def _on_latin_keys(word: str) -> str:
    return "".join(latin(character) or character for character in word)
