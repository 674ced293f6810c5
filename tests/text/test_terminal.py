"""Lines in and lines out."""

import os

import pytest

from tuicards.text.terminal import LineReader, LineWriter, OutputClosed


async def test_lines_come_out_as_they_went_in_whatever_the_line_ends() -> None:
    """Blocks are cut at line ends; the last line needs none; bytes that are no text do not stop it."""
    out, into = os.pipe()
    os.write(into, "bid 3\r\nsay härter\n\n\xff".encode() + b"\xff\nlast")
    os.close(into)
    reader = LineReader(out)
    lines = [await reader.line() for _ in range(6)]
    os.close(out)

    assert lines == ["bid 3", "say härter", "", "\xff\ufffd", "last", None]
    assert await reader.line() is None


async def test_no_input_at_all_is_the_end() -> None:
    """A program started with its input closed reads nothing and does not wait."""
    assert await LineReader(None).line() is None


async def test_only_what_is_asked_for_is_read() -> None:
    """Endless input costs one block, not all memory."""
    out, into = os.pipe()
    os.write(into, b"y\n" * 5000)
    reader = LineReader(out)
    await reader.line()
    left = os.read(out, 10_000)
    os.close(into)
    os.close(out)

    assert len(left) >= 5000


@pytest.fixture
def pipe() -> tuple[int, int]:
    return os.pipe()


def test_the_prompt_comes_last_and_again_after_news(pipe: tuple[int, int]) -> None:
    """News that arrive while somebody types start on a line of their own."""
    out, into = pipe
    writer = LineWriter(into, "> ")
    writer.tell(["one"])
    writer.prompt()
    writer.prompt()
    writer.tell(["two", "three"])
    writer.answered()
    writer.tell(["four"])
    writer.finish()
    os.close(into)

    assert os.read(out, 1000).decode() == "one\n> \ntwo\nthree\n> four\n"
    os.close(out)


def test_nothing_that_is_written_can_command_the_terminal(pipe: tuple[int, int]) -> None:
    """Not even a line that holds what somebody else has typed."""
    out, into = pipe
    LineWriter(into).tell(["Ann says: \x1b[2J\rgone\x07\n2 lines"])
    os.close(into)

    assert os.read(out, 1000) == b"Ann says: \\x1b[2J\\rgone\\x07\\n2 lines\n"
    os.close(out)


@pytest.mark.parametrize(("prompt", "heard"), [("> ", b"\a"), ("", b"")], ids=["terminal", "pipe"])
def test_the_bell_sounds_at_a_terminal_only(pipe: tuple[int, int], prompt: str, heard: bytes) -> None:
    """A script reads no control character."""
    out, into = pipe
    LineWriter(into, prompt).ring()
    os.close(into)

    assert os.read(out, 10) == heard
    os.close(out)


def test_a_reader_that_has_gone_away_is_noticed(pipe: tuple[int, int]) -> None:
    """`tuicards ... | head -1` ends instead of talking to nobody."""
    out, into = pipe
    os.close(out)
    with pytest.raises(OutputClosed):
        LineWriter(into).tell(["hello"])
    os.close(into)
