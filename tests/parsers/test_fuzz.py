"""Whatever anybody writes is read or refused in a sentence: random texts, and good ones taken apart and put together.

``make test`` tries a few texts, always the same. ``make soak`` goes on until each parser has had ten minutes of the
processor (``FUZZ_SECONDS`` changes that), counting what earlier runs gave it (``fuzzing.py``), and also holds texts of
up to 20 kB to 50 ms, files of games to what the server gives them. ``plyground bench fuzzing`` goes on with
all of them by turns, and writes the figures.
"""

from __future__ import annotations

import re
import time
from dataclasses import replace
from pathlib import Path

import pytest

from plyground.competitions.languages.language import Language, Messages
from plyground.core.errors import Refusal
from tests.parsers import fuzzing
from tests.parsers.code import digest, digests, patterns, places
from tests.parsers.figures import table
from tests.parsers.parser import Parser
from tests.parsers.samples import read_many, smallest
from tests.parsers.table import parsers
from tests.soaking import SOAKING
from tools.benchmarks import _registry


@pytest.mark.soak
@pytest.mark.timeout(fuzzing.ENOUGH * 20 + 600)
@pytest.mark.parametrize("parser", parsers(), ids=str)
def test_whatever_is_written_is_read_or_refused(parser: Parser) -> None:
    if SOAKING:
        assert [each.failed for each in fuzzing.go_on([parser])] == [{}]
    else:
        read_many([parser], 1, 4, lambda text: parser.read(text[: parser.longest]))


@pytest.fixture
def beginning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Nothing is kept yet, neither in a folder nor in the report; the digests of the code, to be changed."""
    codes = {"a parser": "0a"}
    monkeypatch.setattr(fuzzing, "FOLDER", tmp_path / "kept")
    monkeypatch.setattr(_registry, "REPORT", tmp_path / "report.md")
    monkeypatch.setattr(fuzzing, "digests", lambda: codes)
    _registry.REPORT.write_text("")
    return codes


def _nothing(text: str) -> object:
    raise Refusal("That is nothing.")


def test_runs_add_up_and_what_failed_is_tried_again(beginning: dict[str, str]) -> None:
    clumsy = True

    def read(text: str) -> object:
        if clumsy and "f5" in text:
            raise IndexError("beyond the end")
        return _nothing(text)

    parser = Parser("a parser", read, 1_000, ("f5 d6",))
    [first] = fuzzing.go_on([parser], patience=0.3)
    assert first.failed == {"f5": "IndexError: beyond the end"}  # the smallest such text
    clumsy = False
    [second] = fuzzing.go_on([parser], patience=0.3)
    assert second.failed == {}
    assert second.seconds > first.seconds
    assert second.texts > first.texts + len(first.failed)
    [third] = fuzzing.go_on([parser], until=second.seconds)
    assert (third.texts, third.failed) == (second.texts + len(second.slowest), {})
    assert fuzzing.kept(parser) == third


def test_quick_parsers_read_the_same_texts_together(beginning: dict[str, str]) -> None:
    quick = [Parser(f"quick {number}", _nothing, longest, ("f5",)) for number, longest in enumerate((30, 1_000))]
    read: list[list[str]] = [[], []]
    slow = Parser("slow", lambda _text: sum(range(40_000)) and None, 1_000, ("d6",))
    beginning |= {each.name: "0a" for each in (*quick, slow)}
    assert fuzzing.companies([*quick, slow]) == [[each] for each in (*quick, slow)]  # how quick they are shows
    for each in (*quick, slow):
        fuzzing.go_on([each], patience=0.2)
    assert fuzzing.companies([*quick, slow]) == [quick, [slow]]
    noting = [replace(each, call=texts.append) for each, texts in zip(quick, read, strict=True)]
    begun = time.process_time()
    found = fuzzing.go_on(noting, until=fuzzing.kept(quick[0]).seconds + 0.3, patience=5)
    taken = time.process_time() - begun
    assert len(set(read[0]) & {text[:30] for text in read[1]}) > 0.7 * len(set(read[0])) > 100
    assert sum(each.seconds for each in found) - 0.4 > taken  # the time of making them counts for both


def test_what_changed_begins_anew_and_a_fresh_checkout_goes_on_from_the_report(beginning: dict[str, str]) -> None:
    parser = Parser("a parser", _nothing, 1_000, ("f5",))
    [before] = fuzzing.go_on([parser], patience=0.1)
    beginning["a parser"] = "0b"
    anew = fuzzing.kept(parser)
    assert (anew.texts, anew.seconds, anew.code) == (0, 0.0, "0b")
    assert anew.slowest == before.slowest  # which are tried first
    fuzzing.path(parser).unlink()
    _registry.REPORT.write_text(f"{table([before], [parser])}\n| another | 0b | 1.0 | 7 | 1.00 | 50 | 0 |\n")
    assert fuzzing.kept(parser).texts == 0
    beginning["a parser"] = before.code
    found = fuzzing.kept(parser)
    assert found.texts == before.texts
    assert found.seconds == pytest.approx(before.seconds, abs=0.05)
    assert found.slowest_seconds == pytest.approx(before.slowest_seconds, abs=1e-5)


def test_the_digest_of_a_parser_is_that_of_the_functions_that_run() -> None:
    by_name = {each.name: each for each in parsers()}
    one, other = (places(by_name[name]) for name in ("host", "class code"))
    assert any(name.endswith("web/addresses.py") for name, _ in one)
    assert digest(one) == digest(reversed(one)) != digest(other)
    assert digest(one[1:]) != digest(one) != digest(one, ["a+"])


def test_patterns_of_an_object_whose_method_reads_belong_to_it() -> None:
    assert list(patterns(Language("x", "X", messages=Messages(re.compile("a+"), re.compile("b"))))) == ["a+", "b"]
    assert len({digests()[f"messages in {name}"] for name in ("c", "python", "ocaml")}) == 3


def test_a_text_is_made_small() -> None:
    assert smallest("so (much ]around) it", lambda text: "(" in text and ")" in text) == "()"
