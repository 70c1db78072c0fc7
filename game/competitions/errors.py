"""Refusals of competitions: why an entry, a setting or a step is turned down."""

from __future__ import annotations

from typing import ClassVar

from plyground.core.errors import Refusal


class CompetitionRefusal(Refusal):
    """The base of the refusals of this package; ``status`` is the http status under which the web answers it."""

    code: ClassVar[str] = "refused"
    status: ClassVar[int] = 400


class BadSetting(CompetitionRefusal):
    """A setting of a competition is unknown or does not fit."""

    code = "bad_setting"


class TooFewEntrants(CompetitionRefusal):
    """There are not enough bots for what is asked."""

    code = "too_few_entrants"


class NoSuchCompetition(CompetitionRefusal):
    """No competition has this id."""

    code = "no_such_competition"
    status = 404


class NoSuchEntry(CompetitionRefusal):
    """No bot of the competition has this name, or no version this number."""

    code = "no_such_entry"
    status = 404


class NoSuchMatch(CompetitionRefusal):
    """No game of a competition has this id."""

    code = "no_such_match"
    status = 404


class NameTaken(CompetitionRefusal):
    """Another bot of the competition has this name."""

    code = "name_taken"


class AlreadyBegun(CompetitionRefusal):
    """The event has begun, so its field and settings stand."""

    code = "already_begun"


class Excluded(CompetitionRefusal):
    """The teacher has excluded the bot."""

    code = "excluded"
    status = 403


class StillWaiting(CompetitionRefusal):
    """Bots wait for their first games, and would be left out."""

    code = "still_waiting"
    status = 409


class NotBegun(CompetitionRefusal):
    """The event has not begun."""

    code = "not_begun"


class NotRunning(CompetitionRefusal):
    """The event is not being played."""

    code = "not_running"


class TooMany(CompetitionRefusal):
    """A competition takes no more bots, a bot no more versions, or the server no more files."""

    code = "too_many"
    status = 409


class SameVersion(CompetitionRefusal):
    """The very files of the latest version are handed in again."""

    code = "same_version"
    status = 409


class CannotChoose(CompetitionRefusal):
    """A version cannot be the one that plays."""

    code = "cannot_choose"
    status = 409


class CannotCompare(CompetitionRefusal):
    """Two versions cannot be compared."""

    code = "cannot_compare"


class AlreadyCompared(CompetitionRefusal):
    """Versions of this bot are being compared."""

    code = "already_compared"
    status = 409


class BeingRun(CompetitionRefusal):
    """Another process runs this competition."""

    code = "being_run"


class NoCluster(CompetitionRefusal):
    """The scheduler cannot be reached, or its workers do not suit."""

    code = "no_cluster"


class TookTooLong(CompetitionRefusal):
    """A game that somebody waits for took longer than anybody should wait."""

    code = "took_too_long"
    status = 503


class CannotPlay(CompetitionRefusal):
    """Games could not be played by faults of the server's own, tried again and again."""

    code = "cannot_play"
    status = 503
