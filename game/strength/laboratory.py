"""Plays a match of the laboratory to its end or its decision, and goes on where one that was broken off had stopped.

Each round that was played is a line of the match's own file in the folder of data (``strength/matches``), with its
moves and times; what the match came to is its line in ``strength/results.jsonl`` there.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from plyground.core import folders, registry
from plyground.core.errors import BadOption, Refusal
from plyground.core.messages import _
from plyground.engines import versions
from plyground.interface import matches
from plyground.strength import openings
from plyground.strength.sequential import Counts, Sprt, measured

_AT_ONCE = 20


class Changed(Refusal):
    """A version was changed while it played."""


@dataclass(frozen=True)
class Setting:
    """What is played: ``bots`` by their texts, the first of them the one that is measured against the other, or the
    others at a table of more seats. ``limits`` (``cpu``, ``seconds``, ``nodes``, ``depth``) hold for each move of each
    bot that has none of its own, ``clock`` is a base and an increment in seconds. ``options`` are those of the game
    that are not as usual, ``plies`` how many an opening has."""

    game: str
    bots: tuple[str, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    limits: Mapping[str, Any] = field(default_factory=dict)
    clock: tuple[float, float] | None = None
    plies: int = 0
    seed: int = 0

    def as_json(self) -> dict[str, Any]:
        """Plain JSON."""
        limits = {name: value for name, value in self.limits.items() if value is not None}
        clock = None if self.clock is None else list(self.clock)
        return {**vars(self), "bots": list(self.bots), "options": dict(self.options), "limits": limits, "clock": clock}


@dataclass(frozen=True)
class Round:
    """The games of one opening, one for each rotation of the seats."""

    number: int
    games: tuple[Mapping[str, Any], ...]

    def score(self) -> float:
        """The first bot's share of the points against each other seat."""
        points, met = 0.0, 0
        for game in self.games:
            own = game["seats"].index(0)
            for seat, value in enumerate(game["returns"]):
                if seat != own:
                    mine = game["returns"][own]
                    points, met = points + (mine > value) + (mine == value) / 2, met + 1
        return points / met


def play(
    setting: Setting, rounds: int, sprt: Sprt | None, jobs: int, told: Callable[[dict[str, Any]], object]
) -> dict[str, Any]:
    """Play until ``rounds`` are done or the test is decided; ``told`` hears the result so far after each round.

    Gives the result as it is kept. Raises ``Refusal``, ``Changed`` if a version was edited meanwhile.
    """
    game = registry.game(setting.game)
    options = game.options(dict(setting.options))
    start = game.initial(options)
    for text in setting.bots:
        matches.parse_player(text, game, setting.limits).require_fit(start)
    seats = game.seats_at(start)
    if len(setting.bots) != seats:
        raise BadOption(_("This game has {seats} seats; name as many bots.", seats=seats))
    known = _versions(setting.bots)
    key = hashlib.sha256(json.dumps([setting.as_json(), known], sort_keys=True).encode()).hexdigest()[:12]
    file = _folder() / "matches" / f"{key}.jsonl"
    done = _played(file)

    def result() -> dict[str, Any]:
        return _result(key, setting, known, [done[number] for number in sorted(done)], sprt)

    found = result()
    todo = [number for number in range(rounds) if number not in done]
    try:
        if todo and not _decided(found):
            with closing(_rounds(setting, options, game.position_text(start), todo, jobs)) as playing:
                for each in playing:
                    if _versions(setting.bots) != known:
                        raise Changed(_("A version was changed while it played; the rounds until then are kept."))
                    done[each.number] = each
                    _append(file, each)
                    found = result()
                    told(found)
                    if _decided(found):
                        break
    finally:
        if done:
            keep(_folder() / "results.jsonl", found)
    return found


def _decided(found: Mapping[str, Any]) -> bool:
    return bool(found.get("sprt") and found["sprt"]["verdict"])


def _rounds(
    setting: Setting, options: Mapping[str, Any], start: str, todo: list[int], jobs: int
) -> Generator[Round, None, None]:
    """The rounds of these numbers as they end. Openings are made for some of them at a time: a test may end it."""
    for first in range(0, len(todo), _AT_ONCE):
        numbers = todo[first : first + _AT_ONCE]
        begun = openings.some(setting.game, setting.options, setting.plies, numbers[-1] + 1, setting.seed)
        with closing(_some_rounds(setting, options, start, numbers, begun, jobs)) as playing:
            yield from playing


def _some_rounds(
    setting: Setting, options: Mapping[str, Any], start: str, todo: list[int], begun: list[tuple[str, ...]], jobs: int
) -> Generator[Round, None, None]:
    seats = len(setting.bots)
    tasks = [
        matches.Task(
            number * seats + shift, setting.game, options, start,
            (*setting.bots[shift:], *setting.bots[:shift]), (*range(shift, seats), *range(shift)),
            setting.limits, len(begun[number]), "", f"{setting.seed}:{number}:{shift}", setting.clock, begun[number],
        )
        for number in todo
        for shift in range(seats)
    ]  # fmt: skip
    waiting: dict[int, list[matches.Played]] = {}
    with closing(matches.play_all(tasks, jobs)) as playing:
        for played in playing:
            games = waiting.setdefault(played.number // seats, [])
            games.append(played)
            if len(games) == seats:
                del waiting[played.number // seats]
                yield Round(played.number // seats, tuple(_game(each) for each in games))


def _game(played: matches.Played) -> dict[str, Any]:
    """A game as its round's line keeps it; times are by seat."""
    times = {"seconds": played.seconds, "processor": played.processor}
    return {
        **played.as_json(),
        "seats": list(played.entrants),
        "choices": list(played.choices),
        **{name: [round(value, 4) for value in values] for name, values in times.items()},
    }


def _result(key: str, setting: Setting, known: list[str], rounds: Iterable[Round], sprt: Sprt | None) -> dict[str, Any]:
    """What is kept of a match: the setting, the versions, what each bot used, the rounds by their score, the test."""
    rounds = list(rounds)
    games = [game for each in rounds for game in each.games]
    counts: Counts = Counter(each.score() for each in rounds)
    said = measured(counts)
    told: dict[str, Any] = {"key": key, **setting.as_json()}
    told["bots"] = [_used(number, text, known[number], games) for number, text in enumerate(setting.bots)]
    told |= {"rounds": len(rounds), "games": len(games), "scores": {str(each): counts[each] for each in sorted(counts)}}
    told |= {"share": said.share, "low": said.low, "high": said.high}
    told |= {"elo": round(said.elo, 1), "elo_error": round(said.elo_error, 1)}
    told["failed"] = sum(game["reason"] != "rules" for game in games)
    if sprt is not None:
        verdict = sprt.verdict(counts)
        told["sprt"] = {**vars(sprt), "llr": round(sprt.ratio(counts), 3), "verdict": verdict}
    return {**told, "day": date.today().isoformat()}


def _used(number: int, text: str, version: str, games: list[Mapping[str, Any]]) -> dict[str, Any]:
    """A bot of a result: its text and version, and what a move took it of a processor and on the wall, in seconds."""
    seats = [(game, seat) for game in games for seat, entrant in enumerate(game["seats"]) if entrant == number]
    moves = sum(game["choices"][seat] for game, seat in seats) or 1
    times = {name: sum(game[name][seat] for game, seat in seats) / moves for name in ("processor", "seconds")}
    return {"bot": text, "version": version, **{name: round(value, 5) for name, value in times.items()}}


def _versions(bots: Iterable[str]) -> list[str]:
    """The versions that play: commits of our own, what engines of others call themselves."""
    found = []
    for text in bots:
        bot, place = versions.split(text)
        name = bot.partition(":")[0]
        own = place or name in registry.own_bots()
        found.append(versions.version(place) if own else _engine(name))
    return found


def _engine(name: str) -> str:
    from plyground.engines import declared

    engine = declared.engines().find(name)
    return str(engine.facts.get("name") or engine.title)


def _folder() -> Path:
    return folders.data() / "strength"


def _played(file: Path) -> dict[int, Round]:
    """The rounds that a match's file holds; a line that was cut off counts as none."""
    found: dict[int, Round] = {}
    if file.exists():
        for line in file.read_text(encoding="utf-8").splitlines():
            try:
                read = json.loads(line)
                found[read["round"]] = Round(read["round"], tuple(read["games"]))
            except (ValueError, KeyError):
                continue
    return found


def _append(file: Path, played: Round) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    cut_off = file.exists() and file.read_bytes()[-1:] not in (b"", b"\n")
    with file.open("a", encoding="utf-8") as out:
        line = json.dumps({"round": played.number, "games": played.games}, ensure_ascii=False)
        out.write(("\n" if cut_off else "") + line + "\n")


def kept(path: Path) -> list[dict[str, Any]]:
    """The results of a file, one a line, in their order."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []


def keep(path: Path, result: Mapping[str, Any]) -> None:
    """Put a match's result into a file of results, in the place of an older one of the same match."""
    found = kept(path)
    places = [index for index, each in enumerate(found) if each["key"] == result["key"]]
    if places:
        found[places[0]] = dict(result)
    else:
        found.append(dict(result))
    path.parent.mkdir(parents=True, exist_ok=True)
    making = path.with_name(f".{path.name}.{os.getpid()}")
    making.write_text("".join(f"{json.dumps(each, ensure_ascii=False)}\n" for each in found), encoding="utf-8")
    os.replace(making, path)
