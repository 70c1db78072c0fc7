"""Writes the laboratory's part of ``docs/strength.md`` from the results that are kept beside it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any

from plyground.commands._reports import put_section
from plyground.core import folders, registry
from plyground.strength import laboratory, scale
from plyground.strength.sequential import Counts

PAGE, RESULTS = (folders.HOME / "docs" / f"strength.{kind}" for kind in ("md", "jsonl"))
HEAD = """# Strength

First come the levels that people choose from, each measured against the level below it, written by `plyground ladder
GAME --write`, which plays the matches again. Two games after another share a random opening and swap seats. All but the
top levels are limited by positions, not by time, so that they play the same on every machine. The 95 % interval of the
share is Wilson's. Ratings add up the differences between neighbours, from 0 for the weakest level; a clean sweep counts
as if half a point of one game more had been dropped.

Then come the matches of the [laboratory](laboratory.md) against engines of others, other versions and other times,
written from `docs/strength.jsonl` by `plyground strength page`. Each round is one opening with everybody in each seat;
intervals are those of rounds. Openings were chosen anew with commit 6bb9ea6, by longer searches: in rows of earlier
ones more rounds fall to the colour that its opening leaves ahead. Processor time is the mean of all moves, engines of
others included; where it differs by more than a fifth the row says so. A move whose end is known takes next to none, so
the mean of a limit of 0.1 s is 0.07 to 0.09 s; a move that is searched takes all of it. Ratings are those of greatest
likelihood, with the intervals of the difference to the anchor, which is an engine of others where one was met.
"""


def write() -> None:
    """Write the page's sections of matches anew; those of levels stay as they were."""
    results = laboratory.kept(RESULTS)
    titles = sorted(each.spec.title for each in registry.games().values())
    for (title, form), some in groupby(sorted(results, key=_form), _form):
        own = list(some)
        put_section(PAGE, HEAD, f"Matches: {title}{form}", _section(f"Matches: {title}{form}", own), titles)


def keep(result: Mapping[str, Any], page: bool = True) -> None:
    """Put a result among those that the page tells; versions are named by their commits, not by their places."""
    bots = [{**bot, "bot": re.sub("@.*", f"@{bot['version']}", bot["bot"])} for bot in result["bots"]]
    laboratory.keep(RESULTS, {**result, "bots": bots})
    if page:
        write()


def _form(result: Mapping[str, Any]) -> tuple[str, str]:
    options = ", ".join(f"{name} {value}" for name, value in result["options"].items())
    return registry.game(result["game"]).spec.title, f", {options}" if options else ""


def _section(title: str, results: list[dict[str, Any]]) -> str:
    lines = [title, ""]
    lines += ["| | against | points | 95 % interval | Elo | games | processor s a move | test | limits, seed, day |"]
    lines += ["|---|---|---:|---:|---:|---:|---:|---|---|"]
    lines += [_row(each) for each in results]
    return "\n".join([*lines, *_growth(results), *_ratings(results)]) + "\n"


def _row(each: Mapping[str, Any]) -> str:
    first, *others = each["bots"]
    used = [bot["processor"] for bot in each["bots"]]
    times = " : ".join(f"{value:.3f}" for value in used)
    if min(used) > 0 and max(used) > 1.2 * min(used):
        times += f" (× {used[0] / max(used[1:]):.2f})"
    failed = f", {each['failed']} ended by a failure" if each["failed"] else ""
    return (
        f"| {_named(first)} | {', '.join(map(_named, others))} | {each['share']:.1%} | {each['low']:.0%} to "
        f"{each['high']:.0%} | {each['elo']:+.0f} ± {each['elo_error']:.0f} | {each['games']}{failed} | {times} | "
        f"{_test(each)} | {_limits(each)}, {each['seed']}, {each['day']} |"
    )


def _named(bot: Mapping[str, Any]) -> str:
    commit = re.fullmatch(r"([0-9a-f]{7})[0-9a-f]*(?:(\+)[0-9a-f]*)?", bot["version"])
    version = f"{commit[1]}{commit[2] or ''}" if commit else bot["version"]
    return f"`{bot['bot'].partition('@')[0]}` {version}"


def _test(each: Mapping[str, Any]) -> str:
    test = each.get("sprt")
    if not test:
        return ""
    bounds = f"{test['elo0']:g} to {test['elo1']:g}"
    said = {"elo1": "passed", "elo0": "failed", None: "open"}[test["verdict"]]
    return f"{bounds}: {said} ({test['llr']:+.2f})"


def _limits(each: Mapping[str, Any]) -> str:
    words = [f"{name} {value}" for name, value in each["limits"].items() if name != "on_processor"]
    if each["clock"]:
        counted = " of processor time" if each["limits"].get("on_processor") else ""
        words.append(f"clock {each['clock'][0]:g}+{each['clock'][1]:g}{counted}")
    return ", ".join(words) or "their own"


def _spec(bot: Mapping[str, Any]) -> tuple[str, dict[str, str]]:
    """The name of a bot and its own options."""
    name, _colon, own = bot["bot"].partition("@")[0].partition(":")
    return name, dict(pair.partition("=")[::2] for pair in own.split(",") if pair)


def _player(each: Mapping[str, Any], bot: Mapping[str, Any]) -> str:
    """Who counts as the same player: a bot with its version, its own limits and those of the match."""
    name, pairs = _spec(bot)
    common = {limit: str(value) for limit, value in each["limits"].items() if limit != "on_processor"}
    pairs = common | pairs
    text = ",".join(f"{option}={value}" for option, value in sorted(pairs.items()))
    clock = f" on {each['clock'][0]:g}+{each['clock'][1]:g}" if each["clock"] else ""
    return f"{_named({**bot, 'bot': f'{name}:{text}' if text else name})}{clock}"


def _growth(results: Iterable[Mapping[str, Any]]) -> list[str]:
    """How strength grows with time: matches of a bot with another time of its own version, on as many cores."""
    lines = []
    for each in results:
        one, *others = each["bots"]
        if len(others) != 1 or one["version"] != others[0]["version"]:
            continue
        (name, own), (other, of_other) = map(_spec, each["bots"])
        used = [bot["processor"] for bot in each["bots"]]
        alike = (name, own.get("threads")) == (other, of_other.get("threads"))
        if alike and min(used) > 0 and max(used) > 1.2 * min(used):
            times = f"{used[0]:.3f} s against {used[1]:.3f} s ({used[0] / used[1]:.2f} times)"
            share = f"{each['share']:.1%} ({each['low']:.0%} to {each['high']:.0%})"
            bare = _named({**one, "bot": name})
            lines.append(f"| {bare} | {times} | {share} | {each['elo']:+.0f} | {each['games']} |")
    if not lines:
        return []
    return [
        "",
        "More time:",
        "",
        "| | processor s a move | points | Elo | games |",
        "|---|---|---:|---:|---:|",
        *lines,
    ]


def _ratings(results: Iterable[Mapping[str, Any]]) -> list[str]:
    """The ratings of all who met at tables for two, against the engine of others that was met first."""
    two = [each for each in results if len(each["bots"]) == 2]
    meetings, processor = list[scale.Meeting](), dict[str, float]()
    anchors = list[str]()
    for each in two:
        names = [_player(each, bot) for bot in each["bots"]]
        counts: Counts = {float(score): count for score, count in each["scores"].items()}
        meetings.append((names[0], names[1], counts))
        for name, bot in zip(names, each["bots"], strict=True):
            processor[name] = bot["processor"]
            if bot["bot"].partition("@")[0].partition(":")[0] not in registry.own_bots():
                anchors.append(name)
    if not meetings:
        return []
    anchor = anchors[0] if anchors else meetings[0][1]
    lines = ["", "On one scale:", "", "| | processor s a move | Elo | ± | rounds |", "|---|---:|---:|---:|---:|"]
    for name, rating in sorted(scale.rated(meetings, anchor).items(), key=lambda item: -item[1].elo):
        error = "anchor" if name == anchor else f"{rating.error:.0f}"
        lines.append(f"| {name} | {processor[name]:.3f} | {rating.elo:+.0f} | {error} | {rating.rounds} |")
    return lines


def kept_at() -> Path:
    """Where results of this machine's matches are kept."""
    return folders.data() / "strength" / "results.jsonl"
