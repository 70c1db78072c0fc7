"""What is declared of a language: its files, its part of the system, how it is built and started, its errors."""

from __future__ import annotations

import functools
import re
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plyground.core.messages import _, enumerated
from plyground.sandbox.contract import NoSandbox
from plyground.sandbox.images import Image

_VERSION = re.compile(r"(?<!\d)\d{1,9}(?:\.\d{1,9})+")
_SECONDS = 20.0
_TEMPLATES = Path(__file__).resolve().parent / "templates"
MOST_PROBLEMS = 20
_MOST_LETTERS = 300


class NotInstalled(NoSandbox):
    """A bot's language is not there on this machine."""


@dataclass(frozen=True)
class Messages:
    """How a compiler, or a trace, names a place: ``place`` finds the groups ``file`` and ``line``; what is said of it
    is the group 1 of ``said``, sought from there on. Both are linear."""

    place: re.Pattern[str]
    said: re.Pattern[str]
    last: bool = False
    """Whether the last place is the one that counts, as in the traces of Python."""


@dataclass(frozen=True)
class Language:
    """One language. Where ``image`` is None nothing has to be there that is not everywhere.

    ``suffixes`` are those of its sources, the usual one first. ``steps`` gives the commands that build a bot, for the
    name of its main file and whether the project's runner speaks for it; what they leave in ``.built`` is kept with
    the sources. ``words`` are those that start it, before the name of the main file where there is ``keeps_main``.
    """

    id: str
    title: str
    suffixes: tuple[str, ...] = ()
    image: Image | None = None
    asks: tuple[str, ...] = ()
    steps: Callable[[str, bool], Sequence[Sequence[str]]] = lambda main, hosted: ()
    words: Callable[[], Sequence[str]] = lambda: (".built/bot",)
    keeps_main: bool = False
    messages: Messages | None = None
    comments: tuple[str, ...] = ("//", "/*", "*/")
    """The mark of a comment to the end of its line, and those around one."""
    own_files: tuple[Path, ...] = ()
    """Files of the project's that it is built and started with."""
    flags: str = ""
    """How it is built, for the page of the protocol."""

    @property
    def builds(self) -> bool:
        """Whether there is anything to be done when a bot is handed in."""
        return bool(self.steps("bot", False))

    @property
    def is_there(self) -> bool:
        """Whether bots in it can be built and run on this machine."""
        return self.image is None or _is_there(self.image)

    def surroundings(self) -> tuple[Path, ...]:
        """What a bot of it may read besides what all may, when it runs."""
        return (*self.image.paths(), *self.own_files) if self.image is not None and self.keeps_main else ()

    @property
    def remedy(self) -> str:
        """The command that installs it."""
        return "" if self.image is None else f"apt-get install -y {' '.join(self.image.packages)}"

    @property
    def version(self) -> str:
        """Its version on this machine; empty where it is not there or has none."""
        return _version(self.asks) if self.asks and self.is_there else ""

    def insist(self) -> None:
        """Raise ``NotInstalled`` where it is not there."""
        if not self.is_there:
            raise NotInstalled(
                _(
                    "{title} is not installed on this machine; whoever keeps the server can type:  {remedy}",
                    title=self.title,
                    remedy=self.remedy,
                )
            )

    def template(self) -> str:
        """A bot for any game to begin from: it speaks the protocol and plays random moves."""
        return (_TEMPLATES / f"{self.id}{self.suffixes[0]}").read_text(encoding="utf-8")

    def problems(self, text: str) -> list[dict[str, Any]]:
        """What a compiler, or a trace, says of which line: ``file``, ``line`` and ``sentence``."""
        if self.messages is None:
            return []
        found: list[dict[str, Any]] = []
        places = list(self.messages.place.finditer(text))
        for number, place in enumerate(places):
            till = places[number + 1].start() if number + 1 < len(places) else len(text)
            said = self.messages.said.search(text, place.end(), till)
            sentence = as_sentence(said[1]) if said else ""
            if not sentence and self.messages.last and place is not places[-1]:
                continue
            problem = {"file": place["file"], "line": int(place["line"])}
            if problem not in [{name: each[name] for name in problem} for each in found[-MOST_PROBLEMS:]]:
                found.append({**problem, "sentence": sentence or _("It failed here.")})
        return found[-1:] if self.messages.last else found[:MOST_PROBLEMS]


def as_sentence(said: str) -> str:
    """What another program says, on one line, cut where it is long, and ended as a sentence; empty for nothing."""
    words = " ".join(said[: 4 * _MOST_LETTERS].split())
    if len(words) > _MOST_LETTERS:
        return words[: _MOST_LETTERS - 2].rstrip() + " …"
    return words if words.endswith((".", "!", "?", "…")) or not words else words.rstrip(" :;,") + "."


@functools.cache
def _is_there(image: Image) -> bool:
    return image.is_there


@functools.cache
def _version(words: tuple[str, ...]) -> str:
    try:
        said = subprocess.run(words, capture_output=True, text=True, timeout=_SECONDS, check=False).stdout
    except (OSError, subprocess.TimeoutExpired):
        return ""
    found = _VERSION.findall(said) or [""]
    return enumerated(*found[:2]) if len(words) > 2 else str(found[0])
