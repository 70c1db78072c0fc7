"""Refusals of sessions: why a command, a new game or a look at a game is turned down.

Each carries ``status``, the http status under which the web answers it; the code and the sentence travel as with
every refusal.
"""

from __future__ import annotations

from typing import ClassVar

from plyground.core.errors import Refusal


class SessionRefusal(Refusal):
    """The base of the refusals of this package."""

    code: ClassVar[str] = "refused"
    status: ClassVar[int] = 400


class Malformed(SessionRefusal):
    """A message is not of the form that the protocol describes."""

    code = "malformed"


class Oversized(SessionRefusal):
    """A message, text or list is longer than is taken."""

    code = "oversized"
    status = 413


class NoSuchGame(SessionRefusal):
    """No game has this id, or it is no longer kept."""

    code = "no_such_game"
    status = 404


class WrongToken(SessionRefusal):
    """The token opens no seat of this game."""

    code = "wrong_token"
    status = 403


class NotDirector(SessionRefusal):
    """Only the director of a game between bots may do this."""

    code = "not_director"
    status = 403


class NotASeat(SessionRefusal):
    """Only a seat may do this; the director has none."""

    code = "not_a_seat"
    status = 403


class NotAllowed(SessionRefusal):
    """The holder of this token may not do this in this game."""

    code = "not_allowed"
    status = 403


class WrongTurn(SessionRefusal):
    """It is another seat's turn."""

    code = "wrong_turn"


class OldPly(SessionRefusal):
    """The command was meant for an earlier moment of the game."""

    code = "old_ply"


class UnknownCommand(SessionRefusal):
    """There is no command of this name."""

    code = "unknown_command"


class GaveUp(SessionRefusal):
    """A seat that left a game of three or more wants something of it."""

    code = "gave_up"


class NotFinished(SessionRefusal):
    """The game still goes on."""

    code = "game_not_finished"


class NoOffer(SessionRefusal):
    """There is no offer to answer."""

    code = "no_offer"


class OfferOpen(SessionRefusal):
    """The same offer stands already."""

    code = "offer_open"


class NothingToTakeBack(SessionRefusal):
    """The seat has made no move that could be taken back."""

    code = "nothing_to_take_back"


class NothingToHurry(SessionRefusal):
    """No bot is thinking."""

    code = "nothing_to_hurry"


class HintPending(SessionRefusal):
    """A hint is being looked for already."""

    code = "hint_pending"


class AlreadyPaused(SessionRefusal):
    """The game is paused already."""

    code = "already_paused"


class NotPaused(SessionRefusal):
    """The game is not paused."""

    code = "not_paused"


class TooFast(SessionRefusal):
    """One connection sends more commands than are taken."""

    code = "too_fast"
    status = 429


class TooOften(SessionRefusal):
    """One visitor makes more games than are allowed in a minute."""

    code = "too_often"
    status = 429


class TooManyGames(SessionRefusal):
    """The server plays as many games as it can."""

    code = "too_many_games"
    status = 429


class StorageFull(SessionRefusal):
    """The cap on disk use is reached and nothing may be deleted."""

    code = "storage_full"
    status = 503


class StorageFailed(SessionRefusal):
    """The log could not be written, so the command was not carried out."""

    code = "storage_failed"
    status = 503


class NoBackup(SessionRefusal):
    """This kind of database is not backed up by this command."""

    code = "no_backup"


class Closing(SessionRefusal):
    """The server is shutting down."""

    code = "closing"
    status = 503


class BotFailed(SessionRefusal):
    """A bot could not choose a move, though it was asked again."""

    code = "bot_failed"
