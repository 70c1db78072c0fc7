"""Files of several PTN games: where each begins."""

from __future__ import annotations

import re

from plyground.games.tak.records.lines import RESULTS

_TAG_LINE = re.compile(r'\s*+\[\s*+([A-Za-z_]\w*+)\s++"')


def split(text: str) -> list[tuple[int, str]]:
    """The text of each game with the number of its first line.

    A line that begins with a tag begins a game behind a result, and where the tag was met already in the game before
    and moves or an empty line stand between.
    """
    games: list[tuple[int, str]] = []
    lines: list[str] = []
    begun, tags, ended, moved = 1, set[str](), False, False
    for number, line in enumerate(text.splitlines(), start=1):
        tag = _TAG_LINE.match(line)
        if tag is not None and (ended or (tag[1] in tags and (moved or not lines[-1].strip()))):
            games.append((begun, "\n".join(lines)))
            begun, lines, tags, ended, moved = number, [], set(), False, False
        if tag is not None:
            tags.add(tag[1])
        elif line.strip():
            moved = True
            ended = line.split()[-1].lower() in RESULTS
        lines.append(line)
    games.append((begun, "\n".join(lines)))
    return games
