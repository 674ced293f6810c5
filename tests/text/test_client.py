"""Conversations with the line-by-line client, a real server behind it."""

import re
import socket

import pytest

from tests.text.talk import Guest, house
from tuicards.wire.messages import AddBot, CreateTable, StartParty

SHORT_RAGE = "create rage 3 round_plan=1,2"
SHORT_GOAT = "create goat limit=6"
RAGE_RESULT = "Won by|share the win"


@pytest.mark.parametrize(("create", "last"), [(SHORT_RAGE, RAGE_RESULT), (SHORT_GOAT, "are (the )?goats")])
async def test_a_script_plays_a_whole_party(create: str, last: str) -> None:
    """From the lobby to the result without a person, and then the program ends well."""
    async with house() as service, Guest(service.port, "Ana") as ana:
        ana.types(create, "bot", "start", "auto on")
        ana.stops_typing()

        assert await ana.ends() == 0
        result, deal = ana.heard[-2:]
        assert re.search(last, result)
        assert "cards, moves and result are right" in deal.casefold()
        assert not any("\x1b" in line or "\r" in line for line in ana.heard)


@pytest.mark.parametrize(
    ("addresses", "told"),
    [(("192.168.1.20", "fd00::2"), r"join \w{3}-\w{3}$"), (("a,b",), r"join a,b --table \w{4}$")],
)
async def test_who_makes_a_table_is_told_how_friends_come(addresses: tuple[str, ...], told: str) -> None:
    """By a join code, or by the addresses of a server that has several."""
    async with house() as service, Guest(service.port, "Ana", addresses=addresses) as ana:
        ana.types(SHORT_GOAT)
        ana.stops_typing()

        assert await ana.ends() == 0
        assert any(re.search(told, line) for line in ana.heard)


async def test_what_play_asks_for_is_done_first() -> None:
    """The table, the bots and the start come before the first line, and the lobby on the way is not told."""
    opening = (
        CreateTable(id=0, game="rage", seats=2, options={"round_plan": "1"}, public=False),
        AddBot(id=0, seat=1),
        StartParty(id=0),
    )
    async with house() as service, Guest(service.port, "Ana", opening=opening) as ana:
        ana.types("auto on")
        ana.stops_typing()

        assert await ana.ends() == 0
        assert not any("lobby" in line for line in ana.heard)


async def test_an_opening_that_is_refused_ends_the_program() -> None:
    """A script must not go on without the table it asked for."""
    opening = (CreateTable(id=0, game="chess", seats=2),)
    async with house() as service, Guest(service.port, "Ana", opening=opening) as ana:
        assert await ana.ends() == 1
        assert ana.heard[-1] == "There is no game called chess. There are: rage, goat."


async def test_moves_of_a_script_wait_for_their_turn() -> None:
    """Bids and picks are typed before anybody has bid; each is made when its time comes."""
    async with house() as service, Guest(service.port, "Ana") as ana:
        ana.types("create rage 3 round_plan=1 first_dealer=0", "bot", "start", "bid 1", "1")
        ana.stops_typing()

        assert await ana.ends() == 0
        assert "You bid 1." in ana.heard
        result, deal = ana.heard[-2:]
        assert re.search(RAGE_RESULT, result)
        assert "cards, moves and result are right" in deal.casefold()


async def test_input_that_ends_too_early_is_a_failure() -> None:
    """The party was not finished, and a script must be able to tell."""
    async with house() as service, Guest(service.port, "Ana") as ana:
        ana.types(SHORT_RAGE, "bot", "start", "bid 0")
        ana.stops_typing()

        assert await ana.ends() == 1
        assert ana.heard[-1] == "The input ended in the middle of the party."


async def test_a_terminal_that_closes_ends_it_at_once() -> None:
    """Nobody is left to play for, whoever's turn it is."""
    async with house() as service, Guest(service.port, "Ana", typed=True) as ana:
        ana.types("create rage 2", "bot", "auto on", "start")
        await ana.hears("You bid")
        ana.stops_typing()

        assert await ana.ends() == 1
        assert ana.heard[-1] == "The input ended in the middle of the party."


async def test_quitting_is_fine_anywhere() -> None:
    """Whoever asks to leave has what they asked for; in the middle of a party they are told that it was one."""
    async with house() as service, Guest(service.port, "Ana") as ana:
        ana.types(SHORT_RAGE, "bot", "start", "quit")

        assert await ana.ends() == 0
        assert ana.heard[-1] == "You leave in the middle of the party."


async def test_an_illegal_move_is_answered_with_its_reason_and_the_turn_stays() -> None:
    """One may try again at once."""
    async with house() as service, Guest(service.port, "Ana") as ana:
        ana.types("create rage 2 round_plan=1", "bot", "start", "bid 7", "lead 3 aces", "bid 1")
        await ana.hears("You bid 1.")

        assert "A bid is a whole number from 0 to 1 (R21)." in ana.heard
        assert any(line.startswith("This is no move: lead 3 aces.") for line in ana.heard)


async def test_the_program_can_choose_one_move() -> None:
    """`auto` makes a single move, then it is one's own turn again."""
    async with house() as service, Guest(service.port, "Ana") as ana:
        ana.types("create rage 2 round_plan=1", "bot", "start", "auto", "?")
        ana.stops_typing()

        assert await ana.ends() == 1
        assert any(line.startswith("You bid ") for line in ana.heard)


async def test_the_program_is_not_asked_to_choose_out_of_turn() -> None:
    """At a terminal `auto` answers at once; while the program plays by itself, moves are not for typing."""
    async with house() as service, Guest(service.port, "Ana", typed=True) as ana, Guest(service.port, "Bo") as bo:
        await bo.hears("lobby")
        ana.types("create rage 2 round_plan=1 first_dealer=0")
        code = (await bo.hears("There is a new table.")).split("Table ")[1].split()[0]
        bo.types(f"join {code}")
        await ana.hears("Seat 2: Bo.")
        ana.types("start", "auto", "auto on", "bid 1")
        await ana.hears("It is not your turn.")
        await ana.hears("The program plays for you: type auto off first.")


async def test_a_number_at_a_terminal_chooses_only_from_a_list_that_was_given() -> None:
    """Who types 1 to bid 1 must not bid 0 by it."""
    async with house() as service, Guest(service.port, "Ana", typed=True) as ana:
        ana.types("create rage 2 round_plan=1 first_dealer=1", "bot", "start")
        await ana.hears("It is your turn.")
        ana.types("1")
        await ana.hears("Type ? first")
        ana.types("?", "2")

        assert await ana.hears("You bid ") == "You bid 1."


async def test_two_people_meet_talk_and_play() -> None:
    """One makes a table, the other finds it; what is said comes across; both see the same result."""
    async with house() as service, Guest(service.port, "Ana") as ana, Guest(service.port, "Bo") as bo:
        await bo.hears("lobby")
        ana.types("create rage 2 round_plan=1", "table")
        line = await bo.hears("There is a new table.")
        code = line.split("Table ")[1].split()[0]
        bo.types(f"join {code.lower()}", "say hi \x1b[2J[b]all[/b]")
        assert await ana.hears("Bo says") == "Bo says: hi [2J[b]all[/b]"
        assert "Seat 2: Bo." in ana.heard
        ana.types("auto on", "start")
        bo.types("auto on")
        for guest in (ana, bo):
            guest.stops_typing()

        assert [await ana.ends(), await bo.ends()] == [0, 0]
        results = [{line for line in guest.heard if re.search(RAGE_RESULT, line)} for guest in (ana, bo)]
        assert results[0] == results[1] != set()


async def test_who_watches_hears_the_party_to_its_end() -> None:
    """A watcher needs no input, sees no hand, and cannot move."""
    async with house() as service, Guest(service.port, "Ana") as ana, Guest(service.port, "Bo") as bo:
        await bo.hears("lobby")
        ana.types("create rage 2 round_plan=1", "bot")
        code = (await bo.hears("There is a new table.")).split("Table ")[1].split()[0]
        bo.types(f"watch {code}", "bid 1")
        await bo.hears("You watch this table")
        bo.stops_typing()
        ana.types("start", "auto on")
        ana.stops_typing()

        assert [await ana.ends(), await bo.ends()] == [0, 0]
        result, deal = bo.heard[-2:]
        assert re.search(RAGE_RESULT, result)
        assert "cards, moves and result are right" in deal.casefold()
        assert not any("You hold" in line for line in bo.heard)


async def test_who_comes_to_watch_a_party_that_goes_on_is_told_how_it_stands() -> None:
    """Nothing was missed by one who was not there."""
    async with house() as service, Guest(service.port, "Ana") as ana, Guest(service.port, "Bo") as bo:
        await bo.hears("lobby")
        ana.types("create rage 2 round_plan=1 first_dealer=1", "bot", "start", "bid 1")
        await ana.hears("You bid 1.")
        code = (await bo.hears("There is a new table.")).split("Table ")[1].split()[0]
        bo.types(f"watch {code}", "who")
        await bo.hears("Seat 1: Ana.")
        assert not any("could not be told" in line for line in bo.heard)


async def test_another_party_at_the_same_table() -> None:
    """After the result `rematch` begins anew, with people who ask for it and bots that always do.

    A script's waits for the result, however long the bots think.
    """
    async with house(bot_delay=0.2) as service, Guest(service.port, "Ana") as ana:
        ana.types("create rage 2 round_plan=1", "bot", "start", "bid 1", "1", "rematch", "bid 0", "1")
        ana.stops_typing()

        assert await ana.ends() == 0
        assert [line for line in ana.heard if line.startswith("You bid")] == ["You bid 1.", "You bid 0."]


async def test_questions_are_answered_in_the_order_they_were_asked() -> None:
    """Everything one may ask about, before and after the start."""
    async with house() as service, Guest(service.port, "Ana") as ana:
        ana.types("hand", "who", "tables", "R12", "create rage 2 round_plan=2 private", "hand", "bot", "start")
        ana.types("hand", "trick", "scores", "table", "rules R41", "help", "quit")

        assert await ana.ends() == 0
        told = "\n".join(ana.heard)
        for words in (
            "You are at no table. Type tables",
            "In the lobby: Ana.",
            "There is no public table.",
            "There is no command 'R12'.",
            "The party has not begun.",
            "You hold 2 cards: ",
            "No round is scored yet.",
            "Seat 1, yours: Ana.",
            "R41 Once a led colour exists",
            "sit SEAT: take a seat",
        ):
            assert words in told


async def test_a_wrong_password_is_said_and_ends_it() -> None:
    """There is nothing to wait for."""
    async with house(password="sesame") as service, Guest(service.port, "Ana", password="open") as ana:
        assert await ana.ends() == 1
        assert ana.heard == ["That is not the server's password."]


async def test_where_nobody_listens_is_said_and_ends_it() -> None:
    """A first connection that fails is not tried for ever."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        async with Guest(taken.getsockname()[1], "Ana") as ana:
            assert await ana.ends() == 1
            assert ana.heard == ["The machine answers, but no server listens there."]


async def test_a_server_that_stops_is_told() -> None:
    """The reason comes before the end."""
    async with house() as service, Guest(service.port, "Ana", typed=True) as ana:
        await ana.hears("lobby")
        await service.close()
        await ana.hears("Trying again")
        ana.types("quit")

        assert await ana.ends() == 0
        assert "The server is stopping." in ana.heard
