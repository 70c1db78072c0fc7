"""The page of a game's rules, where nobody has written them down yet."""

from __future__ import annotations

from html import unescape
from pathlib import Path
from typing import Any

import pytest
from jinja2 import TemplateNotFound

from plyground.core import registry
from plyground.core.settings import Settings
from plyground.web.application import create_app


def test_rules_that_nobody_wrote_down_are_what_the_game_declares(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = create_app(Settings(database=f"sqlite:///{tmp_path / 'games.sqlite3'}", workers=1))
    known = app.jinja_env.get_template

    def without_rules(name: Any, *rest: Any, **more: Any) -> Any:
        if name == "rules/camel.html":
            raise TemplateNotFound(name)
        return known(name, *rest, **more)

    written = app.test_client().get("/rules/camel").text
    monkeypatch.setattr(app.jinja_env, "get_template", without_rules)
    page = app.test_client().get("/rules/camel")
    assert page.status_code == 200
    assert str(registry.game("camel").spec.summary) in unescape(page.text)
    assert len(page.text) < len(written)
