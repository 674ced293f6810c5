"""What is said about the people at the table, the same for every game."""

from tuicards.games.api import Outcome, Seat
from tuicards.tui.widgets.canvas import Canvas, Role, wrapped
from tuicards.tui.widgets.scene import Scene


def name_role(scene: Scene, seat: Seat) -> Role:
    """Oneself and whoever is to act stand out."""
    if seat in scene.view.to_act:
        return "strong"
    return "mine" if seat == scene.me else ""


def turn_sign(canvas: Canvas, scene: Scene, seat: Seat) -> str:
    """The arrow before whom the table waits for."""
    return canvas.glyphs.turn if seat in scene.view.to_act else " "


def presence(scene: Scene, seat: Seat) -> str:
    """`bot` or `away`, or nothing to say."""
    table = scene.state.table
    if table is None or seat >= len(table.seats):
        return ""
    info = table.seats[seat]
    if info.bot:
        return scene.say("play.bot")
    return "" if info.here else scene.say("play.away")


def ready_again(scene: Scene, seat: Seat) -> bool:
    """Whether the person has asked for another party."""
    table = scene.state.table
    return table is not None and seat < len(table.seats) and table.seats[seat].again


def over_prompt(scene: Scene) -> str:
    """That the party is over, and how to have another."""
    if scene.me is None:
        return scene.say("play.over")
    return scene.say("play.asked_again" if ready_again(scene, scene.me) else "play.again_asked")


def waiting(scene: Scene, code: str) -> str:
    """The sentence that names whom the table waits for."""
    names = [scene.speaker.seat_name(seat) for seat in scene.view.to_act]
    return scene.say(code, names=", ".join(names))


def draw_ranking(canvas: Canvas, scene: Scene, outcome: Outcome, words: tuple[str, ...]) -> None:
    """The end of a party: the result in a sentence, and the seats by rank with a word each."""
    canvas.put(1, 0, scene.say("play.result"), "title")
    y = 1
    room = max(2, canvas.height - 1 - len(words))
    for line in wrapped(scene.speaker.fact(outcome.result), canvas.width - 2)[:room]:
        canvas.put(1, y, line, "turn")
        y += 1
    end = canvas.width - 1
    for seat in sorted(range(len(words)), key=lambda seat: (outcome.ranks[seat], seat)):
        best = outcome.ranks[seat] == 1
        role = "good strong" if best else ""
        canvas.put(1, y, f"{outcome.ranks[seat]}.", role)
        canvas.put(4, y, scene.name(seat), role, end - 17)
        canvas.right(end - 13, y, words[seat], role, 6)
        canvas.right(end - 6, y, scene.say("play.ready") if ready_again(scene, seat) else "", "quiet", 6)
        y += 1
