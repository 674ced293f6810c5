"""How a Rage party stands: who leads by how much, and what may still be made up."""

from collections.abc import Sequence
from typing import NamedTuple, cast

from tuicards.games.rage import COPIES, Options, RageView, team_ranks
from tuicards.tui.widgets.names import team_name
from tuicards.tui.widgets.rage_trump import rage_view
from tuicards.tui.widgets.rage_words import BONUS, MAD
from tuicards.tui.widgets.scene import Scene

EXACT, MISSED, SPECIAL = 10, -5, 5
"""Points of an exact bid of 1 or more, of a bid missed under `scoring=flat`, and of one Bonus (R60, R70)."""


class Standing(NamedTuple):
    """One team's place: its rank, total, exact bids, points behind the best, and whether they can be made up."""

    team: int
    rank: int
    total: int
    exact: int
    behind: int
    reachable: bool


def standings(scene: Scene) -> tuple[Standing, ...]:
    """Every team, the best first; equal ones each with a place of their own."""
    view = rage_view(scene)
    teams = range(len(view.totals))
    ranks = team_ranks(view.totals, view.exact, teams)
    best, swing = max(view.totals), _swing(scene)
    order = sorted(teams, key=lambda team: (ranks[team], team))
    return tuple(
        Standing(team, ranks[team], view.totals[team], view.exact[team], behind, swing is None or behind <= swing)
        for team in order
        for behind in (best - view.totals[team],)
    )


def rounds_left(view: RageView) -> int:
    """Rounds that are not scored yet, the one being played among them."""
    return view.rounds - len(view.history)


def most_points(scene: Scene) -> int | None:
    """The most that one team can still make: every trick of every round as bid, with every Bonus (R60, R70, R74)."""
    options = _options(scene)
    if options is None:
        return None
    bonus = SPECIAL * COPIES[options.edition][BONUS]
    return sum(_tricks(options, size) + EXACT + bonus for size in _sizes_left(scene, options))


def _swing(scene: Scene) -> int | None:
    """How many points one team can at most make up on another: the one makes the most, the other the least."""
    options, most = _options(scene), most_points(scene)
    if options is None or most is None:
        return None
    least = SPECIAL * COPIES[options.edition][MAD] - (MISSED if options.scoring == "flat" else 0)
    return most + least * rounds_left(rage_view(scene))


def _options(scene: Scene) -> Options | None:
    table = scene.state.table
    return cast(Options, scene.game.parse_options(table.options)) if table is not None else None


def _sizes_left(scene: Scene, options: Options) -> Sequence[int]:
    return options.round_plan[len(rage_view(scene).history) :]


def _tricks(options: Options, size: int) -> int:
    return 2 * size if options.sweep == "double" and size > 1 else size


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
        lines.append(_chase(scene, behind, names))
    return lines


def _chaser(scene: Scene, order: Sequence[Standing]) -> Standing | None:
    """Whose way to the top is told: one's own, or where one leads or watches that of the next one."""
    view = rage_view(scene)
    own = None if scene.me is None else view.teams[scene.me]
    mine = next((item for item in order if item.team == own and item.behind), None)
    return mine or next((item for item in order if item.behind), None)


def _chase(scene: Scene, item: Standing, leader: str) -> str:
    code = "play.standing.needs" if item.reachable else "play.standing.out_of_reach"
    return scene.say(
        code,
        name=team_name(scene, item.team),
        leader_name=leader,
        points=item.behind + 1,
        behind=item.behind,
        count=rounds_left(rage_view(scene)),
        most=most_points(scene),
    )
