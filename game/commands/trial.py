"""``trial BOT GAME``: runs one's own bot as the competition will, and says how it fared."""

from __future__ import annotations

import random
import shlex
import tempfile
from pathlib import Path
from typing import Any

import click

from plyground.commands import _shared

_FAILED = 1


@click.command(short_help="Run one's own bot as the competition will.")
@click.argument("bot")
@_shared.game_argument
@click.option(
    "--against",
    default="random",
    show_default=True,
    help="A bot of the program, or another file; self: the bot itself.",
)
@click.option("--games", type=click.IntRange(1, 1000), default=2, show_default=True, help="Games; seats change round.")
@click.option(
    "--clock",
    callback=_shared.read_clock,
    default="10+1",
    show_default=True,
    metavar="BASE+INC",
    help="Seconds at the start + seconds whenever a turn begins.",
)
@click.option("--unconfined", is_flag=True, help="Without a sandbox: only for bots that you trust.")
@_shared.seed_option
@_shared.situation_options
@_shared.json_option
def command(
    bot: str,
    game_id: str,
    against: str,
    games: int,
    clock: tuple[float, float],
    unconfined: bool,
    seed: int | None,
    option_texts: tuple[str, ...],
    position_text: str | None,
    as_json: bool,
) -> int:
    """Run BOT (a Python file, a zip, a folder, or a program with its words in quotes) against another, as the
    competition will: in the sandbox, on the clock, by the same referee.

    Says for each game the verdict, the result and the seconds of each move, and then what the bot wrote to its log. The
    exit status is 0 if it never failed, else 1.
    """
    from plyground.competitions.refereeing.confinements import UNCONFINED
    from plyground.competitions.sandbox.probe import choose

    here = _shared.read_situation(game_id, option_texts, position_text)
    here.insist_unfinished()
    seed = random.randrange(2**31) if seed is None else seed
    confinement = UNCONFINED if unconfined else choose().name
    with tempfile.TemporaryDirectory(prefix="plyground-trial-") as scratch:
        own = _entrant(bot, Path(scratch) / "own")
        other = own if against == "self" else _opponent(against, Path(scratch) / "other", here.game)
        seats = here.game.seats_at(here.position)
        rounds = []
        for number in range(games):
            seat = number % seats
            record = _play(here, own, other, seat, seed + number // seats, clock, confinement)
            rounds.append(_one(record, seat))
            if not as_json:
                click.echo(_words(number, rounds[-1]))
    failed = [each for each in rounds if each["verdict"]["code"] != "fair"]
    data = {
        "game": game_id,
        "bot": bot,
        "against": against,
        "confinement": confinement,
        "seed": seed,
        "verdict": (failed[0] if failed else rounds[-1])["verdict"],
        "points": sum(each["points"] for each in rounds),
        "games": rounds,
    }
    _shared.show(data, _summary(data, rounds), as_json)
    return _FAILED if failed else 0


def _entrant(text: str, folder: Path) -> dict[str, Any]:
    """What the text names, copied as if it were handed in; raises ``BadUpload`` or ``NoProgram``."""
    from plyground.competitions.submissions import programs, unpacking

    path, command = Path(text), None
    if not path.exists():
        words = shlex.split(text)
        place = 1 if words[:1] in (["python"], ["python3"]) else 0
        if len(words) <= place or not Path(words[place]).is_file():
            raise _shared.UnreadableFile(f"There is no bot at {text}: name a file, a zip, a folder or a program.")
        path = Path(words[place])
    files = unpacking.read(path)
    if str(path) != text:
        command = [*words[:place], next(iter(files)), *words[place + 1 :]]
    folder.mkdir()
    unpacking.write(files, folder)
    programs.program(folder, command)
    return {"kind": "upload", "folder": str(folder), "command": command, "name": path.name}


def _opponent(text: str, folder: Path, game: Any) -> dict[str, Any]:
    """A file if there is one of this name, else a bot of the program's own; raises a refusal."""
    from plyground.core import registry

    if Path(text).exists():
        return _entrant(text, folder)
    return {"kind": "built_in", "bot": registry.parse_player(text, game).text}


def _play(
    here: _shared.Situation,
    own: dict[str, Any],
    other: dict[str, Any],
    seat: int,
    seed: int,
    clock: tuple[float, float],
    confinement: str,
) -> dict[str, Any]:
    from plyground.competitions.refereeing.referee import SERVER_FAULT, play_game

    seats = here.game.seats_at(here.position)
    record = play_game(
        {
            "id": "trial",
            "game": here.game.spec.id,
            "options": here.options,
            "start": here.game.position_text(here.position),
            "seed": seed,
            "clock": {"base": clock[0], "increment": clock[1]},
            "entrants": [own if number == seat else other for number in range(seats)],
            "confinement": confinement,
        }
    )
    if record["status"] == SERVER_FAULT:
        raise click.ClickException(record["fault"].strip().splitlines()[-1])
    return record


def _one(record: dict[str, Any], seat: int) -> dict[str, Any]:
    """One game from the bot's side."""
    made = list(zip(record["moves"], record["seats"], record["seconds"], strict=True))
    return {
        "seat": seat,
        "result": record["results"][seat],
        "points": record["points"][seat],
        "reason": record["reason"],
        "sentence": record["sentence"],
        "verdict": record["verdicts"][seat],
        "verdicts": record["verdicts"],
        "moves": record["moves"],
        "start_seconds": record["start_seconds"][seat],
        "seconds": [seconds for _, mover, seconds in made if mover == seat],
        "left": record["left"][seat],
        "overhead": record["overhead"],
        "log": record["logs"][seat],
    }


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


def _summary(data: dict[str, Any], rounds: list[dict[str, Any]]) -> str:
    lines = [f"{data['points']:g} of {len(rounds)} points against {data['against']}, sandbox: {data['confinement']}"]
    failed = next((each for each in rounds if each["verdict"]["code"] != "fair"), rounds[-1])
    if failed["log"].strip():
        tail = failed["log"].rstrip().splitlines()[-20:]
        lines += ["the end of its log:", *(f"  {line}" for line in tail)]
    return "\n".join(lines)
