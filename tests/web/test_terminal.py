"""What the terminal shows of the compiling: a bar that moves in a terminal, plain lines elsewhere."""

from __future__ import annotations

import io
import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from rich.console import Console

from plyground.web.serving import warming_shown
from tests.waiting import until
from tools.benchmarks.serving import ROOT, free_port

TITLES = ("Minimax in Othello", "the rules of Othello", "")


class Course:
    """A health that goes one kernel further each time it is asked."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self) -> dict[str, Any]:
        done = min(self.asked, 2)
        self.asked += 1
        return {"kernels": {"done": done, "of": 2, "title": TITLES[done]}, "workers": int(done == 2)}


def shown(console: Console) -> str:
    """What is shown of a whole course."""
    course = Course()
    with warming_shown(course, console):
        until(lambda: course.asked >= 3)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_plain_lines_where_there_is_no_terminal() -> None:
    lines = shown(Console(file=io.StringIO())).splitlines()
    assert lines[0].startswith("First start")
    assert lines[1:-1] == ["Compiling 1 of 2: Minimax in Othello", "Compiling 2 of 2: the rules of Othello"]
    assert lines[-1].startswith("All 2 kernels are ready after ")


def test_a_bar_in_a_terminal() -> None:
    text = shown(Console(file=io.StringIO(), force_terminal=True, width=120))
    assert "2/2" in text
    assert "all kernels are ready" in text
    assert "━" in text


def test_a_first_start_in_a_terminal_shows_a_bar_and_is_ended_by_ctrl_c(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    port = str(free_port())
    environment = {
        **os.environ,
        "PORT": port,
        "TERM": "xterm",
        "COLUMNS": "120",
        "PLYGROUND_CACHE": str(tmp_path / "cache"),
        "PLYGROUND_DATABASE": f"sqlite:///{tmp_path}/games.sqlite3",
        "PLYGROUND_WORKERS": "1",
    }
    process = subprocess.Popen(
        [sys.executable, "app.py"], cwd=ROOT, env=environment, stdin=theirs, stdout=theirs, stderr=theirs
    )
    os.close(theirs)
    seen, end = "", time.monotonic() + 60
    while "━" not in seen or "Minimax in " not in seen:
        assert time.monotonic() < end, seen
        seen += os.read(ours, 4096).decode("utf-8", "replace")
    assert f"Plyground is at http://127.0.0.1:{port}" in seen
    process.send_signal(signal.SIGINT)
    try:
        while part := os.read(ours, 4096):
            seen += part.decode("utf-8", "replace")
    except OSError:  # so a terminal says that nobody writes to it any more
        pass
    os.close(ours)
    assert process.wait(20) == 0
    assert "games go on at the next start" in seen
    assert "Traceback" not in seen
    assert seen.count("\x1b[?25h") >= seen.count("\x1b[?25l"), "the cursor is seen again"
