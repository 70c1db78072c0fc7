"""What the commands of a competition share: the store, the table and the words for versions."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click

from plyground.competitions.store import CompetitionStore
from plyground.core.settings import Settings

ADMISSION = {
    "waiting": "waits for its validation games",
    "validated": "plays",
    "refused": "refused",
    "admitted": "admitted",
}


@contextmanager
def open_store() -> Iterator[CompetitionStore]:
    """The store of the product's database."""
    opened = CompetitionStore(Settings.from_environment())
    try:
        yield opened
    finally:
        opened.close()


def about_competition(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``EVENT`` to a command, whose function is given the open store and the competition."""

    @click.argument("competition_id", metavar="EVENT")
    @functools.wraps(function)
    def run(competition_id: str, **given: Any) -> Any:
        with open_store() as store:
            return function(store, store.get(competition_id), **given)

    return run


def table(data: dict[str, Any], refused: dict[str, str]) -> str:
    """The table for people, with the winner of the final and why versions were refused."""
    rows = data["standings"]
    width = max([3, *(len(row["name"]) for row in rows)])
    lines = [f"place  {'bot':{width}}  points  bonus  badge  won drawn lost    Elo    ±  tokens"]
    for row in rows:
        badge = {1: "gold", 2: "silver", 3: "bronze"}.get(row["badge"], "")
        tokens = "-" if row["tokens"] is None else row["tokens"]
        lines.append(
            f"{row['place']:5}  {row['name']:{width}}  {row['points']:6g}  {row['bonus']:5g}  {badge:6}"
            f" {row['wins']:3} {row['draws']:5} {row['losses']:4}  {row['elo']:+5.0f} {row['elo_error']:4.0f}"
            f"  {tokens:>6}"
        )
    if data["final"]:
        lines.append(f"final: {data['final']['winner'] or 'not over yet'}")
    lines += [f"refused: {reason}" for reason in refused.values()]
    return "\n".join(lines)
