"""``trial BOT GAME``: runs one's own bot as the competition will, and says how it fared."""

from __future__ import annotations

import os
import random
import shlex
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import click

from plyground.commands import _shared


@_shared.command("trial", short_help="Run one's own bot as the competition will.")
@click.argument("bot")
@_shared.in_situation
@click.option(
    "--against",
    default="random",
    show_default=True,
    help="A bot of the program, or another file; self: the bot itself.",
)
@click.option("--games", type=click.IntRange(1, 1000), default=2, show_default=True, help="Games; seats change round.")
@_shared.clock_option("Seconds at the start + seconds whenever a turn begins.", "10+1")
@click.option(
    "--weights", type=click.Path(exists=True, dir_okay=False, path_type=Path), default=None,
    help="A file of learnt weights, which the bot opens as weights, with this file's ending.",
)  # fmt: skip
@click.option("--unconfined", is_flag=True, help="Without a sandbox: only for bots that you trust.")
@_shared.seed_option
def command(
    here: _shared.Situation,
    bot: str,
    against: str,
    games: int,
    clock: tuple[float, float],
    weights: Path | None,
    unconfined: bool,
    seed: int | None,
) -> tuple[dict[str, Any], str, int]:
    """Run BOT (a source file, a zip, a folder, or a program with its words in quotes) against another, as the
    competition will: in the sandbox, on the clock, by the same referee.

    Says for each game the verdict, the result and the seconds of each move, and then what the bot wrote to its log. The
    exit status is 0 if it never failed, else 1.
    """
    from plyground.competitions.refereeing.referee import conditions
    from plyground.core import processors
    from plyground.sandbox.confinements import UNCONFINED
    from plyground.sandbox.probe import choose

    here.insist_unfinished()
    seed = random.randrange(2**31) if seed is None else seed
    confinement = UNCONFINED if unconfined else choose().name
    cores = processors.allowed()
    with tempfile.TemporaryDirectory(prefix="plyground-trial-") as scratch, _on(cores[-1:], cores):
        own = _entrant(bot, Path(scratch) / "own", weights)
        other = own if against == "self" else _opponent(against, Path(scratch) / "other", here.game)
        seats = here.game.seats_at(here.position)
        rounds = []
        for number in range(games):
            seat = number % seats
            entrants = [own if each == seat else other for each in range(seats)]
            rounds.append(_one(_play(here, entrants, seed + number // seats, clock, confinement), seat))
            if not _shared.wants_json():
                click.echo(_words(number, rounds[-1]))
    failed = next((each for each in rounds if each["verdict"]["code"] != "fair"), None)
    shown = failed or rounds[-1]
    data = {
        "game": here.game.spec.id,
        "bot": bot,
        "against": against,
        "confinement": confinement,
        "conditions": conditions(confinement),
        "seed": seed,
        "verdict": shown["verdict"],
        "points": sum(each["points"] for each in rounds),
        "games": rounds,
    }
    return data, _summary(data, shown["log"]), int(failed is not None)


@contextmanager
def _on(cores: Iterable[int], before: Iterable[int]) -> Iterator[None]:
    """Run on these cores alone, with all that is started meanwhile, as a game of an event has one."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def _entrant(text: str, folder: Path, weights: Path | None = None) -> dict[str, Any]:
    """What the text names, copied as if it were handed in; raises ``BadUpload`` or ``NoProgram``."""
    from plyground.competitions.submissions import making, programs, unpacking

    path, command, words, place = Path(text), None, list[str](), 0
    if not text or not path.exists():
        with suppress(ValueError):  # a quotation that is not closed
            words = shlex.split(text)
        place = 1 if words[:1] in (["python"], ["python3"]) else 0
        if len(words) <= place or not Path(words[place]).is_file():
            raise _shared.UnreadableFile(f"There is no bot at {text}: name a file, a zip, a folder or a program.")
        path = Path(words[place])
    files = unpacking.read(path)
    if weights is not None:
        files = unpacking.with_weights(files, weights.name, weights.read_bytes())
    if words:
        command = [*words[:place], next(iter(files)), *words[place + 1 :]]
    made = making.made(files, None, command)
    folder.mkdir()
    unpacking.write(made.files, folder)
    programs.program(folder, command)
    return {"kind": "upload", "folder": str(folder), "command": command, "name": path.name}


def _opponent(text: str, folder: Path, game: Any) -> dict[str, Any]:
    """A file if there is one of this name, else a bot of the program's own; raises a refusal."""
    from plyground.core import registry

    if Path(text).exists():
        return _entrant(text, folder)
    return {"kind": "built_in", "bot": registry.parse_player(text, game).text}


def _play(
    here: _shared.Situation, entrants: list[dict[str, Any]], seed: int, clock: tuple[float, float], confinement: str
) -> dict[str, Any]:
    from plyground.competitions.refereeing.referee import SERVER_FAULT, play_game

    record = play_game(
        {
            "id": "trial",
            "game": here.game.spec.id,
            "options": here.options,
            "start": here.text,
            "seed": seed,
            "clock": {"base": clock[0], "increment": clock[1]},
            "entrants": entrants,
            "confinement": confinement,
        }
    )
    if record["status"] == SERVER_FAULT:
        raise click.ClickException(record["fault"].strip().splitlines()[-1])
    return record


def _one(record: dict[str, Any], seat: int) -> dict[str, Any]:
    """One game from the bot's side."""
    found = {name: record[name] for name in ("reason", "sentence", "verdicts", "moves", "overhead")}
    found |= {name: record[f"{name}s"][seat] for name in ("result", "verdict", "log")}
    own = [seconds for seconds, mover in zip(record["seconds"], record["seats"], strict=True) if mover == seat]
    times = {"start_seconds": record["start_seconds"][seat], "seconds": own, "left": record["left"][seat]}
    return {"seat": seat, "points": record["points"][seat], **found, **times}


def _words(number: int, game: dict[str, Any]) -> str:
    seconds = game["seconds"]
    mean = sum(seconds) / len(seconds) if seconds else 0.0
    return "\n".join(
        [
            f"game {number + 1}, seat {game['seat'] + 1}: {game['result']}. {game['sentence']}",
            f"  verdict: {game['verdict']['name']}. {game['verdict']['sentence']}",
            f"  start {game['start_seconds']:.3f} s; {len(seconds)} moves, mean {mean:.3f} s, "
            f"slowest {max(seconds, default=0.0):.3f} s; {game['left']:.1f} s left",
            f"  the server's own: {_middle(game['overhead']):.2f} ms a move, not charged",
            "  seconds: " + " ".join(f"{each:.3f}" for each in seconds),
        ]
    )


def _middle(values: list[float]) -> float:
    return sorted(values)[len(values) // 2] if values else 0.0


def _summary(data: dict[str, Any], log: str) -> str:
    lines = [
        f"{data['points']:g} of {len(data['games'])} points against {data['against']}, sandbox: {data['confinement']}",
        data["conditions"],
    ]
    if log.strip():
        lines += ["the end of its log:", *(f"  {line}" for line in log.rstrip().splitlines()[-20:])]
    return "\n".join(lines)
