"""Every way in which the text of a decision tree, or a move in one, can be wrong."""

from __future__ import annotations

from typing import Any

from plyground.core.errors import IllegalMove, MalformedPosition, kind
from plyground.core.messages import _

NoSuchChild = kind(IllegalMove, "NoSuchChild", "The node that was reached has no child with this index.")


class MalformedTree(MalformedPosition):
    """The text is no tree: ``line`` and ``column`` (both from 1) say where, ``expected`` what belongs there."""

    def __init__(self, line: int, column: int, found: str, expected: str) -> None:
        super().__init__(
            _(
                "Line {line}, column {column}: {found}; expected {expected}.",
                line=line,
                column=column,
                found=found,
                expected=expected,
            )
        )
        self.line, self.column, self.found, self.expected = line, column, found, expected

    def as_json(self) -> dict[str, Any]:
        """The usual form with ``line``, ``column`` and ``expected``, so that a page can mark the place."""
        return {**super().as_json(), "line": self.line, "column": self.column, "expected": self.expected}
