"""The German of the program: each message of today has it, with the same fields, and its pages are the same pages."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po
from flask.testing import FlaskClient

from plyground.core.messages import _, ngettext, translated
from plyground.core.settings import Settings
from plyground.web.application import create_app
from plyground.web.languages import Languages
from tests.web.test_lessons import IDS, Page
from tests.web.thinking import think_here
from tools.messages import PLACE, extracted

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


@pytest.mark.parametrize("lesson", IDS)
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
