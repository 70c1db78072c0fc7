"""The tables of the present version. A change here needs a migration, and ``HEAD`` is the last one's number."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, String, Table, Text, UniqueConstraint

HEAD = "0014"
"""The schema version that this program knows best: the number of the last file in ``migrations/versions``."""
OLDEST = "0001"
"""The oldest program, by the version that it knows best, that can work on a database of version ``HEAD``."""

metadata = sa.MetaData()

schema_version = Table(
    "plyground_schema",
    metadata,
    Column("version_num", String(32), primary_key=True),
    Column("oldest", String(32), nullable=False, server_default="0001"),
)
"""One row, kept by Alembic: the database's version. ``oldest`` is ``OLDEST`` of that version."""

games = Table(
    "games",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("setup", Text, nullable=False),
    Column("created", Float, nullable=False),
    Column("touched", Float, nullable=False),
    Column("finished", Float, nullable=True),
    Column("active", Boolean, nullable=False),
    Column("maker", String(40), nullable=True),
    Column("besides", Text, nullable=True),
    Column("due", Float, nullable=True),
    Column("lasting", Boolean, nullable=True),
    Index("games_due", "due"),
    Index("games_finished", "finished", "touched"),
    Index("games_maker", "maker", "finished"),
)
"""One row for each game. ``touched`` is the time of the last event, ``finished`` that of the end (Unix seconds);
``active`` games go on by themselves, for a bot is to move or a clock runs; ``maker`` is the setup's, for lists of
one's own games. ``besides`` is what the setup holds that servers of before version 0008 do not know, as JSON. A game
with days for a move is ``lasting`` once all have moved, and never swept; ``due`` is when its clock runs out."""

events = Table(
    "events",
    metadata,
    Column("game", String(64), ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("kind", String(32), nullable=False),
    Column("data", Text, nullable=False),
    Column("at", Float, nullable=False),
    Column("command", String(80), nullable=True),
    UniqueConstraint("game", "seq"),
    UniqueConstraint("game", "command"),
)
"""The log. Rows are only added, and deleted with their game."""


def _of_game() -> Column[str]:
    return Column("game", String(64), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)


open_seats = Table(
    "open_seats",
    metadata,
    _of_game(),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("token", String(80), nullable=False),
    Column("maker", String(40), nullable=False),
    Column("here", Boolean, nullable=False),
    Column("lasting", Boolean, nullable=False),
    Column("shown", Text, nullable=False),
    Column("created", Float, nullable=False),
    Index("open_seats_created", "created"),
)
"""Seats that anybody may take: the ``token`` is as good as public until somebody does, and the row goes with it.
``here`` says whether the host is there, ``lasting`` that it does not matter; ``shown`` is what the list tells."""

game_plans = Table(
    "game_plans",
    metadata,
    _of_game(),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("ply", Integer, nullable=False),
    Column("data", Text, nullable=False),
)
"""What a seat will reply, as it was planned at a ply; no part of the log, which its opponents follow."""

handovers = Table(
    "handovers",
    metadata,
    Column("code", String(64), primary_key=True),
    Column("body", Text, nullable=False),
    Column("until", Float, nullable=False),
)
"""Lists of own games on their way to another device, sealed with the code of which this is the digest."""

studies = Table(
    "studies",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("record", Text, nullable=False),
    Column("until", Float, nullable=False),
    Index("studies_until", "until"),
)
"""Games with their branches that are shared by a short link."""

competitions = Table(
    "competitions",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("title", Text, nullable=False),
    Column("game", String(32), nullable=False),
    Column("options", Text, nullable=False),
    Column("settings", Text, nullable=False),
    Column("seed", sa.BigInteger().with_variant(Integer, "sqlite"), nullable=False),
    Column("state", String(16), nullable=False),
    Column("field", Text, nullable=True),
    Column("created", Float, nullable=False),
    Column("secret", String(32), nullable=True),
    Column("grading", Text, nullable=True),
)
"""``state`` is ``open``, ``closed`` to new entries, ``running``, ``paused`` or ``finished``. ``field`` are the versions
that take part in the event, by seeding, fixed when it begins.
All chance is drawn from ``secret``, or where there is none from ``seed``. ``grading`` is the formula of the grades."""

entries = Table(
    "competition_entries",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("competition", String(32), ForeignKey("competitions.id", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("alias", String(80), nullable=False),
    Column("name", String(80), nullable=True),
    Column("name_shown", Boolean, nullable=False),
    Column("owner", String(80), nullable=True),
    Column("active", String(40), nullable=True),
    Column("created", Float, nullable=False),
    UniqueConstraint("competition", "number"),
    UniqueConstraint("competition", "alias"),
)
"""A bot under its alias; ``owner`` is the hash of its owner's secret, ``active`` the version that plays."""

versions = Table(
    "competition_versions",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("entry", String(32), ForeignKey("competition_entries.id", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("bot", Text, nullable=False),
    Column("tokens", Integer, nullable=True),
    Column("note", Text, nullable=False),
    Column("admission", String(16), nullable=False),
    Column("reason", Text, nullable=False),
    Column("created", Float, nullable=False),
    UniqueConstraint("entry", "number"),
)
"""``bot`` is how a task names it (an upload by its content hash); ``admission`` is ``waiting``, ``validated``,
``refused`` with the ``reason``, or ``admitted`` by the teacher."""

exclusions = Table(
    "competition_exclusions",
    metadata,
    Column("entry", String(32), ForeignKey("competition_entries.id", ondelete="CASCADE"), primary_key=True),
)
"""The bots that the teacher has excluded, whatever their versions are worth."""

competition_roster = Table(
    "competition_roster",
    metadata,
    Column("competition", String(32), ForeignKey("competitions.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("name", String(80), nullable=False),
    Column("team", String(80), nullable=False),
    Column("code", String(16), nullable=False),
    Column("entry", String(32), nullable=True),
    Column("keys", Text, nullable=False),
    UniqueConstraint("competition", "code"),
)
"""The teacher's list of who takes part: the name, a team or "", the code by which each comes in, the bot that one or
the team has, and as JSON the digests of the keys that were given for the code. Without rows everybody may take part."""

competition_positions = Table(
    "competition_positions",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("competition", String(32), ForeignKey("competitions.id", ondelete="CASCADE"), nullable=False),
    Column("entry", String(32), ForeignKey("competition_entries.id", ondelete="CASCADE"), nullable=True),
    Column("title", Text, nullable=False),
    Column("position", Text, nullable=False),
    Column("wanted", Text, nullable=False),
    Column("hidden", Boolean, nullable=False),
    Column("created", Float, nullable=False),
    Index("competition_positions_of", "competition", "entry"),
)
"""Positions by which bots are tested: the teacher's, for all, and those of the owner of an ``entry``, for that bot.
``wanted`` is JSON: what the bot should do there."""

competition_position_answers = Table(
    "competition_position_answers",
    metadata,
    Column("position", String(32), ForeignKey("competition_positions.id", ondelete="CASCADE"), primary_key=True),
    Column("version", String(40), ForeignKey("competition_versions.id", ondelete="CASCADE"), primary_key=True),
    Column("passed", Boolean, nullable=False),
    Column("answer", Text, nullable=False),
    Column("at", Float, nullable=False),
)
"""What each version did in each position, once it was asked."""

competition_games = Table(
    "competition_games",
    metadata,
    Column("id", String(96), primary_key=True),
    Column("competition", String(32), ForeignKey("competitions.id", ondelete="CASCADE"), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("round", Integer, nullable=False),
    Column("number", Integer, nullable=False),
    Column("part", Integer, nullable=False),
    Column("entrants", Text, nullable=False),
    Column("task", Text, nullable=False),
    Column("status", String(16), nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("result", Text, nullable=True),
    Column("record", Text, nullable=True),
    Column("finished", Float, nullable=True),
    Index("competition_games_waiting", "competition", "status"),
)
"""One row for each game, made before it is played. ``status`` is ``waiting`` or ``played``; ``result`` is
the short form that tables are counted from, ``record`` the whole one. ``attempts`` counts our faults."""

classes = Table(
    "classes",
    metadata,
    Column("code", String(16), primary_key=True),
    Column("teacher", String(64), nullable=False),
    Column("maker", String(64), nullable=False),
    Column("seed", sa.BigInteger().with_variant(Integer, "sqlite"), nullable=False),
    Column("state", Text, nullable=False),
    Column("idle", Float, nullable=False),
    Column("question_left", Float, nullable=True),
    Column("created", Float, nullable=False),
)
"""One row for each class that has not ended. ``teacher`` is the hash of the teacher's secret, ``maker`` stands for the
visitor who opened it; ``idle`` are the seconds without a command of the teacher, ``question_left`` those that the open
question has left, both when the row was last written: no time of day is needed to go on."""


def _of_class() -> Column[str]:
    return Column("class", String(16), ForeignKey("classes.code", ondelete="CASCADE"), primary_key=True)


class_students = Table(
    "class_students",
    metadata,
    _of_class(),
    Column("student", String(16), primary_key=True),
    Column("nickname", String(80), nullable=False),
    Column("token", String(64), nullable=False),
    Column("asked", Integer, nullable=False),
    Column("score", Integer, nullable=False),
)
"""``token`` is the hash of the student's secret; a student who is sent out is deleted."""

class_questions = Table(
    "class_questions",
    metadata,
    _of_class(),
    Column("question", String(16), primary_key=True),
    Column("data", Text, nullable=False),
)
"""Those that were revealed, and the one that is asked."""

class_answers = Table(
    "class_answers",
    metadata,
    _of_class(),
    Column("question", String(16), primary_key=True),
    Column("student", String(16), primary_key=True),
    Column("text", Text, nullable=False),
    Column("label", Text, nullable=True),
    Column("correct", Boolean, nullable=True),
)
"""``label`` is what people read, written when the question is graded; ``correct`` is empty where nothing is right."""

plans = Table(
    "plans",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("key", String(64), nullable=False),
    Column("body", Text, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("touched", Float, nullable=False),
    Index("plans_touched", "touched"),
)
"""What teachers have prepared, as the file of a plan. ``key`` is the hash of its authors' secret, ``revision`` grows
with each change."""

homework = Table(
    "homework",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("key", String(64), nullable=False),
    Column("body", Text, nullable=False),
    Column("due", Float, nullable=False),
    Column("until", Float, nullable=False),
    Column("gone", Float, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("open", Boolean, nullable=False),
    Column("created", Float, nullable=False),
    Index("homework_gone", "gone"),
)
"""Plans that were set as homework, each as it was then. ``key`` is the hash of the teacher's secret. Work is in time up
to ``due``, taken up to ``until``, and all of it is deleted at ``gone`` (Unix seconds). ``tries`` are those at a
question, 0 for any number. Whoever has the link may put a name on the list of one that is ``open``."""


def _of_homework() -> Column[str]:
    return Column("homework", String(32), ForeignKey("homework.id", ondelete="CASCADE"), primary_key=True)


homework_people = Table(
    "homework_people",
    metadata,
    _of_homework(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("name", String(80), nullable=False),
    Column("sign", String(80), nullable=False),
    Column("code", String(16), nullable=False),
    UniqueConstraint("homework", "code"),
)
"""The teacher's list of who does it: the name, by which ``sign`` a gradebook knows them or "", and the code by which
they come in."""

homework_answers = Table(
    "homework_answers",
    metadata,
    _of_homework(),
    Column("person", Integer, primary_key=True, autoincrement=False),
    Column("entry", Integer, primary_key=True, autoincrement=False),
    Column("attempt", Integer, primary_key=True, autoincrement=False),
    Column("text", Text, nullable=False),
    Column("part", Float, nullable=True),
    Column("late", Boolean, nullable=False),
    Column("at", Float, nullable=False),
)
"""Every answer to an entry of the plan, numbered from 1; ``part`` of the points is empty where people read it and have
not done so yet."""

homework_keys = Table(
    "homework_keys",
    metadata,
    _of_homework(),
    Column("entry", Integer, primary_key=True, autoincrement=False),
    Column("answer", Text, nullable=False),
)
"""What a search has found to be right, as JSON, so that all are measured by the same."""

lab_questions = Table(
    "lab_questions",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("key", String(24), nullable=False, unique=True),
    Column("body", Text, nullable=False),
)
"""What was asked of the lab, by the key of its trace, so that a trace that is no longer kept can be made again."""

servers = Table(
    "servers",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("beat", sa.BigInteger().with_variant(Integer, "sqlite"), nullable=False),
    Column("told", Text, nullable=False),
)
"""The servers that make up one site, where there are several. ``beat`` grows while a server lives; a row is deleted
when it ends, or by another that has seen it stand still. ``told`` is JSON for those who look after them."""

owners = Table(
    "owners",
    metadata,
    Column("thing", String(64), primary_key=True),
    Column("server", String(32), nullable=False),
    Column("fence", sa.BigInteger().with_variant(Integer, "sqlite"), nullable=False),
    Index("owners_server", "server"),
)
"""Which server carries on a game, by its id, or the classes, or the competitions; empty for nobody. One that is not
among ``servers`` owns nothing any more. ``fence`` grows with each owner: what an earlier one still writes is refused.
"""

network_bots = Table(
    "network_bots",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("name", String(80), nullable=False),
    Column("sought", String(80), nullable=False, unique=True),
    Column("key", String(64), nullable=False, unique=True),
    Column("games", Text, nullable=False),
    Column("told", Integer, nullable=False),
    Column("created", Float, nullable=False),
    Column("seen", Float, nullable=False),
)
"""Bots over the network. ``sought`` is the name without its capitals, ``key`` the digest of the token, ``games`` the
ids of those that it plays, as JSON (none: all), ``told`` the number of its last event, ``seen`` when it last asked."""


def _of_bot() -> Column[str]:
    return Column("bot", String(16), ForeignKey("network_bots.id", ondelete="CASCADE"), primary_key=True)


network_games = Table(
    "network_games",
    metadata,
    _of_bot(),
    Column("game", String(64), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, nullable=False),
    Index("network_games_game", "game"),
)
"""Who of them plays where; the setup of the game says the same."""

network_events = Table(
    "network_events",
    metadata,
    _of_bot(),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("data", Text, nullable=False),
    Column("at", Float, nullable=False),
)
"""What each was told lately, numbered from 1 without gaps."""

challenges = Table(
    "network_challenges",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("maker", String(16), ForeignKey("network_bots.id", ondelete="CASCADE"), nullable=False),
    Column("spec", Text, nullable=False),
    Column("state", String(16), nullable=False),
    Column("game", String(64), nullable=True),
    Column("created", Float, nullable=False),
    Index("network_challenges_maker", "maker"),
)
"""``spec`` is the game that is offered, as JSON; ``state`` is ``open``, ``accepted`` with the ``game``, ``declined`` or
``cancelled``."""

challenged = Table(
    "network_challenged",
    metadata,
    _of_bot(),
    Column("challenge", String(64), ForeignKey("network_challenges.id", ondelete="CASCADE"), primary_key=True),
    Column("accepted", Boolean, nullable=False),
)
"""Whom a challenge asks, and who has agreed already."""
