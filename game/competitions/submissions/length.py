"""How long a bot's source is, in lexer tokens: the measure by which the shorter of two equals wins a badge.

Comments, line ends and indentation do not count, so no one has to write badly to write briefly; neither do the length
of a name or a text. That rule holds for whoever just writes a bot. Where a source can make code of what is no code
(``tricks``), or keeps much in a text, what is kept there counts too: wrapped, packed or renamed, a bot is not shorter.
"""

from __future__ import annotations

import io
import json
import subprocess
import sys
import tempfile
import threading
import tokenize
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import accumulate
from pathlib import Path
from typing import Any, TypeVar

from plyground.competitions.languages import counting, table
from plyground.competitions.submissions import programs, tricks, unpacking
from plyground.competitions.submissions.unpacking import Files
from plyground.core import folders
from plyground.core.messages import _
from plyground.core.refusals import BadUpload

K = TypeVar("K")

_LAYOUT = {
    tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING,
    tokenize.ENDMARKER,
}  # fmt: skip
_FORMATTED_BEGIN = getattr(tokenize, "FSTRING_START", -1)
_FORMATTED_END = getattr(tokenize, "FSTRING_END", -1)
_PER_BYTE = 2
"""Tokens that a packed byte may stand for: sources without comments, with short names, packed as well as can be, have
more than half a byte a token."""
_FREE_SHARE = 0.02
"""What formatted texts hold counts where it is more than this part of all."""
MOST_LOOKED, MOST_COUNTED = 500_000, 1_000_000
"""Bytes of all sources that are looked through, and whose tokens are counted, the smallest first; nobody writes more,
so the others count as data too, and by all words and signs in them."""
AT_ONCE = 3_500
"""Bytes of a bot that is measured in some hundredths of a second, so in the process that is asked."""
SECONDS = 20.0
"""How long a larger one may take, in a process of its own."""
_turn = threading.Lock()
"""Held while such a process runs: they leave the other processors to the games."""
_DEEPEST = 8
"""So often a text in a text is read as code; each time takes twice the backslashes of the last."""
_PROGRAMS = (b"\x7fELF", b"PK\x03\x04", b"PK\x05\x06", b"\xcf\xfa\xed\xfe", b"MZ")
"""How files begin that Python imports or starts without their source: programs, libraries, archives."""
_COMPILED = {".pyc", ".pyd", ".so"}
_UTF8 = {"utf-8", "utf-8-sig", "ascii", "iso-8859-1"}


@dataclass(frozen=True)
class Added:
    """Tokens that count beside a source's own: why (``code``, ``formatted``, ``data``, ``program`` or ``encoding``), in
    which file and line, and the word that tells, or the size in bytes."""

    why: str
    file: str
    line: int
    word: str
    tokens: int

    @property
    def sentence(self) -> str:
        """The reason in words."""
        given = asdict(self)
        if self.why == "code":
            return _(
                "{file}, line {line}: “{word}” makes code of texts and data, so what these hold counts too: "
                "{tokens} tokens.",
                **given,
            )
        if self.why == "formatted":
            return _("{file}, line {line}: formatted texts hold a program, which counts: {tokens} tokens.", **given)
        if self.why == "data":
            return _("{file}, line {line}: a text or number of {word} bytes counts: {tokens} tokens.", **given)
        if self.why == "encoding":
            return _("{file} is written in “{word}” and counts as it reads: {tokens} tokens.", **given)
        return _("{file} is a program without source, which counts by its size: {tokens} tokens.", **given)


@dataclass(frozen=True)
class Length:
    """``plain`` tokens by the rule, and what else counts."""

    plain: int
    added: tuple[Added, ...] = ()

    @property
    def tokens(self) -> int:
        """All that counts."""
        return self.plain + sum(each.tokens for each in self.added)

    def as_json(self) -> dict[str, Any]:
        """Plain JSON; ``reasons`` reads it."""
        return {"plain": self.plain, "added": [asdict(each) for each in self.added]}


def reasons(bot: Mapping[str, Any]) -> list[str]:
    """Why the length of a stored version is not that of its source alone, in sentences; empty where it is."""
    return [Added(**each).sentence for each in (bot.get("length") or {}).get("added", ())]


def of_files(files: Files, command: Sequence[str] | None = None) -> Length | None:
    """``of`` files that lie in no folder yet; this process is not kept busy by large ones.

    Raises ``NoProgram``, or ``BadUpload`` where it takes too long.
    """
    with tempfile.TemporaryDirectory(prefix="plyground-length-") as scratch:
        folder = Path(scratch)
        unpacking.write(files, folder)
        words = programs.program(folder, command).source_words
        if sum(len(data) for data, _runs in files.values()) <= AT_ONCE:
            return of(folder, words)
        with _turn:
            return _apart(folder, words)


def _apart(folder: Path, words: Sequence[str]) -> Length | None:
    """``of``, in a process of its own."""
    try:
        done = subprocess.run(
            (sys.executable, "-W", "ignore", "-m", __name__),
            input=json.dumps([str(folder), *words]),
            stdout=subprocess.PIPE,
            text=True,
            cwd=folders.PACKAGE.parent,
            timeout=SECONDS,
            check=True,
        )
    except subprocess.TimeoutExpired:
        raise BadUpload(
            _("How long this bot is could not be counted within {seconds:g} s; hand in less.", seconds=SECONDS)
        ) from None
    told = json.loads(done.stdout)
    return told and Length(told["plain"], tuple(Added(**each) for each in told["added"]))


def of(folder: Path, words: Sequence[str] = ()) -> Length | None:
    """The length of the bot in a folder that is started by these words; None if no file there is called a source.

    A file that the words name, and what they say besides, is source too. Of other languages than Python the words,
    numbers and signs count, those within texts too (``counting``). What was built does not.
    """
    paths = (path for path in sorted(folder.rglob("*")) if path.is_file())
    files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
    files = {name: data for name, data in files.items() if not name.startswith(".built/")}
    foreign = _foreign(files)
    if not any(name.endswith(".py") for name in files):
        played = any(name in files and _is_program(name, files[name]) for name in words)
        return Length(sum(foreign.values())) if foreign and not played else None
    files = {name: data for name, data in files.items() if name not in foreign}
    sources = {name: data for name, data in files.items() if name.endswith(".py")}
    sources |= {name: files[name] for name in words if name in files and not _is_program(name, files[name])}
    others = {name: data for name, data in files.items() if name not in sources}
    said = " ".join(word for word in words[1:] if word not in files and not word.startswith("-"))
    found = measured(sources | ({" ".join(words)[:40]: said.encode()} if said else {}), others)
    return Length(found.plain + sum(foreign.values()), found.added)


def _foreign(files: Mapping[str, bytes]) -> dict[str, int]:
    """The tokens of each source in another language than Python."""
    named = {name: table.of_suffix(Path(name).suffix) for name in files}
    return {
        name: counting.tokens(files[name], each.comments)
        for name, each in named.items()
        if each is not None and each is not table.PYTHON
    }


def measured(sources: Mapping[str, bytes], others: Mapping[str, bytes]) -> Length:
    """The length of some files of Python source beside ``others``."""
    plain = 0
    added: list[Added] = []
    found: dict[str, tricks.Found | None] = {}
    looked, counted = (_smallest(sources, most) for most in (MOST_LOOKED, MOST_COUNTED))
    for name, data in sources.items():
        if name not in looked:
            added.append(Added("data", name, 1, str(len(data)), _packed([data])))
        if name not in counted:
            plain += counting.tokens(data)
            continue
        text, encoding = _read(data)
        own = tokens_of(data)
        plain += own
        if encoding not in _UTF8:
            added.append(Added("encoding", name, 1, encoding, max(0, _tokens(text.encode("utf-8", "replace")) - own)))
        found[name] = tricks.look(text) if name in looked else None
    told = {name: each for name, each in found.items() if each is not None}
    means = [(name, one) for name, each in told.items() for one in each.means]
    if means:
        kept: list[bytes] = []
        if any(each.reads for each in told.values()):
            kept += [*others.values(), *sources.values()]
        else:
            kept += [data for name, data in others.items() if not _is_program(name, data)]
        kept += [text for each in told.values() for _line, text in each.texts]
        few = _smallest(dict(enumerate(kept)), MOST_LOOKED)
        inside = sum(_inside(each) if at in few else counting.tokens(each) for at, each in enumerate(kept))
        held = max(inside, _packed([*kept, *(one for each in told.values() for one in each.data)]))
        name, one = means[0]
        added.append(Added("code", name, one.line, one.word, held))
    else:
        for name, each in told.items():
            added += [
                Added("data", name, line, str(len(text)), len(zlib.compress(text, 9))) for line, text in each.long_texts
            ]
    for name, each in told.items():
        held = sum(_tokens(text.encode("utf-8", "replace")) for _line, text in each.programs)
        if held > _FREE_SHARE * plain:
            added.append(Added("formatted", name, each.programs[0][0], "", held))
    for name, data in others.items():
        if _is_program(name, data):
            added.append(Added("program", name, 0, str(len(data)), _PER_BYTE * len(zlib.compress(data, 9))))
    return Length(plain, tuple(added))


def _smallest(texts: Mapping[K, bytes], most: int) -> set[K]:
    """Which of the texts are the smallest that have at most so many bytes in all."""
    names = sorted(texts, key=lambda name: len(texts[name]))
    sizes = accumulate(len(texts[name]) for name in names)
    return {name for name, size in zip(names, sizes, strict=True) if size <= most}


def _is_program(name: str, data: bytes) -> bool:
    return Path(name).suffix in _COMPILED or data.startswith(_PROGRAMS)


def _packed(texts: Iterable[bytes]) -> int:
    """The tokens that could be packed into these texts."""
    return _PER_BYTE * len(zlib.compress(b"\n".join(texts), 9))


def _inside(text: bytes, depth: int = _DEEPEST) -> int:
    """The tokens of a text, and of those in its texts."""
    count = _tokens(text)
    found = tricks.look(text.decode("utf-8", "replace")) if depth and count > 1 else None
    return count + (sum(_inside(each, depth - 1) for _line, each in found.texts) if found else 0)


def _tokens(text: bytes) -> int:
    """The tokens of a text, whatever encoding it names: such names stand in the first two lines."""
    return tokens_of(b"\n\n" + text)


def _read(data: bytes) -> tuple[str, str]:
    """A source as Python reads it, and the encoding that it names."""
    try:
        encoding = tokenize.detect_encoding(io.BytesIO(data).readline)[0]
        return data.decode(encoding), encoding
    except (SyntaxError, UnicodeError, LookupError):
        return data.decode("utf-8", "replace"), "utf-8"


def tokens_of(source: bytes) -> int:
    """The number of tokens in a Python file.

    From the place at which Python's tokenizer gives up, words between blanks are counted, so that a broken file is
    never the shorter one. A formatted text is one token in every version of Python.
    """
    count = depth = 0
    reached = (0, 0)
    try:
        for token in tokenize.tokenize(io.BytesIO(source).readline):
            if (
                token.type == tokenize.ERRORTOKEN
            ):  # in older versions, which go on sign by sign, each in the line's time
                return count + _words_after(source, reached)
            reached = token.end
            depth -= token.type == _FORMATTED_END
            count += token.type not in _LAYOUT and depth == 0 and token.type != _FORMATTED_END
            depth += token.type == _FORMATTED_BEGIN
    except (tokenize.TokenError, SyntaxError, UnicodeDecodeError):
        return count + _words_after(source, reached)
    return count


def _words_after(source: bytes, place: tuple[int, int]) -> int:
    lines = source.decode("utf-8", errors="replace").splitlines()[max(place[0] - 1, 0) :]
    if lines:
        lines[0] = lines[0][place[1] :]
    return sum(len(line.split()) for line in lines)


if __name__ == "__main__":
    _folder, *_words = json.load(sys.stdin)
    _found = of(Path(_folder), _words)
    print(json.dumps(_found and _found.as_json()))
