"""Collects the messages of templates, scripts and Python into catalogues for translators.

``python -m tools.messages update`` brings every ``game/translations/*.po`` up to date with the texts of today and
writes the template ``.cache/messages.pot``; ``add CODE`` begins a language; ``pseudo FOLDER`` writes one in which each
message stands in ⟦brackets⟧, which shows what passes through the catalogues and what does not.
"""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from typing import IO, Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from plyground.classroom.course import units
from plyground.core import knowledge, records, registry
from plyground.core.bot import Bot
from plyground.search.teaching.search import Search
from plyground.search.teaching.searches import searches

ROOT = Path(__file__).resolve().parent.parent
PLACE = ROOT / "game" / "translations"
PSEUDO = "eo"
"""The code under which the bracketed language goes: one that browsers know."""
_STRING = r'("(?:[^"\\\n]|\\.)*")'
_UNUSED_HEADERS = re.compile(rb'"(POT-Creation|PO-Revision|Last-Translator|Language-Team|Report-|Generated-)[^\n]*\n')
"""Lines at the head of a file that would differ with every writing, or say nothing."""
_CALL = re.compile(rf"\b(_|ngettext)\(\s*{_STRING}(?:,\s*{_STRING})?")


@cache
def extracted() -> Catalog:
    """The catalogue of all messages, without translations."""
    catalogue = Catalog(project="Plyground", charset="utf-8")
    methods = [("game/**.py", "python"), ("**.html", "jinja2"), ("**.js", "tools.messages:script_messages")]
    for folder in ("game", "templates", "static/js"):
        found = extract_from_dir(
            str(ROOT / folder),
            [(name.removeprefix("game/"), method) for name, method in methods],
            {"**.html": {"trimmed": "true"}},
        )
        for name, line, message, comments, context in found:
            if "bot_template" not in name and "/translations/" not in name:
                catalogue.add(message, locations=[(f"{folder}/{name}", line)], auto_comments=comments, context=context)
    for name, text in units.texts():
        catalogue.add(text, locations=[(f"game/classroom/course/{name}", 1)])
    for title in _titles_of_notations():
        catalogue.add(title, locations=[("static/js/lib/notations.js", 1)])
    for name in _said_in_traces():
        catalogue.add(name, locations=[("static/js/lab/trace.js", 1)])
    for title in _titles_of_options():
        catalogue.add(title, locations=[("game/core/options.py", 1)])
    return catalogue


def _titles_of_notations() -> Iterator[str]:
    """What pages call the notations of all games, as ``titleOf`` makes it; abbreviations are the same everywhere."""
    for game in registry.games().values():
        for form in (*game.spec.records, *game.spec.collections):
            if len(form) > 3 and form != records.FORM:
                yield form.capitalize()


def _said_in_traces() -> Iterator[str]:
    """What recorded searches carry in English: the names of all games' seats and of chance, and what values count."""
    for game in registry.games().values():
        yield from (str(name) for name in game.spec.seat_names if not name[-1].isdigit())
        yield from (unit.counts for unit in knowledge.of(game).units)
    yield "Chance"


def _titles_of_options() -> Iterator[str]:
    """What forms show for options and choices that are called by their names alone, and of what is counted."""
    for game in registry.games().values():
        askers: list[Bot | Search] = [*registry.bots().values(), *searches().values()]
        for option in chain(game.spec.options, *(asker.options(game) for asker in askers)):
            yield from (option.label, *option.choice_titles)
        for unit in knowledge.of(game).units:
            yield unit.help


def script_messages(
    file: IO[bytes], keywords: Any, comment_tags: Any, options: Any
) -> Iterator[tuple[int, str, Any, list[str]]]:
    """Babel's extractor for scripts: calls of ``_`` and ``ngettext`` with literals, in templates too."""
    text = file.read().decode()
    for call in _CALL.finditer(text):
        messages = [json.loads(literal) for literal in call.groups()[1:] if literal]
        several = call[1] == "ngettext"
        yield text.count("\n", 0, call.start()) + 1, call[1], tuple(messages) if several else messages[0], []


def pseudo(folder: Path) -> Path:
    """Write the bracketed language into a folder; returns its file."""
    catalogue = Catalog(locale=PSEUDO, charset="utf-8")
    for message in extracted():
        if message.id:
            string = tuple(f"⟦{each}⟧" for each in message.id) if message.pluralizable else f"⟦{message.id}⟧"
            catalogue.add(message.id, string, locations=message.locations, flags=message.flags)
    return _write(catalogue, folder / f"{PSEUDO}.po")


def update() -> None:
    """Bring the template and every language up to date; what is no longer said is dropped."""
    template = extracted()
    _write(template, ROOT / ".cache" / "messages.pot")
    for file in PLACE.glob("*.po"):
        with file.open("rb") as lines:
            catalogue = read_po(lines, locale=file.stem.replace("-", "_"))
        catalogue.update(template, no_fuzzy_matching=True)
        _write(catalogue, file)


def add(code: str) -> None:
    """Begin a language."""
    PLACE.mkdir(exist_ok=True)
    _write(Catalog(locale=code.replace("-", "_"), charset="utf-8"), PLACE / f"{code}.po")
    update()


def _write(catalogue: Catalog, file: Path) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    catalogue.fuzzy = False
    out = io.BytesIO()
    write_po(out, catalogue, width=120, sort_by_file=True, include_lineno=False, ignore_obsolete=True)
    file.write_bytes(_UNUSED_HEADERS.sub(b"", out.getvalue()))
    return file


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["update"]:
            update()
        case ["add", code]:
            add(code)
        case ["pseudo", folder]:
            print(pseudo(Path(folder)))
        case _:
            sys.exit(__doc__)
