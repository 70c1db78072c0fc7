"""Makes of what was handed in what is kept and played: finds its language, and builds it where that is needed.

What a build leaves lies in ``.built`` beside the sources, with ``made.json``, which says how the bot is started. So a
bot is built once, where it is handed in, and played anywhere.
"""

from __future__ import annotations

import json
import re
import tempfile
import threading
from collections import OrderedDict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Any

from plyground.competitions.languages import table
from plyground.competitions.languages.language import Language, as_sentence
from plyground.competitions.submissions import files, programs, unpacking, weights
from plyground.competitions.submissions.unpacking import BUILT, MADE, Files
from plyground.core import processors
from plyground.core.errors import Refusal
from plyground.core.messages import _, listed
from plyground.core.refusals import Busy
from plyground.sandbox import building
from plyground.sandbox.contract import NotStarted

_SECONDS = 3 * building.SECONDS
_KEPT = 32
_ROOM = 64 * 1024
_MOST_MESSAGES = 16_000
_SHEBANG = re.compile(rb"#!\s*+(?:\S*/)?(?:env\s++(?:-S\s++)?)?([\w.+-]{1,40})")
_IMPORTS = re.compile(rb"^[ \t]*+(?:import|from)[ \t]++(?:numpy|numba)\b", re.MULTILINE)
_turns = threading.BoundedSemaphore(processors.count())
_lock = threading.Lock()
_recent: OrderedDict[tuple[str, str], Files] = OrderedDict()


class NotCompiled(Refusal):
    """The sources cannot be compiled; ``problems`` says why, line by line."""

    def __init__(self, sentence: str, problems: list[dict[str, Any]], messages: str) -> None:
        super().__init__(sentence)
        self.problems, self.messages = problems, messages

    def as_json(self) -> dict[str, Any]:
        """With the places and all that the compiler said."""
        return {**super().as_json(), "problems": self.problems, "messages": self.messages}


class NotAllowed(Refusal, code="language_not_allowed"):
    """The competition takes bots in other languages."""


@dataclass(frozen=True)
class Made:
    """A bot as it is kept: its files, its language, and the content hash of what was handed in."""

    files: Files
    language: Language
    source: str


def made(
    given: Files, wanted: str | None = None, command: Sequence[str] | None = None, allowed: Collection[str] = ()
) -> Made:
    """Find the language of a bot, or take the ``wanted`` one, and build it; the same bot again at once.

    ``allowed`` are ids of languages, none for all. Raises ``NoProgram``, ``NotAllowed``, ``NotInstalled``,
    ``NoBuilding``, ``NotCompiled`` or ``Busy``.
    """
    given = sources(given)
    found, main = language_of(given, wanted, command)
    if allowed and found.id not in allowed:
        titles = listed(*table.titles(allowed))
        raise NotAllowed(
            _("This competition takes bots in: {titles}. This one is {title}.", titles=titles, title=found.title)
        )
    source = files.content_of(given)
    if not found.builds or command:
        return Made(given, found, source)
    found.insist()
    with _lock:
        known = _recent.get((source, found.id))
    if known is None:
        if not _turns.acquire(timeout=_SECONDS):
            raise Busy(_("Many bots are being compiled at this moment; try again in a minute."))
        try:
            known = _built(given, found, main)
        finally:
            _turns.release()
        with _lock:
            _recent[source, found.id] = known
            while len(_recent) > _KEPT:
                _recent.popitem(last=False)
    return Made({**given, **known}, found, source)


def language_of(given: Files, wanted: str | None, command: Sequence[str] | None) -> tuple[Language, str]:
    """The language of a bot, and its main file; raises ``NoProgram`` or ``BadSetting``."""
    command = command or unpacking.command(given)
    wanted = wanted or unpacking.language(given)
    if command:
        first = table.PYTHON.id if command[0] in programs.PYTHONS else PurePosixPath(command[0]).suffix
        found = table.language("javascript") if command[0] == programs.NODE else table.of_suffix(first)
        return found or (table.PYTHON if first == table.PYTHON.id else table.PROGRAM), command[0]
    names = [name for name in sorted(given) if "/" not in name and not name.startswith(".")]
    if wanted:
        found = table.language(wanted)
        main = _program(given, names) if found is table.PROGRAM else _main(names, found)
        if main is None:
            raise programs.NoProgram(_("There is no file of {title} in it.", title=found.title))
        return found, main
    for each in table.LANGUAGES:
        main = _main(names, each)
        if main is not None:
            with_packages = each is table.PYTHON and any(
                _IMPORTS.search(data) for name, (data, _runs) in given.items() if name.endswith(".py")
            )
            return table.language("numba") if with_packages else each, main
    for name in names:
        script = _SHEBANG.match(given[name][0])
        if script and given[name][1]:
            if script[1].decode() == programs.NODE:
                return table.language("javascript"), name
            raise programs.NoProgram(
                _(
                    "{name} is a script for {interpreter}, which is none of the languages here: {titles}.",
                    name=name,
                    interpreter=script[1].decode(),
                    titles=titles(),
                )
            )
    return table.PROGRAM, _program(given, names) or ""


def titles() -> str:
    """The names of all languages that have sources."""
    return listed(*(str(each.title) for each in table.LANGUAGES if each.suffixes))


def _main(names: Sequence[str], language: Language) -> str | None:
    """The main file among these: one of a known name, or the only one; None without. Raises ``NoProgram``."""
    own = [name for name in names if PurePosixPath(name).suffix in language.suffixes]
    for stem in ("bot", "main"):
        for name in own:
            if PurePosixPath(name).stem == stem:
                return name
    if len(own) > 1 and language is not table.PYTHON:
        raise programs.NoProgram(
            _("It is not clear which file is the bot: name it {name}.", name=f"bot{language.suffixes[0]}")
        )
    return own[0] if len(own) == 1 else None


def _program(given: Files, names: Sequence[str]) -> str | None:
    return next((name for name in names if given[name][1]), None)


def _built(given: Files, language: Language, main: str) -> Files:
    """What the build made of the files; raises ``NotCompiled`` or ``NoBuilding``."""
    assert language.image is not None
    with tempfile.TemporaryDirectory(prefix="plyground-build-") as scratch:
        folder = Path(scratch) / "bot"
        folder.mkdir()
        Path(scratch).chmod(0o755)
        unpacking.write(given, folder)
        hosted = language.suffixes[0] == ".py" and not programs.speaks_for_itself(folder, main)
        try:
            built = building.build(folder, language.steps(main, hosted), language.image, language.own_files)
        except NotStarted as error:
            raise building.NoBuilding(_("The bot could not be compiled here: {error}", error=error)) from None
    if built.made is None:
        raise _refused(language, built)
    made_of_it = unpacking.unpack_built(built.made)
    beside = weights.without(given)
    if sum(len(data) for data, _runs in [*beside.values(), *made_of_it.values()]) > unpacking.MOST_BYTES - _ROOM:
        raise _refused(language, replace(built, passed="output"))
    told = {"language": language.id, "main": main, "hosted": hosted, "version": language.version}
    return {**made_of_it, MADE: (json.dumps(told, sort_keys=True).encode(), False)}


_PASSED = {
    "time": _("Compiling took longer than {seconds:g} s.", seconds=building.SECONDS),
    "memory": _("Compiling took more memory than it may."),
    "output": _("Compiling wrote more than it may."),
}


def _refused(language: Language, built: building.Built) -> NotCompiled:
    """What the compiler said, as a refusal."""
    messages = built.messages.replace("/tmp/build/", "").replace("/bot/", "")[:_MOST_MESSAGES]
    problems = language.problems(built.messages)
    if built.passed is not None:
        sentence = _PASSED[built.passed]
    elif problems:
        first = problems[0]
        sentence = _("{title} could not compile it, line {line}: {sentence}", title=language.title, **_of(first))
    else:
        said = next((line for line in messages.splitlines() if line.strip()), "")
        sentence = _("{title} could not compile it: {said}", title=language.title, said=as_sentence(said))
    return NotCompiled(sentence, problems, messages)


def _of(problem: dict[str, Any]) -> dict[str, Any]:
    return {"line": problem["line"], "sentence": problem["sentence"]}


def sources(kept: Files) -> Files:
    """What was handed in, of files that are kept."""
    return {name: one for name, one in kept.items() if not name.startswith(BUILT)}
