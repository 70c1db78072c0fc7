"""What all commands share: their common options, the situation they begin from, and the way they print."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from plyground.core.errors import GameFinished, MalformedPosition, Refusal

F = TypeVar("F", bound=Callable[..., Any])

MOST_TEXT = 1_000_000


class UnreadableFile(Refusal):
    """A file that was named cannot be read or written."""


json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
game_argument = click.argument("game_id", metavar="GAME")
seed_option = click.option("--seed", type=int, default=None, help="Same seed, same choices; without it they vary.")


def situation_options(function: F) -> F:
    """Add ``--option`` and ``--position``."""
    function = click.option(
        "--position", "position_text", metavar="TEXT", help="The position to begin from; - reads stdin, @FILE a file."
    )(function)
    return click.option(
        "--option", "option_texts", multiple=True, metavar="NAME=VALUE", help="An option of the game (repeatable)."
    )(function)


def limit_options(function: F) -> F:
    """Add ``--seconds``, ``--nodes`` and ``--depth``."""
    function = click.option("--depth", type=click.IntRange(min=1), help="Plies a move may look ahead.")(function)
    function = click.option("--nodes", type=click.IntRange(min=1), help="Positions a move may analyse.")(function)
    return click.option(
        "--seconds", type=click.FloatRange(min=0, min_open=True), help="Seconds a move may take."
    )(function)  # fmt: skip


def read_clock(context: click.Context, parameter: click.Parameter, value: str | None) -> tuple[float, float] | None:
    """Read a clock such as ``10+1``: base and increment in seconds."""
    if value is None:
        return None
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\+(\d+(?:\.\d+)?)", value.strip())
    if not found or float(found[1]) + float(found[2]) == 0:
        raise click.BadParameter(f"A clock is written base+increment in seconds, such as 10+1, not “{value}”.")
    return float(found[1]), float(found[2])


@dataclass(frozen=True)
class Situation:
    """A game, its options and the position that a command begins from."""

    game: Any
    options: dict[str, Any]
    position: Any

    def summary(self) -> dict[str, Any]:
        """The fields that describe a position in JSON: its text, the seat to move (null at the end), the returns."""
        returns = self.game.returns(self.position)
        return {
            "game": self.game.spec.id,
            "position": self.game.position_text(self.position),
            "to_move": None if returns is not None else self.game.to_move(self.position),
            "returns": None if returns is None else list(returns),
        }

    def insist_unfinished(self) -> None:
        """Raise ``GameFinished`` if nothing can be asked of a bot here."""
        if self.game.returns(self.position) is not None:
            raise GameFinished("The game is over in this position; there is nothing to choose.")


def read_situation(game_id: str, option_texts: tuple[str, ...] = (), position_text: str | None = None) -> Situation:
    """The game and position that the arguments name; raises the refusal of the first that is wrong."""
    from plyground.core import registry
    from plyground.core.options import parse_pairs

    game = registry.game(game_id)
    options = game.options(parse_pairs(",".join(option_texts)))
    if position_text is None:
        return Situation(game, options, game.initial(options))
    text = read_text(position_text[1:]) if position_text[:1] == "@" else position_text
    text = read_text("-") if position_text == "-" else text
    if not text.strip():
        raise MalformedPosition("The position is empty.")
    return Situation(game, options, game.parse_position(text.strip(), options))


def read_text(name: str, most: int = MOST_TEXT) -> str:
    """The text of a file, or of stdin for ``-``, of at most so many characters; raises ``UnreadableFile``."""
    try:
        if name == "-":
            text = sys.stdin.read(most + 1)
        else:
            with Path(name).open(encoding="utf-8") as file:
                text = file.read(most + 1)
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise UnreadableFile(f"{name} cannot be read: {reason}.") from None
    if len(text) > most:
        raise UnreadableFile(f"{name} is too long; at most {most:,} characters are read.")
    return text


def use_kernels() -> None:
    """Run the rules compiled in this process: for commands that play many moves."""
    from plyground.core import compiled_calls

    compiled_calls.use_compiled(True)


def show(data: dict[str, Any], text: str, as_json: bool) -> None:
    """Print the one JSON object or the text for people."""
    click.echo(json.dumps(data, ensure_ascii=False, allow_nan=False) if as_json else text)


def value_words(choice: dict[str, Any]) -> str:
    """A choice's value in words: whose view, which unit, and how sure."""
    if choice["value"] is None and choice["outcome"] is None:
        return "no value"
    words = [] if choice["value"] is None else [f"{choice['value']:+g}", choice["unit"]]
    kind = {"exact": "exact", "at_least": "at least", "at_most": "at most", "estimate": "estimate"}[choice["kind"]]
    notes = [note for note in (choice["outcome"], kind) if note]
    return " ".join([*filter(None, words), f"for the seat to move ({', '.join(notes)})"])
