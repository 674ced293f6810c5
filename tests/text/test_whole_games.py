"""Whole games through the line-by-line client, played by ear: by a script that reads only lines."""

import re
import unicodedata

import pytest

from tests.text.talk import Guest, house
from tuicards.settings import Settings

TURN = "It is your turn. You may: "
MANY = "It is your turn. There are "

HOSTILE = "\x1b[2J\r[@click=app.quit]x[/] \u202eevil\u202c \u2500\u2502\u250c " + "\u0e01" + 20 * "\u0e49"


async def plays_by_ear(guest: Guest, last: str) -> None:
    """Answers each line that asks for something, until one holds the last words."""
    place = 0
    while not re.search(last, line := await guest.line(place)):
        place += 1
        if line.startswith(TURN):
            guest.types(re.split("[,;] ", line.removeprefix(TURN).rstrip("."))[0])
        elif line.startswith(MANY):
            guest.types("?")
        elif line.startswith("1: "):
            guest.types("1")


@pytest.mark.parametrize(
    ("create", "last"),
    [
        ("create rage 2 title=By ear", "^The party is over. (Won by|.* share the win)"),
        ("create goat limit=6", "win the party"),
    ],
    ids=["rage", "goat"],
)
async def test_a_whole_party_is_played_by_reading_lines(create: str, last: str) -> None:
    """From the lobby to the result, all ten rounds of it, by nothing but what the lines say."""
    async with house() as service, Guest(service.port, "Ana") as ana:
        ana.types(create, "bot", f"say {HOSTILE}", "start")
        await plays_by_ear(ana, last)
        ana.types("scores", "who", "options", "rules", "help", "quit")

        assert await ana.ends() == 0
        assert [line for line in ana.heard if line.startswith("Ana says: ") and "evil" in line]
        assert all(is_plain(line) for line in ana.heard), [line for line in ana.heard if not is_plain(line)]
        assert len([line for line in ana.heard if re.search(last, line)]) == 2, "told when it happened, and by scores"
        assert [line for line in ana.heard if line.startswith("This is no move")] == []


def is_plain(line: str) -> bool:
    """No empty line, no control character, nothing that draws a box, no blanks for a picture's sake."""
    inside = line.removeprefix("Ana says: ")
    boxes = [sign for sign in inside if "\u2500" <= sign <= "\u259f"] if inside == line else []
    controls = [sign for sign in line if unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Zl", "Zp")]
    return bool(line.strip()) and not boxes and not controls and "   " not in line


async def test_every_event_of_a_round_is_one_line_and_told_once() -> None:
    """The bots' round in order: who bids, who plays, who wins, and the scores before the next deal."""
    async with house() as service, Guest(service.port, "Ana") as ana, Guest(service.port, "Bo") as bo:
        await bo.hears("lobby")
        ana.types("create rage 3 round_plan=2,1 first_dealer=0", "bot", "auto on")
        code = (await bo.hears("There is a new table.")).split("Table ")[1].split()[0]
        bo.types(f"watch {code}")
        await bo.hears("The party has not begun")
        ana.types("start")
        for guest in (ana, bo):
            guest.stops_typing()
        assert [await ana.ends(), await bo.ends()] == [0, 0]

        told = [kind for line in bo.heard if (kind := kind_of(line))]
        assert re.fullmatch("R bbb pppw pppw RR P+ R bbb pppw RR P+".replace(" ", ""), "".join(told))


def kind_of(line: str) -> str:
    """A letter for a line that tells of a bid, a play, a trick won, a round or a place; empty for others."""
    found = re.match(r"(?:Ana|Bot \d) (bid|play|win)s|(Round|Place) \d", line)
    return (found[1] or found[2])[0] if found else ""


async def test_whose_moves_the_program_makes_is_not_asked() -> None:
    """With auto on no hand and no list of moves comes between the events."""
    async with house() as service, Guest(service.port, "Ana") as ana:
        ana.types("create rage 2 round_plan=2", "bot", "auto on", "start")
        ana.stops_typing()

        assert await ana.ends() == 0
        assert [line for line in ana.heard if line.startswith(("It is your turn.", "You hold"))] == []


async def test_an_only_move_is_made_by_itself_where_one_wishes_so() -> None:
    """The setting counts at a terminal; in a script each move is typed."""
    settings = Settings(play_only_card=True)
    async with house() as service, Guest(service.port, "Ana", typed=True, settings=settings) as ana:
        ana.types("create rage 2 round_plan=1,1,1,1,1,1", "bot", "start")
        place, typed = 0, ""
        while not (line := await ana.line(place)).startswith("You play ") or not typed.startswith("bid"):
            place += 1
            if line.startswith(TURN):  # a bid, or the colour of a card that is every colour
                typed = re.split("[,;] ", line.removeprefix(TURN).rstrip("."))[0]
                ana.types(typed)
