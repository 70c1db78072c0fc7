"""The list of expected features (``docs/features.md``): each row names tests that exist, or says that it is missing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in (ROOT / "docs/features.md").read_text(encoding="utf-8").splitlines()
    if re.match(r"\| \d", line)
]


def test_there_are_twenty_nine_features_in_order() -> None:
    assert [int(row[0]) for row in ROWS] == list(range(1, 30))
    assert len({row[1] for row in ROWS}) == 29


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[1])
def test_each_feature_is_shown_by_tests_that_exist_or_said_to_be_missing(row: list[str]) -> None:
    *_rest, shown = row
    if shown == "missing":
        return
    named = re.findall(r"`([^`]+)`", shown)
    assert named
    for each in named:
        path, _, name = each.partition("::")
        source = (ROOT / path).read_text(encoding="utf-8")
        if path.endswith(".js"):
            assert f'test("{name}' in source, each
        else:
            assert re.search(rf"^def {re.escape(name)}\(", source, re.MULTILINE), each
