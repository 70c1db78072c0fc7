"""``train``: trains the evaluation of a game by self-play, or that of one's own bot."""

from __future__ import annotations

import time
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from plyground.commands import _shared
from plyground.core import folders
from plyground.core.errors import Refusal

if TYPE_CHECKING:
    from plyground.core.knowledge import Starts

CHECKPOINTS = folders.HOME / ".cache" / "training"
"""Where what has been made so far is kept, a folder for each game."""


class NothingToTrain(Refusal):
    """The game's evaluation is not trained, or not with such options."""


@_shared.command("train")
@_shared.in_game
@click.option("--seed", type=click.IntRange(min=0), default=None, help="Same seed and positions, same weights.")
@click.option(
    "--positions", type=click.IntRange(1000, 1_000_000_000), default=None, help="About how many to learn from."
)
@click.option("--jobs", type=click.IntRange(1, 256), default=2, show_default=True, help="Threads.")
@click.option(
    "--out", type=click.Path(path_type=Path), default=None,
    help="The file to write, [default: GAME.npz; of a bot weights.json beside it].",
)  # fmt: skip
@click.option(
    "--folder", type=click.Path(path_type=Path), default=None, help="Where an interrupted training is kept to go on."
)
@click.option(
    "--bot", type=click.Path(exists=True, dir_okay=False, path_type=Path), default=None,
    help="One's own bot in Python, whose features(state, seat) are weighed; it runs here without a sandbox.",
)  # fmt: skip
@click.option("--games", type=click.IntRange(6, 100_000), default=600, show_default=True, help="Games, with --bot.")
@click.option("--moves", is_flag=True, help="Learn the order of moves alone, for guided search; the evaluation stays.")
def command(
    here: _shared.Situation,
    seed: int | None,
    positions: int | None,
    jobs: int,
    out: Path | None,
    folder: Path | None,
    bot: Path | None,
    games: int,
    moves: bool,
) -> _shared.Shown:
    """Train the evaluation of GAME; called again after an interruption, it goes on where it was.

    With --bot it weighs what the bot's own file counts, for "plyground submit --weights" (docs/own_bot.md).
    Without options it goes on from the shipped weights, with as many positions as the game says, and writes a file of
    your own; with --option it plays and learns one kind of game alone, such as --option size=5, and keeps what it
    knows of the others. The error is measured on positions that it has not learnt from. Where the game learns as all
    games can, the new weights must win a match against the present ones before the file is written.
    """
    from plyground.core import knowledge

    game = here.game
    if bot is not None:
        return _of_bot(bot, here, games, seed or 0, out or bot.with_name("weights.json"))
    training = knowledge.of(game).training
    if training is None:
        raise NothingToTrain(f"The evaluation of {game.spec.title} is not trained.")
    starts = _starts(here, training.starts)
    run = training.run_moves if moves else training.run
    if run is None:
        raise NothingToTrain(f"The order of moves of {game.spec.title} is not learnt.")
    out = out or Path(f"{game.spec.id}.npz")
    begin = time.perf_counter()
    with _shared.progress_bars("{task.description}", elapsed=True) as progress:
        bar = progress.add_task("", total=None)
        trained = run(
            training.seed if seed is None else seed,
            positions or training.positions,
            jobs,
            folder or CHECKPOINTS / game.spec.id,
            out,
            lambda title, done, of: progress.update(bar, description=title, completed=done, total=of),
            starts,
        )
    seconds = time.perf_counter() - begin
    found = {"positions": trained.positions, "error": trained.error, "seconds": seconds, "file": str(trained.path)}
    if moves:
        better = trained.path == out
        text = f"{trained.positions:,} choices in {seconds:.1f} s; {trained.error:.2f} candidates stand before "
        text += f"the chosen one, {trained.before:.2f} by the present weights"
        text += f": {trained.path}" if better else f"; it is no better and only kept in {trained.path}"
        return {"game": game.spec.id, **found, "error_before": trained.before, "better": better}, text
    text = f"{trained.positions:,} positions in {seconds:.1f} s; "
    match = trained.match
    if match is None:
        return {"game": game.spec.id, **found}, f"{text}mean error {trained.error:.2f}; {trained.path}"
    text += f"mean error {trained.error:.4f}, of the present weights {trained.before:.4f}; match against these "
    text += f"+{match.wins} ={match.draws} -{match.losses} ({match.share:.0%}), "
    text += f"won: {trained.path}" if match.won else f"not won for certain: they are only kept in {trained.path}"
    found |= {"error_before": trained.before, "match": asdict(match), "won": match.won}
    return {"game": game.spec.id, **found}, text


def _starts(here: _shared.Situation, known: Starts) -> Starts:
    """Those that a training learns from: all, or the one that was asked for; raises ``NothingToTrain``."""
    if not _shared.names_options():
        return known
    chosen = tuple(each for each in known if here.game.options(each) == here.options)
    if not chosen:
        words = [" ".join(f"{name}={value}" for name, value in each.items()) or "no options" for each in known]
        raise NothingToTrain(f"The evaluation of {here.game.spec.title} is trained with {'; '.join(words)}.")
    return chosen


def _of_bot(bot: Path, here: _shared.Situation, games: int, seed: int, out: Path) -> _shared.Shown:
    """Learn the weights of a bot's own features and write them."""
    from plyground.competitions import learning

    begin = time.perf_counter()
    with _shared.progress_bars("{task.description}", elapsed=True) as progress:
        bar = progress.add_task("Games", total=games)
        found = learning.learn(
            bot.resolve(), here.game, here.position, here.options, games, seed,
            lambda done: progress.update(bar, completed=done),
        )  # fmt: skip
    learning.keep(found, out)
    seconds = time.perf_counter() - begin
    text = f"{found.games:,} games, {found.rows:,} rows in {seconds:.1f} s; mean squared error {found.error:.4f} in "
    text += f"games that were not learnt from, {found.before:.4f} with weights of 0: {out}"
    return {"game": here.game.spec.id, **asdict(found), "seconds": seconds, "file": str(out)}, text
