"""The gallery is what the program looks like."""

import pytest

from tests.tui import pictures
from tests.tui.gallery import PAGE, page, pose, sample, shots
from tests.tui.pictures import FOLDER, check_picture
from tests.tui.scenes import SCENES, by_turns
from tests.tui.transcript import transcript
from tuicards.locale.languages import LANGUAGES, Language


@pytest.mark.parametrize("scene", by_turns(list(SCENES), 5))
async def test_a_screen_looks_like_its_pictures(scene: str, thorough: bool) -> None:
    """In every language and presentation, whatever was shown before; in one of them where not all is tried."""
    wrong = []
    async with SCENES[scene]() as pilot:
        for shot in shots(scene) if thorough or pictures.UPDATE else sample(scene):
            await pose(pilot, shot)
            try:
                check_picture(pilot.app, shot.name)
            except AssertionError as error:
                wrong.append(str(error))
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)
def test_lines_of_text_read_like_their_transcript(language: Language) -> None:
    """The same game for screen readers, in every language."""
    path = FOLDER / "gallery" / language.code / "text.txt"
    if pictures.UPDATE:
        path.write_text(transcript(language), "utf-8")

    assert path.read_text("utf-8") == transcript(language)


def test_the_page_shows_every_picture_and_nothing_else() -> None:
    """No picture lies about that nobody sees."""
    if pictures.UPDATE:
        PAGE.write_text(page(), "utf-8")
    kept = {str(path.relative_to(FOLDER).with_suffix("")) for path in (FOLDER / "gallery").rglob("*.svg")}

    assert PAGE.read_text("utf-8") == page()
    assert kept == {shot.name for scene in SCENES for shot in shots(scene)}
