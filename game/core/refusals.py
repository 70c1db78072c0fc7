"""What the server refuses: every way in which a request, a command, a class or a competition is turned down.

One vocabulary with ``errors``: each has the code of its name, and the http status under which the web answers it.
"""

from __future__ import annotations

from plyground.core.errors import Refusal

# Requests, and games in progress


class Malformed(Refusal):
    """A message is not of the form that the protocol describes."""


class Oversized(Refusal, status=413):
    """A message, text or list is longer than is taken."""


class NoSuchGame(Refusal, status=404):
    """No game has this id, or it is no longer kept."""


class WrongToken(Refusal, status=403):
    """The token opens no seat of this game."""


class NotDirector(Refusal, status=403):
    """Only the director of a game between bots may do this."""


class NotASeat(Refusal, status=403):
    """Only a seat may do this; the director has none."""


class NotAllowed(Refusal, status=403):
    """The holder of this token may not do this in this game."""


class WrongTurn(Refusal):
    """It is another seat's turn."""


class OldPly(Refusal):
    """The command was meant for an earlier moment of the game."""


class UnknownCommand(Refusal):
    """There is no command of this name."""


class GaveUp(Refusal):
    """A seat that left a game of three or more wants something of it."""


class NotFinished(Refusal, code="game_not_finished"):
    """The game still goes on."""


class NoOffer(Refusal):
    """There is no offer to answer."""


class OfferOpen(Refusal):
    """The same offer stands already."""


class NothingToTakeBack(Refusal):
    """The seat has made no move that could be taken back."""


class NothingToHurry(Refusal):
    """No bot is thinking."""


class HintPending(Refusal):
    """A hint is being looked for already."""


class AlreadyPaused(Refusal):
    """The game is paused already."""


class NotPaused(Refusal):
    """The game is not paused."""


class TooFast(Refusal, status=429):
    """One connection sends more commands than are taken."""


class TooOften(Refusal, status=429):
    """One visitor makes more games than are allowed in a minute."""


class TooManyGames(Refusal, status=429):
    """The server plays as many games as it can."""


class StorageFull(Refusal, status=503):
    """The cap on disk use is reached and nothing may be deleted."""


class StorageFailed(Refusal, status=503):
    """The log could not be written, so the command was not carried out."""


class UnfitDatabase(Refusal, status=503):
    """The database is damaged, another program's, or of a version that this program cannot work on."""


class NoBackup(Refusal):
    """This kind of database is not backed up by this command."""


class Closing(Refusal, status=503):
    """The server is shutting down."""


class BotFailed(Refusal):
    """A bot could not choose a move, though it was asked again."""


# Classes


class NoSuchClass(Refusal, status=404):
    """No class has this code, or it has ended."""


class TooManyGuesses(Refusal, status=429):
    """Too many wrong codes came from one connection or address."""


class TooManyClasses(Refusal, status=429):
    """One address, or the server, holds as many classes as it may."""


class ClassFull(Refusal, status=429):
    """The class has as many students as it may."""


class NotTeacher(Refusal, status=403):
    """Only the teacher of the class may do this."""


class NotStudent(Refusal, status=403):
    """Only a student of the class may do this."""


class NotInClass(Refusal, status=403):
    """The token opens nothing in this class."""


class NoSuchStudent(Refusal, status=403):
    """The token is no student's of this class: of another class, or the teacher sent its holder out."""


class NicknameNeeded(Refusal):
    """A student comes without a token of this class and without a nickname."""


class BadNickname(Refusal):
    """The nickname is too long or holds something that is no letter, digit, space or - _ . '."""


class NicknameTaken(Refusal):
    """Another student of the class has this nickname."""


class NoQuestion(Refusal):
    """No question is asked now."""


class QuestionClosed(Refusal):
    """The question takes no more answers."""


class ClassPaused(Refusal):
    """The teacher has paused the class."""


class BadAnswer(Refusal):
    """The text is no answer to this question."""


class NotYet(Refusal):
    """What the question asks about has not happened yet."""


class VoteRunning(Refusal):
    """The class plays against a bot; that comes first."""


class NoVote(Refusal):
    """The class plays against no bot."""


class NothingToAsk(Refusal):
    """The search did nothing at this node that could be asked about."""


class TooManyQuestions(Refusal):
    """The class has been asked as many questions as are kept."""


# Competitions


class BadSetting(Refusal):
    """A setting of a competition is unknown or does not fit."""


class TooFewEntrants(Refusal):
    """There are not enough bots for what is asked."""


class NoSuchCompetition(Refusal, status=404):
    """No competition has this id."""


class NoSuchEntry(Refusal, status=404):
    """No bot of the competition has this name, or no version this number."""


class NoSuchMatch(Refusal, status=404):
    """No game of a competition has this id."""


class NameTaken(Refusal):
    """Another bot of the competition has this name."""


class AlreadyBegun(Refusal):
    """The event has begun, so its field and settings stand."""


class Excluded(Refusal, status=403):
    """The teacher has excluded the bot."""


class StillWaiting(Refusal, status=409):
    """Bots wait for their first games, and would be left out."""


class NotBegun(Refusal):
    """The event has not begun."""


class NotRunning(Refusal):
    """The event is not being played."""


class TooMany(Refusal, status=409):
    """A competition takes no more bots, a bot no more versions, or the server no more files."""


class SameVersion(Refusal, status=409):
    """The very files of the latest version are handed in again."""


class CannotChoose(Refusal, status=409):
    """A version cannot be the one that plays."""


class CannotCompare(Refusal):
    """Two versions cannot be compared."""


class AlreadyCompared(Refusal, status=409):
    """Versions of this bot are being compared."""


class BeingRun(Refusal):
    """Another process runs this competition."""


class NoCluster(Refusal):
    """The scheduler cannot be reached, or its workers do not suit."""


class TookTooLong(Refusal, status=503):
    """A game that somebody waits for took longer than anybody should wait."""


class CannotPlay(Refusal, status=503):
    """Games could not be played by faults of the server's own, tried again and again."""
