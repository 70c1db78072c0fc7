"""How long a bot's source is, in lexer tokens: the measure by which the shorter of two equals wins a badge.

Comments, line ends and indentation do not count, so no one has to write badly to write briefly; neither do the
length of a name or of a text.
"""

from __future__ import annotations

import io
import tokenize
from collections.abc import Iterator
from pathlib import Path

_LAYOUT = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENCODING,
    tokenize.ENDMARKER,
}
_FORMATTED_BEGIN = getattr(tokenize, "FSTRING_START", -1)
_FORMATTED_END = getattr(tokenize, "FSTRING_END", -1)


def tokens_of(source: bytes) -> int:
    """The number of tokens in a Python file.

    From the place at which Python's tokenizer gives up, words between blanks are counted, so that a broken file is
    never the shorter one. A formatted text is one token in every version of Python.
    """
    count = depth = 0
    reached = (0, 0)
    try:
        for token in _tokens(source):
            reached = token.end
            depth -= token.type == _FORMATTED_END
            count += token.type not in _LAYOUT and depth == 0 and token.type != _FORMATTED_END
            depth += token.type == _FORMATTED_BEGIN
    except (tokenize.TokenError, SyntaxError, UnicodeDecodeError):
        return count + _words_after(source, reached)
    return count


def _tokens(source: bytes) -> Iterator[tokenize.TokenInfo]:
    return tokenize.tokenize(io.BytesIO(source).readline)


def _words_after(source: bytes, place: tuple[int, int]) -> int:
    lines = source.decode("utf-8", errors="replace").splitlines()[max(place[0] - 1, 0) :]
    if lines:
        lines[0] = lines[0][place[1] :]
    return sum(len(line.split()) for line in lines)


def size_of(folder: Path) -> int | None:
    """The tokens of all Python files in the folder and below added up; None if there is none, so no source to count."""
    files = [path for path in sorted(folder.rglob("*.py")) if path.is_file()]
    return sum(tokens_of(path.read_bytes()) for path in files) if files else None
