"""Every code that the program can raise, send or say has an English sentence."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tuicards.games import GAMES
from tuicards.games.api import AnyGame
from tuicards.locale.en import PHRASES
from tuicards.phrase import Phrase, Plural, forms
from tuicards.speech import Speaker

ROOT = Path(__file__).parents[1]
CODED = {
    "IllegalMove", "BadOptions", "Refused", "NotPossible", "PeerError", "SetupError", "StorageError", "BadMessage",
    "Unreachable", "Untrusted", "Closing", "Disconnected", "Fact", "_Lost", "say", "_say", "tell", "close",
    "announce",
}  # fmt: skip
"""Calls whose first argument, or argument `code`, is a code."""

AFTER_THE_FIRST = {"_notice", "_refuse", "refuse"}
"""Calls in which a code stands anywhere among the arguments."""


COUNTS = frozenset(
    {
        "bots",
        "cards_shuffled",
        "count",
        "minutes",
        "needed",
        "number",
        "people",
        "points",
        "rounds",
        "seconds",
        "tricks",
    }
)
"""Parameters that hold a number which may be 1."""

VERBS = frozenset({"has", "is", "stands", "was"})
"""Words in s that may follow a number and are no nouns."""

ALWAYS_MANY = frozenset({"none_answers", "text.your_turn_many", "too_many_cards"})
"""Codes that are said of more than one only."""


def sources(*folders: str) -> Iterator[Path]:
    """The Python files below the folders."""
    for folder in folders:
        yield from sorted((ROOT / folder).rglob("*.py"))


@cache
def codes_in(path: Path) -> frozenset[str]:
    """The codes that stand in a file as constants."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return frozenset(code for call in calls for code in _codes_of(call))


def _codes_of(call: ast.Call) -> Iterator[str]:
    function = call.func
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    if name in CODED:
        given = [keyword.value for keyword in call.keywords if keyword.arg == "code"]
        yield from _texts((given or call.args[:1] or [ast.Constant(None)])[0])
    elif name in AFTER_THE_FIRST:
        for argument in call.args[1:]:
            yield from _texts(argument)


def _texts(node: ast.expr) -> Iterator[str]:
    """The constant texts that an argument can be."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _texts(node.body)
        yield from _texts(node.orelse)


def test_the_search_finds_codes_of_each_kind() -> None:
    """The scan would notice if it had gone blind."""
    found = {code for path in sources("tuicards", "server") for code in codes_in(path)}

    assert {"unknown_game", "frame_too_long", "no_port", "stale", "text.your_turn", "connection_lost"} <= found


def said_in(path: Path, code: str) -> bool:
    """Whether a file can say a code; one named after a game speaks with that game's phrases, too."""
    own = GAMES.get(path.name.partition("_")[0])
    return code in PHRASES or (own is not None and code in own.phrases)


@pytest.mark.parametrize("folder", ["tuicards", "server"])
def test_every_code_outside_the_games_has_a_phrase(folder: str) -> None:
    """Whatever a player, a friend or an operator may meet is said in words."""
    files = [path for path in sources(folder) if ROOT / "tuicards" / "games" not in path.parents]
    missing = {code: path.name for path in files for code in codes_in(path) if not said_in(path, code)}

    assert missing == {}


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_code_of_a_game_has_a_phrase(game: AnyGame) -> None:
    """Refusals, facts and events of a game are in its own phrases or in the common ones."""
    speaker = Speaker(game)
    shared = [ROOT / "tuicards" / "games" / "api.py", ROOT / "tuicards" / "games" / "cards.py"]
    codes = {code for path in (*shared, *sources(f"tuicards/games/{game.name}")) for code in codes_in(path)}
    events = {str(kind.__struct_config__.tag) for kind in game.event_type.__args__}

    assert {code for code in codes | events if not speaker.knows(code)} == set()


def test_no_phrase_is_empty_or_of_more_than_one_line() -> None:
    """A sentence is one line, for people who listen to it."""
    catalogues = [PHRASES, *(game.phrases for game in GAMES.values())]

    assert [
        code
        for phrases in catalogues
        for code, phrase in phrases.items()
        for text in forms(phrase)
        if not text or "\n" in text
    ] == []


def counted_in_one_form(phrase: Phrase) -> list[str]:
    """Counts that stand right before a noun in the plural, in a phrase that has but one form."""
    found = re.findall(r"\{(\w+)\} (?:more |other |new )?([a-z]+s)\b", phrase) if isinstance(phrase, str) else []
    return [name for name, noun in found if name in COUNTS and noun not in VERBS]


def test_the_search_for_missing_singulars_finds_them() -> None:
    """And lets alone what counts nothing, or has two forms."""
    assert counted_in_one_form("You hold {count} cards.") == ["count"]
    assert counted_in_one_form("{seat} holds {count} more cards, {tricks} tricks.") == ["count", "tricks"]
    assert counted_in_one_form("There {count} is; {owner} starts it.") == []
    assert counted_in_one_form(Plural("count", "{count} card", "{count} cards")) == []


def test_whatever_may_be_one_has_a_singular() -> None:
    """As far as a simple search can tell: no `1 tricks`."""
    catalogues = [PHRASES, *(game.phrases for game in GAMES.values())]
    found = {code for phrases in catalogues for code, phrase in phrases.items() if counted_in_one_form(phrase)}

    assert found - ALWAYS_MANY == set()
