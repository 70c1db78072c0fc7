"""Settings: read from the environment, checked, and each of them documented."""

from __future__ import annotations

import pytest

from plyground.core.errors import BadOption
from plyground.core.folders import HOME
from plyground.core.settings import Settings, declared, doubts


def test_defaults_and_environment() -> None:
    assert Settings.from_environment({}) == Settings()
    environment = {"PLYGROUND_WORKERS": "3", "PLYGROUND_KEEP_DAYS": "1.5", "PLYGROUND_DATABASE": ""}
    given = Settings.from_environment(environment)
    assert (given.worker_count, given.keep_days) == (3, 1.5)
    assert given.database_url.endswith("data/plyground.sqlite3")
    assert Settings().worker_count >= 1


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("PLYGROUND_WORKERS", "many"),
        ("PLYGROUND_WORKERS", "-1"),
        ("PLYGROUND_WORKERS", "1.5"),
        ("PLYGROUND_WORKERS", "100000"),
        ("PLYGROUND_KEEP_DAYS", "nan"),
        ("PLYGROUND_LIVE_GAMES", "0"),
    ],
)
def test_a_bad_setting_is_refused_by_name(name: str, text: str) -> None:
    with pytest.raises(BadOption, match=name):
        Settings.from_environment({name: text})


def test_what_is_said_to_no_avail_is_named() -> None:
    fine = {name: "1" for name, _default, _help in declared()} | {"PLYGROUND_DATA": "/x", "HOST": "::", "WORKERS": "2"}
    assert list(doubts(Settings(), fine)) == []
    given = {"PLYGROUND_WORKRES": "3", "PLYGROUND_XYZ": "1", "PLYGROUND_PORT": "80"}
    assert list(doubts(Settings(translations="/not/there"), given)) == [
        "PLYGROUND_PORT is no setting; PORT is.",
        "PLYGROUND_WORKRES is no setting; PLYGROUND_WORKERS is.",
        "PLYGROUND_XYZ is no setting.",
        "PLYGROUND_TRANSLATIONS names no folder that is there: /not/there",
    ]
    assert list(doubts(Settings(metrics_key="x"), {"PLYGROUND_ENGINES": "/nor/there"})) == [
        "PLYGROUND_ENGINES names no folder that is there: /nor/there",
        "PLYGROUND_METRICS_KEY has 1 characters; a key of 16 or more is not guessed.",
    ]


def test_each_setting_is_documented_with_its_default_and_help() -> None:
    text = (HOME / "docs" / "settings.md").read_text(encoding="utf-8")
    for name, default, help_ in declared():
        shown = f"{default:g}" if isinstance(default, int | float) else default
        row = f"| `{name}` | {shown} | {help_} |".replace("|  |", "| |")
        assert row in text, f"docs/settings.md lacks the row {row}"
