"""What there is to read up: commands, options, settings, languages, rules."""

import re
from collections.abc import Iterator

from tuicards.client_state import ClientState
from tuicards.errors import Refused
from tuicards.games import GAMES
from tuicards.games.api import OptionSpec
from tuicards.locale.languages import LANGUAGES
from tuicards.preferences.listing import toml
from tuicards.rule_pages import RULE, Page
from tuicards.settings import NAMES, Settings
from tuicards.speech import Speaker
from tuicards.text.commands import DEFAULT_GAME
from tuicards.text.reading import VERBS
from tuicards.text.spelling import understood, words_for
from tuicards.text.voice import Voice

# ---- commands -----------------------------------------------------------------------------------------


def help_lines(words: str, state: ClientState, voice: Voice) -> Iterator[str]:
    """Every command in one line, or all about one. Raises Refused `unknown_command`."""
    speaker = voice.speaker(state)
    if not words:
        yield from (_help_line(verb, speaker) for verb in VERBS)
        yield speaker.say("help.move")
        yield speaker.say("text.help_more")
        return
    verb = understood(words.lower(), VERBS, speaker)
    if verb not in VERBS:
        raise Refused("unknown_command", text=words)
    yield _help_line(verb, speaker)
    if speaker.knows(f"more.{verb}"):
        yield speaker.say(f"more.{verb}")
    others = words_for(verb, speaker)
    if len(others) > 1:
        yield speaker.say("text.help_words", {"words": others})


def _help_line(verb: str, speaker: Speaker) -> str:
    return speaker.say(f"help.{verb}", {"usage": speaker.say(f"usage.{verb}")})


# ---- options ------------------------------------------------------------------------------------------


def option_lines(words: str, state: ClientState, voice: Voice) -> Iterator[str]:
    """Every option of a game with its value, or one with all its values. Raises Refused `unknown_option`."""
    named = words.lower().split()
    name = named.pop(0) if named and named[0] in GAMES else state.table.game if state.table else DEFAULT_GAME
    game = GAMES.get(name)
    if game is None:
        return
    here = state.table.options if state.table and state.table.game == name else {}
    speaker = voice.speaker_at(game)
    if not named:
        yield speaker.say("text.options_of", {"game": name})
        yield from (_option_line(spec, here.get(spec.name, spec.default), speaker) for spec in game.options)
        yield from (_preset_line(preset, speaker) for preset in game.presets)
        return
    known = {spec.name: spec for spec in game.options}
    if named[0] not in known:
        raise Refused("unknown_option", option=named[0], known=tuple(known))
    spec = known[named[0]]
    yield _option_line(spec, here.get(spec.name, spec.default), speaker)
    for value in spec.values:
        meaning = _meaning(spec.name, value, speaker)
        yield speaker.say("text.option_value", {"option": spec.name, "value": value, "meaning": meaning})


def _option_line(spec: OptionSpec, value: str, speaker: Speaker) -> str:
    label = speaker.say(f"option.{spec.name}") if speaker.knows(f"option.{spec.name}") else spec.name
    words = {"option": spec.name, "value": value, "label": label, "known": spec.values}
    code = "text.option_open" if spec.open else "text.option"
    return speaker.say(code, {**words, "meaning": _meaning(spec.name, value, speaker)})


def _meaning(option: str, value: str, speaker: Speaker) -> str:
    code = f"option.{option}.{value}"
    return speaker.say(code) if speaker.knows(code) else value


def _preset_line(preset: str, speaker: Speaker) -> str:
    meaning = speaker.say(f"preset.{preset}") if speaker.knows(f"preset.{preset}") else preset
    return speaker.say("text.preset", {"preset": preset, "meaning": meaning})


# ---- settings -----------------------------------------------------------------------------------------


def setting_lines(settings: Settings, place: str, state: ClientState, voice: Voice) -> Iterator[str]:
    """Every setting with the value that counts, and the file that they are kept in."""
    speaker = voice.speaker(state)
    yield from (setting_line(name, settings, speaker) for name in NAMES)
    yield speaker.say("text.settings_kept", {"place": place}) if place else speaker.say("text.settings_not_kept")


def setting_line(name: str, settings: Settings, speaker: Speaker) -> str:
    """A setting as the file writes it, and what it is called."""
    words = {"setting": name, "value": toml(getattr(settings, name)), "label": speaker.say(f"settings.{name}")}
    return speaker.say("text.setting", words)


def language_line(state: ClientState, voice: Voice) -> str:
    """The language, and those there are."""
    known = tuple(f"{language.code} {language.name}" for language in LANGUAGES.values())
    return voice.speaker(state).say("text.language", {"language": voice.language.name, "known": known})


# ---- rules --------------------------------------------------------------------------------------------

MARKUP = re.compile(r"\*\*|`|^#+ |^> |^[-*] |(?<![*\w])\*(?=[^*\s])|(?<=[^*\s])\*(?![*\w])")
BAR = re.compile(r"(?<!\\)\|")
LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
RULER = re.compile(r"[|\s:-]+")


def rule_lines(words: str, state: ClientState, voice: Voice) -> Iterator[str]:
    """A game's guide, its whole rules, or every rule that holds a word. `words`: [GAME] [all | WORD]."""
    first, _, rest = words.partition(" ")
    named = first.lower() in GAMES
    name = first.lower() if named else state.table.game if state.table else DEFAULT_GAME
    asked = (rest if named else words).strip()
    game = GAMES.get(name)
    if game is None:
        return
    text = Page(game, whole=bool(asked)).text(voice.language)
    if asked.lower() not in ("", "all"):
        text = "\n".join(_rules_with(asked, text))
    lines = list(plain_lines(text))
    yield from lines or [voice.speaker(state).say("text.not_in_rules", {"word": asked})]


def _rules_with(word: str, text: str) -> list[str]:
    """The rule of this number, or else all rules that hold the word, or else all lines that do."""
    lines = text.splitlines()
    rules = [(found[1], line) for line in lines if (found := RULE.match(line))]
    exact = [line for number, line in rules if number.casefold() == word.casefold()]
    holding = [line for _, line in rules if word.casefold() in line.casefold()]
    return exact or holding or [line for line in lines if word.casefold() in line.casefold()]


def plain_lines(markdown: str) -> Iterator[str]:
    """A page without its markup, as it is read aloud: a table's row is one line, its cells apart by semicolons."""
    for line in markdown.splitlines():
        if not line.strip() or RULER.fullmatch(line):
            continue
        text = LINK.sub(r"\1", MARKUP.sub("", line.strip()))
        if text.startswith("|"):
            text = "; ".join(cell.strip() for cell in BAR.split(text) if cell.strip()).replace("\\|", "|")
        yield text
