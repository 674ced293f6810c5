"""What one may type in one's own language, and how cards and moves are told in it."""

import re

import pytest

from tests.text.invented import INVENTED
from tuicards.errors import IllegalMove
from tuicards.games import GAMES
from tuicards.games.goat import GOAT, Lead
from tuicards.games.goat.cards import Card as GoatCard
from tuicards.games.rage import RAGE, Bid, Card, Play
from tuicards.locale.languages import ENGLISH, LANGUAGES, Language
from tuicards.text.reading import VERBS
from tuicards.text.spelling import latin_move, understood, words_for
from tuicards.text.voice import Manner, Voice

RAGE_VERBS, GOAT_VERBS = ("bid",), ("lead", "beat", "pass", "molodka", "arm", "disarm")


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("hand", "hand"),
        ("HAND", "hand"),
        ("mano", "hand"),
        ("Cartas", "hand"),
        ("decir bid mano", "say bid mano"),
        ("\u0440\u0444\u0442\u0432", "hand"),
        ("cards words", "cards words"),
        ("G12", "G12"),
        ("nonsense", "nonsense"),
    ],
)
def test_a_verb_is_understood_in_english_in_ones_language_and_on_its_keys(line: str, meant: str) -> None:
    """Only the first word is looked at: what follows may be chat."""
    assert understood(line, VERBS, Voice(INVENTED).speaker_at(RAGE)) == meant


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("bid 3", "bid 3"),
        ("apostar 3", "bid 3"),
        ("G12", "G12"),
        ("\u041712", "G12"),
        ("\u043712", "G12"),
        ("n3", "O3"),
        ("O3", "O3"),
        ("wi : a", "WI:Y"),
        ("WI:G", "WI:G"),
        ("\u0446\u0448:\u0437", "WI:G"),
        ("\u043f12", "G12"),
        ("R\u0e51\u0e52", "R12"),
        ("\u0438\u0448\u0432 3", "bid 3"),
    ],
)
def test_a_move_of_rage_is_read_with_local_letters_and_with_latin_ones(typed: str, read: str) -> None:
    """The reader's own letter comes first, the Latin letter always counts, and else the place on the keyboard."""
    assert latin_move(typed, RAGE_VERBS, Voice(INVENTED).speaker_at(RAGE)) == read


@pytest.mark.parametrize("typed", ["lead Qs 7s", "salir Qs 7s", "\u0434\u0443\u0444\u0432 \u0439\u044b 7\u044b"])
def test_a_move_of_goat_is_read_from_any_layout(typed: str) -> None:
    """Its codes are the same in all languages."""
    read = latin_move(typed, GOAT_VERBS, Voice(INVENTED).speaker_at(GOAT))

    assert GOAT.parse_move(read) == Lead((GoatCard("Qs"), GoatCard("7s")))


@pytest.mark.parametrize(
    ("language", "cards", "told"),
    [
        (ENGLISH, "codes", "bid 3, G12, WI:G"),
        (ENGLISH, "words", "bid 3; green 12; Wild Rage, naming green"),
        (INVENTED, "codes", "apostar 3, \u041712, WI:\u0417"),
        (INVENTED, "words", "bid 3; verde 12; Comodín, naming green"),
    ],
)
def test_moves_of_rage_are_told_as_they_are_typed_or_in_words(language: Language, cards: Manner, told: str) -> None:
    """What is told as a code can be typed again."""
    voice, moves = Voice(language, cards), (Bid(3), Play(Card("G12")), Play(Card("WI"), "G"))
    assert voice.moves(RAGE, moves) == told
    if cards == "codes":
        read = [latin_move(move, RAGE_VERBS, voice.speaker_at(RAGE)) for move in told.split(", ")]
        assert [RAGE.parse_move(move) for move in read] == list(moves)


def test_moves_of_goat_are_told_in_words() -> None:
    """Rank and suit, each card apart from the next by a comma."""
    lead = Lead((GoatCard("Qs"), GoatCard("Ts")))

    assert Voice(ENGLISH, "words").move(GOAT, lead) == "lead queen of spades, ten of spades"
    assert Voice(INVENTED, "words").move(GOAT, lead) == "lead dama de picas, ten de picas"
    assert Voice(INVENTED).move(GOAT, lead) == "salir Qs Ts"


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_no_word_for_a_command_is_also_another_one_or_a_move(language: Language, name: str) -> None:
    """In no language, and in no game."""
    game = GAMES[name]
    speaker = Voice(language).speaker_at(game)
    own = [code.removeprefix("verb.") for code in game.phrases if code.startswith("verb.")]
    words = [word for verb in (*VERBS, *own) for word in words_for(verb, speaker)]

    assert sorted({word for word in words if words.count(word) > 1}) == []
    for word in words:
        assert not word.isdecimal()
        if word not in own and understood(word, own, speaker) == word:
            with pytest.raises(IllegalMove):
                game.parse_move(latin_move(word, own, speaker))


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)
def test_a_colours_letter_is_no_other_colours_latin_letter(language: Language) -> None:
    """So that both can be typed."""
    speaker = Voice(language).speaker_at(RAGE)
    for colour in "ROYGBP":
        local = speaker.say(f"letter.{colour}")
        assert re.fullmatch(r"\w", local)
        assert local == colour or local not in "ROYGBP"
