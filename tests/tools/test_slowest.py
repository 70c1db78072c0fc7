"""The page of the slowest tests, from the record that pytest writes."""

from __future__ import annotations

from pathlib import Path

from tools import slowest

RECORD = """<testsuites><testsuite>
<testcase classname="tests.tools.test_slowest" name="test_parameters_are_one_test[a]" time="2.0"/>
<testcase classname="tests.tools.test_slowest" name="test_parameters_are_one_test[b]" time="1.5"/>
<testcase classname="tests.tools.test_slowest" name="test_words_are_read" time="9.0"/>
</testsuite></testsuites>"""


def test_parameters_are_one_test(tmp_path: Path) -> None:
    (tmp_path / "tests.xml").write_text(RECORD)
    found = slowest.durations(tmp_path / "tests.xml")
    assert found["tests/tools/test_slowest.py", "test_parameters_are_one_test"] == 3.5
    rows = [line for line in slowest.page(found).splitlines() if line.startswith("| ")]
    assert rows[1] == "| 9 | `tests/tools/test_slowest.py` | The docstring's first line, and else the name |"
    assert rows[2] == "| 4 | `tests/tools/test_slowest.py` | Parameters are one test |"
    assert rows[-1] == "| 12 | `tests/tools/test_slowest.py` |"


def test_words_are_read() -> None:
    """The docstring's first line, and else the name.

    Not this.
    """
    assert slowest.proves("tests/tools/test_slowest.py", "test_words_are_read").startswith("The docstring's")
