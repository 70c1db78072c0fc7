"""Folders are named also where the machine does not know the user."""

from __future__ import annotations

from pathlib import Path

import pytest

from plyground.core import folders
from plyground.core.errors import BadOption
from plyground.engines import versions


def _unknown(_path: type[Path]) -> Path:
    raise RuntimeError("Could not determine home directory.")


def test_who_has_no_home_keeps_nothing_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", classmethod(_unknown))
    assert folders.of_user() == Path("/nonexistent")


def test_the_home_of_nobody_is_no_version() -> None:
    with pytest.raises(BadOption, match="not “~nobody-of-this-name”"):
        versions.found("~nobody-of-this-name")
