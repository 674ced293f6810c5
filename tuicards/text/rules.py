"""The rule pages that come with the program."""

from importlib.resources import files


def guide(game: str) -> str:
    """The one-page guide of a game. Raises FileNotFoundError when the game has none."""
    return _page(f"{game}_guide.md")


def rules_with(game: str, word: str) -> list[str]:
    """The lines of the whole rules that hold the word, in any case."""
    return [line for line in _page(f"{game}.md").splitlines() if word.casefold() in line.casefold()]


def _page(name: str) -> str:
    return files("tuicards").joinpath("rules", name).read_text(encoding="utf-8")
