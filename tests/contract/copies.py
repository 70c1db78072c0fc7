"""Copies of the program in a folder of its own, to which tests add games and bots as a user would.

The folder stays between runs; each process of a parallel run has its own. All share the program's cache of kernels,
whose entries say nothing of a place, so that what is the same is compiled once. What Python has made of the sources is
copied with them: to make all of it anew takes seconds.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import cache_from_source
from pathlib import Path

from plyground.core import cache

ROOT = Path(__file__).resolve().parent.parent.parent
COPIED = (
    "app.py",
    "game",
    "tests/contract",
    "tests/engines",
    "tests/__init__.py",
    "tests/soaking.py",
    "tests/waiting.py",
    "pyproject.toml",
    "static/js/lib",
    "static/js/rules",
    "tools/web/names.js",
    "tools/web/tsconfig.json",
)
WHOLE = (*COPIED, "static", "templates")
KERNELS = {"PLYGROUND_CACHE": str(cache.root())}
_LEFT_OUT = {"copies.py", "test_worked_examples.py", "test_broken_modules.py"}
_BLOCK = re.compile(r"^```\w+\n(?:#|//|\{#) (\S+)(?: #\})?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def files_in(page: str) -> dict[str, str]:
    """The files that a page of the documentation writes out in its code blocks: path to text."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    return dict(_BLOCK.findall(text))


@dataclass(frozen=True)
class Copy:
    """A copy of the program in ``folder``."""

    folder: Path

    @classmethod
    def make(cls, name: str, added: Mapping[str, str], copied: tuple[str, ...] = COPIED) -> Copy:
        """Copy these parts of the program as they are now and add these files (path to text)."""
        folder = ROOT / ".cache" / "copies" / f"{name}-{os.environ.get('PYTEST_XDIST_WORKER', 'main')}"
        wanted: dict[Path, Path | str] = {}
        for place in copied:
            for source in _files(ROOT / place):
                if source.name not in _LEFT_OUT:
                    wanted[folder / source.relative_to(ROOT)] = source
        wanted.update({folder / path: text for path, text in added.items()})
        for path in _files(folder):
            if path not in wanted and path.relative_to(folder).parts[0] not in (".cache", "plyground"):
                path.unlink()
        for path, content in wanted.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            _put(path, content)
        if not (folder / "plyground").exists():
            (folder / "plyground").symlink_to("game")
        return cls(folder)

    def run(self, *words: str, timeout: float = 240) -> subprocess.CompletedProcess[str]:
        """Run Python in the copy."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PLYGROUND_", "NUMBA_"))}
        return subprocess.run(
            [sys.executable, *words], cwd=self.folder, env=kept | KERNELS,
            capture_output=True, text=True, timeout=timeout,
        )  # fmt: skip


def _files(place: Path) -> list[Path]:
    if place.is_file():
        return [place]
    return [path for path in place.rglob("*") if path.is_file() and "__pycache__" not in path.parts]


def _put(path: Path, source: Path | str) -> None:
    """Write the file unless it is there already: what is untouched keeps its time."""
    if isinstance(source, Path):
        if not path.exists() or path.read_bytes() != source.read_bytes():
            shutil.copy2(source, path)  # with its time, which what Python makes of it has to show
            made, there = (Path(cache_from_source(str(each))) for each in (source, path))
            if source.suffix == ".py" and made.exists():
                there.parent.mkdir(exist_ok=True)
                shutil.copyfile(made, there)
    elif not path.exists() or path.read_text(encoding="utf-8") != source:
        path.write_text(source, encoding="utf-8")
