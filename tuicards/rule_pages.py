"""The pages of rules that come with the program, in the reader's language, with the options in force marked."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files

from tuicards.games import GAMES
from tuicards.games.api import AnyGame
from tuicards.locale.languages import ENGLISH, Language
from tuicards.speech import Speaker

FOLDER = files("tuicards") / "rules"
RULE = re.compile(r"(?:- )?\*\*([A-Z]\d+)\*\*")
"""How a line begins that is a rule."""
RULE_NAMED = re.compile(r"\b([A-Z]\d+)\b")


@dataclass(frozen=True)
class Page:
    """One page: a game's short guide, or its whole rules."""

    game: AnyGame
    whole: bool

    @property
    def name(self) -> str:
        """The file's name."""
        return f"{self.game.name}.md" if self.whole else f"{self.game.name}_guide.md"

    @property
    def title(self) -> str:
        """The code of its title, which names the game."""
        return "rules.whole" if self.whole else "rules.guide"

    def text(self, language: Language = ENGLISH) -> str:
        """The page in a language, or else in English. Raises FileNotFoundError where there is neither."""
        translated = FOLDER / language.code / self.name
        return (translated if translated.is_file() else FOLDER / self.name).read_text("utf-8")


def pages() -> list[Page]:
    """Every page there is: the short ones of all games first."""
    every = [Page(game, whole) for whole in (False, True) for game in GAMES.values()]
    return [page for page in every if (FOLDER / page.name).is_file()]


def marked(page: Page, options: Mapping[str, str], speaker: Speaker) -> str:
    """The page with the options of a table: all of them at the top, and each where the rules speak of it.

    `speaker` says the words of the page's game, in the language of the page.
    """
    text = page.text(speaker.language)
    for spec in page.game.options:
        if spec.name in options:
            text = _marked_at(text, spec.name, options[spec.name], speaker)
    title, _, rest = text.partition("\n")
    return f"{title}\n\n{_overview(page, options, speaker)}\n{rest}"


def rule_of(game: AnyGame, option: str) -> str:
    """The number of the rule that an option changes; empty where none says so."""
    lines = (FOLDER / f"{game.name}.md").read_text("utf-8").splitlines()
    for line in lines:
        if (rule := RULE.match(line)) and _speaks_of(line, option):
            return rule[1]
    rows = (RULE_NAMED.search(line) for line in lines if line.startswith(f"| `{option}` |"))
    return next((found[1] for found in rows if found), "")


def option_words(option: str, value: str, speaker: Speaker) -> dict[str, str]:
    """What people call an option and its value."""
    codes = f"option.{option}", f"option.{option}.{value}"
    name, meant = (speaker.say(code) if speaker.knows(code) else "" for code in codes)
    return {"option": name or option.replace("_", " "), "value": meant or value}


def _speaks_of(line: str, option: str) -> bool:
    return f"`{option}`" in line or f"`{option}=" in line


def _marked_at(text: str, option: str, value: str, speaker: Speaker) -> str:
    lines = text.split("\n")
    words = speaker.say("rules.here", option_words(option, value, speaker))
    for number, line in enumerate(lines):
        if RULE.match(line) and _speaks_of(line, option):
            lines[number] = f"{line} **[{_plain(words)}]**"
        elif line.startswith(f"| `{option}` |"):
            lines[number] = line.replace(f"`{value}`", f"**`{value}`**", 1)
    return "\n".join(lines)


def _overview(page: Page, options: Mapping[str, str], speaker: Speaker) -> str:
    """A list of the options in force: those that are not as usual first."""
    usual = {spec.name: spec.default for spec in page.game.options}
    special = [name for name in usual if name in options and options[name] != usual[name]]
    rest = [name for name in usual if name in options and name not in special]
    lines = [f"## {speaker.say('rules.at_table')}"]
    for code, names in (("rules.special", special), ("rules.usual", rest)):
        if names:
            lines += ["", f"**{speaker.say(code)}**", ""]
            lines += [f"- {_option_line(page.game, name, options[name], speaker)}" for name in names]
    return "\n".join([*lines, ""])


def _option_line(game: AnyGame, option: str, value: str, speaker: Speaker) -> str:
    rule = rule_of(game, option)
    code = "rules.option_rule" if rule else "rules.option"
    return _plain(speaker.say(code, {**option_words(option, value, speaker), "rule": rule}))


def _plain(text: str) -> str:
    """Text in which nothing means anything to Markdown: values may come from elsewhere."""
    return re.sub(r"([\\`*_{}\[\]<>#|!~&])", r"\\\1", " ".join(text.split()))
