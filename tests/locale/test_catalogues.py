"""Everything that a player reads is there in every language."""

import re
from collections.abc import Iterator
from string import Formatter

import pytest
from babel.messages.catalog import Message

from tests.locale.catalogues import DOMAINS, TRANSLATED, as_text, brought_up, catalogues, compiled, path_of, read
from tuicards.games import GAMES
from tuicards.games.rage import COLOURS
from tuicards.locale.languages import LANGUAGES, Language, language_for, vocabulary
from tuicards.phrase import Plural
from tuicards.rule_pages import FOLDER
from tuicards.speech import Speaker

EVERY = [*catalogues()]
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufe0f\ufeff]")


def placeholders(text: str) -> set[str]:
    """The parameters that a phrase names."""
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def forms(message: Message) -> tuple[str, ...]:
    """Every form of a translation."""
    return tuple(message.string) if isinstance(message.string, (tuple, list)) else (str(message.string),)


def messages(language: str, domain: str) -> Iterator[Message]:
    return (message for message in read(language, domain) if message.id)


@pytest.mark.parametrize(("language", "domain"), EVERY)
def test_no_message_is_missing(language: str, domain: str) -> None:
    """Each code has a translation, none is marked as doubtful, and no form of a plural is empty."""
    missing = [message.context for message in messages(language, domain) if message.fuzzy or not all(forms(message))]

    assert missing == []


@pytest.mark.parametrize(("language", "domain"), EVERY)
def test_the_catalogue_has_exactly_the_phrases_of_the_program(language: str, domain: str) -> None:
    """`make catalogues` would change nothing."""
    assert path_of(language, domain).read_bytes() == as_text(brought_up(read(language, domain), DOMAINS[domain]))


@pytest.mark.parametrize(("language", "domain"), EVERY)
def test_what_the_program_reads_is_made_of_what_people_write(language: str, domain: str) -> None:
    """The compiled catalogue is that of the text beside it."""
    assert path_of(language, domain).with_suffix(".mo").read_bytes() == compiled(read(language, domain))


@pytest.mark.parametrize(("language", "domain"), EVERY)
def test_placeholders_agree(language: str, domain: str) -> None:
    """A translation names what its English names; where a language says a number in words, it may leave it out."""
    wrong = {}
    for message in messages(language, domain):
        phrase = DOMAINS[domain][str(message.context)]
        wanted = placeholders(phrase.other if isinstance(phrase, Plural) else phrase)
        free = {phrase.by} if isinstance(phrase, Plural) else set()
        for form in forms(message):
            if not wanted - free <= placeholders(form) <= wanted:
                wrong[message.context] = form

    assert wrong == {}


@pytest.mark.parametrize(("language", "domain"), EVERY)
def test_a_sentence_is_one_line_without_control_characters(language: str, domain: str) -> None:
    """Nothing in a catalogue can move a cursor, break a line or turn the direction of a text."""
    strange = {
        str(one.context): form for one in messages(language, domain) for form in forms(one) if CONTROL.search(form)
    }

    assert strange == {}


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)
def test_six_colours_have_six_letters(language: Language) -> None:
    """Each is one cell, and no two are the same, large or small."""
    speaker = Speaker(GAMES["rage"], language=language)
    letters = [speaker.say(f"letter.{colour}") for colour in COLOURS]

    assert len({letter.casefold() for letter in letters}) == 6
    assert all(len(letter) == 1 and letter.isalpha() for letter in letters)


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)
def test_numbers_have_the_forms_that_the_language_asks_for(language: Language) -> None:
    """One, few and many are told apart where the language does."""
    words = vocabulary(language, None)
    code = next(code for code, phrase in DOMAINS["tuicards"].items() if isinstance(phrase, Plural))
    by = DOMAINS["tuicards"][code]
    assert isinstance(by, Plural)
    said = {words.template(code, {by.by: number}) for number in (1, 2, 5)}

    assert len(said) == {"en": 2, "es": 2, "th": 1, "ru": 3}[language.code]


@pytest.mark.parametrize("code", TRANSLATED)
@pytest.mark.parametrize("page", ["rage_guide.md", "goat_guide.md", "rage.md", "goat.md"])
def test_rules_pages_have_the_same_rules(code: str, page: str) -> None:
    """Each rule, example and option of the English page stands in the other, and its tables have as many rows."""
    english, other = ((FOLDER / name).read_text("utf-8") for name in (page, f"{code}/{page}"))
    ids = re.compile(r"\b[RGLTQDSMFAC]\d+\b|\b[a-z]+_[a-z_]+\b")

    assert set(ids.findall(english)) <= set(ids.findall(other))
    assert [english.count(mark) for mark in ("\n#", "\n|")] == [other.count(mark) for mark in ("\n#", "\n|")]


@pytest.mark.parametrize(
    ("environ", "code"),
    [
        ({"LANG": "es_MX.UTF-8"}, "es"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "ru_RU.UTF-8"}, "ru"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "de:th:en"}, "th"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "ru"}, "en"),
        ({"LANG": "ru_RU.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({}, "en"),
    ],
)
def test_the_locale_chooses_the_language(environ: dict[str, str], code: str) -> None:
    """As gettext programs do; a language that is not here leaves English."""
    assert language_for(environ).code == code
