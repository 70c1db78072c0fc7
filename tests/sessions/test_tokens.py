"""Ids, and the names of visitors."""

from __future__ import annotations

import subprocess
import sys

from plyground.core.folders import HOME
from plyground.sessions import tokens


def test_ids_differ() -> None:
    assert len({tokens.new_id() for _ in range(1000)}) == 1000


def test_a_visitor_has_one_name_in_this_process_and_another_in_the_next() -> None:
    mine = tokens.visitor_digest("192.0.2.7")
    assert mine == tokens.visitor_digest("192.0.2.7") != tokens.visitor_digest("192.0.2.8")
    assert tokens.visitor_digest("") == ""
    script = "from plyground.sessions.tokens import visitor_digest; print(visitor_digest('192.0.2.7'))"
    other = subprocess.run([sys.executable, "-c", script], cwd=HOME, capture_output=True, text=True, check=True)
    assert len(other.stdout.strip()) == len(mine)
    assert other.stdout.strip() != mine
