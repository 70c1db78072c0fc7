"""The languages of the pages: catalogues of messages, which of them a visitor reads, and everything said in it.

A language is a file ``translations/<code>.po`` of the program, of a game's package, or of the folder that the keeper
names. English is what the messages themselves are written in and needs no file.
"""

from __future__ import annotations

import gettext
import io
import logging
from collections.abc import Callable, Iterable
from copy import copy
from functools import lru_cache
from pathlib import Path
from typing import Any

from babel import Locale, negotiate_locale
from babel.messages.pofile import PoFileError, read_po
from babel.numbers import get_decimal_symbol, get_group_symbol
from flask import Blueprint, Flask, g, has_request_context, redirect, request
from flask.json.provider import DefaultJSONProvider
from jinja2 import pass_context, pass_eval_context
from jinja2.filters import sync_do_join
from jinja2.nodes import EvalContext
from jinja2.runtime import Context
from werkzeug.wrappers import Response

from plyground.core.messages import Catalogue, Message, translated
from plyground.web.addresses import served
from plyground.web.broadcast import Payload

log = logging.getLogger(__name__)

SOURCE = "en"
COOKIE = "plyground_language"
_FORMS = 200
"""Numbers for which scripts are told the plural form: beyond, every language's hangs on the last two digits."""


class Language:
    """A language other than English: its catalogue, its messages by their English, and those that scripts need."""

    def __init__(self, code: str) -> None:
        self.code, self.locale = code, Locale.parse(code, sep="-")
        self.name = self.locale.get_display_name() or code
        self.catalogue = gettext.NullTranslations()
        self.texts: dict[str, Any] = {}
        self.for_scripts: dict[str, Any] = {"texts": {}, "forms": []}

    def read(self, file: Path) -> None:
        """Add a ``.po`` file; what was read before goes before it. Raises ``ValueError`` or ``PoFileError``."""
        catalogue, texts, of_scripts = _parsed(file.read_bytes(), self.locale)
        added = copy(catalogue)  # its own fallbacks
        if isinstance(self.catalogue, Catalogue):
            self.catalogue.add_fallback(added)
        else:
            self.catalogue = added
        self.for_scripts["forms"] = [added.plural(number) for number in range(_FORMS)]
        self.texts = texts | self.texts
        self.for_scripts["texts"] = of_scripts | self.for_scripts["texts"]


@lru_cache(8)
def _parsed(content: bytes, locale: Locale) -> tuple[Catalogue, dict[str, Any], dict[str, Any]]:
    """What a ``.po`` file says: its messages, all of them by their English, and those that scripts need.

    Raises ``ValueError`` or ``PoFileError``.
    """
    found = read_po(io.BytesIO(content), locale=locale, abort_invalid=True)
    catalogue = Catalogue.of(found)
    catalogue.signs = {ord("."): get_decimal_symbol(locale), ord(","): get_group_symbol(locale)}
    texts: dict[str, Any] = {}
    of_scripts: dict[str, Any] = {}
    for message in found:
        text = message.id if isinstance(message.id, str) else message.id[0]
        if text and message.string:
            texts.setdefault(text, message.string)
            if any(name.endswith(".js") for name, _line in message.locations):
                of_scripts.setdefault(text, message.string)
    return catalogue, texts, of_scripts


class Languages:
    """All languages that there are, by code; a file that cannot be read is named in the log and left out."""

    def __init__(self, folders: Iterable[Path]) -> None:
        self.known: dict[str, Language] = {}
        for file in (file for folder in folders for file in sorted(folder.glob("*.po"))):
            try:
                language = self.known.get(file.stem) or Language(file.stem)
                language.read(file)
            except (OSError, ValueError, PoFileError) as error:
                log.warning("The language %s is left out: %s", file.name, error)
                continue
            self.known[file.stem] = language

    def current(self) -> Language | None:
        """The language of the visitor whose request is handled: chosen, or preferred by the browser; None: English."""
        if not self.known or not has_request_context():
            return None
        if "language" not in g:
            chosen = request.cookies.get(COOKIE, "")
            wanted = [chosen] if chosen in self.names() else list(request.accept_languages.values())
            g.language = self.known.get(negotiate_locale(wanted, list(self.names()), sep="-") or SOURCE)
        found: Language | None = g.language
        return found

    def names(self) -> dict[str, str]:
        """Code to the language's own name, English first."""
        return {SOURCE: "English", **{code: language.name for code, language in self.known.items()}}

    def decimal(self) -> str:
        """The sign before the decimals of the visitor whose request is handled."""
        language = self.current()
        return get_decimal_symbol(language.locale) if language else "."

    def translated(self, data: Any) -> Any:
        """The same data for the visitor whose request is handled."""
        language = self.current()
        return translated(data, language.catalogue) if language else data


class TranslatingWire:
    """Sends each connection its messages in its language: readers of another than English sit in rooms of their own."""

    def __init__(self, server: Any) -> None:
        self._server = server
        self._language_of: dict[str, Language] = {}

    def admit(self, sid: str, language: Language | None) -> None:
        """A connection has come whose reader reads ``language``, None for English."""
        if language:
            self._language_of[sid] = language

    def forget(self, sid: str) -> None:
        """A connection is gone."""
        self._language_of.pop(sid, None)

    def emit(self, event: str, data: Payload, *, room: str, skip_sid: list[str] | None = None) -> None:
        """Send to all in a room but those to be skipped, each in its language."""
        alone = self._language_of.get(room)
        if alone:
            data = translated(data, alone.catalogue)
        self._server.emit(event, data, room=room, skip_sid=skip_sid)
        for language in set(self._language_of.copy().values()) if not alone else ():
            there = _beside(room, language)
            self._server.emit(event, translated(data, language.catalogue), room=there, skip_sid=skip_sid)

    def enter_room(self, sid: str, room: str) -> None:
        """Put a connection into a room; raises ``ValueError`` or ``KeyError`` if it is gone."""
        self._server.enter_room(sid, _beside(room, self._language_of.get(sid)))

    def leave_room(self, sid: str, room: str) -> None:
        """Take a connection out of a room."""
        self._server.leave_room(sid, _beside(room, self._language_of.get(sid)))


def _beside(room: str, language: Language | None) -> str:
    return f"{room} in {language.code}" if language else room


def number(value: Any, language: Language | None, places: int | None = None) -> str:
    """A number as the language writes it, with so many places behind the point; what is none stays as it is."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return str(value)
    text = f"{value:,}" if places is None else f"{value:,.{places}f}"
    return text.translate(language.catalogue.signs) if language and isinstance(language.catalogue, Catalogue) else text


def speak(app: Flask, languages: Languages) -> None:
    """Have the application's templates, JSON and address ``/language/<code>`` know the languages."""

    class TranslatingJson(DefaultJSONProvider):
        sort_keys = False

        def dumps(self, obj: Any, **settings: Any) -> str:
            return super().dumps(languages.translated(obj), **settings)

    def catalogue() -> gettext.NullTranslations:
        language = languages.current()
        return language.catalogue if language else gettext.NullTranslations()

    app.json = TranslatingJson(app)
    app.extensions["languages"] = languages
    env = app.jinja_env
    env.add_extension("jinja2.ext.i18n")
    env.policies |= {"ext.i18n.trimmed": True, "json.dumps_function": app.json.dumps}
    env.install_gettext_callables(  # type: ignore[attr-defined]
        lambda text: catalogue().gettext(text),
        lambda one, several, count: catalogue().ngettext(one, several, count),
        newstyle=True,
    )
    for name in ("gettext", "ngettext"):
        env.globals[name] = _with_messages(env.globals[name], languages)
    env.filters["join"] = _joining(languages)
    env.filters["number"] = lambda value, places=None: number(value, languages.current(), places)
    env.finalize = lambda value: languages.translated(value) if isinstance(value, Message) else value
    app.context_processor(lambda: {"language": languages.current(), "languages": languages.names()})
    app.register_blueprint(_choice(languages))


def _with_messages(say: Any, languages: Languages) -> Callable[..., str]:
    """What a template says, with the messages among the values that fill it translated as well."""

    @pass_context
    def filled(context: Context, *texts: Any, **values: Any) -> str:
        said: str = say(context, *texts, **languages.translated(values))
        return said

    return filled


def _joining(languages: Languages) -> Callable[..., str]:
    """Jinja's ``join``, which makes one text of messages, each translated before."""

    @pass_eval_context
    def join(context: EvalContext, values: Iterable[Any], between: str = "", attribute: str | None = None) -> str:
        return sync_do_join(context, languages.translated(list(values)), between, attribute)

    return join


def _choice(languages: Languages) -> Blueprint:
    choice = Blueprint("language", __name__)

    @choice.get("/language/<code>")
    def choose(code: str) -> Response:
        back = redirect(request.referrer if (request.referrer or "").startswith(request.host_url) else served("/"))
        if code in languages.names():
            back.set_cookie(
                COOKIE, code, max_age=365 * 24 * 3600, path=served("") or "/", secure=request.is_secure, samesite="Lax"
            )
        return back

    return choice
