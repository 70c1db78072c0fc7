"""How old figures are: the commit that they were measured at, and whether the code has changed since."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from plyground.core.checkout import git

ROOT = Path(__file__).resolve().parents[2]
_COMMIT = re.compile(r"^\d{4}-\d\d-\d\d, .*, commit ([0-9a-f]{7,40}\+?)$", re.MULTILINE)


def _git(*words: str) -> str | None:
    """What git answers in the project's folder, or None where it cannot."""
    return git(ROOT, *words)


def here() -> str:
    """The commit of the checkout in words, such as ``commit 2c3f9b0``; with a + if files but those of docs differ."""
    found = _git("rev-parse", "--short=7", "HEAD")
    if found is None:
        return "commit unknown"
    return f"commit {found}{'+' if _git('status', '--porcelain', '--', '.', ':!docs') else ''}"


def commits(report: str) -> dict[str, str]:
    """The commit of each section of a report that names one."""
    sections = (part.partition("\n") for part in re.split(r"^## ", report, flags=re.MULTILINE)[1:])
    found = {title: _COMMIT.search(body) for title, _, body in sections}
    return {title: match[1] for title, match in found.items() if match}


def reason(measured: str | None, folders: Sequence[str]) -> str:
    """Why figures of that commit are old for the code in these folders, in words; empty if they are not."""
    if measured is None:
        return "no commit stands beside the figures"
    commit = measured.removesuffix("+")
    changed = _git("log", "--format=%h", f"{commit}..HEAD", "--", *folders)
    if changed is None:
        return f"commit {commit} is not known here"
    count = len(changed.split())
    if count:
        return f"{count} {'commit has' if count == 1 else 'commits have'} changed {' or '.join(folders)} since {commit}"
    if _git("status", "--porcelain", "--", *folders):
        return f"{' or '.join(folders)} has changes that are not committed"
    return ""
