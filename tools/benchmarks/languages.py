"""Positions a second of the same bot in each language, as competitions build and play it."""

from __future__ import annotations

import re
import tempfile
import time
from pathlib import Path

from plyground.competitions import templates
from plyground.competitions.languages import table
from plyground.competitions.languages.language import Language
from plyground.competitions.refereeing.referee import play_game
from plyground.competitions.submissions import making, unpacking
from plyground.sandbox.probe import choose
from tools.benchmarks._registry import Row, benchmark

_DEPTH = 7
_NOTED = re.compile(r"^(\d{1,12}) positions$", re.MULTILINE)


@benchmark("bot-languages", "game/competitions/languages game/sandbox")
def bot_languages() -> list[Row]:
    """The alpha-beta bot of Othello's templates in each language, seven plies deep and without a table, plays a game as
    first player against the random bot in the sandbox: the positions that it looked at, by the seconds that the
    referee charged for its moves. All look at the same positions. To build is what handing in takes; to start is what
    the clock is charged before the first move, as when Numba's functions are loaded."""
    return [row for language in table.LANGUAGES if language.suffixes for row in _of(language)]


def _of(language: Language) -> list[Row]:
    """The figures of one language."""
    written = table.language("numba") if language is table.PYTHON else language
    source = re.sub(
        r"(?i)\b(depth(?:OfAll)?)( *(?:: i32)? *=? *)3\b",
        rf"\g<1>\g<2>{_DEPTH}",
        templates.source("othello", written),
        count=1,
    )
    begun = time.monotonic()
    made = making.made({f"bot{language.suffixes[0]}": (source.encode(), False)}, language.id)
    built = time.monotonic() - begun
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "bot"
        folder.mkdir()
        Path(scratch).chmod(0o755)
        unpacking.write(made.files, folder)
        record = play_game(
            {
                "id": language.id,
                "game": "othello",
                "seed": 1,
                "clock": {"base": 600.0, "increment": 10.0},
                "confinement": choose().name,
                "entrants": [
                    {"kind": "upload", "folder": str(folder), "command": None, "name": language.id},
                    {"kind": "built_in", "bot": "random"},
                ],
            }
        )
    if record["verdicts"][0]["code"] != "fair":
        raise RuntimeError(record["verdicts"][0]["sentence"])
    positions = int(_NOTED.findall(record["logs"][0])[-1])
    seconds = sum(each for each, seat in zip(record["seconds"], record["seats"], strict=True) if seat == 0)
    name = f"{language.title} {language.version}".strip()
    return [
        Row(f"{name}: of {positions:,} positions", positions / seconds, "a second"),
        Row(f"{name}: to build", built, "s"),
        Row(f"{name}: to start", record["start_seconds"][0], "s"),
    ]
