"""``match``: plays bots against each other and reports points and Elo."""

from __future__ import annotations

import random
import time
from collections.abc import Generator
from contextlib import closing
from typing import TYPE_CHECKING, Any

import click

from plyground.commands import _shared

if TYPE_CHECKING:
    from plyground.competitions.ranking.elo import Sequential
    from plyground.interface.matches import Played

_LARGEST_SEED = 2**32


@_shared.command("match")
@_shared.in_situation
@click.argument("bots", metavar="BOT BOT…", nargs=-1, required=True)
@click.option(
    "--games", type=click.IntRange(1, 1_000_000), default=10, show_default=True, help="Games for each two, or tables."
)
@_shared.clock_option("A clock for each bot: seconds at the start + seconds a turn, as 10+1.")
@click.option(
    "--openings", type=click.IntRange(0, 1000), default=0, help="Random plies, as even as can be, that begin each pair."
)
@click.option(
    "--sprt",
    type=_shared.ELO_PAIR,
    metavar="ELO0 ELO1",
    help="Stop as soon as the first of two bots is shown to be ELO1 better, or no more than ELO0 (5 % error).",
)
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Games at the same time.")
@_shared.limit_options
@_shared.seed_option
def command(
    here: _shared.Situation,
    bots: tuple[str, ...],
    games: int,
    clock: tuple[float, float] | None,
    openings: int,
    sprt: tuple[float, float] | None,
    jobs: int,
    limits: dict[str, Any],
    seed: int | None,
) -> _shared.Shown:
    """Play bots against each other, seats changing round.

    Each two play --games games; two after another share an opening and swap seats. In a game for more, all sit at one
    table --games times, and whoever has more than another has won against that one. The Elo figure is the difference to
    the average opponent, with the half-width of its 95 % interval. Ctrl-C ends it with the games played by then.
    """
    if len(bots) < 2:
        raise click.UsageError("A match needs at least two bots.")
    if sprt is not None and (len(bots) != 2 or sprt[0] >= sprt[1]):
        raise click.UsageError("--sprt is for two bots, and its first figure is the smaller.")
    from plyground.competitions.ranking.elo import Sequential
    from plyground.core import registry
    from plyground.interface import matches

    _shared.use_kernels()
    here.insist_unfinished()
    game, seats = here.game, matches.seats_for(here.game, here.position, bots)
    texts = tuple(registry.parse_player(text, game).text for text in bots)
    seed = random.randrange(_LARGEST_SEED) if seed is None else seed
    todo = matches.tasks(game.spec.id, here.options, here.text, texts, games, limits, openings, seed, clock, seats)
    begin = time.perf_counter()
    test = None if sprt is None else Sequential(*sprt)
    played = _with_progress(matches.play_all(todo, jobs), len(todo), test)
    rows = matches.rows(texts, played)
    data = {"game": game.spec.id, "seed": seed, "bots": rows, "games": [each.as_json() for each in played]}
    data["seconds"] = time.perf_counter() - begin
    table = _table(rows, played)
    if test is not None:
        score = matches.score(0, played)
        ratio, verdict = test.ratio(score), test.verdict(score)
        data["sprt"] = {"elo0": test.elo0, "elo1": test.elo1, "llr": ratio, "bound": test.BOUND, "verdict": verdict}
        table += f"\nsprt: {verdict or 'undecided'}, log-likelihood ratio {ratio:+.2f}"
    return data, table


def _with_progress(games: Generator[Played, None, None], total: int, test: Sequential | None) -> list[Played]:
    """All games in their order, or those that had been played when the test was decided or Ctrl-C was typed."""
    from plyground.interface import matches

    played: list[Played] = []
    with _shared.progress_bars() as progress, closing(games):
        try:
            for each in progress.track(games, total=total, description="games"):
                played.append(each)
                if test is not None and test.verdict(matches.score(0, played)) is not None:
                    break
        except KeyboardInterrupt:
            if not played:
                raise
            click.echo(f"Stopped after {len(played)} of {total} games.", err=True)
    return sorted(played, key=lambda each: each.number)


def _table(rows: list[dict[str, Any]], played: list[Played]) -> str:
    width = max(len(row["bot"]) for row in rows)
    lines = [f"{'bot':{width}}  points  wins draws losses    Elo    ±  s/move"]
    for row in rows:
        lines.append(
            f"{row['bot']:{width}}  {row['points']:6g}  {row['wins']:4} {row['draws']:5} {row['losses']:6}"
            f"  {row['elo']:+5.0f} {row['elo_error']:4.0f}  {row['seconds_per_move']:.4f}"
        )
    lines += [f"game {each.number + 1}: {each.ending}" for each in played if each.reason != "rules"]
    return "\n".join(lines)
