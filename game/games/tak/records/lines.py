"""The lines of a PTN file: the game, the branches that leave it, and what is written beside the moves.

A branch is a comment such as ``{3w1}`` or ``{3w1/4b1}`` behind an empty line, with the number of a turn after it: it
leaves the game (or the branch whose name stands before the last slash) there, at Black's move if ``--`` stands for
White's. PTN Ninja writes them so.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field

from plyground.core.errors import MalformedMove, MalformedRecord, quoted
from plyground.core.messages import _
from plyground.core.record import Branch, Remark
from plyground.games.tak import notation
from plyground.games.tak.position import TakPosition
from plyground.games.tak.records.tokens import Token

MISSING = frozenset({"--", "…", "..."})
RESULTS = frozenset({"r-0", "0-r", "f-0", "0-f", "1-0", "0-1", "1/2-1/2", "1/2", "½-½", "0-0", "*"})
_MOST_MOVES = 5000
_MOST_BRANCHES = 1000
_DEEPEST = 64
"""Names above one that it is found by: each costs a step for each line."""
_NAME = re.compile(r"(?:[0-9]{1,4}[wb][0-9]{0,4})(?:[/.][0-9]{1,4}[wb][0-9]{0,4})*", re.IGNORECASE)
_MARKS = "?!'\"’‘“”"


@dataclass
class Line:
    """A line as far as it is read; it begins after ``ply`` moves of ``parent``."""

    name: str = ""
    parent: int = 0
    ply: int = 0
    moves: list[str] = field(default_factory=list)
    since: int = 0  # moves behind the last number
    paired: bool = False  # some turn has two moves, so that numbers count turns
    untold: list[str] = field(default_factory=list)  # what stands behind a move that is missing
    number: int | None = None
    ended: bool = False

    @property
    def length(self) -> int:
        """The moves of the whole path."""
        return self.ply + len(self.moves)


class _Below:
    """Finds the first line that is long enough among those below a name, in the time of reading that name."""

    def __init__(self) -> None:
        self._children: dict[tuple[int, str], int] = {}  # of a name and the next part of a longer one
        self._longest: list[list[tuple[int, int]]] = [[]]  # by name: lengths and lines, each longer than all before it

    def add(self, name: str, length: int, line: int) -> None:
        """A line with its length and its number, which is above those added before."""
        above = 0
        for part in name.split("/", _DEEPEST)[:-1]:
            above = self._children.setdefault((above, part), len(self._longest))
            if above == len(self._longest):
                self._longest.append([])
            longest = self._longest[above]
            if not longest or longest[-1][0] < length:
                longest.append((length, line))

    def first(self, above: str, length: int) -> int:
        """The number of the first line below this name with so many moves, or -1."""
        found = 0
        for part in above.split("/"):
            found = self._children.get((found, part), -1)
        longest = self._longest[found] if found >= 0 else []
        place = bisect_left(longest, (length, 0))
        return longest[place][1] if place < len(longest) else -1


class Lines:
    """Reads the words behind the tags."""

    def __init__(self, first: TakPosition) -> None:
        self._first = first
        self.lines = [Line()]
        self.result = ""
        self.told: list[str] = []
        self._remarks: dict[tuple[int, int], tuple[str, list[str]]] = {}
        self._named: dict[str, int] = {"": 0}
        self._below = _Below()
        self._begins: str | None = None  # a branch whose first turn comes next
        self._count = 0
        self._begun = 0  # branches, those that are left out too
        self._left_out = False  # what comes belongs to a branch that could not be read

    def read(self, found: Sequence[Token]) -> None:
        """Read all; raises ``MalformedRecord``."""
        following, words = "", list[str]()  # the next word behind each token, the last token's first
        for kind, text, _name, _apart in reversed(found):
            words.append(following)
            following = text if kind == "word" else following
        for place, (kind, text, name, apart) in enumerate(found):
            if kind == "comment":
                after = found[place + 1] if apart and place + 1 < len(found) else None
                if after is not None and after[0] == "number" and self._is_branch(text.strip(), after[1]):
                    self._begins = text.strip()
                else:
                    self._remark(words=text.strip())
            elif self._left_out and not (kind == "number" and self._begins is not None):
                continue
            elif kind == "number":
                self._number(text, name, words[-1 - place])
            elif kind == "word":
                self._word(text)
        self._insist_on_moves()

    def _insist_on_moves(self) -> None:
        line = self.lines[-1]
        if len(self.lines) > 1 and not line.moves:
            raise MalformedRecord(_("The branch {name} has no move.", name=quoted(line.name)))

    def _is_branch(self, name: str, number: str) -> bool:
        """Whether a comment names a branch; one that the next turn of the game goes on behind is just a comment."""
        if not self._count:
            return False
        if _NAME.fullmatch(name):
            return True
        goes_on = len(self.lines) == 1 and int(number[:9]) > self._turn(self.lines[0].length - 1)
        return bool(name) and not goes_on

    def _turn(self, ply: int) -> int:
        """The number of the turn in which the move behind so many moves is made."""
        return (self._first.ply + ply) // 2 + 1

    def _number(self, digits: str, dots: str, word: str) -> None:
        number = int(digits[:9])
        if self._begins is not None:
            self._begin(self._begins, number, len(dots) > 2 or word in MISSING)
            self._begins = None
        line = self.lines[-1]
        if self._left_out:
            return
        if line.ended:
            line.untold.append(f"{number}.")
            return
        line.paired |= line.since > 1 or number == line.number
        line.number, line.since = number, 0
        behind = (self._first.ply + line.length) % 2 == 1  # Black is to move
        if line.moves and line.paired and behind and number == self._turn(line.length) + 1:
            line.ended = True
            line.untold.append(f"{number}.")
            self.told.append(
                _(
                    "Black's move of turn {turn} is missing, and nobody passes in Tak: the line ends there, and what "
                    "stands behind it is kept as a comment.",
                    turn=number - 1,
                )
            )

    def _begin(self, name: str, number: int, at_black: bool) -> None:
        """Begin a branch with a turn, or with Black's move of it."""
        self._insist_on_moves()
        if not self._left_out:
            self._below.add(self.lines[-1].name, self.lines[-1].length, len(self.lines) - 1)
        self._begun += 1
        if self._begun > _MOST_BRANCHES:
            raise MalformedRecord(_("A game has at most {most:,} branches.", most=_MOST_BRANCHES))
        above = name[: max(name.rfind("/"), name.rfind("."), 0)]
        parent = self._named.get(above, None if _NAME.fullmatch(name) else 0)
        if parent is None:
            raise MalformedRecord(
                _("The branch {name} leaves {above}, which does not stand before it.", name=quoted(name),
                  above=quoted(above))
            )  # fmt: skip
        ply = 2 * (number - 1) + at_black - self._first.ply
        if ply > self.lines[parent].length:  # where branches changed places, the name may be that of an older one
            parent = self._below.first(above, ply)
            name = f"{self.lines[parent].name}/{name[len(above) + 1 :]}" if parent >= 0 else name
        self._left_out = ply < 0 or parent < 0
        if self._left_out:
            self.told.append(
                _("The branch {name} begins at turn {number}, which its line does not reach; it is left out.",
                  name=quoted(name), number=number)
            )  # fmt: skip
            return
        self.lines.append(Line(name, parent, ply))
        self._named.setdefault(name, len(self.lines) - 1)

    def _word(self, word: str) -> None:
        line = self.lines[-1]
        if line.ended:
            line.untold.append(word)
        elif word.lower() in RESULTS:
            if len(self.lines) == 1:
                self.result = word
        elif word in MISSING:
            self._missing(line, word)
        elif line.untold:  # a move was left out before
            raise _missing_move(len(line.moves) + 1, line.untold[0])
        else:
            self._move(line, word)

    def _missing(self, line: Line, word: str) -> None:
        """``--`` may stand for the turn before the first and after the last move."""
        if line.moves or (self._first.ply + line.ply) % 2 == 0:
            line.untold.append(word)

    def _move(self, line: Line, word: str) -> None:
        self._count += 1
        if self._count > _MOST_MOVES:
            raise MalformedRecord(_("A game has at most {most_moves:,} moves.", most_moves=_MOST_MOVES))
        size = self._first.size
        try:
            line.moves.append(notation.written(word, size))
        except MalformedMove as error:
            raise MalformedRecord(
                _("Move {number}: {sentence}", number=line.length + 1, sentence=error.sentence)
            ) from None
        line.since += 1
        if word[-1] in notation.MARKS:
            self._remark(marks="".join(sign for sign in word if sign in _MARKS)[:8])

    def _remark(self, marks: str = "", words: str = "") -> None:
        line = self.lines[-1]
        if self._left_out:
            return
        if line.ended:
            if words:
                line.untold.append(f"({words})")
        elif marks or words:
            key = (len(self.lines) - 1, line.length)
            before = self._remarks.get(key, ("", []))
            self._remarks[key] = (before[0] or marks, [*before[1], *([words] if words else [])])

    def branches(self) -> tuple[Branch, ...]:
        """All branches in their order."""
        return tuple(Branch(line.name, line.parent, line.ply, tuple(line.moves)) for line in self.lines[1:])

    def remarks(self) -> tuple[Remark, ...]:
        """All remarks in the order of lines and moves."""
        kept = {key: (marks, list(words)) for key, (marks, words) in self._remarks.items()}
        for number, line in enumerate(self.lines):
            if line.ended:
                kept.setdefault((number, line.length), ("", []))[1].append(" ".join(line.untold))
        return tuple(Remark(line, ply, marks, tuple(words)) for (line, ply), (marks, words) in sorted(kept.items()))


def _missing_move(number: int, word: str) -> MalformedRecord:
    return MalformedRecord(
        _(
            "Move {number} is missing ({word}); only before Black's first move from a position, or "
            "at the end, may a move be left out, for nobody passes in Tak.",
            number=number,
            word=word,
        )
    )
