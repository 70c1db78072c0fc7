"""The German of the program: each message of today has it, with the same fields, and its pages are the same pages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po
from flask.testing import FlaskClient

from plyground.core.messages import _, ngettext, translated
from plyground.core.settings import Settings
from plyground.web.application import create_app
from plyground.web.languages import Languages
from tests.soaking import some
from tests.web.test_lessons import IDS, Page
from tests.web.thinking import think_here
from tools.messages import PLACE, ROOT, extracted

FIELDS = re.compile(r"%\(\w+\)[sd]|%%|\{\w*(?::[^}]*)?\}|&\w+;|</?[a-z]+[^>]*>")
"""What stands for something else in a message: fields, signs of HTML."""
GERMAN = {"Accept": "text/html", "Accept-Language": "de-AT,de;q=0.8,en;q=0.5"}


def test_every_message_is_translated_with_its_fields() -> None:
    """docs/languages.md tells what to do where this fails."""
    with (PLACE / "de.po").open("rb") as lines:
        german = read_po(lines, locale="de")
    missing, other = [], []
    for message in extracted():
        if not message.id:
            continue
        ids = [message.id] if isinstance(message.id, str) else list(message.id)
        found = german.get(ids[0])
        said = (found and found.string) or ""
        strings = [said] if isinstance(said, str) else list(said)
        if not strings or not all(strings) or (found and found.fuzzy):
            missing.append(ids[0])
        elif len(ids) == 1 and Counter(FIELDS.findall(ids[0])) != Counter(FIELDS.findall(strings[0])):
            other.append(f"{ids[0]!r}: {strings[0]!r}")
        elif any(not set(FIELDS.findall(each)) <= set(FIELDS.findall(ids[-1])) for each in strings):
            other.append(f"{ids[0]!r}: {strings}")
    assert not missing, "without German; see docs/languages.md: " + "\n".join(missing)
    assert not other, "other fields or tags in German: " + "\n".join(other)


def test_numbers_and_plurals_are_german() -> None:
    german = Languages([PLACE]).known["de"].catalogue
    assert translated(ngettext("{count:,} point", "{count:,} points", 1), german) == "1 Punkt"
    assert translated(ngettext("{count:,} point", "{count:,} points", 12345), german) == "12.345 Punkte"
    said = _("A map has at most {most_bytes} MB; this one has {size:.1f} MB.", most_bytes=2, size=2.5)
    assert translated(said, german) == "Eine Karte hat höchstens 2 MB; diese hat 2,5 MB."
    assert translated(_("{number} for {viewer}", number="1.5", viewer="a.b"), german) == "1.5 für a.b"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    folder: Path = tmp_path_factory.mktemp("german")
    settings = Settings(database=f"sqlite:///{folder / 'games.sqlite3'}")
    return create_app(settings, lesson_bots=think_here).test_client()


def alike(one: Any, other: Any, where: str) -> None:
    """Whether two live parts are the same but for what they say."""
    assert type(one) is type(other), where
    if isinstance(one, dict):
        assert len(one) == len(other), where
        for (name, value), again in zip(one.items(), other.values(), strict=True):
            if name in {"question", "settings", "code", "show", "constants", "depths"}:
                assert value == again, f"{where}.{name}"
            alike(value, again, f"{where}.{name}")
        if isinstance(one.get("answer"), str) and one.get("choices"):
            assert one["choices"].index(one["answer"]) == other["choices"].index(other["answer"]), where
    elif isinstance(one, list):
        assert len(one) == len(other), where
        for value, again in zip(one, other, strict=True):
            alike(value, again, where)
    elif not isinstance(one, str):
        assert one == other, where


@pytest.mark.soak
@pytest.mark.parametrize("lesson", some(IDS, 14))
def test_lessons_have_the_same_live_parts(lesson: str, client: FlaskClient) -> None:
    english, german = (
        Page(client.get(f"/lessons/{lesson}", headers=headers).text) for headers in ({"Accept": "text/html"}, GERMAN)
    )
    assert (german.steps, german.headings, german.code) == (english.steps, english.headings, english.code)
    assert len(german.parts) == len(english.parts) > 0
    for one, other in zip(english.parts, german.parts, strict=True):
        assert (one.classes, one.name, one.kind) == (other.classes, other.name, other.kind)
        alike(one.data, other.data, f"{lesson}: {one.name or one.classes}")


@pytest.mark.parametrize("game", ["othello", "camel", "tak", "punter", "tree"])
def test_rules_show_the_same(game: str, client: FlaskClient) -> None:
    english, german = (
        client.get(f"/rules/{game}", headers=headers).text for headers in ({"Accept": "text/html"}, GERMAN)
    )
    assert '<html lang="de"' in german
    for sign in ("<h2", "<h3", "<figure", "<svg", "<li", "<p"):
        assert german.count(sign) == english.count(sign), sign
    notation = re.compile(r"<code[^>]*>(.*?)</code>", re.DOTALL)
    assert Counter(notation.findall(german)) == Counter(notation.findall(english))


def test_a_reader_of_english_sees_no_german(client: FlaskClient) -> None:
    page = client.get("/", headers={"Accept": "text/html", "Accept-Language": "en-GB,en;q=0.9"}).text
    assert "Spielen" not in page
    assert "Deutsch" in page, "the switch at the foot"
    assert "Spielen" in client.get("/", headers=GERMAN).text


# Articles: what is put into a sentence as “die Wurzel” must not stand where “der Wurzel” belongs. A value that begins
# with an article is said in the nominative, so no sentence may put it behind a preposition that asks for another case.
# Which values a field gets is read from the sources: from what is given under its name in the file of the sentence,
# straight or by way of functions that return such a value.

_DATIVE = "aus|außer|bei|entgegen|gegenüber|laut|mit|nach|samt|seit|von|wegen|während|zu|statt|trotz"
_ACCUSATIVE = "durch|für|gegen|ohne|um|pro|je"
WRONG = re.compile(
    rf"\b(?:(?:{_DATIVE}) (?:der|die|das|ein|eine|einen|kein|keine|keinen)"
    rf"|(?:{_ACCUSATIVE}) (?:der|dem|einem|einer|keinem|keiner)"
    r"|(?:am|beim|im|vom|zum|zur|ins|ans) (?:der|die|das|den|dem|ein|eine))\b ",
    re.IGNORECASE,
)
"""Pairs of a preposition and an article that was put behind it. “Von der” would be right in a sentence written as a
whole, but here the second word begins a value, which is in the nominative."""
_BEFORE = re.compile(rf"\b(?:{_DATIVE}|{_ACCUSATIVE}|am|beim|im|vom|zum|zur|ins|ans) \{{(\w+)", re.IGNORECASE)
_ARTICLE = re.compile(r"(?:der|die|das|eine?|keine?) \w")
_FUNCTION = re.compile(r"^ *(?:async )?def (\w+)\(|^(?:export )?(?:async )?(?:function|const) (\w+)", re.MULTILINE)
_SAID = re.compile(r'\b(?:_|ngettext)\(\s*"((?:[^"\\]|\\.)*)"')


@cache
def german() -> dict[str, tuple[list[str], frozenset[str]]]:
    """By each English message: what is said in German, and the files that say it."""
    with (PLACE / "de.po").open("rb") as lines:
        catalogue = read_po(lines, locale="de")
    found = {}
    for message in catalogue:
        if message.id:
            name = message.id if isinstance(message.id, str) else message.id[0]
            strings = [message.string] if isinstance(message.string, str) else list(message.string or ())
            found[name] = (strings, frozenset(file for file, _line in message.locations))
    return found


@cache
def source(file: str) -> str:
    return (ROOT / file).read_text(encoding="utf-8")


def with_articles(text: str) -> set[str]:
    """The German values with an article of which a piece of a source says the English."""
    found = (german().get(english, ([], frozenset()))[0] for english in _SAID.findall(text))
    return {value for values in found for value in values if _ARTICLE.match(value) and value[-1] not in ".!?"}


@cache
def returning() -> dict[str, set[str]]:
    """By the names of functions that return such values, ``place.py``, which."""
    found: dict[str, set[str]] = {}
    for file in {file for _strings, files in german().values() for file in files if file.endswith((".py", ".js"))}:
        text = source(file)
        starts = [*_FUNCTION.finditer(text)]
        ends = [*(each.start() for each in starts[1:]), len(text)][: len(starts)]
        for one, end in zip(starts, ends, strict=True):
            body = text[one.end() : end]
            given = set().union(*(with_articles(each) for each in re.findall(r"\breturn (.*)$", body, re.MULTILINE)))
            if given:
                found.setdefault(f"{one[1] or one[2]}{Path(file).suffix}", set()).update(given)
    return found


def expression(text: str, start: int) -> str:
    """The source from ``start`` on to the sign or line's end that ends what began there."""
    depth = 0
    for at in range(start, min(start + 300, len(text))):
        depth += (text[at] in "([{") - (text[at] in ")]}")
        if depth < 0 or (depth == 0 and text[at] in ",;\n"):
            return text[start:at]
    return text[start : start + 300]


def said(source: str, kind: str) -> Iterator[str]:
    """The values with an article that a piece of a source may give."""
    yield from with_articles(source)
    for name in re.findall(r"\b(\w+)\(", source):
        yield from returning().get(name + kind, ())


def values(file: str, field: str) -> Iterator[str]:
    """What a field may be filled with in a file, of values that have an article."""
    text, kind = source(file), Path(file).suffix
    for found in re.finditer(rf'(?:\b{field}=|[{{,]\s*"?{field}"?: |\["{field}"\] = )', text):
        yield from said(expression(text, found.end()), kind)
    for found in re.finditer(rf"^ *(?:const )?((?:\w+, )*){field}(?:, \w+)* = ", text, re.MULTILINE):
        start = found.end()
        for _before in range(found[1].count(",")):  # of several at once, the one in the field's place
            start += len(expression(text, start)) + 1
        yield from said(expression(text, start), kind)


def test_no_sentence_puts_an_article_behind_a_preposition_that_bends_it() -> None:
    wrong = []
    for strings, files in german().values():
        for string in strings:
            for field in _BEFORE.findall(string):
                for file in files:
                    for value in values(file, field) if file.endswith((".py", ".js")) else ():
                        filled = re.sub(rf"\{{{field}[^}}]*\}}", value, string)
                        if found := WRONG.search(filled):
                            wrong.append(f"{file}: {found[0]}… in {filled!r}")
    assert not wrong, "say it without a case, such as “hier ({place})”: " + "\n".join(sorted(set(wrong)))


def test_what_it_looks_for_is_there_and_found() -> None:
    assert "die Wurzel" in returning()["place.py"] & returning()["placeWords.js"]
    for file in ("game/classroom/traced.py", "static/js/lab/predict.js", "game/exercises/sentences.py"):
        assert "die Wurzel" in set(values(file, "place")), file
    for wrong in ("kommt von die Wurzel zurück", "nach das Ende ", "für der Knoten 3", "mit ein Sieg in 3"):
        assert WRONG.search(wrong), wrong
    for right in ("für die Wurzel ", "ohne das Ende ", "gegen einen Bot "):
        assert not WRONG.search(right), right
