"""What the table of Rage says to somebody who reads its text and sees no colours, in whichever signs."""

import re
from collections.abc import Iterator
from typing import NamedTuple

PLAIN = str.maketrans("╭╮╰╯─│┄┆►▲■»·…", "++++-|.:>^*>-~")
"""Signs of the table, and those of the poor presentation."""

CARD = re.compile(r"\|((?P<colour>[ROYGBP]) ?(?P<value>[ \d]\d)|WI|BO|MA|CH|OU)[ :A-Z]*\|")


class HandCard(NamedTuple):
    """A card of the own hand, with a cell of it to click on."""

    text: str
    number: str
    """What chooses it; empty for a card that may not be played."""
    here: bool
    """Whether the cursor is on it."""
    cell: tuple[int, int]

    @property
    def value(self) -> int:
        """Special cards count as the lowest."""
        return int(self.text[1:]) if self.text[1:].isdigit() else -1


class Table:
    """One picture of the table, with a row of cards five lines high below the prompt."""

    def __init__(self, screen: str) -> None:
        self.lines = [line.ljust(80) for line in screen.translate(PLAIN).splitlines()]
        self._prompt = max((row for row, line in enumerate(self.lines) if line.startswith("> ")), default=-1)
        self.prompt = self.lines[self._prompt][2:].strip() if self._prompt > 0 else ""
        self.hand = tuple(self._hand()) if self._prompt > 0 else ()

    @property
    def asks(self) -> str:
        """What is asked: `bid`, `card`, `colour`, or nothing; by the bar and the numbers below the cards."""
        if re.match(r"[ [\]\d()]+[ []tab menu", self.lines[-1]):
            return "bid"
        if re.search(r"1 R red\b.* 6 P purple\b", self.lines[-1]):
            return "colour"
        return "card" if self.legal else ""

    @property
    def legal(self) -> list[HandCard]:
        """The cards with a number below them."""
        return [card for card in self.hand if card.number]

    @property
    def answer(self) -> str:
        """The choice of the bar that stands in brackets."""
        found = re.search(r"\[(\S+)[^\]]*\]", self.lines[-1])
        return found[1] if found else ""

    @property
    def turns(self) -> list[str]:
        """Who is marked in the list of bids as the one that the table waits for."""
        rows = [re.search(r">([A-Z]\w+(?: \d)?) ", line[40:]) for line in self.lines[3:12]]
        return [found[1] for found in rows if found]

    @property
    def need(self) -> str:
        """What is written in the list of bids about the own bid: `+2`, `=`, `x`."""
        row = next((line[40:] for line in self.lines[3:12] if re.search(r"[> ](You|Ana) ", line[40:])), "")
        found = re.search(r"(\+\d+|=|x)", row)
        return found[1] if found else ""

    @property
    def trump(self) -> str:
        """The word beside the card of trump; `no` without one."""
        found = re.search(r" {1,2}(red|orange|yellow|green|blue|purple|no)\b", "".join(self.lines[3:5]))
        return found[1] if found else ""

    @property
    def winning(self) -> str:
        """The card of the trick on whose edge it says that it wins."""
        for row in range(5, len(self.lines)):
            for found in re.finditer(r"\+-*wins-*\+", self.lines[row][: self._middle]):
                above = [line[found.start() : found.end()] for line in self.lines[:row]]
                tops = [y for y, edge in enumerate(above) if re.fullmatch(r"\+[->]*\d\+", edge)]
                if tops:
                    return re.sub(r"[ |]", "", above[tops[-1] + 1])
        return ""

    @property
    def _middle(self) -> int:
        """Where the list of bids begins."""
        return max(self.lines[2].find(" bid"), 40)

    def _hand(self) -> Iterator[HandCard]:
        marks = self.lines[-2]
        for row in (self._prompt + 2, self._prompt + 3):
            for found in _cards(self.lines[row]):
                left = found.start()
                number = marks[left + 3].strip("- ")
                text = re.sub(r" ", "", found[1])
                yield HandCard(text, number, marks[left + 2] == "^", (left + 2, row))


def _cards(line: str) -> Iterator[re.Match[str]]:
    """All cards of a line; two of them may share no edge."""
    at = 0
    while found := CARD.search(line, at):
        yield found
        at = found.end()
