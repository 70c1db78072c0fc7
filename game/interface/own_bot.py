"""One's own bot in a competition of any server, by its owner's link: hand in, try, challenge, read logs."""

from __future__ import annotations

import io
import json
import re
import secrets
import time
import urllib.error
import urllib.parse
import urllib.request
import zipfile
from collections.abc import Mapping
from pathlib import Path
from types import FunctionType
from typing import Any

from plyground.core.errors import Refusal
from plyground.interface import gathered

_LINK = re.compile(r"(https?://[^#?\s]{1,500})/compete/([A-Za-z0-9_-]{1,80})/bots/([A-Za-z0-9_-]{1,80})/?")
_KEY = re.compile(r"#key=([^\s&#]{1,300})")
_SECONDS = 300.0
_PAUSE = 0.5
MOST_AGAIN = 20
"""So often a request that was too quick is made again."""


class BadLink(Refusal):
    """The text is no owner's link."""


class NoAnswer(Refusal):
    """The server cannot be reached."""


class Refused(Refusal):
    """The server refuses, with its own sentence; ``problems`` are what a compiler said, by line."""

    def __init__(self, error: Mapping[str, Any]) -> None:
        super().__init__(str(error.get("sentence") or "The server refuses."))
        self.problems = list(error.get("problems") or ())
        self.messages = str(error.get("messages") or "")


class OwnBot:
    """A bot in a competition, for its owner. ``link`` is the secret link of the bot's page, with ``#key=…``, or that
    page's address with the ``key`` beside it. Raises ``BadLink``; methods raise ``Refused`` or ``NoAnswer``."""

    def __init__(self, link: str, key: str = "") -> None:
        found, given = _LINK.match(link), _KEY.search(link)
        if found is None or not (key or given):
            raise BadLink(
                "The link of your bot ends with /compete/COMPETITION/bots/BOT#key=…; you got it when you took part."
            )
        self.server = found[1]
        self._turn_to(found[2], found[3])
        self.key = key or urllib.parse.unquote(given[1] if given else "")

    def _turn_to(self, competition: str, bot: str) -> None:
        self.competition, self.bot = competition, bot
        self._own = f"/api/competitions/{competition}/bots/{bot}"

    @property
    def page(self) -> str:
        """The address of the bot's page, without the key."""
        return f"{self.server}/compete/{self.competition}/bots/{self.bot}"

    def about(self) -> dict[str, Any]:
        """What its owner sees of the bot: ``name``, ``versions``, ``games``, ``competition`` and more."""
        found: dict[str, Any] = self._asked("GET", self._own)
        return found

    def submit(
        self,
        bot: object,
        note: str = "",
        language: str = "",
        files: Mapping[str, bytes | str | Path] | None = None,
        weights: str | Path | None = None,
    ) -> int:
        """Hand a version in; returns its number. If the bot plays in a later season by now, it is handed in there, and
        this is that bot from then on. ``bot`` is what ``files_of`` takes, ``files`` lie beside it, and so
        does the file of learnt ``weights``, which is called ``weights`` there, with its own ending."""
        learnt = {} if weights is None else {f"weights{Path(weights).suffix.lower()}": Path(weights)}
        name, data = packed(files_of(bot, language, {**(files or {}), **learnt}))
        fields = {"note": note, "language": language}
        kind, body = _form({each: value for each, value in fields.items() if value}, "file", name, data)
        answer = self._asked("POST", f"{self._own}/versions", body, kind)
        there = _LINK.match(urllib.parse.urljoin(self.server, answer["url"]))
        if there is not None:
            self._turn_to(there[2], there[3])
        return int(answer["version"])

    def status(self, version: int) -> dict[str, Any]:
        """How far a version is: ``admission``, ``reason`` and its ``first_games``."""
        found: dict[str, Any] = self._asked("GET", f"{self._own}/versions/{version}")
        return found

    def wait(self, version: int, seconds: float = 600.0) -> dict[str, Any]:
        """Wait until its first games are over, at most so long; the status then."""
        until = time.monotonic() + seconds
        while True:
            found = self.status(version)
            if found["admission"] != "waiting" or time.monotonic() > until:
                return found
            time.sleep(_PAUSE)

    def attempt(
        self,
        bot: object,
        against: str = "random",
        seat: int = 0,
        language: str = "",
        weights: str | Path | None = None,
    ) -> dict[str, Any]:
        """Play one game against a level of the program's own bots, or ``self``, in the server's sandbox, with learnt
        ``weights`` as ``submit`` takes them; what ``POST /api/trials`` answers. Nothing of it is kept."""
        files = files_of(bot, language)
        if len(files) != 1:
            raise BadLink("One file is tried at a time; hand several in.")
        ((name, data),) = files.items()
        shown = self._asked("GET", f"/api/competitions/{self.competition}")
        clock = shown["settings"]["ladder_clock"]
        source = data.decode("utf-8", errors="replace")
        body = {
            "game": shown["game"],
            "competition": self.competition,
            "options": shown["settings"]["options"],
            "clock": {"base": min(clock["base"], 10.0), "increment": min(clock["increment"], 1.0)},
            "source": source,
            "language": language or _language(name, source),
            "against": against,
            "seat": seat,
        }
        kind, sent = "application/json", json.dumps(body).encode()
        if weights is not None:
            kind, sent = _form({"asked": sent.decode()}, "weights", Path(weights).name, Path(weights).read_bytes())
        played: dict[str, Any] = self._asked("POST", "/api/trials", sent, kind)
        return played

    def challenge(self, against: str, seat: int = 0) -> dict[str, Any]:
        """Ask for a game against another bot of the competition, by its name, or a level of the program's own: the
        ``game``, its ``place`` in the queue, and the ``url`` at which it is watched."""
        body = {"against": against, "seat": seat}
        found = self._asked("POST", f"{self._own}/challenges", json.dumps(body).encode())
        return {**found, "url": urllib.parse.urljoin(self.server, found["url"])}

    def logs(self, game: str) -> list[dict[str, Any]]:
        """What the bot wrote in a game: ``seat``, ``version`` and ``log`` of each of its seats."""
        path = f"/api/competitions/{self.competition}/games/{urllib.parse.quote(game, safe='')}/logs"
        return list(self._asked("GET", path)["logs"])

    def _asked(self, method: str, path: str, body: bytes | None = None, kind: str = "application/json") -> Any:
        headers = {"Authorization": f"Bearer {self.key}", "Accept": "application/json"}
        if body is not None:
            headers["Content-Type"] = kind
        for _again in range(MOST_AGAIN):
            request = urllib.request.Request(self.server + path, body, headers, method=method)
            try:
                with urllib.request.urlopen(request, timeout=_SECONDS) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as refused:
                error = _error(refused)
                if refused.code != 429 or _again == MOST_AGAIN - 1:
                    raise Refused(error) from None
                time.sleep(2.0)
            except (OSError, ValueError) as error:
                raise NoAnswer(f"{self.server} does not answer: {error}.") from None
        raise AssertionError


def submit(
    server: str, key: str, source_or_function: object, note: str = "", wait: bool = True, **more: Any
) -> dict[str, Any]:
    """Hand a bot in from a notebook or a program, and wait for its first games.

    ``server`` is the address of the bot's page, ``key`` its owner's; ``server`` alone may be the whole secret link. The
    bot is what ``files_of`` takes: a source, a path, or a function of the notebook. ``note``, ``language``,
    ``files`` and ``weights`` as ``OwnBot.submit``. Returns ``version``, and with ``wait`` its status.
    """
    own = OwnBot(server, key)
    version = own.submit(source_or_function, note, **more)
    return {"version": version, "page": own.page, **(own.wait(version) if wait else {})}


def files_of(
    bot: object, language: str = "", files: Mapping[str, bytes | str | Path] | None = None
) -> dict[str, bytes]:
    """The files of a bot: those of a path (a file, or all in a folder but hidden ones), a source as text, or a
    function, with ``files`` by their names (bytes, or a path from which they are read).

    A function is taken with all that it uses of the notebook's cells or its file (``gathered``); called otherwise than
    ``make_move``, it is named so. Raises ``BadLink``, ``NoSource`` or ``BadUpload``.
    """
    found: dict[str, bytes]
    function = gathered.function_in(bot)
    if function is not None:
        found = {"bot.py": _source_of(function).encode()}
    elif isinstance(bot, Path) or (isinstance(bot, str) and "\n" not in bot and Path(bot).exists()):
        path = Path(bot)
        found = _of_folder(path) if path.is_dir() else {path.name: path.read_bytes()}
    elif isinstance(bot, str) and "\n" in bot:
        found = {f"bot{_ENDINGS.get(language, '.py')}": bot.encode()}
    else:
        raise BadLink(f"There is no bot at {str(bot)[:80]}: give a file, a folder, a source or a function.")
    for name, data in (files or {}).items():
        found[name] = data if isinstance(data, bytes) else Path(data).read_bytes()
    return found


def _of_folder(folder: Path) -> dict[str, bytes]:
    from plyground.competitions.submissions.unpacking import of_folder

    return {name: data for name, (data, _executable) in of_folder(folder).items()}


def _language(name: str, source: str) -> str:
    """The language of a file by its ending, and of one in Python by what it imports."""
    if Path(name).suffix == ".py":
        return "numba" if _PACKAGES.search(source) else "python"
    return next((each for each, ending in _ENDINGS.items() if ending == Path(name).suffix), "python")


_PACKAGES = re.compile(r"^[ \t]*+(?:import|from)[ \t]++(?:numpy|numba)\b", re.MULTILINE)
_ENDINGS = {"c": ".c", "cpp": ".cpp", "rust": ".rs", "ocaml": ".ml", "haskell": ".hs", "javascript": ".js"}


def packed(files: Mapping[str, bytes]) -> tuple[str, bytes]:
    """The name and the bytes under which files are handed in: a file alone as it is, several as a zip."""
    if len(files) == 1:
        return next(iter(files.items()))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return "bot.zip", out.getvalue()


def _source_of(function: FunctionType) -> str:
    source = gathered.source_of(function)
    return source if function.__name__ == "make_move" else f"{source}\n\nmake_move = {function.__name__}\n"


def words(number: int, status: Mapping[str, Any]) -> str:
    """How far a version is, in words."""
    said = {
        "waiting": "waits for its first games",
        "validated": "plays",
        "admitted": "plays, for the teacher has let it",
        "refused": f"did not get through its first games: {status['reason']}",
    }[status["admission"]]
    return f"Version {number} {said}"


def _form(fields: Mapping[str, str], field: str, name: str, data: bytes) -> tuple[str, bytes]:
    """A form with some fields and a file as one more ``field``: its content type and body."""
    edge = secrets.token_hex(16)
    parts = [
        f'--{edge}\r\nContent-Disposition: form-data; name="{each}"\r\n\r\n{value}\r\n'.encode()
        for each, value in fields.items()
    ]
    plain = "".join(letter for letter in name if letter.isprintable() and letter not in '"\\')
    head = f'--{edge}\r\nContent-Disposition: form-data; name="{field}"; filename="{plain}"\r\n\r\n'.encode()
    return f"multipart/form-data; boundary={edge}", b"".join([*parts, head, data, f"\r\n--{edge}--\r\n".encode()])


def _error(refused: urllib.error.HTTPError) -> dict[str, Any]:
    try:
        found = json.load(refused)["error"]
    except (ValueError, LookupError, TypeError):
        found = None
    return found if isinstance(found, dict) else {"sentence": f"The server answers {refused.code}."}
