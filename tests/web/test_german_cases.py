"""German bends its articles: what is put into a sentence as “die Wurzel” must not stand where “der Wurzel” belongs.

A value that begins with an article is said in the nominative, so no sentence may put it behind a preposition that asks
for another case. Which values a field gets is read from the sources: from what is given under its name in the file of
the sentence, straight or by way of functions that return such a value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from babel.messages.pofile import read_po

from tools.messages import PLACE, ROOT

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
