"""Classes, plans and homework."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import Boolean, Column, Float, Index, Integer, String, Table, Text, UniqueConstraint

from plyground.storage.schema.metadata import metadata, part_of

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

class_students = Table(
    "class_students",
    metadata,
    part_of("class", "classes.code", 16),
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
    part_of("class", "classes.code", 16),
    Column("question", String(16), primary_key=True),
    Column("data", Text, nullable=False),
)
"""Those that were revealed, and the one that is asked."""

class_answers = Table(
    "class_answers",
    metadata,
    part_of("class", "classes.code", 16),
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
    Column("secret", String(64), nullable=True),
    Index("homework_gone", "gone"),
)
"""Plans that were set as homework, each as it was then. ``key`` is the hash of the teacher's secret. Work is in time up
to ``due``, taken up to ``until``, and all of it is deleted at ``gone`` (Unix seconds). ``tries`` are those at a
question, 0 for any number. Whoever has the link may put a name on the list of one that is ``open``.
The hidden checks of its exercises are drawn from ``secret``, which is made when it is first needed."""

homework_people = Table(
    "homework_people",
    metadata,
    part_of("homework", "homework.id", 32),
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
    part_of("homework", "homework.id", 32),
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
    part_of("homework", "homework.id", 32),
    Column("entry", Integer, primary_key=True, autoincrement=False),
    Column("answer", Text, nullable=False),
)
"""What a search has found to be right, as JSON, so that all are measured by the same."""
