"""The engines that the server's keeper declared: one file of JSON each, in one folder.

A file's name is the engine's id. Only the keeper writes a command or an address, by hand or by ``plyground engine``;
pages may enable and stop an engine and have it tested. A file that cannot be read is left out, and ``broken`` says so.
"""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from pathlib import Path
from typing import Any

from plyground.core import folders, json_text
from plyground.core.errors import BadOption, Refusal, quoted
from plyground.core.messages import _

_ID = re.compile(r"[a-z][a-z0-9_]{0,31}", re.ASCII)
_LONGEST_FILE = 64 * 1024


@dataclass(frozen=True)
class Engine:
    """One engine.

    It is started by ``command`` in ``folder``, or answers at ``address`` (``host:port``). ``options`` are set in the
    engine by its protocol; ``games`` are ids of games. ``seconds`` is how long it thinks about a move where no clock
    says so. ``confined`` runs it in the sandbox with at most ``memory`` megabytes; ``paused`` keeps it from thinking
    in its opponent's time. ``tested`` is what the last test told, ``{}`` before one.
    """

    id: str
    protocol: str
    games: tuple[str, ...]
    title: str = ""
    command: tuple[str, ...] = ()
    address: str = ""
    folder: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    seconds: float = 1.0
    confined: bool = False
    memory: int = 1024
    paused: bool = True
    enabled: bool = True
    tested: Mapping[str, Any] = field(default_factory=dict)

    @property
    def facts(self) -> Mapping[str, Any]:
        """What the engine said of itself when it was tested."""
        found = self.tested.get("facts", {})
        return found if isinstance(found, dict) else {}

    @property
    def place(self) -> Path:
        """The folder in which it is started: the one it names, else that of its program."""
        if self.folder:
            return Path(self.folder)
        program = Path(self.command[0]) if self.command else Path()
        return program.parent if program.is_absolute() else Path.cwd()

    @property
    def host_and_port(self) -> tuple[str, int]:
        """The two parts of the address."""
        host, _colon, port = self.address.rpartition(":")
        return host.strip("[]"), int(port)

    def as_json(self) -> dict[str, Any]:
        """What its file holds: all that is not as usual."""
        usual = {each.name: each.default for each in fields(self)}
        told = {name: value for name, value in vars(self).items() if name != "id" and value and value != usual[name]}
        for name in ("confined", "paused", "enabled"):
            if vars(self)[name] != usual[name]:
                told[name] = vars(self)[name]
        return told


def read(engine_id: str, given: Any) -> Engine:
    """An engine from what its file holds; raises ``BadOption``."""
    if not _ID.fullmatch(engine_id):
        raise BadOption(
            _("An engine's name is of small letters, digits and _, at most 32: not {name}.", name=quoted(engine_id))
        )
    if not isinstance(given, dict):
        raise BadOption(_("An engine is a JSON object."))
    known = {each.name: each for each in fields(Engine) if each.name != "id"}
    for name in given:
        if name not in known:
            raise BadOption(
                _("An engine has no field {name}; there are: {known}.", name=quoted(name), known=", ".join(known))
            )
    made = {"title": "", "command": [], "address": "", "folder": "", "options": {}, "tested": {}, **given}
    _check(made, str, "protocol", "title", "address", "folder")
    _check(made, bool, *(name for name in ("confined", "paused", "enabled") if name in made))
    _check(made, dict, "options", "tested")
    for name in ("command", "games"):
        if not isinstance(made.get(name), list | tuple) or not all(isinstance(word, str) for word in made[name]):
            raise BadOption(_("The field {name} is a list of texts.", name=name))
        made[name] = tuple(made[name])
    for name, low, high in (("seconds", 0.001, 3600), ("memory", 16, 1024 * 1024)):
        value = made.get(name, low)
        if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
            raise BadOption(_("The field {name} is a number from {low} to {high}.", name=name, low=low, high=high))
    made["options"] = {str(name): str(value) for name, value in made["options"].items()}
    engine = Engine(id=engine_id, **made)
    if bool(engine.command) == bool(engine.address):
        raise BadOption(_("An engine has either a command or an address."))
    if engine.address and not re.fullmatch(r"[^\s:]+:[0-9]{1,5}|\[[0-9a-f:]+\]:[0-9]{1,5}", engine.address):
        raise BadOption(_("An address is host:port, not {address}.", address=quoted(engine.address)))
    if not engine.games:
        raise BadOption(_("An engine plays at least one game."))
    return engine if engine.title else replace(engine, title=engine_id.replace("_", " ").capitalize())


def _check(given: Mapping[str, Any], kind: type, *names: str) -> None:
    words = {str: _("a text"), bool: _("true or false"), dict: _("an object")}
    for name in names:
        if not isinstance(given.get(name), kind):
            raise BadOption(_("The field {name} is {kind}.", name=name, kind=words[kind]))


class Engines:
    """The engines of one folder, read anew whenever a file there has changed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._seen: tuple[tuple[str, int, int], ...] | None = None
        self._found: dict[str, Engine] = {}
        self.broken: dict[str, str] = {}

    def all(self) -> dict[str, Engine]:
        """All engines by id, those that are stopped too."""
        seen = self._files()
        if seen != self._seen:
            found, broken = {}, {}
            for name, _changed, _size in seen:
                try:
                    found[name[:-5]] = self._load(name)
                except Refusal as refusal:
                    broken[name] = _("The engine {name} is left out: {why}", name=name, why=refusal.sentence)
            self._found, self.broken, self._seen = found, broken, seen
        return self._found

    def find(self, engine_id: str) -> Engine:
        """One engine; raises ``BadOption``."""
        known = self.all()
        if engine_id not in known:
            named = ", ".join(known) or _("none")
            raise BadOption(
                _("There is no engine called {name}; there are: {known}.", name=quoted(engine_id), known=named)
            )
        return known[engine_id]

    def save(self, engine: Engine) -> None:
        """Write an engine's file, whole or not at all."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=self.folder, prefix=".", delete=False) as file:
            json.dump(engine.as_json(), file, indent=2, ensure_ascii=False)
            file.write("\n")
        os.replace(file.name, self.folder / f"{engine.id}.json")

    def remove(self, engine_id: str) -> None:
        """Forget an engine; raises ``BadOption`` if there is none."""
        (self.folder / f"{self.find(engine_id).id}.json").unlink(missing_ok=True)

    def _files(self) -> tuple[tuple[str, int, int], ...]:
        try:
            with os.scandir(self.folder) as entries:
                found = [(each.name, each.stat()) for each in entries if each.name.endswith(".json") and each.is_file()]
        except OSError:
            return ()
        return tuple(sorted((name, stat.st_mtime_ns, stat.st_size) for name, stat in found if name[:1] != "."))

    def _load(self, name: str) -> Engine:
        try:
            content = (self.folder / name).read_text(encoding="utf-8")
            given = json_text.read(content[:_LONGEST_FILE])
        except (OSError, ValueError) as error:
            raise BadOption(_("it cannot be read ({why}).", why=str(error)[:100])) from None
        return read(name[:-5], given)


def engines() -> Engines:
    """Those of the folder ``PLYGROUND_ENGINES``, else of ``engines`` in the folder of data."""
    return _of(os.environ.get("PLYGROUND_ENGINES") or str(folders.data() / "engines"))


@cache
def _of(folder: str) -> Engines:
    return Engines(Path(folder))
