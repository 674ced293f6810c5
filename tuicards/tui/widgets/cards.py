"""Cards as small boxes, and the empty places where cards will lie."""

from rich.cells import cell_len

from tuicards.client_state import ClientState
from tuicards.games.goat import SUITS
from tuicards.games.rage import COLOURS, SPECIALS
from tuicards.locale.languages import ENGLISH, Language
from tuicards.speech import Speaker
from tuicards.tui.glyphs import UNICODE, Glyphs
from tuicards.tui.widgets.canvas import Canvas, Role, wrapped
from tuicards.tui.widgets.scene import HandCard, Scene


def face_of(code: str, glyphs: Glyphs, colour: str | None = None, legal: bool = False) -> HandCard:
    """How a card of either game is drawn, by its code. `colour` is the one named with it."""
    if code[:1] in COLOURS and code[1:].isdigit():
        return HandCard(code, code[1:], code[0], code[0], legal)
    if code in SPECIALS:
        return HandCard(code, code, colour or "", colour or "special", legal)
    if code[-1:] in SUITS:
        role = "redsuit" if code[-1] in "hd" else "black"
        return HandCard(code, code[:-1].replace("T", "10"), glyphs.suits[code[-1]], role, legal)
    return HandCard(code, code, "", "strong", legal)


def readable(code: str, glyphs: Glyphs) -> str:
    """A card within a sentence: `G12`, `WI`, `10♥`."""
    card = face_of(code, glyphs)
    return card.value + card.sign if code[-1:] in SUITS and code not in SPECIALS else code


def speaker_for(
    state: ClientState, old: Scene | None, language: Language = ENGLISH, glyphs: Glyphs = UNICODE
) -> Speaker:
    """Says the table's codes, cards with their signs. The same one as before as long as game, names, seat, language
    and signs stay, so that equal scenes are equal."""
    me = state.table.you if state.table else None
    same = (state.seat_names, me, language)
    if old and old.state.game is state.game and old.glyphs is glyphs:
        was = old.speaker
        if (was.seat_names, was.me, was.language) == same:
            return was
    speaker = Speaker(state.game, state.seat_names, me, lambda card: spoken(card, speaker, glyphs), language)
    return speaker


def letter(speaker: Speaker, colour: str) -> str:
    """What stands for a colour of Rage's in the reader's language: six different letters."""
    return speaker.say(f"letter.{colour}") if speaker.knows(f"letter.{colour}") else colour


def seen_face(scene: Scene, code: str, colour: str | None = None, legal: bool = False) -> HandCard:
    """How a card is drawn for this reader: with letters and words of the own language."""
    card = face_of(code, scene.glyphs, colour, legal)
    sign = letter(scene.speaker, card.sign) if card.role in COLOURS else card.sign
    word = scene.say(f"card.word.{code}") if code in SPECIALS else ""
    return HandCard(card.code, card.value, sign, card.role, card.legal, word)


def spoken(code: str, speaker: Speaker, glyphs: Glyphs) -> str:
    """A card within a sentence, with the letter or the sign that the reader sees on it."""
    numbered = code[:1] in COLOURS and code[1:].isdigit()
    return letter(speaker, code[0]) + code[1:] if numbered else readable(code, glyphs)


def typed_text(scene: Scene, typed: str) -> str:
    """Letters of a card typed so far, as the reader sees them on cards."""
    text = typed.upper()
    numbered = text[:1] in COLOURS and (text[1:].isdigit() or not text[1:])
    return letter(scene.speaker, text[0]) + text[1:] if numbered else text


def draw_card(
    canvas: Canvas, x: int, y: int, size: tuple[int, int], card: HandCard, look: Role = "", seen: int = 99
) -> None:
    """A card with its sign and value in the corner. `look` is added to the card's own colour.

    Only the first `seen` cells will stay uncovered: sign and value keep to them.
    """
    width, height = size
    role = f"{card.role} {look}".strip()
    draw_box(canvas, x, y, size, role)
    inside = width - 2
    canvas.put(x + 1, y + 1, corner(card, min(inside, seen - 1)), f"{role} strong", inside)
    if height > 4 and card.code not in SPECIALS:
        canvas.right(x + 1, y + height - 2, corner(card, inside).strip(), role, inside)
    if height > 6 and card.code not in SPECIALS:
        canvas.centre(x + 1, y + height // 2, card.sign, f"{role} strong", inside)
    if card.code in SPECIALS and height > 3:
        canvas.centre(x + 1, y + height // 2, card.word, role, inside)


def corner(card: HandCard, inside: int) -> str:
    """Sign and value as wide as the card is inside, at most four cells: `G  7`, `WI:G`, `10♥`."""
    if card.code in SPECIALS:
        return f"{card.value}:{card.sign}" if card.sign else card.value
    if card.role in COLOURS:
        return f"{card.sign}{card.value:>3}" if inside == 4 else f"{card.sign}{' ' * (inside > 4)}{card.value}"
    return f"{card.value}{card.sign}"


def draw_box(canvas: Canvas, x: int, y: int, size: tuple[int, int], role: Role) -> None:
    """The outline of a card; what lay below is covered."""
    width, height = size
    glyphs, line = canvas.glyphs, canvas.glyphs.across * (width - 2)
    canvas.put(x, y, glyphs.corners[0] + line + glyphs.corners[1], role)
    for row in range(y + 1, y + height - 1):
        canvas.put(x, row, glyphs.down + " " * (width - 2) + glyphs.down, role)
    canvas.put(x, y + height - 1, glyphs.corners[3] + line + glyphs.corners[2], role)


def draw_slot(canvas: Canvas, x: int, y: int, size: tuple[int, int], role: Role, text: str = "") -> None:
    """A place without a card: a broken outline, with a word in the middle."""
    width, height = size
    glyphs, line = canvas.glyphs, canvas.glyphs.slot_across * (width - 2)
    canvas.put(x, y, f" {line} ", role)
    for row in range(y + 1, y + height - 1):
        canvas.put(x, row, glyphs.slot_down + " " * (width - 2) + glyphs.slot_down, role)
    canvas.put(x, y + height - 1, f" {line} ", role)
    canvas.centre(x + 1, y + height // 2 if height > 3 else y + 1, text, role, width - 2)


def draw_backs(canvas: Canvas, x: int, y: int, size: tuple[int, int], count: int, step: int) -> None:
    """Cards that lie face down."""
    width, height = size
    for index in range(count):
        left = x + index * step
        draw_box(canvas, left, y, size, "quiet")
        for row in range(y + 1, y + height - 1):
            canvas.put(left + 1, row, canvas.glyphs.back * (width - 2), "quiet dim")


def draw_word(canvas: Canvas, x: int, y: int, width: int, word: str, role: Role) -> None:
    """A word on the lower edge of a card or of an empty place; a long one over the corners too."""
    if word:
        over = cell_len(word) > width - 2
        canvas.centre(x + 1 - over, y, word, role, width - 2 + 2 * over)


def draw_caption(canvas: Canvas, size: tuple[int, int], word: str, role: Role) -> int:
    """A word beside the card in the corner, on two lines if need be, or below it where there is no room: what
    stands to the right is not touched.

    Returns the line after both.
    """
    x, below = size[0] + 2, size[1] + 1
    room = canvas.width - x - 1
    if max(map(cell_len, word.split(" "))) > room:
        canvas.put(1, below, word, role, canvas.width - 1)
        return below + 1
    lines = wrapped(word, room)[:2]
    for row, line in enumerate(lines, 1 + size[1] // 2 - len(lines) // 2):
        canvas.put(x, row, line, role)
    return below
