"""Texts that are made to hold a parser up: parts of good texts repeated, cut off, or followed by what fits nowhere.

Each adversary is a function from a length in characters to a text of about that length, and all its texts are of one
shape, so that the times of longer and longer ones show how a parser's work grows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

UNITS = (
    "0", "1", "3", "9", "a", "h", "x", "X", "-", "_", ".", ",", ";", ":", "/", "\\", "#", "@", "=", "%", "+", "*", "~",
    " ", "\t", "\n", "\r\n", "\u00a0", "(", ")", "[", "]", "{", "}", "<", ">", '"', "'", "é", "²", "٣", "\x00",
    "\ud800", "🐪", "()", "[]", "{}", "( ", "[ ", "{ ", '["', '{"', '{"a":', '{"a":[', "[[],", '\\"', '"\\', "\\u0000",
    "1.", "1 ", "1, ", "1-", "1:", "a1", "a1 ", "a 0 ", "a 0 ( ", "o 1 )", "f5", "0-1", "0:1,", "1=1,", "a=1,", "1e9",
    "-1 ", "[a ", '[a "', '[a "b"] ', '[a "b', "{a}", "{ a", "(;", "( ;", "B[", "B[F5]", "B[\\]", "//", "# ", "@ 0 ",
    "/* ", "<!--", "<![", "<a ", "<a x=", "</", "&#", "root:", "1.1.", "%2B", "Aw", "h 1 ", "h 1,", "move ",
    "camel ", "claim ", "splurge 0-", "x2,", "1/", "x8/", "null,",
    "NaN,", "true,", "1e999,", "&a=", "a;q=1,", "42[", '42["a",', "C[(;A[B]",
)  # fmt: skip
"""What is repeated whatever the parser reads: signs of all notations, and their half-finished tokens."""

TAILS = ("", "!")
_TOKEN = re.compile(r"[A-Za-z]+|[0-9]+|\s+|.", re.DOTALL)


@dataclass(frozen=True)
class Adversary:
    """``head``, then ``unit`` again and again, then ``tail``."""

    head: str
    unit: str
    tail: str

    def __str__(self) -> str:
        return f"{self.head[-30:]!r} + {self.unit[:30]!r} * n + {self.tail[:30]!r}"

    def text(self, length: int) -> str:
        """The text of at most ``length`` characters, with the unit once at least."""
        room = length - len(self.head) - len(self.tail)
        return self.head + self.unit * max(1, room // len(self.unit)) + self.tail


def adversaries(examples: Iterable[str]) -> list[Adversary]:
    """What is tried on a parser that reads these examples: every unit alone, and every token of each example pumped."""
    found: dict[Adversary, None] = {}
    for unit in UNITS:
        for tail in TAILS:
            found[Adversary("", unit, tail)] = None
    for example in examples:
        found[Adversary("", example + " ", "")] = None
        found[Adversary("", example + "\n", "!")] = None
        tokens = list(_TOKEN.finditer(example))[:40]
        for number, token in enumerate(tokens):
            head, rest = example[: token.end()], example[token.end() :]
            word = token[0][:1] if token[0].isdigit() or token[0].isspace() else token[0]
            pair = "".join(each[0] for each in tokens[max(0, number - 1) : number + 1])
            for unit in {word, pair, " ", "1"}:
                for tail in (rest, "", "!"):
                    found[Adversary(head, unit, tail)] = None
    return list(found)


Make = Callable[[int], str]
