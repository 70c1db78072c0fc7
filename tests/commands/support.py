"""Runs the command line: within this process, which is quick, or as a program, as people do."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any
from unittest.mock import patch

from plyground import commands
from plyground.core import compiled_calls

ROOT = Path(__file__).resolve().parent.parent.parent
Ran = subprocess.CompletedProcess[str]


def program(*words: str, stdin: str = "", timeout: float = 120) -> Ran:
    """The command line as a program of its own."""
    return subprocess.run(
        [sys.executable, "-m", "game", *words],
        cwd=ROOT,
        input=stdin,
        capture_output=True,
        text=True,
        timeout=timeout,
        env={name: value for name, value in os.environ.items() if name != "COLUMNS"},
    )


def command(*words: str, stdin: str = "") -> Ran:
    """The same within this process."""
    out, err = io.StringIO(), io.StringIO()
    before = compiled_calls.compiled_in_use()
    status: Any = 0
    try:
        with redirect_stdout(out), redirect_stderr(err), patch("sys.stdin", io.StringIO(stdin)):
            commands.main(words)
    except SystemExit as left:
        status = left.code
    finally:
        compiled_calls.use_compiled(before)
    return subprocess.CompletedProcess(words, status, out.getvalue(), err.getvalue())


def asked(*words: str, stdin: str = "") -> Any:
    """The JSON that a command prints; it must have worked and be all that stdout holds."""
    ran = command(*words, "--json", stdin=stdin)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.count("\n") == 1
    return json.loads(ran.stdout)
