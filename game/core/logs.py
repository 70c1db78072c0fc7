"""The log of the server: levels, one line each, as text or as JSON, with the id of the request and without secrets.

A record's ``extra`` fields are written with it. What is done for a request or a message runs ``under`` an id, which is
answered too, so that a person can name it and whoever runs the server finds the lines that tell of it.
"""

from __future__ import annotations

import json
import logging
import re
import secrets
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any, TextIO

from plyground.core.errors import BadOption
from plyground.core.refusals import StorageFailed

_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
_current: ContextVar[str] = ContextVar("request", default="")
_USUAL = {*vars(logging.makeLogRecord({})), "message", "asctime", "taskName"}
LEVELS = ("debug", "info", "warning", "error")
FORMS = ("text", "json")
ACCESS = "plyground.access"
"""The logger of requests; it says what it is asked to, whatever the level of the rest."""

_NAMED = r"key|token|teacher|owner|password|t|d|[si]\d{1,2}"
_SECRETS = (
    (re.compile(r"(://[^\s:/@]{0,80}:)[^\s/@]{1,200}@"), r"\1***@"),  # a password in an address
    (re.compile(r"(?i)\b(bearer )[\w.~+/=-]{1,400}"), r"\1***"),
    (re.compile(rf"""(?i)([#?&;"' ](?:{_NAMED})["']?[=:] ?["']?)[\w-]{{16,400}}"""), r"\1***"),
)
COUNTS: Counter[str] = Counter()
"""Lines of the log since the start, by level from warnings on, those that were left out included."""


def without_secrets(text: str) -> str:
    """The text with stars for keys and passwords, should some have come into it."""
    for pattern, stars in _SECRETS:
        text = pattern.sub(stars, text)
    return text


def _legible(line: str) -> str:
    """The line with what cannot be printed, such as a line's end, as Python writes it: it may be a stranger's."""
    return line if line.isprintable() else "".join(c if c.isprintable() else ascii(c)[1:-1] for c in line)


def new_id() -> str:
    """A fresh id for a request or a connection: short enough to be read out."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(8))


def current() -> str:
    """The id of what is being done in this thread, empty for nothing of anybody's."""
    return _current.get()


@contextmanager
def under(own_id: str) -> Iterator[None]:
    """Do something under an id."""
    before = _current.set(own_id)
    try:
        yield
    finally:
        _current.reset(before)


def begin(own_id: str) -> None:
    """What this thread does from now on it does under this id."""
    _current.set(own_id)


class _Formatter(logging.Formatter):
    def _fields(self, record: logging.LogRecord) -> dict[str, Any]:
        fields = {name: value for name, value in vars(record).items() if name not in _USUAL}
        own_id = fields.pop("request", None) or current()
        return ({"request": own_id} if own_id else {}) | fields


class TextFormatter(_Formatter):
    """A line for people: time, level, what happened, and the fields."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        said, *trace = super().format(record).split("\n")
        fields = "".join(f" {name}={value}" for name, value in self._fields(record).items())
        return without_secrets("\n".join(map(_legible, (said + fields, *trace))))

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        """The line before its fields, as one."""
        return _legible(super().formatMessage(record))


class JsonFormatter(_Formatter):
    """A JSON object in a line: ``at``, ``level``, ``logger``, ``says``, the fields, and ``trace`` of an exception."""

    def format(self, record: logging.LogRecord) -> str:
        entry = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "says": record.getMessage(),
            **self._fields(record),
        }
        if record.exc_info:
            entry["trace"] = self.formatException(record.exc_info)
        safe = {name: without_secrets(value) if isinstance(value, str) else value for name, value in entry.items()}
        return json.dumps(safe, ensure_ascii=False, default=str)


class Calm(logging.Filter):
    """Lets each warning through ``most`` times in ``seconds``, and then says how many more there were: a disk that is
    full must not be filled by the log of it."""

    def __init__(self, most: int = 20, seconds: float = 10.0, monotonic: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._most, self._seconds, self._monotonic = most, seconds, monotonic
        self._seen: dict[tuple[str, int], list[float]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno < logging.WARNING:
            return True
        COUNTS[record.levelname.lower()] += 1
        now, place = self._monotonic(), (record.pathname, record.lineno)
        entry = self._seen.setdefault(place, [now, 0])
        more = 0
        if now - entry[0] > self._seconds:
            more = max(0, int(entry[1]) - self._most)
            entry[:] = [now, 0]
        entry[1] += 1
        if more:
            record.more_before = more
        return entry[1] <= self._most


def set_up(level: str = "warning", form: str = "text", access: bool = False, stream: TextIO | None = None) -> None:
    """Have everything logged to ``stream`` (the terminal's errors if not given); raises ``BadOption``."""
    if level not in LEVELS:
        raise BadOption(f"PLYGROUND_LOG_LEVEL is one of {', '.join(LEVELS)}, not “{level[:40]}”.")
    if form not in FORMS:
        raise BadOption(f"PLYGROUND_LOG_FORM is one of {', '.join(FORMS)}, not “{form[:40]}”.")
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonFormatter() if form == "json" else TextFormatter())
    handler.addFilter(Calm())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel("ERROR" if level == "error" else "WARNING")  # libraries say too much below that
    for library in ("engineio.server", "socketio.server"):
        logging.getLogger(library).setLevel("ERROR")  # without a level they would print beside the log
    logging.getLogger("werkzeug").setLevel("WARNING")  # it would log each request with all that stands in its address
    logging.getLogger("plyground").setLevel(level.upper())
    logging.getLogger(ACCESS).setLevel(logging.INFO if access else logging.CRITICAL)


def tell_fault(log: logging.Logger, message: str, fault: Exception) -> None:
    """Log what a thread that has to live on could not do: in a line if the database is away, as anybody can be told,
    any other fault with its traceback."""
    if isinstance(fault, StorageFailed):
        log.warning("%s %s", message, fault.sentence)
    else:
        log.error(message, exc_info=fault)
