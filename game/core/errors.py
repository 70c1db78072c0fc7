"""Refusals: every way in which the program says no, each a named error with a sentence for a person.

A refusal is a ``ValueError``. Its ``code`` is stable and meant for programs; its text is one plain sentence that
says what is wrong and, where it can, what would be right. What the server refuses stands in ``refusals``.
"""

from __future__ import annotations

import re
import sys
import types
from typing import Any, ClassVar, TypeVar, cast

from plyground.core.messages import _


class Refusal(ValueError):
    """The base of all refusals; ``str()`` of one is the sentence that a person reads.

    A class's ``code`` is its name in lower case with underscores, unless it says another; ``status`` is the http status
    under which the web answers it, that of its base unless it says another: ``class NoSuchMap(Refusal, status=404)``.
    """

    code: ClassVar[str] = "refused"
    status: ClassVar[int] = 400

    def __init_subclass__(cls, code: str | None = None, status: int | None = None) -> None:
        cls.code = code or re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()
        if status is not None:
            cls.status = status

    @property
    def sentence(self) -> str:
        """The sentence for the person who reads the refusal."""
        return str(self.args[0]) if self.args else _("That is not possible.")

    def as_json(self) -> dict[str, Any]:
        """``{"code": ..., "sentence": ...}``, the form that travels; a subclass may say more."""
        return {"code": self.code, "sentence": self.sentence}


def quoted(text: str, most: int = 40) -> str:
    """The text in quotation marks, shortened if it is long, for use in a sentence; what cannot be printed, as in a
    file of bytes, is a question mark in a diamond."""
    legible = "".join(
        c if c.isprintable() else " " if c in "\t\r\n" else "\N{REPLACEMENT CHARACTER}" for c in text[:most]
    )
    return f"“{legible}{'…' * (len(text) > most)}”"


R = TypeVar("R", bound=Refusal)


def kind(base: type[R], name: str, meaning: str, status: int | None = None, code: str | None = None) -> type[R]:
    """A subclass of this refusal, for tables that have a line for each; ``meaning`` is its docstring."""
    module = sys._getframe(1).f_globals["__name__"]  # as namedtuple finds it
    body = {"__doc__": meaning, "__module__": module}
    return cast(type[R], types.new_class(name, (base,), {"status": status, "code": code}, lambda own: own.update(body)))


class UnknownGame(Refusal, status=404):
    """No game has this id."""


class UnknownBot(Refusal):
    """No bot has this id."""


class UnfitBot(Refusal):
    """The bot cannot play this game or position."""


class BadOption(Refusal):
    """An option is unknown, of the wrong type, or out of its range."""


class MalformedMove(Refusal):
    """The text is no move of this game at all."""


class AmbiguousMove(Refusal):
    """The text could mean more than one move."""


class MalformedPosition(Refusal):
    """The text is no position of this game."""


class MalformedRecord(Refusal):
    """The text is no game record in any form that this game reads."""


class SeveralGames(MalformedRecord):
    """The text holds several games where one is wanted; ``core.collection`` reads them all."""


class IllegalMove(Refusal):
    """A well-formed move that the rules forbid here; games subclass it, one class for each reason."""


class ImpossibleMove(IllegalMove, MalformedMove):
    """A move that no position of the game allows, so that reading its text raises this already."""


class GameFinished(IllegalMove):
    """A move was sent to a game that is over."""


class Unsolved(Refusal):
    """The exact value of a position could not be found."""


class ContractBroken(Exception):
    """A game, bot, search or lesson breaks its contract; the text is the reason."""
