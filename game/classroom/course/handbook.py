"""The lecturer's handbook, kept in ``handbook.json``: shown at ``/course/handbook``, and written to ``docs``.

``python -m plyground.classroom.course.handbook > docs/handbook.md`` writes it there; a test holds both together.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from plyground.classroom.course.units import HANDBOOK, read


@cache
def sections() -> list[dict[str, Any]]:
    """Each section with its ``title``, its paragraphs (``text``), and ``steps`` that follow one another."""
    found: list[dict[str, Any]] = read(HANDBOOK)["sections"]
    return found


def as_markdown() -> str:
    """The handbook as a file of ``docs``."""
    written = "Written by `python -m plyground.classroom.course.handbook`; the program shows it at `/course/handbook`."
    lines = [f"# {read(HANDBOOK)['title']}", "", written]
    for section in sections():
        lines += ["", f"## {section['title']}"]
        for text in section["text"]:
            lines += ["", str(text)]
        if section["steps"]:
            lines += ["", *(f"{number}. {step}" for number, step in enumerate(section["steps"], 1))]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(as_markdown(), end="")
