"""``strength``: matches that prove which bot, version or engine is stronger, kept and told on one page."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import click

from plyground.commands import _shared


@click.group("strength")
def command() -> None:
    """Find out who is stronger: bots, other versions of the program, engines of others.

    A bot is written as everywhere, with limits of its own where it has some: hare:cpu=0.1, ntest:depth=16. After an @
    comes another version: the folder of a checkout or of an environment, or a commit: hare@../base, hare@285fc4e.
    """


@_shared.command("match")
@_shared.in_game
@click.argument("bots", metavar="BOT OTHER…", nargs=-1, required=True)
@click.option("--games", type=click.IntRange(2, 1_000_000), default=200, show_default=True, help="Games at most.")
@click.option("--cpu", type=_shared.SECONDS, help="Seconds of processor time a move may take.")
@_shared.limit_options
@_shared.clock_option("A clock for each bot: seconds at the start + seconds a turn, as 10+0.1.")
@click.option("--processor-clock", is_flag=True, help="Let clocks count processor time; for bots of ours.")
@click.option("--sprt", type=_shared.ELO_PAIR, metavar="ELO0 ELO1", help="Stop when one of these is shown to be wrong.")
@click.option("--alpha", type=_shared.Finite(0.0001, 0.4), default=0.05, show_default=True, help="Error for ELO1.")
@click.option("--beta", type=_shared.Finite(0.0001, 0.4), default=0.05, show_default=True, help="Error for ELO0.")
@click.option("--plies", type=click.IntRange(0, 100), help="Random plies of an opening; those of the game's ladder.")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Games at the same time.")
@click.option("--seed", type=int, default=1, show_default=True, help="Which openings come when, and the bots' chance.")
@click.option("--write", is_flag=True, help="Put the result into docs/strength.jsonl and docs/strength.md.")
def match(
    here: _shared.Situation,
    bots: tuple[str, ...],
    games: int,
    cpu: float | None,
    limits: dict[str, Any],
    clock: tuple[float, float] | None,
    processor_clock: bool,
    sprt: tuple[float, float] | None,
    alpha: float,
    beta: float,
    plies: int | None,
    jobs: int,
    seed: int,
    write: bool,
) -> _shared.Shown:
    """Play BOT against OTHER, both from each side of balanced openings; what was broken off goes on.

    Against several others it plays one match after another; where the game has more seats, all sit at one table.

    plyground strength match tak hare hare@../base --option size=5 --nodes 20000 --sprt 0 20
    """
    if len(bots) < 2:
        raise click.UsageError("A match needs at least two bots.")
    if sprt is not None and sprt[0] >= sprt[1]:
        raise click.UsageError("--sprt has the smaller figure first.")
    from plyground.commands import _laboratory
    from plyground.commands._reports import machine
    from plyground.strength import laboratory, openings
    from plyground.strength.sequential import Sprt

    _shared.use_kernels()
    options = here.unusual()
    plies = openings.usual_plies(here.game.spec.id) if plies is None else plies
    seats = here.game.seats_at(here.position)
    tables = [bots] if seats > 2 else [(bots[0], other) for other in bots[1:]]
    test = None if sprt is None else Sprt(*sprt, alpha, beta)
    found = []
    for table in tables:
        given_limits = {"cpu": cpu, "on_processor": processor_clock or None, **limits}
        setting = laboratory.Setting(here.game.spec.id, table, options, given_limits, clock, plies, seed)
        result = laboratory.play(setting, -(-games // seats), test, jobs, _Telling())
        result["machine"] = machine()
        if write and result["rounds"]:
            _laboratory.keep(result)
        found.append(result)
    return {"matches": found}, "\n".join(map(_words, found))


class _Telling:
    """Says on stderr how a match stands, at most every ten seconds."""

    def __init__(self) -> None:
        self._next = time.monotonic()

    def __call__(self, result: dict[str, Any]) -> None:
        if time.monotonic() >= self._next:
            self._next = time.monotonic() + 10
            click.echo(f"  {_words(result)}", err=True)


def _words(result: dict[str, Any]) -> str:
    """A result on one line."""
    names = [f"{bot['bot']} ({bot['version']})" for bot in result["bots"]]
    times = " : ".join(f"{bot['processor']:.4f}" for bot in result["bots"])
    words = (
        f"{names[0]} against {', '.join(names[1:])}: {result['share']:.1%} of {result['games']} games "
        f"({result['low']:.0%} to {result['high']:.0%}), {result['elo']:+.0f} ± {result['elo_error']:.0f} Elo, "
        f"{times} s of processor time a move"
    )
    if len(result["bots"]) > 2:
        words += f"; {1 + (len(result['bots']) - 1) * result['share']:.2f} rank points of {len(result['bots'])}"
    if result.get("sprt"):
        test = result["sprt"]
        verdict = {"elo1": "passed", "elo0": "failed", None: "open"}[test["verdict"]]
        words += f"; test of {test['elo0']:g} against {test['elo1']:g} Elo {verdict} ({test['llr']:+.2f})"
    if result["failed"]:
        words += f"; {result['failed']} games ended by a failure"
    return words


@_shared.command("list")
def listed() -> _shared.Shown:
    """List the matches that were played here."""
    from plyground.commands import _laboratory
    from plyground.strength import laboratory

    found = laboratory.kept(_laboratory.kept_at())
    return {"matches": found}, "\n".join(f"{each['key']} {each['game']}: {_words(each)}" for each in found)


@_shared.command("keep")
@click.argument("keys", metavar="KEY…", nargs=-1, required=True)
def keep(keys: tuple[str, ...]) -> _shared.Shown:
    """Put matches that were played here, by their keys, into docs/strength.jsonl, and write the page."""
    from plyground.commands import _laboratory
    from plyground.core.errors import BadOption
    from plyground.strength import laboratory

    found = {each["key"]: each for each in laboratory.kept(_laboratory.kept_at())}
    for key in keys:
        if key not in found:
            raise BadOption(f"No match with the key {key} was played here.")
        _laboratory.keep(found[key], page=False)
    _laboratory.write()
    return {"kept": list(keys)}, f"{len(keys)} kept"


@_shared.command("page")
def page() -> _shared.Shown:
    """Write docs/strength.md anew from the results that are kept."""
    from plyground.commands import _laboratory

    _laboratory.write()
    return {"page": str(_laboratory.PAGE)}, f"{_laboratory.PAGE} is written."


@_shared.command("openings")
@_shared.in_game
@click.option("--plies", type=click.IntRange(1, 100), help="Random plies; those of the game's ladder.")
@click.option("--count", type=click.IntRange(1, 10_000), default=200, show_default=True, help="How many.")
@click.option("--write", is_flag=True, help="Keep them as a file of the program.")
def openings_command(here: _shared.Situation, plies: int | None, count: int, write: bool) -> _shared.Shown:
    """Make, or show, the openings with which matches of GAME begin."""
    from plyground.strength import openings

    _shared.use_kernels()
    game_id, usual = here.game.spec.id, here.game.options({})
    options = {name: value for name, value in here.options.items() if value != usual[name]}
    plies = openings.usual_plies(game_id) if plies is None else plies
    found = openings.some(game_id, options, plies, count)
    if write:
        path: Path = openings.KEPT / f"{openings.name(game_id, options, plies)}.jsonl"
        openings.write(path, found)
    return {"openings": found}, "\n".join(", ".join(moves) for moves in found)


for each in (match, listed, keep, page, openings_command):
    command.add_command(each)
