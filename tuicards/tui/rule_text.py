"""Pages of rules as the screen shows them: the few forms of Markdown that they use, drawn in few pieces.

A page has hundreds of rules and tables; a widget for each would take seconds to open.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rich import box
from rich.table import Table
from rich.text import Text
from textual.content import Content

from tuicards.rule_pages import RULE

INLINE = re.compile(
    r"\\(?P<plain>.)|`(?P<code>[^`]+)`|\*\*(?P<bold>.+?)\*\*|(?<!\w)\*(?P<italic>[^*\s](?:[^*]*[^*\s])?)\*(?!\w)"
    r"|\[(?P<link>[^\]]+)\]\([^)]*\)"
)
STYLES = {"code": "$accent", "bold": "bold", "italic": "italic $dim", "link": "underline", "plain": ""}
TABLE_STYLES = {"code": "bold", "bold": "bold", "italic": "italic", "link": "underline", "plain": ""}
PLAIN_SIGNS = str.maketrans({
    "\u2013": "-", "—": "-", "\u2212": "-", "·": "-", "…": "...", "→": ">", "◄": "<", "▼": "v", "▲": "^",
    "\u00d7": "x", "±": "+/-", "≤": "<=", "≥": ">=", "≠": "!=", "½": "1/2", "§": "section ", "«": '"', "»": '"',
    "─": "-", "│": "|", "┤": "+", "┘": "+", "└": "+", "┐": "+", "♠": "s", "♥": "h", "♦": "d", "♣": "c",
})  # fmt: skip
"""Signs of the pages where only plain letters can be shown."""
BULLET = re.compile(r"(\s*)[-*] (.*)")


@dataclass(frozen=True)
class Piece:
    """Something that is drawn as one: text, or a table. `rule` is the one asked for, where it begins with it."""

    drawn: Content | Table
    rule: str = ""


def pieces(text: str, *, poor: bool = False, rule: str = "") -> list[Piece]:
    """The page in order. A new piece begins at `rule`, so that one can go there. `poor`: plain ASCII."""
    found: list[Piece] = []
    lines: list[Content] = []

    def close() -> None:
        if lines:
            found.append(Piece(Content("\n").join(lines), _rule_of(lines[0].plain, rule)))
            lines.clear()

    for block in _blocks(text.translate(PLAIN_SIGNS) if poor else text):
        if block[0].startswith("|"):
            close()
            found.append(Piece(_table(block, poor)))
            continue
        if rule and any(_begins(line, rule) for line in block):
            close()
        lines += [*_text(block, poor), Content("")]
    close()
    return found


def _rule_of(line: str, rule: str) -> str:
    return rule if rule and re.match(rf"[\W_]*{rule}\b", line) else ""


def _begins(line: str, rule: str) -> bool:
    match = RULE.match(line)
    return match is not None and match[1] == rule


def _blocks(text: str) -> Iterator[list[str]]:
    """Lines that belong together: a table, a fence, a heading, a rule, an item, a paragraph."""
    block: list[str] = []
    fenced = False
    for line in text.split("\n"):
        opens = line.startswith("```")
        alone = not fenced and (line.startswith("#") or bool(RULE.match(line)) or bool(BULLET.match(line)))
        other = bool(block) and not fenced and block[0].startswith("|") != line.startswith("|")
        if block and not fenced and (not line.strip() or alone or opens or other):
            yield block
            block = []
        if line.strip() or fenced:
            block.append(line)
        if opens:
            fenced = not fenced
            if not fenced:
                yield block
                block = []
        elif block and not fenced and line.startswith("#"):
            yield block
            block = []
    if block:
        yield block


def _text(block: list[str], poor: bool) -> list[Content]:
    first = block[0]
    if first.startswith("```"):
        return [Content.styled(f"  {line}", "$dim") for line in block if not line.startswith("```")]
    if first.startswith("#"):
        return [Content.styled(_plain(first.lstrip("# ")), "bold $accent")]
    item = BULLET.match(first)
    if item is None:
        return [inline(" ".join(block))]
    words = " ".join([item[2], *(line.strip() for line in block[1:])])
    return [Content.assemble(f"{item[1]}{'-' if poor else '•'} ", inline(words))]


def inline(text: str) -> Content:
    """Bold, italic, code and links within a line."""
    return Content.assemble(*((part, STYLES[kind]) if kind else part for kind, part in _inline(text)))


def _inline(text: str) -> Iterator[tuple[str, str]]:
    """Kind and words of each part; no kind for plain words."""
    place = 0
    for match in INLINE.finditer(text):
        yield "", text[place : match.start()]
        kind = match.lastgroup or "plain"
        words = match[kind]
        yield kind, words if kind in ("code", "plain") else _plain(words)
        place = match.end()
    yield "", text[place:]


def _plain(text: str) -> str:
    """The words without marks."""
    return "".join(_plain(words) if kind in ("bold", "italic", "link") else words for kind, words in _inline(text))


def _table(block: list[str], poor: bool) -> Table:
    rows = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))] for line in block]
    table = Table(box=box.ASCII2 if poor else box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for head in rows[0]:
        table.add_column(_cell(head), overflow="fold")
    for row in rows[1:]:
        if not all(re.fullmatch(r":?-+:?", cell) for cell in row):
            table.add_row(*(_cell(cell) for cell in row[: len(rows[0])]))
    return table


def _cell(text: str) -> Text:
    return Text.assemble(*((part, TABLE_STYLES[kind]) if kind else part for kind, part in _inline(text)))
