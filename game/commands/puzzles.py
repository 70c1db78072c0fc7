"""``puzzles``: makes puzzles of a game, proves them again, and counts them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import click

from plyground.commands import _shared
from plyground.core.errors import Refusal


class NoPuzzles(Refusal):
    """The game has no puzzles, or no folder to keep them in."""


class NotProved(Refusal):
    """A puzzle was not proved again."""


@click.group("puzzles")
def command() -> None:
    """Make puzzles, prove them again, and count them."""


@_shared.command("make")
@_shared.game_argument
@click.option("--count", type=click.IntRange(1, 100_000), default=500, show_default=True, help="To have in all.")
@click.option("--seed", type=int, default=1, show_default=True, help="Of the games of self-play.")
@click.option("--from", "files", multiple=True, metavar="FILE", help="Records to take positions from, not self-play.")
@click.option("--out", type=click.Path(path_type=Path), help="The file to write, [default: in the game's package].")
def make(game_id: str, count: int, seed: int, files: tuple[str, ...], out: Path | None) -> _shared.Shown:
    """Make puzzles of a game, or go on with those that are there: positions with one best move, proved by the solver
    or a deep search."""
    from plyground.core import registry
    from plyground.puzzles import keeping, making

    _shared.use_kernels()
    game, path = registry.game(game_id), out or keeping.file_of(game_id)
    if path is None:
        raise NoPuzzles(f"{game.spec.title} is a module without a folder; say where its puzzles go with --out.")
    known = keeping.read(game_id, path)
    places = making.recorded(game, _games(game_id, files)) if files else making.self_played(game, seed)
    with _shared.progress_bars(elapsed=True) as bars:
        bar = bars.add_task("", total=count, completed=len(known))

        def report(found: list[Any]) -> None:
            bars.update(bar, completed=len(found))
            keeping.write(path, found)

        found = making.make(game, places, count, known, report)
    keeping.write(path, found)
    return {"game": game_id, "puzzles": len(found), "file": str(path)}, f"{len(found):,} puzzles: {path}"


def _games(game_id: str, files: tuple[str, ...]) -> Any:
    from plyground.sessions.files import GivenFile

    for name in files:
        try:
            content = Path(name).read_bytes()
        except OSError as error:
            raise _shared.UnreadableFile(f"{name} cannot be read: {error.strerror}.") from None
        for entry in GivenFile.read(content, game_id).found:
            if entry.record is not None:
                yield entry.record.options, entry.record.start, entry.record.moves


@_shared.command("prove")
@_shared.game_argument
@click.option("--nodes", type=click.IntRange(min=1_000), default=1_000_000, show_default=True, help="Of each search.")
@click.option("--sample", type=click.IntRange(min=1), help="So many of them, chosen at random.")
@_shared.seed_option
@click.option("--drop", is_flag=True, help="Leave out those that are not proved.")
def prove(game_id: str, nodes: int, sample: int | None, seed: int | None, drop: bool) -> _shared.Shown:
    """Prove the puzzles of a game again, by the solver or by a deeper search than made them."""
    import random

    from plyground.core import registry
    from plyground.puzzles import keeping, making

    _shared.use_kernels()
    game, path = registry.game(game_id), keeping.file_of(game_id)
    puzzles = list(keeping.of(game_id).values())
    if not puzzles or path is None:
        raise NoPuzzles(f"There are no puzzles of {game.spec.title}; make some with puzzles make {game_id}.")
    asked = random.Random(seed).sample(puzzles, min(sample, len(puzzles))) if sample else puzzles
    failed = dict[str, str]()
    with _shared.progress_bars(elapsed=True) as bars:
        for each in bars.track(asked):
            wrong = making.wrong_with(game, each, nodes)
            if wrong:
                failed[each.id] = wrong
                if drop:
                    keeping.write(path, [kept for kept in puzzles if kept.id not in failed])
    words = "\n".join(f"{name}: {wrong}" for name, wrong in failed.items())
    data = {"game": game_id, "asked": len(asked), "proved": len(asked) - len(failed), "failed": failed}
    told = f"{len(asked) - len(failed):,} of {len(asked):,} proved"
    if failed and not drop:
        raise NotProved(f"{words}\n{told}.")
    return data, f"{words}\n{told}" if words else told


@_shared.command("count")
@click.option("--write", type=click.Path(path_type=Path), help="Write the tables into this file, after its marker.")
def counted(write: Path | None) -> _shared.Shown:
    """Count the puzzles of every game, by kind and by how hard they are."""
    from plyground.puzzles import keeping, tables

    puzzles = {game: list(keeping.of(game).values()) for game in keeping.games()}
    words = tables.written(puzzles)
    if write is not None:
        write.write_text(tables.into(write.read_text(encoding="utf-8"), words), encoding="utf-8")
    data = {
        game: {"puzzles": len(found), "exact": sum(each.exact for each in found),
               "kinds": Counter(each.kind for each in found), "grades": Counter(each.grade for each in found)}
        for game, found in puzzles.items()
    }  # fmt: skip
    return data, words


for each in (make, prove, counted):
    command.add_command(each)
