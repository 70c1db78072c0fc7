"""The languages. To add one is to add an entry here and a template beside it (docs/add_a_language.md)."""

from __future__ import annotations

import platform
import re
from collections.abc import Collection
from pathlib import Path

from plyground.competitions.languages.language import Language, Messages
from plyground.core.messages import _
from plyground.core.refusals import BadSetting
from plyground.sandbox.images import Image

_FILE = r"(?P<file>[^\s:\"'()]{1,200})"
_PLACE = re.compile(rf"^{_FILE}:(?P<line>\d{{1,7}}):\d{{1,7}}: (?:fatal )?error(?:\[\w{{1,20}}\])?:", re.MULTILINE)
"""How GCC, GHC and, in its short form, rustc name a place."""
_PLACED = Messages(_PLACE, re.compile(r"([^\s•][^\n]*+)"))
_TRACED = Messages(
    re.compile(rf'^ *File "(?:/(?:[^"/\n]*+/)++)?{_FILE}", line (?P<line>\d{{1,7}})', re.MULTILINE),
    re.compile(r"^(\w[\w.]*(?:Error|Exception|Interrupt|Exit)\b[^\n]*)", re.MULTILINE),
    last=True,
)
START_NUMBA = Path(__file__).resolve().parent / "start_numba.py"
_DEBIAN_PYTHON = "/usr/bin/python3"

PYTHON = Language("python", "Python", (".py",), messages=_TRACED, comments=("#",))
PROGRAM = Language("program", _("A program of this machine’s kind"), words=lambda: ())
"""An executable that somebody compiled elsewhere."""


def _gcc(compiler: str, standard: str, suffix: str) -> Language:
    return Language(
        "c" if suffix == ".c" else "cpp",
        "C" if suffix == ".c" else "C++",
        (suffix,) if suffix == ".c" else (suffix, ".cc", ".cxx"),
        Image((compiler, "libc6-dev"), f"/usr/bin/{compiler}"),
        (compiler, "-dumpfullversion"),
        lambda main, hosted: [
            ["/bin/sh", "-c", f"exec {compiler} {standard} -O2 -s -pthread -o .built/bot *{Path(main).suffix} -lm"]
        ],
        messages=_PLACED,
        flags=f"{compiler} {standard} -O2 -pthread *{suffix} -lm",
    )


LANGUAGES: tuple[Language, ...] = (
    PYTHON,
    Language(
        "numba",
        _("Python with NumPy and Numba"),
        (".py",),
        Image(("python3-numba", "python3-numpy"), _DEBIAN_PYTHON),
        (_DEBIAN_PYTHON, "-c", "import numpy, numba; print(numpy.__version__, numba.__version__)"),
        lambda main, hosted: [
            [_DEBIAN_PYTHON, "-P", "-s", str(START_NUMBA), "--build", main, "hosted" if hosted else "alone"]
        ],
        lambda: (_DEBIAN_PYTHON, "-P", "-s", str(START_NUMBA)),
        keeps_main=True,
        messages=_TRACED,
        comments=("#",),
        own_files=(START_NUMBA,),
        flags="@njit(cache=True)",
    ),
    _gcc("gcc", "-std=c17", ".c"),
    _gcc("g++", "-std=c++20", ".cpp"),
    Language(
        "rust",
        "Rust",
        (".rs",),
        Image(("rustc",), "/usr/bin/rustc"),
        ("/usr/bin/rustc", "--version"),
        lambda main, hosted: [
            [
                "rustc", "--edition", "2021", "-C", "opt-level=3", "-C", "strip=symbols", "-C", "linker=gcc",
                "--error-format", "short", "-o", ".built/bot", main,
            ]
        ],
        messages=_PLACED,
        flags="rustc --edition 2021 -C opt-level=3 bot.rs",
    ),
    Language(
        "ocaml",
        "OCaml",
        (".ml",),
        Image(("ocaml-nox",), "/usr/bin/ocamlopt"),
        ("/usr/bin/ocamlopt", "-version"),
        lambda main, hosted: [
            ["/bin/sh", "-c", "exec ocamlopt -w -a -O3 -o .built/bot $(ocamldep -sort *.ml)"]
        ],
        messages=Messages(
            re.compile(rf'^File "{_FILE}", lines? (?P<line>\d{{1,7}})[^\n]*', re.MULTILINE),
            re.compile(r"^Error: ([^\n]++(?:\n {2,}+[^\n]++){0,3})", re.MULTILINE),
        ),
        comments=("(*", "*)"),
        flags="ocamlopt -O3 *.ml",
    ),
    Language(
        "haskell",
        "Haskell",
        (".hs",),
        Image(("ghc",), "/usr/bin/ghc"),
        ("/usr/bin/ghc", "--numeric-version"),
        lambda main, hosted: [  # -V0: without a timer, which no bot may have
            ["ghc", "-v0", "-O2", "-with-rtsopts=-V0", "-optl-s", "-outputdir", ".objects", "-o", ".built/bot", main]
        ],
        messages=Messages(_PLACE, re.compile(r"([^\s•][^\n]*+(?:\n {7,}+[^\s•][^\n]*+){0,3})")),
        comments=("--", "{-", "-}"),
        flags="ghc -O2 -with-rtsopts=-V0 bot.hs",
    ),
    Language(
        "javascript",
        "JavaScript",
        (".js", ".mjs", ".cjs"),
        Image(("nodejs",), "/usr/bin/node"),
        ("/usr/bin/node", "--version"),
        lambda main, hosted: [["/usr/bin/node", "--check", main]],
        lambda: ("/usr/bin/node",),
        keeps_main=True,
        messages=Messages(
            re.compile(rf"^(?:file://)?(?:/tmp/build/|/bot/){_FILE}:(?P<line>\d{{1,7}})$", re.MULTILINE),
            re.compile(r"^(\w*Error[^\n]*)", re.MULTILINE),
        ),
        flags="node bot.js",
    ),
    PROGRAM,
)  # fmt: skip

_BY_ID = {language.id: language for language in LANGUAGES}


def language(name: str) -> Language:
    """A language by its id; raises ``BadSetting``."""
    if name not in _BY_ID:
        raise BadSetting(
            _("There is no language “{name}”; there are {names}.", name=name[:40], names=", ".join(_BY_ID))
        )
    return _BY_ID[name]


def of_suffix(suffix: str) -> Language | None:
    """The language whose sources end so; of two the first in the table."""
    return next((each for each in LANGUAGES if suffix in each.suffixes), None)


def shown() -> list[dict[str, object]]:
    """What a page says of each: ``id``, ``title``, ``version``, ``there``, and the ``remedy`` where it is not."""
    return [
        {
            "id": each.id,
            "title": str(each.title),
            "version": platform.python_version() if each is PYTHON else each.version,
            "there": each.is_there,
            "remedy": "" if each.is_there else each.remedy,
            "suffix": each.suffixes[0] if each.suffixes else "",
            "flags": each.flags,
        }
        for each in LANGUAGES
    ]


def titles(ids: Collection[str]) -> list[str]:
    """What these are called, in the table's order."""
    return [str(each.title) for each in LANGUAGES if each.id in ids]


def read(text: str) -> tuple[str, ...]:
    """The ids in a text such as ``python,c``, in the table's order; empty, or all, means every one. Raises
    ``BadSetting``."""
    wanted = {language(part.strip()).id for part in text.split(",") if part.strip()}
    return () if len(wanted) == len(LANGUAGES) else tuple(each.id for each in LANGUAGES if each.id in wanted)
