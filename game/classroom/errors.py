"""Refusals of the classroom: why somebody cannot come in, answer, or do what only the teacher may do."""

from __future__ import annotations

from plyground.sessions.errors import SessionRefusal


class NoSuchClass(SessionRefusal):
    """No class has this code, or it has ended."""

    code = "no_such_class"
    status = 404


class TooManyGuesses(SessionRefusal):
    """Too many wrong codes came from one connection or address."""

    code = "too_many_guesses"
    status = 429


class TooManyClasses(SessionRefusal):
    """One address, or the server, holds as many classes as it may."""

    code = "too_many_classes"
    status = 429


class ClassFull(SessionRefusal):
    """The class has as many students as it may."""

    code = "class_full"
    status = 429


class NotTeacher(SessionRefusal):
    """Only the teacher of the class may do this."""

    code = "not_teacher"
    status = 403


class NotStudent(SessionRefusal):
    """Only a student of the class may do this."""

    code = "not_student"
    status = 403


class NotInClass(SessionRefusal):
    """The token opens nothing in this class."""

    code = "not_in_class"
    status = 403


class NoSuchStudent(SessionRefusal):
    """The token is no student's of this class: of another class, or the teacher sent its holder out."""

    code = "no_such_student"
    status = 403


class NicknameNeeded(SessionRefusal):
    """A student comes without a token of this class and without a nickname."""

    code = "nickname_needed"


class BadNickname(SessionRefusal):
    """The nickname is too long or holds something that is no letter, digit, space or - _ . '."""

    code = "bad_nickname"


class NicknameTaken(SessionRefusal):
    """Another student of the class has this nickname."""

    code = "nickname_taken"


class NoQuestion(SessionRefusal):
    """No question is asked now."""

    code = "no_question"


class QuestionClosed(SessionRefusal):
    """The question takes no more answers."""

    code = "question_closed"


class ClassPaused(SessionRefusal):
    """The teacher has paused the class."""

    code = "class_paused"


class BadAnswer(SessionRefusal):
    """The text is no answer to this question."""

    code = "bad_answer"


class NotYet(SessionRefusal):
    """What the question asks about has not happened yet."""

    code = "not_yet"


class VoteRunning(SessionRefusal):
    """The class plays against a bot; that comes first."""

    code = "vote_running"


class NoVote(SessionRefusal):
    """The class plays against no bot."""

    code = "no_vote"


class NothingToAsk(SessionRefusal):
    """The search did nothing at this node that could be asked about."""

    code = "nothing_to_ask"


class TooManyQuestions(SessionRefusal):
    """The class has been asked as many questions as are kept."""

    code = "too_many_questions"
