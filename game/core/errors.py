"""Refusals: every way in which the program says no, each a named error with a sentence for a person.

A refusal is a ``ValueError``. Its ``code`` is stable and meant for programs; its text is one plain sentence that
says what is wrong and, where it can, what would be right.
"""

from __future__ import annotations

from typing import Any, ClassVar


class Refusal(ValueError):
    """The base of all refusals; ``str()`` of one is the sentence that a person reads."""

    code: ClassVar[str] = "refused"

    @property
    def sentence(self) -> str:
        """The sentence for the person who reads the refusal."""
        return str(self.args[0]) if self.args else "That is not possible."

    def as_json(self) -> dict[str, Any]:
        """``{"code": ..., "sentence": ...}``, the form that travels; a subclass may say more."""
        return {"code": self.code, "sentence": self.sentence}


class UnknownGame(Refusal):
    """No game has this id."""

    code = "unknown_game"


class UnknownBot(Refusal):
    """No bot has this id."""

    code = "unknown_bot"


class UnfitBot(Refusal):
    """The bot cannot play this game or position."""

    code = "unfit_bot"


class BadOption(Refusal):
    """An option is unknown, of the wrong type, or out of its range."""

    code = "bad_option"


class MalformedMove(Refusal):
    """The text is no move of this game at all."""

    code = "malformed_move"


class AmbiguousMove(Refusal):
    """The text could mean more than one move."""

    code = "ambiguous_move"


class MalformedPosition(Refusal):
    """The text is no position of this game."""

    code = "malformed_position"


class MalformedRecord(Refusal):
    """The text is no game record in any form that this game reads."""

    code = "malformed_record"


class IllegalMove(Refusal):
    """A well-formed move that the rules forbid here; games subclass it, one class for each reason."""

    code = "illegal_move"


class GameFinished(IllegalMove):
    """A move was sent to a game that is over."""

    code = "game_finished"


class Unsolved(Refusal):
    """The exact value of a position could not be found."""

    code = "unsolved"


class ContractBroken(Exception):
    """A game or bot module breaks the contract; it stops the start, naming the file and the reason."""
