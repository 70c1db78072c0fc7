"""Leaves out of a script the blanks and comments that only readers need; lines stay, so that its source map is true.

Lines stay lines, names stay names, and texts, templates and patterns stay as they are; so what is left out is known to
mean nothing to a browser, and nothing has to be understood of a script but where its words end.
"""

from __future__ import annotations

import functools
import re

_TOKEN = re.compile(
    r"""(?P<blank>[^\S\n]++)|(?P<line>\n)|(?P<word>[\w$\#]++)
    |(?P<comment>//[^\n]*+|/\*.*?\*/)
    |(?P<text>"(?:[^"\\\n]|\\.)*+"|'(?:[^'\\\n]|\\.)*+')|(?P<sign>.)""",
    re.VERBOSE | re.DOTALL,
)
_TEMPLATE = re.compile(r"(?:[^`\\$]++|\\.|\$(?!\{))*(?:`|\$\{)", re.DOTALL)
_PATTERN = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*+\])+/[a-z]*+")
_BEFORE_PATTERN = frozenset("(,=:[!&|?{};+-*%~^<>")
_WORDS_BEFORE_PATTERN = frozenset({"return", "typeof", "case", "in", "of", "delete", "void", "await", "yield", "else"})


@functools.lru_cache(maxsize=1000)
def tighten(script: str) -> str:
    """A script of ours without what only readers need; it has as many lines as before."""
    made: list[str] = []
    last, blank, at = "\n", False, 0
    braces: list[int] = []
    """How many braces are open within each template's ``${``."""
    while at < len(script):
        found = _TOKEN.match(script, at)
        assert found is not None, "every character is some token"
        token, kind = found[0], found.lastgroup
        if token == "/" and _pattern_after(last):
            found = _PATTERN.match(script, at) or found
            token = found[0]
        elif token == "`" or (token == "}" and braces and not braces[-1]):
            if token == "}":
                braces.pop()
            found = _TEMPLATE.match(script, at + 1) or found
            token += found[0]
            if token.endswith("${"):
                braces.append(0)
        elif braces and token in ("{", "}"):
            braces[-1] += 1 if token == "{" else -1
        at = found.end()
        if kind in ("blank", "comment"):
            made.append("\n" * token.count("\n"))
            blank = True
            continue
        if blank and kind != "line" and _apart(last, token):
            made.append(" ")
        blank = False
        made.append(token)
        last = token
    return "".join(made)


def _pattern_after(last: str) -> bool:
    return last[-1] in _BEFORE_PATTERN or last == "\n" or last in _WORDS_BEFORE_PATTERN


def _apart(last: str, token: str) -> bool:
    """Whether two tokens would be others without a blank between them."""
    before, after = last[-1], token[0]
    if _wordlike(before) and _wordlike(after):
        return True
    return (before == after and before in "+-/") or (before.isdigit() and after == ".")


def _wordlike(sign: str) -> bool:
    return sign in "$#_" or sign.isalnum()
