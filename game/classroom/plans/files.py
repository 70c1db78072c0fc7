"""A plan as a file: JSON with the version of its form, read so that what is wrong is named by its line or entry."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from plyground.classroom.plans.entries import LONGEST_LINE, Entry, read_entry
from plyground.core import effort, json_text
from plyground.core.errors import Refusal
from plyground.core.messages import _
from plyground.core.refusals import BadPlan, Oversized
from plyground.sessions import reading
from plyground.sessions.question import line

FORM = 1
"""The version of a plan's form that is written, and the newest that is read."""
LARGEST, MOST_ENTRIES, MOST_STAGES = 300_000, 100, 20
"""Characters of a plan's file, entries of a plan, and questions on a search among them."""
MOST_SECONDS = 3.0
"""Processor time that reading a plan may take, all its entries together."""
Plan = dict[str, Any]
"""``title`` and ``entries``, each in its normal form."""


def read_file(text: str) -> Plan:
    """The plan that a file holds; raises ``BadPlan`` or ``Oversized``, and nothing else."""
    if len(text) > LARGEST:
        raise Oversized(
            _("A plan has at most {most:,} characters; this file has {count:,}.", most=LARGEST, count=len(text))
        )
    try:
        given = json_text.read(text)
    except json.JSONDecodeError as failure:
        if not text[failure.pos :].strip():
            raise BadPlan(
                _("The file ends in the middle, in line {line}: a part is missing.", line=failure.lineno)
            ) from None
        raise BadPlan(
            _("Line {line} of the file cannot be read, at letter {column}.", line=failure.lineno, column=failure.colno)
        ) from None
    except ValueError:
        raise BadPlan(_("The file is no plan: it is nested too deep, or holds what is no JSON.")) from None
    if not isinstance(given, Mapping) or "plyground plan" not in given:
        raise BadPlan(_("The file is no plan of Plyground: its field “plyground plan” is missing."))
    form = given["plyground plan"]
    if type(form) is int and form > FORM:
        raise BadPlan(
            _(
                "This plan was written by a newer Plyground, in form {form}; here form {own} is read.",
                form=form,
                own=FORM,
            )
        )
    if type(form) is not int or form != FORM:
        raise BadPlan(_("The field “plyground plan” is the number of the form, {own}.", own=FORM))
    return read_plan(given)


@effort.bounded(MOST_SECONDS)
def read_plan(given: Any) -> Plan:
    """A plan in its normal form; raises ``BadPlan`` with the entry that is wrong, or ``Oversized``."""
    fields = reading.an_object(given)
    title = line(reading.a_text(fields, "title", LONGEST_LINE))
    entries = fields.get("entries")
    if not isinstance(entries, list):
        raise BadPlan(_("The plan has no list of entries."))
    if len(entries) > MOST_ENTRIES:
        raise Oversized(
            _("A plan has at most {most} entries; this has {count:,}.", most=MOST_ENTRIES, count=len(entries))
        )
    stages = sum(isinstance(each, Mapping) and each.get("asked") == "stage" for each in entries)
    if stages > MOST_STAGES:
        raise Oversized(
            _("A plan has at most {most} questions on a search; this has {count:,}.", most=MOST_STAGES, count=stages)
        )
    plan = {"title": title, "entries": [_read(number, entry) for number, entry in enumerate(entries, 1)]}
    if len(written(plan)) > LARGEST:
        raise Oversized(_("A plan has at most {most:,} characters; this has more.", most=LARGEST))
    return plan


def _read(number: int, given: Any) -> Entry:
    try:
        effort.check()
        return read_entry(given)
    except Refusal as refusal:
        raise BadPlan(_("Entry {number}: {sentence}", number=number, sentence=refusal.sentence)) from refusal


def written(plan: Plan) -> str:
    """The file of a plan, which ``read_file`` reads back to the same."""
    return json.dumps({"plyground plan": FORM, **plan}, ensure_ascii=False, indent=1) + "\n"
