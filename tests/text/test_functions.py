"""Everything that the screens can do, by typed commands."""

from pathlib import Path

import pytest

from server.service import Service
from tests.text.invented import INVENTED
from tests.text.talk import Guest, house
from tuicards.games.rage import RAGE
from tuicards.locale.languages import LANGUAGES, Language
from tuicards.preferences.saving import SettingsFile
from tuicards.preferences.sources import Preferences
from tuicards.speech import Speaker
from tuicards.text.reading import VERBS

SHORT = "round_plan=2,1 first_dealer=0"


async def code_of_table(owner: Guest) -> str:
    """The code that the owner has heard."""
    return (await owner.hears("You are at table ")).split()[4]


async def meet(service: Service, ana: Guest, bo: Guest, create: str) -> None:
    """Ana makes a table for two and Bo comes."""
    await bo.hears("lobby")
    ana.types(create)
    bo.types(f"join {await code_of_table(ana)}")
    await ana.hears("Seat 2: Bo.")


# ---- lobby and table ----------------------------------------------------------------------------------


async def test_a_private_table_with_a_title_is_joined_by_its_code() -> None:
    """It is in nobody's list; its title may have several words."""
    async with house() as service, Guest(service.port, "Ana") as ana, Guest(service.port, "Bo") as bo:
        await meet(service, ana, bo, "create rage 2 private hook=last_bidder title=Friday evening = fun")

        assert "(Friday evening = fun). The game is Rage." in await bo.hears("You are at table")
        assert await bo.hears("Options: ") == "Options: hook=last_bidder."
        assert not [line for line in bo.heard if line.startswith("There is a new table.")]


async def test_the_owner_changes_options_seats_and_game() -> None:
    """Everybody hears what is new, each thing once."""
    async with house() as service, Guest(service.port, "Ana") as ana, Guest(service.port, "Bo") as bo:
        await meet(service, ana, bo, "create rage 2")
        ana.types("set 3 hook=last_bidder", "set private")
        await bo.hears("not in the lobby's list any more")
        place = bo.heard.index("The table is set up anew. The game is Rage, with 3 seats.")
        assert bo.heard[place + 1 :] == [
            "Options: hook=last_bidder.",
            "The party has not begun; Ana starts it with start.",
            "The table is not in the lobby's list any more.",
        ]
        ana.types("set goat limit=6")
        await bo.hears("Options: limit=6.")
        assert "The table is set up anew. The game is Goat, with 4 seats." in bo.heard
        assert bo.heard.count("The game at this table is Goat now.") == 1


async def test_seats_are_taken_given_up_and_freed() -> None:
    """By people and by bots."""
    async with house() as service, Guest(service.port, "Ana") as ana, Guest(service.port, "Bo") as bo:
        await meet(service, ana, bo, "create rage 4")
        bo.types("sit 3")
        await ana.hears("Seat 3: Bo.")
        bo.types("stand")
        await ana.hears("Seat 3: free.", times=2)
        ana.types("bot 2 easy", "free 2", "who")
        await ana.hears("Watching: Bo.")

        assert "Seat 2: Bot 2, a bot, level easy." in ana.heard
        assert "Seat 2: free." in ana.heard


async def test_every_option_is_explained() -> None:
    """All of a game in a line each, one with every value; for another game too, and in the lobby."""
    async with house() as service, Guest(service.port, "Ana") as ana:
        ana.types("options goat", "options rage hook", "options rage nonsense", "create rage 2 hook=last_bidder")
        ana.types("options", "quit")
        assert await ana.ends() == 0

        assert "limit=12, Penalty points that end a party: 12. It can be: 12, 6, 8, 16, 24." in ana.heard
        assert "hook=last_bidder: may not make the bids add up to the number of tricks." in ana.heard
        assert [line for line in ana.heard if line.startswith("There is no option called nonsense.")]
        assert [line for line in ana.heard if line.startswith("hook=last_bidder, Last bidder: may not")]
        assert [line for line in ana.heard if line.startswith("round_plan=") and "a value of your own" in line]


# ---- talk ---------------------------------------------------------------------------------------------


async def test_signs_are_heard_in_each_ones_language() -> None:
    """Bo hears Ana's greeting in his own; the list tells all of them."""
    async with house() as house_, Guest(house_.port, "Ana") as ana, Guest(house_.port, "Bo", language=INVENTED) as bo:
        await bo.hears("lobby")
        await ana.hears("lobby")
        ana.types("emote hello", "emote", "emote nonsense")

        assert await bo.hears("Ana says") == "Ana says: ¡Hola!"
        assert await ana.hears("Ana says") == "Ana says: Hello!"
        assert await ana.hears("emote well_played") == "emote well_played: Well played!"
        await ana.hears("There is no sign called nonsense.")


async def test_somebody_is_ignored_and_heard_again() -> None:
    """However the name is written; oneself one cannot ignore."""
    async with house() as service, Guest(service.port, "Ana") as ana, Guest(service.port, "Bo") as bo:
        await meet(service, ana, bo, "create rage 2")
        ana.types("ignore BO", "ignore", "ignore Ana")
        await ana.hears("You cannot ignore yourself.")
        bo.types("say one", "emote hello")
        await bo.hears("Bo says: Hello!")
        ana.types("unignore Bo", "ignore")
        await ana.hears("You ignore nobody.")
        bo.types("say two")
        await ana.hears("Bo says: two")

        assert "You ignore: bo." in ana.heard
        assert [line for line in ana.heard if line.startswith("Bo says")] == ["Bo says: two"]


async def test_watchers_are_heard_when_the_owner_lets_them() -> None:
    """While a party runs."""
    async with house() as service, Guest(service.port, "Ana") as ana, Guest(service.port, "Bo") as bo:
        await bo.hears("lobby")
        ana.types("create rage 2 first_dealer=0", "bot", "start")
        await ana.hears("It is your turn.")
        bo.types(f"watch {await code_of_table(ana)}", "say nobody hears")
        await bo.hears("Bo, watching, says: nobody hears")
        ana.types("watchers on")
        await bo.hears("Players see now what watchers say.")
        bo.types("say all hear")

        await ana.hears("Bo, watching, says: all hear")
        assert not [line for line in ana.heard if "nobody hears" in line]


# ---- play ---------------------------------------------------------------------------------------------


async def test_a_hint_tells_a_move_and_why_where_hints_are_allowed() -> None:
    """The owner may forbid them, and one may have none."""
    async with house() as service, Guest(service.port, "Ana", typed=True) as ana:
        ana.types("hint", "create rage 2 round_plan=1 first_dealer=1", "bot", "start")
        await ana.hears("It is your turn.")
        ana.types("hint", "hints off", "hint", "hints on", "settings hints off", "hint", "quit")
        assert await ana.ends() == 0

        place = next(
            number for number, line in enumerate(ana.heard) if line.startswith("A good bot would choose: bid ")
        )
        assert ana.heard[place + 1] in {"Nothing else comes near.", "Fairly sure.", "A close call."}
        assert ana.heard[place + 2] not in {"", "Hints are not allowed at this table."}
        assert ana.heard.count("Hints are not allowed at this table.") == 1
        assert ana.heard[-2].startswith("Hints are off in your settings.")
        assert "You are at no table. Type tables to see them, or create to make one." in ana.heard


async def test_a_refused_move_tells_its_rule_and_what_is_legal() -> None:
    """In one line each."""
    async with house() as service, Guest(service.port, "Ana", typed=True) as ana:
        ana.types("create rage 2 round_plan=1 first_dealer=1", "bot", "start")
        await ana.hears("It is your turn.")
        ana.types("bid 7", "hlep")
        await ana.hears("This is no move: hlep.")

        place = ana.heard.index("A bid is a whole number from 0 to 1 (R21).")
        assert ana.heard[place + 1] == "You may: bid 0, bid 1."


async def test_finished_tricks_are_looked_back_on() -> None:
    """The last one, all of the round, one by its number; and what is not there."""
    async with house() as service, Guest(service.port, "Ana") as ana:
        ana.types(
            f"create rage 2 {SHORT}", "bot", "start", "last", "tricks", "bid 0", "1", "last", "trick 1", "trick 5"
        )
        ana.types("tricks", "scores", "quit")
        assert await ana.ends() == 0

        told = "\n".join(ana.heard)
        assert told.count("No trick of this round is finished yet.") == 2
        assert "The last trick:" in told
        assert told.count("Trick 1 was won by ") == 2
        assert "There is no trick 5. Tricks that can be told: 1." in told


async def test_who_is_here_and_who_is_thinking() -> None:
    """And for how long."""
    async with house() as service, Guest(service.port, "Ana") as ana, Guest(service.port, "Bo") as bo:
        await meet(service, ana, bo, "create rage 2 round_plan=1 first_dealer=0")
        ana.types("start")
        await bo.hears("It is your turn.")
        ana.types("who")
        bo.types("who")

        assert await ana.hears("The table has waited") == "The table has waited 0 s for Bo."
        assert await bo.hears("The table has waited") == "The table has waited 0 s for you."
        assert "Seat 1, yours: Ana." in ana.heard


async def test_cards_are_told_in_words() -> None:
    """From the next line on, and moves are typed with codes as before."""
    async with house() as service, Guest(service.port, "Ana") as ana:
        ana.types(
            "create rage 2 round_plan=1 first_dealer=1", "cards words", "bot", "start", "bid 0", "hand", "cards codes"
        )
        ana.types("hand", "quit")
        assert await ana.ends() == 0

        *_, in_words, in_codes = (line for line in ana.heard if line.startswith("You hold"))
        card = in_codes.removeprefix("You hold 1 card: ").rstrip(".")
        assert in_words != in_codes
        assert Speaker(RAGE).say(f"colour.{card[0]}") in in_words or Speaker(RAGE).say(f"card.{card}") in in_words


# ---- after the party ----------------------------------------------------------------------------------


async def test_a_party_that_is_over_is_told_again_written_down_and_played_once_more(tmp_path: Path) -> None:
    """Step by step, and all at once; the replay has commands of its own, and quit leads back to the table."""
    file = tmp_path / "party.jsonl"
    async with house() as service, Guest(service.port, "Ana") as ana:
        ana.types(
            "replay", f"create rage 2 {SHORT}", "replay", "bot", "start", "auto on", "replay", "", "round 2", "help"
        )
        ana.types("quit", "replay all", f"export {file}", f"export {file}", "rematch", "quit")
        assert await ana.ends() == 0

        told = "\n".join(ana.heard)
        assert "No party has ended here that could be told again." in told
        assert "Round 1 of 2, bid 1 of 2." in told
        assert "Round 2 of 2, just dealt." in told
        assert told.count("You have left the replay and are back at the table.") == 1
        assert "Ana holds " in told
        assert f"The record is in {file}" in told
        assert f"{file}: there is such a file already." in told
        assert file.read_text().count("\n") > 5
        assert told.endswith("You leave in the middle of the party.")


# ---- settings and help --------------------------------------------------------------------------------


async def test_settings_are_told_changed_at_once_and_kept(tmp_path: Path) -> None:
    """The language from the next line on; wrong values are refused with what is right."""
    keeper = SettingsFile(Preferences(path=tmp_path / "config.toml"))
    async with house() as service, Guest(service.port, "Ana", keeper=keeper) as ana:
        ana.types(
            "settings", "language", "language xx", "settings bell on", "settings bell maybe", "settings nonsense 1"
        )
        ana.types("language es", "quit")
        assert await ana.ends() == 0

        told = "\n".join(ana.heard)
        for words in (
            "bell = false (Bell).",
            f"Settings are kept in {tmp_path / 'config.toml'}",
            "The language is English. There are: en English, es Español",
            "There is no language xx here.",
            "bell = true (Bell).",
            "There is no setting called nonsense.",
        ):
            assert words in told
        assert 'language = "es"' in (tmp_path / "config.toml").read_text()
        spanish = Speaker(language=LANGUAGES["es"])
        known = tuple(f"{language.code} {language.name}" for language in LANGUAGES.values())
        assert ana.heard[-1] == spanish.say("text.language", {"language": "Español", "known": known})


@pytest.mark.parametrize("language", [*LANGUAGES.values(), INVENTED], ids=[*LANGUAGES, "xx"])
async def test_two_people_at_one_table_read_two_languages(language: Language) -> None:
    """Each hears what happens in their own, with their own letters; both play by what they hear."""
    async with house() as house_, Guest(house_.port, "Ana") as ana, Guest(house_.port, "Bo", language=language) as bo:
        bids = Speaker(RAGE, ("Ana", "Bo"), 1, language=language)
        await meet_by_code(ana, bo)
        ana.types("start")
        await bo.hears(bids.say("text.your_turn", {"moves": "\0"}).partition("\0")[0])
        bo.types(f"{bids.say('verb.bid').split()[0]} 1")
        await ana.hears("It is your turn.")
        ana.types("bid 0")

        assert await ana.hears("Bo bids") == "Bo bids 1."
        assert await bo.hears(bids.say("bid_made", {"seat": 1, "tricks": 1}))
        assert await bo.hears(bids.say("bid_made", {"seat": 0, "tricks": 0}))


async def meet_by_code(ana: Guest, bo: Guest) -> None:
    """As `meet`, whatever Bo's language."""
    ana.types("create rage 2 round_plan=1 first_dealer=0")
    bo.types(f"join {await code_of_table(ana)}")
    await ana.hears("Seat 2: Bo.")


async def test_help_tells_every_command_and_all_about_one() -> None:
    """In English always, and with the words of one's own language."""
    async with house() as service, Guest(service.port, "Ana", language=INVENTED) as ana:
        ana.types("help", *(f"help {verb}" for verb in VERBS), "help nonsense", "help mano", "mano", "quit")
        assert await ana.ends() == 0

        told = "\n".join(ana.heard)
        speaker = Speaker(language=INVENTED)
        for verb in VERBS:
            assert told.count(speaker.say(f"help.{verb}", {"usage": speaker.say(f"usage.{verb}")})) >= 2
        assert "There is no command 'nonsense'." in told
        assert told.count("You may type: hand, mano, cartas.") == 2
        assert ana.heard[-1].startswith("You are at no table.")


async def test_rules_are_read_by_page_by_number_and_by_word() -> None:
    """Without the marks of the file that they come from."""
    async with house() as service, Guest(service.port, "Ana") as ana:
        ana.types("rules goat", "rules rage R41", "rules goat eggs", "rules goat nonsense", "quit")
        assert await ana.ends() == 0

        assert "Goat in one page" in ana.heard
        assert len([line for line in ana.heard if line.startswith("R41 Once a led colour exists")]) == 1
        assert "The rules do not mention nonsense." in ana.heard
        assert not [line for line in ana.heard if "**" in line or "|" in line]
