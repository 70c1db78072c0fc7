"""What all commands share: how they are made, what they begin from, and the way they print."""

from __future__ import annotations

import functools
import json
import math
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from plyground.core.errors import BadOption, GameFinished, MalformedPosition, Refusal

if TYPE_CHECKING:
    from rich.progress import Progress

Function = Callable[..., Any]
Shown = tuple[dict[str, Any], str]
"""What a command gives: its JSON object, and its text for people."""

MOST_TEXT = 1_000_000


class UnreadableFile(Refusal):
    """A file that was named cannot be read or written."""


game_argument = click.argument("game_id", metavar="GAME")
seed_option = click.option("--seed", type=int, default=None, help="Same seed, same choices; without it they vary.")


class Finite(click.FloatRange):
    """A finite number, within bounds where it has some."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not math.isfinite(float(click.FLOAT.convert(value, param, ctx))):
            self.fail(f"{value} is not a finite number.", param, ctx)
        return super().convert(value, param, ctx)


SECONDS = Finite(min=0, min_open=True)
ELO_PAIR = (Finite(), Finite())


def port(text: str) -> int:
    """The port that somebody names, as an option or as PORT; raises ``BadOption``."""
    if not text.isdecimal() or len(text) > 5 or not 0 < int(text) < 65536:
        raise BadOption(f"PORT is a number from 1 to 65535, not “{text[:40]}”.")
    return int(text)


def command(name: str, **settings: Any) -> Callable[[Function], click.Command]:
    """Make a command of a function that returns ``Shown``, and its exit status after it unless that is 0; ``--json`` is
    added."""

    def decorate(function: Function) -> click.Command:
        @functools.wraps(function)
        def run(as_json: bool, **given: Any) -> int:
            data, text, *status = function(**given)
            click.echo(json.dumps(data, ensure_ascii=False, allow_nan=False) if as_json else text)
            return int(status[0]) if status else 0

        made = click.command(name, click.Command, **settings)(run)
        made.params.append(click.Option(["--json", "as_json"], is_flag=True, help="Print one JSON object."))
        return made

    return decorate


def wants_json() -> bool:
    """Whether the command that runs was asked for JSON."""
    return bool(click.get_current_context().params["as_json"])


def names_options() -> bool:
    """Whether the command that runs was given options of the game."""
    return bool(click.get_current_context().params["option_texts"])


def together(given_as: str, make: Function, *parameters: Function) -> Callable[[Function], Function]:
    """Add these parameters to a command; its function is given, under one name, what ``make`` makes of their values."""

    def decorate(function: Function) -> Function:
        @functools.wraps(function)
        def run(*before: Any, **given: Any) -> Any:
            own = {name: given.pop(name) for name in names}
            return function(*before, **{given_as: make(**own)}, **given)

        known = len(getattr(run, "__click_params__", ()))
        for parameter in reversed(parameters):
            parameter(run)
        names = [each.name for each in vars(run)["__click_params__"][known:]]
        return run

    return decorate


limit_options = together(
    "limits",
    dict,
    click.option("--seconds", type=SECONDS, help="Seconds a move may take."),
    click.option("--nodes", type=click.IntRange(min=1), help="Positions a move may analyse."),
    click.option("--depth", type=click.IntRange(min=1), help="Plies a move may look ahead."),
)
"""``--seconds``, ``--nodes`` and ``--depth``, as the dictionary ``limits``."""


def clock_option(words: str, usual: str | None = None) -> Callable[[Function], Function]:
    """``--clock``, given as base and increment in seconds."""
    return click.option(
        "--clock", callback=_read_clock, default=usual, show_default=True, metavar="BASE+INC", help=words
    )


def _read_clock(context: click.Context, parameter: click.Parameter, value: str | None) -> tuple[float, float] | None:
    if value is None:
        return None
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\+(\d+(?:\.\d+)?)", value.strip())
    if not found or not 0 < float(found[1]) + float(found[2]) < math.inf:
        raise click.BadParameter(f"A clock is written base+increment in seconds, such as 10+1, not “{value}”.")
    return float(found[1]), float(found[2])


@dataclass(frozen=True)
class Situation:
    """A game, its options and the position that a command begins from."""

    game: Any
    options: dict[str, Any]
    position: Any

    @property
    def text(self) -> str:
        """The position's text."""
        return str(self.game.position_text(self.position))

    def unusual(self) -> dict[str, Any]:
        """The game's options that are not as usual."""
        usual = self.game.options({})
        return {name: self.options[name] for name in usual if self.options[name] != usual[name]}

    def summary(self) -> dict[str, Any]:
        """The fields that describe a position in JSON: its text, the seat to move (null at the end), the returns."""
        returns = self.game.returns(self.position)
        return {
            "game": self.game.spec.id,
            "position": self.text,
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


option_option = click.option(
    "--option", "option_texts", multiple=True, metavar="NAME=VALUE", help="An option of the game (repeatable)."
)
in_situation = together(
    "here",
    read_situation,
    game_argument,
    option_option,
    click.option(
        "--position", "position_text", metavar="TEXT", help="The position to begin from; - reads stdin, @FILE a file."
    ),
)
"""``GAME``, ``--option`` and ``--position``, as the ``Situation`` ``here``."""
in_game = together("here", read_situation, game_argument, option_option)
"""The same without ``--position``."""


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


def progress_bars(after: str = "", before: str = "", elapsed: bool = False) -> Progress:
    """Bars with counts on stderr where somebody sees them, between texts of their tasks.

    With the time ``elapsed`` they stay in the end.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    columns = (BarColumn(), MofNCompleteColumn(), *([TimeElapsedColumn()] if elapsed else []))
    words = (TextColumn(before), *columns, TextColumn(after))
    return Progress(*words, console=console, disable=not console.is_terminal, transient=not elapsed)


def value_words(choice: dict[str, Any]) -> str:
    """A choice's value in words: whose view, which unit, and how sure."""
    if choice["value"] is None and choice["outcome"] is None:
        return "no value"
    words = [] if choice["value"] is None else [f"{choice['value']:+g}", choice["unit"]]
    kind = {"exact": "exact", "at_least": "at least", "at_most": "at most", "estimate": "estimate"}[choice["kind"]]
    notes = [note for note in (choice["outcome"], kind) if note]
    return " ".join([*filter(None, words), f"for the seat to move ({', '.join(notes)})"])
