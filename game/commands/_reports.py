"""Pages of measured figures: what machine they belong to, and how one section is written anew."""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Iterable
from pathlib import Path


def machine() -> str:
    """The machine in a few words: processor, cores, Python."""
    model = platform.processor() or platform.machine()
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
        found = re.search(r"model name\s*:\s*(.+)", text)
        model = found.group(1).strip() if found else model
    except OSError:
        pass
    return f"{model}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"


def put_section(report: Path, head: str, title: str, section: str, order: Iterable[str] = ()) -> None:
    """Put a section, whose first line is its title, into a report and leave the others as they were.

    Sections stand in ``order``; those that are not named there come after, as they stood.
    """
    old = report.read_text(encoding="utf-8") if report.exists() else head
    sections = {part.split("\n", 1)[0]: part for part in re.split(r"^## ", old, flags=re.M)[1:]}
    sections[title] = section
    first = [name for name in order if name in sections]
    titles = [*first, *(name for name in sections if name not in first)]
    body = "\n".join("## " + sections[name].strip() + "\n" for name in titles)
    report.write_text(head + "\n" + body, encoding="utf-8")
