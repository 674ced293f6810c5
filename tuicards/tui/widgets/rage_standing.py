"""How a Rage party stands: who leads by how much, and what may still be made up."""

from collections.abc import Sequence
from typing import NamedTuple, cast

from tuicards.errors import BadOptions
from tuicards.games.rage import Options, RageView, team_ranks
from tuicards.tui.widgets.names import team_name
from tuicards.tui.widgets.rage_reach import most_gained, most_points
from tuicards.tui.widgets.rage_trump import rage_view
from tuicards.tui.widgets.scene import Scene


class Standing(NamedTuple):
    """One team's place: its rank, total, exact bids, and points behind the best."""

    team: int
    rank: int
    total: int
    exact: int
    behind: int


def standings(scene: Scene) -> tuple[Standing, ...]:
    """Every team, the best first; equal ones each with a place of their own."""
    view = rage_view(scene)
    teams = range(len(view.totals))
    ranks = team_ranks(view.totals, view.exact, teams)
    best = max(view.totals)
    order = sorted(teams, key=lambda team: (ranks[team], team))
    return tuple(
        Standing(team, ranks[team], view.totals[team], view.exact[team], best - view.totals[team]) for team in order
    )


def rounds_left(view: RageView) -> int:
    """Rounds that are not scored yet, the one being played among them."""
    return view.rounds - len(view.history)


def _options(scene: Scene) -> Options:
    """The options of the table; the game's usual ones where it is not known, or has some that are not known here."""
    table = scene.state.table
    try:
        return cast(Options, scene.game.parse_options(table.options if table is not None else {}))
    except BadOptions:
        return cast(Options, scene.game.parse_options({}))


def standing_lines(scene: Scene) -> list[str]:
    """Who leads by how much; how far oneself, or else the second, is behind; how many rounds are left for it."""
    view = rage_view(scene)
    if view.phase == "over" or not view.history:
        return []
    order = standings(scene)
    first = [item for item in order if item.behind == 0]
    names = ", ".join(team_name(scene, item.team) for item in first)
    if len(first) == len(order):
        lines = [scene.say("play.standing.all_level", total=order[0].total)]
    elif len(first) > 1:
        lines = [scene.say("play.standing.level", names=names, total=order[0].total)]
    else:
        lines = [scene.say("play.standing.leads", names=names, count=order[1].behind)]
    behind = _chaser(scene, order)
    if behind is not None:
        lines.append(_chase(scene, behind, first, names))
    return lines


def _chaser(scene: Scene, order: Sequence[Standing]) -> Standing | None:
    """Whose way to the top is told: one's own, or where one leads or watches that of the next one."""
    view = rage_view(scene)
    own = None if scene.me is None else view.teams[scene.me]
    mine = next((item for item in order if item.team == own and item.behind), None)
    return mine or next((item for item in order if item.behind), None)


def _chase(scene: Scene, item: Standing, first: Sequence[Standing], names: str) -> str:
    """What a team needs to pass all who lead, and what it can make at most; or that it cannot come up with them."""
    view, options, left = rage_view(scene), _options(scene), rounds_left(rage_view(scene))
    near = all(item.behind <= most_gained(view, options, item.team, leader.team) for leader in first)
    needs = "needs_last" if left == 1 else "needs"
    return scene.say(
        f"play.standing.{needs if near else 'out_of_reach'}",
        name=team_name(scene, item.team),
        leader_name=names,
        points=item.behind + 1,
        behind=item.behind,
        count=left,
        most=most_points(view, options, item.team),
    )
