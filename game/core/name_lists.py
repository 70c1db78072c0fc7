"""A teacher's list of people, as it is pasted: a line each with a name, and a second column; and their codes on paper.

Names that a reader may take for one another are refused, so that the teacher can tell their owners apart.
"""

from __future__ import annotations

from collections.abc import Iterable

from plyground.core import join_codes
from plyground.core.look_alikes import skeletons
from plyground.core.messages import _
from plyground.core.refusals import BadSetting

MOST_PEOPLE = 300
LONGEST_LIST = 40_000
"""Characters of a list that is pasted."""
LONGEST_NAME = 40
CODE = 8
"""Letters of a code: some 850 thousand millions of codes."""


def clean(name: str, longest: int = LONGEST_NAME) -> str:
    """A name as it is shown; raises ``BadSetting``."""
    found = " ".join(name.split())
    if not 1 <= len(found) <= longest or not found.isprintable():
        raise BadSetting(_("A name has 1 to {most_name} characters.", most_name=longest))
    return found


def read_lines(text: str, longest: int = LONGEST_NAME) -> list[tuple[str, str]]:
    """The names of a pasted list, each with what stands in the second column or ""; raises ``BadSetting``, which tells
    the line."""
    if len(text) > LONGEST_LIST:
        raise BadSetting(_("A list has at most {most:,} characters.", most=LONGEST_LIST))
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        name, _sign, second = line.replace(";", "\t").partition("\t")
        second = second.partition("\t")[0]
        if not name.strip() and not second.strip():
            continue
        try:
            found.append((clean(name, longest), clean(second, longest) if second.strip() else ""))
        except BadSetting as refusal:
            raise BadSetting(_("Line {line}: {sentence}", line=number, sentence=refusal.sentence)) from None
    return found


def fresh(lines: Iterable[tuple[str, str]], before: Iterable[str]) -> list[tuple[str, str]]:
    """The lines whose names do not stand there already; raises ``BadSetting`` for two names that look alike."""
    known = set(before)
    looks = {skeleton: name for name in known for skeleton in skeletons(name)}
    found = []
    for name, second in lines:
        if name in known:
            continue
        other = next((looks[each] for each in skeletons(name) if each in looks), None)
        if other is not None:
            raise BadSetting(
                _(
                    "“{name}” and “{other}” look alike; write one of them so that they are told apart.",
                    name=name,
                    other=other,
                )
            )
        known.add(name)
        looks |= dict.fromkeys(skeletons(name), name)
        found.append((name, second))
    return found


def new_code() -> str:
    """A random code for one person."""
    return join_codes.new_code(CODE)


def normal_code(given: str) -> str:
    """A code as somebody typed it; "" if it cannot be one."""
    return join_codes.normal_code(given, CODE)


def shown(code: str) -> str:
    """A code as it is written on paper."""
    return f"{code[:4]}-{code[4:]}"
