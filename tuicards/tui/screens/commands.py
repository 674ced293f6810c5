"""Everything that can be done on a screen now, as the help, the list of actions and the palette offer it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from textual.binding import ActiveBinding
from textual.dom import DOMNode
from textual.screen import Screen

from tuicards.locale.languages import LANGUAGES
from tuicards.preferences.values import possible
from tuicards.rule_pages import pages

if TYPE_CHECKING:
    from tuicards.tui.app import TuiCards

PALETTE = ("palette", "app.palette")
"""What the palette need not offer."""


@dataclass(frozen=True)
class Command:
    """Something that can be done: its name, a word about it, its keys (empty: none), and the action at a node."""

    name: str
    note: str
    key: str
    action: str
    node: DOMNode
    enabled: bool = True


def client_under(screen: Screen[object]) -> "TuiCards":
    """The app that a screen belongs to."""
    return cast("TuiCards", screen.app)


def commands_of(screen: Screen[object]) -> list[Command]:
    """What the keys of a screen do now, each action once, those that explain themselves with a tooltip.

    First what belongs to the screen, then what works everywhere.
    """
    found: dict[str, list[ActiveBinding]] = {}
    for active in screen.active_bindings.values():
        if active.binding.tooltip:
            found.setdefault(active.binding.action.removeprefix("app."), []).append(active)
    ordered = sorted(found.values(), key=lambda same: (same[0].binding.id or "").startswith("app."))
    return [_command(same, client_under(screen)) for same in ordered]


def _command(same: list[ActiveBinding], client: "TuiCards") -> Command:
    """What several keys do, or one."""
    active = same[0]
    keys = dict.fromkeys(client.get_key_display(one.binding) for one in same)
    return Command(
        client.worded(active.binding.description), client.worded(active.tooltip), " ".join(keys),
        active.binding.action, active.node, active.enabled,
    )  # fmt: skip


def every_command(screen: Screen[object]) -> list[Command]:
    """All that is possible now: the keys of the screen, then the colours, layouts, languages and pages of rules."""
    client = client_under(screen)
    keys = [command for command in commands_of(screen) if command.enabled and command.action not in PALETTE]
    values = [(language.code, language.name) for language in LANGUAGES.values()]
    languages = [_set(client, "language", value, name) for value, name in values]
    looks = [
        _set(client, name, value, client.say(f"settings.{name}.{value}"))
        for name in ("theme", "presentation")
        for value in possible(name)
    ]
    rules = [
        Command(
            client.say("palette.rules", {"page": client.say(page.title, {"game": page.game.name})}), "", "",
            f"app.rules({page.game.name!r}, '', {page.whole})", client,
        )
        for page in pages()
    ]  # fmt: skip
    return [*keys, *rules, *languages, *looks]


def _set(client: "TuiCards", setting: str, value: str, shown: str) -> Command:
    words = client.say(f"palette.{setting}", {"value": shown})
    return Command(words, "", "", f"app.set({setting!r}, {value!r})", client)
